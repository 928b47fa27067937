"""What buyers do: gold members spent, 客户买得最多: what was taken of them, where no figure is named."""

from itertools import pairwise

from understanding.chart.spans import Span
from understanding.figures.clauses import UNKNOWN
from understanding.figures.numbering import tells_people
from understanding.figures.sentence import Sentence, replaced
from understanding.figures.telling import BY_A_VERB
from understanding.figures.things import Figure
from understanding.metric.vocabulary import metric_words

NAMED = ("figure", "weak", "thing")


def bought(sentence: Sentence) -> Sentence | None:
    """Return a sentence whose verb of buying is read as revenue, for granted; None where it has none."""
    taken, verb = sentence.known.takings, _verb(sentence)
    if not (taken and verb) or not _asks_how_much(sentence) or not _has_buyers(sentence, taken, verb[0]):
        return None
    figure = Span(verb[0].start, verb[-1].end, "figure", Figure(taken, numbered=False), BY_A_VERB)
    return replaced(sentence, [*verb, *_doers(sentence, verb[0])], figure)


def _verb(sentence: Sentence) -> list[Span]:
    """Return the spans of the one verb of buying, where nothing else is unknown or measured."""
    spans = sentence.of(*UNKNOWN, *NAMED)
    if not spans or any(left.end != right.start for left, right in pairwise(spans)):
        return []
    said = sentence.question.written(spans[0].start, spans[-1].end).lower()
    return spans if said in metric_words()["buying"]["verbs"] else []


def _doers(sentence: Sentence, verb: Span) -> list[Span]:
    """Return the kind right before the verb that what stands before it keeps already: 餐饮客户买."""
    spans = [one for one in sentence.covering.spans if one.end <= verb.start][-2:]
    return spans[1:] if [one.type for one in spans] == ["keep", "kind"] else []


def _asks_how_much(sentence: Sentence) -> bool:
    asked = {*sentence.small, *(str(one.value) for one in sentence.of("some"))}
    words = metric_words()["asked_in_money"]
    return bool(sentence.of("some", "first") or asked & {*words["asks"], *words["how"]})


def _has_buyers(sentence: Sentence, taken: str, verb: Span) -> bool:
    """Tell whether people who pay are named before the verb, and neither we nor they by 给 or from."""
    catalog, words = sentence.catalog, metric_words()
    own = [one for one in sentence.every if one.type in ("kind", "member") and one.end <= verb.start]
    people = [one for one in own if tells_people(catalog.dimensions[one.value.dimension])]
    ahead = [sentence.touching(one, -1) for one in people]
    ours = sentence.small & {*words["done_by_us"]} or {*ahead} & {*words["buying"]["not_by"]}
    return bool(people) and not ours and all(catalog.cuts(taken, one.value.dimension) for one in people)
