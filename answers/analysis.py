"""From rows to everything an answer shows besides its words: facts, chart, interpretation."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from answers.chart import choose_chart, figure
from answers.interpretation import interpretation, is_whole, limits_of_rights, restriction
from answers.statements import statements
from config.wording import Language
from database.dialects import Dialect
from database.result import QueryResult
from database.schema import Schema


@dataclass(frozen=True)
class Analysis:
    """What a result says by itself."""

    statements: tuple[str, ...]
    chart: dict[str, Any] | None
    interpretation: list[str]
    rights: list[str] = field(default_factory=list)
    restriction: str = ""  # what the user must hear where their rights left rows out


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
) -> Analysis:
    """Compute the statements, the chart and the interpretation of a result read under these policies."""
    whole = is_whole(sql, dialect) and not result.truncated
    spec = choose_chart(result, question, is_whole=whole)
    return Analysis(
        statements=statements(result, language, is_whole=whole, today=today),
        chart=figure(spec, result, language) if spec else None,
        interpretation=interpretation(sql, dialect, schema, language),
        rights=limits_of_rights(policies, schema, language),
        restriction=restriction(policies, language),
    )
