"""What is said, shown and drawn of a change: figures and where they come from, never causes."""

from collections.abc import Iterator
from dataclasses import replace

from analysis.outcome import Amount, Name, Outcome, Percent, Said
from analysis.why.choosing import Rank, Telling, chosen
from analysis.why.day_telling import (
    calendar_rank,
    calendar_told,
    came_told,
    few_days_told,
    gap_told,
    levels_told,
    made_up_told,
    missing_told,
    no_data_told,
    still_told,
    together_told,
    until_told,
)
from analysis.why.drawing import drawn
from analysis.why.findings import Beside, Findings
from analysis.why.looks import Change, of_member
from analysis.why.member_telling import (
    alike_told,
    cut_told,
    inner_told,
    joined_told,
    members_told,
    mover_told,
    movers_told,
    other_told,
    within_told,
)
from analysis.why.premise import (
    by_day_told,
    lengths_told,
    other_holidays,
    peers_told,
    premise_code,
    premise_params,
    query_of,
    read_as,
    reading_told,
    rebased,
    suspicion_told,
    year_told,
)
from analysis.why.rate_parts import rate_parts_told
from analysis.why.rate_telling import factors_told, mix_told, rates_told, step_told, uniform_told
from analysis.why.reading import why_question
from analysis.why.sizes import beside_code, beside_params, way_of
from analysis.why.split import ZERO, MemberSplit, Pair, Share
from analysis.why.switched import switched_told
from analysis.why.table import table
from analysis.why.unusual import unusual_told
from understanding.figures.units import unit_group
from understanding.metric.desk import MetricDesk
from understanding.metric.stems import LENGTHS

_MOST_UNFILLED = 3  # cuts that are said to be left out


def no_such_change(change: Change, whole: Pair, desk: MetricDesk) -> Outcome:
    """Say that the figure did not move so, with both figures."""
    wanted = change.asked.direction or "moved"
    same = "_same" if wanted != "moved" and not whole.change else ""
    said = Said(f"why.not_{wanted}{same}", premise_params(change, whole, desk))
    query = query_of(change)
    question = why_question(query, way_of(whole), desk) if whole.change else None
    only = Findings(change, whole, None, (), (), ())
    by_day = (*by_day_told(change, whole), *lengths_told(change, whole))
    return Outcome(
        (said, *read_as(change), *by_day),
        table(only, desk),
        reading=reading_told(change)[:1],
        questions=(question,) if question else (),
    )


def confirmed(found: Findings, desk: MetricDesk) -> Outcome:
    """Say that the figure did move so, with both figures and what the calendar makes of it."""
    change, whole = found.change, found.whole
    time = "time_" if _is_how_long(change, desk) else ""
    code = "why.premise_flat" if found.is_flat else f"why.confirmed_{time}{way_of(whole)}"
    said = [
        Said(code, {"premise": Said(premise_code(found), params), **params})
        for params in (premise_params(change, whole, desk),)
    ]
    calendar = None if found.is_flat else calendar_told(found)
    more = (
        *read_as(change),
        *by_day_told(change, whole),
        *(() if calendar else lengths_told(change, whole)),
        *([calendar] if calendar else ()),
    )
    return Outcome(
        (*said, *more), table(found, desk), reading=(*reading_told(change)[:1], *made_up_told(found))
    )


def _is_how_long(change: Change, desk: MetricDesk) -> bool:
    """Tell a figure of how long something takes on average: it gets shorter, it does not fall."""
    metric = desk.catalog.metrics[change.asked.metrics[0]]
    return metric.additivity != "sum" and unit_group(metric.unit_en) in LENGTHS


def told(found: Findings, desk: MetricDesk) -> Outcome:
    """Say what a change is made of: the premise, then what tells most of it, in few sentences."""
    change = found.change
    said, more = chosen([one for one in _tellings(found, desk) if one.said is not None])
    after = [Said("why.usual")] if change.asked.usual else []
    running = (Said("why.running"),) if query_of(change).windows[-1].unfinished else ()
    return Outcome(
        (
            Said(premise_code(found), premise_params(change, found.summed, desk)),
            *said,
            *read_as(change),
            *rebased(change),
            *found.other_day,
            *after,
        ),
        table(found, desk),
        drawn(found, desk),
        reading=(
            *reading_told(change),
            *running,
            *levels_told(found),
            *made_up_told(found),
            *unfilled_told(found),
            *more,
        ),
        questions=_questions(found, desk),
    )


def unfilled_told(found: Findings) -> tuple[Said, ...]:
    """Say by what a change is not taken apart: whether that is filled in moved with it."""
    return tuple(
        Said(
            "why.line.unfilled",
            {
                "dimension": Name(name, dimension=True),
                "before": Percent(share.before or ZERO),
                "now": Percent(share.now or ZERO),
            },
        )
        for name, share in found.unfilled[:_MOST_UNFILLED]
    )


