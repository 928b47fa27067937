"""A cut that a ratio is defined by explains none of it: who took a call, of calls that were taken or not."""

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from analysis.why.made_of import by_definition
from analysis.why.split import Pair

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
