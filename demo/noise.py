"""Chance that depends only on what it is for: the same table, entity and day give the same number everywhere.

Only integer steps and exactly rounded float operations (+ - * /) are used, so no machine's mathematics
library can change a value.
"""

import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_WHOLE = (1 << 64) - 1  # what 64 bits keep, as the arrays do by themselves


def _mixed(bits: Any) -> Any:
    """Return bits well mixed, of an array or one number: 64 of them either way."""
    bits = (bits + 0x9E3779B97F4A7C15) & _WHOLE
    bits = ((bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9) & _WHOLE
    bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & _WHOLE
    return bits ^ (bits >> 31)


def uniform(stream: str, *keys: Ints | int) -> Floats:
    """Return numbers in [0, 1), one for each broadcast combination of keys.

    One number alone is mixed by Python: as an array of one it took ten times as long, half of all filling.
    """
    bits: Any = zlib.crc32(stream.encode())
    for key in keys:
        one = int(key) if isinstance(key, (int, np.integer)) else np.asarray(key, dtype=np.uint64)
        bits = _mixed(bits ^ _mixed(one))
    return np.asarray(bits >> 11, dtype=np.float64) / float(1 << 53)


def around_one(stream: str, spread: float, *keys: Ints | int) -> Floats:
    """Return numbers near 1, within `spread` of it, those close to 1 more often."""
    total = uniform(stream, *keys) + uniform(f"{stream}'", *keys)
    return np.asarray(1.0 + spread * (total - 1.0), dtype=np.float64)


def choice(stream: str, weights: list[float], *keys: Ints | int) -> Ints:
    """Return 1-based codes, each as often as its weight says."""
    edges = np.cumsum(np.asarray(weights) / sum(weights))[:-1]
    return np.asarray(np.searchsorted(edges, uniform(stream, *keys), side="right") + 1, dtype=np.int64)


def rounded(values: NDArray[np.floating[Any]]) -> Ints:
    """Return the nearest whole numbers."""
    return np.asarray(np.floor(values + 0.5), dtype=np.int64)
