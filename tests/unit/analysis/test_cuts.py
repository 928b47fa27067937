"""Which cut tells a change of single events, a rate that all moved alike, and the month of its step."""

import datetime as dt
import random
from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.why.cuts import moved_alike, telling_cuts
from analysis.why.findings import Findings, _lost_one
from analysis.why.months import step_of
from analysis.why.split import MemberSplit, Pair, of_ratio, of_sum, outstanding

TABLES = {"channel": "partners", "partner": "partners", "title": "titles", "warehouse": "warehouses"}


def cut(dimension: str, **members: tuple[int, int]) -> MemberSplit:
    pairs = {name: Pair(Decimal(first), Decimal(last)) for name, (first, last) in members.items()}
    return of_sum(dimension, pairs, whole_of(pairs), {})


def whole_of(pairs: dict[str, Pair]) -> Pair:
    return Pair(
        sum((one.before or Decimal(0) for one in pairs.values()), Decimal(0)),
        sum((one.now or Decimal(0) for one in pairs.values()), Decimal(0)),
    )


WHOLE = Pair(Decimal(1440), Decimal(1820))
CHANNEL = cut("channel", online=(1070, 1520), shops=(220, 180), libraries=(150, 120))
PARTNER = cut(
    "partner", a=(100, 490), b=(150, 420), c=(500, 330), d=(320, 280), e=(130, 110), f=(120, 100), g=(120, 90)
)
TITLE = cut(
    "title", **{f"t{place}": (48, 90) for place in range(20)}, **{f"u{place}": (48, 2) for place in range(10)}
)  # many that rise and fall by chance
WAREHOUSE = cut("warehouse", north=(160, 700), south=(1280, 1120))


def told(*splits: MemberSplit) -> list[tuple[str, list[str]]]:
    found = telling_cuts(splits, WHOLE, TABLES, counted=False)
    return [(split.dimension, [one.name for one in lines]) for split, lines in found]


def test_a_channel_leads_and_two_customers_follow_not_titles() -> None:
    assert told(TITLE, PARTNER, CHANNEL) == [("channel", ["online"]), ("partner", ["a", "b"])]


def test_of_what_kind_a_single_customer_is_does_not_lead_him() -> None:
    segment = cut("segment", homes=(3500, 3210), offices=(1340, 1340), shops=(600, 600))
    customer = cut("customer", gone=(350, 0), grown=(0, 60), **{f"c{n}": (100, 100) for n in range(50)})
    whole = whole_of({one.name: one.pair for one in segment.every})
    tables = {"segment": "accounts", "customer": "accounts"}
    told = {}
    for things in ((), ("customer",)):
        found = telling_cuts([segment, customer], whole, tables, counted=False, things=things)
        told[things] = [(split.dimension, first[0].name) for split, first in found]
    assert told[("customer",)] == [("customer", "gone")]
    assert told[()] == [
        ("segment", "homes"),
        ("customer", "gone"),
    ]  # a reason of leaving tells more than a kind


def test_the_finer_of_two_cuts_that_tell_as_much_is_told() -> None:
    assert told(WAREHOUSE, PARTNER) == [("partner", ["a", "b"])]


def test_dozens_that_move_by_chance_tell_nothing() -> None:
    assert told(TITLE) == []


def test_what_moved_as_all_did_tells_nothing() -> None:
    assert told(cut("warehouse", north=(1000, 1264), south=(440, 556))) == []


