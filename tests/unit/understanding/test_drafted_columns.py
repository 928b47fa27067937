"""What a draft makes of columns: discounts, days, cuts, and the names of several."""

import datetime as dt
from typing import Any

import pytest
import yaml

from config.settings import ROOT
from database.dialects import DUCKDB, SQLITE
from database.schema import Column, ForeignKey, Schema, Table
from knowledge.definitions.inflecting import plural, singular
from understanding.drafting.drafting import Draft, draft
from understanding.drafting.names import called_as_headed

CASES: dict[str, Any] = yaml.load(
    (ROOT / "tests" / "cases" / "metrics" / "drafts" / "columns.yaml").read_text("utf-8"),
    Loader=yaml.CSafeLoader,
)
ROWS = 40
KEY = Column("id", "integer", nullable=False)


def told(case: dict[str, Any]) -> str:
    return str(case["id"])


def drafted(*columns: Column, seen: dict[str, list[Any]]) -> Draft:
    """Draft one table, orders, of which these rows were seen."""
    table = Table("", "orders", (KEY, *columns), primary_key=("id",))
    values = {f"orders.{name}": values for name, values in seen.items()}
    return draft(Schema((table,)), SQLITE, {"orders.id": list(range(ROWS)), **values})


@pytest.mark.parametrize(
    ("column", "comment", "verbs"),
    [
        ("shipped_on", "发货日期", ["shipped", "发货"]),
        ("delivered_at", "", ["delivered"]),
        ("ordered_on", "下单日期", None),  # orders are called so
        ("created_on", "创建日期", None),
        ("ship_date", "", None),
        ("shipped_note_date", "", None),
    ],
)
def test_a_days_verb_is_that_of_what_is_counted_on_it(
    column: str, comment: str, verbs: list[str] | None
) -> None:
    found = drafted(Column(column, "date", comment), Column("quantity", "integer"), seen={})
    figures = [one for one in found.definitions["metrics"] if one.get("time") == column]
    assert figures and all(one.get("verbs") == verbs for one in figures)


@pytest.mark.parametrize("case", CASES["discounts"], ids=told)
def test_a_discount_is_taken_off_as_it_is_written_or_not_at_all(case: dict[str, Any]) -> None:
    columns = [Column(name, "numeric", nullable=False) for name in ("quantity", "price", case["column"])]
    found = drafted(*columns, Column("ordered_on", "date"), seen={case["column"]: case["values"]})
    amount = next(one for one in found.definitions["metrics"] if one["name"] == "order_amount")
    assert amount["expression"].replace('"', "") == f"SUM({case['amount']})"
    is_unclear = case["amount"] == "quantity * price"
    assert ("discount" in found.reviews["metrics", "order_amount"].notes) == is_unclear


def test_a_row_without_a_discount_keeps_its_amount() -> None:
    columns = [Column(name, "numeric") for name in ("quantity", "price", "discount")]
    found = drafted(*columns, Column("ordered_on", "date"), seen={"discount": [0, 0, 0.1]})
    amount = next(one for one in found.definitions["metrics"] if one["name"] == "order_amount")
    assert "COALESCE(discount, 0)" in amount["expression"]


