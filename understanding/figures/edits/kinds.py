"""Words that mean something only of the figures before: a noun for a kind of theirs, monthly as a unit."""

from collections.abc import Iterator, Mapping, Sequence

from knowledge.metrics import Catalog
from knowledge.vocabulary import general_vocabulary
from query.metric_query import MetricQuery
from understanding.chart.spans import Key, Span
from understanding.figures.leaves import Question
from understanding.figures.own_kinds import NAMED, kind_span, kinds_of
from understanding.figures.sentence import NoReading, Sentence, replaced
from understanding.figures.things import Kind
from understanding.metric.vocabulary import metric_words, read_key
from understanding.words.about import asks_of_what

LONGEST = 4
READ_ALREADY = frozenset(["kind", "figure", "weak", "member", "grain", "unit", "period", "cut"])
GUESSED = "alike"  # the rule of a kind that is called otherwise: category for type
SAYING_NO_MORE = (*NAMED, "empty", "and", "first")


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


def of_kinds_asked(sentence: Sentence, before: MetricQuery) -> Sentence:
    """Return a message that asks what the things shown are as one that splits their number by their kind.

    Raise NoReading where they have no kind of their own, or several, or are told apart already.
    """
    if not _asks(sentence, before):
        return sentence
    plain = MetricQuery(before.metrics, windows=before.windows, filters=before.filters)
    kinds = kinds_of(before.metrics[0], sentence.catalog)
    free = [name for name in kinds if name not in before.cuts]
    if len(free) != 1 or before.key != plain.key:
        raise NoReading
    spans = sentence.covering.spans
    return replaced(sentence, spans, kind_span(spans[0], free[0], sentence))


def _asks(sentence: Sentence, before: MetricQuery) -> bool:
    """Tell whether nothing is asked but what the things of the figure before are."""
    spans, words = sentence.covering.spans, metric_words()
    figures = {one.value.metric for one in sentence.of(*NAMED)}
    if not all(one.type in SAYING_NO_MORE for one in spans) or not figures <= {*before.metrics[:1]}:
        return False
    asks = {*map(str, words["asks_kind"])}
    asked = any({str(one.value), *str(one.value).split()} & asks for one in sentence.of("empty"))
    main = [one.value.text in words["main"] for one in sentence.of("first")]
    if main:
        return all(main) and asked
    return asks_of_what(sentence.question.text) or (asked and bool(figures))
