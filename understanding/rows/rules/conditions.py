"""Conditions on columns: compared, equal to a member, empty, a yes or no, denied."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import chain, pairwise
from typing import cast

from understanding.chart.saturation import rule
from understanding.chart.spans import Span
from understanding.rows.frame import COMPARERS, Condition, Op, Scalar
from understanding.rows.names import Col
from understanding.rows.rules.times import is_to_come
from understanding.rows.words import rows_words

Amount = tuple[Decimal, str]
Members = tuple[str, tuple[str, ...]]
OF_ANY = ("", "money")
LEAST_SCALE = 100  # 百
MINUTES = {"minute": 1, "hour": 60, "day": 24 * 60, "week": 7 * 24 * 60}


@rule("amount", ("number",), ("number", "unit"))
def amount(number: Span, unit: Span | None = None) -> Amount:
    """Read a number with what it is of: 300块, 3天."""
    return number.value, unit.value if unit else ""


@rule(
    "condition",
    *(("column", op, "amount") for op in COMPARERS),
    *(("column", "amount", op) for op in ("ge", "le")),
)
def compared(column: Span, *parts: Span) -> Condition | None:
    """Read a column over or under a number: 保质期3天以内, list price over 20."""
    number = next(one for one in parts if one.type == "amount")
    how = next(one for one in parts if one is not number)
    return _compared(column.value, how.type, number.value)


@rule("condition", *((op, "amount", "column") for op in COMPARERS))
def compared_before(how: Span, number: Span, column: Span) -> Condition | None:
    """Read a number before its column: more than 5 exam rooms."""
    return _compared(column.value, how.type, number.value)


@rule(
    "span",
    *((*opening, "amount", "to", "amount", *end) for opening in ((), ("from",)) for end in ((), ("amid",))),
    ("amount", "and", "amount", "amid"),
)
def from_to(*parts: Span) -> tuple[Decimal, Decimal, str] | None:
    """Read two numbers with all between them: between 5000 and 8000, 3到5天, 10和20之间."""
    low, high = (one for one in parts if one.type == "amount")
    joint = next(one.value for one in parts if one.type in ("to", "and"))
    if joint == ("and",) and parts[0].value != ("between",):
        return None
    (least, its_unit), (most, unit) = low.value, high.value
    fits = least < most and its_unit in ("", unit) and not _shares_its_scale(low, high)
    return (least, most, unit) if fits else None


def _shares_its_scale(low: Span, high: Span) -> bool:
    """Tell whether the word that makes the second thousands may make the first so too: 5到8万."""
    scaled = [one.children[0].rule == "scaled" for one in (low, high)]
    return scaled == [False, True] and 0 < low.value[0] * LEAST_SCALE <= high.value[0]


@rule("condition", ("column", "span"), ("column", "is", "span"), ("span", "column"))
def between(*parts: Span) -> Condition | None:
    """Read a column between two numbers: salary from 5000 to 8000, between 5 and 10 exam rooms."""
    least, most, unit = next(one for one in parts if one.type == "span").value
    column = next(one for one in parts if one.type == "column").value
    unopened = parts[0].type == "span" and parts[0].children[0].type != "from"
    if unopened or column.coded or column.tells_rows:
        return None
    found = _compared(column, "between", (most, unit))
    return replace(found, values=(least, most)) if found else None


@rule("condition", ("column", "is", "amount"))
def equals(column: Span, _: Span, number: Span) -> Condition | None:
    """Read a column that is a number."""
    return _compared(column.value, "is", number.value)


@rule("members", ("member",), ("members", "or", "member"), ("members", "member"))
def several(first: Span, *more: Span) -> Members | None:
    """Read values of one column as any of them."""
    column, values = first.value
    held = values if first.type == "members" else (values,)
    if not more:
        return column, held
    other, value = more[-1].value
    return (column, (*held, value)) if other == column and value not in held else None


@rule("condition", ("members",), ("column", "members"), ("column", "is", "members"), ("members", "column"))
def is_one_of(*parts: Span) -> Condition | None:
    """Read values, also with their column's name beside: 供应商是果满园, vaccine category."""
    column, values = next(one for one in parts if one.type == "members").value
    named = [one.value for one in parts if one.type == "column"]
    if named and column in named[0].named and any(one.type == "is" for one in parts):
        return _points(named[0], column, values)
    if named and named[0].name != column:
        return None
    return Condition(column, "is", tuple(sorted(values)))


@rule("condition", ("column", "pointed"), ("column", "is", "pointed"))
def is_who(column: Span, *parts: Span) -> Condition | None:
    """Read whom a key points at: delivery lead is Ting Zhao, 签约人是王芳."""
    named, value = parts[-1].value
    other = named in column.value.named and named.rpartition(".")[0] != column.value.name.rpartition(".")[0]
    return _points(column.value, named, (value,)) if other else None


