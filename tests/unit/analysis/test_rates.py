"""Whose own rate and whose weight made a rate's change, and the month in which a level stepped."""

import datetime as dt
import random
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.why.months import step_in
from analysis.why.rates import own_of, rates_of
from analysis.why.split import MemberSplit, Pair, of_ratio
from language.calendar import add_months

Ends = tuple[tuple[float, int], tuple[float, int]]  # rate and weight, before and now


def split_of(dimension: str, **members: Ends) -> tuple[MemberSplit, Pair]:
    tops = {
        name: Pair(*(Decimal(str(round(rate * count, 6))) for rate, count in ends))
        for name, ends in members.items()
    }
    bottoms = {name: Pair(*(Decimal(count) for _, count in ends)) for name, ends in members.items()}
    sums = [
        sum((getattr(one, end) for one in pairs.values()), Decimal(0))
        for pairs in (tops, bottoms)
        for end in ("before", "now")
    ]
    whole = Pair(sums[0] / sums[2], sums[1] / sums[3])
    return of_ratio(dimension, tops, bottoms, whole, 1), whole


@given(seed=st.integers(0, 100_000), rise=st.sampled_from([2.0, 3.0, -4.0]))
def test_the_member_whose_own_rate_moved_is_found_beside_a_cut_in_which_all_moved(
    seed: int, rise: float
) -> None:
    chance = random.Random(seed)
    sizes = [chance.randint(500, 900) for _ in range(3)]
    halls, whole = split_of(
        "hall",
        standard=((37, sizes[0]), (37 + rise, sizes[0])),
        giant=((60, sizes[1]), (60, sizes[1])),
        vip=((85, sizes[2]), (85, sizes[2])),
    )
    moved = float(whole.change)
    channels, _ = split_of("channel", **{f"c{n}": ((40 + n, 100), (40 + n + moved, 100)) for n in range(4)})
    found = rates_of([channels, halls], whole)
    assert found is not None and found.split.dimension == "hall"
    assert [one.name for one in found.own] == ["standard"] and not found.mix
    assert own_of(found.own[0]) + found.rest[1] + (halls.mix or 0) == pytest.approx(whole.change)


def test_weights_are_told_with_whose_moved_where_they_make_a_part_of_it() -> None:
    halls, whole = split_of("hall", standard=((37, 700), (39, 600)), vip=((85, 100), (85, 200)))
    found = rates_of([halls], whole)
    assert found is not None and [one.name for one in found.own] == ["standard"]
    assert found.mix == halls.mix and {one.name for one in found.weights} == {"standard", "vip"}


def test_rates_that_all_moved_alike_against_their_weights_are_no_one_s() -> None:
    channels, whole = split_of(
        "channel", counter=((47, 500), (50, 350)), app=((44, 400), (47, 400)), deals=((37, 50), (40, 200))
    )
    assert whole.change > 0 > (channels.mix or 0)
    assert rates_of([channels], whole) is None


def months(*values: float) -> dict[dt.date, Decimal]:
    return {add_months(dt.date(2025, 1, 1), at): Decimal(str(one)) for at, one in enumerate(values)}


FESTIVAL = (38.9, 39.1, 36.9, 36.9, 36.9, 36.8, 36.8, 36.7, 36.6, 36.6, 36.5, 36.4, 36.4, 39.9, 36.2, 36.2)


@pytest.mark.parametrize(
    ("values", "change", "place"),
    [
        ((*FESTIVAL, 39.9, 39.7, 39.7, 39.6, 39.4, 39.3), 1.6, 16),  # dear months of a festival are no step
        ((*FESTIVAL, 36.2, 36.1, 36.1, 36.0, 36.0, 39.9), -0.5, None),
        (tuple(36 + 0.3 * at for at in range(16)), 2.4, None),  # a slope
        ((36, 36.1, 36, 36.1, 39, 39.1, 39, 39), -2.9, None),  # a step up tells no fall
    ],
)
def test_a_step_from_one_level_to_another_is_told_with_its_month(
    values: tuple[float, ...], change: float, place: int | None
) -> None:
    found = step_in(months(*values), Decimal(str(change)))
    assert (found.month if found else None) == (None if place is None else [*months(*values)][place])
