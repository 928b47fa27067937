"""Which days make a change: holidays, few days that hold it, days of nothing, days without data."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from analysis.outcome import Amount, Name, Percent, Said
from analysis.why.calendar import HOLIDAY, WEEKEND, WORKDAY, CalendarPart, KindPart, each_day, stretches
from analysis.why.choosing import Rank
from analysis.why.findings import Findings
from analysis.why.nearby import Came, Steady, windows_told
from analysis.why.premise import only
from analysis.why.sizes import ends_of, part_of, rate_of
from analysis.why.split import ZERO
from query.metric_query import Window
from understanding.metric.desk import MetricDesk

_LARGE_AGAINST = Decimal("0.3")  # of the change
_ONE_LEVEL = Decimal("0.001")  # days of a kind that differ by less are said to bring the same
_CAUSES = {WORKDAY: "workday", WEEKEND: "weekend", HOLIDAY: "holidays"}
_MOST_CAME = 2  # other things that came on the few days


def calendar_rank(found: Findings) -> Rank:
    """Return how much the calendar tells: what goes against the change, and is small, explains nothing."""
    part, whole = found.calendar.part if found.calendar else ZERO, found.whole.change
    if part * whole >= 0:
        return Rank.CALENDAR
    if abs(part) < _LARGE_AGAINST * abs(whole):
        return Rank.UNDER
    return Rank.AGAINST if found.days is not None and not found.days.is_before else Rank.CALENDAR


def together_told(found: Findings) -> Said | str:
    """Return on which days what makes most of a change came together."""
    few = found.inner.days if found.inner is not None else None
    if few is None:
        return ""
    held = Amount(few.held, found.change.metric.name, "bare")
    code = "why.together_before" if few.is_before else "why.together"
    return Said(code, {"held": held, "days": tuple(stretches(few.parts))})


def until_told(found: Findings) -> Said:
    """Say how a figure stood until all there were had ended: what fell before that, and what after."""
    assert found.until is not None
    (window, pair), name = found.until, found.change.metric.name
    ends = {"before": Amount(pair.before or ZERO, name), "now": Amount(pair.now or ZERO, name)}
    silent = Said("why.silent") if pair.now == (found.whole.now or ZERO) else ""
    return Said("why.until", {"window": window, **ends, "rate": rate_of(pair), "silent": silent})


def came_told(found: Findings) -> Said | None:
    """Say what else came on the few days, beside how much came on all others."""
    listed = tuple(map(_came_one, found.nearby.came[:_MOST_CAME]))
    return Said("why.came", {"list": listed}) if listed else None


def _came_one(one: Came) -> Said:
    params = {
        "metric": Name(one.metric),
        "count": Amount(one.count, one.metric, "bare"),
        "others": Amount(one.others, one.metric, "bare"),
        "days": one.other_days,
        "kind": Said(_came_kind(one), {"kind": one.kind}) if one.kind else "",
        "amount": _came_amount(one),
    }
    return Said("why.came_one", params)


def _came_kind(one: Came) -> str:
    return "why.came_kind_all" if one.of_kind == one.count else "why.came_kind"


def _came_amount(one: Came) -> Said | str:
    if one.amount is None:
        return ""
    name, amount = one.amount
    return Said("why.came_amount", {"metric": Name(name), "amount": Amount(amount, name)})


def gap_told(found: Findings) -> Said | None:
    """Say which days a place has no data of: closed, or not reported, the data do not tell."""
    member, lacking = next(iter(found.nearby.lacking.items()), (None, None))
    if member is None or lacking is None:
        return None
    other = found.nearby.steady
    params = {
        "name": member[1],
        "days": windows_told(lacking.days),
        "count": sum(one.days for one in lacking.days),
        "usual": Said("why.gap_usual", {"usual": Amount(lacking.usual, found.change.metric.name)})
        if lacking.usual is not None
        else "",
        "steady": _gap_steady(other) if other is not None else "",
        "year": Said("why.gap_year", {"when": lacking.year}) if lacking.year is not None else "",
    }
    return Said("why.gap", params)


def _gap_steady(other: Steady) -> Said:
    """Say how another figure stood on days of nothing."""
    ends = {
        "mean": Amount(other.mean, other.metric, "mean"),
        "usual": Amount(other.usual, other.metric, "mean"),
    }
    rate = Percent((other.mean / other.usual - 1) * 100, signed=True)
    return Said("why.gap_steady", {"metric": Name(other.metric), **ends, "rate": rate})


def no_data_told(found: Findings) -> Said | None:
    """Say which days nobody has any data of."""
    calendar = found.calendar
    if calendar is None or not calendar.lacking:
        return None
    gone = windows_told(stretches(calendar.lacking))
    part = part_of(calendar.missing_part, found, found.change.metric.name)
    return Said("why.gap_all", {"days": gone, "count": len(calendar.lacking), **part})


def levels_told(found: Findings) -> tuple[Said, ...]:
    """Say for how much a day of each kind was taken; or that days differ by too much to be taken for any."""
    if found.calendar is not None and found.calendar.uneven and not found.is_flat:
        return (Said("why.line.uneven"),)
    if not found.calendar_tells or found.calendar is None:
        return ()
    return (Said("why.line.levels", {"days": tuple(_days_of(one, found) for one in found.calendar.kinds)}),)


def still_told(found: Findings, desk: MetricDesk) -> Iterator[Said]:
    """Yield which days had nothing, with what else was so on them: at the same time, never as a cause."""
    still, name = found.still, found.change.metric.name
    if still is None:
        return
    level: Any = ""
    if still.then is not None:
        level = Said(
            "why.still_now" if still.is_before else "why.still_then", {"then": Amount(still.then, name)}
        )
    elif still.usual is not None:
        level = Said("why.gap_usual", {"usual": Amount(still.usual, name)})
    params = {
        "whose": named_together(still.lead.members) if still.lead is not None else only(found.change, desk),
        "metric": Name(name),
        "days": windows_told(still.days),
        "count": len(still.every),
        "level": level,
        "neither": tuple(
            Said("why.still_neither", {"metric": Name(it), **ends_of(of, it)}) for it, of in still.neither
        ),
        "steady": _gap_steady(still.steady) if still.steady is not None else "",
    }
    code = "why.still_before" if still.is_before else "why.still"
    yield Said(code if still.lead is not None else f"{code}_all", params)
    if still.came:
        yield Said("why.came", {"list": tuple(map(_came_one, still.came[:_MOST_CAME]))})


def named_together(members: Sequence[tuple[str, str]]) -> Any:
    """Return a member by its name, a place and a kind together."""
    names = [name for _, name in members]
    return Said("why.cell", {"place": names[0], "kind": names[-1]}) if len(names) > 1 else names[0]


def calendar_told(found: Findings) -> Said | None:
    """Say what other days make of a change, where they make some."""
    if not found.calendar_tells or found.calendar is None:
        return None
    part, name = found.calendar.part, found.change.metric.name
    params = {"cause": _calendar_cause(found), **part_of(part, found, name)}
    return Said("why.calendar", params | ({"share": ""} if found.sharp else {}))


def _calendar_cause(found: Findings) -> Any:
    """Name the holidays of both times where other numbers of them go the calendar's way; else all days."""
    holidays = (
        next((one for one in found.calendar.kinds if one.kind == HOLIDAY), None) if found.calendar else None
    )
    kinds, language = (found.calendar.of_days if found.calendar else None), found.change.asked.language
    if found.calendar is None or holidays is None or kinds is None or not leads(holidays, found.calendar):
        kinds_told = tuple(
            Said(f"why.cause.{_CAUSES[one.kind]}", {"now": one.days_now, "before": one.days_before})
            for one in (found.calendar.kinds if found.calendar else ())
        )
        return Said("why.cause.days", {"list": kinds_told})
    ends = ((found.change.now, holidays.days_now), (found.change.before, holidays.days_before))
    told = [
        Said("why.cause.holiday", {"names": tuple(kinds.called(window, language)), "count": count})
        if count
        else Said("why.cause.none")
        for window, count in ends
    ]
    return Said("why.cause.both", {"now": told[0], "before": told[1]})