@rule(
    "condition",
    *((who, "doer") for who in ("pointed", "members")),
    *(("doer", *by, who) for by in ((), ("by",)) for who in ("pointed", "members")),
)
def is_done_by(*parts: Span) -> Condition | None:
    """Read by whom something is done: developed by Hengyuan Land, 郑浩申请的."""
    column, named = next(one.value for one in parts if one.type == "doer")
    told, values = next(one.value for one in parts if one.type in ("pointed", "members"))
    held = (values,) if isinstance(values, str) else values
    if told not in named or not _close(parts):
        return None
    return _points(column, told, held) if told in column.named else Condition(told, "is", tuple(sorted(held)))


@rule("condition", ("members", "leads"), ("under", "members"), ("members", "below"), ("below", "members"))
def is_below(*parts: Span) -> Condition | None:
    """Read whose superior is named: who reports to King, whom King manages, 郭若曦手下."""
    column, values = next(one for one in parts if one.type == "members").value
    above = next(one for one in parts if one.type != "members").value
    return _points(above, column, values) if column in above.named and _close(parts) else None


@rule("column", ("leads",), ("under",))
def is_above(above: Span) -> object:
    """Read who stands above: who manages King, who King reports to."""
    return above.value


def _points(key: Col, named: str, values: Sequence[str]) -> Condition:
    return Condition(key.name, "is", tuple(sorted(values)), named=named)


@rule("condition", ("not", "condition"), ("no_value", "condition"))
def denied(_: Span, said: Span) -> Condition | None:
    """Read what is not so: 未绝育, not from Hill's, haven't left."""
    meant = said.value
    assert isinstance(meant, Condition)
    flags = {(True,): (False,)}
    if meant.values in flags:
        return Condition(meant.column, "is", flags[meant.values])
    turned: dict[Op, Op] = {"is": "is_not", "not_null": "null"}
    if said.rule not in ("is_one_of", "recorded") or meant.op not in turned:
        return None
    return Condition(meant.column, turned[meant.op], meant.values)


@rule("rows", ("rows", "whose"))
def narrowed(rows: Span, _: Span) -> object:
    """Read that what rows must be follows them: rows where income is over 5000."""
    return rows.value


@rule("condition", ("column",))
def is_so(column: Span) -> Condition | None:
    """Read a yes or no as yes: neutered, 有泳池."""
    found = column.value
    assert isinstance(found, Col)
    return Condition(found.name, "is", (True,)) if found.kind == "flag" else None


@rule("condition", ("event",))
def recorded(event: Span) -> Condition | None:
    """Read what has happened, where a time is kept of it only then: left, 闭店的."""
    found = event.value
    assert isinstance(found, Col)
    return Condition(found.name, "not_null") if found.nullable and not is_to_come(found) else None


@rule("condition", ("done", "condition"), ("expiring", "condition"))
def has_lapsed(of: Span, said: Span) -> Condition | None:
    """Read what is already past with what has lapsed beside: 作业证已经过期, already expired."""
    meant = said.value
    assert isinstance(meant, Condition)
    same = of.type == "done" or of.value == meant.column
    return meant if same and meant.op == "lt" and said.rule in ("lapsed", "has_lapsed") else None


@rule("event", ("done", "event"), ("newly", "event"))
def done(_: Span, event: Span) -> object:
    """Read already and newly before what has happened: 已终止, already left, 新入职."""
    return event.value


@rule("condition", ("absent",))
def absent(span: Span) -> Condition:
    """Read what a comment calls an empty column: 在职."""
    assert isinstance(span.value, Col)
    return Condition(span.value.name, "null")


@rule(
    "condition",
    *chain.from_iterable(
        ((no, what), (no, what, "held")) for no in ("no_value", "not") for what in ("column", "key")
    ),
    *(("no_value", "held", what) for what in ("column", "key")),
    ("column", "no_value", "held"),
    ("column", "empty_cell"),
)
def lacks(*parts: Span) -> Condition | None:
    """Read a column that holds nothing: no manager assigned, 供应商为空."""
    found = next(one for one in parts if one.type in ("column", "key")).value
    assert isinstance(found, Col)
    if found.kind == "flag":
        return Condition(found.name, "is", (False,))
    return Condition(found.name, "null") if found.nullable else None


@rule("condition", ("has", "column"), ("has", "column", "held"), ("has", "key"), ("has", "key", "held"))
def has(_: Span, column: Span, *held: Span) -> Condition | None:
    """Read a column that holds something: have a supplier, 有目标."""
    found = column.value
    assert isinstance(found, Col)
    if not _close((_, column)):
        return None  # 有多少工位 asks how many
    if found.kind == "flag":
        return Condition(found.name, "is", (True,))
    return Condition(found.name, "not_null") if found.nullable else None


@rule("condition", ("deed",), ("has", "others"), ("with", "others"))
def of_some(*parts: Span) -> Condition | None:
    """Read that rows have others of theirs: customers with orders, 下过单的."""
    return parts[-1].value if _close(parts) else None


