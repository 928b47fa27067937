"""Which sentences of a why are told: the premise is followed by four at most, and none is lost."""

from hypothesis import given
from hypothesis import strategies as st

from analysis.outcome import Said
from analysis.why.choosing import MOST, Rank, Telling, chosen

RANKS = st.lists(st.sampled_from(Rank), max_size=9)


@given(RANKS)
def test_few_are_told_in_their_order_and_the_rest_is_kept(ranks: list[Rank]) -> None:
    found = [Telling(rank, Said(f"why.{number}")) for number, rank in enumerate(ranks)]
    told, left = chosen(found)
    assert len(told) <= MOST
    assert list(told) == [one.said for one in found if one.said in told]
    kept = {one.said for one in found if one.rank is not Rank.NOTHING}
    assert kept <= {*told, *left}
    rank_of = {one.said: one.rank for one in found}
    last = max((rank_of[one] for one in told), default=Rank.DATED)
    assert last < Rank.UNDER
    assert all(rank_of[one] >= last for one in left)
    assert len(told) == MOST or all(rank_of[one] is Rank.UNDER for one in left)


@given(RANKS)
def test_that_nothing_stands_out_is_said_only_where_nothing_else_answers(ranks: list[Rank]) -> None:
    found = [Telling(rank, Said(f"why.{number}")) for number, rank in enumerate(ranks)]
    told, left = chosen(found)
    nothing = {one.said for one in found if one.rank is Rank.NOTHING}
    if {Rank.DATED, Rank.PLACED} & set(ranks):
        assert not nothing & {*told, *left}
    else:
        assert nothing <= {*told, *left}
