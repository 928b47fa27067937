"""From rows to everything an answer shows besides its words: facts, chart, interpretation."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from answers.chart import charts_for, spec_json
from answers.chart_drawing import figure
from answers.interpretation import interpretation, is_whole, limits_of_rights, restriction
from answers.statements import statements
from answers.totals import totals
from config.wording import Language, say
from database.dialects import Dialect
from database.result import QueryResult
from database.schema import Schema
from knowledge.question import Measure


@dataclass(frozen=True)
class Analysis:
    """What a result says by itself."""

    statements: tuple[str, ...]
    chart: dict[str, Any] | None
    interpretation: list[str]
    rights: list[str] = field(default_factory=list)
    restriction: str = ""  # what the user must hear where their rights left rows out
    charts: list[dict[str, Any]] = field(
        default_factory=list
    )  # the specs that are right, the shown one first
    no_chart: str = ""  # why there is none
    totals: list[float | None] = field(default_factory=list)  # by column, where a sum is right


def analyse(
    question: str,
    language: Language,
    result: QueryResult,
    sql: str,
    dialect: Dialect,
    schema: Schema,
    *,
    policies: Sequence[str] = (),
    today: dt.date | None = None,
    measures: Sequence[Measure] = (),
) -> Analysis:
    """Compute the statements, the chart and the interpretation of a result read under these policies."""
    whole = is_whole(sql, dialect) and not result.truncated
    charts = charts_for(result, question, is_whole=whole, measures=measures, today=today)
    why = charts.why_none
    return Analysis(
        statements=statements(result, language, is_whole=whole, today=today),
        chart=figure(charts.first, result, language) if charts.first else None,
        interpretation=interpretation(sql, dialect, schema, language),
        rights=limits_of_rights(policies, schema, language),
        restriction=restriction(policies, language),
        charts=[spec_json(spec) for spec in charts.specs],
        no_chart=say(f"chart.none.{why}", language) if why else "",
        totals=totals(result, measures),
    )
