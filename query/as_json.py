"""A MetricQuery as JSON, version 1: the form in which models, programs and stored answers speak it.

    {"version": 1, "metrics": ["takings"], "split_by": ["area"], "grain": "month",
     "windows": [{"from": "2026-10-01", "until": "2026-11-01"}], "compare": "last_year",
     "only": {"area": ["South"]}, "without": {}, "having": [{"metric": "takings", "is": "gt", "number": "5"}],
     "rank": {"direction": "top", "number": 3, "metric": "takings"}, "share": true, …}

What is not asked is left out. A writer may say `from` and `until` for one window, `top` or `bottom` for a
rank over the last of `split_by`, `over` or `under` for a condition on the first metric.
"""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, fields
from decimal import Decimal
from typing import Any, get_args

from language.calendar import MONTHS, whole
from query.metric_query import (
    Compared,
    Comparer,
    Condition,
    Filter,
    LimitedBy,
    MetricQuery,
    RankedBy,
    Ranking,
    Window,
)

VERSION = 1
GRAINS = ("", "day", "week", "month", "quarter", "year")
_FLAGS = ("share", "running", "ascending", "counted", "others", "filled", "closing", "period_assumed")
_SHORT_COMPARERS: tuple[tuple[str, Comparer], ...] = (("over", "gt"), ("under", "lt"))


def to_json(query: MetricQuery) -> dict[str, Any]:
    """Return a query as JSON types, without what it does not ask."""
    found: dict[str, Any] = {
        "version": VERSION,
        "metrics": list(query.metrics),
        "split_by": list(query.splits),
        "grain": query.grain,
        "windows": [_window_json(window) for window in query.windows],
        "compare": _compared_json(query.compared),
        "only": {f.dimension: list(f.values) for f in query.filters if not f.negated},
        "without": {f.dimension: list(f.values) for f in query.filters if f.negated},
        "having": [_condition_json(one) for one in query.conditions],
        "rank": _ranking_json(query.ranking) if query.ranking else None,
        "average": query.average,
        "share_within": list(query.share_within),
        "good": query.good,
        **{name: getattr(query, name) for name in _FLAGS},
    }
    return {name: value for name, value in found.items() if value}


def as_written(query: MetricQuery) -> dict[str, Any]:
    """Return a query in the short forms where they say it whole: for who is shown it and may write it back.

    >>> as_written(MetricQuery(("a",), ("x",), ranking=Ranking("top", 3, "a")))
    {'metrics': ['a'], 'split_by': ['x'], 'top': 3}
    """
    said = to_json(query)
    del said["version"]
    if query.window and len(query.windows) == 1:
        said |= {name: said["windows"][0][name] for name in ("from", "until")}
        del said["windows"]
    if (ranking := query.ranking) and ranking.number is not None and query.splits:
        plain = Ranking(ranking.direction, ranking.number, query.metrics[0], within=query.splits[:-1])
        if ranking == plain:
            said[ranking.direction] = ranking.number
            del said["rank"]
    for one in said.get("having", ()):
        one["number"] = _plain(Decimal(one["number"]))
    said.pop("period_assumed", None)
    return said


def _plain(number: Decimal) -> int | float:
    return int(number) if number == number.to_integral_value() else float(number)


def from_json(data: Mapping[str, Any]) -> MetricQuery:
    """Return the query that JSON says, or raise ValueError, TypeError, KeyError or ArithmeticError.

    Names are taken as they stand: whether such metrics, dimensions and members exist is not asked here.
    """
    if data.get("version", VERSION) != VERSION:
        raise ValueError(f"version {data['version']}")
    metrics, splits = _names(data["metrics"]), _names(data.get("split_by"))
    if not metrics:
        raise ValueError("metrics")
    flags = {name: bool(data.get(name)) for name in _FLAGS}
    return MetricQuery(
        metrics,
        splits,
        _one_of(data.get("grain") or "", GRAINS),
        tuple(_windows(data)),
        compared=_compared(data.get("compare")),
        filters=(*_filters(data.get("only"), False), *_filters(data.get("without"), True)),
        conditions=tuple(_conditions(data, metrics[0])),
        ranking=_ranking(data, metrics[0], splits),
        average=str(data.get("average") or ""),
        share_within=_names(data.get("share_within")),
        good=_one_of(data.get("good") or "", ("", "high", "low")),
        **flags,
    )


