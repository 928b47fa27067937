"""How many things have rows of a count: 检查不合格的服务区有几个, of areas, not of inspections."""

from decimal import Decimal

from language.units import key_of
from understanding.chart.spans import Span
from understanding.figures.rules.conditions import Limit
from understanding.figures.rules.numbers import Amount
from understanding.figures.sentence import Sentence, replaced
from understanding.figures.things import Figure, Kind
from understanding.metric.vocabulary import metric_words

ROWS = ("figure", "thing", "verb")
READ = frozenset((*ROWS, "number_of", "keep", "period", "empty", "of"))
WITH_ROWS = "with_rows"


def of_things_with_rows(sentence: Sentence) -> Sentence:
    """Return a sentence that asks how many things have at least one row of the count beside them.

    What is to hold of all rows, or of none, is another question.
    """
    asked, rows = sentence.of("number_of"), sentence.of(*ROWS)
    if len(asked) != 1 or len(rows) != 1 or {one.type for one in sentence.covering.spans} - READ:
        return sentence
    (place,), (kind,) = rows, (one.value for one in asked)
    names = place.value.metrics if place.type == "verb" else (place.value.metric,)
    if len(names) != 1 or not isinstance(kind, Kind) or not _points_at(sentence, names[0], kind):
        return sentence
    said = Limit("ge", Amount(Decimal(1)), names[0])
    figure = Span(place.start, place.end, "figure", Figure(names[0], numbered=True), WITH_ROWS)
    limited = Span(place.start, place.end, "having", said, WITH_ROWS, (figure,))
    return sentence if _of_all_or_none(sentence) else replaced(sentence, [place], limited)


def _points_at(sentence: Sentence, name: str, kind: Kind) -> bool:
    """Tell whether each row of a count is of one of some things, and is not told as one of them."""
    catalog, metric = sentence.catalog, sentence.catalog.metrics[name]
    if not (kind.keyed and kind.counted and metric.counts_rows and metric.additivity == "sum"):
        return False
    own = {key_of(one) for one in catalog.dimensions[kind.dimension].wordings}
    told = {key_of(metric.unit_zh), key_of(metric.unit_en)}
    apart = catalog.full(metric.table) != kind.table and not own & told
    return apart and catalog.cuts(name, kind.dimension)


def _of_all_or_none(sentence: Sentence) -> bool:
    quantified = bool(sentence.small & {*metric_words()["of_every_one"]})
    return quantified or any(one.value.negated for one in sentence.of("keep"))
