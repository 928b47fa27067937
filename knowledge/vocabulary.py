"""What words of a question mean: the lexicon's groups, joined with a connection's schema and taught terms."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from database.schema import Column, Schema, Table
from knowledge.items import KnowledgeItem
from language.lists import words_in
from language.units import key_of

WordKind = Literal["function", "mark", "grain", "measure", "entity", "word", "phrase", "weak", "counter"]
Units = tuple[str, ...]
NUMERIC = re.compile(r"int|numeric|decimal|double|float|real|money|number", re.IGNORECASE)
# What a comment says of rows without a value, which is no name: null = still open, 空表示未关闭.
OF_EMPTY = re.compile(
    r"\s*(?:(?:null|empty|blank)\s*(?:values?\s+)?(?:=|＝|:|：|-|means?\b|is\b|if\b|when\b|while\b|until\b|for\b)"
    r"|(?:为?空值?|NULL)\s*(?:=|＝|:|：|表示|代表|即|为|是|则))",
    re.IGNORECASE,
)
HEAD = re.compile(r"^[^：:（(，,。;；、\n]+")
DATED = re.compile(r"date|time", re.IGNORECASE)
BY_TIME = re.compile(
    r"^(?:每?[日周月年]度?|daily|weekly|monthly|yearly|hourly)|(?:daily|monthly)$", re.IGNORECASE
)
COUNTED = re.compile(
    r"\b(?:count|number|quantity|qty)\b|（[辆笔次个人家件台条位]）|\([辆笔次个人家件台条位]\)"
)
IDENTIFYING = re.compile(r"(编号|名称|英文名|中文名|姓名|代码|主键|id|name|code|no)$", re.IGNORECASE)
MOST_HEAD_UNITS = 12


@dataclass(frozen=True)
class Word:
    """What one wording stands for: `tokens` are equal for all wordings of the same thing."""

    kind: WordKind
    tokens: tuple[str, ...]


class Vocabulary:
    """Wordings by their units; later additions come before earlier ones."""

    def __init__(self) -> None:
        self.words: dict[Units, Word] = {}
        self.lengths: dict[str, tuple[int, ...]] = {}
        self.kinds: dict[str, WordKind] = {}
        self.tables: dict[str, str] = {}  # schema.table → the token its rows are called by
        self.countable: set[str] = set()  # measures that are numbers of things: how many means how much
        self.good: dict[str, str] = {}  # which way a measure is said to be better, high or low

    def copy(self) -> "Vocabulary":
        """Return one that can be added to without changing this."""
        other = Vocabulary()
        other.words, other.lengths = dict(self.words), dict(self.lengths)
        other.kinds, other.tables = dict(self.kinds), dict(self.tables)
        other.countable = set(self.countable)
        other.good = dict(self.good)
        return other

    def add(self, wording: str, word: Word, *, over: bool = True) -> None:
        """Let a wording stand for a word; `over` replaces what it stood for."""
        key = key_of(wording)
        if not key or (not over and key in self.words):
            return
        self.words[key] = word
        known = self.lengths.get(key[0], ())
        if len(key) not in known:
            self.lengths[key[0]] = tuple(sorted((*known, len(key)), reverse=True))
        if word.kind not in ("function", "phrase", "weak"):
            for token in word.tokens:
                self.kinds.setdefault(token, word.kind)

    def get(self, wording: str) -> Word | None:
        """Return what a wording stands for."""
        return self.words.get(key_of(wording))

    def kind_of(self, token: str) -> WordKind:
        """Return what kind of thing a token is."""
        return self.kinds.get(token, "word")

    def extended(self, schema: Schema | None = None, terms: Iterable[KnowledgeItem] = ()) -> "Vocabulary":
        """Return this with the names of a schema and with taught terms."""
        other = self.copy()
        for table in schema.tables if schema else ():
            other._add_table(table, schema or Schema())
        for table in schema.tables if schema else ():
            for column in table.columns:
                other._add_column(table, column)
        for item in terms:
            if item.kind == "term":
                other._add_term([item.title, *(str(one) for one in item.payload.get("synonyms", ()))])
        return other

    def add_group(self, wordings: Sequence[str], kind: WordKind, *, over: bool = False) -> Word:
        """Let all wordings mean the same: what the first known one means, or a new thing."""
        wordings = [wording for wording in wordings if key_of(wording)]
        known = (self.get(wording) for wording in wordings)
        word = next((one for one in known if one and one.kind not in ("function", "mark")), None)
        word = word or Word(kind, (" ".join(key_of(wordings[0])),))
        for wording in wordings:
            self.add(wording, word, over=over)
        return word

    def _add_term(self, wordings: list[str]) -> None:
        """Let a taught term's names mean the same; what a thing or a mark is called stays that."""
        title = self.get(wordings[0])
        if title and title.kind in ("mark", "function"):
            for wording in wordings:
                self.add(wording, title, over=False)
            return
        known = [self.get(wording) for wording in wordings]
        taken = [one is not None and one.kind in ("entity", "mark", "grain") for one in known[1:]]
        free = [wording for wording, kept in zip(wordings[1:], taken, strict=True) if not kept]
        self.add_group([wordings[0], *free], "measure", over=True)

    def _add_table(self, table: Table, schema: Schema) -> None:
        name = table.name.replace("_", " ")
        wordings = [one for one in (_head(table.comment), name) if one and not BY_TIME.search(one)]
        last = key_of(name)[-1:]
        owners = [t for t in schema.tables if key_of(t.name.replace("_", " "))[-1:] == last]
        fields = any(column.name == last[0] for t in schema.tables for column in t.columns) if last else True
        if len(owners) == 1 and not fields and not any(self.get(wording) for wording in wordings):
            word = self.words.get(last)
            if word and word.kind == "entity":
                wordings = [*wordings, last[0]]
        if wordings:
            self.tables[table.full_name] = self.add_group(wordings, "entity").tokens[0]

    def _add_column(self, table: Table, column: Column) -> None:
        head, name = _head(column.comment), column.name.replace("_", " ")
        if DATED.search(column.type) or IDENTIFYING.search(head) or IDENTIFYING.search(column.name):
            return
        kind: WordKind = "measure" if NUMERIC.search(column.type) and not _coded(column) else "entity"
        wordings = [head] if head else []
        if len(key_of(name)) > 1 and self.get(name) is None:
            wordings.append(name)
        if wordings:
            word = self.add_group(wordings, kind)
            if kind == "measure" and (COUNTED.search(name) or COUNTED.search(column.comment)):
                self.countable.update(word.tokens)


