"""What is said, shown and drawn of a change: figures and where they come from, never causes."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from analysis.asked import Direction
from analysis.outcome import Amount, Name, Outcome, Percent, Said, grown, says_its_unit
from analysis.why.calendar import HOLIDAY, KindPart, stretches
from analysis.why.choosing import Rank, Telling, chosen
from analysis.why.drawing import drawn
from analysis.why.ended import called
from analysis.why.findings import Beside, Findings
from analysis.why.looks import Change, of_member
from analysis.why.months import Step
from analysis.why.nearby import Came, Steady, windows_told
from analysis.why.rates import Rates, own_of
from analysis.why.reading import why_question
from analysis.why.shape import whole_months
from analysis.why.split import ZERO, MemberSplit, Pair, Share
from analysis.why.suspected import suspected
from analysis.why.table import table
from language.calendar import add_months, days
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk

_TRIFLE = Decimal("0.05")  # of the change: a factor that makes less
_SUSPECTED = Decimal("0.01")  # of a figure: what moved by less did not move so
_MOST_AGAINST = 3  # times the change: factors beyond that nearly cancel each other
_SEASON = Decimal("0.5")  # of the change, as a share
_LARGE_AGAINST = Decimal("0.3")  # of the change
_ALL = 110  # percent of the change
_ONE_LEVEL = Decimal("0.001")  # days of a kind that differ by less are said to bring the same
_MOSTLY, _LITTLE = Decimal("0.5"), Decimal("0.2")  # of a change
_TOO_MANY = 10  # times what it was: no percentage is read
_FEW_OTHERS = 3  # named one by one beside those that moved most
_LARGE_OTHER = 5  # a fifth of the change, one way or the other, does not hide in the rest
_MOST_CAME = 2  # other things that came on the few days
_MOST_NAMED = 4  # dimensions in which nothing stands out


def no_such_change(change: Change, whole: Pair, desk: MetricDesk) -> Outcome:
    """Say that the figure did not move so, with both figures."""
    wanted = change.asked.direction or "moved"
    same = "_same" if wanted != "moved" and not whole.change else ""
    said = Said(f"why.not_{wanted}{same}", _premise(change, whole, desk))
    query = _asked(change)
    question = why_question(query, _way(whole), desk) if whole.change else None
    only = Findings(change, whole, None, (), (), ())
    by_day = _by_day(change, whole)
    return Outcome(
        (said, *_read_as(change), *by_day),
        table(only, desk),
        reading=_reading(change)[:1],
        questions=(question,) if question else (),
    )


def confirmed(found: Findings, desk: MetricDesk) -> Outcome:
    """Say that the figure did move so, with both figures and what the calendar makes of it."""
    change, whole = found.change, found.whole
    code = "why.premise_flat" if found.is_flat else f"why.confirmed_{_way(whole)}"
    said = [
        Said(code, {"premise": Said(_premise_code(found), params), **params})
        for params in (_premise(change, whole, desk),)
    ]
    calendar = None if found.is_flat else _calendar(found)
    more = (*_read_as(change), *_by_day(change, whole), *([calendar] if calendar else ()))
    return Outcome((*said, *more), table(found, desk), reading=(*_reading(change)[:1], *_made_up(found)))


def told(found: Findings, desk: MetricDesk) -> Outcome:
    """Say what a change is made of: the premise, then what tells most of it, in few sentences."""
    change, whole = found.change, found.whole
    said, more = chosen([one for one in _tellings(found, desk) if one.said is not None])
    after = [Said("why.usual")] if change.asked.usual else []
    running = (Said("why.running"),) if _asked(change).windows[-1].unfinished else ()
    return Outcome(
        (
            Said(_premise_code(found), _premise(change, whole, desk)),
            *said,
            *_read_as(change),
            *_rebased(change),
            *after,
        ),
        table(found, desk),
        drawn(found, desk),
        reading=(*_reading(change), *running, *_levels(found), *_made_up(found), *more),
        questions=_questions(found, desk),
    )


def _tellings(found: Findings, desk: MetricDesk) -> Iterator[Telling]:
    """Yield all there is to say of a change, in the order in which it is said."""
    if (answer := _suspected(found, desk)) is not None:
        yield Telling(Rank.DATED, answer)
    if not found.is_flat:
        yield from (
            Telling(Rank.DATED, one) for one in (_no_data_at_all(found), _gap(found)) if one is not None
        )
    yield from (Telling(Rank.DATED, one) for one in _by_day(found.change, found.whole))
    if (bound := found.by_chance) is not None and found.ended_told is None:
        yield Telling(
            Rank.DATED, Said("why.by_chance", {"size": Amount(bound, found.change.metric.name, "size")})
        )
        return
    if not found.is_flat:
        yield from _dated(found, desk)
    if found.step is not None and not found.is_flat and not found.member_steps:
        yield Telling(Rank.DATED, _step(found.step, found))
    if (mix := found.mix) is not None and not found.all_ended:
        yield Telling(Rank.DATED, _mixed(mix, found))
    if found.alike is not None and not found.all_ended:
        yield Telling(Rank.DATED, _alike(found, desk))
    if not found.all_ended:
        yield from _placed(found, desk)
        yield from (Telling(Rank.WITHIN, one) for one in _inner(found))
        yield from (Telling(Rank.PLACED, one) for one in _still(found, desk))
        if not found.is_flat and (factors := _factors(found)):
            yield Telling(Rank.UNDER if found.sharp else Rank.FACTORS, factors)
    if (peers := _peers(found)) is not None:
        yield Telling(Rank.UNDER if found.sharp else Rank.YEAR, peers)
    if (year := _year(found)) is not None:
        known = found.joined is not None and found.joined.year is not None
        yield Telling(Rank.BESIDE if known else Rank.YEAR, year)
    if moved := found.moved_beside:
        listed = tuple(Said(_beside_code(one, desk), _beside(one)) for one in moved)
        alone = found.sharp or found.rates is not None or found.mix is not None
        yield Telling(Rank.UNDER if alone else Rank.BESIDE, Said("why.beside", {"list": listed}))


def _dated(found: Findings, desk: MetricDesk) -> Iterator[Telling]:
    """Yield what ended, which days hold the change, and what the calendar makes of it."""
    if found.ended_told is not None:
        yield Telling(Rank.DATED, found.ended_told.told(desk.language))
    if found.until is not None:
        yield Telling(Rank.DATED, _until(found))
    if found.all_ended:
        return
    if (few := _days(found)) is not None:
        within = _together(found) or _gap(found) is not None
        yield Telling(Rank.NOTHING if within else Rank.DATED, few)
        if came := _came(found):
            yield Telling(Rank.DATED, came)
    if (missing := _missing(found)) is not None:
        yield Telling(Rank.DATED, missing)
    if (calendar := _calendar(found)) is not None:
        yield Telling(_calendar_rank(found), calendar)


def _calendar_rank(found: Findings) -> Rank:
    """Return how much the calendar tells: what goes against the change, and is small, explains nothing."""
    part, whole = found.calendar.part if found.calendar else ZERO, found.whole.change
    if part * whole >= 0:
        return Rank.CALENDAR
    if abs(part) < _LARGE_AGAINST * abs(whole):
        return Rank.UNDER
    return Rank.AGAINST if found.days is not None and not found.days.is_before else Rank.CALENDAR


def _placed(found: Findings, desk: MetricDesk) -> Iterator[Telling]:
    """Yield by whom the change is made."""
    if found.joined is not None:
        yield Telling(Rank.PLACED, _joined(found))
        return
    if found.rates is not None:
        yield Telling(Rank.PLACED, _rates(found.rates, found))
        for name, step in found.member_steps.items():
            yield Telling(Rank.PLACED, _step(step, found, name))
        return
    mix = found.mix
    if found.cuts:
        for split, first in found.cuts:
            yield Telling(Rank.PLACED, _cut(split, first, found, desk))
        return
    if found.uniform is not None:
        yield Telling(Rank.PLACED, _uniform(found))
        return
    if not found.is_flat:
        if (movers := _movers(found, desk)) is not None:
            yield Telling(Rank.UNDER if mix else Rank.PLACED, movers)
        if countered := tuple(_mover(one, found.change.metric.name) for one in found.countered):
            yield Telling(Rank.UNDER if mix else Rank.AGAINST, Said("why.countered", {"list": countered}))
    for place, one in enumerate(_members(found, desk)):
        rank = Rank.NOTHING if one.code.startswith("why.nothing") else Rank.PLACED
        rank = Rank.WITHIN if place else rank
        rank = Rank.UNDER if mix and rank is not Rank.NOTHING else rank
        yield Telling(rank, one)
    if (within := _within(found)) is not None:
        yield Telling(Rank.PLACED, within)
    if (other := _other(found, desk)) is not None:
        yield Telling(Rank.PLACED, other)


def _joined(found: Findings) -> Said:
    """Say which kind of rows at which place makes most of a change, on which days, and a year before."""
    assert found.joined is not None
    one, name, whole = found.joined, found.change.metric.name, found.whole
    rest = Pair(
        (whole.before or ZERO) - (one.pair.before or ZERO), (whole.now or ZERO) - (one.pair.now or ZERO)
    )
    params = {
        "place": one.place[1],
        "kind": one.kind[1],
        **_ends(one.pair, name),
        **_of(one.pair.change, found, name),
        "days": _together(found),
        "year": Said("why.joined_year", {"when": one.year_window, "then": Amount(one.year, name, "bare")})
        if one.year is not None
        else "",
        "rest": Said("why.joined_rest", {**_ends(rest, name), "rate": _rate(rest)}),
    }
    return Said("why.joined" if one.place[0] in found.levels else "why.joined_of", params)


def _together(found: Findings) -> Said | str:
    """Return on which days what makes most of a change came together."""
    few = found.inner.days if found.inner is not None else None
    if few is None:
        return ""
    held = Amount(few.held, found.change.metric.name, "bare")
    code = "why.together_before" if few.is_before else "why.together"
    return Said(code, {"held": held, "days": tuple(stretches(few.parts))})


def _ends(pair: Pair, name: str) -> dict[str, Any]:
    return {"before": Amount(pair.before or ZERO, name, "bare"), "now": Amount(pair.now or ZERO, name)}


def _alike(found: Findings, desk: MetricDesk) -> Said:
    """Say how the figure moved without who is new."""
    assert found.alike is not None
    pair, name = found.alike.pair, found.change.metric.name
    change = grown(pair.change, pair.before or ZERO, found.change.metric)
    return Said(
        "why.alike", {"new": found.alike.new.told(desk.language), **_ends(pair, name), "change": change}
    )


def _mixed(split: MemberSplit, found: Findings) -> Said:
    """Say that other weights of the members make a rate's change, not their own figures; and whose most."""
    assert split.mix is not None
    name, whole = found.change.metric.name, found.whole.change
    moved = max(split.every, key=lambda one: abs(one.weights.change) if one.weights else ZERO)
    weights = moved.weights or Pair(ZERO, ZERO)
    below = found.change.metric.parts
    params = {
        "metric": Name(name),
        "dimension": Name(split.dimension, dimension=True, many=True),
        "member": moved.name,
        "below": Said("why.of_below", {"metric": Name(below[1])}) if below else "",
        "weight_before": Percent((weights.before or ZERO) * 100),
        "weight_now": Percent((weights.now or ZERO) * 100),
        "mix": Amount(split.mix, name, "change"),
        "own": Amount(whole - split.mix, name, "change"),
    }
    return Said("why.by_mix", params)