def _tellings(found: Findings, desk: MetricDesk) -> Iterator[Telling]:
    """Yield all there is to say of a change, in the order in which it is said."""
    yield from _of_data(found, desk)
    if (bound := found.by_chance) is not None and found.ended_told is None:
        size = Amount(bound, found.change.metric.name, "size")
        yield Telling(Rank.DATED, Said("why.by_chance", {"size": size}))
        return
    outweighs = _outweighs(found)
    if outweighs:
        yield Telling(Rank.DATED, alike_told(found, desk))
    if not found.is_flat:
        yield from _dated(found, desk)
    if found.step is not None and not found.is_flat and not found.member_steps:
        yield Telling(Rank.DATED, step_told(found.step, found))
    if not found.all_ended:
        yield from _made_by(found, desk, outweighs=outweighs)
    yield from _compared(found, desk)


def _outweighs(found: Findings) -> bool:
    """Tell who came or went that moved a figure by more than it moved, the other way: all else hides it."""
    if found.alike is None or found.change.shape.kind != "sum" or found.alike.taken is not None:
        return False
    moved = found.whole.change - found.alike.pair.change
    return moved * found.whole.change < 0 and abs(moved) >= abs(found.whole.change)


def _of_data(found: Findings, desk: MetricDesk) -> Iterator[Telling]:
    """Yield what is said first: of a cause that was asked about, of days without data, and of lengths."""
    if (answer := suspicion_told(found, desk)) is not None:
        yield Telling(Rank.DATED, answer)
    if not found.is_flat and (nobody := no_data_told(found)) is not None:
        yield Telling(Rank.DATED, nobody)
    if (gap := gap_told(found)) is not None:
        yield Telling(Rank.DATED, gap)
    for one in by_day_told(found.change, found.summed):
        yield Telling(Rank.DATED, Said("why.by_day_below", one.params))
    if found.is_flat or calendar_told(found) is None:
        yield from (Telling(Rank.DATED, one) for one in lengths_told(found.change, found.whole))
        unlike = other_holidays(found.change, desk) if found.change.scale != 1 else None
        yield from [Telling(Rank.DATED, unlike)] if unlike is not None else ()


def _made_by(found: Findings, desk: MetricDesk, *, outweighs: bool) -> Iterator[Telling]:
    """Yield what makes a change: another mix, members alike or not, within one, days of nothing, factors."""
    if (mix := found.mix) is not None:
        yield Telling(Rank.DATED, mix_told(mix, found))
    if found.alike is not None and not outweighs:
        yield Telling(Rank.DATED, alike_told(found, desk))
    placed = _placed(found, desk)  # of what is left of two that hide each other no member makes much
    yield from (replace(one, rank=Rank.UNDER) for one in placed) if outweighs else placed
    yield from (Telling(Rank.WITHIN, one) for one in inner_told(found))
    yield from (Telling(Rank.PLACED, one) for one in still_told(found, desk))
    if not found.is_flat and (factors := factors_told(found)):
        yield Telling(Rank.UNDER if found.sharp else Rank.FACTORS, factors)
    if found.rate_parts is not None:
        rank = Rank.FACTORS if found.rate_parts.tells else Rank.UNDER
        yield Telling(rank, rate_parts_told(found.rate_parts, found))


def _compared(found: Findings, desk: MetricDesk) -> Iterator[Telling]:
    """Yield how others moved, how it was a year before, and what moved beside it."""
    if (peers := peers_told(found)) is not None:
        yield Telling(Rank.UNDER if found.sharp else Rank.YEAR, peers)
    if (year := year_told(found)) is not None:
        known = found.joined is not None and found.joined.year is not None
        yield Telling(Rank.BESIDE if known else Rank.YEAR, year)
    if moved := found.moved_beside:
        alone = found.sharp or found.rates is not None or found.mix is not None
        params = ({**beside_params(one), "against": _against(one, found)} for one in moved)
        listed = tuple(Said(beside_code(one, desk), of) for one, of in zip(moved, params, strict=True))
        yield Telling(Rank.UNDER if alone else Rank.BESIDE, Said("why.beside", {"list": listed}))


def _against(one: Beside, found: Findings) -> Said | str:
    """Say of another figure that it went the other way."""
    against = not found.is_flat and one.pair.change * found.whole.change < 0
    return Said("why.beside_against") if against else ""


