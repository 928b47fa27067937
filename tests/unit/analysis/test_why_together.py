"""Two cuts of a change taken together, a like stretch to compare with, what a question suspects."""

import datetime as dt
import random
from dataclasses import replace
from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from analysis.openings import Opening, Openings, are_of_those_asked
from analysis.outcome import Look, Read, Said
from analysis.why.alike import alike_of
from analysis.why.base import like_base
from analysis.why.joined import both_of, joined_of
from analysis.why.premise import suspicion
from analysis.why.split import Pair, of_sum
from database.result import QueryResult
from query.metric_query import Compared, Filter, MetricQuery, Window
from tests.unit.analysis.kiosks import desk_of, kiosks

BEFORE = Window(dt.date(2026, 7, 1), dt.date(2026, 8, 1), "month")
NOW = Window(dt.date(2026, 8, 1), dt.date(2026, 9, 1), "month")


def _read(name: str, splits: tuple[str, ...], rows: list[tuple[Any, ...]], windows: int = 2) -> Read:
    query = MetricQuery(("complaints",), splits, windows=(BEFORE, NOW, BEFORE)[:windows])
    return Read(Look(name, query, Said("x")), QueryResult((), tuple(rows), False, 0.0), "")


def _found(rows: dict[tuple[str, str], tuple[int, int]]) -> Any:
    """Return what is known of a change over places and kinds, from the figures of both."""
    whole = Pair(*(Decimal(sum(pair[end] for pair in rows.values())) for end in (0, 1)))
    splits = []
    for place, name in enumerate(("area", "kind")):
        members = {
            one: Pair(*(Decimal(sum(v[end] for k, v in rows.items() if k[place] == one)) for end in (0, 1)))
            for one in {key[place] for key in rows}
        }
        splits.append(of_sum(name, members, whole, {}))

    def makes_half(one: Any) -> bool:
        return bool(2 * one.part >= whole.change)

    cuts = {"area": SimpleNamespace(key="areas.area_id"), "kind": SimpleNamespace(key="")}
    shape = SimpleNamespace(kind="sum", catalog=SimpleNamespace(dimensions=cuts))
    change = SimpleNamespace(shape=shape, before=BEFORE, now=NOW, even=lambda pair: pair)
    return SimpleNamespace(
        change=change, whole=whole, splits=tuple(splits), levels={"area"}, is_flat=False,
        makes_half=makes_half, is_of_rows=lambda one: one.dimension == "kind",
    )  # fmt: skip


@example(seed=925, planted=60)  # another kind departs further the other way
@given(seed=st.integers(0, 100_000), planted=st.integers(60, 200))
def test_a_cell_that_makes_most_is_told_and_is_no_larger_than_either_cut(seed: int, planted: int) -> None:
    chance = random.Random(seed)
    rows = {
        (f"a{n}", f"k{k}"): (chance.randrange(3), chance.randrange(3)) for n in range(8) for k in range(4)
    }
    rows["a3", "k1"] = (2, 2 + planted)
    found = _found(rows)
    if found.whole.change <= 0 or planted < 0.8 * float(found.whole.change):
        return
    both = both_of(found)
    assert both is not None and [line.name for _, line in both] == ["a3", "k1"]
    joined = joined_of(found, {"joined": _read("joined", (), [(2, 2 + planted)])})
    assert joined is not None and (joined.place[1], joined.kind[1]) == ("a3", "k1")
    assert all((joined.pair.now or 0) <= (line.pair.now or 0) for _, line in both)


def test_without_levels_a_thing_with_a_key_and_a_kind_that_is_large_anyway_are_told() -> None:
    rows = {
        (f"a{n}", f"k{k}"): (14 if k == 1 else 4, 15 if k == 1 else 4) for n in range(6) for k in range(4)
    }
    rows["a3", "k1"] = (14, 84)
    found = _found(rows)
    found.levels = set()
    both = both_of(found)
    assert both is not None and [line.name for _, line in both] == ["a3", "k1"]
    rows["a3", "k1"] = (14, 16)  # all rose alike: the kind is large, and tells nothing
    found = _found(rows)
    found.levels = set()
    assert both_of(found) is None


def test_two_cuts_that_meet_in_no_rows_are_not_one_thing() -> None:
    rows = {("a1", "k1"): (5, 8), ("a1", "k2"): (1, 60), ("a2", "k1"): (1, 60), ("a2", "k2"): (5, 8)}
    assert joined_of(_found(rows), {"joined": _read("joined", (), [(5, 8)])}) is None


def test_one_of_two_crews_whose_branch_had_it_all_is_no_place_of_a_kind() -> None:
    rows = {("crew 1", "again"): (0, 22), ("crew 2", "again"): (1, 25), ("crew 2", "late"): (14, 2)}
    rows |= {("crew 1", "late"): (2, 2), ("crew 3", "late"): (4, 5), ("crew 4", "dirty"): (2, 4)}
    assert joined_of(_found(rows), {"joined": _read("joined", (), [(0, 22)])}) is None


