"""From rows to everything an answer shows besides its words: facts, chart, interpretation."""

from dataclasses import dataclass
from typing import Any

from answers.chart import choose_chart, figure
from answers.interpretation import interpretation, is_whole
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


def analyse(
    question: str, language: Language, result: QueryResult, sql: str, dialect: Dialect, schema: Schema
) -> Analysis:
    """Compute the statements, the chart and the interpretation of a result."""
    whole = is_whole(sql, dialect) and not result.truncated
    spec = choose_chart(result, question, is_whole=whole)
    return Analysis(
        statements=statements(result, language, is_whole=whole),
        chart=figure(spec, result, language) if spec else None,
        interpretation=interpretation(sql, dialect, schema, language),
    )
