"""What a model is told of rows to word: figures as the sentences write them, and the times that answer."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from answers.analysis import Analysis
from answers.figures import IN_PERCENT
from answers.sentences.cells import in_points, prepared, readable
from config.wording import Language
from database.result import QueryResult, ResultColumn
from reasoning.reasoner import Facts

_SAMPLE_ROWS, _MOST_SAMPLED, _CELLS = 20, 40, 240  # as many as a text names one by one; of few columns more


def facts_of(question: str, result: QueryResult, analysis: Analysis, language: Language) -> Facts:
    """Return a question's rows and computed sentences as a model is shown them."""
    columns, rows = as_told(result, analysis, language)
    return Facts(
        question=question,
        language=language,
        columns=[{"name": column.name, "type": column.type} for column in columns],
        rows=rows,
        row_count=result.row_count,
        truncated=result.truncated,
        latest=_over_time(analysis) and not result.truncated,
        statements=analysis.statements,
    )


def as_told(
    result: QueryResult, analysis: Analysis, language: Language
) -> tuple[Sequence[ResultColumn], list[list[Any]]]:
    """Return columns and rows with their figures as the facts write them: words hold one way of each."""
    first, asked = replace(result, rows=_sampled(result, analysis)), analysis.asked
    if asked is None:
        return first.columns, readable(None, first.rows, language)
    shown, known = in_points(asked, prepared(asked, first)), {one.index for one in asked.measures}
    percents = {at for at, column in enumerate(result.columns) if IN_PERCENT.search(column.name)}
    if percents - known:  # a percent that nobody knows stays as it is: 12.85 beside 13.1 is no rise of 0.23
        asked = replace(
            asked, measures=tuple(one for one in asked.measures if one.fraction or one.index not in percents)
        )
    return shown.columns, readable(asked, shown.rows, language)


def _over_time(analysis: Analysis) -> bool:
    return analysis.asked is not None and analysis.asked.time is not None


def _sampled(result: QueryResult, analysis: Analysis) -> tuple[tuple[Any, ...], ...]:
    """Return the first rows; of times the latest, as what came before is what it is seldom asked of.

    Twenty of 27 months ended before the price rose that was asked about.
    """
    most = max(_SAMPLE_ROWS, min(_MOST_SAMPLED, _CELLS // max(1, len(result.columns))))
    asked = analysis.asked
    if result.row_count <= most or asked is None or asked.time is None or result.truncated:
        return tuple(result.rows[:most])
    at = asked.time.index
    order = sorted(range(len(result.rows)), key=lambda one: str(result.rows[one][at] or ""), reverse=True)
    kept = {*order[:most]}
    return tuple(row for place, row in enumerate(result.rows) if place in kept)
