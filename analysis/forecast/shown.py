"""What every forecast is shown with: its table with what was tried on the past, and what it is of."""

import datetime as dt
from decimal import Decimal
from typing import Any

from analysis.asked import AnalysisAsked
from analysis.forecast.models import Forecast, NoForecast
from analysis.outcome import Name, Percent, Said
from analysis.tables import table
from config.wording import say
from database.result import QueryResult
from language.calendar import days
from query.metric_query import MetricQuery
from understanding.metric.desk import MetricDesk
from understanding.metric.wording import word_figure


def forecast_table(found: Forecast, desk: MetricDesk) -> QueryResult:
    """Return the forecast with its range, then what was forecast of the past and what it was."""
    language = desk.language
    heads = [
        say(f"analysis.forecast.column.{one}", language)
        for one in ("period", "forecast", "low", "high", "actual", "miss")
    ]
    when = span_told(found.by_day.start, found.by_day.end)
    rows: list[tuple[Any, ...]] = [(when, found.value, found.low, found.high, None, None)]
    for one in found.trials:
        when = span_told(one.target.start, one.target.end)
        miss = round(100 * (one.forecast / one.actual - 1), 1) if one.actual else None
        rows.append((when, one.forecast, one.low, one.high, one.actual, miss))
    return table(heads, rows)


def span_told(start: dt.date, end: dt.date) -> str:
    """Return some days in digits."""
    last = end - days(1)
    return start.isoformat() if last == start else f"{start.isoformat()} – {last.isoformat()}"


def what_of(asked: AnalysisAsked, desk: MetricDesk) -> str:
    """Return the figure that is forecast, with its members, in words."""
    query = MetricQuery(asked.metrics[:1], filters=asked.filters)
    return word_figure(query, desk.catalog, desk.language, desk.answers.reader.known.member_name)


def why_not(found: NoForecast, name: str) -> Said:
    """Return why there is no forecast."""
    params = {
        "metric": Name(name),
        "history": found.history_days,
        "needed": found.needed_days,
        "error": Percent(Decimal(str(round(100 * min(found.error, 9.99))))),
    }
    return Said(f"forecast.{found.reason}", params)
