"""The rate by which a sum moved: other weights and members' own rates are told apart, and add up to it."""

from decimal import Decimal

import pytest

from analysis.why.rate_parts import RateParts
from analysis.why.split import Factor, Pair, of_product, of_ratio, total_of


def _parts(rates: dict[str, tuple[str, str]], stays: dict[str, tuple[int, int]]) -> tuple[RateParts, Factor]:
    bottoms = {name: Pair(Decimal(was), Decimal(now)) for name, (was, now) in stays.items()}
    tops = {
        name: Pair(was * Decimal(rates[name][0]) / 100, now * Decimal(rates[name][1]) / 100)
        for name, (was, now) in stays.items()
    }
    volume, whole = total_of([*bottoms.values()]), total_of([*tops.values()])
    assert volume.before and volume.now and whole.before and whole.now
    rate = Pair(100 * whole.before / volume.before, 100 * whole.now / volume.now)
    first, factor = of_product(("stays", volume), ("commission_rate", rate), whole)
    split = of_ratio("channel", tops, bottoms, rate, 100)
    assert split.mix is not None
    return RateParts("channel", factor, split.mix * factor.part / rate.change, split), first


def test_a_dearer_channel_that_grew_is_both_its_weight_and_its_own_rate() -> None:
    rates, stays = {"Tucheng": ("13", "16"), "Own": ("0", "0")}, {"Tucheng": (800, 1600), "Own": (3200, 2400)}
    parts, volume = _parts(rates, stays)
    assert parts.mix + parts.own == parts.factor.part
    assert volume.part + parts.factor.part == Decimal("152")  # 256 less 104
    assert (parts.mix, parts.own) == (Decimal("116"), Decimal("36"))
    assert parts.first is not None and parts.first.name == "Tucheng" and parts.tells


@pytest.mark.parametrize(
    ("rates", "stays"),
    [
        ({"A": ("10", "10"), "B": ("0", "0")}, {"A": (100, 300), "B": (300, 100)}),  # weights alone
        ({"A": ("10", "12"), "B": ("4", "6")}, {"A": (100, 100), "B": (300, 300)}),  # rates alone
    ],
)
def test_where_one_of_them_makes_all_the_other_is_not_told(
    rates: dict[str, tuple[str, str]], stays: dict[str, tuple[int, int]]
) -> None:
    assert not _parts(rates, stays)[0].tells
