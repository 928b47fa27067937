"""A word for a goal beside a figure, which is the goal of that figure: revenue and target, 营业额和目标."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from knowledge.metrics import Catalog, Metric
from query.metric_query import MetricQuery
from understanding.chart.spans import Span
from understanding.figures.clauses import UNKNOWN
from understanding.figures.leaves import Question
from understanding.figures.sentence import NoReading, Sentence, distinct, replaced
from understanding.figures.things import Figure
from understanding.metric.vocabulary import goal_of, metric_words, reaching_of

OF_A_FIGURE = "goal_of_a_figure"
AGAINST = ("versus", "compare")


def with_goal(sentence: Sentence) -> Sentence:
    """Read words for goals as the figures they mean: limits that are a part of one, then one by itself."""
    for limit in (one for one in sentence.of("having") if one.value.of_goal):
        sentence = _limited(sentence, limit)
    return _told(sentence)


def _limited(sentence: Sentence, limit: Span) -> Sentence:
    """Read a part of a goal as a limit on how much of it was reached, also where its figure is said ahead."""
    catalog, goal = sentence.catalog, limit.value.metric
    named = [] if goal else sentence.of("figure")
    whole = [
        one for name in (goal, *(one.value.metric for one in named)) for one, _ in reached_by(name, catalog)
    ]
    reached = whole[0] if len(whole) == 1 else reaching_of(goal, catalog)
    if reached is None or len(named) > 1 or (named and not whole):
        raise NoReading
    place = Span(limit.start, limit.end, "figure", Figure(reached.name, False), OF_A_FIGURE)
    times = tuple(one for one in limit.children if one.type == "period")
    said = replace(limit.value, metric=reached.name)
    return replaced(sentence, [limit, *named], replace(limit, value=said, children=(place, *times)))


def _told(sentence: Sentence) -> Sentence:
    """Read a word for a goal as that of the one figure named; set against it, as how much of it was reached.

    What has no goal, or several, leaves the word as unread as it was.
    """
    words = [one for one in sentence.of(*UNKNOWN) if sentence.written(one).lower() in metric_words()["goals"]]
    figures = sentence.outer("figure", "weak")
    named = distinct(one.value.metric for one in figures)
    found = [*reached_by(named[0], sentence.catalog)] if len(words) == len(named) == 1 else []
    if len(found) != 1:
        return sentence
    word, (reached, goal) = words[0], found[0]
    against = [one for one in sentence.of(*AGAINST) if figures[0].end <= one.start and one.end <= word.start]
    if against and {named[0], goal} <= {*reached.show} and figures[0] in sentence.covering.spans:
        told = Span(figures[0].start, figures[0].end, "figure", Figure(reached.name, False), OF_A_FIGURE)
        return replaced(sentence, [figures[0], *against, word], told)
    told = Span(word.start, word.end, "figure", Figure(goal, numbered=False), OF_A_FIGURE)
    return replaced(sentence, [word], told)


def against_its_goal(
    leaves: Sequence[Span], question: Question, catalog: Catalog, before: MetricQuery
) -> Sequence[Span]:
    """Return the leaves of a message with a comparison with the goal as how much of it was reached.

    The goal is that of the one figure before, of all that was shown: 跟目标比呢. What was chosen by that
    figure would be chosen by another.
    """
    found = [*reached_by(before.metrics[0], catalog)] if len(before.metrics) == 1 else []
    chosen = before.ranking or before.conditions or before.compared or before.share
    words = [
        one
        for one in leaves
        if one.type in (*UNKNOWN, "figure", "weak")
        and question.written(one.start, one.end).lower() in metric_words()["goals"]
    ]
    if chosen or len(found) != 1 or len({(one.start, one.end) for one in words}) != 1:
        return leaves
    start, end = _with_comparison(words[0], leaves)
    if (start, end) == (words[0].start, words[0].end):
        return leaves
    kept = [one for one in leaves if one.end <= start or end <= one.start]
    return [*kept, Span(start, end, "figure", Figure(found[0][0].name, numbered=False), OF_A_FIGURE)]


def _with_comparison(word: Span, leaves: Sequence[Span]) -> tuple[int, int]:
    """Return where a goal stands with what sets something beside it: vs our target, 跟目标比."""
    start = word.start
    while small := [one for one in leaves if one.type == "empty" and one.end == start]:
        start = small[0].start
    ahead = [one for one in leaves if one.type in AGAINST and one.end == start]
    joined = [one for one in leaves if one.type == "and" and one.end == word.start]
    behind = [one for one in leaves if one.type in AGAINST and one.start == word.end]
    if ahead:
        return ahead[0].start, word.end
    return (joined[0].start, behind[0].end) if joined and behind else (word.start, word.end)


def reached_by(name: str, catalog: Catalog) -> Iterator[tuple[Metric, str]]:
    """Yield what tells how much of a figure's goal was reached, with that goal."""
    for one in catalog.metrics.values():
        goal = goal_of(one, catalog)
        if goal is not None and one.parts[0] == name:
            yield one, goal.name
