"""How it goes, in one sentence: the first figure, which way it moved, how its target stands."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from analysis.briefing.figures import Scored, change_of, is_year, like_change_of, months_of, share_told
from analysis.home import told_beside
from analysis.openings import Openings
from analysis.outcome import Amount, Name, Percent, Said
from analysis.series import accrues
from analysis.target.verdict import LEVEL
from config.wording import say
from query.metric_query import Filter, Window
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import is_better_low

_LEVEL = Decimal("0.5")  # percent: less is told as level
_LEVEL_POINTS = Decimal("0.1")


def verdict(
    lead: Scored,
    windows: tuple[Window, Window, Window],
    like: Said | str,
    desk: MetricDesk,
    *,
    by_year: bool,
    partly: bool = False,
) -> dict[str, Any]:
    """Return the sentence that a briefing opens with, beside a year ago where there are data of it.

    Where some are new since then, it says how it moved without them (`like`). Who was there `partly`, of whom
    nothing says what was due, is told with the share of all that was set.
    """
    at = 1 if lead.year else 0
    beside = None if at == 0 or by_year or is_year(windows) else change_of(lead, 0, desk)
    before = {
        "window": replace(windows[1], text=""),
        "change": _told(beside),
        "mean": mean_told(lead.scales[0]),
    }
    return {
        "metric": Name(lead.line.metric),
        "now": lead.now_told(desk),
        "moved": _moved(lead, at, windows, desk),
        "like": like,
        "before": Said("briefing.verdict.before", before) if beside is not None else "",
        "target": _target(lead, windows[0], desk, partly=partly),
    }


def since_told(lead: Scored, since: Window, *, by_day: bool, known: bool) -> dict[str, Any]:
    """Return how a first figure stands over all the time since its member opened: nothing is before it."""
    mean = Amount((lead.now or Decimal(0)) / since.days, lead.line.metric, "mean")
    return {
        "window": Said(
            f"briefing.since.window{'' if known else '_data'}", {"window": since, "days": since.days}
        ),
        "moved": Said(f"briefing.since.{'mean' if by_day else 'total'}", {"mean": mean}),
        "like": "",
        "before": "",
    }


def _moved(lead: Scored, at: int, windows: tuple[Window, Window, Window], desk: MetricDesk) -> Said | str:
    """Return which way the first figure moved beside a year ago, else beside the period before."""
    change = change_of(lead, at, desk)
    if change is None:
        return Said("briefing.verdict.now")
    side = "year" if at or is_year(windows) else "before"
    least = _LEVEL if isinstance(change, Percent) else _LEVEL_POINTS
    way = "level" if abs(change.value) < least else "up" if change.value > 0 else "down"
    then = told_beside(windows[0], windows[2] if side == "year" else windows[1], desk)
    return Said(
        f"briefing.verdict.{way}_{side}",
        {"size": size_of(change), "mean": mean_told(lead.scales[at]), "then": then},
    )


def like_told(lead: Scored, at: int, new: Openings | None, desk: MetricDesk) -> Said | str:
    """Return how a figure moved without who is new, where that is another change."""
    change = like_change_of(lead, at, desk)
    return (
        Said("briefing.verdict.like", {"new": new.told(desk.language), "change": change})
        if new and change is not None
        else ""
    )


def who_told(filters: Sequence[Filter], desk: MetricDesk) -> str:
    """Return whom a report is of, as the opening of its sentence; nothing where it is of all."""
    name = desk.answers.reader.known.member_name
    told = [name(kept.dimension, value, desk.language) for kept in filters for value in kept.values]
    joined = say("analysis.and", desk.language).join(told)
    return say("analysis.briefing.who", desk.language, who=joined) if joined else ""


def mean_told(scale: Decimal) -> Said | str:
    """Return words for a change of means of days, where the times are not equally long."""
    return "" if scale == 1 else Said("briefing.verdict.mean")


def size_of(change: Percent | Amount) -> Percent | Amount:
    """Return how large a change is, whichever way it went."""
    if isinstance(change, Percent):
        return Percent(abs(change.value))
    return Amount(abs(change.value), change.metric, "size")


def _told(change: Percent | Amount | None) -> Percent | Amount | Said | None:
    """Return a change as it is said: none that its decimals would show as nought."""
    if change is None:
        return None
    least = Decimal("0.005") if isinstance(change, Amount) else Decimal("0.05")
    return Said("briefing.steady") if abs(change.value) < least else change


def _target(lead: Scored, now: Window, desk: MetricDesk, *, partly: bool) -> Any:
    """Return how the target of the first figure stands: met or not, or ahead of what is due or behind.

    Who was there `partly` is set beside nothing due. Of costs nothing is said, for more than their target is
    no target met.
    """
    if lead.now is None or not lead.target or is_better_low(desk.catalog.metrics[lead.line.metric]):
        return ""
    share, due = 100 * lead.now / lead.target, lead.due
    told = {"share": share_told(share)}
    if not accrues(lead.line.metric, desk):
        aim = {"aim": Amount(lead.target, lead.line.metric)}
        return Said(f"briefing.verdict.target_{'above' if share >= 100 else 'below'}", aim)
    whole = months_of(now)
    if whole is not None and (partly or (due is None and now.end < whole.end)):
        return Said("briefing.verdict.target_part", {**told, "whole": whole})
    if due is None or not due.runs:
        return Said(f"briefing.verdict.target_{'met' if share >= 100 else 'missed'}", told)
    way = "level" if abs(share - due.share) < LEVEL else "ahead" if share > due.share else "behind"
    return Said(f"briefing.verdict.target_{way}", {**told, "over": due.gone()})
