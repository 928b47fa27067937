"""What the things of the figure before are, asked by no name: 主要投诉什么, what are they mostly about."""

from query.metric_query import MetricQuery
from understanding.figures.own_kinds import NAMED, kind_span, kinds_of
from understanding.figures.sentence import NoReading, Sentence, replaced
from understanding.metric.vocabulary import metric_words
from understanding.words.about import asks_of_what

SAYING_NO_MORE = (*NAMED, "empty", "and", "first")


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
