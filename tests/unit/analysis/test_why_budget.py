"""All that a *why* reads is taken from one budget, which does not run over whatever is asked of it."""

from analysis.outcome import Look, Said
from analysis.why.budget import IN_ALL, KEPT, Budget, share
from query.metric_query import MetricQuery

LOOKS = [Look(str(at), MetricQuery(("takings",)), Said("why.label.total")) for at in range(50)]


def test_what_is_taken_is_gone_for_all_that_comes_after() -> None:
    budget = Budget()
    assert len(budget.take(LOOKS[:10])) == 10 and budget.left == IN_ALL - 10
    assert budget.take(LOOKS, keep=KEPT) == LOOKS[: IN_ALL - 10 - KEPT]
    assert budget.take(LOOKS, keep=KEPT) == [] and budget.left == KEPT
    assert budget.take(LOOKS) == LOOKS[:KEPT] and budget.take(LOOKS) == []


def test_a_share_is_the_first_of_each_kind() -> None:
    assert share("lacking", "abc") == "ab" and share("held", LOOKS) == LOOKS[:4]
