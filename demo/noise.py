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

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)


def _mixed(bits: NDArray[np.uint64]) -> NDArray[np.uint64]:
    with np.errstate(over="ignore"):
        bits = bits + _STEP
        bits = (bits ^ (bits >> np.uint64(30))) * _MIX_1
        bits = (bits ^ (bits >> np.uint64(27))) * _MIX_2
        return bits ^ (bits >> np.uint64(31))


def uniform(stream: str, *keys: Ints | int) -> Floats:
    """Return numbers in [0, 1), one for each broadcast combination of keys."""
    bits = np.asarray(zlib.crc32(stream.encode()), dtype=np.uint64)
    for key in keys:
        bits = _mixed(bits ^ _mixed(np.asarray(key, dtype=np.uint64)))
    return (bits >> np.uint64(11)).astype(np.float64) / float(1 << 53)


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
