"""Edits of which rows are shown, and in what order."""

from dataclasses import replace

from knowledge.metrics import Metric
from language.calendar import whole
from query.metric_query import MetricQuery, Ranking, Window
from understanding.figures.edits.said import Said
from understanding.figures.keeping import conditions_of
from understanding.figures.ranking import end_meant, with_the_next
from understanding.figures.rules.ranks import SHOWN, First, said_once
from understanding.figures.sentence import NoReading
from understanding.metric.back import chooses
from understanding.metric.judging import turned
from understanding.metric.vocabulary import metric_words
from understanding.words.closed import MOST_TOP, PLURAL

KEEPS_ITS_END = frozenset(["前", "头", "top", "first"])


def limited(said: Said, now: MetricQuery) -> MetricQuery:
    """Keep the groups whose figure compares so: 超过100万的有哪些."""
    found = conditions_of(said.sentence, now.metrics)
    if not found:
        return now
    unshown = {name for name, *_ in said.values("state")} - {*now.metrics}
    if not now.splits or now.compared or unshown:
        raise NoReading
    return replace(now, conditions=found, ranking=None)


def turned_round(said: Said, now: MetricQuery) -> MetricQuery:
    """Show the groups that were counted, turn an order round, or show all again."""
    if _asks_which_times(said, now):
        return replace(now, counted=False)
    if not said.says_something and (counted := _counted(said, now)) is not None:
        return counted
    if said.of("reverse") and not said.of("first"):  # the other way round, the lowest three
        if now.ranking or not now.splits:
            raise NoReading
        return replace(now, ascending=not now.ascending)
    alone = not said.of(
        "first", "share", "distribution", "compare", "cumulative", "trend", "everything", "having"
    )
    if said.has("total") and alone and not said.says_what:
        if now.share or now.running or now.average in now.splits or len(now.windows) > 1:
            raise NoReading
        if chooses(now):
            return _of_those_chosen(now)
        return replace(now, splits=(), grain="", ranking=None, conditions=(), ascending=False)
    if said.of("listed") and not (now.ranking or now.conditions):
        raise NoReading  # all of these were shown
    return _all(now) if said.of("everything", "listed") else now


def _asks_which_times(said: Said, now: MetricQuery) -> bool:
    """Tell which of the days that were counted is asked for: 哪几天, behind on how many."""
    return now.counted and said.values("which_time") == [now.grain] and not said.of("first")


def _counted(said: Said, now: MetricQuery) -> MetricQuery | None:
    """Return the groups that were counted, or the number of those shown because they meet a condition.

    What their own figure counts is none: 几件, of complaints.
    """
    if now.counted:
        asks = said.has("singular") or said.says("which", "which_after", "listing")
        return replace(now, counted=False) if asks else None
    if not said.has("count", "how_many") or said.of("first", "amount"):
        return None
    units = {said.catalog.metrics[name].unit("zh") for name in now.metrics}
    if not now.conditions or any(str(one)[-1:] in units for one in said.values("count")):
        raise NoReading
    return replace(now, counted=True)


def _of_those_chosen(now: MetricQuery) -> MetricQuery:
    """Tell what share those have that a ranking chose, each and together: theirs is no sum of all."""
    if now.conditions or now.compared or now.ranking is None or now.ranking.within:
        raise NoReading
    return replace(now, share=True)


def _all(now: MetricQuery) -> MetricQuery:
    left = tuple(one for one in now.filters if one.negated)
    narrowed = now.ranking is not None or bool(now.conditions)
    fewer = len(left) < len(now.filters)
    if fewer and narrowed:
        raise NoReading
    filters = now.filters if narrowed else left
    return replace(now, ranking=None, conditions=(), others=False, filters=filters)


def ranked(said: Said, now: MetricQuery) -> MetricQuery:
    """Put the groups in the order that is asked for, and keep the first or last so many."""
    firsts, amounts = _firsts(said), said.values("amount")
    now = _ordered(said, now)
    if not firsts and (not amounts or _numbers_those_beside(said, now)):
        return now
    _refuse_unclear(said, firsts)
    first = firsts[0] if firsts else None
    if first is not None and first.place:
        return _at_a_place(said, now, first)
    direction = ""
    if first is not None:
        direction, good = end_meant(first, _ranked_by(said, now))
        now = replace(now, good=good)
    if first and first.growth and not now.compared:
        raise NoReading  # since when?
    of_time = bool(direction and now.grain and not (now.splits or now.ranking or amounts))
    if said.of("which_time") or of_time:
        return _best_time(now, direction, told=bool(amounts))
    now = _of_groups(said, now)
    if first and _is_of_the_growth_shown(said, now):
        first = replace(first, growth=True)
    placed = _placed(now, first, direction, _number(said, now, firsts))
    ranking = with_the_next(placed, asked=said.has("compare"))
    return replace(now, ranking=ranking, conditions=now.conditions if now.ranking else ())


def _is_of_the_growth_shown(said: Said, now: MetricQuery) -> bool:
    """Tell whether how far a figure grew is what was asked for before: who is first is first in that."""
    alone = not (said.names_figure or said.of("period", "comparison", "last_year", "previous"))
    return alone and now.compared is not None and now.compared == said.before.compared and not now.ranking


def _numbers_those_beside(said: Said, now: MetricQuery) -> bool:
    """Tell a number of as many members as are set beside each other: Dongguan, how do the two compare."""
    (number,) = {one.number for one in said.values("amount")} if len(said.values("amount")) == 1 else {None}
    kept = (one for one in now.filters if one.dimension in now.splits and not one.negated)
    return said.has("compare") and any(len(one.values) == number for one in kept)


