"""What an analysis asks to have read, and what it comes to: words as data, one table, a chart, its parts."""

import datetime as dt
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any, Literal, TypeVar

from database.result import QueryResult
from knowledge.metrics import Catalog, Metric
from query.metric_query import MetricQuery

_Told = TypeVar("_Told")


@dataclass(frozen=True)
class Amount:
    """A figure in a metric's unit, a mean, a change with its sign, how large that is, or bare.

    A bare one is told in English without the unit that would stand behind it: of 87 to 275 members the first.
    """

    value: Decimal
    metric: str
    kind: Literal["value", "mean", "change", "size", "bare"] = "value"


@dataclass(frozen=True)
class Percent:
    """A ratio in percent."""

    value: Decimal
    signed: bool = False


def figure_of(value: float) -> Decimal:
    """Return a figure that was computed as it is told."""
    return Decimal(str(round(value, 6)))


def exact(cell: object) -> Decimal | None:
    """Return a cell as an exact number."""
    return None if cell is None else Decimal(str(cell))


def day_in(cell: object) -> dt.date:
    """Return the day that a cell of a result holds, whether it is a day or a time."""
    return dt.date.fromisoformat(str(cell)[:10])


def rounded(value: Decimal) -> Decimal:
    """Return a percentage to the tenth it is told to, none of them -0.0."""
    return value.quantize(Decimal("0.1")) + 0


def percent_of(value: float, *, signed: bool = False) -> Percent:
    """Return a percentage that was computed as it is told, to a tenth."""
    return Percent(Decimal(str(round(value, 1))), signed)


def grown(change: Decimal, before: Decimal, metric: Metric) -> Percent | Amount:
    """Return a change in percent of what was before, that of a percentage, or from nothing, as it is."""
    if metric.unit("en") == "%" or not before:
        return Amount(change, metric.name, "change")
    return Percent(100 * change / abs(before), signed=True)


def says_its_unit(metric: Metric) -> bool:
    """Tell a figure whose English name has its unit in it: visits, vehicles entering."""
    return metric.unit("en").lower() in metric.label("en").lower().split()


@dataclass(frozen=True)
class Name:
    """A metric or dimension, to be called by its label; `many` of a dimension's things in the plural."""

    name: str
    dimension: bool = False
    many: bool = False


@dataclass(frozen=True)
class Said:
    """Words planned as data: `code` is a text under `analysis.` in config/texts, `params` fill it.

    A tuple among them is listed, a nested Said worded first.
    """

    code: str
    params: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Look:
    """One statement to be read: a query, and the line its SQL stands under.

    `catalog` is given where the query speaks of figures the analysis defined itself. Without `needed` the
    analysis goes on where it cannot be read; of a `detail` that is not even said, for no figure is missing.
    """

    name: str
    query: MetricQuery
    label: Said
    needed: bool = False
    catalog: Catalog | None = field(default=None, compare=False)
    detail: bool = False


@dataclass(frozen=True)
class Read:
    """The rows of a look, with the SQL they came from."""

    look: Look
    result: QueryResult
    sql: str


def cells_by_name(read: Read | None) -> dict[str, list[Decimal | None]]:
    """Return the figures of each row by the name it begins with; nothing of what was not read whole."""
    rows = () if read is None or read.result.truncated else read.result.rows
    return {str(row[0]): [exact(cell) for cell in row[1:]] for row in rows if row[0] is not None}


@dataclass(frozen=True)
class Outcome:
    """What an analysis came to: what is said, shown and drawn; or why it did not.

    `result` is the main table (headings in the reader's language), `chart` a Plotly figure of a closed spec,
    `questions` whole questions that lead on, `sheets` the tables of a workbook to take away, each with its
    name, where these are more than the main one. With `declined` there is nothing else but questions.
    """

    statements: tuple[Said, ...] = ()
    result: QueryResult | None = None
    chart: dict[str, Any] | None = None
    cautions: tuple[Said, ...] = ()
    reading: tuple[Said, ...] = ()  # how it was computed, line by line
    questions: tuple[str, ...] = ()
    question: str = ""  # as it stands alone, where it went on from another
    declined: Said | None = None
    sheets: tuple[tuple[str, QueryResult], ...] = ()


# An analysis yields what it wants read side by side, gets it by name (what failed is missing), and ends.
Steps = Generator[Sequence[Look], Mapping[str, Read], Outcome]

Reading = Generator[Sequence[Look], Mapping[str, Read], Mapping[str, Read]]  # of one round


def relay(
    steps: Steps, through: Callable[[Sequence[Look]], Reading], given: Mapping[str, Read] | None = None
) -> Steps:
    """Yield what `through` yields for each round of looks that steps want; give them what it returns.

    With what their first round is `given` they go on from there.
    """
    try:
        wanted = next(steps) if given is None else steps.send(given)
        while True:
            wanted = steps.send((yield from through(wanted)))
    except StopIteration as end:
        outcome: Outcome = end.value
        return outcome


def named_apart(
    ahead: str, steps: Generator[Sequence[Look], Mapping[str, Read], _Told]
) -> Generator[Sequence[Look], Mapping[str, Read], _Told]:
    """Return steps whose looks are named apart from those of the steps they are part of."""
    read: Mapping[str, Read] | None = None
    while True:
        try:
            looks = next(steps) if read is None else steps.send(read)
        except StopIteration as end:
            told: _Told = end.value
            return told
        found = yield [replace(one, name=f"{ahead}{one.name}") for one in looks]
        read = {name.removeprefix(ahead): one for name, one in found.items()}
