"""Which tables a question needs: fields scored apart, one schema's coherence, neighbours by foreign key."""

import re
from collections import Counter, deque
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from itertools import chain, islice

import numpy as np
import numpy.typing as npt

from database.rights import Rights
from database.schema import Table
from knowledge.called import CalledTables
from knowledge.inferred import Keys, with_inferred
from knowledge.joins import Joins
from knowledge.lexical import PHRASE, Field, FieldIndex, Floats, joined_pairs, question_terms
from knowledge.sight import sees
from language.words import content_terms, terms, weak_words

FIELDS: Mapping[str, Field] = {
    "schema": Field(1.0, 0.0),
    "name": Field(2.5, 0.5),
    "columns": Field(1.0, 0.6),
    "comment": Field(0.8, 0.6),
    "notes": Field(0.4, 0.6),  # columns' comments and the rest of a table's: long ones drown the names
    "taught": Field(0.6, 0.8),
}
# Chosen on four public pools of 460 to 6,200 tables; between 1.2 and 2.5 recall moves by a hundredth.
SCHEMA_SHARE = 1.6  # what a schema's coverage of the question adds to each of its tables
SCHEMA_TABLES = 2
SCHEMA_SIZE_COST = 0.2
MOST_JOINS = 3
MOST_CLOSED = 6  # tables whose pairs are joined: each pair is a walk over the keys
MOST_RIGHTS_KEPT = 50
WHOLE_NAME = 0.2  # of a perfect score, for a table whose name is all the question says
WEAK = 0.4  # words that ask for a computation
FULL_MARKS = 2.2 * (1 + SCHEMA_SHARE)  # brings a table that says everything to about 1
MOST_OF_A_FAMILY = 5
FAMILY_LOOKAHEAD = 4
LONGEST_SAID = 40  # characters of a comment that are indexed
MOST_SAID = 4  # words
ALIKE = 0.75  # how much of a misspelt name is right
MOST_NAMESAKES = 3
BRIDGED_WITHIN = 10  # places of the ranking whose last ones tables take that join the strongest
OF_EACH = 10  # places, of which an embedding has some reserved

Booleans = npt.NDArray[np.bool_]
_CLAUSE = re.compile(r"[:：,，;；。(（\n]")
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True)
class RankedTable:
    """A table with its score between 0 and about 1, and why."""

    table: Table
    score: float
    why: str


