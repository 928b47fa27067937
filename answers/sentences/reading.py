"""What was asked, put together from the question, its MetricQuery if any, the SQL and its rows."""

import datetime as dt
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from answers.conditions import Words
from answers.sentences.amounts import rounded
from answers.sentences.asked import Asked, Measure, Ranked, TimeAxis
from answers.sentences.columns import ColumnReader, Columns, in_sentence
from answers.sentences.phrases import joined
from answers.sentences.scope import Background, Scope, scope_of_query, scope_of_sql
from answers.sentences.tree import Shape, ranked, shape_of, unwrapped
from answers.sentences.whether import whether_of
from config.wording import Language, say
from database.asked_days import Timing, timing_of
from database.dialects import Dialect
from database.result import QueryResult
from database.schema import Schema
from database.trees import tree_of
from language.roots import root, words_of
from query.metric_query import MetricQuery
from understanding.readings import Listed
from understanding.rows.called import verb_of

FEW_FIGURES = 4  # of a statement, which are all taken to be asked for
_FEW_ROWS = 3  # that are read beside each other
_LISTED = 12  # whose figures are all told
_OF_DAYS = re.compile(r"(?:天数|日数)$|\bdays\b", re.IGNORECASE)
_ROUNDED_TO_5 = re.compile(r"\.\d5$")


@dataclass(frozen=True)
class Question:
    """A question beside the statement that answers it."""

    text: str
    language: Language
    sql: str
    dialect: Dialect
    schema: Schema
    query: MetricQuery | None = None
    listed: Listed | None = None


def asked_of(question: Question, result: QueryResult, known: Background) -> Asked:
    """Return what a question asked for, in the words of its language."""
    language, query = question.language, question.query
    shape = shape_of(question.sql, question.dialect)
    if shape is not None and len(shape.expressions) != len(result.columns):
        shape = None  # a star stands for more columns than one
    compared = query is not None and query.compared is not None
    reader = ColumnReader(
        result,
        shape,
        question.schema,
        known.catalog,
        language,
        compared=compared,
        composed=query is not None,
    )
    columns = reader.read()
    timing = timing_of(question.sql, question.dialect, question.schema)
    words = Words(question.schema, language, known.catalog, called=known.called)
    tree = tree_of(question.sql, question.dialect)
    few = query is not None and any(one.dimension in query.splits for one in query.filters)
    if query is not None:
        scope = scope_of_query(query, known, language, rows=result.row_count, question=question.text)
        measures = _spanned(_led_by_query(query, columns.measures, reader), scope, reader, language)
        measures = _averaged(measures, question, reader)
    else:
        shown = {str(row[one.index]) for row in result.rows for one in columns.things}
        every = words.members(tree)
        few = bool(every) and set(every) <= shown
        about, kind = _of_whom(words, tree, shown, columns.measures, language, question.dialect)
        measures = _led_by_sql(question, columns.measures, shape, result, reader)
        days = _compared_days(measures, shape)
        told = scope_of_sql(
            timing, shape, question.text, known, language, about, days, of_all=_limits_all(tree, timing)
        )
        scope = replace(told, kind=kind)
        scope = replace(scope, conditions=words.having(tree) if shape and shape.having else "")
        if question.listed is not None:
            scope, measures = _of_which(question.listed, scope, measures, language)
    measures = tuple(_as_fine(one, result, question.text) for one in measures)
    order = _order(query, columns, shape, measures)
    return Asked(
        language,
        measures,
        reader.counted(query) if query and query.counted else columns.things,
        _axis(columns, result),
        scope.when,
        scope.earlier,
        scope.unlike,
        scope.adds_by_day or _sums_days(query, measures, reader),
        scope.about,
        scope.kind,
        scope.without,
        scope.conditions,
        falls_short=bool(query and any(one.comparer in ("lt", "le") for one in query.conditions)),
        counted=bool(query and query.counted),
        within=_is_within(query),
        ranked=order,
        is_whole=_is_whole(question, query),
        span=scope.span,
        today=known.today,
        complete_until=known.open_days.days[0] if known.open_days else None,
        missing=_missing(query, known, language, result, columns),
        named=_named(query, known, language),
        of_some=few,
        others=say("metrics.column.others", language) if query and query.others else "",
        matched=query is None and shape is not None and shape.having,
        records=words.main_table(tree) if shape and not (shape.computes or shape.limit) else "",
        dated=_dated(tree, timing, question) if query is None and scope.when else "",
        cautions=scope.cautions,
        stock=scope.stock,
        whether=whether_of(question.text, query, known, language),
        written=query is None,
        loose=query is None and _is_loose(shape, result, columns),
        totals=columns.totals if query is None or query.shared else (),
        whole=scope.whole,
        first_of_each=bool(query and query.grain and query.ranking and query.ranking.within),
    )


