"""A word for a goal beside a figure, which is the goal of that figure: revenue and target, 营业额和目标.

Written right behind it the two are that goal's name: 营业额指标.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise

from knowledge.metrics import Catalog, Metric
from knowledge.vocabulary import lexicon
from language.units import key_of
from query.metric_query import MetricQuery
from understanding.chart.spans import Sized, Span, found_in, sized
from understanding.figures.clauses import UNKNOWN
from understanding.figures.leaves import Question
from understanding.figures.sentence import NoReading, Sentence, distinct, replaced
from understanding.figures.things import Figure
from understanding.metric.vocabulary import goal_of, metric_words, reached_at, reaching_of

OF_A_FIGURE, SET_BESIDE = "goal_of_a_figure", "goal_set_beside"
AGAINST = ("versus", "compare")
GOAL = re.compile(r"^(?:target|目标)|(?:目标| target| goal| budget)$")


def with_goal(sentence: Sentence) -> Sentence:
    """Read words for goals as the figures they mean: limits that are a part of one, then one by itself."""
    for limit in (one for one in sentence.of("having") if one.value.of_goal):
        sentence = _limited(sentence, limit)
    for state in sentence.of("state"):
        sentence = _of_its_own(sentence, state)
    for kept in sentence.outer("keep"):
        sentence = _reached_beside(sentence, kept)
    return _told(_reached_of(sentence))


def _of_its_own(sentence: Sentence, state: Span) -> Sentence:
    """Read a state of reaching a target, called by no figure's name, as that of the one figure named.

    Parcels that hit their target hit the target of parcels, though revenue's state is called so too.
    """
    name, comparer, number = state.value
    figures = sentence.outer("figure", "weak")
    beside = [one for one in figures if one.end == state.start]  # of two that are held to theirs
    named = distinct(one.value.metric for one in beside or figures)
    own = _own_of(named[0], name, sentence.written(state), sentence.catalog) if len(named) == 1 else None
    if own is None:
        return sentence
    if number != Decimal(reached_at(sentence.catalog.metrics[name])):
        raise NoReading
    return replaced(sentence, [state], replace(state, value=(own.name, comparer, Decimal(reached_at(own)))))


@lru_cache(maxsize=1)
def _words_of_reaching() -> frozenset[str]:
    """Words that say that a target was reached."""
    return frozenset(map(str, lexicon()["words"]["complete"]))


def _reached_beside(sentence: Sentence, kept: Span) -> Sentence:
    """Read a word for reaching right behind a figure as that its target was: 营业额达标的服务区.

    Without the figure it stays what members are called too: 达标服务区, a class of service areas.
    """
    figure = [one for one in sentence.outer("figure", "weak") if one.end == kept.start]
    if not figure or kept.value.negated or sentence.written(kept) not in _words_of_reaching():
        return sentence
    own = [one for one, _ in reached_by(figure[0].value.metric, sentence.catalog)]
    if len(own) > 1:
        raise NoReading
    if not own:
        return sentence
    state = (own[0].name, "ge", Decimal(reached_at(own[0])))
    return replaced(sentence, [kept], Span(kept.start, kept.end, "state", state, OF_A_FIGURE))


def _reached_of(sentence: Sentence) -> Sentence:
    """Read how much of a target was reached, right beside a figure, as that of the figure: 件数的达成率."""
    for one, other in pairwise(sentence.outer("figure", "weak")):
        if not _is_beside(one, other, sentence):
            continue
        for part, whole in ((one, other), (other, one)):
            named, said = part.value.metric, sentence.written(whole)
            if own := _own_of(named, whole.value.metric, said, sentence.catalog):
                place = Span(one.start, other.end, "figure", Figure(own.name, numbered=False), OF_A_FIGURE)
                return replaced(sentence, [one, other], place)
    return sentence


def _is_beside(one: Span, other: Span, sentence: Sentence) -> bool:
    """Tell spans between which stands nothing but a small word, no *and* and no pause."""
    between = range(one.end, other.start)
    read = {at for leaf in sentence.leaves if leaf.type == "empty" for at in range(leaf.start, leaf.end)}
    joined = any(leaf.type == "and" and leaf.start in between for leaf in sentence.leaves)
    whole = one.end <= other.start and read.issuperset(between)
    return whole and not joined and not sentence.pauses(one.end, other.start)


def _own_of(named: str, name: str, said: str, catalog: Catalog) -> Metric | None:
    """Return what tells how much of a figure's own target was reached, where what is `said` is called so for
    another figure's and names that nowhere; None where it is not so. Of several nothing is read."""
    metric = catalog.metrics[name]
    if goal_of(metric, catalog) is None or named in (name, *metric.parts):
        return None
    own = [one for one, _ in reached_by(named, catalog)]
    called = (word.lower() for part in metric.parts for word in catalog.metrics[part].wordings)
    if not own or any(word in said.lower() for word in called if word not in metric_words()["goals"]):
        return None
    if len(own) > 1:
        raise NoReading
    return own[0]


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

    What has no goal, or several, leaves the word as unread as it was: another figure's goal is none of its.
    """
    said = _word_for_goal(sentence)
    if said is None:
        return sentence
    word, figures = said
    name = figures[0].value.metric
    found, goals = [*reached_by(name, sentence.catalog)], goals_of(name, sentence.catalog)
    is_figure = word.type not in UNKNOWN
    if is_figure and word.value.metric in (*goals, *sentence.catalog.metrics[name].parts):
        return sentence
    if len(goals) != 1:
        if is_figure:
            raise NoReading
        return sentence
    against = [one for one in sentence.of(*AGAINST) if figures[0].end <= one.start and one.end <= word.start]
    shown = bool(found) and {name, goals[0]} <= {*found[0][0].show}
    if against and shown and figures[0] in sentence.covering.spans:
        told = Span(figures[0].start, figures[0].end, "figure", Figure(found[0][0].name, False), OF_A_FIGURE)
        return replaced(sentence, [figures[0], *against, word], told)
    named = len(figures) == 1 and figures[0].end == word.start and figures[0] in sentence.covering.spans
    start = figures[0].start if named else word.start
    told = Span(start, word.end, "figure", Figure(goals[0], numbered=False), OF_A_FIGURE)
    read = [one for one in sentence.covering.spans if told.start <= one.start < told.end]
    return replaced(sentence, read, told)


def _word_for_goal(sentence: Sentence) -> tuple[Span, list[Span]] | None:
    """Return the one bare word for a goal beside one figure, and where that is named; None without both."""
    lent = [one for one in sentence.of("figure", "weak") if _is_lent(one, sentence)]
    words = [*_unread_goals(sentence)]
    figures = [one for one in sentence.outer("figure", "weak") if one not in lent]
    named = distinct(one.value.metric for one in figures)
    every = [*words, *lent]
    return (every[0], figures) if len(every) == len(named) == 1 else None


def _unread_goals(sentence: Sentence) -> Iterator[Span]:
    """Yield the words for goals among those that nothing reads, written as one or in several pieces."""
    goals, unread = metric_words()["goals"], sentence.of(*UNKNOWN)
    yield from (one for one in unread if sentence.written(one).lower() in goals)
    for one, other in pairwise(unread):
        both = Span(one.start, other.end, one.type)
        if one.end == other.start and sentence.written(both).lower() in goals:
            yield both


def _is_lent(span: Span, sentence: Sentence) -> bool:
    """Tell a bare word for a goal that a figure is not called by: target, of the one sales target."""
    written = sentence.written(span).lower()
    own = {one.lower() for one in sentence.catalog.metrics[span.value.metric].wordings}
    return written in metric_words()["goals"] and written not in own


def is_goal(metric: Metric) -> bool:
    """Tell what is set to be reached, by a word for a goal at an end of its names: 新签目标."""
    return any(GOAL.search(one.lower()) for one in metric.wordings)


def called_goals(name: str, catalog: Catalog) -> Iterator[Metric]:
    """Yield what is called as a figure is with a word for a goal, and set by the month: 票房目标 of 票房.

    What else it says must be what the figure's rows are: 零售销售额目标 of 销售额 in 门店零售日报. What a
    percentage of another figure is taken of is that one's goal.
    """
    metric = catalog.metrics[name]
    rows = catalog.schema.table(metric.table)
    said, own = rows.comment.lower() if rows else "", [one.lower() for one in metric.wordings]
    for goal in catalog.metrics.values():
        monthly = all(one.time_grain == "month" for one in catalog.sources(goal.name))
        of_it = goal.name != name and name in catalog.once(_declared).get(goal.name, (name,))
        if of_it and monthly and goal.unit("en") == metric.unit("en") and _is_called_by(goal, own, said):
            yield goal


def _is_called_by(goal: Metric, own: Sequence[str], rows: str) -> bool:
    """Tell a goal called as a figure is; what its own name says more, it is of fewer things than that."""
    bare = {one: GOAL.sub("", one.lower()).strip() for one in goal.wordings if GOAL.search(one.lower())}
    labels = [bare[one] for one in (goal.zh, goal.en) if one in bare]
    longer = any(one.endswith(called) and not _ends_so(one, called, rows) for one in labels for called in own)
    called_so = any(_ends_so(one, called, rows) for one in bare.values() for called in own)
    return called_so and not (longer and not any(one in own for one in labels))


def _declared(catalog: Catalog) -> dict[str, set[str]]:
    """Return the goals that percentages are of, each with the figures these are of."""
    found: dict[str, set[str]] = {}
    for one in catalog.metrics.values():
        if (goal := goal_of(one, catalog)) is not None:
            found.setdefault(goal.name, set()).add(one.parts[0])
    return found


def _ends_so(bare: str, name: str, rows: str) -> bool:
    """Tell a goal called as a figure is, or with what the figure's rows are said to be before it."""
    before = bare.removesuffix(name).strip()
    return bare == name or (bool(before) and bare.endswith(name) and before in rows)