def _peers(found: Findings) -> Said | None:
    """Say how many of its kind moved the same way as the one asked about."""
    peers = found.peers
    if peers is None or found.is_flat:
        return None
    way = _way(found.whole)
    alike = peers.up if way == "up" else peers.down
    many = Name(peers.dimension, dimension=True, many=True)
    kind = "only_" if alike == 1 else "all_" if alike == peers.every else ""
    return Said(f"why.peers_{kind}{way}", {"dimension": many, "every": peers.every, "count": alike})


def _until(found: Findings) -> Said:
    """Say how a figure stood until all there were had ended: what fell before that, and what after."""
    assert found.until is not None
    (window, pair), name = found.until, found.change.metric.name
    ends = {"before": Amount(pair.before or ZERO, name), "now": Amount(pair.now or ZERO, name)}
    silent = Said("why.silent") if pair.now == (found.whole.now or ZERO) else ""
    return Said("why.until", {"window": window, **ends, "rate": _rate(pair), "silent": silent})


def _came(found: Findings) -> Said | None:
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


def _gap(found: Findings) -> Said | None:
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


def _no_data_at_all(found: Findings) -> Said | None:
    """Say which days nobody has any data of."""
    calendar = found.calendar
    if calendar is None or not calendar.lacking:
        return None
    gone = windows_told(stretches(calendar.lacking))
    part = _of(calendar.missing_part, found, found.change.metric.name)
    return Said("why.gap_all", {"days": gone, "count": len(calendar.lacking), **part})


