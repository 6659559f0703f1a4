"""ONNX Runtime as this program uses it: one session, one provider, no telemetry.

Owns session options and the choice of execution provider. What goes in and out is the embedder's and the reranker's.

Options, each for a measured reason: threads for one operator only (graphs here are chains); no spinning between calls
(it took a core from everything else and won nothing); no memory pattern (every text has its own length); no fusion
into SkipLayerNormalization (six times slower than its two halves on an AVX2 machine).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from models.errors import CannotRun, ModelDamaged
from models.machine import physical_cores

PREFERRED = ("CUDAExecutionProvider", "DmlExecutionProvider", "CoreMLExecutionProvider", "CPUExecutionProvider")
UNWANTED_FUSIONS = ["SkipLayerNormFusion"]
ERRORS_ONLY = 3


def offered_providers() -> tuple[str, ...]:
    """Execution providers to try, in order of preference, out of those the installed ONNX Runtime offers."""
    offered = onnxruntime.get_available_providers()
    return tuple(name for name in PREFERRED if name in offered)


class OnnxSession:
    """One loaded graph. Safe to run from several threads."""

    def __init__(self, path: Path, *, threads: int | None = None) -> None:
        """Load the graph at ``path``; ``threads`` defaults to the physical cores. Raises ModelDamaged."""
        onnxruntime.disable_telemetry_events()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads or physical_cores()
        options.inter_op_num_threads = 1
        options.enable_mem_pattern = False
        options.log_severity_level = ERRORS_ONLY
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            self._session: Any = onnxruntime.InferenceSession(
                str(path), options, providers=list(offered_providers()), disabled_optimizers=UNWANTED_FUSIONS)
        except Exception as error:  # the runtime's errors share no base of their own
            raise ModelDamaged(f"The model file {path} cannot be loaded ({_first_line(error)}); "
                               "import the model again.") from error
        self.inputs = frozenset(entry.name for entry in self._session.get_inputs())

    @property
    def provider(self) -> str:
        """The execution provider in use, for example CPUExecutionProvider."""
        return str(self._session.get_providers()[0])

    def run(self, tokens: Mapping[str, NDArray[np.int64]]) -> NDArray[np.float32]:
        """The graph's first output for the inputs it has among ``tokens``. Raises CannotRun."""
        feeds = {name: values for name, values in tokens.items() if name in self.inputs}
        try:
            return np.asarray(self._session.run(None, feeds)[0], dtype=np.float32)
        except Exception as error:  # the runtime's errors share no base of their own
            raise CannotRun(f"The model could not be computed on this machine ({_first_line(error)}); "
                            "import another with `citeside models import FOLDER`.") from error


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:200]
