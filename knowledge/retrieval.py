"""Which tables a question needs: fields scored apart, one schema's coherence, neighbours by foreign key."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from database.rights import Rights
from database.schema import Table
from knowledge.language.words import terms, weak_words
from knowledge.lexical import PHRASE, Field, FieldIndex, Floats, joined_pairs, question_terms
from knowledge.sight import sees

FIELDS: Mapping[str, Field] = {
    "schema": Field(1.0, 0.0),
    "name": Field(2.5, 0.5),
    "columns": Field(1.0, 0.6),
    "comment": Field(0.8, 0.6),
    "values": Field(0.6, 0.8),
}
# Chosen on four public pools of 460 to 6,200 tables; between 1.2 and 2.5 recall moves by a hundredth.
SCHEMA_SHARE = 1.6  # what a schema's coverage of the question adds to each of its tables
SCHEMA_TABLES = 2
SCHEMA_SIZE_COST = 0.2
MOST_JOINS = 3
MOST_RIGHTS_KEPT = 50
WEAK = 0.4  # words that ask for a computation
FULL_MARKS = 2.2 * (1 + SCHEMA_SHARE)  # brings a table that says everything to about 1
FLOOR = 0.03
MOST_OF_A_FAMILY = 5
FAMILY_LOOKAHEAD = 4


_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True)
class RankedTable:
    """A table with its score between 0 and about 1, and why."""

    table: Table
    score: float
    why: str


class TableLinker:
    """Ranks the tables of one knowledge version for questions; read-only once built."""

    def __init__(self, tables: Sequence[Table], values: Mapping[str, Sequence[str]] | None = None) -> None:
        self._tables = sorted(tables, key=lambda table: (table.schema, table.name))
        self._place = {table.full_name.lower(): place for place, table in enumerate(self._tables)}
        self._bare = {table.name.lower(): place for place, table in enumerate(self._tables)}
        self._index = FieldIndex([_fields(table, values or {}) for table in self._tables], FIELDS)
        schemas = [table.schema for table in self._tables]
        self._starts = [i for i, name in enumerate(schemas) if i == 0 or name != schemas[i - 1]]
        sizes = np.diff([*self._starts, len(schemas)])
        self._schema_of = np.repeat(np.arange(len(self._starts)), sizes)
        self._schema_cost = (1 + SCHEMA_SIZE_COST * np.log(np.maximum(sizes, 1))).astype(np.float32)
        self._opened_by: dict[str, npt.NDArray[np.bool_]] = {}
        self._neighbours = self._joined()
        self._family = [_family(table) for table in self._tables]

    @property
    def tables(self) -> list[Table]:
        """Return every table, by schema and name."""
        return self._tables

    def rank(
        self,
        question: str,
        k: int,
        rights: Rights | None = None,
        synonyms: Mapping[str, float] | None = None,
        boosts: Mapping[str, float] | None = None,
    ) -> list[RankedTable]:
        """Return the best k tables above the floor.

        `synonyms` are further terms (from taught terms) with what each counts; `boosts` adds to tables by
        full name (from documentation and examples that use them), as shares of a perfect score.
        """
        if not self._tables:
            return []
        weighted, possible = self._question(question, synonyms or {})
        if not weighted:
            return []
        said = self._index.contributions(weighted)
        own = said.sum(axis=0) / possible
        scores: Floats = own + SCHEMA_SHARE * self._schema_coverage(said)[self._schema_of] / possible
        for name, share in (boosts or {}).items():
            place = self._find(name.lower())
            if place is not None:
                scores[place] += share
                own[place] += share
        if rights is not None:
            scores = np.where(self._opened(rights), scores, np.float32(0))
        allowed = self._best(scores, k)
        return self._with_bridges(allowed, scores, own, k)

    def _question(
        self, question: str, synonyms: Mapping[str, float]
    ) -> tuple[list[Mapping[str, float]], float]:
        single, pairs = question_terms(question)
        weak = weak_words()
        parts = {term: WEAK if term in weak else 1.0 for term in single}
        possible = sum(part * max(self._index.idf(t), self._index.rarest / 2) for t, part in parts.items())
        weighted: list[Mapping[str, float]] = [
            {other: weight * part for other, weight in self._index.expand(term).items()}
            for term, part in (*parts.items(), *synonyms.items())
        ]
        weighted += [{pair: PHRASE} for pair in pairs if self._index.idf(pair)]
        return [found for found in weighted if found], possible * FULL_MARKS

    def _schema_coverage(self, said: Floats) -> Floats:
        """Return how much of the question each schema's best tables say together.

        Few tables are counted, because a question needs few and a large schema covers any words by chance.
        """
        covered = np.zeros((len(said), len(self._starts)), dtype=np.float32)
        for _ in range(SCHEMA_TABLES):
            gain = np.maximum(said - covered[:, self._schema_of], 0).sum(axis=0)
            best = np.maximum.reduceat(gain, self._starts)
            places = np.flatnonzero(gain >= best[self._schema_of])
            chosen = np.empty(len(self._starts), dtype=np.intp)
            chosen[self._schema_of[places[::-1]]] = places[::-1]
            covered = np.maximum(covered, said[:, chosen])
        total: Floats = covered.sum(axis=0) / self._schema_cost
        return total

    def _opened(self, rights: Rights) -> npt.NDArray[np.bool_]:
        seen = rights.fingerprint()
        if seen not in self._opened_by:
            opened = np.fromiter((sees(rights, table.full_name) for table in self._tables), dtype=np.bool_)
            self._opened_by = {**dict(list(self._opened_by.items())[-MOST_RIGHTS_KEPT:]), seen: opened}
        return self._opened_by[seen]

    def _find(self, name: str) -> int | None:
        """Return a table's place by full name, or by its bare name where one side has no schema."""
        exact = self._place.get(name)
        if exact is not None:
            return exact
        bare = name.rpartition(".")[2]
        return self._place.get(bare) if "." in name else self._bare.get(name)

    def _best(self, scores: Floats, k: int) -> list[int]:
        order = np.argsort(-scores, kind="stable")[: max(k, 1) * FAMILY_LOOKAHEAD]
        return self._one_by_family([int(i) for i in order if scores[i] >= FLOOR])[:k]

    def _one_by_family(self, places: list[int]) -> list[int]:
        """Put the third and further table of a family (one a day, one a year) behind all others."""
        seen: Counter[str] = Counter()
        first: list[int] = []
        later: list[int] = []
        for place in places:
            seen[self._family[place]] += 1
            (first if seen[self._family[place]] <= MOST_OF_A_FAMILY else later).append(place)
        return first + later

    def _joined(self) -> list[set[int]]:
        found: list[set[int]] = [set() for _ in self._tables]
        for place, table in enumerate(self._tables):
            for key in table.foreign_keys:
                name = f"{key.to_schema}.{key.to_table}" if key.to_schema else key.to_table
                other = self._place.get(name.lower())
                if other is not None and other != place:
                    found[place].add(other)
                    found[other].add(place)
        return found

    def _with_bridges(self, places: list[int], scores: Floats, own: Floats, k: int) -> list[RankedTable]:
        """Return the best k, in whose last places stand tables that join two of the strongest."""
        joins = self._joining(places[: max(3, k // 3)], set(places[:k]), scores)
        kept = places[: k - len(joins)]
        ranked = [self._ranked(i, scores, "words" if own[i] > 0 else "schema") for i in kept]
        return ranked + [self._ranked(i, scores, "join") for i in joins]

    def _ranked(self, place: int, scores: Floats, why: str) -> RankedTable:
        return RankedTable(self._tables[place], float(scores[place]), why)

    def _joining(self, strong: list[int], held: set[int], scores: Floats) -> list[int]:
        """Return tables between two strong ones that these rights open: a closed table's score is nothing."""
        ends = Counter(other for place in strong for other in self._neighbours[place] if scores[other] > 0)
        return [place for place, count in ends.items() if count >= 2 and place not in held][:MOST_JOINS]


def _family(table: Table) -> str:
    """Return the same text for tables that differ in the digits of their names only."""
    return f"{table.schema}.{_DIGITS.sub('#', table.name)}"


def _fields(table: Table, values: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    comments = [table.comment, *(column.comment for column in table.columns)]
    return {
        "schema": terms(table.schema),
        "name": _words(table.name),
        "columns": [term for column in table.columns for term in _words(column.name)],
        "comment": [term for comment in comments if comment for term in _words(comment)],
        "values": [term for value in values.get(table.full_name, ()) for term in terms(value)],
    }


def _words(text: str) -> list[str]:
    return terms(text) + joined_pairs(text)
