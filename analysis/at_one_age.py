"""A figure that ripens beside an older time: both counted at the age of the youngest rows."""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal

from analysis.outcome import Amount, Look, Name, Read, Said, exact, grown
from analysis.why.reading import windows_of
from analysis.why.split import Pair
from query.metric_query import MetricQuery
from understanding.metric.aged import Aged, aged
from understanding.metric.desk import MetricDesk
from understanding.metric.open_days import is_mostly_unripe

_AT_ONE_AGE = "at_one_age"
_MOST_TOLD = 12  # members
_LEVEL = Decimal("0.05")  # percent, or points: less is no change


def aged_beside(query: MetricQuery, desk: MetricDesk) -> Aged | None:
    """Return the one figure that a query sets beside another time, at one age where most is not ripe."""
    other = query.grain or query.share or query.average or query.running or len(query.splits) > 1
    named = query.compared is not None and query.compared.kind == "named"
    if other or query.compared is None or query.window is None or len(query.metrics) != 1:
        return None
    open_ = desk.answers.reader.known.unsettled(query.metrics, desk.today)
    if open_ is None or not is_mostly_unripe(query.window, open_):
        return None
    found = aged(query.metrics[0], query.window, desk.answers, desk.today)
    return None if found is None or (named and found.window != query.window) else found


def aged_look(query: MetricQuery, found: Aged, desk: MetricDesk) -> Look:
    """Return the look at both times at one age."""
    now, then = windows_of(replace(query, windows=(found.window,)), desk)
    both = MetricQuery(query.metrics, query.splits, windows=(then, now), filters=query.filters)
    label = Said("settling.aged_label", {"metric": Name(query.metrics[0]), "count": found.within})
    name = f"{_AT_ONE_AGE}.{query.metrics[0]}"
    return Look(name, both, label, catalog=found.answers.catalog, detail=True)


def aged_told(name: str, found: Aged, read: Mapping[str, Read], desk: MetricDesk) -> Said | None:
    """Return a figure of both times at one age and how they differ, of members those that rose most first."""
    one = read.get(f"{_AT_ONE_AGE}.{name}")
    if one is None or one.result.truncated:
        return None
    query = one.look.query
    metric, (then, now) = desk.catalog.metrics[name], query.windows
    pairs = [
        (str(row[0]) if query.splits else "", Pair(exact(row[-2]), exact(row[-1]))) for row in one.result.rows
    ]
    whole = [(name, pair) for name, pair in pairs if pair.before and pair.now is not None]
    whole.sort(key=lambda it: -it[1].change)
    told = []
    for member, pair in whole[:_MOST_TOLD]:
        assert pair.before is not None and pair.now is not None
        figures = {"now": Amount(pair.now, metric.name), "then": Amount(pair.before, metric.name)}
        change = grown(pair.change, pair.before, metric)
        level = abs(change.value) < _LEVEL
        code = "aged_member" if query.splits else "aged_all"
        told.append(
            Said(
                f"settling.{code}",
                {"name": member, "change": Said("briefing.steady") if level else change, **figures},
            )
        )
    params = {
        "metric": Name(name), "called": found.ripe.called[desk.language == "en"], "count": found.within,
        "when": replace(now, text=""), "before": replace(then, text=""), "list": tuple(told),
    }  # fmt: skip
    return Said("settling.aged", params) if told else None