def _refuse_unclear(said: Said, firsts: list[First]) -> None:
    """Stop where several ends or numbers are said, or where a number may be a year."""
    amounts = said.values("amount")
    if len(firsts) > 1 or len(amounts) > 1:
        raise NoReading
    if amounts and not firsts and any(one.text.isdecimal() for one in said.values("period")):
        raise NoReading  # between 1000 and 2000: no year


def _at_a_place(said: Said, now: MetricQuery, first: First) -> MetricQuery:
    """Show the one group at a place of the order: 第二名呢 from the end shown, 倒数第二 from the last."""
    grown = now.compared is not None and now.ranking is None  # of which order is not said
    of_groups = bool(now.splits) and not (now.grain or now.share_within)
    if grown or not of_groups or (said.names_figure and first.end == SHOWN):
        raise NoReading
    ranking = now.ranking or Ranking("bottom" if now.ascending else "top", None, now.metrics[0])
    end = first.end or ranking.direction
    placed = replace(ranking, direction=end, number=first.number, place=True, ahead=False)  # type: ignore[arg-type]
    return replace(now, ranking=placed, ascending=False)


def _of_groups(said: Said, now: MetricQuery) -> MetricQuery:
    """Take the groups that can be ranked: of all areas, not of all months."""
    if not (now.splits or (now.grain and now.ranking)):
        raise NoReading
    if not now.grain or not now.splits or now.ranking:
        return now
    if said.grain:
        raise NoReading  # the worst one by month is two steps
    return replace(now, grain="", running=False)


def _placed(now: MetricQuery, first: First | None, direction: str, number: int | None) -> Ranking:
    """Return the ranking shown with another end or number, or the one that is asked for."""
    grows = bool(first and first.growth)
    if not now.ranking:
        if first is None:
            raise NoReading  # two cities: which two is not said
        of_each = now.share and bool(now.share_within) and bool(now.shared)
        by = "growth" if grows else "share" if of_each else "value"
        within = () if of_each else now.splits[:-1]
        number = number if grows else number or 1
        return Ranking(direction or "top", number, now.metrics[0], by, within=within)  # type: ignore[arg-type]
    keeps = not direction or (direction == "top" and first is not None and first.text in KEEPS_ITS_END)
    end, by = now.ranking.direction if keeps else direction, "growth" if grows else now.ranking.by
    return replace(now.ranking, direction=end, number=number, by=by, place=False, ahead=False)  # type: ignore[arg-type]


def _firsts(said: Said) -> list[First]:
    """Return the ends of an order that are named; two words for one end are one."""
    return [*said_once(said.values("first")), *(First(*one[1:]) for one in said.values("figure_first"))]


def _number(said: Said, now: MetricQuery, firsts: list[First]) -> int | None:
    amounts = said.values("amount")
    if amounts:
        value = amounts[0].number
        if amounts[0].percent or value != int(value) or not 1 <= value <= MOST_TOP:
            raise NoReading
        return int(value)
    if firsts and firsts[0].text in metric_words()["first_of_rows"]:
        if said.names_figure:
            raise NoReading  # the first one's orders: of one row shown
        return 1
    if now.ranking is None:
        return None if said.sentence.small & PLURAL else 1  # 哪几个 are as many as there are
    return 1 if now.ranking.ahead else now.ranking.number


def _ranked_by(said: Said, now: MetricQuery) -> Metric:
    return said.catalog.metrics[now.ranking.metric if now.ranking else now.metrics[0]]


def _ordered(said: Said, now: MetricQuery) -> MetricQuery:
    """Put the groups in the order that is asked for: worst first, 从低到高."""
    marks = [(one.type, str(one.value)) for one in said.of("rank", "rank_up")]
    marks += [one[:2] for one in said.values("sorted")]
    if not marks:
        return now
    metric = _ranked_by(said, now)
    told = [turned(text, token, metric) for token, text in marks]
    good = next((good for _, good in told if good), "")
    now = replace(now, good=good)
    if any(token == "rank_up" for token, _ in told):
        return replace(now, ascending=True)
    return replace(now, ascending=False) if good and not now.ranking else now


def _best_time(now: MetricQuery, direction: str, *, told: bool) -> MetricQuery:
    """Name the day or month with the most or least of the one figure shown: 哪天最高."""
    plain = not (now.splits or now.share or now.average or now.running or now.conditions)
    if not (now.grain and plain and direction) or told or len(now.metrics) != 1:
        raise NoReading
    by = "growth" if now.compared else "value"
    ranking = Ranking(direction, 1, now.metrics[0], by)  # type: ignore[arg-type]
    return replace(now, ranking=ranking, ascending=False, filled=False)


def ended(said: Said, now: MetricQuery) -> MetricQuery:
    """End a stretch that still runs with its last whole unit, where the one with least is sought."""
    today = said.today
    low = now.ranking is not None and now.ranking.seeks_least
    sums = any(said.catalog.metrics[name].additivity in ("sum", "distinct") for name in now.metrics)
    if not (low and sums and now.grain) or now.splits or len(now.windows) != 1:
        return now
    (window,), running = now.windows, whole(now.grain, today)[0]
    if not window.start <= today < window.end:
        return now
    if running <= window.start:
        raise NoReading
    return replace(now, windows=(Window(window.start, running),))
