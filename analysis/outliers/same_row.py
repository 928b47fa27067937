"""What else the row of an entry in doubt makes odd, and whose it is: both sides of a margin are of it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from analysis.asked import AnalysisAsked
from analysis.lifespans import day_of
from analysis.outcome import Look, Name, Read, Said, exact
from analysis.outliers.decides_change import told_by
from analysis.outliers.entry import Keyed, added_up
from analysis.outliers.found import TIMES_NEXT
from analysis.outliers.peers import beside
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk

_OTHERS, _WHOSE = "entry_others", "entry_whose"


def their_row_looks(
    found: Sequence[Keyed],
    sums: Sequence[str],
    spans: Mapping[str, Window],
    asked: AnalysisAsked,
    desk: MetricDesk,
) -> list[Look]:
    """Return the looks at what other sums have of each entry's row beside their mean, and at whose it is."""
    looks = []
    for place, one in enumerate(found):
        metric = desk.catalog.metrics[one.metric]
        its = [
            beside(metric, f"{way}_{other}", expression)
            for other in _others(one, found, sums, desk)
            for way, expression in _ways(one, other, desk)
        ]
        label = Said("entries.label", {"metric": Name(one.metric)})
        if its and one.metric in spans:
            query = MetricQuery(
                tuple(it.name for it in its), windows=(spans[one.metric],), filters=asked.filters
            )
            looks.append(
                Look(f"{_OTHERS}.{place}", query, label, catalog=desk.catalog.beside(*its), detail=True)
            )
        if cuts := told_by(one.metric, asked, desk):
            inside = added_up(metric, desk)
            own = beside(metric, "entry", f"MAX({inside})")
            own = replace(own, filters=(*metric.filters, f"({inside}) = {one.value:f}"))
            query = MetricQuery((own.name,), cuts, windows=(day_of(one.day),), filters=asked.filters)
            looks.append(
                Look(f"{_WHOSE}.{place}", query, label, catalog=desk.catalog.beside(own), detail=True)
            )
    return looks


def with_their_row(
    found: Sequence[Keyed], sums: Sequence[str], read: Mapping[str, Read], desk: MetricDesk
) -> list[Keyed]:
    """Return entries with whose they are, and behind them the other sums that their rows stand far above too.

    A profit of 8,000 of a sale of 9,000, where others sell for 900, is taken out of both: of the profit alone
    it would leave a margin of which one side is as meant.
    """
    own, more = [], []
    for place, one in enumerate(found):
        names, look = _named(read.get(f"{_WHOSE}.{place}")), read.get(f"{_OTHERS}.{place}")
        own.append(replace(one, whose=names))
        cells = [exact(cell) for cell in look.result.rows[0]] if look and look.result.rows else []
        for other, value, mean in zip(_others(one, found, sums, desk), cells[::2], cells[1::2], strict=False):
            if value and mean and mean > 0 and value >= TIMES_NEXT * mean:
                more.append(Keyed(other, one.day, value, mean, mean, part=one.part, whose=names, of_row=True))
    return [*own, *more]


def _named(read: Read | None) -> tuple[str, ...]:
    """Return the names of the one row that was read."""
    rows = read.result.rows if read is not None else ()
    return tuple(str(cell) for cell in rows[0][:-1] if cell) if len(rows) == 1 else ()


def _others(one: Keyed, found: Sequence[Keyed], sums: Sequence[str], desk: MetricDesk) -> list[str]:
    """Return the other sums of an entry's table that were not found on its day themselves."""
    known = desk.catalog.metrics
    told = {it.metric for it in found if it.day == one.day}
    own = [name for name in sums if name not in told and known[name].table == known[one.metric].table]
    return [name for name in own if _inside(name, desk) and known[name].additivity == "sum"]


def _inside(name: str, desk: MetricDesk) -> str | None:
    return None if desk.catalog.metrics[name].counts_rows else added_up(desk.catalog.metrics[name], desk)


def _ways(one: Keyed, other: str, desk: MetricDesk) -> list[tuple[str, str]]:
    """Return how what a sum has of the entry's row, and of any row, is read."""
    own, inside = _inside(one.metric, desk), _inside(other, desk)
    return [("of", f"MAX(CASE WHEN {own} = {one.value:f} THEN {inside} END)"), ("mean", f"AVG({inside})")]