def _compared_days(measures: Sequence[Measure], shape: Shape | None) -> list[tuple[dt.date, dt.date]]:
    """Return the days of the two columns that a change lies between, where each has its own."""
    before = next((one for one in measures if one.role == "before"), None)
    if shape is None or before is None or before.of is None:
        return []
    ends = [shape.spans.get(before.index), shape.spans.get(before.of)]
    return [one for one in ends if one is not None] if None not in ends else []


def _axis(columns: Columns, result: QueryResult) -> TimeAxis | None:
    """Return the time that tells rows apart: of several beside names, the one that moves, as months do.

    The day one place opened stands in each of its rows.
    """
    if not columns.things or len(columns.times) < 2:
        return columns.times[0] if columns.times else None
    moving = [one for one in columns.times if len({row[one.index] for row in result.rows}) > 1]
    return moving[0] if len(moving) == 1 else None


def _is_loose(shape: Shape | None, result: QueryResult, columns: Columns) -> bool:
    """Tell one row whose names and days stand beside its figures and are not what these are of.

    Of several figures beside a name one may be of all: on time at Qinghe, and in the whole company.
    """
    if shape is None or shape.grouped or len(result.rows) != 1 or not (columns.things or columns.times):
        return False
    days = [unwrapped(shape.expressions[one.index]) for one in columns.times]
    ends = any(isinstance(one, exp.Min | exp.Max) for one in days)
    several = sum(one.role == "figure" for one in columns.measures) > 1 and not (shape.limit or shape.growth)
    of_a_record = not shape.computes and not columns.things and bool(columns.measures)
    return shape.loose or ends or of_a_record or bool(columns.things and (columns.times or several))


def _of_whom(
    words: Words,
    tree: exp.Expr,
    shown: set[str],
    measures: Sequence[Measure],
    language: Language,
    dialect: Dialect,
) -> tuple[str, str]:
    """Return the members that all rows are of, and of which kind by what their codes mean.

    What the figure's own name or definition says is not said again; English has a kind with its rows: open
    shops.
    """
    labels = " ".join(one.label.lower() for one in measures)
    said = {root(one) for one in words_of(labels)}
    every = [one for one in words.members(tree) if one not in shown and one.lower() not in labels]
    every = [one for one in every if not (roots := {*map(root, words_of(one))}) or not roots <= said]
    coded = dict(words.kinds(tree))
    if coded:
        figures = [one.label for one in measures if one.role == "figure"]
        defined = words.by_definition(tree, figures, dialect)
        every = [one for one in every if one not in coded or one not in defined]
    kinds = [one for one in every if one in coded]
    for several in words.either(tree):
        if set(several) <= set(kinds):
            kinds = [joined(several, language), *(one for one in kinds if one not in several)]
    names = [one for one in every if one not in coded]
    rows = words.main_table(tree)
    if language == "en" and kinds and rows:
        of = [say("sentence.of", "en", names=joined(names, "en"))] if names else []
        return " ".join([*map(str.lower, kinds), rows, *of]), ""
    return joined(names, language), say("sentence.both_kinds", language).join(kinds)


def _limits_all(tree: exp.Expr, timing: Timing) -> bool:
    """Tell whether every part that reads a table with days is limited to some of them."""
    read = Counter(one.name.lower() for one in tree.find_all(exp.Table))
    limited = Counter(one.column.split(".")[-2] for one in timing.asked)
    return all(read[name] == count for name, count in limited.items())


def _dated(tree: exp.Expr, timing: Timing, question: Question) -> str:
    """Return the verb of the day that chooses the rows of one plain SELECT: opened of opened_on."""
    first = tree.args.get("from_") if isinstance(tree, exp.Select) else None
    if len(timing.asked) != 1 or first is None or len(list(tree.find_all(exp.Select))) > 1:
        return ""
    table = question.schema.table(first.this.name) if isinstance(first.this, exp.Table) else None
    owner, _, name = timing.asked[0].column.rpartition(".")
    if table is None or table.full_name.lower() != owner:
        return ""
    column = next((one for one in table.columns if one.name.lower() == name), None)
    return verb_of(column, question.language) if column else ""


