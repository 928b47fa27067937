"""Who is behind or ahead of a target, step by step: each member's share of its own beside the days over."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from analysis.asked import AnalysisAsked
from analysis.drawing import Bars, bars
from analysis.outcome import Amount, Look, Name, Outcome, Percent, Read, Said, Steps
from analysis.series import accrues
from analysis.tables import table
from analysis.target.due import aim_windows, due_of
from analysis.target.steps import Standing, known_part
from analysis.unrecorded import counted_looks, records_of, unrecorded
from answers.sentences.columns import in_sentence, plural_of
from config.wording import say
from database.result import QueryResult
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import is_better_low

_Ranked = tuple[str, Standing]
MOST_NAMED = 5
_GAPS_NAMED = 10  # where it is asked of each
_MISSED_NAMED = 15  # where it is asked of those alone who did not reach it
_BEHIND_FIRST = 3  # places named where one is asked for
_LACKING_TOO = 2  # named behind who lacks most in amount


def pace_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the looks at the figure and its target by member, and return who is behind, or ahead."""
    (name, aim), asked_for = asked.metrics, asked.window
    assert asked_for is not None and asked.query is not None
    (cut,) = asked.query.splits
    so_far = known_part(name, asked_for, desk)
    if so_far is None:
        return Outcome(declined=Said("briefing.none", {"window": replace(asked_for, text="")}))
    # How far each is from it is asked of the whole target; who is behind, of the months that are over.
    whole = asked_for if asked.gap else _months_over(asked_for, so_far)
    so_far = so_far if whole == asked_for else whole
    records = records_of(name, cut, [so_far], asked.filters, desk)
    figures = [
        Look(
            one,
            MetricQuery((one,), (cut,), windows=over, filters=asked.filters),
            Said("target.label", {"metric": Name(one)}),
            needed=True,
        )
        for one, over in ((name, (so_far,)), (aim, aim_windows(name, whole, so_far.end, desk)))
    ]
    read = yield [*figures, *counted_looks(records, desk)]
    actual, wanted = _by_member(read[name]), _by_member(read[aim])
    at_most, windows = is_better_low(desk.catalog.metrics[name]), read[aim].look.query.windows
    every = {
        member: Standing(
            name, whole, so_far, actual.get(member, [Decimal(0)])[0], cells[0], at_most,
            due_of(name, so_far.end, windows, cells, desk),
        )
        for member, cells in wanted.items()
        if cells[0]
    }  # fmt: skip
    if not every:
        return Outcome(
            declined=Said("target.none", {"metric": Name(name), "window": replace(whole, text="")})
        )
    found = {member: one for member, one in every.items() if member in actual} or every
    idle = {member: one for member, one in every.items() if member not in found}
    without = tuple(sorted(member for member in actual if member and member not in every))
    outcome = _told(found, without, cut, asked, desk)
    if idle:
        outcome = replace(outcome, statements=(*outcome.statements, _idle_told(idle, every, desk)))
    gaps = yield from unrecorded(records, "target", read, desk)
    return replace(outcome, cautions=(*gaps, *_over_told(whole, asked_for), *outcome.cautions))


def _over_told(whole: Window, asked_for: Window) -> tuple[Said, ...]:
    return () if whole == asked_for else (Said("pace.months_over"),)


def _idle_told(idle: Mapping[str, Standing], every: Mapping[str, Standing], desk: MetricDesk) -> Said:
    """Tell apart who has a target and nothing beside it: one that closed has not missed it by all of it."""
    whole = together([*every.values()])
    sums = accrues(whole.name, desk) and not whole.at_most
    with_them = Said("pace.idle_whole", {"all": Percent(whole.share)}) if sums else ""
    return Said("pace.idle", {"metric": Name(whole.name), "list": tuple(sorted(idle)), "whole": with_them})


def _months_over(whole: Window, so_far: Window) -> Window:
    """Return the months of a longer stretch that are over, where it runs: months have targets of their own.

    A year's share of days would set a branch that sells by holidays against one that does not.
    """
    month = so_far.end.replace(day=1)
    if so_far.end == whole.end or month <= whole.start:
        return whole
    return Window(whole.start, month, "range")


def _by_member(read: Read) -> Mapping[str, list[Decimal]]:
    """Return each member's figure in each of the times read; members called alike are one.

    One that nothing is known of in any of them is none: no figure is not a figure of nothing.
    """
    found: dict[str, list[Decimal]] = {}
    known = (
        row for row in read.result.rows if row[0] is not None and any(one is not None for one in row[1:])
    )
    for member, cells in ((str(row[0]), row[1:]) for row in known):
        held = found.get(member, [Decimal(0)] * len(cells))
        found[member] = [own + Decimal(str(cell or 0)) for own, cell in zip(held, cells, strict=True)]
    return found


