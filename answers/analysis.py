"""From rows to everything an answer shows besides its words: facts, chart, interpretation."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from answers.chart import charts_for, spec_json
from answers.chart_drawing import figure
from answers.interpretation import interpretation, is_whole, limits_of_rights, restriction
from answers.sentences.asked import Asked, Measure
from answers.sentences.background import Background
from answers.sentences.planning import plan
from answers.sentences.reading import Question, asked_of
from answers.sentences.rows import counted_rows, listed_rows
from answers.sentences.scope import as_of
from answers.sentences.trend import partial_ones
from answers.total_rows import without_total
from answers.totals import totals
from config.wording import Language, say
from database.result import QueryResult
from understanding.readings import Measure as MetricColumn

MADE_OF_ROWS = ("chart", "charts", "no_chart", "totals", "when")  # of an analysis, shown beside its rows


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
    asked: Asked | None = None  # what its columns are, where they are of figures
    when: str = ""  # the time it is of, in words and dates


def analyse(
    question: Question,
    result: QueryResult,
    known: Background,
    *,
    policies: Sequence[str] = (),
    measures: Sequence[MetricColumn] = (),
) -> Analysis:
    """Compute the statements, the chart and the interpretation of a result read under these policies."""
    language, schema = question.language, question.schema
    until = max(known.today, known.every[1]) if known.every else known.today
    rows_listed = question.listed is not None and not question.listed.figure
    ends = None if rows_listed else until  # a day that rows are chosen by need not be one of data
    lines = interpretation(question.sql, question.dialect, schema, language, known.catalog, ends)
    if question.listed is not None and rows_listed:
        return Analysis(
            statements=listed_rows(question.listed, result, language, known),
            chart=None,
            interpretation=lines,
            rights=limits_of_rights(policies, schema, language),
            restriction=restriction(policies, language),
        )
    columns_summed = totals(result, measures)
    result = without_total(result)
    whole = is_whole(question.sql, question.dialect) and not result.truncated
    asked = asked_of(question, result, known)
    lead = result.columns[_drawn_first(asked).index].name if asked.measures else ""
    charts = charts_for(
        result,
        question.text,
        is_whole=whole,
        asked=lead,
        measures=measures,
        today=known.today,
        begun=_begun(asked, result),
    )
    if asked.by_state_now:  # no line from one time to another
        charts = replace(charts, specs=tuple(sorted(charts.specs, key=lambda one: one.kind == "line")))
    why = charts.why_none
    return Analysis(
        statements=_statements(question, asked, result, known),
        chart=figure(charts.first, result, language) if charts.first else None,
        interpretation=lines,
        rights=limits_of_rights(policies, schema, language),
        restriction=restriction(policies, language),
        charts=[spec_json(spec) for spec in charts.specs],
        no_chart=say(f"chart.none.{why}", language) if why else "",
        totals=columns_summed,
        asked=asked,
        when=said_when(asked.when, asked.earlier, language),
    )


def _drawn_first(asked: Asked) -> Measure:
    """Return the figure that a chart is of: of a percentage that changed itself, told in points."""
    return asked.main if asked.lead.role == "growth" and asked.main.unit == "%" else asked.lead


def _begun(asked: Asked, result: QueryResult) -> str:
    """Return the first label of a time axis where the time asked for begins within it."""
    if asked.time is None:
        return ""
    labels = sorted({str(row[asked.time.index]) for row in result.rows if row[asked.time.index] is not None})
    first = labels[0] if len(labels) > 1 else ""
    return first if partial_ones(asked, labels, asked.time).get(first) == "partial" else ""


def said_when(when: str, earlier: str, language: Language) -> str:
    """Return the time of a result, and the one it is compared with."""
    return say("chart.when", language, when=when, earlier=earlier) if when and earlier else when


def _statements(question: Question, asked: Asked, result: QueryResult, known: Background) -> tuple[str, ...]:
    """Return the sentences; of a number of rows the first says which they are."""
    planned = tuple(one.worded(question.language) for one in plan(asked, result))
    listed = question.listed
    if listed is None or not listed.counts or len(result.rows) != 1 or len(result.rows[0]) != 1:
        return planned
    when = asked.when or as_of(known, question.language)
    return (counted_rows(listed, int(result.rows[0][0] or 0), when, question.language, known), *planned[1:])
