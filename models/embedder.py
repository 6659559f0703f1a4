"""Texts to unit vectors with a sentence-transformer graph.

Owns tokenising, pooling and the checks on the result. Which text is worth embedding, and reuse by content hash, are
the engine's.

1. One text at a time: padding costs more than batching gains on a CPU, and with dynamic 8-bit products a text's vector
   would depend on its neighbours in the batch. So the same text always gives the same vector.
2. Several texts at once, each on a thread of its own, instead of one text on several threads: its products are too
   small to be shared (1.36 times the texts a second on two cores, and the same vectors).
3. Mean of the token states (there is no padding to leave out), then length 1, as the model was trained.
4. A vector that is not finite or has no length is refused: a search would rank it first.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from models.errors import CannotRun, ModelDamaged
from models.files import ModelFiles
from models.machine import physical_cores
from models.manifest import Model, Use
from models.onnx_runtime import OnnxSession


def load_tokenizer(files: ModelFiles, model: Model) -> Tokenizer:
    """The model's tokenizer: no padding, no truncation, marker words such as [SEP] in a text read as plain text.

    Raises ModelMissing or ModelDamaged.
    """
    path = files.verified(model).path(Use.TOKENIZER)
    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as error:  # the library raises bare Exception
        raise ModelDamaged(f"The tokenizer {path} cannot be read ({error}); import the model again.") from error
    tokenizer.no_padding()
    tokenizer.no_truncation()
    tokenizer.encode_special_tokens = True
    return tokenizer


class OnnxEmbedder:
    """Matches the engine's ``Embedder``. Safe to use from several threads."""

    def __init__(self, files: ModelFiles, model: Model, *, threads: int | None = None) -> None:
        """Verify and load the model; ``threads`` texts at once, by default one for each physical core.

        Raises ModelMissing or ModelDamaged.
        """
        self._model = model
        self._session = OnnxSession(files.verified(model).path(Use.GRAPH), threads=1)
        self._pool = ThreadPoolExecutor(threads or physical_cores(), thread_name_prefix="citeside-embed")
        self._tokenizer = load_tokenizer(files, model)
        self._end = self._tokenizer.encode("").ids[-1]

    @property
    def model_id(self) -> str:
        """Name and hash of the model."""
        return self._model.version_id

    @property
    def dimensions(self) -> int:
        """Length of a vector."""
        return self._model.dimensions

    @property
    def max_tokens(self) -> int:
        """Tokens of a text that are read, the two markers included."""
        return self._model.max_tokens

    @property
    def provider(self) -> str:
        """The execution provider in use."""
        return self._session.provider

    def count_tokens(self, text: str) -> int:
        """Tokens of ``text`` before any truncation, the two markers included."""
        return len(self._tokenizer.encode(text).ids)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of shape (len(texts), dimensions), finite, of length 1. Raises CannotRun."""
        vectors = np.empty((len(texts), self.dimensions), np.float32)
        found = self._pool.map(self._embed_one, texts) if len(texts) > 1 else map(self._embed_one, texts)
        for row, vector in enumerate(found):
            vectors[row] = vector
        return vectors

    def _embed_one(self, text: str) -> NDArray[np.float32]:
        ids = self._tokenizer.encode(text).ids
        if len(ids) > self.max_tokens:
            ids = [*ids[:self.max_tokens - 1], self._end]
        tokens = np.array([ids], np.int64)
        states = self._session.run({"input_ids": tokens, "attention_mask": np.ones_like(tokens),
                                    "token_type_ids": np.zeros_like(tokens)})
        if states.shape != (1, len(ids), self.dimensions):
            raise ModelDamaged(f"The embedder {self._model.name} gives vectors of another shape than the manifest "
                               "says; import the model again.")
        mean = states[0].mean(axis=0, dtype=np.float64)
        length = float(np.linalg.norm(mean))
        if not np.isfinite(length) or length == 0.0:
            raise CannotRun(f"The embedder {self._model.name} gave a vector without a direction on this machine; "
                            "import another with `citeside models import FOLDER`.")
        return np.asarray(mean / length, dtype=np.float32)