def _suspected(found: Findings, desk: MetricDesk) -> Said | None:
    """Say whether the figure that the question suspects moved so."""
    said = suspected(found.change.asked.text, found.beside, desk)
    if said is None:
        return None
    one, way = said
    answer = "yes" if _way(one.pair) == way and abs(one.rate) >= _SUSPECTED else "no"
    return Said(f"why.suspected_{answer}_{way}", _beside(one))


def _levels(found: Findings) -> tuple[Said, ...]:
    """Say for how much a day of each kind was taken; or that days differ by too much to be taken for any."""
    if found.calendar is not None and found.calendar.uneven and not found.is_flat:
        return (Said("why.line.uneven"),)
    if not found.calendar_tells or found.calendar is None:
        return ()
    return (Said("why.line.levels", {"days": tuple(_days_of(one, found) for one in found.calendar.kinds)}),)


def _beside_code(one: Beside, desk: MetricDesk) -> str:
    """Return how another figure is said: one that does not add up over days is told as a day's mean."""
    metric, sources = desk.catalog.metrics[one.metric], desk.catalog.sources(one.metric)
    daily = all(it.additivity == "average" and desk.catalog.is_dense(it) for it in sources)
    told = "平均" in metric.label("zh") or "average" in metric.label("en").lower()
    return "why.beside_mean" if daily and metric.kind == "simple" and not told else "why.beside_one"


