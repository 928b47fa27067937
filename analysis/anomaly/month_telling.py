"""Says what was found by the month: the figure, what is usual, a record, the year before, a share."""

from collections.abc import Sequence
from typing import Any

from analysis.anomaly.drifts import Drift
from analysis.anomaly.growing import Growing
from analysis.anomaly.looks import Span
from analysis.anomaly.month_events import RECORD, Event
from analysis.anomaly.month_looks import Month
from analysis.anomaly.month_tables import is_mean
from analysis.anomaly.part_telling import part_told
from analysis.anomaly.whose import amount_of, told_of, what_it_is
from analysis.outcome import Amount, Name, Percent, Said, figure_of, grown, percent_of
from answers.sentences.columns import in_sentence
from config.wording import say
from query.metric_query import Window
from understanding.metric.desk import MetricDesk

AS_USUAL = 0.05  # of what is usual: nearer, it is not set beside it
SHARE_MOVED = 5.0  # points: from there a share is told beside a figure


def month_told(one: Month, desk: MetricDesk) -> Said:
    """Return a figure by the month beside what is usual, with what makes it worth telling."""
    look, kind = one.look, "month" if one.look.span.is_month else "running"
    metric = desk.catalog.metrics[look.metric]
    usually = "" if metric.kind == "ratio" else say(f"analysis.anomaly.usually_{kind}", desk.language)
    told = "month_none" if not look.value else "month"
    if look.value and one.year and abs(look.value - look.usual) < AS_USUAL * abs(look.usual):
        told = "month_as_usual"  # it is the year before that it is far from
    return Said(
        f"anomaly.{told}",
        {
            "what": what_it_is(look, desk),
            "when": _window(look.span),
            "value": told_of(look.value, look.metric, desk),
            "usual": Amount(figure_of(look.usual), look.metric, "mean" if metric.is_count else "value"),
            "usually": usually,
            "basis": basis_told(one),
            "change": grown_by(look.value, look.usual, look.metric, desk),
            "record": _record(one, kind),
            "year": _year(one, desk),
            "share": _share(one),
        },
    )


def records_told(months: Sequence[Month], desk: MetricDesk) -> Said:
    """Return the figures that are the highest or lowest of a year or more, those of one month in one list."""
    groups: dict[tuple[Span, Said | str], list[Said]] = {}
    for one in months:
        kind = "month" if one.look.span.is_month else "running"
        groups.setdefault((one.look.span, _record(one, kind)), []).append(_record_told(one, desk))
    return Said(
        "anomaly.month_records",
        {
            "list": tuple(
                Said("anomaly.month_record", {"when": _window(span), "record": record, "list": tuple(told)})
                for (span, record), told in groups.items()
            )
        },
    )


def _record_told(one: Month, desk: MetricDesk) -> Said:
    """Return a figure with the farthest before it and what it was a year before."""
    look = one.look
    params = {
        "what": what_it_is(look, desk),
        "value": told_of(look.value, look.metric, desk),
        "next": Amount(figure_of(one.next if one.next is not None else look.usual), look.metric),
        "year": _year(one, desk, "year_record"),
    }
    return Said(f"anomaly.month_record_{'high' if one.is_up else 'low'}", params)


def event_told(event: Event, desk: MetricDesk) -> Said:
    """Return a finding by the month."""
    figures = dict.fromkeys(one.look.metric for one in event.same)
    others = tuple(Name(name) for name in figures if name != event.month.look.metric)[:3]
    if event.drift:
        item = _slid(event.month, event.drift, desk)
    elif event.growing:
        item = _grew(event.month, event.growing, desk)
    else:
        item = _in_a_row(event, desk) if event.run else month_told(event.month, desk)
    also = Said("anomaly.with_same", {"same": others}) if others else ""
    return Said(
        "anomaly.found_month",
        {
            "item": item,
            "part": _part_in_a_row(event, desk) or part_told(event.part, event.month.look, desk),
            "also": also,
        },
    )


def _in_a_row(event: Event, desk: MetricDesk) -> Said:
    """Return a figure that was off for months in a row: each month, and what was usual before."""
    first = event.run[0]
    metric = desk.catalog.metrics[first.look.metric]
    ratio, runs = metric.kind == "ratio", not first.look.span.is_month
    each = tuple(
        Said(
            "anomaly.one_month",
            {"when": _window(one.look.span), "value": told_of(one.look.value, metric.name, desk)},
        )
        for one in event.run
    )
    return Said(
        f"anomaly.months_{'high' if first.is_up else 'low'}",
        {
            "what": what_it_is(first.look, desk),
            "count": len(event.run),
            "list": each,
            "usual": Amount(figure_of(first.look.usual), metric.name, "mean" if metric.is_count else "value"),
            "usually": "" if ratio or runs else say("analysis.anomaly.usually_month", desk.language),
            "basis": basis_told(first),
        },
    )