def _told(
    found: Mapping[str, Standing], without: Sequence[str], cut: str, asked: AnalysisAsked, desk: MetricDesk
) -> Outcome:
    ahead, at_most = asked.direction == "up", next(iter(found.values())).at_most
    ranked = sorted(found.items(), key=lambda one: _place(one[1], asked), reverse=ahead != at_most)
    first, whole = ranked[0][1], together([*found.values()])
    out, rest = (
        [(member, one) for member, one in ranked if _is_out(one, ahead=ahead) == is_out]
        for is_out in (True, False)
    )
    label = desk.catalog.dimensions[cut].label(desk.language)
    params: dict[str, Any] = {
        "metric": Name(first.name),
        "whole": replace(first.whole, text=""),
        "so_far": replace(first.so_far, text=""),
        "when": _when(whole),
        "dimension": plural_of(in_sentence(label, desk.language), desk.language),
        "every": len(found),
        "count": len(out),
        "all": Percent(whole.share),
        "pace": _lead(whole),
    }
    said = [_who(ranked, out, params, asked, desk)]
    if len(out) > 1 and accrues(first.name, desk):
        said += _other_measure(out, ahead=ahead)
    if not (asked.gap or _asks_furthest(ranked, asked)):
        said += _others(out, rest, asked, desk)
    if accrues(first.name, desk) and not at_most:  # rates of members make no rate of all by being added up
        short = asked.gap and whole.actual < whole.target
        gap = {"gap": Amount(whole.target - whole.actual, whole.name, "size")} if short else {}
        said.append(Said("pace.whole_short" if short else "pace.whole", {**params, **gap}))
    cautions = (Said("pace.without", {"list": tuple(without)}),) if without else ()
    return Outcome(tuple(said), table_of(ranked, label, desk), chart_of(ranked, desk), cautions)


def _other_measure(out: Sequence[_Ranked], *, ahead: bool) -> Iterator[Said]:
    """Yield who is behind most by what the list does not go by: what is lacking, or the share of its own.

    A small member may lack the largest part of its own target, and little of what all lack.
    """
    _, first = out[0]
    by_amount, *next_to = sorted(out, key=lambda one: _lead_of(one[1]))
    by_share = min(out, key=lambda one: one[1].ahead)
    if ahead or first.at_most:
        return
    if _lead_of(by_amount[1]) < _lead_of(first):
        gap = Amount(_lead_of(by_amount[1]), first.name, "size")
        code = "lacks_most_running" if first.lead is not None else "lacks_most"
        others = tuple(
            Said("pace.lacks_too", {"name": name, "gap": Amount(_lead_of(one), first.name, "size")})
            for name, one in next_to[:_LACKING_TOO]
        )
        more = Said("pace.lacks_next", {"list": others}) if len(next_to) >= _LACKING_TOO else ""
        yield Said(f"pace.{code}", {"name": by_amount[0], "gap": gap, "next": more})
    elif by_share[1].ahead < first.ahead:
        yield Said("pace.reached_least", {"name": by_share[0], "share": Percent(by_share[1].share)})


def _lead_of(one: Standing) -> Decimal:
    """Return how much more there is than is due: of a time that is over, of its whole target."""
    return one.lead if one.lead is not None else one.actual - one.target


def _asks_furthest(ranked: Sequence[_Ranked], asked: AnalysisAsked) -> bool:
    """Tell whether one is asked for of several."""
    return asked.furthest and len(ranked) > 1


def _who(
    ranked: Sequence[_Ranked],
    out: Sequence[_Ranked],
    params: Mapping[str, Any],
    asked: AnalysisAsked,
    desk: MetricDesk,
) -> Said:
    """Say how far each is off, who is furthest, or who is behind or ahead, as it was asked."""
    first, ahead = ranked[0][1], asked.direction == "up"
    running = "_running" if first.running else ""
    if asked.gap and not asked.missed:
        return Said(f"pace.gaps{running}", {**params, **_listed(ranked, _GAPS_NAMED, asked, desk)})
    if _asks_furthest(ranked, asked):
        one, *others = (apart_from_target(*it, asked, desk) for it in ranked[:_BEHIND_FIRST])
        ends = {"first": one, "list": tuple(others)}
        return Said(f"pace.{'best' if ahead else 'worst'}{running}", {**params, **ends})
    way = ("within" if ahead else "over") if first.at_most else "ahead" if ahead else "behind"
    code = way if out else f"none_{way}"
    most = _MISSED_NAMED if asked.gap else MOST_NAMED
    return Said(f"pace.{code}{running}", {**params, **_listed(out, most, asked, desk)})


def _listed(some: Sequence[_Ranked], most: int, asked: AnalysisAsked, desk: MetricDesk) -> dict[str, Any]:
    """Return the first of some with how far each is off, and how many more there are."""
    left = len(some) - most
    more = Said("pace.more", {"count": left}) if left > 0 else ""
    return {"list": tuple(apart_from_target(*one, asked, desk) for one in some[:most]), "more": more}


