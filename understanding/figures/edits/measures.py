"""Edits of what is measured, and of what is done to it."""

from collections.abc import Sequence
from dataclasses import replace

from knowledge.metrics import Metric
from query.metric_query import MetricQuery
from understanding.figures.edits.said import Said
from understanding.figures.measuring import figures_of, refuse_compounds, refuse_other_units
from understanding.figures.other_questions import refuse_sums
from understanding.figures.sentence import NoReading
from understanding.figures.sharing import is_unit
from understanding.metric.back import chosen_by
from understanding.metric.filling import fillable
from understanding.metric.judging import is_better_low
from understanding.metric.vocabulary import metric_words
from understanding.words.closed import CHANGES, GRAINS


def measured(said: Said, now: MetricQuery) -> MetricQuery:
    """Put another figure in the place of the one before, or beside it where the words add."""
    refuse_compounds(said.sentence)
    ranks_by = [] if said.has("rank", "rank_up") else [one.metric for one in said.values("by")]
    if ranks_by:
        return _ranked_by(said, now, ranks_by)
    if not said.names_figure:
        return _of_the_same(said, now)
    if not said.has("share"):
        refuse_sums(said.sentence)
    names, _ = figures_of(said.sentence)
    if sets_all_beside(said, now):
        return replace(now, metrics=names, ranking=None, good="")
    if _asks_for_money(said) and not _are_of_the_same_rows(said, now, names):
        raise NoReading
    if said.back is not None or said.of_the_first:
        chosen = chosen_by(now) or (now.metrics[:1] if said.of_the_first else ())
        return replace(now, metrics=tuple(dict.fromkeys([*chosen, *names])))
    return _with_figures(said, now, tuple(dict.fromkeys([*now.metrics, *names] if said.adds else names)))


def sets_all_beside(said: Said, now: MetricQuery) -> bool:
    """Tell whether another figure is to be compared where one alone was shown: of whom, but of all of them.

    Which channel signed most? And conversion, how do they compare?
    """
    ranking = now.ranking
    one = ranking is not None and ranking.number == 1 and not ranking.within and bool(now.splits)
    return one and said.names_figure and said.has("compare") and now.compared is None


def _asks_for_money(said: Said) -> bool:
    """Tell whether money is asked for by no name of its own: how much money is that."""
    asks = metric_words()["asked_in_money"]["asks"]
    return all(said.sentence.written(one).lower() in asks for one in said.of("figure"))


def _are_of_the_same_rows(said: Said, now: MetricQuery, names: Sequence[str]) -> bool:
    """Tell whether figures are of the rows shown or what these lead to: not of complaints, nor returns."""
    catalog = said.catalog
    shown = [one for name in now.metrics for one in catalog.sources(name)]
    return all(
        any(
            {*one.filters} <= {*other.filters}
            and (catalog.path(one.table, other.table) or catalog.path(other.table, one.table)) is not None
            for one in shown
        )
        for name in names
        for other in catalog.sources(name)
    )


def _ranked_by(said: Said, now: MetricQuery, names: list[str]) -> MetricQuery:
    """Rank by another figure in the place of the one before: the top 10 by gross profit instead."""
    if len(names) != 1 or said.names_figure or said.adds or said.back is not None or now.ranking is None:
        raise NoReading
    return _with_figures(said, now, (names[0],))


def _with_figures(said: Said, now: MetricQuery, metrics: tuple[str, ...]) -> MetricQuery:
    """Show these figures; what was ranked by another is ranked by the first of them."""
    ranking = now.ranking
    if ranking and ranking.metric not in metrics:
        ranking = replace(ranking, metric=metrics[0])
        good = "low" if is_better_low(said.catalog.metrics[metrics[0]]) else "high"
        if now.good and now.good != good:
            now = replace(now, good=good)  # the best by another figure
            ranking = replace(ranking, direction="top" if ranking.direction == "bottom" else "bottom")
    grown = [replace(one, metric=metrics[0]) for one in now.conditions if one.of_growth and not one.number]
    return replace(now, metrics=metrics, ranking=ranking, conditions=tuple(grown))


