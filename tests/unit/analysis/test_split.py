"""Parts add up to the change exactly, whatever the figures are."""

import random
from decimal import Decimal

import pytest

from analysis.why.split import (
    ZERO,
    MemberSplit,
    Pair,
    is_whole,
    of_addends,
    of_difference,
    of_product,
    of_quotient,
    of_ratio,
    of_sum,
    outstanding,
    widened,
)


def figure(seed: random.Random, none: float = 0.1) -> Decimal | None:
    if seed.random() < none:
        return None
    return Decimal(str(round(seed.lognormvariate(4, 2), seed.choice((0, 2)))))


def pair(seed: random.Random, none: float = 0.1) -> Pair:
    return Pair(figure(seed, none), figure(seed, none))


def total(pairs: list[Pair]) -> Pair:
    return Pair(sum((p.before or ZERO for p in pairs), ZERO), sum((p.now or ZERO for p in pairs), ZERO))


def added(split: MemberSplit) -> Decimal:
    return sum((one.part for one in split.lines), ZERO) + split.rest


@pytest.mark.parametrize("number", range(100))
def test_members_and_the_rest_add_up(number: int) -> None:
    seed = random.Random(number)
    dimensions = [
        {str(name): pair(seed) for name in range(seed.randint(1, 60))} for _ in range(seed.randint(1, 4))
    ]
    whole = total([*dimensions[0].values()])
    splits = [of_sum(str(at), members, whole, {}) for at, members in enumerate(dimensions)]
    for split, members in zip(outstanding(splits, whole), dimensions, strict=True):
        assert added(split) == whole.change
        assert len(split.lines) + split.rest_count == len(members)
        assert len({one.name for one in split.lines}) == len(split.lines) <= 3


@pytest.mark.parametrize("number", range(100))
def test_rates_and_mix_of_a_ratio_add_up(number: int) -> None:
    seed = random.Random(number)
    names = [str(name) for name in range(seed.randint(2, 30))]
    bottoms = {name: pair(seed) for name in names}
    tops = {name: pair(seed, 0.3) for name in names}
    below = total([*bottoms.values()])
    if not below.before or not below.now:
        pytest.skip("there is no ratio without a denominator")
    live = {name: Pair(tops[name].before if bottoms[name].before else None,
                       tops[name].now if bottoms[name].now else None) for name in names}  # fmt: skip
    above = total([*live.values()])
    whole = Pair((above.before or ZERO) / below.before, (above.now or ZERO) / below.now)
    split = of_ratio("kind", live, bottoms, whole, 1)
    every = sum((one.part for one in split.every), ZERO)
    small = Decimal("1e-18") * max(abs(whole.before or ZERO), abs(whole.now or ZERO), Decimal(1))
    assert abs(added(split) - whole.change) <= small
    if len(split.every) == sum(1 for one in bottoms.values() if one.before or one.now):
        assert abs(every - whole.change) <= small * 1000


@pytest.mark.parametrize("number", range(50))
def test_two_factors_add_up(number: int) -> None:
    seed = random.Random(number)
    one, other = pair(seed, 0), pair(seed, 0)
    product = Pair(one.before, other.now)
    for factors, whole in (
        (of_product(("v", one), ("r", other), product), product),
        (of_difference(("a", one), ("b", other), Pair((one.before or 0) - (other.before or 0),
                                                      (one.now or 0) - (other.now or 0))),
         Pair((one.before or 0) - (other.before or 0), (one.now or 0) - (other.now or 0))),
        (of_addends([("a", one), ("b", other)], Pair((one.before or 0) + (other.before or 0),
                                                     (one.now or 0) + (other.now or 0))),
         Pair((one.before or 0) + (other.before or 0), (one.now or 0) + (other.now or 0))),
        (of_quotient(("t", one), ("b", other), product, 100), product),
    ):  # fmt: skip
        assert abs(factors[0].part + factors[1].part - whole.change) < Decimal("1e-15")


def test_a_members_own_contribution_is_its_change() -> None:
    members = {"a": Pair(Decimal(100), Decimal(40)), "b": Pair(Decimal(100), Decimal(110))}
    split = of_sum("area", members, Pair(Decimal(200), Decimal(150)), {})
    assert {one.name: one.part for one in split.lines} == {"a": Decimal(-60), "b": Decimal(10)}
    assert {one.name: one.apart for one in split.lines} == {"a": Decimal(-35), "b": Decimal(35)}


def test_product_shares_what_both_make_alike() -> None:
    """10 * 5 = 50 becomes 12 * 6 = 72: orders make 2 * 5.5 = 11, the average 1 * 11 = 11."""
    orders, average = of_product(
        ("orders", Pair(Decimal(10), Decimal(12))), ("average", Pair(Decimal(5), Decimal(6))),
        Pair(Decimal(50), Decimal(72)),
    )  # fmt: skip
    assert (orders.part, average.part) == (Decimal(11), Decimal(11))


def test_a_cut_whose_names_cover_little_is_no_driver() -> None:
    whole = Pair(Decimal(100), Decimal(120))
    most = {"left": Pair(Decimal(10), Decimal(5))}
    assert not is_whole(most, whole)
    assert is_whole({"a": Pair(Decimal(60), Decimal(70)), "b": Pair(Decimal(40), Decimal(50))}, whole)


def test_who_did_not_move_does_not_stand_out() -> None:
    whole = Pair(Decimal(100), Decimal(200))
    members = {
        "grew": Pair(Decimal(20), Decimal(120)),
        "stood": Pair(Decimal(40), Decimal(40)),
        "stood too": Pair(Decimal(40), Decimal(40)),
    }
    (found,) = outstanding([of_sum("place", members, whole, {})], whole)
    assert [one.name for one in found.lines] == ["grew"] and found.rest == 0


def test_a_member_with_data_now_and_then_is_only_of_the_rest() -> None:
    """Paid by card on two days of the week before and on none now: that says nothing of why."""
    members = {
        "card": Pair(Decimal(40), None),
        "phone": Pair(Decimal(100), Decimal(60)),
        "transfer": Pair(Decimal(60), Decimal(58)),
    }
    whole = Pair(Decimal(200), Decimal(118))
    (found,) = outstanding([of_sum("paid", members, whole, {}, {"card"})], whole)
    assert "card" not in {one.name for one in found.every}
    assert found.rest + sum(one.part for one in found.lines) == whole.change
    (plain,) = outstanding([of_sum("paid", members, whole, {})], whole)
    assert plain.every[0].name == "card" and plain.every[0].state == "gone"


def test_the_rest_of_a_widened_split_hides_no_larger_part_and_adds_up() -> None:
    members = {f"m{n}": Pair(Decimal(100 + n), Decimal(100 + n * n)) for n in range(20)}
    whole = Pair(Decimal(sum(100 + n for n in range(20))), Decimal(sum(100 + n * n for n in range(20))))
    (split,) = outstanding([of_sum("kind", members, whole, {})], whole)
    wide = widened(split, whole, 12)
    assert len(wide.lines) == 12 and wide.rest_count == 8
    assert sum((one.part for one in wide.lines), wide.rest) == whole.change
    hidden = [one.part for one in split.every if one not in wide.lines]
    assert max(map(abs, hidden)) <= min(abs(one.part) for one in wide.lines[3:])
