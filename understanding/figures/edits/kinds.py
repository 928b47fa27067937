"""Words that mean something only of the figures before: a noun for a kind of theirs, monthly as a unit."""

from collections.abc import Iterator, Mapping, Sequence

from knowledge.metrics import Catalog
from knowledge.vocabulary import general_vocabulary
from understanding.chart.spans import Key, Span
from understanding.figures.leaves import Question
from understanding.figures.things import Kind
from understanding.metric.vocabulary import metric_words, read_key

LONGEST = 4
READ_ALREADY = frozenset(["kind", "figure", "weak", "member", "grain", "unit", "period", "cut"])
GUESSED = "alike"  # the rule of a kind that is called otherwise: category for type


def of_figures(
    leaves: Sequence[Span], question: Question, catalog: Catalog, metrics: Sequence[str]
) -> Iterator[Span]:
    """Yield the leaves as they are meant after these figures, with kinds that nouns name of their rows."""
    sources = (one for name in metrics for one in catalog.sources(name))
    tables = {catalog.full(one.table) for one in sources}
    units = {
        (one.start, one.end)
        for one in leaves
        if (word := general_vocabulary().words.get(question.keys[one.start : one.end]))
        and word.kind == "grain"
    }
    for one in leaves:
        if one.type != "member" or (one.start, one.end) not in units or one.value.table in tables:
            yield one  # monthly is by month, but of what has passes called so
    met = [one for one in leaves if one.type != "kind" or _is_met(one.value, catalog, metrics)]
    if len(tables) == 1:
        yield from _kinds(met, question, catalog, tables.pop())


def _is_met(kind: Kind, catalog: Catalog, metrics: Sequence[str]) -> bool:
    return all(catalog.cuts(name, kind.dimension) for name in metrics)


def _kinds(leaves: Sequence[Span], question: Question, catalog: Catalog, table: str) -> Iterator[Span]:
    taken = {at for one in leaves if one.type in READ_ALREADY for at in range(one.start, one.end)}
    asked = {at for one in leaves if one.type == "why" for at in range(one.start, one.end)}
    behind_by = {one.end for one in leaves if one.type == "per"}
    named = _names_of(table, catalog)
    for start in range(len(question.keys)):
        for end in range(start + 1, min(start + LONGEST, len(question.keys)) + 1):
            places = {*range(start, end)}
            if taken & places or (asked & places and start not in behind_by):
                continue
            key = question.keys[start:end]
            exact = _ending(named, (key,))
            for name in exact or _ending(named, _alike(key)):
                keyed = bool(catalog.dimensions[name].key)
                yield Span(start, end, "kind", Kind(name, table, keyed), "kinds" if exact else GUESSED)


def _names_of(table: str, catalog: Catalog) -> dict[str, list[Key]]:
    """Return what the dimensions of a table's own rows are called."""
    return {
        name: [read_key(wording) for wording in one.wordings]
        for name, one in catalog.dimensions.items()
        if catalog.is_own(one, [table])
    }


def _alike(key: Key) -> tuple[Key, ...]:
    """Return the names of kinds that mean the same as one: category, type."""
    groups = (tuple(read_key(str(one)) for one in line) for line in metric_words()["alike_kinds"])
    return next((one for one in groups if key in one), ())


def _ending(named: Mapping[str, Sequence[Key]], ends: Sequence[Key]) -> list[str]:
    """Return the dimensions whose names end so."""
    return [
        name for name, keys in named.items() if any(key[-len(end) :] == end for key in keys for end in ends)
    ]