@rule(
    "condition",
    *((no, what) for no in ("no_value", "not", "never") for what in ("others", "deed")),
    *((no, "making", "others") for no in ("no_value", "not", "never")),
)
def of_none(*parts: Span) -> Condition | None:
    """Read that rows have none of theirs: customers without orders, 没下过单的, members who never booked."""
    return replace(parts[-1].value, op="none_of") if _close(parts) else None


@rule("others", ("their_kind", "their_rows"), ("their_rows", "their_kind"))
def of_a_kind(*parts: Span) -> Condition | None:
    """Read the rows that belong to others by a code of theirs: failed inspections, 检查不合格."""
    meant, kind = (
        next(one.value for one in parts if one.type == type_) for type_ in ("their_rows", "their_kind")
    )
    same = _table(meant) == _table(kind)
    return replace(kind, op="some_of") if same and _close(parts) else None


def _table(one: Condition) -> str:
    return one.column.rpartition(".")[0]


@rule("occasions", ("once",), ("twice",), ("number", "counter"), ("number", "times"))
def occasions(number: Span, *_: Span) -> Decimal | None:
    """Read how many times something was: once, 3 times, 两次."""
    said = {"once": Decimal(1), "twice": Decimal(2)}.get(number.type, number.value)
    return said if said == int(said) else None


@rule(
    "often",
    *((how, "occasions") for how in COMPARERS),
    *(("occasions", how) for how in ("ge", "le")),
    ("number", "ge", "times"),
)
def often(*parts: Span) -> tuple[str, Decimal] | None:
    """Read more or less than so many times: more than twice, 三次以上, 3 or more times."""
    return _how_many(parts)


@rule("many", *((how, "number", "others") for how in COMPARERS), ("number", "ge", "others"))
def many(*parts: Span) -> Condition | None:
    """Read more or less than so many of theirs: more than 3 faults, 3 or more complaints."""
    return replace(parts[-1].value, op="many_of", times=_how_many(parts)) if _close(parts) else None


def _how_many(parts: Sequence[Span]) -> tuple[str, Decimal] | None:
    how = next(one.type for one in parts if one.type in COMPARERS)
    number = next(one.value for one in parts if one.type in ("occasions", "number"))
    return (how, number) if number == int(number) else None


@rule(
    "condition",
    *((what, "often") for what in ("others", "deed", "their_kind")),
    *(("often", what) for what in ("others", "their_kind")),
    *((has, "often", "others") for has in ("has", "with", "making")),
    *((has, "many") for has in ("has", "with", "making")),
)  # fmt: skip
def so_often(*parts: Span) -> Condition | None:
    """Read how many of theirs rows have: 投诉超过两次, failed more than once, with more than 3 faults."""
    times = next((one.value for one in parts if one.type == "often"), None)
    meant = next(one.value for one in parts if one.type in ("others", "deed", "their_kind", "many"))
    assert isinstance(meant, Condition)
    return replace(meant, op="many_of", times=times or meant.times) if _close(parts) else None


@rule("condition", ("number", "counter", "others", "no_value"))
def of_not_one(number: Span, _: Span, others: Span, no: Span) -> Condition | None:
    """Read that rows have not one of theirs: 一条投诉都没有."""
    return replace(others.value, op="none_of") if number.value == 1 and _close((others, no)) else None


def _close(parts: Sequence[Span]) -> bool:
    """Tell whether at most one empty word stands between: in 有多少，有订单的 the first 有 is another."""
    return all(after.start - before.end <= 1 for before, after in pairwise(parts))


def _compared(column: Col, how: str, number: Amount) -> Condition | None:
    """Return the condition where a number of this unit can be one of the column's."""
    value, unit = _in_its_unit(column, *number)
    fits = column.kind == "number" and _fits(column, unit)
    values: tuple[Scalar, ...] = (value,)
    return Condition(column.name, cast(Op, how), values) if fits else None


def _in_its_unit(column: Col, value: Decimal, unit: str) -> Amount:
    """Return a length of time as the column counts it: over 3 days of hours is over 72."""
    held = [one for one in MINUTES if any(column.says(str(word)) for word in rows_words()["units"][one])]
    if unit not in MINUTES or len(held) != 1 or MINUTES[unit] < MINUTES[held[0]]:
        return value, unit
    return value * MINUTES[unit] / MINUTES[held[0]], held[0]


def _fits(column: Col, unit: str) -> bool:
    """Tell whether a unit is the column's: minutes of a column that says so, not of hours."""
    units = rows_words()["units"]
    named = {kind for kind, words in units.items() if any(column.says(str(word)) for word in words)}
    if unit in OF_ANY:
        return not (unit and named - {"point"})
    return unit in named or (unit == "percent" and column.in_percent)


RULES = (
    *amount, *compared, *compared_before, *from_to, *between, *equals, *several, *is_one_of, *denied, *is_so,
    *recorded, *done, *has_lapsed, *absent, *lacks, *is_who, *is_done_by, *is_below, *is_above, *has,
    *narrowed, *of_some, *of_none, *of_not_one, *of_a_kind, *occasions, *often, *many, *so_often,
)  # fmt: skip