def _of_the_same(said: Said, now: MetricQuery) -> MetricQuery:
    """Tell of the same things what they are as a rate, or how many: as a rate, 换成次数."""
    rate = said.of("rate")
    count = said.of("count") if said.says("replacing") else []
    if not rate and not count:
        return now
    if len(now.metrics) != 1 or now.conditions:
        raise NoReading
    shown, every = said.catalog.metrics[now.metrics[0]], said.catalog.metrics.values()
    same = _is_rate_of if rate else _counts_the_rows_of
    found = [one.name for one in every if same(one, shown)]
    cuts = (*now.splits, *(one.dimension for one in now.filters))
    if len(found) != 1 or found[0] == shown.name or not all(said.catalog.cuts(found[0], one) for one in cuts):
        raise NoReading
    ranking = replace(now.ranking, metric=found[0]) if now.ranking else None
    return replace(now, metrics=tuple(found), ranking=ranking, good="")


def _is_rate_of(one: Metric, shown: Metric) -> bool:
    return one.parts[:1] == (shown.name,) and one.unit("en") == "%"


def _counts_the_rows_of(one: Metric, shown: Metric) -> bool:
    simple = one.counts_rows and one.kind == shown.kind == "simple"
    return simple and (one.table, one.filters) == (shown.table, shown.filters)


def shown_otherwise(said: Said, now: MetricQuery) -> MetricQuery:
    """Show shares, the figure of one day on average, or the figure so far."""
    if not now.counted:
        refuse_other_units(said.sentence, now.metrics)
    if said.of("share_of"):
        return _share_of(said, now)
    if _asks_share(said) and (of_one := _share_of_the_one(now)) is not None:
        return of_one
    if _asks_share(said) or said.of("distribution"):
        if not now.splits or now.compared:
            raise NoReading  # of which of the two times is not said
        within = (f"{now.grain}_start",) if now.grain else ()
        now = replace(now, share=True, share_within=now.share_within or within, compared=None, average="")
    if said.has("avg", "average"):
        units = [*map(str, said.values("average")), *([said.grain] if said.grain else [])]
        if len(units) != 1 or units[0] not in GRAINS or not is_within(units[0], now.grain):
            raise NoReading
        now = replace(now, average=units[0], share=False, compared=None, running=False)  # type: ignore[arg-type]
    if said.has("cumulative"):
        if not now.grain:
            raise NoReading
        now = replace(now, running=True)
    if said.has(*CHANGES) and not now.compared:
        raise NoReading
    return now


def is_within(unit: str, grain: str) -> bool:
    """Tell whether units of time have a mean in what is shown: days of months, or of all of it."""
    return not grain or [*GRAINS].index(unit) < [*GRAINS].index(grain)


def _asks_share(said: Said) -> bool:
    """Tell whether a share is asked for, not in what a change or a difference is told."""
    return any(not is_unit(said.sentence, one) for one in said.of("share"))


def _share_of(said: Said, now: MetricQuery) -> MetricQuery:
    """Show which share of all some members have: 续报占几成."""
    subjects = {members.dimension for kept in said.values("share_of") for members in kept.named}
    if now.splits or now.grain or now.compared or now.share or len(subjects) != 1:
        raise NoReading
    return replace(now, splits=(subjects.pop(),), share=True, average="")


def _share_of_the_one(now: MetricQuery) -> MetricQuery | None:
    """Show which share of all the one member has that a figure is kept to: 占比呢, share of the total."""
    if now.splits or now.grain or now.compared or now.share or now.average or len(now.metrics) != 1:
        return None
    kept = [one for one in now.filters if not one.negated and len(one.values) == 1]
    if len(now.filters) != 1 or len(kept) != 1:
        return None
    return replace(now, splits=(kept[0].dimension,), share=True)


def filled(said: Said, now: MetricQuery) -> MetricQuery:
    """Ask for days without data too, or go on asking where what is cut by allows it."""
    asked = said.values("filled")
    fitting = {"", now.grain} | (set() if now.splits else {"?"})
    if not {*asked} <= fitting:
        raise NoReading
    return replace(now, filled=bool(asked) or (now.filled and fillable(now, said.catalog)))
