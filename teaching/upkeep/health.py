"""What is wrong with stored knowledge, as pure rules over what is known of it."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, get_args

from knowledge.items import Kind, KnowledgeItem
from knowledge.rejected import is_rejected, sql_shape

Rule = Literal[
    "stale",
    "failing",
    "contradictory",
    "rejected",
    "other_time",
    "unread_wording",
    "unlisted_values",
    "duplicate",
    "table_gone",
    "no_definition",
    "never_retrieved",
    "unused_table",
]
RULES: tuple[Rule, ...] = get_args(Rule)
BROKEN: frozenset[Rule] = frozenset(("stale", "failing", "contradictory", "rejected"))
STALE = frozenset(
    ("table_unknown", "column_unknown", "metric_table_unknown", "metric_column_unknown", "sql_table_closed")
)

_BETWEEN = re.compile(r"[\W_]+")


@dataclass(frozen=True)
class Finding:
    """One thing to mend: an item, what is wrong, and the other item it is wrong with, if any."""

    rule: Rule
    id: str
    kind: Kind
    title: str
    code: str = ""
    params: Mapping[str, Any] = field(default_factory=dict)
    detail: str = ""
    other_id: str = ""
    other_title: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON types."""
        return asdict(self)


@dataclass(frozen=True)
class Problem:
    """Why a pair or metric does not hold today: an error's code, its parameters, the database's words."""

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)
    detail: str = ""


@dataclass(frozen=True)
class Facts:
    """What the rules judge by; `live` is None where the schema was not read.

    `same_rows` tells of pairs that were run against each other; `waited` holds items that enough questions
    were asked since; `times` are wrong times of pairs, `unread` their wordings that no question is read as,
    `unlisted` the codes that definitions leave out.
    """

    items: Sequence[KnowledgeItem]
    problems: Mapping[str, Problem] = field(default_factory=dict)
    same_rows: Mapping[frozenset[str], bool] = field(default_factory=dict)
    live: Collection[str] | None = None
    used: Collection[tuple[str, str]] = ()
    waited: Collection[str] = ()
    times: Mapping[str, Problem] = field(default_factory=dict)
    unlisted: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    unread: Mapping[str, Sequence[Problem]] = field(default_factory=dict)


def findings(facts: Facts) -> list[Finding]:
    """Return everything wrong, the worst first."""
    found = [
        *_broken(facts),
        *_clashing(facts),
        *_rejected(facts.items),
        *_noted(facts),
        *_gone(facts),
        *_undefined(facts.items),
        *_unused(facts),
    ]
    return sorted(found, key=lambda one: (RULES.index(one.rule), one.kind, one.title, one.id, one.other_id))


def question_key(text: str) -> str:
    """Return a question without what two ways of typing it differ in: width, case, spaces, punctuation."""
    return _BETWEEN.sub("", unicodedata.normalize("NFKC", text).lower())


def clashing(items: Iterable[KnowledgeItem]) -> Iterator[tuple[KnowledgeItem, KnowledgeItem]]:
    """Yield each two pairs that answer the same question, in any of their wordings."""
    asked: dict[str, dict[str, KnowledgeItem]] = defaultdict(dict)
    for item in items:
        if item.kind == "pair":
            for question in (item.title, *map(str, item.payload.get("variants", ()))):
                asked[question_key(question)].setdefault(item.id, item)
    seen: set[frozenset[str]] = set()
    for same in asked.values():
        first, *others = same.values()
        for other in others:
            both = frozenset((first.id, other.id))
            if both not in seen:
                seen.add(both)
                yield first, other


def _finding(rule: Rule, item: KnowledgeItem, **more: Any) -> Finding:
    return Finding(rule, item.id, item.kind, item.title, **more)


def _broken(facts: Facts) -> Iterator[Finding]:
    for item in facts.items:
        problem = facts.problems.get(item.id)
        if problem is not None:
            rule: Rule = "stale" if problem.code in STALE else "failing"
            yield _finding(rule, item, code=problem.code, params=problem.params, detail=problem.detail)


def _clashing(facts: Facts) -> Iterator[Finding]:
    for first, other in clashing(facts.items):
        same = facts.same_rows.get(frozenset((first.id, other.id)))
        alike = sql_shape(first.content) == sql_shape(other.content) or same is True
        rule: Rule = "duplicate" if alike else "contradictory"
        yield _finding(rule, other, other_id=first.id, other_title=first.title)


def _rejected(items: Sequence[KnowledgeItem]) -> Iterator[Finding]:
    rejected = [item for item in items if item.kind == "rejected"]
    for item in items:
        if item.kind == "pair" and rejected:
            against = next((one for one in rejected if is_rejected(item, [one])), None)
            if against is not None:
                reason = str(against.payload.get("reason") or "")
                yield _finding(
                    "rejected", item, other_id=against.id, other_title=against.title, detail=reason
                )


def _noted(facts: Facts) -> Iterator[Finding]:
    for item in facts.items:
        if problem := facts.times.get(item.id):
            yield _finding("other_time", item, code=problem.code, params=problem.params)
        for one in facts.unread.get(item.id, ()):
            yield _finding("unread_wording", item, code=one.code, params=one.params)
        if params := facts.unlisted.get(item.id):
            yield _finding("unlisted_values", item, code="values_unlisted", params=params)


def _gone(facts: Facts) -> Iterator[Finding]:
    if facts.live is None:
        return
    live = {name.lower() for name in facts.live}
    bare = {name.rpartition(".")[2] for name in live}
    for item in facts.items:
        name = item.title.lower()
        if item.kind == "ddl" and name not in live and ("." in name or name not in bare):
            yield _finding("table_gone", item)


def _undefined(items: Sequence[KnowledgeItem]) -> Iterator[Finding]:
    for item in items:
        if item.kind != "term":
            continue
        names = {question_key(str(name)) for name in (item.title, *item.payload.get("synonyms", ()))}
        if question_key(item.content) in names | {""}:
            yield _finding("no_definition", item)


def _unused(facts: Facts) -> Iterator[Finding]:
    told = ("expression", "column", "table")
    texts = [
        " ".join([item.content, *(str(item.payload.get(name, "")) for name in told)])
        for item in facts.items
        if item.kind in ("pair", "term", "metric")
    ]
    words = set(re.split(r"\W+", " ".join(texts).lower()))
    for item in facts.items:
        if item.id not in facts.waited or item.kind in ("metric", "rejected"):
            continue
        about = {"ddl": "table", "pair": "pair"}.get(item.kind, "document")
        if (about, item.title.lower()) in facts.used:
            continue
        if item.kind != "ddl":
            yield _finding("never_retrieved", item)
        elif item.title.lower().rpartition(".")[2] not in words:
            yield _finding("unused_table", item)