def _part_in_a_row(event: Event, desk: MetricDesk) -> Said | None:
    """Return what a part had in each of the months."""
    if event.part is None or not event.part_run:
        return None
    each = tuple(
        Said("anomaly.one_month", {"when": _window(it.span), "value": told_of(it.value, it.metric, desk)})
        for it in (one.look for one in event.part_run)
    )
    usual = amount_of(event.part.usual, event.month.look.metric, desk)
    return Said("anomaly.part_months", {"name": event.part.told(), "list": each, "usual": usual})


def _slid(one: Month, drift: Drift, desk: MetricDesk) -> Said:
    """Return a ratio that slid over months, from where to where."""
    look = one.look
    label = desk.catalog.dimensions[look.dimension].label(desk.language) if look.dimension else ""
    by = in_sentence(label, desk.language)
    params = {
        "what": what_it_is(look, desk),
        "first": _window(drift.first),
        "then": Amount(figure_of(drift.value), look.metric),
        "when": _window(look.span),
        "value": Amount(figure_of(look.value), look.metric),
        "change": grown_by(look.value, drift.value, look.metric, desk),
        "by": by,
    }
    way = "up" if look.value > drift.value else "down"
    back = tuple(_window(one) for one in drift.back)
    params["steadily"] = Said(f"anomaly.{way}_mostly" if back else f"anomaly.{way}_monthly", {"back": back})
    if not by or drift.others is None:
        return Said(f"anomaly.slid_{way}", params)
    then, now = drift.others
    return Said(f"anomaly.slid_{way}_beside", {**params, "others": grown_by(now, then, look.metric, desk)})


def _grew(one: Month, growing: Growing, desk: MetricDesk) -> Said:
    """Return a sum that slides away from its year before, since when, and how all others stand."""
    shares = {
        "then": growing.then,
        "now": growing.now,
        "others": growing.others,
        "others_then": growing.others_then,
    }
    return Said(
        f"anomaly.grew_{'up' if growing.now > growing.others else 'down'}",
        {
            "what": what_it_is(one.look, desk),
            "rest": Said(f"anomaly.rest_{'middle' if is_mean(one.look.metric, desk) else 'all'}"),
            "first": _window(growing.first),
            "when": _window(one.look.span),
            "value": told_of(one.look.value, one.look.metric, desk),
            **{name: percent_of(100 * share, signed=True) for name, share in shares.items()},
        },
    )


def grown_by(now: float, then: float, metric: str, desk: MetricDesk) -> Percent | Amount:
    """Return a change in percent, that of a percentage in points."""
    found = grown(figure_of(now - then), figure_of(then), desk.catalog.metrics[metric])
    return Percent(round(found.value, 1), signed=True) if isinstance(found, Percent) else found


def basis_told(one: Month) -> Said:
    """Return of which stretches before what is usual is made, and how."""
    how, count = one.basis
    chosen = "_calm" if one.calm else "_alike" if one.alike else ""
    kind = ("month" if one.look.span.is_month else "running") + chosen
    return Said(f"anomaly.basis.{how}", {"before": Said(f"anomaly.basis.{kind}", {"count": count})})


def _record(one: Month, kind: str) -> Said | str:
    if one.since < RECORD:
        return ""
    way = "high" if one.is_up else "low"
    return Said(f"anomaly.{kind}_{way}{'_ever' if one.ever else ''}", {"count": one.since + 1})


def _year(one: Month, desk: MetricDesk, code: str = "year") -> Said | str:
    if one.year is None or one.year <= 0:
        return ""
    change = grown_by(one.look.value, one.year, one.look.metric, desk)
    return Said(f"anomaly.{code}", {"then": Amount(figure_of(one.year), one.look.metric), "change": change})


def _share(one: Month) -> Said | str:
    if one.shares is None or abs(one.shares[0] - one.shares[1]) < SHARE_MOVED:
        return ""
    now, before, year = (None if share is None else percent_of(share) for share in one.shares)
    params: dict[str, Any] = {"now": now, "before": before, "year": year}
    return Said("anomaly.share" if year is None else "anomaly.share_year", params)


def _window(span: Span) -> Window:
    """Return a stretch as a window, a whole month by its name."""
    return Window(span.start, span.end, "month" if span.is_month else "range")