def _beside(one: Beside) -> dict[str, Any]:
    rate = Percent(one.rate * 100, signed=True)
    return {"metric": Name(one.metric), "rate": rate, **_ends(one.pair, one.metric)}


def _movers(found: Findings, desk: MetricDesk) -> Said | None:
    """Say which places moved most the way all did, and what all others make."""
    return _made_by(*found.movers, found, desk) if found.movers is not None else None


def _rates(rates: Rates, found: Findings) -> Said:
    """Say whose own rate made a rate's change, and whose weight."""
    name, (count, rest) = found.change.metric.name, rates.rest
    below = found.change.metric.parts[1:]
    weights = tuple(Said("why.rates_weight", {"name": one.name, **_weights(one)}) for one in rates.weights)
    mixed = {
        "mix": Amount(rates.mix, name, "change"),
        "list": weights,
        "below": Said("why.rates_below", {"metric": Name(below[0])}) if below else "",
    }
    params = {
        "dimension": Name(rates.split.dimension, dimension=True),
        "own": tuple(_own_rate(one, found) for one in rates.own),
        "rest": Said("why.rates_rest", {"count": count, "part": Amount(rest, name, "change")})
        if count and rates.own
        else "",
        "mix": Said("why.rates_mix", mixed) if rates.mix else "",
    }
    if not rates.own and rates.mix:
        return Said("why.rates_of_mix", {"dimension": params["dimension"], **mixed})
    return Said("why.rates", params)


def _own_rate(one: Share, found: Findings) -> Said:
    name = found.change.metric.name
    rate = grown(one.pair.change, one.pair.before, found.change.metric) if one.pair.before else ""
    part = Amount(own_of(one), name, "change")
    return Said("why.rates_own", {"name": one.name, "rate": rate, "part": part, **_ends(one.pair, name)})


def _weights(one: Share) -> dict[str, Percent]:
    """Return a member's weight in a rate, before and now."""
    weights = one.weights or Pair(ZERO, ZERO)
    ends = (("weight_before", weights.before), ("weight_now", weights.now))
    return {key: Percent((it or ZERO) * 100) for key, it in ends}


def _step(step: Step, found: Findings, member: str = "") -> Said:
    """Say in which month a rate, or a member's own, took its step, and between what it lay around."""
    metric, name = found.change.metric, found.change.metric.name

    def told(values: Sequence[Decimal], code: str) -> Said | str:
        places = 2 if metric.decimals is None else metric.decimals
        least, most = (round(one, places) for one in (min(values), max(values)))
        ends = {"least": Amount(least, metric.name), "most": Amount(most, metric.name)}
        return Said(f"why.step_{code}", ends) if least < most else ""

    params = {
        "month": Window(step.month, add_months(step.month, 1), "month"),
        "before": Amount(step.before[-1], name),
        "now": Amount(step.since[0], name),
        "earlier": told(step.before, "earlier"),
        "later": told(step.since, "later"),
    }
    return Said("why.step_of", {**params, "member": member}) if member else Said("why.step", params)


def _uniform(found: Findings) -> Said:
    """Say that nearly all members of a cut moved the way a rate did, and none more than others."""
    assert found.uniform is not None
    split, every, count = found.uniform
    kind = "all_" if count == every else ""
    many = Name(split.dimension, dimension=True, many=True)
    return Said(f"why.uniform_{kind}{_way(found.whole)}", {"dimension": many, "every": every, "count": count})


def _made_by(split: MemberSplit, first: Sequence[Share], found: Findings, desk: MetricDesk) -> Said:
    """Say which members of a cut moved most the way all did, and what all others make."""
    name = found.change.metric.name
    part = sum((one.part for one in first), ZERO)
    cut = Name(split.dimension, dimension=True)
    listed = tuple(_mover(one, name, _about(split.dimension, one, found, desk)) for one in first)
    params = {
        "dimension": cut,
        "list": listed,
        "rest": _others(split, first, found),
        **_of(part, found, name),
    }
    return Said(f"why.mover{'s' if len(first) > 1 else '_alone'}_{_way(found.whole)}", params)