@pytest.mark.parametrize("case", CASES["times"], ids=told)
def test_the_day_of_the_event_is_chosen_or_asked_for(case: dict[str, Any]) -> None:
    columns = [Column(name, "timestamp") for name in case["columns"]]
    seen = {name: days(*steps) if steps else [] for name, steps in case["columns"].items()}
    seen |= {name: seen[name][: ROWS // 2] for name in case.get("gaps", ())}
    found = drafted(*columns, seen=seen)
    count, review = found.definitions.get("metrics", [{}])[0], found.reviews["metrics", "order_count"]
    assert count.get("time") == case.get("chosen")
    assert review.when.is_open == bool(case.get("asked"))
    assert set(review.when.choices) == set(case["columns"])
    assert ("timeless" in review.notes) == (not case["columns"])


@pytest.mark.parametrize("case", CASES["cuts"], ids=told)
def test_figures_are_cut_by_what_many_rows_share_and_not_by_whom_a_row_is_of(case: dict[str, Any]) -> None:
    values = case["values"]
    held = [f"A-{n}" for n in range(values)] if isinstance(values, int) else [
        values[n % len(values)] for n in range(ROWS)
    ]  # fmt: skip
    found = drafted(Column(case["column"], "text"), Column("ordered_on", "date"), seen={case["column"]: held})
    cuts = [one["column"] for one in found.definitions.get("dimensions", [])]
    assert (f"orders.{case['column']}" in cuts) == case["cut"]


@pytest.mark.parametrize("one, several", CASES["plurals"].items())
def test_one_and_several_are_told_from_each_other(one: str, several: str) -> None:
    assert (plural(one), singular(several), singular(one)) == (several, one, one)


def test_lines_have_the_day_of_what_they_are_lines_of_and_events_their_own() -> None:
    found = draft(Schema((ORDERS, LINES, PAYMENTS)), SQLITE, SEEN).definitions["metrics"]
    times = {one["name"]: one.get("time") for one in found}
    assert times["order_line_count"] == "orders.ordered_on"
    assert times["payment_count"] == "created_at"


def test_a_way_along_a_key_that_nobody_declared_is_marked() -> None:
    found = draft(Schema((ORDERS, LINES, PAYMENTS)), SQLITE, SEEN)
    assert found.reviews["joins", "order_lines.ord"].notes == ("inferred",)
    assert "over_inferred" in found.reviews["metrics", "order_line_count"].notes
    assert ("joins", "payments.order_id") not in found.reviews, "this one is declared"


def test_a_name_in_one_language_is_not_repeated_as_the_others() -> None:
    found = drafted(
        Column("freight", "numeric"), Column("tax", "numeric", "税额"), Column("day", "date"), seen={}
    )
    names = {one["name"]: one["names"] for one in found.definitions["metrics"]}
    assert names["order_freight"] == {"en": "Freight"}
    assert names["order_tax"] == {"zh": "税额", "en": "Tax"}


def test_a_rate_says_that_it_is_the_plain_mean_of_its_rows() -> None:
    found = drafted(
        Column("margin", "numeric", "毛利率（%）"),
        Column("score", "numeric", "评分"),
        Column("day", "date"),
        seen={},
    )
    said = {one["name"]: one.get("definition", {}).get("zh") for one in found.definitions["metrics"]}
    assert said["order_margin"] == "各行的简单平均，没有加权。"
    assert said["order_score"] is None


def test_rows_of_one_are_no_things_of_their_own_where_their_key_is_anothers() -> None:
    own = (ForeignKey(("staff_id",), "", "staff", ("staff_id",)),)
    staff = Table("", "staff", (Column("staff_id", "int"), Column("name", "text")), primary_key=("staff_id",))
    badges = Table(
        "", "badges", (Column("staff_id", "int"), Column("badge_name", "text")),
        primary_key=("staff_id",), foreign_keys=own,
    )  # fmt: skip
    found = draft(Schema((staff, badges)), SQLITE).definitions["dimensions"]
    assert [one["key"] for one in found if "key" in one] == ["staff.staff_id"]


def days(first: int, step: int, hour: int = 0) -> list[str]:
    """Return a moment for each row."""
    start = dt.datetime(2025, 1, 1, hour)
    return [str(start + dt.timedelta(days=first + step * row)) for row in range(ROWS)]


ORDERS = Table("", "orders", (KEY, Column("ordered_on", "date")), primary_key=("id",))
LINES = Table(
    "", "order_lines", (KEY, Column("ord", "int"), Column("created_at", "timestamp")), primary_key=("id",),
    foreign_keys=(ForeignKey(("ord",), "", "orders", ("id",), inferred=True),),
)  # fmt: skip
PAYMENTS = Table(
    "", "payments", (KEY, Column("order_id", "int"), Column("created_at", "timestamp")), primary_key=("id",),
    foreign_keys=(ForeignKey(("order_id",), "", "orders", ("id",)),),
)  # fmt: skip
SEEN = {
    f"{table}.{column}": days(1, 1)
    for table, column in (("orders", "ordered_on"), ("order_lines", "created_at"), ("payments", "created_at"))
}


@pytest.mark.parametrize(
    ("table", "name"),
    [
        ("sales", "Number of sales"),
        ("payments", "Payments"),
        ("visits", "Visits"),
        ("revenues", "Number of revenues"),
    ],
)
def test_a_count_is_not_called_by_a_word_of_amounts(table: str, name: str) -> None:
    sold = Table("", table, (KEY, Column("sold_on", "date")), primary_key=("id",))
    (count,) = draft(Schema((sold,)), SQLITE).definitions["metrics"]
    assert count["names"]["en"] == name


def test_a_column_of_a_file_of_several_tables_is_called_as_its_header_where_no_other_is() -> None:
    day, amount = Column("day", "date"), Column("amount", "bigint", "Amount (CNY)")
    orders = Table("", "Orders", (Column("customer", "varchar"), day, amount, Column("note", "bigint")))
    customers = Table(
        "", "Customers", (Column("name", "varchar"), Column("joined", "date"), Column("note", "bigint"))
    )
    schema = Schema((orders, customers))
    found = draft(schema, DUCKDB, {"Orders.amount": [3, 4], "Orders.note": [1, 2], "Customers.note": [1, 2]})
    entries = [one for section in ("metrics", "dimensions") for one in found.definitions.get(section, ())]
    called_as_headed(entries, schema)
    synonyms = {one["name"]: one.get("synonyms", []) for one in entries}
    assert synonyms["order_amount"] == ["Amount"]
    assert not any("note" in said for said in synonyms.values())


def test_a_table_of_a_file_is_counted_and_added_up_though_it_has_no_time() -> None:
    stores = Schema((Table("", "门店", (Column("门店", "varchar"), Column("数量", "bigint"))),))
    seen = {"门店.门店": ["南山", "福田"] * ROWS, "门店.数量": [3, 5] * ROWS}
    of_file = draft(stores, DUCKDB, seen, of_file=True).definitions["metrics"]
    assert [(one["names"]["zh"], one["expression"]) for one in of_file] == [
        ("门店数", "COUNT(*)"),
        ("数量", 'SUM("数量")'),
    ]
    assert "metrics" not in draft(stores, DUCKDB, seen).definitions, "in a database it is a list of codes"


@pytest.mark.parametrize(
    ("days", "grain"),
    [(["2026-01-01", "2026-02-01"], "month"), (["2026-01-01", "2026-02-02"], None), (["2026-01-01"], None)],
)
def test_months_of_a_file_are_asked_as_months(days: list[str], grain: str | None) -> None:
    table = Table("", "sales", (Column("month", "date"), Column("amount", "bigint")))
    seen = {"sales.month": days * ROWS, "sales.amount": [3] * ROWS * len(days)}
    found = draft(Schema((table,)), DUCKDB, seen, of_file=True).definitions["metrics"]
    assert {one.get("time_grain") for one in found} == {grain}


def test_a_cut_is_also_called_without_its_name_and_a_figure_without_the_unit_in_its_column() -> None:
    day, shop = Column("日期", "date"), Column("门店名称", "varchar")
    sold = Table("", "sales", (day, shop, Column("金额_元", "bigint", "金额（元）")))
    found = draft(Schema((sold,)), DUCKDB, {"sales.门店名称": ["南山", "罗湖"] * ROWS})
    entries = [one for section in ("metrics", "dimensions") for one in found.definitions.get(section, ())]
    called_as_headed(entries, Schema((sold,)))
    (cut,) = found.definitions["dimensions"]
    assert cut["synonyms"] == ["门店"]
    assert {"zh": "金额"} in [one["names"] for one in entries]


def test_the_number_of_things_is_called_so_where_a_column_has_their_name() -> None:
    orders = Table("", "Orders", (Column("customer", "varchar"), Column("day", "date")))
    customers = Table("", "Customers", (Column("city", "varchar"), Column("joined", "date")))
    found = draft(Schema((orders, customers)), DUCKDB, {"Orders.customer": ["Ann", "Bob"] * ROWS})
    counted = next(one for one in found.definitions["metrics"] if one["name"] == "customer_count")
    assert counted["names"] == {"en": "Number of customers"}


@pytest.mark.parametrize(
    ("comment", "unit"),
    [
        ("会费收入，单位元", {"zh": "元", "en": "CNY"}),
        ("实到人数，单位人，等于预约减爽约", "人"),
        ("结算金额（元），未扣罚款", {"zh": "元", "en": "CNY"}),
        ("运费，元", {"zh": "元", "en": "CNY"}),
        ("销售额（已扣折扣）", None),
    ],
)
def test_a_figure_has_the_unit_that_its_comment_tells(comment: str, unit: Any) -> None:
    found = drafted(Column("total", "numeric", comment), Column("ordered_on", "date"), seen={})
    figure = next(one for one in found.definitions["metrics"] if one["expression"] == "SUM(total)")
    assert figure.get("unit") == unit or (unit is None and figure["unit"] == "已扣折扣")


def test_a_column_called_a_month_that_holds_nothing_but_first_days_is_known_by_month() -> None:
    def grain(name: str, days: list[str]) -> Any:
        found = drafted(Column(name, "date"), Column("goal", "numeric"), seen={name: days})
        return next(one for one in found.definitions["metrics"] if one["expression"] == "SUM(goal)").get(
            "time_grain"
        )

    firsts = [f"2026-{month:02}-01" for month in (1, 2, 3, 4)]
    assert grain("target_month", firsts[:1]) == grain("planned_for", firsts) == "month"
    assert grain("target_month", ["2026-01-15"]) is grain("planned_for", firsts[:2]) is None


@pytest.mark.parametrize(
    ("names", "values", "summed"),
    [
        (("trips_plan", "trips_run"), ([9, 8, 7, 8], [9, 7, 7, 6]), True),  # never more than planned
        (
            ("goods_class", "goods_form"),
            ([1, 2, 3, 1], [2, 1, 1, 3]),
            False,
        ),  # codes: neither holds the other
        (("plan_kind", "run_kind"), ([2, 3, 2, 4], [1, 2, 1, 3]), False),
    ],
)
def test_counts_of_the_same_things_of_which_one_holds_the_other_are_summed(
    names: tuple[str, str], values: tuple[list[int], list[int]], summed: bool
) -> None:
    seen = {name: held * (ROWS // 4) for name, held in zip(names, values, strict=True)}
    found = drafted(*(Column(one, "integer") for one in names), Column("run_on", "date"), seen=seen)
    figures = {str(one.get("expression")) for one in found.definitions["metrics"]}
    cuts = {one["column"] for one in found.definitions.get("dimensions", ())}
    assert [f"SUM({one})" in figures for one in names] == [summed, summed], figures
    assert not summed or not cuts & {f"orders.{one}" for one in names}