def _window_json(window: Window) -> dict[str, Any]:
    said = {
        field.name: getattr(window, field.name)
        for field in fields(window)
        if field.default is not MISSING and getattr(window, field.name) != field.default
    }
    if said.get("unit") == _unit(window.start, window.end):
        del said["unit"]  # the dates say it
    return {"from": window.start.isoformat(), "until": window.end.isoformat(), **said}


def _window(data: Mapping[str, Any]) -> Window:
    start, end = dt.date.fromisoformat(data["from"]), dt.date.fromisoformat(data["until"])
    if not start < end:
        raise ValueError("from, until")
    return Window(
        start,
        end,
        data.get("unit") or _unit(start, end),  # type: ignore[arg-type]
        int(data.get("count") or 1),
        bool(data.get("unfinished")),
        str(data.get("holiday") or ""),
        str(data.get("text") or ""),
    )


def _unit(start: dt.date, end: dt.date) -> str:
    """Return the calendar unit that a stretch is one of."""
    return next((one for one in ("day", "week", *MONTHS) if whole(one, start) == (start, end)), "range")


def _windows(data: Mapping[str, Any]) -> Iterator[Window]:
    if data.get("from") or data.get("until"):
        yield _window(data)
    for one in data.get("windows") or ():
        yield _window(one)


def _compared_json(compared: Compared | None) -> Any:
    if compared is None:
        return None
    return _window_json(compared.window) if compared.window else compared.kind


def _compared(said: Any) -> Compared | None:
    if not said:
        return None
    if isinstance(said, Mapping):
        return Compared("named", _window(said))
    return Compared(_one_of(said, ("last_year", "previous")))


def _filters(said: Any, negated: bool) -> Iterable[Filter]:
    for name, values in dict(said or {}).items():
        yield Filter(str(name), _names(values), negated)


def _conditions(data: Mapping[str, Any], metric: str) -> Iterator[Condition]:
    for word, comparer in _SHORT_COMPARERS:
        if data.get(word) is not None:
            yield Condition(metric, comparer, Decimal(str(data[word])))
    for one in data.get("having") or ():
        comparer = _one_of(one["is"], get_args(Comparer))
        by = _one_of(one.get("by") or "value", get_args(LimitedBy))
        yield Condition(str(one.get("metric") or metric), comparer, Decimal(str(one["number"])), by)


def _condition_json(condition: Condition) -> dict[str, Any]:
    said = {"metric": condition.metric, "is": condition.comparer, "number": str(condition.number)}
    return said | ({"by": condition.by} if condition.of_growth else {})


def _ranking_json(ranking: Ranking) -> dict[str, Any]:
    said: dict[str, Any] = {
        "direction": ranking.direction,
        "number": ranking.number,
        "metric": ranking.metric,
    }
    more = {"by": ranking.by, "within": list(ranking.within), "place": ranking.place, "ahead": ranking.ahead}
    return said | {name: value for name, value in more.items() if value and value != "value"}


def _ranking(data: Mapping[str, Any], metric: str, splits: tuple[str, ...]) -> Ranking | None:
    if said := data.get("rank"):
        number = said.get("number")
        return Ranking(
            _one_of(said["direction"], ("top", "bottom")),
            None if number is None else int(number),
            str(said.get("metric") or metric),
            _one_of(said.get("by") or "value", get_args(RankedBy)),
            _names(said.get("within")),
            bool(said.get("place")),
            bool(said.get("ahead")),
        )
    if data.get("top") is not None and data.get("bottom") is not None:
        raise ValueError("top, bottom")  # a query has one end: half of what was asked would be told
    for word in ("top", "bottom"):
        if data.get(word) is not None:
            return Ranking(word, int(data[word]), metric, within=splits[:-1])  # type: ignore[arg-type]
    return None


def _names(said: Any) -> tuple[str, ...]:
    if isinstance(said, str):
        raise ValueError(said)
    return tuple(dict.fromkeys(str(name) for name in said or ()))


def _one_of(value: Any, known: tuple[Any, ...]) -> Any:
    if value not in known:
        raise ValueError(value)
    return value