def _others(
    out: Sequence[_Ranked], rest: Sequence[_Ranked], asked: AnalysisAsked, desk: MetricDesk
) -> Iterator[Said]:
    """Yield what the others have: each where they are few and it is asked or of rates, else who has least."""
    if not rest:
        return
    first, ahead = rest[0][1], asked.direction == "up"
    if (asked.each or not accrues(first.name, desk)) and len(rest) <= MOST_NAMED:
        running = "_running" if first.running else ""
        same = f"{'within_' if ahead else 'over_'}others" if first.at_most else f"others{running}"
        listed = {"count": len(rest), "list": tuple(apart_from_target(*one, asked, desk) for one in rest)}
        yield Said(f"pace.{same if out else 'each'}", listed)
    elif out and accrues(first.name, desk):  # rates beside unlike targets have no order
        by_share = sorted(rest, key=lambda one: one[1].share)
        ends = {"low": _named(*by_share[0], desk), "high": _named(*by_share[-1], desk)}
        yield Said("pace.rest" if len(rest) > 1 else "pace.rest_one", {"count": len(rest), **ends})


def _place(one: Standing, asked: AnalysisAsked) -> Decimal:
    """Return by what members are ranked: of a time that runs how much each is from what is due of its own.

    Who alone did worst is told by the share: a small one can be it, though it holds back little.
    """
    return one.share if one.lead is None else one.ahead if asked.furthest else one.lead


def _lead(one: Standing) -> Said | str:
    """Return how much there is more, or less, than is due by now."""
    way = "less" if one.lead is not None and one.lead < 0 else "more"
    return Said(f"pace.due_{way}", {"gap": Amount(one.lead, one.name, "size")}) if one.lead else ""


def together(every: Sequence[Standing]) -> Standing:
    """Return all members as one, with what is due of all their targets."""
    actual, target = (
        sum(one, Decimal(0)) for one in zip(*((it.actual, it.target) for it in every), strict=True)
    )
    dues = [one.due for one in every if one.due]
    due = replace(dues[0], target=target, due=sum((one.due for one in dues), Decimal(0))) if dues else None
    return replace(every[0], actual=actual, target=target, due=due)


def _when(whole: Standing) -> Said | Window:
    """Return the time that runs, with what is due of all targets by now; of a rate nothing is."""
    so_far = replace(whole.so_far, text="")
    return Said("pace.when", {"so_far": so_far, "over": whole.due.gone()}) if whole.due else so_far


def _is_out(one: Standing, *, ahead: bool) -> bool:
    """Tell whether a member is behind, or ahead: of its target, and of a running time of its days."""
    if one.at_most:
        return one.met == ahead
    apart = one.ahead if one.running and one.due is not None else one.share - 100
    if ahead:
        return one.share >= 100 or apart > 0
    return one.share < 100 and apart < 0


def apart_from_target(name: str | Window, one: Standing, asked: AnalysisAsked, desk: MetricDesk) -> Said:
    """Return a member with its share, and how much it is short of its target, of its pace, or over it.

    A rate is told itself: 99 % of a target of 95 % would be read as the rate.
    """
    params = {"name": name, "gap": Amount(one.actual - one.target, one.name, "size"), "pace": _lead(one)}
    way = "over" if one.actual >= one.target else "under" if one.at_most else "short"
    if accrues(one.name, desk) and not one.at_most:
        way += "_running" if way == "short" and one.running else ""
        way = "paced" if way == "short_running" and params["pace"] and not asked.gap else way
        return Said(f"pace.member_{way}", {**params, "share": Percent(one.share)})
    rate = {"actual": Amount(one.actual, one.name), "target": Amount(one.target, one.name)}
    return Said(f"pace.member_rate_{way}", {**params, **rate})


def _named(name: str, one: Standing, desk: MetricDesk) -> Said:
    if accrues(one.name, desk) and not one.at_most:
        return Said("pace.member", {"name": name, "share": Percent(one.share)})
    return Said("pace.member_rate", {"name": name, "actual": Amount(one.actual, one.name)})


def chart_of(ranked: Sequence[_Ranked], desk: MetricDesk) -> dict[str, Any] | None:
    """Draw each member's figure beside its target; one alone needs no picture."""
    if len(ranked) < 2:
        return None
    metric, language = desk.catalog.metrics[ranked[0][1].name], desk.language
    figures = {
        say("analysis.target.column.actual", language): [float(round(one.actual, 2)) for _, one in ranked],
        say("analysis.target.column.target", language): [float(round(one.target, 2)) for _, one in ranked],
    }
    names = [name for name, _ in ranked]
    return bars(Bars(metric.label(language), names, figures, metric.unit(language)), language)


def table_of(ranked: Sequence[_Ranked], label: str, desk: MetricDesk) -> QueryResult:
    paced = any(one.lead is not None for _, one in ranked)
    kinds = ("actual", "target", "share", "gap", *(["lead"] if paced else []))
    heads = [say(f"analysis.target.column.{one}", desk.language) for one in kinds]
    rows = (
        (
            name,
            one.actual,
            one.target,
            round(one.share, 1),
            one.target - one.actual,
            *([one.lead or Decimal(0)] if paced else []),
        )
        for name, one in ranked
    )
    return table([label, *heads], rows)