def leads(holidays: KindPart, calendar: CalendarPart) -> bool:
    """Tell holidays that make the calendar's part, by what one brings beyond an ordinary day."""
    others = [one for one in calendar.kinds if one is not holidays]
    count = sum(one.days_before + one.days_now for one in others)
    ordinary = sum((one.before + one.now for one in others), ZERO) / count if count else ZERO
    more = holidays.days_now - holidays.days_before
    return bool(more) and (holidays.part - more * ordinary) * calendar.part > 0


def made_up_told(found: Findings) -> tuple[Said, ...]:
    """Say how many Saturdays and Sundays count as working days, where there are any."""
    kinds = found.calendar.of_days if found.calendar else None
    if kinds is None or not found.calendar_tells:
        return ()
    now, before = (kinds.made_up(one) for one in (found.change.now, found.change.before))
    return (Said("why.line.made_up", {"now": now, "before": before}),) if now or before else ()


def _days_of(one: KindPart, found: Findings) -> Said:
    """Return a kind of day of which there are more or fewer, with what one of it is taken for."""
    name, kinds = found.change.metric.name, found.calendar.of_days if found.calendar else None
    params: dict[str, Any] = {"now": one.days_now, "before": one.days_before, "names": "", "names_before": ""}
    if one.kind == HOLIDAY and kinds is not None:
        language = found.change.asked.language
        for key, window in (("names", found.change.now), ("names_before", found.change.before)):
            called = [
                Said("why.days.called", {"name": name, "when": tuple(at)})
                for name, at in kinds.called(window, language).items()
            ]
            if called:
                params[key] = Said(f"why.days.{key}", {"list": tuple(called)})
    ends = ((one.before, one.days_before), (one.now, one.days_now))
    means = [Amount(total / count, name, "mean") if count else None for total, count in ends]
    if means[0] and means[1] and abs(means[1].value / means[0].value - 1) >= _ONE_LEVEL:  # other holidays
        return Said("why.days.holiday_apart", {**params, "each": means[1], "each_before": means[0]})
    usual = "_usual" if found.calendar is not None and found.calendar.usual else ""
    return Said(f"why.days.{one.kind}{usual}", {**params, "each": means[1] or means[0]})