class TableLinker:
    """Ranks the tables of one knowledge version for questions; read-only once built."""

    def __init__(
        self,
        tables: Sequence[Table],
        taught: Mapping[str, Sequence[str]] | None = None,
        index: FieldIndex | None = None,
    ) -> None:
        """`taught` are further names by lower-case name of a table; `index` is one built for these."""
        self._tables = sorted(tables, key=lambda table: (table.schema, table.name))
        self._place = {table.full_name.lower(): place for place, table in enumerate(self._tables)}
        self._bare = {table.name.lower(): place for place, table in enumerate(self._tables)}
        self.index = index or FieldIndex.build(_documents(self._tables, taught or {}), FIELDS)
        schemas = [table.schema for table in self._tables]
        self._starts = [i for i, name in enumerate(schemas) if i == 0 or name != schemas[i - 1]]
        sizes = np.diff([*self._starts, len(schemas)])
        self._schema_of = np.repeat(np.arange(len(self._starts)), sizes)
        self._schema_cost = (1 + SCHEMA_SIZE_COST * np.log(np.maximum(sizes, 1))).astype(np.float32)
        self._opened_by: dict[str, Booleans] = {}
        self._joins = Joins(self._tables)
        self._called = CalledTables([_names(table) for table in self._tables])
        self._family = [_family(table) for table in self._tables]

    @property
    def tables(self) -> list[Table]:
        """Return every table, by schema and name."""
        return self._tables

    def joined_by(self, keys: Keys) -> "TableLinker":
        """Return this linker with keys that nobody declared beside the declared ones."""
        other = copy(self)
        other._tables = with_inferred(self._tables, keys)
        other._joins = Joins(other._tables)
        return other

    def rank(
        self,
        question: str,
        k: int,
        rights: Rights | None = None,
        synonyms: Mapping[str, float] | None = None,
        boosts: Mapping[str, float] | None = None,
        near: Sequence[str] = (),
        reserved: Sequence[int] = (),
    ) -> list[RankedTable]:
        """Return the best k open tables; those that nothing speaks for come last, in their stable order.

        `synonyms` are further terms (from taught terms) with what each counts; `boosts` adds to tables by
        full name (from documentation and examples that use them), as shares of a perfect score. `near` are
        full names of tables alike in meaning, nearest first, which take the `reserved` places of each ten.
        """
        if not self._tables:
            return []
        own, scores = self._scores(question, synonyms or {}, boosts or {})
        opened = self._opened(rights)
        scores = np.where(opened, scores, np.float32(0))
        alike = [place for name in near if (place := self._find(name)) is not None and opened[place]]
        spoken = self._best(scores, k)
        bridges = self._bridges(spoken[: min(k, BRIDGED_WITHIN)], opened)
        order = interleaved(_put_within(spoken, bridges, min(k, BRIDGED_WITHIN)), alike, reserved)
        held = set(order)
        rest = (int(place) for place in np.flatnonzero(opened) if int(place) not in held)
        why = {place: "words" if own[place] > 0 else "schema" for place in spoken}
        why = {**dict.fromkeys(alike, "meaning"), **why, **dict.fromkeys(bridges, "join")}
        return [
            RankedTable(self._tables[place], float(scores[place]), why.get(place, "rest"))
            for place in islice(chain(order, rest), k)
        ]

    def _scores(
        self, question: str, synonyms: Mapping[str, float], boosts: Mapping[str, float]
    ) -> tuple[Floats, Floats]:
        """Return what each table's own words and boosts say, and that with its schema's share."""
        own = np.zeros(len(self._tables), dtype=np.float32)
        scores = own.copy()
        weighted, possible = self._question(question, synonyms)
        if weighted:
            said = self.index.contributions(weighted)
            own = said.sum(axis=0) / possible
            scores = own + SCHEMA_SHARE * self._schema_coverage(said)[self._schema_of] / possible
            asked = question_terms(question)[0]
            for called, size in self._called.said(asked).items():
                scores[called] += WHOLE_NAME * size / len(asked)
        for name, share in boosts.items():
            place = self._find(name.lower())
            if place is not None:
                scores[place] += share
                own[place] += share
        return own, scores

    def _question(
        self, question: str, synonyms: Mapping[str, float]
    ) -> tuple[list[Mapping[str, float]], float]:
        single, pairs = question_terms(question)
        weak = weak_words()
        parts = {term: WEAK if term in weak else 1.0 for term in single}
        possible = sum(part * max(self.index.idf(t), self.index.rarest / 2) for t, part in parts.items())
        weighted: list[Mapping[str, float]] = [
            {other: weight * part for other, weight in self.index.expand(term).items()}
            for term, part in (*parts.items(), *synonyms.items())
        ]
        weighted += [{pair: PHRASE} for pair in pairs if self.index.idf(pair)]
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

    def closed_over(self, names: Sequence[str], rights: Rights) -> list[Table]:
        """Return the open tables of these names, then those on the shortest join paths between them."""
        opened = self._opened(rights)
        found = (self._find(name) for name in names)
        places = list(dict.fromkeys(place for place in found if place is not None and opened[place]))
        between = [place for place in self._between(places[:MOST_CLOSED], opened) if place not in places]
        return [self._tables[place] for place in (*places, *between)]

    def beside(self, names: Sequence[str], rights: Rights) -> list[Table]:
        """Return the open tables that a key joins to these."""
        opened = self._opened(rights)
        found = (place for name in names if (place := self._find(name)) is not None)
        joined = dict.fromkeys(other for place in found for other in sorted(self._joins.beside(place)))
        return [self._tables[place] for place in joined if opened[place]]

    def named(self, name: str, rights: Rights) -> list[str]:
        """Return the open tables somebody calls so: by full or bare name, else by one that is spelt alike."""
        opened = self._opened(rights)
        names = {place: table.full_name.lower() for place, table in enumerate(self._tables) if opened[place]}
        bare = name.lower().strip().rpartition(".")[2]
        exact = [full for full in names.values() if full == name.lower().strip()]
        alike = exact or [full for full in names.values() if full.rpartition(".")[2] == bare]
        if alike:
            return alike[:MOST_NAMESAKES]
        near = get_close_matches(
            bare, [full.rpartition(".")[2] for full in names.values()], n=1, cutoff=ALIKE
        )
        return [full for full in names.values() if full.rpartition(".")[2] in near][:MOST_NAMESAKES]

    def _between(self, places: Sequence[int], opened: Booleans) -> list[int]:
        return self._joins.between(places, lambda place: bool(opened[place]))

    def count_open(self, rights: Rights | None) -> int:
        """Return how many tables these rights open."""
        return int(self._opened(rights).sum())

    def _opened(self, rights: Rights | None) -> Booleans:
        if rights is None:
            return np.ones(len(self._tables), dtype=np.bool_)
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
        return self._one_by_family([int(i) for i in order if scores[i] > 0])[:k]

    def _one_by_family(self, places: list[int]) -> list[int]:
        """Put the third and further table of a family (one a day, one a year) behind all others."""
        seen: Counter[str] = Counter()
        first: list[int] = []
        later: list[int] = []
        for place in places:
            seen[self._family[place]] += 1
            (first if seen[self._family[place]] <= MOST_OF_A_FAMILY else later).append(place)
        return first + later

    def _bridges(self, first: Sequence[int], opened: Booleans) -> list[int]:
        """Return tables that join the strongest of the first and are not among these themselves."""
        between = self._between(first[: max(3, len(first) // 3)], opened)
        return [place for place in between if place not in first][:MOST_JOINS]


def interleaved(spoken: Sequence[int], alike: Sequence[int], reserved: Sequence[int]) -> list[int]:
    """Return the places that words speak for, with those alike in meaning at the reserved places of each ten.

    Where words speak for no more, the rest of the alike follow.

    >>> interleaved([1, 2, 3, 4], [2, 9, 8], (3,))
    [1, 2, 9, 3, 4, 8]
    """
    order: dict[int, None] = {}
    words, meaning = deque(spoken), deque(alike)
    while words or meaning:
        kept = (len(order) % OF_EACH) + 1 in reserved
        queue = meaning if (kept and meaning) or not words else words
        order.setdefault(queue.popleft())
    return list(order)


def _put_within(places: Sequence[int], others: Sequence[int], first: int) -> list[int]:
    """Return the places with the others at the end of the first so many."""
    kept = [place for place in places if place not in others]
    return [*kept[: first - len(others)], *others, *kept[first - len(others) :]]


def _family(table: Table) -> str:
    """Return the same text for tables that differ in the digits of their names only."""
    return f"{table.schema}.{_DIGITS.sub('#', table.name)}"


def _names(table: Table) -> set[frozenset[str]]:
    """Return a table's name and what its comment calls it, as terms."""
    return {frozenset(content_terms(text)) for text in (table.name, called(table.comment))}


def _documents(tables: Sequence[Table], taught: Mapping[str, Sequence[str]]) -> list[dict[str, list[str]]]:
    """Return each table's terms by field; a text that many tables share is taken apart once."""
    words = cache(_words)
    said = cache(lambda comment: _words(called(comment)))
    more = cache(lambda comment: _words(_cut(comment.removeprefix(_clause(comment)))))
    return [
        {
            "schema": words(table.schema),
            "name": words(table.name),
            "columns": [term for column in table.columns for term in words(column.name)],
            "comment": said(table.comment),
            "notes": more(table.comment)
            + [term for column in table.columns if column.comment for term in said(column.comment)],
            "taught": [term for name in _taught_names(table, taught) for term in words(name)],
        }
        for table in tables
    ]


def _taught_names(table: Table, taught: Mapping[str, Sequence[str]]) -> list[str]:
    """Return a table's taught names, under its full name or its bare one."""
    keys = dict.fromkeys((table.full_name.lower(), table.name.lower()))
    return [name for key in keys for name in taught.get(key, ())]


def called(comment: str) -> str:
    """Return what a comment begins with: a name or a short sentence; what follows is about anything."""
    return _cut(_clause(comment))


def _clause(comment: str) -> str:
    return _CLAUSE.split(comment, maxsplit=1)[0]


def _cut(text: str) -> str:
    return " ".join(text[:LONGEST_SAID].split()[:MOST_SAID])


def _words(text: str) -> list[str]:
    return terms(text) + joined_pairs(text)
