"""One published version in memory: what one question is linked to, without touching the database."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import cached_property, lru_cache

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from config.wording import language_of
from database.rights import Rights
from database.schema import Schema, Table
from knowledge.embeddings import Embedding
from knowledge.few_shot import Candidate, choose
from knowledge.glossary import Glossary, synonyms
from knowledge.index import KnowledgeIndex
from knowledge.inferred import Keys
from knowledge.items import Example, KnowledgeItem, LinkedDocument, LinkedValue
from knowledge.measured import MeasuredNames
from knowledge.rejected import without_rejected
from knowledge.retrieval import RankedTable, TableLinker
from knowledge.sight import DEFAULT_SCHEMAS, closed_columns, sees
from knowledge.stored import StoreHit, item_of
from knowledge.tables import table_from, with_named_keys

EXAMPLE_SHARE = 0.5  # what a near example adds to the tables its SQL reads
DOCUMENT_SHARE = 0.25
MEASURED_SHARE = 0.5  # what the name of a metric or dimension adds to the tables it stands on
BESIDE_SHARE = 0.1  # what a value adds to tables that a key joins to its own
STRONGEST = 5
LIKELIEST = 5
TABLES_BOOSTED_BY = 3
EXAMPLES_SEEN = 24
NEAR_TABLES = 40


@dataclass(frozen=True)
class Links:
    """What one question is near to, before the token budget.

    `tables` are ranked, and with `complete` all this person may see. `likeliest` names those that more than
    their schema speaks for. `strong` come before all others where
    not all fit: what the question names, the best ranked, and what joins these. `beside` are joined to them.
    With `by_words` nothing was looked for by meaning: the question's vector was late or there are none yet.
    """

    tables: list[RankedTable]
    examples: list[Example]
    documents: list[LinkedDocument]
    best_score: float
    likeliest: tuple[str, ...] = ()
    strong: tuple[Table, ...] = ()
    beside: tuple[Table, ...] = ()
    complete: bool = False
    by_words: bool = False


@dataclass(frozen=True)
class Wanted:
    """How much of each is wanted, and what is known beside the question's own words.

    `boosts` adds to tables by full name (values found in them), `terms` are further words (dates) with what
    each counts. `needed` are tables that must be written out, by any name somebody calls them; `keys` are
    those nobody declared; `masked` the values and periods of the question, which say nothing of its shape.
    Without `vectors` words alone are compared, in memory.
    """

    tables: int
    examples: int
    least_similarity: float
    boosts: Mapping[str, float] = field(default_factory=dict)
    terms: Mapping[str, float] = field(default_factory=dict)
    needed: tuple[str, ...] = ()
    keys: Keys = field(default_factory=dict)
    masked: tuple[str, ...] = ()
    vectors: bool = True


class Snapshot:
    """One version of one connection's knowledge; read-only and shared by all questions."""

    def __init__(
        self, version: int, items: Sequence[KnowledgeItem], index: KnowledgeIndex, embedding: Embedding
    ) -> None:
        self.version = version
        items = without_rejected(items)
        self.items = {item.id: _light(item) for item in items}
        self.pairs = [item for item in items if item.kind == "pair"]
        self._index = index
        self._floor = embedding.floor
        self._document_floor = embedding.document_floor
        self._table_floor = embedding.table_floor
        self._share = embedding.share
        self._reserved = embedding.reserved
        self._glossary = Glossary([item for item in items if item.kind == "term"])
        self._measured = MeasuredNames(items)
        taught = [table_from(item.payload) for item in items if item.kind == "ddl"]
        tables = with_named_keys(_taught_once(taught))
        self.linker = TableLinker(tables, self._measured.by_table)
        self._keyed: tuple[Keys, TableLinker] = ({}, self.linker)
        self._names: dict[str, list[str]] = {}
        for table in self.linker.tables:
            self._names.setdefault(table.name.lower(), []).append(table.full_name)
        self._has_documents = any(item.kind in ("documentation", "term") for item in items)

    @cached_property
    def schema(self) -> Schema:
        """Return the taught tables as a schema."""
        return Schema(tuple(self.linker.tables))

    def asked_about(self, question: str, values: Sequence[LinkedValue]) -> tuple[LinkedValue, ...]:
        """Return values without codes of tables that a question does not ask about, where it names others.

        New service areas are no new complaints, though 1 is a new complaint.
        """
        coded = [one for one in values if one.coded]
        if not coded:
            return tuple(values)
        rest = question
        for one in coded:
            rest = rest.replace(one.text, " ")
        named = {_bare(one) for one in (*self._measured.tables_apart(rest), *self._named_in(rest))}
        return tuple(one for one in values if not (one.coded and named and _bare(one.table) not in named))

    def link(self, question: str, rights: Rights, wanted: Wanted) -> Links:
        """Return what the question is near to, best first."""
        heard = wanted.vectors and self._index.hears(question)
        pairs = self._pairs_near(question, rights, wanted) if heard and wanted.examples else []
        mentions = self._glossary.mentions(question)
        documents = self._documents(question, [mention.item for mention in mentions], heard)
        near = self._near_tables(question) if heard else {}
        named = self._measured.tables(question)
        linker = self._joined_by(wanted.keys)
        beside = linker.beside(list(wanted.boosts), rights)
        boosts = self._boosts(wanted.boosts, beside, near, named, pairs, documents)
        terms = {**wanted.terms, **synonyms(mentions)}
        tables = linker.rank(question, wanted.tables, rights, terms, boosts, list(near), self._reserved)
        best = max((tables[0].score if tables else 0.0), (pairs[0].likeness if pairs else 0.0))
        strong = _strong(linker, wanted.needed, [*wanted.boosts, *named], tables, rights)
        return Links(
            tables,
            _examples(choose(question, wanted.masked, pairs, _linked_names(tables), wanted.examples)),
            documents,
            min(1.0, best),
            _likeliest(tables, {name for name, likeness in near.items() if likeness >= self._table_floor}),
            tuple(strong),
            tuple(linker.beside([table.full_name for table in strong], rights)),
            len(tables) == linker.count_open(rights),
            not heard,
        )

    def _boosts(
        self,
        given: Mapping[str, float],
        beside: Sequence[Table],
        near: Mapping[str, float],
        named: Sequence[str],
        pairs: Sequence[Candidate],
        documents: Sequence[LinkedDocument],
    ) -> dict[str, float]:
        """Return what each table is given for what is known beside the question's own words."""
        boosts: dict[str, float] = defaultdict(float, given)
        for table in beside:
            boosts[table.full_name.lower()] += BESIDE_SHARE
        for name, likeness in near.items():
            boosts[name] += self._share * likeness if likeness >= self._table_floor else 0.0
        for name in named:
            boosts[name] += MEASURED_SHARE
        for pair in pairs[:TABLES_BOOSTED_BY]:
            for name in pair.tables:
                boosts[name] = max(boosts[name], EXAMPLE_SHARE * pair.likeness)
        for document in documents:
            for name in self._named_in(document.text):
                boosts[name] = max(boosts[name], DOCUMENT_SHARE * document.score)
        return {name: share for name, share in boosts.items() if share}

    def _joined_by(self, keys: Keys) -> TableLinker:
        """Return the linker that knows these keys too; they change with a reading of the database."""
        known, linker = self._keyed
        if known != keys:
            linker = self.linker.joined_by(keys)
            self._keyed = (keys, linker)
        return linker

    def _near_tables(self, question: str) -> dict[str, float]:
        """Return the tables alike in meaning with their likeness, nearest first."""
        hits = self._index.search("ddl", question, NEAR_TABLES) if self.linker.tables else []
        found: dict[str, float] = {}
        for hit in hits:
            item = self.items.get(item_of(hit))
            if item is not None:
                found.setdefault(item.title.lower(), hit.score)
        return found

    def _pairs_near(self, question: str, rights: Rights, wanted: Wanted) -> list[Candidate]:
        """Return verified pairs near the question whose tables these rights open, nearest first."""
        least = max(wanted.least_similarity, self._floor)
        return [
            Candidate(item, round(score, 4), frozenset(map(str.lower, self._tables_of(item.content))))
            for item, score in self._near_pairs(question)
            if score >= least and self.opens_sql(rights, item.content)
        ]

    def nearest_questions(self, question: str, k: int, rights: Rights, language: str) -> list[str]:
        """Return the pairs' own questions nearest to this one, in one language; near to nothing is any."""
        found: list[str] = []
        for item, score in self._near_pairs(question, EXAMPLES_SEEN * 4):
            if len(found) == k or (question and score <= 0):
                break
            said = _said_in(language, item)
            if said and self.opens_sql(rights, item.content):
                found.append(said)
        return found

    def opens_sql(self, rights: Rights, sql: str) -> bool:
        """Tell whether these rights open every table and column a stored SQL reads."""
        used = sql_names(sql)
        if used is None:
            return False
        tables, columns = used
        for name in tables:
            known = [name] if "." in name else self._names.get(name, [name])
            if not all(sees(rights, full) for full in known):
                return False
        bare = {name.rpartition(".")[2].lower() for name in tables}
        return not any(
            any(fnmatchcase(column, closed) for column in columns)
            and any(fnmatchcase(name, of.rpartition(".")[2]) for name in bare)
            for of, closed in closed_columns(rights)
        )

    def _near_pairs(self, question: str, k: int = EXAMPLES_SEEN) -> Iterator[tuple[KnowledgeItem, float]]:
        seen: set[str] = set()
        for hit in self._index.search("sql", question, k):
            item = self.items.get(item_of(hit))
            if item is not None and item.id not in seen:
                seen.add(item.id)
                yield item, hit.score

    def _documents(
        self, question: str, mentioned: Sequence[KnowledgeItem], vectors: bool
    ) -> list[LinkedDocument]:
        found = {item.id: LinkedDocument(item.title, _term_text(item), 1.0) for item in mentioned}
        if self._has_documents and vectors:
            for hit in self._index.search("documentation", question, 8):
                self._add_document(found, hit)
        return list(found.values())

    def _add_document(self, found: dict[str, LinkedDocument], hit: StoreHit) -> None:
        item = self.items.get(item_of(hit))
        # Metrics are offered to a model by themselves, within their own room.
        if item is None or item.kind == "metric" or item.id in found:
            return
        if hit.score >= self._document_floor:
            text = _term_text(item) if item.kind == "term" else item.content
            found[item.id] = LinkedDocument(item.title, text, round(hit.score, 4))

    def _tables_of(self, sql: str) -> list[str]:
        used = sql_names(sql)
        names = used[0] if used else frozenset()
        return [full for name in names for full in ([name] if "." in name else self._names.get(name, []))]

    def _named_in(self, text: str) -> list[str]:
        words = {word.strip("`*.,;:()（）") for word in text.lower().replace(".", " ").split()}
        return [full for word in words if word in self._names for full in self._names[word]]