def _cut(split: MemberSplit, first: Sequence[Share], found: Findings, desk: MetricDesk) -> Said:
    """Say which one or two members of a cut make most of the change, and what all others make."""
    listed = tuple(_member(split.dimension, one, found, desk) for one in first)
    whose = found.inner is not None and found.inner.lead.members[0] == (split.dimension, first[0].name)
    params = {
        "dimension": Name(split.dimension, dimension=True),
        "list": listed,
        "days": _together(found) if whose else "",
        "year": _lead_year(found) if whose else "",
        "rest": _others(split, first, found),
    }
    return Said("why.cut", params)


def _lead_year(found: Findings) -> Said | str:
    """Return what the lead had a year before, where that is not what is compared."""
    year = found.inner.year if found.inner is not None else None
    if year is None:
        return ""
    then = Amount(year[1], found.change.metric.name, "bare")
    return Said("why.joined_year", {"when": year[0], "then": then})


def _others(split: MemberSplit, told: Sequence[Share], found: Findings) -> Said | str:
    """Return what all others make of a change: a few by their names, the rest as one."""
    name, count = found.change.metric.name, split.rest_count + len(split.lines) - len(told)
    left = [one for one in split.every if one not in told]
    if not count:
        return ""
    if len(left) == count <= _FEW_OTHERS:
        return Said("why.and_others", {"list": tuple(_mover(one, name) for one in left)})
    large = [one for one in left if abs(one.part) * _LARGE_OTHER >= abs(found.whole.change)][:_FEW_OTHERS]
    part = found.whole.change - sum((one.part for one in (*told, *large)), ZERO)
    params = {"count": count - len(large), "part": Amount(part, name, "change")}
    if not large:
        return Said("why.and_rest", params)
    return Said("why.and_large", {**params, "list": tuple(_mover(one, name) for one in large)})


def _mover(one: Share, name: str, about: Said | str = "") -> Said:
    return Said("why.mover", {"name": one.name, "part": Amount(one.part, name, "change"), "about": about})


def _about(dimension: str, one: Share, found: Findings, desk: MetricDesk) -> Said | str:
    """Return which days a place lacks and what such days bring, or since when a new one is there."""
    lacking = found.nearby.lacking.get((dimension, one.name))
    if lacking is not None:
        usual, count = lacking.usual, sum(it.days for it in lacking.days)
        if next(iter(found.nearby.lacking)) == (dimension, one.name):
            return Said("why.about.dark", {"days": count})  # it has been said which, and what these bring
        params: dict[str, Any] = {"days": windows_told(lacking.days), "count": count}
        if usual is None:
            return Said("why.about.lacking", params)
        return Said("why.about.lacking_usual", {**params, "usual": Amount(usual, found.change.metric.name)})
    if one.state == "dark":
        return Said("why.about.dark", {"days": one.dark})
    began = found.nearby.began.get((dimension, one.name))
    if began is not None:
        return Said(
            "why.about.began", {"column": called(began.column, desk.language), "day": began.day.isoformat()}
        )
    return ""


def _within(found: Findings) -> Said | None:
    """Say which places rose and which fell within a figure that hardly moved."""
    if found.within is None:
        return None
    (split, ups, downs), name = found.within, found.change.metric.name
    listed = {key: tuple(_mover(one, name) for one in some) for key, some in (("ups", ups), ("downs", downs))}
    return Said("why.within", {"dimension": Name(split.dimension, dimension=True), **listed})


def _other(found: Findings, desk: MetricDesk) -> Said | None:
    """Say which member of a further cut makes half of the change or more."""
    if found.other is None:
        return None
    split, one = found.other
    listed = (_member(split.dimension, one, found, desk),)
    return Said("why.other", {"dimension": Name(split.dimension, dimension=True), "list": listed})


def _read_as(change: Change) -> tuple[Said, ...]:
    """Say which figure was taken where none was named."""
    return (Said("why.read_as", {"metric": Name(change.metric.name)}),) if change.asked.figure_assumed else ()


def _rebased(change: Change) -> tuple[Said, ...]:
    """Say which time was passed over for an earlier one that is like it."""
    if change.passed_over is None:
        return ()
    return (Said("why.rebased", {"when": replace(change.passed_over, text=""), "against": change.before}),)


def _by_day(change: Change, whole: Pair) -> tuple[Said, ...]:
    """Compare two stretches of unlike length by their day's mean: holidays of seven days and of eight."""
    now, before = change.now, change.before
    alike = now.days == before.days or (whole_months(now) and whole_months(before))
    if alike or not change.shape.by_day or not whole.before or whole.now is None:
        return ()
    name, means = change.metric.name, (whole.before / before.days, whole.now / now.days)
    params = {
        "days": now.days,
        "days_before": before.days,
        "now": Amount(means[1], name, "mean"),
        "before": Amount(means[0], name, "mean"),
        "rate": Percent((means[1] / means[0] - 1) * 100, signed=True),
    }
    return (Said("why.by_day", params),)


