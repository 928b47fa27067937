"""Who is behind a target: what all have reached together is told of sums, and of no rate."""

import datetime as dt
from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import pytest

from analysis.target.due import Due
from analysis.target.pace import _is_out, _told
from analysis.target.steps import Standing
from query.metric_query import Window

OCTOBER = Window(dt.date(2026, 10, 1), dt.date(2026, 11, 1), "month")

NAMED = {"label": lambda _: "Reached", "unit": lambda _: "%"}


@pytest.mark.parametrize(("kind", "together"), [("simple", True), ("ratio", False)])
def test_rates_of_members_are_not_added_up_to_one_of_all(kind: str, together: bool) -> None:
    catalog = SimpleNamespace(
        metrics={"reached": SimpleNamespace(kind=kind, **NAMED)},
        sources=lambda _: [SimpleNamespace(kind="simple", additivity="sum")],
        dimensions={"branch": SimpleNamespace(label=lambda _: "Branch")},
    )
    desk: Any = SimpleNamespace(language="en", catalog=catalog)
    asked: Any = SimpleNamespace(direction="up", furthest=False, each=False, gap=False)
    found = {
        name: Standing("reached", OCTOBER, OCTOBER, Decimal(actual), Decimal(95))
        for name, actual in (("North", 96), ("South", 94), ("West", 93))
    }
    told = _told(found, (), "branch", asked, desk)
    assert told.statements[0].code == "pace.ahead"
    assert ("pace.whole" in [one.code for one in told.statements]) is together
    assert told.chart is not None
    assert [trace["y"] for trace in told.chart["data"]] == [[96.0, 94.0, 93.0], [95.0] * 3]


def test_asked_of_each_those_that_met_it_are_named_behind_those_that_did_not() -> None:
    catalog = SimpleNamespace(
        metrics={"fees": SimpleNamespace(kind="simple", **NAMED)},
        sources=lambda _: [SimpleNamespace(kind="simple", additivity="sum")],
        dimensions={"branch": SimpleNamespace(label=lambda _: "Branch")},
    )
    desk: Any = SimpleNamespace(language="en", catalog=catalog)
    asked: Any = SimpleNamespace(direction="down", furthest=False, each=True, gap=False)
    found = {
        name: Standing("fees", OCTOBER, OCTOBER, Decimal(actual), Decimal(95))
        for name, actual in (("North", 96), ("South", 94), ("West", 99))
    }
    short, met, _ = _told(found, (), "branch", asked, desk).statements
    assert (short.code, met.code) == ("pace.behind", "pace.others")
    names = [[one.params["name"] for one in said.params["list"]] for said in (short, met)]
    assert names == [["South"], ["North", "West"]]


@pytest.mark.parametrize(("actual", "behind"), [("93.29", True), ("93.34", False)])
def test_a_month_that_runs_is_behind_by_what_is_due_however_little_it_lacks(
    actual: str, behind: bool
) -> None:
    november = Window(dt.date(2026, 11, 1), dt.date(2026, 12, 1), "month")
    so_far = Window(dt.date(2026, 11, 1), dt.date(2026, 11, 29), "month")
    due = Due(Decimal(100), Decimal(2800) / 30, so_far.end, november)
    one = Standing("fees", november, so_far, Decimal(actual), Decimal(100), due=due)
    assert _is_out(one, ahead=False) is behind
    assert _is_out(one, ahead=True) is not behind