def _bare(name: str) -> str:
    """Return a table's name without its schema, in small letters."""
    return name.rpartition(".")[2].lower()


def _strong(
    linker: TableLinker,
    needed: Sequence[str],
    known: Sequence[str],
    ranked: Sequence[RankedTable],
    rights: Rights,
) -> list[Table]:
    """Return what must be there, what is known to be meant and the best ranked, with what joins them."""
    asked = [full for name in needed for full in linker.named(name, rights)]
    best = [found.table.full_name.lower() for found in ranked[:STRONGEST] if found.why != "rest"]
    return linker.closed_over([*asked, *known[:STRONGEST], *best], rights)


def _examples(chosen: Sequence[Candidate]) -> list[Example]:
    items = [(one.item, one.likeness) for one in chosen]
    return [Example(i.id, i.title, i.content, likeness, i.verified_by) for i, likeness in items]


def _linked_names(ranked: Sequence[RankedTable]) -> list[str]:
    """Return the tables a question is linked to, as pairs name theirs."""
    return [found.table.full_name.lower() for found in ranked[:STRONGEST]]


def _likeliest(ranked: Sequence[RankedTable], alike: Collection[str]) -> tuple[str, ...]:
    """Return the names of the best ranked that words, keys or a sure likeness speak for."""
    names = ((found, found.table.full_name) for found in ranked[:LIKELIEST])
    return tuple(name for found, name in names if found.why in ("words", "join") or name.lower() in alike)