def _premise_code(found: Findings) -> str:
    """Return how the change is said: as none worth the name, of things that are counted, or of a rate."""
    if found.is_flat:
        return "why.premise_flat"
    metric = found.change.metric
    kind = "" if found.change.shape.kind == "sum" else "rate_"
    counted = "count_" if not kind and metric.unit("en").endswith("s") and not metric.decimals else ""
    return f"why.premise_{kind}{counted}{_way(found.whole)}"


def _year(found: Findings) -> Said | None:
    """Say that it went the same way a year before, where it did by half as much: that is the season's."""
    year, whole, name = found.year, found.whole, found.change.metric.name
    if found.is_flat or year is None or not year.before or not whole.before:
        return None
    then, now = year.change / abs(year.before), whole.change / abs(whole.before)
    if then * now <= 0 or abs(then) < _SEASON * abs(now):
        return None
    if found.all_ended or (found.days is not None and not found.days.counted):
        return None  # what a few days explain is no season's
    ends = {"before": Amount(year.before, name), "now": Amount(year.now or ZERO, name)}
    return Said(
        "why.year_too" if found.days else "why.year",
        {**ends, "change": grown(year.change, year.before, found.change.metric)},
    )


def _still(found: Findings, desk: MetricDesk) -> Iterator[Said]:
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
        "whose": _whom(still.lead.members) if still.lead is not None else only(found.change, desk),
        "metric": Name(name),
        "days": windows_told(still.days),
        "count": len(still.every),
        "level": level,
        "neither": tuple(
            Said("why.still_neither", {"metric": Name(it), **_ends(of, it)}) for it, of in still.neither
        ),
        "steady": _gap_steady(still.steady) if still.steady is not None else "",
    }
    code = "why.still_before" if still.is_before else "why.still"
    yield Said(code if still.lead is not None else f"{code}_all", params)
    if still.came:
        yield Said("why.came", {"list": tuple(map(_came_one, still.came[:_MOST_CAME]))})


def _whom(members: Sequence[tuple[str, str]]) -> Any:
    """Return a member by its name, a place and a kind together."""
    names = [name for _, name in members]
    return Said("why.cell", {"place": names[0], "kind": names[-1]}) if len(names) > 1 else names[0]


def _inner(found: Findings) -> Iterator[Said]:
    """Yield which part of who makes most of a change makes most of its own."""
    inner = found.inner
    if inner is None or inner.split is None or inner.first is None:
        return
    one, name = inner.first, found.change.metric.name
    params = {"member": _whom(inner.lead.members), "inner": one.name, **_ends(one.pair, name)}
    if inner.split.mix is not None:
        yield Said("why.inner_rate", params)
        return
    part, rest = (Amount(it, name, "change") for it in (one.part, inner.lead.pair.change - one.part))
    yield Said("why.inner", {**params, "part": part, "rest": rest})


def _way(pair: Pair) -> Direction:
    return "up" if pair.change > 0 else "down"


def _premise(change: Change, whole: Pair, desk: MetricDesk) -> dict[str, Any]:
    name, before = change.metric.name, whole.before or ZERO
    rate = whole.change / abs(before) * 100 if before else None
    points = change.metric.unit("en") == "%"  # a percent of percents is read as points
    return {
        "metric": Name(name),
        "when": change.now,
        "against": _against(change),
        "only": only(change, desk),
        "now": Amount(whole.now or ZERO, name, "bare" if says_its_unit(change.metric) else "value"),
        "before": Amount(before, name),
        "change": Amount(whole.change, name, "change"),
        "size": Amount(whole.change, name, "size"),
        "more": Amount(abs(whole.change), name, "bare"),
        "earlier": Amount(before, name, "bare"),
        "rate": "" if rate is None or points else Said("why.rate", {"rate": Percent(rate, signed=True)}),
    }


def _against(change: Change) -> Any:
    """Return what the time is compared with, in the words people have for it."""
    compared, year = _asked(change).compared, change.now.year_before(None)
    same = (change.before.start, change.before.end) == (year.start, year.end) and not change.before.text
    if same or (compared is not None and compared.kind == "last_year"):
        return Said("why.earlier.last_year", {"dates": change.before})
    if compared is None and change.now.unit in ("day", "week") and change.now.count == 1:
        return Said(f"why.earlier.{change.now.unit}", {"dates": change.before})
    return change.before


def only(change: Change, desk: MetricDesk) -> Any:
    """Return whose figure it is, where members were named."""
    return members_of(change.asked.filters, desk)


