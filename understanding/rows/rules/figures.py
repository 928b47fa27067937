"""What is computed of rows: how many, the sum or mean of a column, and by what it is told apart."""

from understanding.chart.saturation import rule
from understanding.chart.spans import Span
from understanding.rows.frame import Figure
from understanding.rows.names import Col

Gap = tuple[str, str]  # the columns of a first and a last day


@rule("figure", ("how_many",), ("how_much", "counter"), ("how_many", "counter"), ("few", "counter"))
def counted(*_: Span) -> Figure:
    """Read a wish for a number of rows: how many, 多少家, 几台."""
    return Figure("count")


@rule("figure", ("total", "figure"))
def in_all(_: Span, counts: Span) -> Figure | None:
    """Read a number of rows in all: 一共有多少家."""
    return counts.value if counts.value.kind == "count" else None


@rule("how_much", ("total", "how_much"))
def all_told(_: Span, amount: Span) -> object:
    """Read how much in all as how much: 一共多少钱."""
    return amount.value


@rule(
    "figure",
    *((way, *number, "column") for way in ("mean", "total") for number in ((), ("how_many",), ("how_much",))),
    ("mean", "parent", "column"),
    ("mean", "rows", "column"),
    ("column", "mean"),
    ("column", "total"),
)
def of_column(*parts: Span) -> Figure | None:
    """Read the mean or the sum of a column: average number of beds, 总里程."""
    column = next(one for one in parts if one.type == "column").value
    way = next(one.type for one in parts if one.type in ("mean", "total"))
    assert isinstance(column, Col)
    return Figure("mean" if way == "mean" else "sum", column.name) if column.kind == "number" else None


@rule(
    "figure",
    ("column", "spent", "how_much"), ("spent", "how_much", "column"), ("column", "total", "how_much"),
)  # fmt: skip
def sum_of(*parts: Span) -> Figure | None:
    """Read what a column comes to in all: 材料费花了多少, 电梯一共多少部."""
    column = next(one for one in parts if one.type == "column").value
    assert isinstance(column, Col)
    return Figure("sum", column.name) if column.measured == "summed" else None


@rule("moment", ("column",), ("event",))
def moment(found: Span) -> Col | None:
    """Read a day of the rows as an end of a stretch: from booking, 到结案日期."""
    column = found.value
    assert isinstance(column, Col)
    return column if column.kind == "time" else None


@rule("gap", ("from", "moment", "to", "moment"), ("moment", "to", "moment"))
def from_to(*parts: Span) -> Gap | None:
    """Read two days of the rows as from one to the other: 从提交到结案, between order and delivery."""
    begins, ends = (one.value for one in parts if one.type == "moment")
    same = begins.name.rpartition(".")[0] == ends.name.rpartition(".")[0]
    return (begins.name, ends.name) if same and begins.name != ends.name else None


@rule("elapsed", ("taking", "elapsed"), ("elapsed", "taking"))
def taking(*parts: Span) -> object:
    """Read what a number of days is said with: how long does it take, 要几天."""
    return next(one.value for one in parts if one.type == "elapsed")


@rule(
    "figure",
    ("mean", "elapsed", "gap"), ("mean", "gap", "elapsed"), ("gap", "mean", "elapsed"),
    ("elapsed", "mean", "gap"), ("elapsed", "gap", "mean"), ("gap", "elapsed", "mean"),
    ("elapsed", "gap"), ("gap", "elapsed"),
)  # fmt: skip
def days_between(*parts: Span) -> Figure:
    """Read how many days there are between two days of the rows: 从下单到发货平均几天."""
    begins, ends = next(one.value for one in parts if one.type == "gap")
    return Figure("days", ends, begins)


@rule("figure", ("figure", "given"))
def that_was_given(figure: Span, _: Span) -> Figure | None:
    """Read a sum with the verb of what goes out: total discount given, total compensation paid."""
    return figure.value if figure.value.kind == "sum" and figure.value.column else None


@rule(
    "figure", ("both",), *(("figure", *way, "how_much") for way in (("total",), ("and",), ("and", "total")))
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
    *all_told,
    *of_column,
    *sum_of,
    *that_was_given,
    *number_and_sum,
    *moment,
    *from_to,
    *taking,
    *days_between,
    *each_of,
    *every_one,
)