def _light(item: KnowledgeItem) -> KnowledgeItem:
    """Leave out what the linker holds already: thousands of tables would be in memory twice."""
    return replace(item, content="", payload={}) if item.kind == "ddl" else item


def _taught_once(tables: Sequence[Table]) -> list[Table]:
    """Leave out `orders` taught from a file where `public.orders` was read from the database."""
    full = {table.full_name.lower() for table in tables}
    return [
        table
        for table in tables
        if table.schema or not any(f"{schema}.{table.name}".lower() in full for schema in DEFAULT_SCHEMAS)
    ]


def _said_in(language: str, item: KnowledgeItem) -> str:
    """Return a pair's question in a language: its own, or a wording it was given in that language."""
    if item.payload.get("language") == language:
        return item.title
    wordings = (str(text) for text in item.payload.get("variants", ()))
    return next((text for text in wordings if language_of(text) == language), "")


def _term_text(item: KnowledgeItem) -> str:
    names = ", ".join(str(name) for name in item.payload.get("synonyms", ()))
    return f"{item.title} ({names}): {item.content}" if names else f"{item.title}: {item.content}"


@lru_cache(maxsize=20_000)
def sql_names(sql: str) -> tuple[frozenset[str], frozenset[str]] | None:
    """Return the tables and columns a stored SQL names, lower case, or None where it cannot be read."""
    try:
        tree = sqlglot.parse_one(sql, dialect="postgres")
    except (SqlglotError, RecursionError):
        return None
    withs = {cte.alias.lower() for cte in tree.find_all(exp.CTE)}
    tables = {".".join(part.name for part in table.parts).lower() for table in tree.find_all(exp.Table)}
    columns = {column.name.lower() for column in tree.find_all(exp.Column)}
    if tree.find(exp.Star):
        columns.add("*")
    return frozenset(tables - withs), frozenset(columns)