def few_days_told(found: Findings) -> Said | None:
    """Say which few days hold most of the change, and what all others make of it."""
    few, kinds = found.days, found.calendar.of_days if found.calendar else None
    if few is None or kinds is None:
        return None
    name, window = found.change.metric.name, found.change.before if few.is_before else found.change.now
    held = _holidays_of(few.parts, kinds.called(window, found.change.asked.language))
    params = {
        "days": tuple(stretches(few.parts)),
        "count": len(few.parts),
        "names": Said("why.days.names", {"list": tuple(held)}) if held else "",
        "held": Amount(few.held, name),
        "all": Amount((found.whole.before if few.is_before else found.whole.now) or ZERO, name),
        "usual": Amount(few.usual, name, "mean" if few.counted else "value"),
        "rest": Amount(few.rest, name, "change"),
        "year": Said("why.gap_year", {"when": found.nearby.year}) if found.nearby.year is not None else "",
        **part_of(few.part, found, name),
    }
    kind = "count" if few.counted else "none" if not few.held else "alike" if few.of_holiday else "days"
    return Said(f"why.few_{kind}{'_before' if few.is_before else ''}", params)


def _holidays_of(of: Iterable[dt.date], called: Mapping[str, Sequence[Window]]) -> list[str]:
    """Return the holidays that some days are of, where all of them are."""
    off = {name: {day for one in at for day in each_day(one)} for name, at in called.items()}
    if not set().union(*off.values()).issuperset(of):
        return []
    return [name for name, theirs in off.items() if not theirs.isdisjoint(of)]


def missing_told(found: Findings) -> Said | None:
    """Say for how many days there are no data, and what they make of the change."""
    part = found.calendar
    if part is None or not part.missing or part.lacking:
        return None
    code = "why.missing" if part.missing > 0 else "why.missing_before"
    return Said(
        code, {"count": abs(part.missing), **part_of(part.missing_part, found, found.change.metric.name)}
    )
