"""Questions to two sources: what each is left to read, which names are one, and what the join may see."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from analysis.together import joining
from analysis.together.asking import asked_of, mentioned, without_name
from analysis.together.figures import may_be_held_against, taken_as_it_stands, with_own_figures, wordings_in
from analysis.together.joining import Headed, Heads
from analysis.together.matching import Matched, Names, Unclear, match
from database.result import QueryResult, ResultColumn
from database.runners.base import Limits
from database.runners.joined import Part, run_joined
from database.schema import Column, Schema, Table
from errors import QueryTimeoutError, WenshuError
from knowledge.metrics import Catalog, Dimension, Metric

CASES: list[dict[str, Any]] = yaml.load(
    (Path(__file__).parents[2] / "cases" / "together" / "asking.yaml").read_text("utf-8"),
    Loader=yaml.CSafeLoader,
)
FIGURES = {"target": ("目标", "target"), "headcount": ("headcount", "人数")}
HEADS = Heads("difference", "ratio", "known")
TEXT, NUMBER = (lambda name: ResultColumn(name, "text")), (lambda name: ResultColumn(name, "number"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["asked"])
def test_a_question_leaves_to_each_source_what_is_its_own(case: dict[str, Any]) -> None:
    names = {"file": ("targets.csv",)}
    named = mentioned(case["asked"], names)
    left = without_name(case["asked"], names["file"] if named else (), this=not named)
    first = next(iter(asked_of(left.text, FIGURES)))
    assert (first.kind, first.texts[0]) == (case["kind"], case["left"])
    assert list(first.measures) == case.get("figures", [])
    assert left.match_on == case.get("match_on", "")
    if case["kind"] == "beside":
        assert (left.compares or first.compares) == case["compares"]


def _figure(name: str, expression: str, unit: str = "") -> Metric:
    return Metric(name, name, name, table="t", expression=expression, unit_zh=unit, unit_en=unit)


@pytest.mark.parametrize(
    ("figure", "other", "alike"),
    [
        (_figure("营业额", "SUM(amount)", "元"), _figure("目标", "SUM(target)"), True),
        (_figure("营业额", "SUM(amount)", "元"), _figure("目标", "SUM(target)", "元"), True),
        (_figure("营业额", "SUM(amount)", "元"), _figure("目标工时", "SUM(hours)", "小时"), False),
        # Of what a target is, its column does not say: a count is divided by one that names it alone.
        (_figure("订单数", "COUNT(*)"), _figure("目标", "SUM(target)"), False),
        (_figure("订单数", "COUNT(*)"), _figure("订单数目标", "SUM(orders)"), True),
    ],
)
def test_a_figure_is_held_against_one_of_its_kind(figure: Metric, other: Metric, alike: bool) -> None:
    assert may_be_held_against(figure, other) == alike


def test_a_question_that_names_no_other_source_names_none() -> None:
    assert mentioned("sales by store", {"file": ("sales.csv",)}) == []
    assert mentioned("presales.csv by store", {"file": ("sales.csv",)}) == []


def _names(column: str, *said: str) -> Names:
    return Names(Dimension(column, column, column, column=f"t.{column}"), said)


def test_the_column_that_shares_names_is_taken_whatever_their_capitals() -> None:
    found = match(["North ", "south"], [_names("branch", "NORTH", "South", "West"), _names("city", "x")])
    assert isinstance(found, Matched) and (found.names.dimension.name, found.found, found.of) == (
        "branch",
        2,
        3,
    )


@pytest.mark.parametrize(("columns", "why"), [
    ([_names("a", "x"), _names("b", "y")], "none"),
    ([_names("a", "north", *"uvwxyz")], "few"),
    ([_names("a", "north", "south"), _names("b", "south", "north")], "several"),
])  # fmt: skip
def test_names_that_are_not_clearly_the_same_are_asked_about(columns: list[Names], why: str) -> None:
    known = ["north", "south", "east", "west", "n", "s", "e", "w"] if why == "few" else ["north", "south"]
    found = match(known, columns)
    assert isinstance(found, Unclear) and found.why == why
    if why != "none":
        assert isinstance(match(known, columns, chosen="A"), Matched)


def test_a_file_measures_its_columns_of_numbers_and_adds_up_aims_alone() -> None:
    columns = (
        Column("store", "VARCHAR"),
        Column("plan", "BIGINT", "Plan (CNY)"),
        Column("rate", "DOUBLE"),
        Column("d", "DATE"),
    )
    catalog = with_own_figures(Catalog({}, {}, schema=Schema((Table("main", "t", columns),))))
    plan, rate = catalog.metrics.values()
    assert (plan.en, plan.unit_en, plan.time, plan.additivity) == ("Plan", "CNY", "d", "sum")
    assert taken_as_it_stands(rate) and not taken_as_it_stands(plan)


def test_a_figure_of_a_month_is_called_without_it_where_that_month_is_asked_about() -> None:
    target, plan = Metric("a", "10月目标", "10月目标"), Metric("b", "Plan October", "Plan October")
    assert wordings_in("10月各店营业额和目标", target)[:2] == ("10月目标", "目标")
    assert wordings_in("11月各店营业额和目标", target) == ("10月目标",)
    assert wordings_in("sales by store in october against plan", plan) == (
        "Plan October",
        "Plan",
        "plan",
        "计划",
    )


def test_a_column_that_a_drafted_figure_stands_on_is_not_measured_twice() -> None:
    drafted = Metric("paid", "实付", "Paid", table="t", expression="SUM(paid)")
    schema = Schema((Table("main", "t", (Column("paid", "DOUBLE"),)),))
    assert set(with_own_figures(Catalog({"paid": drafted}, {}, schema=schema)).metrics) == {"paid"}


def _parts() -> tuple[Part, Part, Part]:
    sales = (("North", 5.0), ("East", 1.0), ("(none)", 9.0))
    targets = ((" north", 10.0), ("West", 2.0), ("(none)", 3.0))
    return (
        Part("shop", (TEXT("store"), NUMBER("sales")), sales),
        Part("file", (TEXT("branch"), NUMBER("target")), targets),
        Part("members", (TEXT("store"),), (("North",), ("South",))),
    )


async def _run(sql: str) -> QueryResult:
    return await run_joined(sql, _parts(), Limits(), timezone="Asia/Shanghai")


async def test_figures_stand_beside_each_other_and_nameless_rows_are_nobodys() -> None:
    left = Headed("shop", ("store",), ("sales",), "(none)")
    right = Headed("file", ("branch",), ("target",), "(none)")
    result = await _run(joining.beside(left, right, HEADS, compares=True, whole=True))
    assert [column.name for column in result.columns] == ["store", "sales", "target", "difference", "ratio"]
    assert sorted(result.rows, key=lambda row: (row[0], row[1] is None)) == [
        ("(none)", 9.0, None, None, None),
        ("(none)", None, 3.0, None, None),
        ("East", 1.0, None, None, None),
        ("North", 5.0, 10.0, -5.0, 50.0),
        ("West", None, 2.0, None, None),
    ]


async def test_names_without_figures_say_whether_they_are_known_at_all() -> None:
    left, right = Headed("shop", ("store",), ("sales",), "(none)"), Headed("file", ("branch",))
    result = await _run(joining.without(left, right, Headed("members", ("store",)), HEADS))
    assert result.rows == (("(none)", False), ("West", False))


@pytest.mark.parametrize("sql", [
    "SELECT * FROM elsewhere",
    "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM information_schema.tables",
    "SELECT * FROM duckdb_settings()",
    "ATTACH '/tmp/x.duckdb'",
    "DROP TABLE shop",
    "SELECT 1; SELECT 2",
    "INSTALL httpfs",
])  # fmt: skip
async def test_the_joining_statement_sees_the_parts_and_nothing_else(sql: str) -> None:
    with pytest.raises(WenshuError):
        await _run(sql)


async def test_a_join_that_takes_too_long_is_stopped() -> None:
    many = Part("many", (NUMBER("n"),), tuple((float(n),) for n in range(3000)))
    with pytest.raises(QueryTimeoutError):
        sql = "SELECT sum(sin(a.n * b.n * c.n)) FROM many a, many b, many c"
        await run_joined(sql, [many], Limits(timeout_ms=200), timezone="Asia/Shanghai")