@given(seed=st.integers(0, 100_000), lost=st.sampled_from([300, 400, 500]))
def test_a_cut_of_which_one_fell_beside_still_ones_leads_one_whose_moves_cancel(seed: int, lost: int) -> None:
    chance = random.Random(seed)
    still = {f"h{n}": (size, size + chance.randint(-9, 9)) for n, size in enumerate((700, 300, 200))}
    halls = cut("hall", giant=(700, 700 - lost), **still)
    whole = whole_of({one.name: one.pair for one in halls.every})
    moved, size = chance.randint(lost // 2, lost), 475
    channels = {"counter": (size, size - moved), "deals": (size, size + moved // 2)}
    rest = int(whole.change) + moved - moved // 2  # what the two others make, together
    channels |= {"app": (size, size + rest // 2), "agents": (size, size + rest - rest // 2)}
    found = telling_cuts([cut("channel", **channels), halls], whole, {}, counted=False)
    assert [(split.dimension, [one.name for one in first]) for split, first in found] == [("hall", ["giant"])]


def test_what_one_lost_and_another_won_is_no_cut_that_tells() -> None:
    channel = cut("channel", counter=(400, 180), deals=(80, 240), app=(330, 280), agents=(660, 550))
    whole = whole_of({one.name: one.pair for one in channel.every})
    assert telling_cuts([channel], whole, {}, counted=False) == ()


def test_counts_are_told_beyond_chance_alone() -> None:
    few = cut("partner", a=(2, 6), b=(3, 3), c=(3, 4))
    whole = Pair(Decimal(8), Decimal(13))
    assert telling_cuts([few], whole, TABLES, counted=False)
    assert not telling_cuts([few], whole, TABLES, counted=True)


def ratio(rates: dict[str, tuple[int, int]]) -> tuple[MemberSplit, Pair]:
    """Return a discount of members that all sold 100 before and after."""
    tops = {name: Pair(Decimal(first), Decimal(last)) for name, (first, last) in rates.items()}
    bottoms = {name: Pair(Decimal(1000), Decimal(1000)) for name in rates}
    top = whole_of(tops)
    count = len(rates) * 1000
    whole = Pair((top.before or 0) * 100 / Decimal(count), (top.now or 0) * 100 / Decimal(count))
    return of_ratio("partner", tops, bottoms, whole, 100), whole


def test_a_rate_that_nearly_all_moved_is_said_to_be() -> None:
    assert moved_alike(*ratio(dict.fromkeys("abcdefgh", (520, 505)) | {"i": (520, 521)})) == (9, 8)


def test_one_that_stands_out_is_not_hidden_among_all() -> None:
    assert moved_alike(*ratio(dict.fromkeys("abcdefgh", (520, 518)) | {"i": (520, 440)})) is None


@pytest.mark.parametrize(
    ("values", "month"),
    [
        (["51.8", "51.9", "51.5", "50.1", "50.2", "50.3"], dt.date(2026, 6, 1)),
        (["51.8", "51.4", "51.1", "50.8", "50.5", "50.2"], None),  # month by month, no step
        (["51.8", "51.9", "51.5", "49.0", "51.6", "50.9"], None),  # a dip that did not stay
    ],
)
def test_the_month_of_a_step_is_told_where_there_is_one(values: list[str], month: dt.date | None) -> None:
    rows = [[f"2026-0{place}-01", value] for place, value in enumerate(values, 3)]
    read: Any = {"months": SimpleNamespace(result=SimpleNamespace(rows=rows, truncated=False))}
    before, now = (sum(map(Decimal, some)) / 3 for some in (values[:3], values[3:]))
    found = step_of(Pair(before, now), read)
    assert (found.month if found else None) == month


def test_who_left_and_was_followed_by_others_is_no_change_of_mix() -> None:
    def rates(last: int) -> MemberSplit:
        bottoms = {
            "left": Pair(Decimal(500), Decimal(last) or None),
            "stays": Pair(Decimal(500), Decimal(900)),
        }
        tops = {name: Pair(Decimal(50), one.now and one.now / 8) for name, one in bottoms.items()}
        return of_ratio("rep", tops, bottoms, Pair(Decimal(10), Decimal("12.5")), 100)

    assert _lost_one(rates(0)) and not _lost_one(rates(100))


FAULTS = {"boluo": (2, 0), "luofu": (1, 11), "huiyang": (2, 2), "longmen": (1, 1)}  # 6 and 14


def test_two_faults_fewer_are_not_what_stands_out_of_eight_more() -> None:
    split = cut("area", **FAULTS)
    found = outstanding([split], Pair(Decimal(6), Decimal(14)), events=True, counted=True)
    assert not any(one.stands_out for one in found)


@pytest.mark.parametrize(("together", "named"), [(True, ["luofu"]), (False, [])])
def test_whose_things_came_together_is_told_though_they_are_few(together: bool, named: list[str]) -> None:
    few = SimpleNamespace(counted=True) if together else None
    split = cut("area", **FAULTS)
    catalog = SimpleNamespace(
        dimensions={"area": SimpleNamespace(name="area", table="areas", key="areas.id", wordings=("area",))},
        is_dense=lambda _: False, sources=lambda _: [1],
        is_own=lambda one, tables: [one.table] == tables,
        full=str,
    )  # fmt: skip
    metric = SimpleNamespace(name="faults", counts_rows=True, table="faults")
    change: Any = SimpleNamespace(shape=SimpleNamespace(catalog=catalog, kind="sum"), metric=metric)
    whole = Pair(Decimal(6), Decimal(14))
    found = Findings(change, whole, None, (), (split,), (), days=few)  # type: ignore[arg-type]
    assert [one.name for _, first in found.cuts for one in first] == named
