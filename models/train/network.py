"""The cross-encoder: MiniLM with one number read from the tokens of the query.

Owns the arithmetic in PyTorch, with the names of the published weights, so that a checkpoint is a plain safetensors
file that the graph writer reads. The number is a linear map of the mean state of the first segment ([CLS], query,
[SEP]): those tokens have attended to the passage, and a mean is what these weights were trained to be read by.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional

from models.train.pairs import Pair

HEADS = 12
EPSILON = 1e-12
HEAD_WEIGHT, HEAD_BIAS = "head.weight", "head.bias"
Weights = Mapping[str, Tensor]


class CrossEncoder(nn.Module):  # type: ignore[misc]  # torch is not there when types are checked
    """Scores pairs of token rows; starts at 0 for every pair, since the head does."""

    def __init__(self, weights: Weights, *, layers: int, frozen: int) -> None:
        """Copy ``weights``; the tables and the first ``frozen`` layers are not trained."""
        super().__init__()
        self.layers, self.frozen = layers, frozen
        width = weights["embeddings.LayerNorm.weight"].shape[0]
        kept = {name: tensor.float() for name, tensor in weights.items() if _is_used(name, layers)}
        kept.setdefault(HEAD_WEIGHT, torch.zeros(1, width))
        kept.setdefault(HEAD_BIAS, torch.zeros(1))
        self._names = {name: name.replace(".", "_") for name in kept}
        for name, tensor in kept.items():
            self.register_parameter(self._names[name],
                                    nn.Parameter(tensor.clone(), requires_grad=_is_trained(name, frozen)))

    def named(self) -> dict[str, Tensor]:
        """The weights by their published names."""
        return {name: getattr(self, attribute).detach() for name, attribute in self._names.items()}

    def forward(self, ids: Tensor, types: Tensor, mask: Tensor) -> Tensor:
        """Logits of shape (pairs,) for ``ids``, ``types`` and ``mask`` of shape (pairs, length)."""
        first = ((types == 0) & mask.bool()).float().unsqueeze(-1)
        allowed = mask.bool()[:, None, None, :]
        x = self._embedded(ids, types)
        for layer in range(self.layers):
            x = self._layer(f"encoder.layer.{layer}.", x, allowed)
        mean = (x * first).sum(1) / first.sum(1)
        return self._linear(mean, "head").squeeze(-1)

    def _of(self, name: str) -> Tensor:
        tensor: Tensor = getattr(self, self._names[name])
        return tensor

    def _linear(self, x: Tensor, name: str) -> Tensor:
        return functional.linear(x, self._of(f"{name}.weight"), self._of(f"{name}.bias"))

    def _normalised(self, x: Tensor, name: str) -> Tensor:
        gain, bias = self._of(f"{name}.weight"), self._of(f"{name}.bias")
        return functional.layer_norm(x, (x.shape[-1],), gain, bias, EPSILON)

    def _embedded(self, ids: Tensor, types: Tensor) -> Tensor:
        part = "embeddings."
        x = functional.embedding(ids, self._of(f"{part}word_embeddings.weight"))
        x = x + functional.embedding(types, self._of(f"{part}token_type_embeddings.weight"))
        x = x + self._of(f"{part}position_embeddings.weight")[:ids.shape[1]]
        return self._normalised(x, f"{part}LayerNorm")

    def _layer(self, base: str, x: Tensor, allowed: Tensor) -> Tensor:
        pairs, length, width = x.shape
        query, key, value = (
            self._linear(x, f"{base}attention.self.{part}").view(pairs, length, HEADS, -1).transpose(1, 2)
            for part in ("query", "key", "value"))
        seen = functional.scaled_dot_product_attention(query, key, value, attn_mask=allowed)
        seen = seen.transpose(1, 2).reshape(pairs, length, width)
        x = self._normalised(x + self._linear(seen, f"{base}attention.output.dense"),
                             f"{base}attention.output.LayerNorm")
        raised = functional.gelu(self._linear(x, f"{base}intermediate.dense"))
        return self._normalised(x + self._linear(raised, f"{base}output.dense"), f"{base}output.LayerNorm")


def padded(pairs: Sequence[Pair], device: str) -> tuple[Tensor, Tensor, Tensor]:
    """Ids, segment numbers and mask, each of shape (pairs, longest)."""
    longest = max(len(ids) for ids, _ in pairs)
    ids = torch.zeros(len(pairs), longest, dtype=torch.long)
    types, mask = torch.zeros_like(ids), torch.zeros_like(ids)
    for row, (tokens, segments) in enumerate(pairs):
        ids[row, :len(tokens)] = torch.tensor(tokens)
        types[row, :len(tokens)] = torch.tensor(segments)
        mask[row, :len(tokens)] = 1
    return ids.to(device), types.to(device), mask.to(device)


def _is_used(name: str, layers: int) -> bool:
    if name.startswith("encoder.layer."):
        return int(name.split(".")[2]) < layers
    return name.startswith(("embeddings.", "head.")) and not name.endswith("position_ids")


def _is_trained(name: str, frozen: int) -> bool:
    if name.startswith("encoder.layer."):
        return int(name.split(".")[2]) >= frozen
    return name.startswith("head.")