def name_in(comment: str) -> str:
    """Return what a comment begins with as a name; what it says of rows without a value is none."""
    match = HEAD.match(comment.strip())
    return match.group().strip() if match and not OF_EMPTY.match(comment) else ""


def _head(comment: str) -> str:
    head = name_in(comment)
    return head if len(key_of(head)) <= MOST_HEAD_UNITS else ""


def _coded(column: Column) -> bool:
    return bool(re.search(r"[：:].*\d", column.comment))


@lru_cache(maxsize=1)
def lexicon() -> dict[str, Any]:
    """Return the words of questions as the lexicon groups them."""
    return words_in("questions")


@lru_cache(maxsize=1)
def general_vocabulary() -> Vocabulary:
    """Return the vocabulary of the lexicon alone; do not add to it, add to its copy."""
    data, found = lexicon(), Vocabulary()
    for line in data["function"]:
        for wording in line.split():
            found.add(wording.replace("-", " "), Word("function", ()))
    for wording in data["counters"]:
        found.add(wording, Word("counter", ()))
    _add_groups(found, data["grains"], "grain")
    _add_groups(found, data["measures"], "measure")
    _add_groups(found, data["entities"], "entity")
    _add_groups(found, data["words"], "word")
    _add_groups(found, data["marks"], "mark")
    for token, wordings in data["weak"].items():
        for wording in wordings:
            found.add(wording, Word("weak", (token,)))
    for wording, tokens in data["phrases"].items():
        found.add(str(wording), Word("phrase", tuple(tokens)))
    return found


def _add_groups(vocabulary: Vocabulary, groups: Mapping[str, Sequence[Any]], kind: WordKind) -> None:
    for token, wordings in groups.items():
        for wording in wordings:
            vocabulary.add(str(wording), Word(kind, (str(token),)))