# The figure asked for first


def _led_by_query(
    query: MetricQuery, measures: Sequence[Measure], reader: ColumnReader
) -> tuple[Measure, ...]:
    names = [one.metric for one in query.conditions] + ([query.ranking.metric] if query.ranking else [])
    wanted = [*(names[:1]), *query.metrics]
    rest = list(measures)
    if query.average:  # a mean of whole numbers is none
        rest = [replace(one, adds=False, decimals=max(one.decimals or 0, 1)) for one in measures]

    if query.running:
        last = max(one.index for one in rest)
        rest = [replace(one, role="running") if one.index == last else one for one in rest]

    def place(one: Measure) -> tuple[int, int]:
        if (
            query.compared
            and (query.splits or query.grain)
            and (not query.ranking or query.ranking.by == "growth")
        ):
            return (0 if one.role == "growth" else 1), one.index
        if one.role == "running" or (query.share and one.role == "share"):
            return 0, one.index
        metric = reader.metric_at(one.index)
        found = wanted.index(metric) if metric in wanted else len(wanted)
        return (1 + found if one.role == "figure" else 50), one.index

    rest = [replace(one, beside=reader.metric_at(one.index) not in wanted) for one in rest]
    return tuple(sorted(rest, key=place))


def _led_by_sql(
    question: Question,
    measures: Sequence[Measure],
    shape: Shape | None,
    result: QueryResult,
    reader: ColumnReader,
) -> tuple[Measure, ...]:
    """Put first what the rows are ranked by, a growth or share that is shown, or what the question names."""
    if not measures:
        return ()
    lowered = question.text.lower()

    def named(one: Measure) -> int:
        metric = reader.metric_at(one.index)
        known = reader.catalog.metrics.get(metric)
        words = [*(known.wordings if known else ()), one.label]
        return max((len(word) for word in words if word and word.lower() in lowered), default=0)

    several = result.row_count > 1
    lead = next((one for one in measures if several and one.role == "growth"), None)
    lead = lead or next((one for one in measures if one.role == "share"), None)
    order = ranked(shape, [one.index for one in measures]) if shape and several else None
    if order is not None:
        lead = next(one for one in measures if one.index == order[0])
    best = max(measures, key=lambda one: (one.role == "figure", named(one), -one.index))
    if (
        shape is not None and shape.having and order is None
    ):  # a rate is what a condition on two figures is of
        lead = lead or next((one for one in measures if one.is_rate), None)
    first = lead or best
    few = sum(one.role == "figure" for one in measures) <= FEW_FIGURES
    rest = [replace(one, beside=not few and not named(one)) for one in measures if one.index != first.index]
    return tuple(replace(one, adds=_adds(shape, one)) for one in (first, *rest))


def _as_fine(measure: Measure, result: QueryResult, text: str) -> Measure:
    """Give percents a digit more where one would read as a number of the question, two rows as one, or wrong.

    94.96 % is under 95 % and 95.0 % is not; 3.54 and 3.53 % are both 3.5 %. What the statement rounded to a
    last 5, as 24.35 of 24.347, would be 24.4 when rounded once more: so were 5 % of all percents.
    """
    if measure.unit != "%" or measure.role == "growth":
        return measure
    cells = [row[measure.index] for row in result.rows]
    values = {cell * (100 if measure.fraction else 1) for cell in cells if isinstance(cell, int | float)}
    limits = {float(number) for number in re.findall(r"\d+(?:\.\d+)?", text)}
    told = [rounded(value, 1) for value in values]
    near = zip(told, values, strict=True)
    as_limit = any(float(one) in limits and float(one) != value for one, value in near)
    few = len(cells) <= _FEW_ROWS
    as_other = few and len(set(told)) < len(values)
    twice = (
        len(cells) <= _LISTED
        and not measure.fraction
        and any(_ROUNDED_TO_5.search(str(value)) for value in values)
    )
    return replace(measure, finer=1) if as_limit or as_other or twice else measure


def _adds(shape: Shape | None, measure: Measure) -> bool:
    """Tell a sum or count of each of the groups, none left out."""
    if shape is None or shape.grouped != 1 or shape.chosen or measure.role != "figure":
        return False
    core = unwrapped(shape.expressions[measure.index])
    core = core.this if isinstance(core, exp.Filter) else core
    of_days = isinstance(core, exp.Count) and _OF_DAYS.search(measure.label)  # a day may rain in two places
    return isinstance(core, exp.Sum | exp.Count) and not core.find(exp.Distinct) and not of_days


