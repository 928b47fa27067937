"""Fits what tells the kinds apart: one weight for each place of the encoder's vectors and each kind."""

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt
import yaml

from knowledge.embeddings import EncoderEmbedding

FOLDER = Path(__file__).parent
Sense = Literal["why", "briefing", "anomaly", "ahead", "plain"]
KINDS: tuple[Sense, ...] = ("why", "briefing", "anomaly", "ahead", "plain")
_STEPS, _RATE, _SHRINK = 2000, 2.0, 1e-4

Array = npt.NDArray[np.float64]


@lru_cache(maxsize=1)
def ways() -> dict[str, dict[str, list[str]]]:
    """Return the ways to ask for each kind, by language."""
    found: dict[str, dict[str, list[str]]] = yaml.load(
        (FOLDER / "ways.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader
    )
    return found


def fit() -> tuple[Array, Array]:
    """Return the weights and biases of a softmax over the kinds, by plain descent: half a thousand texts."""
    told = [(text, kind) for kind in KINDS for texts in ways()[kind].values() for text in texts]
    vectors = EncoderEmbedding().embed([text for text, _ in told]).astype(np.float64)
    wanted = np.eye(len(KINDS))[[KINDS.index(kind) for _, kind in told]]
    weights, bias = np.zeros((vectors.shape[1], len(KINDS))), np.zeros(len(KINDS))
    for _ in range(_STEPS):
        off = shares(vectors @ weights + bias) - wanted
        weights -= _RATE * (vectors.T @ off / len(told) + _SHRINK * weights)
        bias -= _RATE * off.mean(axis=0)
    return weights, bias


def shares(scores: Array) -> Array:
    """Return how sure each kind is, of one in all."""
    raised: Array = np.exp(scores - scores.max(axis=-1, keepdims=True))
    found: Array = raised / raised.sum(axis=-1, keepdims=True)
    return found


def state_of_ways() -> str:
    """Return what tells whether weights are of the ways as they stand."""
    return hashlib.sha256((FOLDER / "ways.yaml").read_bytes()).hexdigest()


if __name__ == "__main__":
    weights, bias = (one.astype(np.float32) for one in fit())
    np.savez(FOLDER / "weights.npz", weights=weights, bias=bias, ways=np.array(state_of_ways()))