def against_its_goal(
    leaves: Sequence[Span], question: Question, catalog: Catalog, before: MetricQuery
) -> Sequence[Span]:
    """Return the leaves of a message with a goal, or a comparison with it as how much of it was reached.

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
    if chosen or len({(one.start, one.end) for one in words}) != 1:
        return leaves
    if len(before.metrics) == 1 and not found:
        return _as_called(leaves, words[0], before.metrics[0], catalog)
    if len(found) != 1:
        return leaves
    start, end = _with_comparison(words[0], leaves)
    ratio, goal = found[0]
    name = goal if (start, end) == (words[0].start, words[0].end) else ratio.name
    kept = [one for one in leaves if one.end <= start or end <= one.start]
    return [*kept, Span(start, end, "figure", Figure(name, numbered=False), OF_A_FIGURE)]


def _as_called(leaves: Sequence[Span], word: Span, name: str, catalog: Catalog) -> Sequence[Span]:
    """Return the leaves of a message with a word for a goal as the one called so, or beside its figure."""
    goals = [*called_goals(name, catalog)]
    if len(goals) != 1:
        return leaves
    start, end = _with_comparison(word, leaves)
    rule = OF_A_FIGURE if (start, end) == (word.start, word.end) else SET_BESIDE
    kept = [one for one in leaves if one.end <= start or end <= one.start]
    return [*kept, Span(start, end, "figure", Figure(goals[0].name, numbered=False), rule)]


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


def reached_or_not(
    leaves: Sequence[Span], question: Question, catalog: Catalog, before: MetricQuery
) -> Iterator[Span]:
    """Yield the leaves of a message, with bare verbs of reaching as said of the goal before: 哪些没完成."""
    yield from leaves
    metric = catalog.metrics[before.metrics[0]]
    if len(before.metrics) == 1 and goal_of(metric, catalog) is not None:
        for start, end, comparer in found_in(question.keys, _reaching()):
            yield Span(start, end, "state", (metric.name, comparer, Decimal(reached_at(metric))), "words")


@lru_cache(maxsize=1)
def _reaching() -> Sized[str]:
    """Return the verbs that say whether a goal was reached, with how the figure compares with it."""
    told = metric_words()["to_goals"].items()
    return sized({key_of(str(one)): sign for sign, said in told for one in (*said["zh"], *said["en"])})


def goals_of(name: str, catalog: Catalog) -> list[str]:
    """Return the goals of a figure: those it is a part of, or those that are called so."""
    found = [goal for _, goal in reached_by(name, catalog)]
    return found or [one.name for one in called_goals(name, catalog)]


def reached_by(name: str, catalog: Catalog) -> Iterator[tuple[Metric, str]]:
    """Yield what tells how much of a figure's goal was reached, with that goal."""
    for one in catalog.metrics.values():
        goal = goal_of(one, catalog)
        if goal is not None and one.parts[0] == name:
            yield one, goal.name
