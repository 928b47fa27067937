"""Fielded BM25 over an inverted index in memory."""

import math
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from language.words import content_terms, is_han, pieces, stem, stop_words, terms, word_data

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int32]

SATURATION = 1.2  # BM25's k1
SYNONYM = 0.35  # what a word of equal meaning counts beside the word itself
ABBREVIATION = 0.8
COMPOUND = 0.55  # `employee` found inside `employeeid`
PHRASE = 0.6  # two words side by side, beside the two words themselves
SHORTEST_COMPOUND = 4


@dataclass(frozen=True)
class Field:
    """How much a field's words weigh, and how much its length takes away (BM25's b)."""

    weight: float
    length_share: float


def joined_pairs(text: str) -> list[str]:
    """Return each two neighbouring words as one: `release year`, `releaseYear`, `releaseyear` meet."""
    words = [piece for piece in pieces(text) if not is_han(piece)]
    return [stem(a + b) for a, b in pairwise(words) if not (a.isdigit() and b.isdigit())]


@lru_cache(maxsize=1)
def _meanings() -> Mapping[str, Mapping[str, float]]:
    """Return term → terms of nearly equal meaning with what each counts, both languages."""
    found: dict[str, dict[str, float]] = defaultdict(dict)
    data = word_data()
    for short, long in data["abbreviations"].items():
        a, b = stem(short), stem(long)
        found[a][b] = found[b][a] = ABBREVIATION
    for group in data["groups"]:
        members = [terms(str(word)) for word in group]
        for index, member in enumerate(members):
            others = [term for j, other in enumerate(members) if j != index for term in other]
            for term in member:
                for other in others:
                    if term != other:
                        found[term].setdefault(other, SYNONYM)
    return found


@lru_cache(maxsize=1)
def _groups() -> Mapping[str, tuple[int, ...]]:
    found: dict[str, list[int]] = defaultdict(list)
    data = word_data()
    for number, group in enumerate(data["groups"]):
        for word in group:
            for term in terms(str(word)):
                if number not in found[term]:
                    found[term].append(number)
    for short, long in data["abbreviations"].items():
        found[stem(short)] = [*found[stem(short)], *found[stem(long)]]
    return {term: tuple(numbers) for term, numbers in found.items()}


def meaning_groups(term: str) -> tuple[int, ...]:
    """Return the numbers of the groups of equal meaning a term belongs to."""
    return _groups().get(term, ())


def meanings(term: str) -> Mapping[str, float]:
    """Return the general synonyms and abbreviations of a term."""
    return _meanings().get(term, {})


@dataclass(frozen=True)
class Postings:
    """By term, one row after the other: the documents that hold it and what it counts in each.

    Row `r` is `ids[starts[r]:starts[r + 1]]`; arrays, so that an index is stored and read as it is.
    """

    starts: npt.NDArray[np.int64]
    ids: Ints
    impacts: Floats


