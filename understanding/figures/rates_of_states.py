"""How many percent of some rows are in a state, called by both: 退款驳回率, 检查不合格率."""

from understanding.chart.spans import Span
from understanding.figures.sentence import NoReading, Sentence, replaced
from understanding.figures.things import Figure

RATE = "rate_of_state"


def of_states(sentence: Sentence) -> Sentence:
    """Return a sentence in which the rows that a rate is of are counted.

    Raise NoReading where the state is not one that the rows right before it have.
    """
    rates = [one for one in sentence.of("share_of") if one.rule == RATE]
    if not rates:
        return sentence
    figures, catalog = sentence.of("figure"), sentence.catalog
    if len(rates) > 1 or len(figures) != 1 or figures[0].end != rates[0].start:
        raise NoReading
    own = figures[0].value
    count = catalog.metrics[own.metric if own.numbered else own.number or own.metric]
    dimension = catalog.dimensions[rates[0].value.named[0].dimension]
    if not count.counts_rows or not dimension.values or not catalog.is_own(dimension, [count.table]):
        raise NoReading
    told = Figure(count.name, numbered=True)
    return replaced(sentence, figures, Span(figures[0].start, figures[0].end, "figure", told, RATE))