def _of_which(
    listed: Listed, scope: Scope, measures: tuple[Measure, ...], language: Language
) -> tuple[Scope, tuple[Measure, ...]]:
    """Say behind the figure's name which rows it is of: with all their conditions, members among them."""
    if not listed.which or not measures:
        return scope, measures
    first, *rest = measures
    told = f"{first.label}{say('rows.told_which', language, which=listed.which)}"
    return replace(scope, about=""), (replace(first, label=told, counts=""), *rest)


def _sums_days(query: MetricQuery | None, measures: Sequence[Measure], reader: ColumnReader) -> bool:
    """Tell that a statement's figures are sums of days, as the metrics say that they are called by."""
    names = {reader.metric_at(one.index) for one in measures if one.role in ("figure", "before")}
    known = [reader.catalog.metrics.get(name) for name in names]
    return (
        query is None
        and bool(known)
        and all(
            one is not None
            and one.kind == "simple"
            and one.additivity == "sum"
            and one.time_grain == "day"
            and one.time
            for one in known
        )
    )


def _averaged(measures: tuple[Measure, ...], question: Question, reader: ColumnReader) -> tuple[Measure, ...]:
    """Say of a mean that it is one where its name does not; one that nobody cuts may be of one row."""
    mean = say("interpretation.mean", question.language, text="").strip()
    query = question.query
    if mean not in question.text.lower() and not (query and (query.splits or query.grain)):
        return measures
    known = reader.catalog.metrics
    return tuple(
        replace(one, label=say("interpretation.mean", question.language, text=one.label))
        if (metric := known.get(reader.metric_at(one.index)))
        and metric.additivity == "average"
        and mean not in one.label.lower()
        else one
        for one in measures
    )


def _spanned(
    measures: Sequence[Measure], scope: Scope, reader: ColumnReader, language: Language
) -> tuple[Measure, ...]:
    """Tell the figures of several stretches of time apart."""
    if not scope.spans:
        return tuple(measures)
    by_column = sorted(one.index for one in measures if one.role == "figure")
    spans = {at: scope.spans[place % len(scope.spans)] for place, at in enumerate(by_column)}
    known = reader.catalog.metrics
    labels = {
        one.index: known[name].label(language) for one in measures if (name := reader.metric_at(one.index))
    }
    return tuple(
        replace(
            one, span=spans.get(one.index, ""), label=in_sentence(labels.get(one.index, one.label), language)
        )
        for one in measures
    )


def _named(query: MetricQuery | None, known: Background, language: Language) -> tuple[str, ...]:
    """Return the members asked for by name, each with its own row, as they were named."""
    kept = (
        [one for one in query.filters if not one.negated and one.dimension in query.splits] if query else []
    )
    return tuple(known.called(one.dimension, value, language) for one in kept for value in one.values)


def _missing(
    query: MetricQuery | None, known: Background, language: Language, result: QueryResult, columns: Columns
) -> tuple[str, ...]:
    """Return the members asked for by name, each with its own row, that have none."""
    if query is None or query.ranking or query.conditions or query.counted:
        return ()
    shown = {str(row[one.index]) for row in result.rows for one in columns.things}
    names = _named(query, known, language)
    return tuple(name for name in names if name not in shown) if shown else ()


def _order(
    query: MetricQuery | None,
    columns: Columns,
    shape: Shape | None,
    measures: Sequence[Measure],
) -> Ranked | None:
    if query is not None:
        if query.ranking and query.ranking.number is not None and not query.ranking.within:
            own = query.ranking
            return Ranked(own.direction, own.number, own.place, own.ahead)
        low = query.ascending or bool(query.ranking and query.ranking.direction == "bottom")
        return Ranked("bottom" if low else "top")
    if shape is None or not measures:
        return None
    found = ranked(shape, [measures[0].index])
    if found is None:
        return None
    first = shape.order[0][0]
    alone = first == measures[0].index
    return found[1] if alone else None


def _is_within(query: MetricQuery | None) -> bool:
    ranking = query.ranking if query else None
    return bool(
        query and ranking and ranking.within and ranking.number is not None and len(query.splits) == 2
    )


def _is_whole(question: Question, query: MetricQuery | None) -> bool:
    if query is None:
        return True  # a figure of a statement adds up only where its tree says so
    chosen = query.conditions or query.counted or query.average
    ranked_few = query.ranking is not None and query.ranking.number is not None
    return not (chosen or ranked_few)