def names_of(filters: Sequence[Filter], desk: MetricDesk, *, negated: bool = False) -> tuple[str, ...]:
    """Return the plain names of the members that filters keep, or leave out."""
    name = desk.answers.reader.known.member_name
    return tuple(
        name(one.dimension, value, desk.language)
        for one in filters
        for value in one.values
        if one.negated is negated
    )


def members_of(filters: Sequence[Filter], desk: MetricDesk) -> Any:
    """Return whose figure it is as words within a sentence, or nothing."""
    if not filters:
        return ""
    kept, left = names_of(filters, desk), names_of(filters, desk, negated=True)
    code = "only_without" if kept and left else "only" if kept else "without"
    return Said(f"why.{code}", {"values": kept or left, "left": left})


def _calendar(found: Findings) -> Said | None:
    if not found.calendar_tells or found.calendar is None:
        return None
    part, name = found.calendar.part, found.change.metric.name
    params = {"cause": _calendar_cause(found), **_of(part, found, name)}
    return Said("why.calendar", params | ({"share": ""} if found.sharp else {}))


def _calendar_cause(found: Findings) -> Any:
    """Name the holidays of both times where one has more of them than the other; else it is days alone."""
    holidays = (
        next((one for one in found.calendar.kinds if one.kind == HOLIDAY), None) if found.calendar else None
    )
    kinds, language = (found.calendar.of_days if found.calendar else None), found.change.asked.language
    if holidays is None or kinds is None or holidays.days_now == holidays.days_before:
        kinds_told = tuple(
            Said(f"why.cause.{one.kind}", {"now": one.days_now, "before": one.days_before})
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


def _made_up(found: Findings) -> tuple[Said, ...]:
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
    return Said(f"why.days.{one.kind}", {**params, "each": means[1] or means[0]})


def _days(found: Findings) -> Said | None:
    """Say which few days hold most of the change, and what all others make of it."""
    few, kinds = found.days, found.calendar.of_days if found.calendar else None
    if few is None or kinds is None:
        return None
    name, window = found.change.metric.name, found.change.before if few.is_before else found.change.now
    called = kinds.called(window, found.change.asked.language)
    off = [one for at in called.values() for one in at]
    whole = all(any(one.start <= day < one.end for one in off) for day in few.parts)
    held = [
        each
        for each, at in called.items()
        if whole and any(one.start <= day < one.end for one in at for day in few.parts)
    ]
    params = {
        "days": tuple(stretches(few.parts)),
        "count": len(few.parts),
        "names": Said("why.days.names", {"list": tuple(held)}) if held else "",
        "held": Amount(few.held, name),
        "all": Amount((found.whole.before if few.is_before else found.whole.now) or ZERO, name),
        "usual": Amount(few.usual, name, "mean" if few.counted else "value"),
        "rest": Amount(few.rest, name, "change"),
        **_of(few.part, found, name),
    }
    kind = "count" if few.counted else "days" if few.held else "none"
    return Said(f"why.few_{kind}{'_before' if few.is_before else ''}", params)


def _missing(found: Findings) -> Said | None:
    part = found.calendar
    if part is None or not part.missing or part.lacking:
        return None
    code = "why.missing" if part.missing > 0 else "why.missing_before"
    return Said(code, {"count": abs(part.missing), **_of(part.missing_part, found, found.change.metric.name)})


def _of(part: Decimal, found: Findings, name: str) -> dict[str, Any]:
    """Return a part as an amount and as a share of the change, where it goes the same way."""
    whole = found.whole.change
    share = part / whole * 100 if whole and not found.is_flat else ZERO
    said: Any = ""
    if 1 <= share <= 100:
        said = Said("why.share", {"share": Percent(share)})
    elif share > 100:
        said = Said("why.share_over" if share > _ALL else "why.share_all")
    elif share < 0:
        said = Said("why.against_it")
    return {"part": Amount(part, name, "change"), "share": said}


def _factors(found: Findings) -> Said | None:
    if found.change.shape.kind == "ratio":
        return None  # that sales rose makes no margin fall
    largest = _MOST_AGAINST * abs(found.whole.change)
    least = _TRIFLE * abs(found.whole.change)
    if not found.factors or all(abs(one.part) > largest for one in found.factors):
        return None  # two that cancel each other say nothing
    if any(abs(one.part) < least for one in found.factors):
        return None  # nor does one that is all of it
    name = found.change.metric.name
    listed = tuple(
        Said(
            "why.factor", {"metric": Name(one.metric), "rate": _rate(one.pair), **_of(one.part, found, name)}
        )
        for one in found.factors
    )
    return Said("why.factors", {"metric": Name(name), "list": listed})


def _rate(pair: Pair) -> Percent:
    return Percent(pair.change / abs(pair.before) * 100 if pair.before else ZERO, signed=True)


def _members(found: Findings, desk: MetricDesk) -> list[Said]:
    """Return what stands out, in the dimension where it does most; or that nothing does."""
    if not found.splits or found.leader is not None:
        return []
    outstanding = [one for one in found.outstanding if not _is_little_against(one, found)]
    if not outstanding and found.is_flat:
        return []
    if not outstanding:
        named = tuple(Name(one.dimension, dimension=True) for one in found.splits[:_MOST_NAMED])
        more = "_more" if len(found.splits) > len(named) else ""
        return [Said(f"why.nothing_stands_out{more}", {"dimensions": named, "count": len(found.splits)})]
    first = outstanding[0]
    name = found.change.metric.name
    if _is_the_calendars(first, found):
        return []
    listed = tuple(_member(first.dimension, one, found, desk) for one in first.lines)
    params = {"dimension": Name(first.dimension, dimension=True), "list": listed, "rest": ""}
    left = [one for one in first.every if one not in first.lines] if first.rest_count == 1 else []
    if left:
        params["rest"] = Said("why.and_one", {"member": _member(first.dimension, left[0], found, desk)})
    elif first.rest_count:
        part = Amount(first.rest, name, "change")
        params["rest"] = Said("why.and_rest", {"count": first.rest_count, "part": part})
    sentences = [Said("why.members", params)]
    if first.mix is not None and abs(first.mix) * 10 >= abs(found.whole.change):
        mixed = {"dimension": Name(first.dimension, dimension=True), "mix": Amount(first.mix, name, "change")}
        own = Amount(found.whole.change - first.mix, name, "change")
        sentences.append(Said("why.mix", {**mixed, "own": own}))
    return sentences


def _is_little_against(split: MemberSplit, found: Findings) -> bool:
    """Tell a small part that goes against a change: it explains nothing of it."""
    told, whole = sum((one.part for one in split.lines), ZERO), found.whole.change
    return told * whole < 0 and abs(told) < _LITTLE * abs(whole)


def _is_the_calendars(split: MemberSplit, found: Findings) -> bool:
    """Tell small parts beside days that explain most of a change: they are no cause worth a line."""
    told, whole = sum((one.part for one in split.lines), ZERO), abs(found.whole.change)
    calendar = found.calendar.part / found.whole.change if found.calendar and whole else ZERO
    return found.calendar_tells and calendar >= _MOSTLY and abs(told) < _LITTLE * whole


def _member(dimension: str, one: Share, found: Findings, desk: MetricDesk) -> Said:
    name, about = found.change.metric.name, _about(dimension, one, found, desk)
    params = {"name": one.name, "about": about, **_of(one.part, found, name)}
    catalog = found.change.shape.catalog
    every_day = all(map(catalog.is_dense, catalog.sources(name)))
    if one.state in ("new", "gone") and every_day:  # of single events there may just have been none
        return Said("why.member_began" if about else f"why.member_{one.state}", params)
    if one.weights is not None and abs(one.mixed) > abs(one.part - one.mixed):
        return Said("why.member_mix", {**params, **_weights(one)})
    grew = abs(one.pair.change) < _TOO_MANY * abs(one.pair.before or ZERO)  # from 1 to 34 is no 3,300 %
    code = "member" if grew else "member_from_none"
    if found.change.shape.kind == "sum":  # its own change is its part
        code = f"{code}_sum"
    rate = grown(one.pair.change, one.pair.before or ZERO, found.change.metric) if grew else ""
    return Said(f"why.{code}", {**params, **_ends(one.pair, name), "rate": rate})


def _reading(change: Change) -> tuple[Said, ...]:
    lines = [
        Said("why.line.compared", {"when": change.now, "against": change.before}),
        Said("why.line.split", {}),
    ]
    asked = change.asked.window
    if asked is not None and change.now.end < asked.end:
        last = (change.now.end - days(1)).isoformat()
        lines.append(Said("why.line.cut", {"last": last}))
    return tuple(lines)


def _asked(change: Change) -> MetricQuery:
    query = change.asked.query
    assert query is not None
    return query


def _questions(found: Findings, desk: MetricDesk) -> tuple[str, ...]:
    """Return whole questions that lead on: why of the member that stands out, and the figure cut so."""
    query, asked = _asked(found.change), []
    by_day = replace(query, compared=None, windows=(found.change.now,), grain="day")
    if found.days is not None and not found.days.is_before:
        asked.append(desk.answers.worded(by_day, desk.language, desk.today, desk.allowed))
    for split, line in _largest(found):
        member = of_member(split.dimension, line.name, desk)
        narrowed = replace(query, filters=(*query.filters, member))
        asked.append(why_question(narrowed, _way(line.pair), desk))
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
