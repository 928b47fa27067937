"""Who makes a change: the members of one cut, a kind at a place, what is within the largest."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

from analysis.outcome import Amount, Name, Said, grown
from analysis.why.day_telling import named_together, together_told
from analysis.why.ended import called
from analysis.why.findings import Findings
from analysis.why.nearby import windows_told
from analysis.why.rate_telling import weights_told
from analysis.why.sizes import ends_of, part_of, rate_of, way_of
from analysis.why.split import ZERO, MemberSplit, Pair, Share
from understanding.metric.desk import MetricDesk

_MOSTLY, _LITTLE = Decimal("0.5"), Decimal("0.2")  # of a change
_TOO_MANY = 10  # times what it was: no percentage is read
_FEW_OTHERS = 3  # named one by one beside those that moved most
_LARGE_OTHER = 5  # a fifth of the change, one way or the other, does not hide in the rest
_ALIKE = 10  # points between members: further apart they did not move alike
_MOST_NAMED = 4  # dimensions in which nothing stands out


def joined_told(found: Findings) -> Said:
    """Say which kind of rows at which place makes most of a change, on which days, and a year before."""
    assert found.joined is not None
    one, name, whole = found.joined, found.change.metric.name, found.whole
    rest = Pair(
        (whole.before or ZERO) - (one.pair.before or ZERO), (whole.now or ZERO) - (one.pair.now or ZERO)
    )
    params = {
        "place": one.place[1],
        "kind": one.kind[1],
        **ends_of(one.pair, name),
        **part_of(one.pair.change, found, name),
        "days": together_told(found),
        "year": _year_of(one.kind[1], one.year_window, one.year, name) if one.year is not None else "",
        "rest": Said("why.joined_rest", {**ends_of(rest, name), "rate": rate_of(rest)}),
    }
    return Said("why.joined" if one.place[0] in found.levels else "why.joined_of", params)


def alike_told(found: Findings, desk: MetricDesk) -> Said:
    """Say how the figure moved without who is new."""
    assert found.alike is not None
    pair, name = found.alike.pair, found.change.metric.name
    new, taken = found.alike.new.told(desk.language), found.alike.taken
    change = grown(pair.change, pair.before or ZERO, found.change.metric)
    if taken is not None:
        rest = taken.rest
        new = taken.told(new, grown(rest.change, rest.before, found.change.metric) if rest.before else None)
    return Said("why.alike", {"new": new, **ends_of(pair, name), "change": change})


def movers_told(found: Findings, desk: MetricDesk) -> Said | None:
    """Say which places moved most the way all did, and what all others make."""
    return _made_by(*found.movers, found, desk) if found.movers is not None else None


def _made_by(split: MemberSplit, first: Sequence[Share], found: Findings, desk: MetricDesk) -> Said:
    """Say which members of a cut moved most the way all did, and what all others make."""
    name = found.change.metric.name
    part = sum((one.part for one in first), ZERO)
    cut = Name(split.dimension, dimension=True)
    listed = tuple(mover_told(one, name, _about(split.dimension, one, found, desk)) for one in first)
    params = {
        "dimension": cut,
        "list": listed,
        "rest": _others(split, first, found),
        **part_of(part, found, name),
    }
    return Said(f"why.mover{'s' if len(first) > 1 else '_alone'}_{way_of(found.whole)}", params)


def cut_told(split: MemberSplit, first: Sequence[Share], found: Findings, desk: MetricDesk) -> Said:
    """Say which one or two members of a cut make most of the change, and what all others make."""
    listed = tuple(_member(split.dimension, one, found, desk) for one in first)
    whose = found.inner is not None and found.inner.lead.members[0] == (split.dimension, first[0].name)
    params = {
        "dimension": Name(split.dimension, dimension=True),
        "list": listed,
        "days": together_told(found) if whose else "",
        "year": _lead_year(found) if whose else "",
        "rest": _others(split, first, found),
    }
    return Said("why.cut", params)


def _lead_year(found: Findings) -> Said | str:
    """Return what the lead had a year before, where that is not what is compared."""
    year = found.inner.year if found.inner is not None else None
    if year is None:
        return ""
    assert found.inner is not None
    who = found.inner.lead.members[0][1]
    return _year_of(who, year[0], year[1], found.change.metric.name)


def _year_of(who: str, when: Any, then: Any, metric: str) -> Said:
    return Said("why.joined_year", {"who": who, "when": when, "then": Amount(then, metric, "bare")})


def _others(split: MemberSplit, told: Sequence[Share], found: Findings) -> Said | str:
    """Return what all others make of a change: a few by their names, the rest as one."""
    name, count = found.change.metric.name, split.rest_count + len(split.lines) - len(told)
    left = [one for one in split.every if one not in told]
    if not count:
        return ""
    if len(left) == count <= _FEW_OTHERS:
        return Said("why.and_others", {"list": tuple(mover_told(one, name) for one in left)})
    large = [one for one in left if abs(one.part) * _LARGE_OTHER >= abs(found.whole.change)][:_FEW_OTHERS]
    part = found.whole.change - sum((one.part for one in (*told, *large)), ZERO)
    params = {"count": count - len(large), "part": Amount(part, name, "change")}
    if not large:
        return Said("why.and_rest", params)
    return Said("why.and_large", {**params, "list": tuple(mover_told(one, name) for one in large)})


def mover_told(one: Share, name: str, about: Said | str = "") -> Said:
    """Name a member with both its figures and its part."""
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
    usual_for_it = (dimension, one.name) in found.nearby.often or found.had_ended(dimension, one.name)
    if one.state == "dark" and not usual_for_it:
        return Said("why.about.dark", {"days": one.dark})
    began = found.nearby.began.get((dimension, one.name))
    if began is not None:
        return Said(
            "why.about.began", {"column": called(began.column, desk.language), "day": began.day.isoformat()}
        )
    return ""


def within_told(found: Findings) -> Said | None:
    """Say which places rose and which fell within a figure that hardly moved."""
    if found.within is None:
        return None
    (split, ups, downs), name = found.within, found.change.metric.name
    listed = {
        key: tuple(mover_told(one, name) for one in some) for key, some in (("ups", ups), ("downs", downs))
    }
    parts = [one.part for one in split.every]
    sums = (sum((it for it in parts if it > 0), ZERO), sum((it for it in parts if it < 0), ZERO))
    rest = found.whole.change - sum(sums, ZERO)
    params = {
        "dimension": Name(split.dimension, dimension=True),
        "up": Amount(sums[0], name, "change"),
        "down": Amount(sums[1], name, "change"),
        "rest": Said("why.within_rest", {"rest": Amount(rest, name, "change")}) if rest else "",
        **listed,
    }
    return Said("why.within", params)


def other_told(found: Findings, desk: MetricDesk) -> Said | None:
    """Say which member of a further cut makes half of the change or more."""
    if found.other is None:
        return None
    split, one = found.other
    listed = (_member(split.dimension, one, found, desk),)
    return Said("why.other", {"dimension": Name(split.dimension, dimension=True), "list": listed})


def inner_told(found: Findings) -> Iterator[Said]:
    """Yield which part of who makes most of a change makes most of its own."""
    inner = found.inner
    if inner is None or inner.split is None or inner.first is None:
        return
    one, name = inner.first, found.change.metric.name
    params = {"member": named_together(inner.lead.members), "inner": one.name, **ends_of(one.pair, name)}
    if inner.split.mix is not None:
        yield Said("why.inner_rate", params)
        return
    part, rest = (Amount(it, name, "change") for it in (one.part, inner.lead.pair.change - one.part))
    yield Said("why.inner", {**params, "part": part, "rest": rest})


def members_told(found: Findings, desk: MetricDesk) -> list[Said]:
    """Return what stands out, in the dimension where it does most; or that nothing does."""
    if not found.splits or found.leader is not None:
        return []
    outstanding = [one for one in found.outstanding if not _is_little_against(one, found)]
    if not outstanding and found.is_flat:
        return []
    if not outstanding:
        named = tuple(Name(one.dimension, dimension=True) for one in found.splits[:_MOST_NAMED])
        more = "_more" if len(found.splits) > len(named) else ""
        looked = {"dimensions": named, "count": len(found.splits)}
        return [Said(f"why.nothing_stands_out{more}", looked | _spread(found))]
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
    params = {"name": one.name, "about": about, **part_of(one.part, found, name)}
    catalog = found.change.shape.catalog
    every_day = all(map(catalog.is_dense, catalog.sources(name)))
    if one.state in ("new", "gone") and every_day:  # of single events there may just have been none
        return Said("why.member_began" if about else f"why.member_{one.state}", params)
    if one.weights is not None and abs(one.mixed) > abs(one.part - one.mixed):
        return Said("why.member_mix", {**params, **weights_told(one)})
    grew = abs(one.pair.change) < _TOO_MANY * abs(one.pair.before or ZERO)  # from 1 to 34 is no 3,300 %
    code = "member" if grew else "member_from_none"
    if found.change.shape.kind == "sum":  # its own change is its part
        code = f"{code}_sum"
    rate = grown(one.pair.change, one.pair.before or ZERO, found.change.metric) if grew else ""
    return Said(f"why.{code}", {**params, **ends_of(one.pair, name), "rate": rate})


def _spread(found: Findings) -> dict[str, Any]:
    """Return that the parts moved alike, or how far apart they lie: +15 % beside +103 % is not alike."""
    widest: list[tuple[Decimal, str, Share, Share]] = []
    for split in found.splits:
        both = [one for one in split.every if one.pair.before and one.pair.now]
        if len(both) > 1:
            low, high = (end(both, key=lambda one: rate_of(one.pair).value) for end in (min, max))
            apart = rate_of(high.pair).value - rate_of(low.pair).value
            widest.append((apart, split.dimension, low, high))
    most = max(widest, key=lambda one: one[0], default=None)
    if most is None or most[0] <= _ALIKE:
        return {"alike": Said("why.moved_alike"), "spread": ""}
    _, dimension, low, high = most
    ends = {"low": low.name, "least": rate_of(low.pair), "high": high.name, "most": rate_of(high.pair)}
    by = Name(dimension, dimension=True)
    return {"alike": "", "spread": Said("why.spread", {"dimension": by, **ends})}
