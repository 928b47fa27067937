"""A cut that a ratio is defined by explains none of it: who took a call, of calls that were taken or not."""

from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.why.made_of import by_definition
from analysis.why.split import Pair

NONE = Pair(Decimal(0), Decimal(0))
COUNTS = st.tuples(st.integers(1, 500), st.integers(1, 500))


def _pair(ends: tuple[int, int]) -> Pair:
    return Pair(Decimal(ends[0]), Decimal(ends[1]))


@given(st.dictionaries(st.text(min_size=1, max_size=3), COUNTS, min_size=1, max_size=5), COUNTS)
def test_members_that_are_all_or_none_of_it_tell_nothing(
    agents: dict[str, tuple[int, int]], lost: tuple[int, int]
) -> None:
    taken = {name: _pair(ends) for name, ends in agents.items()}
    assert by_definition(taken, {**taken, "": _pair(lost)})


@given(COUNTS)
def test_a_member_with_a_rate_of_its_own_does(every: tuple[int, int]) -> None:
    bottoms = {"a": _pair((every[0] + 1, every[1] + 1)), "b": _pair(every)}
    assert not by_definition({"a": _pair(every), "b": _pair(every)}, bottoms)
    assert not by_definition({"a": _pair(every), "b": _pair(every)}, {"a": _pair(every), "b": _pair(every)})


@pytest.mark.parametrize("slips", [0, 2])
def test_what_is_not_filled_in_for_the_numerator_tells_nothing(slips: int) -> None:
    """Samples that are rejected come to no instrument; those cut by hand have none either."""
    bottoms = {"one": _pair((4000, 5000)), "two": _pair((6000, 6100)), "": _pair((700, 900))}
    tops = {"one": _pair((slips, slips)), "": _pair((160, 240))}
    assert by_definition(tops, bottoms)
    kept = {name: _pair((int(p.before - tops.get(name, NONE).before), int(p.now - tops.get(name, NONE).now)))
            for name, p in bottoms.items()}  # fmt: skip
    assert by_definition(kept, bottoms)  # the share that was not rejected
    assert not by_definition({**tops, "two": _pair((20, 30))}, bottoms)


def test_rates_of_a_cut_that_lacks_some_names_are_not_taken_for_it() -> None:
    random = np.random.default_rng(7)
    alarms = 0
    for _ in range(1000):
        sizes = random.integers(50, 4000, (4, 2))
        sizes[3] = random.integers(20, 600, 2)
        rate = random.uniform(0.005, 0.05, 2)
        tops = random.binomial(sizes, rate)
        names = ("a", "b", "c", "")
        alarms += by_definition(
            {name: _pair(tuple(map(int, it))) for name, it in zip(names, tops, strict=True)},
            {name: _pair(tuple(map(int, it))) for name, it in zip(names, sizes, strict=True)},
        )
    assert alarms == 0
