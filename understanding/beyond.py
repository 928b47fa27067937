"""What a question without an answer asks that no data here could tell, where that is known for sure."""

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Literal

from knowledge.metrics import Metric
from language.calendar import days
from language.lists import words_in
from language.period.moments import read_moments
from language.periods import read_time
from understanding.metric.desk import MetricDesk
from understanding.metric.offering import main_metrics
from understanding.metric.parts import Parts
from understanding.metric.ranges import time_column

Kind = Literal["changes", "costs", "hours", "states"]


@dataclass(frozen=True)
class Beyond:
    """What is asked, in the question's words, and the figure that it is asked of or that comes nearest."""

    kind: Kind
    asked: str
    metric: Metric


def beyond(question: str, desk: MetricDesk, before: str = "") -> Beyond | None:
    """Return what the data cannot tell of a question: a change of them, costs, an hour, a past state.

    Names of figures and members are set aside: a product called Morning Tea asks for no hour.
    """
    parts, figures = desk.parts(question), _figures_of(question, desk)
    main = main_metrics(desk)
    if not main:
        return None
    metric = next(chain(figures, main))
    asked = _pattern("changes", "asks").search(question.strip())
    if asked and not _turns(question.strip()[asked.end() :], desk):
        return Beyond("changes", asked.group(), metric)
    text = parts.without(parts.of("metric", "value", "dimension"))
    asked = None if figures or _asks_why(parts) else _pattern("costs", "asks").search(text)
    if asked and not _holds("costs", desk):  # does rain cost us traffic asks for no costs
        return Beyond("costs", asked.group().strip(), main[0])
    if (asked := _pattern("hours", "asks").search(text)) and _is_by_day(metric, desk):
        return Beyond("hours", asked.group().strip(), metric)
    return _past_state(question, figures or _figures_of(before, desk), desk)


def _past_state(question: str, figures: list[Metric], desk: MetricDesk) -> Beyond | None:
    """Return the count of which a day before today is asked, where only today's is kept."""
    counted = figures[0] if len(figures) == 1 and _keeps_today(figures[0]) else None
    day = _day_before_today(question, desk) if counted else ""
    return Beyond("states", day, counted) if counted and day else None


def _figures_of(question: str, desk: MetricDesk) -> list[Metric]:
    """Return the figures that a question names; two words for one name it once."""
    named = (
        name for part in (desk.parts(question).of("metric") if question else ()) for name in part.metrics
    )
    return [desk.catalog.metrics[name] for name in dict.fromkeys(named)]


def _keeps_today(metric: Metric) -> bool:
    """Tell a count of what is in a state today, of which nobody keeps from when to when it held."""
    return metric.counts_rows and not (metric.time or metric.until)


def _day_before_today(question: str, desk: MetricDesk) -> str:
    """Return the one day before today of which something is asked, as it is written, or nothing."""
    time = read_time(question, desk.today)
    named = [
        *((one.day, one.span) for one in read_moments(question, desk.today)),
        *((one.end - days(1), one.span) for one in time.ends),
        *((one.start, one.span) for one in time.periods if one.end - one.start == days(1)),
    ]
    past = [span for day, span in named if day < desk.today]
    return question[slice(*past[0])].strip() if len(named) == len(past) == 1 else ""


def _asks_why(parts: Parts) -> bool:
    return any("why" in part.piece.tokens for part in parts.of("mark", "other"))


@lru_cache(maxsize=8)
def _pattern(kind: str, part: str) -> re.Pattern[str]:
    written = words_in("beyond")[kind][part]
    return re.compile(written if isinstance(written, str) else "|".join(written), re.IGNORECASE)


def _turns(rest: str, desk: MetricDesk) -> bool:
    """Tell whether what something is set to is of a question, not of the data: 把10月改成9月."""
    parts = desk.answers.reader.parts(rest, desk.today, desk.allowed) if rest.strip() else None
    first = parts.every[:1] if parts else []
    return any(part.kind in ("period", "value", "dimension", "metric", "grain") for part in first)


def _holds(kind: str, desk: MetricDesk) -> bool:
    """Tell whether any figure or column is called by a word of a kind: then it is not for us to deny it."""
    names = (name for one in desk.catalog.metrics.values() for name in (one.zh, one.en))
    columns = (
        f"{column.name.replace('_', ' ')} {column.comment}"
        for table in desk.catalog.schema.tables
        for column in table.columns
    )
    return any(_pattern(kind, "holds").search(one) for one in chain(names, columns))


def _is_by_day(metric: Metric, desk: MetricDesk) -> bool:
    """Tell a figure whose time is a day, and not a moment."""
    sources = desk.catalog.sources(metric.name)
    types = [_type_of(time_column(desk.catalog, one.name), desk) for one in sources]
    daily = all(one.time_grain == "day" for one in sources)
    return daily and bool(types) and all(one.startswith("date") and "time" not in one for one in types)


def _type_of(column: str, desk: MetricDesk) -> str:
    table, _, name = column.rpartition(".")
    found = desk.catalog.schema.table(table)
    return next((one.type.lower() for one in found.columns if one.name == name), "") if found else ""
