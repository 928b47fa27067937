"""A figure beside an earlier time without who began or closed in between: growth that is like for like."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from analysis.lifespans import day_of, edge_look
from analysis.openings import INSIDE, Opening, Openings, inside_look, openings_look, openings_of, without
from analysis.outcome import Look, Name, Percent, Read, Said, day_in, exact
from analysis.why.reading import windows_of
from analysis.why.shape import alike_by, shape_of
from analysis.why.split import ZERO, Pair
from language.calendar import whole
from query.metric_query import Filter, MetricQuery, Window
from understanding.figures.doers import is_own
from understanding.metric.desk import MetricDesk

BY = "by_level"
_OWN = "own_first."
_APART = Decimal("0.005")  # of the figure then: from which growth without the new is another growth
_ROUNDED = Decimal("0.01")
_BY_INSIDE = "by_inside"
_MOST_INSIDE = 8
_MOST_TOLD = 8  # members with their growth; of more all together is told
_ALL = ""  # the key of the total
_BY_TIME, _TIMES_OF = "by_time", "by_time_of"
_MOST_TIMES = 12
_LAGS = Decimal("0.02")  # behind all others that were there, from which one lags by itself
_FEWEST = 3  # members, of which one can be alone


def compares_sums(query: MetricQuery, desk: MetricDesk) -> bool:
    """Tell one figure whose days add up, beside itself over an earlier time that there are whole data of."""
    other = (
        (query.grain and query.splits) or query.conditions or query.share or query.average or query.running
    )
    one = len(query.metrics) == 1 and query.metrics[0] in desk.catalog.metrics and len(query.splits) < 2
    two_times = len(query.windows) == (1 if query.compared is not None else 2)
    if not (one and two_times and not other and shape_of(query.metrics[0], desk).by_day):
        return False
    known, (_, then) = desk.answers.reader.known.shared_range(query.metrics), windows_of(query, desk)
    return known is None or known[0] <= then.start


def since_when(query: MetricQuery, desk: MetricDesk) -> list[Look]:
    """Return the looks at since when there is each member of a level, and the one member asked about."""
    looks = [
        openings_look(query.metrics, query.filters, desk),
        inside_look(query.metrics, query.filters, desk),
    ]
    for kept in query.filters:
        of = desk.catalog.dimensions[kept.dimension]
        if len(kept.values) == 1 and not kept.negated and not is_own(of):
            label = Said("like.label", {"dimension": Name(of.name, dimension=True)})
            looks.append(edge_look("first", f"{_OWN}{of.name}", (of.name,), of, (kept,), label, desk))
    return [look for look in looks if look is not None]


def by_level(query: MetricQuery, read: Mapping[str, Read], desk: MetricDesk) -> list[Look]:
    """Return the looks at the figure of both times by that level, where members came or went in between, and
    at what came or went inside one of them."""
    level, inside = openings_of(read), _inside(query, read, desk)
    if level is None or not desk.catalog.cuts(query.metrics[0], level.level):
        return []
    if not inside and not changed(query, read, desk):
        return []
    now, then = windows_of(query, desk)

    def look(name: str, by: str, kept: tuple[Filter, ...]) -> Look:
        splits, filters = tuple(dict.fromkeys((*query.splits, by))), (*query.filters, *kept)
        label = Said("why.label.by", {"dimension": Name(by, dimension=True)})
        return Look(name, MetricQuery(query.metrics, splits, windows=(then, now), filters=filters), label)

    own = tuple(replace(one, negated=False) for one in without(inside, desk))
    return [
        look(BY, level.level, ()),
        *([look(_BY_INSIDE, inside.level, own)] if inside else []),
        *_by_time(query, read, desk),
    ]


def _by_time(query: MetricQuery, read: Mapping[str, Read], desk: MetricDesk) -> Iterator[Look]:
    """Yield the looks at each month or quarter, of all and of who came or went: a step is no course."""
    last_year = query.compared is not None and query.compared.kind == "last_year"
    some = changed(query, read, desk)
    own = tuple(replace(one, negated=False) for one in without(some, desk))
    if not (query.grain and last_year and some and query.window) or query.splits:
        return
    if query.window.units(query.grain) <= _MOST_TIMES:
        label = Said("like.label_times")
        yield Look(_BY_TIME, query, label)
        yield Look(_TIMES_OF, replace(query, splits=(some.level,), filters=(*query.filters, *own)), label)


def _times_told(query: MetricQuery, read: Mapping[str, Read], desk: MetricDesk) -> Iterator[Said]:
    """Yield how each month or quarter moved without who came or went within it and its like a year ago."""
    found = openings_of(read)
    if found is None or not {_BY_TIME, _TIMES_OF} <= set(read):
        return
    every, theirs = (read[name].result for name in (_BY_TIME, _TIMES_OF))
    for start, now, before, *_ in () if theirs.truncated else every.rows:
        first, end = whole(query.grain, day_in(start))
        time = Window(first, min(end, desk.today), query.grain or "range")
        left = found.within(time.year_before(), time).names
        own = [row for row in theirs.rows if day_in(row[1]) == first and str(row[0]) in left]
        pair = Pair(
            (exact(before) or ZERO) - sum(exact(row[3]) or ZERO for row in own),
            (exact(now) or ZERO) - sum(exact(row[2]) or ZERO for row in own),
        )
        if (rate := _rate(pair, Decimal(1))) is not None:
            when = Window(first, end, query.grain or "range")
            yield Said("like.basis_time", {"when": when, "change": Percent(100 * rate, signed=True)})


def _inside(query: MetricQuery, read: Mapping[str, Read], desk: MetricDesk) -> Openings | None:
    """Return who came or went inside a member that was there all the time: few, for shops of a chain do
    every week."""
    found, (now, then) = openings_of(read, INSIDE), windows_of(query, desk)
    new, level = changed(query, read, desk), openings_of(read)
    if found is None or level is None:
        return None
    apart = new.names if new else ()
    kept = found.within(then, now)
    every, closed = (
        tuple(one for one in some if one.parents.get(level.level) not in apart)
        for some in (kept.every, kept.closed)
    )
    return replace(kept, every=every, closed=closed) if 0 < len(every) + len(closed) <= _MOST_INSIDE else None


def without_the_new(
    query: MetricQuery, shown: Mapping[str, Pair], read: Mapping[str, Read], desk: MetricDesk
) -> Said | None:
    """Return how the figure moved without who came or went: all of it, then the `shown` members in whose
    growth it is seen. None where it is another growth nowhere, or where what is shown is not this figure."""
    if (own := _own(query, read, desk)) is not None:
        return own
    found, by = changed(query, read, desk), read.get(BY)
    if not found or by is None or by.result.truncated:
        return None
    rows = [_Row.of(row) for row in by.result.rows]
    found = found.among({one.level for one in rows if one.pair.before or one.pair.now})
    is_by_level = query.splits == (found.level,)
    if not found or not all(_agrees(_sum(rows, group), pair) for group, pair in shown.items()):
        return None
    groups = [_ALL, *(() if is_by_level else _but_inside(query, shown, read, desk))]
    scale = alike_by(*windows_of(query, desk))  # holidays of seven days and of eight
    growth = _growth(rows, groups, (), found.names, scale, alone=not query.splits and not query.grain)
    if not growth:
        return None
    first = next(iter(shown), "")
    growth += _times_told(query, read, desk)
    if is_by_level and _seeks_growth(query) and first in found.names:
        growth += _fastest_of_the_rest(rows, found, scale)
    return _basis(found.told(desk.language), growth, scale)


def _but_inside(
    query: MetricQuery, shown: Mapping[str, Pair], read: Mapping[str, Read], desk: MetricDesk
) -> list[str]:
    """Return the members shown but those whose growth is told without what came or went inside them, too."""
    inside = without_those_inside(query, shown, read, desk) if query.splits else None
    again = {one.params.get("name") for one in inside.params["growth"]} if inside else set()
    return [name for name in shown if name not in again] if query.splits else []


def _basis(who: Said, growth: Sequence[Said], scale: Decimal) -> Said:
    key = "like.basis" if scale == 1 else "like.basis_by_day"
    return Said(key, {"new": who, "growth": tuple(growth)})


def without_those_inside(
    query: MetricQuery, shown: Mapping[str, Pair], read: Mapping[str, Read], desk: MetricDesk
) -> Said | None:
    """Return how members moved without what came or went inside of them: a shop of an area that was there."""
    those = _inside(query, read, desk)
    rows, less = _level_and_inside(read)
    if those is None or not less:
        return None
    if not all(_agrees(_sum(rows, group), pair) for group, pair in shown.items()):
        return None
    those, new = those.among({one.level for one in less}), changed(query, read, desk)
    rows += [it for one in less for it in (one, one.taken_out)]
    groups = [_ALL, *(dict.fromkeys(one.group for one in less) if query.splits else ())]
    scale, gone = alike_by(*windows_of(query, desk)), new.names if new else frozenset[str]()
    alone = not query.splits and not query.grain
    growth = _growth(rows, groups, gone, gone | those.names, scale, alone=alone)
    return _basis(_called(those, new if query.splits else None, desk), growth, scale) if growth else None


def lagging(query: MetricQuery, read: Mapping[str, Read], desk: MetricDesk) -> Said | None:
    """Return which one member of the level alone grew less than all others, where something inside it closed
    that makes it: with what closed, and its growth without that. None where closing does not tell it."""
    those, level, new = _inside(query, read, desk), openings_of(read), changed(query, read, desk)
    rows, less = _level_and_inside(read)
    if those is None or level is None or not less:
        return None
    scale = alike_by(*windows_of(query, desk))
    rates = _from_the_slowest(rows, new.names if new else (), scale)
    if len(rates) < _FEWEST or rates[1][0] - rates[0][0] < _LAGS:
        return None
    (own, name), (next_one, _) = rates[:2]
    closed = replace(those.of(level.level, name).among({one.level for one in less}), every=())
    out = [one.taken_out for one in less if one.level in closed.names]
    rate = _rate(_sum([*(one for one in rows if one.level == name), *out], _ALL), scale)
    if not closed or rate is None or 2 * (rate - own) < next_one - own:
        return None
    rest = {"rate": own, "next": next_one, "without": rate}
    told = {key: Percent(100 * one, signed=True) for key, one in rest.items()}
    return Said("like.lags", {"name": name, "closed": closed.told(desk.language), **told})


def _level_and_inside(read: Mapping[str, Read]) -> tuple[list["_Row"], list["_Row"]]:
    """Return the rows of the level and of what came or went inside it; none unless both were read whole."""
    tables = [read[name].result for name in (BY, _BY_INSIDE) if name in read]
    if len(tables) < 2 or any(one.truncated for one in tables):
        return [], []
    rows, less = ([_Row.of(row) for row in one.rows] for one in tables)
    return rows, less


def _from_the_slowest(
    rows: Sequence["_Row"], gone: Collection[str], scale: Decimal
) -> list[tuple[Decimal, str]]:
    """Return how those that were there in both times grew, the slowest first."""
    known = ((_rate(one.pair, scale), one.level) for one in rows if one.level not in gone)
    return sorted((rate, name) for rate, name in known if rate is not None)


def _called(those: Openings, new: Openings | None, desk: MetricDesk) -> Said:
    """Return those inside, behind who came or went around them."""
    told = those.told(desk.language)
    return Said("like.both", {"new": new.told(desk.language), "closed": told}) if new else told


def _growth(
    rows: Sequence["_Row"],
    groups: Sequence[str],
    beside: Collection[str],
    but: Collection[str],
    scale: Decimal,
    *,
    alone: bool,
) -> list[Said]:
    """Return the growth of each group without some, where it is another than without those `beside`; of many
    groups that of all alone."""
    changes = ((group, _other_growth(rows, group, beside, but, scale)) for group in groups)
    told = {group: change for group, change in changes if change is not None}
    if len(told) > _MOST_TOLD:
        told = {group: change for group, change in told.items() if group == _ALL}
    return [_one_told(group, change, alone=alone) for group, change in told.items()]


@dataclass(frozen=True)
class _Row:
    """The figure of one member of the level, and the member shown that it is part of."""

    group: str
    level: str
    pair: Pair

    @classmethod
    def of(cls, row: Sequence[object]) -> "_Row":
        return cls(str(row[0]), str(row[-3]), Pair(exact(row[-2]), exact(row[-1])))

    @property
    def taken_out(self) -> "_Row":
        """Return what takes it out of the member that it is inside of, whose own row holds it."""
        return _Row(self.group, "", Pair(-(self.pair.before or ZERO), -(self.pair.now or ZERO)))


def _sum(rows: Sequence[_Row], group: str, but: Collection[str] = ()) -> Pair:
    kept = [one.pair for one in rows if group in (_ALL, one.group) and one.level not in but]
    return Pair(sum((one.before or ZERO for one in kept), ZERO), sum((one.now or ZERO for one in kept), ZERO))


def _agrees(pair: Pair, shown: Pair) -> bool:
    """Tell whether a figure that is shown is the one that was read here."""
    ends = ((pair.before, shown.before), (pair.now, shown.now))
    return all(abs((one or ZERO) - (other or ZERO)) < _ROUNDED for one, other in ends)


def _seeks_growth(query: MetricQuery) -> bool:
    ranking = query.ranking
    return ranking is not None and ranking.by == "growth" and ranking.direction == "top"


def _fastest_of_the_rest(rows: Sequence[_Row], found: Openings, scale: Decimal) -> list[Said]:
    """Return who grew fastest of those that were there in both times."""
    known = ((one.level, _rate(one.pair, scale)) for one in rows if one.level not in found.names)
    rates = {name: 100 * rate for name, rate in known if rate is not None}
    if not rates:
        return []
    name = max(rates, key=lambda one: rates[one])
    return [Said("like.basis_first", {"name": name, "change": Percent(rates[name], signed=True)})]


def _own(query: MetricQuery, read: Mapping[str, Read], desk: MetricDesk) -> Said | None:
    """Return that the one member asked about was not there, or not all of the earlier time."""
    now, then = windows_of(query, desk)
    for look in (one for name, one in read.items() if name.startswith(_OWN)):
        (name, first), *more = look.result.rows or ((None, None),)
        if name is not None and first is not None and not more:
            one = Opening(str(name), day_in(first), {})
            if one.began_in(then, now):
                return Said("like.basis_own", {"name": one.name, "day": day_of(one.day), "then": then})
    return None


def changed(query: MetricQuery, read: Mapping[str, Read], desk: MetricDesk) -> Openings | None:
    """Return who came or went within the two times."""
    found, (now, then) = openings_of(read), windows_of(query, desk)
    return found.within(then, now) if found else None


def _other_growth(
    rows: Sequence[_Row], group: str, beside: Collection[str], but: Collection[str], scale: Decimal
) -> Decimal | None:
    """Return the growth in percent without some, where it is not that without those `beside`."""
    rate, whole = (_rate(_sum(rows, group, one), scale) for one in (but, beside))
    if rate is None or (whole is not None and abs(rate - whole) < _APART):
        return None
    return 100 * rate


def _rate(pair: Pair, scale: Decimal) -> Decimal | None:
    return (pair.now or ZERO) / (pair.before * scale) - 1 if pair.before and pair.before > 0 else None


def _one_told(group: str, change: Decimal, *, alone: bool) -> Said:
    percent = Percent(change, signed=True)
    if group == _ALL:
        return Said("like.basis_alone" if alone else "like.basis_all", {"change": percent})
    return Said("like.basis_member", {"name": group, "change": percent})