class FieldIndex:
    """Documents of named fields; answers how much each term of a question says about each document."""

    def __init__(self, size: int, vocabulary: Sequence[str], postings: Postings) -> None:
        self.size = size
        self.vocabulary = vocabulary  # in the order of the postings' rows
        self.postings = postings
        self._row = {term: row for row, term in enumerate(vocabulary)}
        held = np.diff(postings.starts)
        self._idf: Floats = np.log(1 + (size - held + 0.5) / (held + 0.5)).astype(np.float32)
        self.rarest = math.log(1 + (size + 0.5) / 1.5)
        self._words = sorted(term for term in vocabulary if term.isascii() and term.isalpha())
        self._numbers = sorted(term for term in vocabulary if term.isdigit() and len(term) in (6, 8))
        self._reversed = sorted(term[::-1] for term in self._words)

    @classmethod
    def build(
        cls, documents: Sequence[Mapping[str, Iterable[str]]], fields: Mapping[str, Field]
    ) -> "FieldIndex":
        """Return the index of documents that hold terms by field."""
        rows: dict[str, int] = defaultdict(lambda: len(rows))
        weighed = [
            _weighed([doc.get(name, ()) for doc in documents], field, rows) for name, field in fields.items()
        ]
        places = np.concatenate([places for places, _ in weighed])
        order, inverse = np.unique(places, return_inverse=True)
        tf = np.bincount(
            inverse, weights=np.concatenate([weights for _, weights in weighed]), minlength=len(order)
        )
        size = max(1, len(documents))
        starts = np.searchsorted(order // size, np.arange(len(rows) + 1))
        impacts = (tf * (SATURATION + 1) / (tf + SATURATION)).astype(np.float32)
        postings = Postings(starts.astype(np.int64), (order % size).astype(np.int32), impacts)
        return cls(len(documents), list(rows), postings)

    def idf(self, term: str) -> float:
        """Return how telling a term is, 0 where no document has it."""
        row = self._row.get(term)
        return 0.0 if row is None else float(self._idf[row])

    def expand(self, term: str) -> dict[str, float]:
        """Return the terms of the index that a question's term stands for, each with what it counts."""
        found = {term: 1.0} if term in self._row else {}
        for other, weight in meanings(term).items():
            if other in self._row:
                found[other] = max(weight, found.get(other, 0.0))
        if len(term) >= SHORTEST_COMPOUND and term.isascii():
            for other in self._dated(term) if term.isdigit() else self._compounds(term):
                found.setdefault(other, COMPOUND)
        return found

    def _dated(self, number: str) -> list[str]:
        """Return the days and months that begin with this year or month: `201707` stands for 20170701."""
        return [other for other in _starting(self._numbers, number) if other != number]

    def _compounds(self, term: str) -> list[str]:
        heads = _starting(self._words, term)
        tails = [word[::-1] for word in _starting(self._reversed, term[::-1])]
        return [word for word in (*heads, *tails) if word != term]

    def contributions(self, weighted: Sequence[Mapping[str, float]]) -> Floats:
        """Return one row per term of the question: what its best expansion says about each document."""
        rows = np.zeros((len(weighted), self.size), dtype=np.float32)
        for row, expansions in zip(rows, weighted, strict=True):
            for term, weight in expansions.items():
                held = slice(*self.postings.starts[self._row[term] : self._row[term] + 2])
                ids, impacts = self.postings.ids[held], self.postings.impacts[held]
                row[ids] = np.maximum(row[ids], impacts * np.float32(weight * self.idf(term)))
        return rows


def _weighed(
    documents: Sequence[Iterable[str]], field: Field, rows: dict[str, int]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """Return one field's terms as row × documents + document, each once, and what each weighs there.

    `rows` gives every term its row and is added to.
    """
    counts = [Counter(document) for document in documents]
    lengths = np.fromiter((count.total() for count in counts), dtype=np.float64, count=len(counts))
    mean = lengths.sum() / max(1, np.count_nonzero(lengths)) or 1.0
    norms = 1 - field.length_share + field.length_share * lengths / mean
    held = np.fromiter((len(count) for count in counts), dtype=np.int64, count=len(counts))
    of = np.repeat(np.arange(len(counts)), held)
    places = np.fromiter((rows[term] for count in counts for term in count), dtype=np.int64, count=held.sum())
    tf = np.fromiter((n for count in counts for n in count.values()), dtype=np.float64, count=held.sum())
    return places * max(1, len(counts)) + of, field.weight * tf / norms[of]


def _starting(ordered: Sequence[str], prefix: str) -> list[str]:
    first = bisect_left(ordered, prefix)
    found = []
    for index in range(first, min(first + 200, len(ordered))):
        if not ordered[index].startswith(prefix):
            break
        found.append(ordered[index])
    return found


def question_terms(question: str) -> tuple[list[str], list[str]]:
    """Return a question's telling terms and its joined pairs, each once, in order."""
    stops = stop_words()
    single = list(dict.fromkeys(content_terms(question)))
    words = [p for p in pieces(question) if not is_han(p)]
    pairs = [
        stem(a + b)
        for a, b in pairwise(words)
        if stem(a) not in stops and stem(b) not in stops and not (a.isdigit() and b.isdigit())
    ]
    return single, list(dict.fromkeys(pairs))
