"""What two parts come to once they are joined: sentences as data, and how names were matched."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from analysis.outcome import Amount, Name, Percent, Said
from analysis.together.joining import Headed
from analysis.together.matching import Matched, plain
from database.result import QueryResult
from query.metric_query import MetricQuery

NAMED = 5  # of names without a partner; the others are counted


@dataclass(frozen=True)
class Part:
    """One part as it was read: whose it is, the statement, its rows, and how the joining one sees it."""

    title: str
    headed: Headed
    sql: str
    result: QueryResult

    @property
    def doubled(self) -> str:
        """Return a name that stands twice, in other letters; nothing where each stands once."""
        seen: set[tuple[str, ...]] = set()
        for row in self.result.rows:
            key = tuple(plain(str(cell)) for cell in row[: len(self.headed.keys)])
            if key in seen:
                return " · ".join(str(cell) for cell in row[: len(self.headed.keys)])
            seen.add(key)
        return ""

    @property
    def names(self) -> dict[str, str]:
        """Return the first key's names as they are compared, with how they are written."""
        named = (str(row[0]) for row in self.result.rows if row[0] is not None)
        return {plain(name): name for name in named if name != self.headed.nameless}


@dataclass(frozen=True)
class Answered:
    """What a question to two sources came to: parts, joining statement, its rows, and the words."""

    parts: tuple[Part, ...]
    sql: str
    result: QueryResult
    statements: tuple[Said, ...]
    cautions: tuple[Said, ...]
    reading: tuple[Said, ...]
    said: tuple[str, ...]  # how the first part was read
    drawn: QueryResult  # of the rows, those that a chart compares


def beside_found(
    query: MetricQuery,
    measures: Sequence[str],
    sql: str,
    result: QueryResult,
    parts: tuple[Part, Part],
    keys: Sequence[Matched],
    members: Sequence[Collection[str]],
    *,
    compares: bool,
    adds: bool,
    undated: bool,
    said: tuple[str, ...],
) -> Answered:
    """Return figures of both set side by side; `measures` are the other's, `adds`: all may be summed."""
    first, other = parts
    statements: list[Said] = []
    rows = _paired(result, len(first.headed.keys), len(first.headed.figures))
    if compares and rows:
        statements += _compared(query.metrics[0], measures[0], rows, adds=adds)
    else:
        code = "together.side_by_side" if rows else "together.apart"
        statements.append(Said(code, {"count": len(rows), "source": other.title}))
    cautions = [*_unmatched(parts, keys, members)]
    if undated:
        cautions.append(Said("together.undated", {"source": other.title}))
    drawn = _drawn(result, sum(len(one.headed.figures) for one in parts) + len(first.headed.keys))
    told = (tuple(statements), tuple(cautions), _reading(parts, keys))
    return Answered(parts, sql, result, *told, said, drawn)


def _drawn(result: QueryResult, width: int) -> QueryResult:
    """Return the rows that have every figure, without what was computed from these."""
    rows = tuple(row[:width] for row in result.rows if None not in row[:width])
    return replace(result, columns=result.columns[:width], rows=rows)


def members_found(
    query: MetricQuery,
    sql: str,
    result: QueryResult,
    parts: Sequence[Part],
    key: Matched,
    *,
    lacking: bool,
    said: tuple[str, ...],
) -> Answered:
    """Return which of the other's names have none of the figures, or some."""
    first, other = parts[0], parts[1]
    told = {
        "count": result.row_count,
        "of": len(other.names),
        "metric": Name(query.metrics[0]),
        "source": other.title,
        "names": tuple(str(row[0]) for row in result.rows[:NAMED]),
        "more": " …" if result.row_count > NAMED else "",
    }
    code = "none" if not result.rows else "all" if result.row_count == len(other.names) else "some"
    statements = [Said(f"together.{'without' if lacking else 'with'}.{code}", told)]
    cautions = []
    if lacking and len(parts) > 2:
        unknown = tuple(str(row[0]) for row in result.rows if not row[1])
        if unknown:
            shown = {"count": len(unknown), "names": unknown[:NAMED], "source": first.title}
            cautions.append(Said("together.unknown_among", shown))
    told_all = (tuple(statements), tuple(cautions), _reading(parts, (key,)))
    return Answered(tuple(parts), sql, result, *told_all, said, result)


def _compared(
    metric: str, measure: str, rows: Sequence[tuple[str, Decimal, Decimal]], *, adds: bool
) -> Iterator[Said]:
    """Yield both totals where they add up, and who is furthest below and above."""
    total, aim = sum((one[1] for one in rows), Decimal()), sum((one[2] for one in rows), Decimal())
    told: dict[str, Any] = {
        "count": len(rows),
        "metric": Name(metric),
        "measure": Name(measure),
        "value": Amount(total, metric),
        "aim": Amount(aim, measure),
    }
    if aim:
        told["share"] = Percent(total / aim * 100)
    if adds:
        yield Said("together.totals" if aim else "together.totals_bare", told)
    else:
        yield Said("together.compared", told)
    rated = sorted((value / against, name) for name, value, against in rows if against)
    if len(rated) > 1:
        (low, lowest), (high, highest) = rated[0], rated[-1]
        ends = {"lowest": lowest, "low": Percent(low * 100), "highest": highest, "high": Percent(high * 100)}
        yield Said("together.ends", ends)


def _paired(result: QueryResult, keys: int, figures: int) -> list[tuple[str, Decimal, Decimal]]:
    """Return the rows that have a figure of both: what they are called, and the first figure of each."""
    return [
        (
            " · ".join(str(cell) for cell in row[:keys]),
            Decimal(str(row[keys])),
            Decimal(str(row[keys + figures])),
        )
        for row in result.rows
        if row[keys] is not None and row[keys + figures] is not None
    ]


def _unmatched(
    parts: tuple[Part, Part], keys: Sequence[Matched], members: Sequence[Collection[str]]
) -> Iterator[Said]:
    """Yield which names only one of them has; with two keys the pairs differ for good reasons."""
    first, other = parts
    if not keys:
        return
    known = {plain(name) for name in members[0]} | set(first.names)
    unknown = [said for name, said in other.names.items() if name not in known]
    silent = [said for name, said in other.names.items() if name in known and name not in first.names]
    missing = [said for name, said in first.names.items() if name not in other.names]
    for code, names, source in (
        ("unknown", unknown, first.title),
        ("silent", silent, first.title),
        ("missing", missing, other.title),
    ):
        if names:
            shown = {"count": len(names), "names": tuple(names[:NAMED]), "source": source}
            yield Said(f"together.{code}", shown)


def _reading(parts: Sequence[Part], keys: Sequence[Matched]) -> tuple[Said, ...]:
    first, other = parts[0], parts[1]
    lines = [Said("together.read", {"first": first.title, "other": other.title})]
    for at, key in enumerate(keys):
        told = {
            "left": first.headed.keys[at],
            "right": other.headed.keys[at],
            "found": key.found,
            "of": key.of,
        }
        lines.append(Said("together.matched", told))
    return tuple(lines)
