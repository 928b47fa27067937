"""Which tables a question needs: fields scored apart, one schema's coherence, neighbours by foreign key."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

import numpy as np

from database.rights import Rights
from database.schema import Table
from knowledge.lexical import PHRASE, Field, FieldIndex, Floats, joined_pairs, question_terms
from knowledge.words import terms

FIELDS: Mapping[str, Field] = {
    "schema": Field(0.6, 0.0),
    "name": Field(2.2, 0.3),
    "columns": Field(1.0, 0.6),
    "comment": Field(0.8, 0.6),
    "values": Field(0.6, 0.8),
}
SCHEMA_SHARE = 0.6  # what a schema's coverage of the question adds to each of its tables
SCHEMA_SIZE_COST = 0.12  # a schema of many tables covers more words by chance
BRIDGE_SHARE = 0.5
FLOOR = 0.06
MENTION = 0.6


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
        self._index = FieldIndex([_fields(table, values or {}) for table in self._tables], FIELDS)
        schemas = [table.schema for table in self._tables]
        self._starts = [i for i, name in enumerate(schemas) if i == 0 or name != schemas[i - 1]]
        sizes = np.diff([*self._starts, len(schemas)])
        self._schema_of = np.repeat(np.arange(len(self._starts)), sizes)
        self._schema_cost = (1 + SCHEMA_SIZE_COST * np.log(np.maximum(sizes, 1))).astype(np.float32)
        self._neighbours = self._joined()

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
        scores = own + SCHEMA_SHARE * self._schema_coverage(said)[self._schema_of] / possible
        for name, share in (boosts or {}).items():
            place = self._place.get(name.lower())
            if place is not None:
                scores[place] += share
        allowed = [
            i for i in self._best(scores, k * 4) if rights is None or sees_table(rights, self._tables[i])
        ]
        return self._with_bridges(allowed, scores, own, k)

    def _question(
        self, question: str, synonyms: Mapping[str, float]
    ) -> tuple[list[Mapping[str, float]], float]:
        single, pairs = question_terms(question)
        weighted: list[Mapping[str, float]] = [self._index.expand(term) for term in single]
        possible = sum(max(self._index.idf(term), self._index.rarest / 2) for term in single)
        weighted += [{pair: PHRASE} for pair in pairs if self._index.idf(pair)]
        weighted += [{term: weight} for term, weight in synonyms.items() if self._index.idf(term)]
        return [found for found in weighted if found], possible * 2.2

    def _schema_coverage(self, said: Floats) -> Floats:
        best = np.maximum.reduceat(said, self._starts, axis=1)
        covered: Floats = best.sum(axis=0) / self._schema_cost
        return covered

    def _best(self, scores: Floats, k: int) -> list[int]:
        order = np.argsort(-scores, kind="stable")[: max(k, 1)]
        return [int(i) for i in order if scores[i] >= FLOOR]

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
        ranked = [(float(scores[i]), i, "words" if own[i] > 0 else "schema") for i in places]
        strong = places[: max(3, k // 3)]
        held = {i for _, i, _ in ranked[:k]}
        links: dict[int, list[int]] = defaultdict(list)
        for i in strong:
            for other in self._neighbours[i]:
                links[other].append(i)
        for other, ends in links.items():
            if len(ends) >= 2 and other not in held and other in places:
                bridge = BRIDGE_SHARE * min(float(scores[end]) for end in ends)
                ranked.append((max(bridge, float(scores[other])), other, "join"))
        found: dict[int, tuple[float, str]] = {}
        for score, i, why in ranked:
            if score > found.get(i, (0.0, ""))[0]:
                found[i] = (score, why)
        best = sorted(found.items(), key=lambda pair: -pair[1][0])[:k]
        return [RankedTable(self._tables[i], score, why) for i, (score, why) in best]


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


def sees_table(rights: Rights, table: Table) -> bool:
    """Tell whether these rights open a table."""
    return sees(rights, table.full_name)


def sees(rights: Rights, name: str) -> bool:
    """Tell whether these rights open the table of this full name."""
    lowered = name.lower()
    opened = any(fnmatchcase(lowered, pattern) for pattern in rights.tables)
    return opened and not any(fnmatchcase(lowered, pattern) for pattern in rights.denied_tables)


def visible_columns(rights: Rights, table: Table) -> Table:
    """Return the table without the columns these rights close or hide."""
    closed = [*rights.denied_columns, *(name for name, mask in rights.masks.items() if mask == "hide")]
    if not closed:
        return table
    kept = tuple(
        column
        for column in table.columns
        if not any(fnmatchcase(f"{table.full_name}.{column.name}".lower(), pattern) for pattern in closed)
    )
    return Table(
        table.schema, table.name, kept, table.comment, table.primary_key, table.foreign_keys, table.is_view
    )
