"""What is computed of rows: how many, the sum or mean of a column, and by what it is told apart."""

from understanding.chart.saturation import rule
from understanding.chart.spans import Span
from understanding.rows.frame import Figure
from understanding.rows.names import Col


@rule("figure", ("how_many",), ("how_much", "counter"), ("how_many", "counter"))
def counted(*_: Span) -> Figure:
    """Read a wish for a number of rows: how many, 多少家, 几台."""
    return Figure("count")


@rule("figure", ("total", "figure"))
def in_all(_: Span, counts: Span) -> Figure | None:
    """Read a number of rows in all: 一共有多少家."""
    return counts.value if counts.value.kind == "count" else None


@rule(
    "figure",
    *((way, *number, "column") for way in ("mean", "total") for number in ((), ("how_many",), ("how_much",))),
    ("mean", "parent", "column"),
    ("column", "mean"),
    ("column", "total"),
)
def of_column(*parts: Span) -> Figure | None:
    """Read the mean or the sum of a column: average number of beds, 总里程."""
    column = next(one for one in parts if one.type == "column").value
    way = next(one.type for one in parts if one.type in ("mean", "total"))
    assert isinstance(column, Col)
    return Figure("mean" if way == "mean" else "sum", column.name) if column.kind == "number" else None


@rule("figure", ("spent", "how_much"), ("how_much", "spent"))
def spent(*_: Span) -> Figure:
    """Read money that went out, whichever column of the rows holds it: 花了多少钱, how much was spent."""
    return Figure("sum")


@rule(
    "figure",
    ("column", "spent", "how_much"), ("spent", "how_much", "column"), ("column", "total", "how_much"),
)  # fmt: skip
def sum_of(*parts: Span) -> Figure | None:
    """Read what a column comes to in all: 材料费花了多少, 电梯一共多少部."""
    column = next(one for one in parts if one.type == "column").value
    assert isinstance(column, Col)
    return Figure("sum", column.name) if column.measured == "summed" else None


@rule("figure", ("figure", "given"))
def that_was_given(figure: Span, _: Span) -> Figure | None:
    """Read a sum with the verb of what goes out: total discount given, total compensation paid."""
    return figure.value if figure.value.kind == "sum" and figure.value.column else None


@rule(
    "figure",
    ("both",),
    *(("figure", *way, "how_much") for way in (("total",), ("and",), ("and", "total"))),
)
def number_and_sum(*parts: Span) -> Figure | None:
    """Read the number of rows with what they come to: 有几张，合计多少钱, how many and how much."""
    counts = all(one.value.kind == "count" for one in parts if one.type == "figure")
    return Figure("both") if counts else None


@rule(
    "split",
    ("each", "column"), ("by", "column"), ("by", "column", "apart"), ("column", "apart"),
    ("each", "kind_of", "column"), ("by", "each", "column"),
)  # fmt: skip
def each_of(*parts: Span) -> Col | None:
    """Read what a figure is told apart by: by type, 各城市, 按类型分."""
    column = next(one for one in parts if one.type == "column").value
    assert isinstance(column, Col)
    return column if column.kind in ("text", "flag") or column.coded else None


@rule("rows", ("each", "rows"))
def every_one(_: Span, rows: Span) -> object:
    """Read each of the rows as all of them: 各分公司, every branch."""
    return rows.value


RULES = (
    *counted,
    *in_all,
    *of_column,
    *spent,
    *sum_of,
    *that_was_given,
    *number_and_sum,
    *each_of,
    *every_one,
)
