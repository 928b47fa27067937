"""A figure of what another one beside it names: stat samples' on-time rate, 收入目标完成率, are one each."""

from itertools import pairwise

from knowledge.definitions.kept import only_leaves_out
from knowledge.metrics import Catalog, Metric
from language.words import is_han
from understanding.chart.spans import Span
from understanding.figures.sentence import Sentence, replaced
from understanding.figures.things import Figure, Thing
from understanding.figures.whole_names import KEPT

NAMED = ("figure", "thing")
ASKING = ("count", "some", "how_many", "and", "or", "to", "between", "share", "having", "limit", "state")
OF, POSSESSED = ("of", "for"), "的"


def of_what_is_named(sentence: Sentence) -> Sentence:
    """Return a sentence with one figure where the other one named only says what it is of."""
    named = sentence.outer(*NAMED)
    if len(named) != 2 or any(one not in sentence.covering.spans for one in named):
        return sentence
    told = sorted([*named, *sentence.of("keep")], key=lambda one: one.start)
    if any(sentence.pauses(left.end, right.start) for left, right in pairwise(told)):
        return sentence  # 车停多久，货车呢: of both
    first, last = named
    if first.end == last.start and _is_part(first, last) and _run_together(sentence, first, last):
        return replaced(sentence, [first])
    things = [one for one in named if _rows_of(one) and _is_kept(sentence, one)]
    if len(things) != 1 or sentence.has(*ASKING):
        return sentence
    thing = things[0]
    figure = last if thing is first else first
    joined = (
        _leads(sentence, thing, figure) and isinstance(figure.value, Figure) and not figure.value.numbered
    )
    return replaced(sentence, [thing]) if joined and _is_of(figure, thing, sentence.catalog) else sentence


def _is_part(first: Span, last: Span) -> bool:
    """Tell whether the second is a ratio of the first: what it is a part of, or what is divided."""
    part, ratio = first.value, last.value
    if not (isinstance(part, Figure) and isinstance(ratio, Figure)):
        return False
    return ratio.whole == part.metric or any(one.metric == ratio.metric for one in part.ratios)


def _run_together(sentence: Sentence, first: Span, last: Span) -> bool:
    """Tell whether two words are written as one, which only Chinese ones are."""
    written = sentence.question.written(first.start, last.end)
    return written == sentence.written(first) + sentence.written(last) and is_han(written)


def _rows_of(span: Span) -> str:
    """Return the table whose rows are counted, where a word is for these and asks not how many they are."""
    found = span.value
    if isinstance(found, Thing):
        return found.rows
    return found.rows if isinstance(found, Figure) and found.numbered and not found.asks else ""


def _is_kept(sentence: Sentence, thing: Span) -> bool:
    """Tell whether a member stands right before a word for rows: 加急样本."""
    keeps = [one for one in sentence.of("keep") if one.rule == KEPT]
    return any(one.end == thing.start for one in keeps)


def _leads(sentence: Sentence, thing: Span, figure: Span) -> bool:
    """Tell whether small words say which is of which: the rate of stat samples, 加急样本的及时率."""
    if thing.start < figure.start:
        own = figure.start == thing.end and sentence.question.owns(thing.end)
        return own or sentence.touching(figure, -1) == POSSESSED
    keep = next(one for one in sentence.of("keep") if one.end == thing.start)
    return sentence.touching(keep, -1) in OF


def _is_of(figure: Span, thing: Span, catalog: Catalog) -> bool:
    """Tell whether a figure is of the rows that a word is for, all of those that count."""
    rows, counted = _rows_of(thing), catalog.metrics[thing.value.metric]
    sources = catalog.sources(figure.value.metric)
    return bool(sources) and all(
        catalog.full(one.table) == rows and _are_all(counted, one) for one in sources
    )


def _are_all(counted: Metric, source: Metric) -> bool:
    """Tell whether what is counted is no narrower than what a figure is of: refused samples are."""
    return all(one in source.filters or only_leaves_out(one) for one in counted.filters)
