"""Which kind there was most of: 哪种投诉最多, the most common complaint: the kinds of a count's own rows.

And which things there are so many of: 能耗成本最高的10辆车, of the buses that a level counts.
"""

from collections.abc import Sequence

from knowledge.metrics import Catalog
from understanding.chart.spans import Span
from understanding.figures.sentence import NoReading, Sentence, replaced
from understanding.figures.things import Kind
from understanding.metric.vocabulary import DIMENSION, TYPES, is_kind, metric_words

OWN_KINDS = "own_kinds"
NAMED = ("figure", "weak", "thing")
SPLIT = ("kind", "cut", "unit", "grain", "which_time", "so_many", "figure_first", "number_of")


def of_own_kinds(sentence: Sentence) -> Sentence:
    """Return a sentence in which the kind that is asked for is the one its figure's rows have.

    Raise NoReading where the main of something are asked for, and nothing says by what these differ.
    """
    sentence = _of_things(sentence)
    words, firsts = metric_words(), sentence.of("first")
    small = ((one, sentence.written(one).lower()) for one in sentence.of("empty", "singular"))
    asks = [one for one, text in small if {text, *text.split()} & {*words["asks_kind"]}]
    asked = asks or any(one.value.text in (*words["commonest"], *words["main"]) for one in firsts)
    if firsts and asked and not sentence.has(*SPLIT):
        kinds = _own_kinds(sentence)
        if len(kinds) == 1:
            return of_kind(sentence, kinds[0], OWN_KINDS, asks)
    if sentence.has("main"):
        raise NoReading
    return sentence


def _of_things(sentence: Sentence) -> Sentence:
    """Return a sentence in which so many of what a level counts are the first of these things by a figure."""
    spans = [one for one in sentence.covering.spans if one.type != "empty"]
    for first, number, thing in zip(spans, spans[1:], spans[2:], strict=False):
        behind = first.type == "first" and number.type == "amount" and number.end == thing.start
        if behind and thing.type in NAMED and len({one.value.metric for one in sentence.of(*NAMED)}) > 1:
            kinds = _counted_things(thing.value.metric, sentence)
            if len(kinds) == 1:
                return replaced(sentence, [thing], kind_span(thing, kinds[0], sentence))
    return sentence


def _counted_things(metric: str, sentence: Sentence) -> list[str]:
    """Return the dimensions whose members are the rows that a level counts, all of them."""
    catalog = sentence.catalog
    keyed = (one for one in catalog.dimensions.values() if one.key)
    return [one.name for one in keyed if catalog.standing_count(one.table) == metric]


def _own_kinds(sentence: Sentence) -> list[str]:
    """Return the kinds, types or categories that the rows of the one count there is have of their own.

    Where there are several, what is said to be measured by the count comes before what is not.
    """
    named = {one.value.metric for one in sentence.outer(*NAMED)}
    return kinds_of(named.pop(), sentence.catalog) if len(named) == 1 else []


def kinds_of(metric: str, catalog: Catalog) -> list[str]:
    """Return the kinds, types or categories that the rows of a count have of their own."""
    if not (count := catalog.metrics[metric]).is_count:
        return []
    found = [
        one
        for one in catalog.dimensions.values()
        if not one.key and catalog.is_own(one, [count.table])
        if is_kind(one, TYPES)
    ]
    measured = [one for one in found if one.measured_by == count.name]
    return [one.name for one in (measured or found)]


def of_kind(sentence: Sentence, name: str, rule: str, asks: Sequence[Span] = ()) -> Sentence:
    """Return a sentence that asks for the members of a dimension, written as its figure is: complaints."""
    places = (*sentence.outer(*NAMED), *sentence.of("state"), *sentence.covering.spans)
    if not places:
        raise NoReading
    return replaced(sentence, asks, kind_span(places[0], name, sentence, rule))


def kind_span(place: Span, name: str, sentence: Sentence, rule: str = "things") -> Span:
    """Return a dimension as a kind that stands at a place."""
    dimension = sentence.catalog.dimensions[name]
    kind = Kind(name, sentence.catalog.full(dimension.table), keyed=bool(dimension.key))
    return Span(place.start, place.end, "kind", kind, rule)


def of_given(sentence: Sentence, given: str) -> Sentence:
    """Return a sentence that is asked of a kind that it does not name, where a question is tried with one."""
    if not given.startswith(DIMENSION):
        return sentence
    return of_kind(sentence, given.removeprefix(DIMENSION), "given")