@given(st.lists(st.tuples(st.integers(0, 999), st.integers(0, 999)), min_size=4, max_size=20), st.data())
def test_without_the_new_and_the_new_add_up_to_the_whole(ends: list[tuple[int, int]], data: Any) -> None:
    new = data.draw(st.sets(st.integers(0, len(ends) - 1), min_size=1, max_size=3))
    rows = [(f"m{n}", 0 if n in new else first, last) for n, (first, last) in enumerate(ends)]
    whole = Pair(Decimal(sum(row[1] for row in rows)), Decimal(sum(row[2] for row in rows)))
    opened = _read("openings", ("area",), [(f"m{n}", "2026-07-15") for n in new])
    shape = SimpleNamespace(kind="sum", scale=1)
    change: Any = SimpleNamespace(before=BEFORE, now=NOW, shape=shape, even=lambda pair: pair)
    found = alike_of(change, whole, {"openings": opened, "by_area": _read("by_area", ("area",), list(rows))})
    of_new = sum(rows[n][2] for n in new)
    if found is not None:
        assert found.pair == Pair(whole.before, (whole.now or Decimal(0)) - of_new)
        assert found.new.names == {f"m{n}" for n in new}
    else:  # nobody was there before, or it makes no other growth
        assert not whole.before or abs(of_new / float(whole.before)) < 0.005


def test_who_is_new_and_has_nothing_of_what_is_asked_about_is_not_named_with_who_has() -> None:
    rows = [("m1", 50, 60), ("m2", 0, 30)]
    opened = _read("openings", ("area",), [(f"m{n}", "2026-07-15") for n in (2, 3, 4, 5)])
    shape = SimpleNamespace(kind="sum", scale=1)
    change: Any = SimpleNamespace(before=BEFORE, now=NOW, shape=shape, even=lambda pair: pair)
    read = {"openings": opened, "by_area": _read("by_area", ("area",), list(rows))}
    found = alike_of(change, Pair(Decimal(50), Decimal(90)), read)
    assert found is not None and found.new.names == {"m2"}


def test_openings_that_cannot_be_kept_to_a_member_are_not_of_those_asked() -> None:
    opened = _read("openings", ("area",), [("m1", "2026-07-15")])
    site = Filter("site", ("Foshan",))
    assert are_of_those_asked({"openings": opened}, ())
    assert not are_of_those_asked({"openings": opened}, (site,))
    assert not are_of_those_asked({}, ())


def test_who_opened_on_the_first_day_of_the_earlier_time_is_not_new() -> None:
    every = tuple(
        Opening(name, day, {}) for name, day in (("a", BEFORE.start), ("b", NOW.start), ("c", NOW.end))
    )
    assert Openings("area", every).within(BEFORE, NOW).names == {"b"}


@pytest.mark.parametrize("first", [1, 3, 5, 8])  # 2 March is a Monday
def test_days_after_a_holiday_are_set_beside_a_like_stretch_whole_weeks_back(first: int) -> None:
    desk = desk_of(kiosks()[1], "zh")
    now = Window(dt.date(2026, 3, first), dt.date(2026, 3, first + 6), "range")
    query = MetricQuery(("takings",), windows=(now,), compared=Compared("previous"))
    before = Window(dt.date(2026, 2, 17), dt.date(2026, 2, 23), "range")  # Spring Festival
    found = like_base(query, now, before, desk)
    assert found is not None and (now.start - found.start).days % 7 == 0 and found.end <= now.start
    assert found.days == now.days
    assert found.end <= dt.date(2026, 2, 15) or found.start >= dt.date(2026, 2, 24)
    week = replace(now, start=dt.date(2026, 3, 2), end=dt.date(2026, 3, 9))
    assert like_base(replace(query, windows=(week,)), week, before, desk) is None  # however it is called
    named = MetricQuery(("takings",), windows=(now,), compared=Compared("named", before))
    assert like_base(named, now, before, desk) is None
    assert like_base(query, now, Window(dt.date(2026, 1, 12), dt.date(2026, 1, 18), "range"), desk) is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("罗浮山今年5月充电收入怎么比4月少了那么多，是车少了吗", ("车", "down")),
        ("10月营业额为什么涨了，是不是客单价高了？", ("客单价", "up")),
        ("Why did revenue fall in May? Was it fewer vehicles?", ("vehicles", "down")),
        ("为什么10月营业额跌了", None),
        ("Why did revenue fall in May?", None),
    ],
)
def test_what_a_question_suspects_is_read(text: str, found: tuple[str, str] | None) -> None:
    assert suspicion(text) == found