def _dated(found: Findings, desk: MetricDesk) -> Iterator[Telling]:
    """Yield what ended, which days hold the change, and what the calendar makes of it."""
    if found.ended_told is not None:
        yield Telling(Rank.DATED, found.ended_told.told(desk.language))
    if found.until is not None:
        yield Telling(Rank.DATED, until_told(found))
    if found.all_ended:
        return
    if (few := few_days_told(found)) is not None:
        within = together_told(found) or gap_told(found) is not None
        yield Telling(Rank.NOTHING if within else Rank.DATED, few)
        if came := came_told(found):
            yield Telling(Rank.DATED, came)
    if (missing := missing_told(found)) is not None:
        yield Telling(Rank.DATED, missing)
    if (calendar := calendar_told(found)) is not None:
        yield Telling(calendar_rank(found), calendar)


def _held(found: Findings) -> Iterator[Telling]:
    """Yield who held most of the figure in one of both times alone, or holds more of it than usually."""
    told = {(split.dimension, one.name) for split, first in found.cuts for one in first}
    if (one := found.switched) is not None:
        told.add((one.dimension, one.name))
        yield Telling(Rank.PLACED, switched_told(one, found))
    unusual = [one for one in found.unusual if (one.dimension, one.name) not in told]
    yield from (Telling(Rank.PLACED, unusual_told(one, found)) for one in unusual)


def _placed(found: Findings, desk: MetricDesk) -> Iterator[Telling]:
    """Yield by whom the change is made."""
    yield from _held(found)
    if found.joined is not None:
        yield Telling(Rank.PLACED, joined_told(found))
        return
    if found.rates is not None:
        yield Telling(Rank.PLACED, rates_told(found.rates, found))
        for name, step in found.member_steps.items():
            yield Telling(Rank.PLACED, step_told(step, found, name))
        return
    mix = found.mix
    if found.cuts:
        for split, first in found.cuts:
            yield Telling(Rank.PLACED, cut_told(split, first, found, desk))
        return
    if found.uniform is not None:
        yield Telling(Rank.PLACED, uniform_told(found))
        return
    if not found.is_flat:
        if (movers := movers_told(found, desk)) is not None:
            yield Telling(Rank.UNDER if mix else Rank.PLACED, movers)
        if countered := tuple(mover_told(one, found.change.metric.name) for one in found.countered):
            yield Telling(Rank.UNDER if mix else Rank.AGAINST, Said("why.countered", {"list": countered}))
    for place, one in enumerate(members_told(found, desk)):
        rank = Rank.NOTHING if one.code.startswith("why.nothing") else Rank.PLACED
        rank = Rank.WITHIN if place else rank
        rank = Rank.UNDER if mix and rank is not Rank.NOTHING else rank
        yield Telling(rank, one)
    if (within := within_told(found)) is not None:
        yield Telling(Rank.PLACED, within)
    if (other := other_told(found, desk)) is not None:
        yield Telling(Rank.PLACED, other)


def _questions(found: Findings, desk: MetricDesk) -> tuple[str, ...]:
    """Return whole questions that lead on: why of the member that stands out, and the figure cut so."""
    query, asked = query_of(found.change), []
    by_day = replace(query, compared=None, windows=(found.change.now,), grain="day")
    if found.days is not None and not found.days.is_before:
        asked.append(desk.answers.worded(by_day, desk.language, desk.today, desk.allowed))
    if found.kinds:  # of the numerator: a rate of its own it has none
        query = replace(query, metrics=found.change.metric.parts[:1])
    for split, line in _largest(found):
        member = of_member(split.dimension, line.name, desk)
        narrowed = replace(query, filters=(*query.filters, member))
        asked.append(why_question(narrowed, way_of(line.pair), desk))
    telling = [split for split, _ in found.cuts] or ([found.leader[0]] if found.leader else [])
    telling = [found.rates.split] if found.rates is not None else telling
    for split in telling[:1] or found.shown[:1]:
        cut = replace(query, splits=(split.dimension,))
        asked.append(desk.answers.worded(cut, desk.language, desk.today, desk.allowed))
    if found.change.shape.by_day:
        asked.append(desk.answers.worded(by_day, desk.language, desk.today, desk.allowed))
    return tuple(dict.fromkeys(one for one in asked if one))[:3]


def _largest(found: Findings) -> list[tuple[MemberSplit, Share]]:
    """Return the members told that make most of the change and can be asked on about, of two cuts at most."""
    if found.leader is not None:
        told = [found.leader]
    elif found.rates is not None:
        told = [(found.rates.split, one) for one in (*found.rates.own, *found.rates.weights)]
    elif found.cuts:
        told = [(split, one) for split, first in found.cuts for one in first]
    else:
        told = [(split, one) for split in (*found.outstanding[:2], *found.further) for one in split.lines]
    kept = [(split, one) for split, one in told if one.state not in ("new", "gone") and one.pair.change]
    way = found.whole.change if not found.is_flat else ZERO
    ranked = sorted(kept, key=lambda one: (one[1].part * way < 0, -abs(one[1].part)))
    first = {split.dimension: (split, one) for split, one in reversed(ranked)}
    return sorted(first.values(), key=ranked.index)[:2]
