"""What was asked, put together from the question, its MetricQuery if any, the SQL and its rows."""

import datetime as dt
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property

from sqlglot import exp

from answers.claims import asks_by_how_much, asks_for_one
from answers.conditions import Words
from answers.sentences.asked import Asked, Measure, Ranked, TimeAxis
from answers.sentences.background import Background
from answers.sentences.columns import ColumnReader, Columns
from answers.sentences.figures import (
    alike_in_time,
    as_fine,
    averaged,
    led_by_query,
    led_by_sql,
    of_which,
    spanned,
    sums_days,
)
from answers.sentences.own_windows import has_own_windows
from answers.sentences.phrases import joined
from answers.sentences.row_kinds import RowKinds
from answers.sentences.scope import Scope, scope_of_query, scope_of_sql
from answers.sentences.tree import Shape, ranked, shape_of, source_of, unwrapped
from answers.sentences.whether import whether_of
from config.wording import Language, say
from database.asked_days import Timing, timing_of
from database.dialects import Dialect
from database.result import QueryResult
from database.schema import Schema
from database.trees import tree_of
from knowledge.definitions.versions import of_what_happened
from knowledge.metrics import APART
from language.roots import root, words_of
from query.metric_query import MetricQuery
from query.plan.blocks import members_of_events
from understanding.metric.states_now import are_as_now
from understanding.readings import Listed
from understanding.rows.called import verb_of


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


@dataclass(frozen=True)
class _Read:
    """A question with what its statement and its columns are."""

    question: Question
    result: QueryResult
    known: Background
    shape: Shape | None
    tree: exp.Expr
    reader: ColumnReader
    columns: Columns

    @classmethod
    def of(cls, question: Question, result: QueryResult, known: Background) -> "_Read":
        """Read the statement of a question and the columns of its rows."""
        query, shape = question.query, shape_of(question.sql, question.dialect)
        if shape is not None and len(shape.expressions) != len(result.columns):
            shape = None  # a star stands for more columns than one
        reader = ColumnReader(
            result,
            shape,
            question.schema,
            known.catalog,
            question.language,
            compared=query is not None and query.compared is not None,
            composed=query is not None,
        )
        tree = tree_of(question.sql, question.dialect)
        return cls(question, result, known, shape, tree, reader, reader.read())

    @cached_property
    def words(self) -> Words:
        """Return what says parts of the statement."""
        question, known = self.question, self.known
        return Words(question.schema, question.language, known.catalog, called=known.called)

    @cached_property
    def shown(self) -> set[str]:
        """Return the members that the rows name."""
        return {str(row[one.index]) for row in self.result.rows for one in self.columns.things}

    @property
    def records(self) -> str:
        """Return what the rows are where none sums up others: inspections, orders."""
        listed = self.shape and not (self.shape.computes or self.shape.limit)
        return self.words.main_table(self.tree) if listed else ""


def asked_of(question: Question, result: QueryResult, known: Background) -> Asked:
    """Return what a question asked for, in the words of its language."""
    read = _Read.of(question, result, known)
    asked = _of_statement(read) if question.query is None else _of_query(read, question.query)
    time = _axis(read.columns, result)
    own = time is not None and question.query is None and _is_own_day(read, time)
    return replace(
        asked,
        measures=alike_in_time(as_fine(one, result, question.text) for one in asked.measures),
        time=None if own else time,
        own_day=time if own else None,
        last_day=_last_day(read.columns, result),
        today=known.today,
        complete_until=known.open_days.days[0] if known.open_days else None,
        records=read.records,
    )


def _in_scope(scope: Scope, language: Language) -> Asked:
    """Return what was asked as of a time and of members."""
    return Asked(
        language,
        when=scope.when,
        earlier=scope.earlier,
        unlike=scope.unlike,
        adds_by_day=scope.adds_by_day,
        lengths=scope.lengths,
        about=scope.about,
        kind=scope.kind,
        without=scope.without,
        conditions=scope.conditions,
        span=scope.span,
        cautions=scope.cautions,
        stock=scope.stock,
        whole=scope.whole,
    )


def _of_query(read: _Read, query: MetricQuery) -> Asked:
    """Return what a query over metrics asks for."""
    question, known, columns, language = read.question, read.known, read.columns, read.question.language
    scope = scope_of_query(query, known, language, rows=read.result.row_count, question=question.text)
    led = led_by_query(query, columns.measures, read.reader, question.text)
    measures = spanned(led, scope, read.reader, language)
    named = _named(query, known, language)
    return replace(
        _in_scope(scope, language),
        measures=averaged(measures, query, question.text, read.reader, language),
        things=read.reader.counted(query) if query.counted else columns.things,
        falls_short=any(one.comparer in ("lt", "le") for one in query.conditions),
        counted=bool(query.counted),
        within=_is_within(query),
        ranked=_order(query),
        is_whole=not (query.conditions or query.counted or query.average or _is_cut(query)),
        none_left_out=bool(members_of_events(query, known.catalog)) and not query.seeks_least,
        missing=_missing(query, named, read.shown),
        named=named,
        of_some=any(one.dimension in query.splits for one in query.filters),
        others=say("metrics.column.others", language) if query.others else "",
        whether=whether_of(question.text, query, known, language),
        totals=columns.totals if query.shared else (),
        by_state_now=are_as_now(query, known.catalog)
        or (known.open_days is not None and known.open_days.are_most_of(query.windows)),
        first_of_each=bool(query.grain and query.ranking and query.ranking.within),
        late_first=_names_late_first(query, question.text),
    )


def _names_late_first(query: MetricQuery, text: str) -> bool:
    """Tell whether of two times the later one was asked for first: in October, and a year before."""
    told = [
        text.find(one.text) if one.text else -1 for one in sorted(query.windows, key=lambda one: one.start)
    ]
    return len(told) == 2 and -1 < told[1] < told[0]


def _of_statement(read: _Read) -> Asked:
    """Return what a written statement asks for, as far as its tree and its columns say it."""
    question, shape, tree, columns = read.question, read.shape, read.tree, read.columns
    every = timing_of(question.sql, question.dialect, question.schema)
    timing, words = of_what_happened(every, question.schema), read.words
    measures = led_by_sql(question.text, columns.measures, shape, read.result, read.reader)
    about, kind, measures = _of_whom(read, measures)
    days, of_all = _compared_days(measures, shape), _limits_all(tree, timing)
    scope = scope_of_sql(
        timing, shape, question.text, read.known, question.language, about, days, of_all=of_all
    )
    own_windows = bool(shape and measures and has_own_windows(shape.expressions[measures[0].index]))
    if own_windows:
        scope = Scope(about=about)
    conditions = words.having(tree) if shape and shape.having else ""
    scope = replace(scope, kind=kind, conditions=conditions)
    if shape is not None and (scope.unlike or read.known.unlike):
        measures = tuple(_as_change(one, shape) for one in measures)
    if question.listed is not None:
        scope, measures = of_which(question.listed, scope, measures, question.language)
    members = set(words.members(tree))
    kinds = RowKinds(shape.expressions, question.schema) if shape and columns.things else None
    return replace(
        _in_scope(scope, question.language),
        measures=measures,
        things=columns.things,
        adds_by_day=sums_days(measures, read.reader),
        ranked=_order_written(shape, measures, question.text, read.result.row_count),
        is_whole=True,  # a figure of a statement adds up only where its tree says so
        of_some=bool(members) and members <= read.shown,
        matched=shape is not None and shape.having,
        dated=_dated(tree, timing, question) if scope.when else "",
        written=True,
        of_others=kinds is not None and not kinds.are_members(columns.things[0].index, read.result.rows),
        loose=_is_loose(shape, read.result, columns, own_windows=own_windows),
        totals=columns.totals,
    )


def _as_change(one: Measure, shape: Shape) -> Measure:
    """Return a figure that is worked out as a difference as the growth it is, where nothing says of what."""
    subtracted = one.role == "figure" and source_of(shape.expressions[one.index]).find(exp.Sub) is not None
    return replace(one, role="growth") if subtracted else one


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
        return columns.times[0] if columns.times and not _is_lacked(columns, result) else None
    moving = [one for one in columns.times if len({row[one.index] for row in result.rows}) > 1]
    return moving[0] if len(moving) == 1 else None


def _is_lacked(columns: Columns, result: QueryResult) -> bool:
    """Tell a time that some rows lack, where several names together tell rows apart: a day some ended on."""
    at, rows = columns.times[0].index, result.rows
    if len(columns.things) < 2 or all(row[at] is not None for row in rows):
        return False
    return len({tuple(row[one.index] for one in columns.things[:2]) for row in rows}) == len(rows)


def _is_own_day(read: _Read, time: TimeAxis) -> bool:
    """Tell the day of each thing in a list, as when a complaint was filed, from the days of a series.

    Its rows are summed up by nothing and no two have the same names; they are in order by a number, several
    are of one day, or the day stands behind the names.
    """
    things, rows, shape = read.columns.things, read.result.rows, read.shape
    if time.unit != "day" or not things or _is_grouped(read, time.index):
        return False
    if len({tuple(row[one.index] for one in things) for row in rows}) < len(rows):
        return False
    ordered = shape.order[:1] if shape is not None else ()
    by_number = any(at in {one.index for one in read.columns.measures} for at, _ in ordered)
    several = len({row[time.index] for row in rows}) < len(rows)
    return by_number or several or things[0].index < time.index


def _is_grouped(read: _Read, column: int) -> bool:
    """Tell a column of groups; of a star, whose columns nobody named, that any part has groups."""
    if read.shape is None:
        return read.tree.find(exp.Group) is not None
    select = source_of(read.shape.expressions[column]).find_ancestor(exp.Select)
    return bool(read.shape.grouped or select is None or select.args.get("group"))


def _last_day(columns: Columns, result: QueryResult) -> int | None:
    """Return the column of the day that each row's stretch ends on, where only two days name a row."""
    if columns.things or len(columns.times) != 2:
        return None
    first, last = (one.index for one in columns.times)
    ends = [(str(row[first])[:10], str(row[last])[:10]) for row in result.rows]
    return last if all(one.unit == "day" for one in columns.times) and all(a <= b for a, b in ends) else None


def _is_loose(shape: Shape | None, result: QueryResult, columns: Columns, *, own_windows: bool) -> bool:
    """Tell one row whose names and days stand beside its figures and are not what these are of.

    Of several figures beside a name one may be of all: on time at Qinghe, and in the whole company.
    """
    if shape is None or len(result.rows) != 1 or not (columns.things or columns.times):
        return False
    if shape.grouped:
        return own_windows and bool(columns.times)
    days = [unwrapped(shape.expressions[one.index]) for one in columns.times]
    ends = any(isinstance(one, exp.Min | exp.Max) for one in days)
    several = sum(one.role == "figure" for one in columns.measures) > 1 and not (shape.limit or shape.growth)
    of_a_record = not shape.computes and not columns.things and bool(columns.measures)
    beside = bool(columns.things and (columns.times or several)) or _are_beside(shape, columns, several)
    return shape.loose or ends or of_a_record or beside


def _are_beside(shape: Shape, columns: Columns, several: bool) -> bool:
    return several and any(_is_joined_beside(shape, one.index, columns.measures) for one in columns.times)


def _is_joined_beside(shape: Shape, day: int, measures: Sequence[Measure]) -> bool:
    """Tell a day of one part of a statement beside figures of another, as the best day beside all.

    The parts are joined by something else than days: what all nine came to is not of that one.
    """
    at = next(shape.expressions[day].find_all(exp.Column), None)
    select = at.find_ancestor(exp.Select) if at is not None else None
    if at is None or select is None or not at.table:
        return False
    joins = [one.args["on"] for one in select.args.get("joins") or () if one.args.get("on")]
    by_day = any(column.name == at.name for on in joins for column in on.find_all(exp.Column))
    of = [one.table for m in measures for one in shape.expressions[m.index].find_all(exp.Column)]
    return bool(joins) and not by_day and any(table and table != at.table for table in of)


def _of_whom(read: _Read, measures: tuple[Measure, ...]) -> tuple[str, str, tuple[Measure, ...]]:
    """Return the members that all rows are of, and of which kind by what their codes mean; and the figures.

    What the figure's own name or definition says is not said again; English has a kind with its rows: open
    shops. A figure that its writer called by more than its plain name may have its conditions in there in
    other words, so a kind stands in brackets behind it: super-fast chargers (ultra-fast).
    """
    language, rows, label = read.question.language, read.words.main_table(read.tree), "sentence.label_of_kind"
    kinds, names = _unsaid(read)
    if measures and kinds and not read.reader.is_plain(measures[0], (*read.words.called(read.tree),)):
        told = say("interpretation.comma", language).join(one.lower() for one in kinds)
        lead = replace(measures[0], label=say(label, language, label=measures[0].label, kind=told))
        return joined(names, language), "", (lead, *measures[1:])
    if language == "en" and kinds and rows:
        of = [say("sentence.of", "en", names=joined(names, "en"))] if names else []
        return " ".join([*map(str.lower, kinds), rows, *of]), "", measures
    return joined(names, language), say("sentence.both_kinds", language).join(kinds), measures


def _unsaid(read: _Read) -> tuple[list[str], list[str]]:
    """Return the kinds that all rows are of and the members, of which neither a name nor a row says so."""
    tree, words = read.tree, read.words
    labels = " ".join(one.label.lower() for one in read.columns.measures)
    said = {root(one) for one in words_of(labels)}

    def is_said(name: str) -> bool:
        roots = {*map(root, words_of(name))}
        return name.lower() in labels or bool(roots and roots <= said)

    several = {one: together for together in words.either(tree) for one in together}

    def are_said(name: str) -> bool:
        """Tell what is said; of those of which one condition asks any, all or none: unpaid, partly paid."""
        return all(map(is_said, several.get(name, (name,))))

    def are_shown(name: str) -> bool:
        """Tell what a column shows, or another of which the same condition asks any: each row says which."""
        return not read.shown.isdisjoint(several.get(name, (name,)))

    every = [one for one in dict.fromkeys(words.members(tree)) if not are_shown(one) and not are_said(one)]
    coded = dict(words.kinds(tree))
    return _kinds(read, [one for one in every if one in coded]), [one for one in every if one not in coded]


def _kinds(read: _Read, kinds: Sequence[str]) -> list[str]:
    """Return those kinds that no figure has by its definition; of which one condition asks any, with or."""
    words, any_of = read.words, say("condition.any", read.question.language)
    figures = [read.reader.metric_at(one.index) for one in read.columns.measures]
    defined = words.by_definition(read.tree, figures, read.question.dialect) if kinds else ()
    left = [one for one in kinds if one not in defined]
    for several in words.either(read.tree):
        if set(several) <= set(left):
            left = [any_of.join(several), *(one for one in left if one not in several)]
    return left


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
    only = timing.asked[0]
    if (timing.starts - {only.start}) | (timing.ends - {only.end}):
        return ""  # another day bounds them too: what began before the end of a time may not have begun in it
    owner, _, name = only.column.rpartition(".")
    if table is None or table.full_name.lower() != owner:
        return ""
    column = next((one for one in table.columns if one.name.lower() == name), None)
    return verb_of(column, question.language) if column else ""


def _named(query: MetricQuery, known: Background, language: Language) -> tuple[str, ...]:
    """Return the members asked for by name, each with its own row, as they were named."""
    kept = [one for one in query.filters if not one.negated and one.dimension in query.splits]
    return tuple(known.called(one.dimension, value, language) for one in kept for value in one.values)


def _missing(query: MetricQuery, named: Sequence[str], shown: Set[str]) -> tuple[str, ...]:
    """Return the members asked for by name, each with its own row, that have none."""
    if query.ranking or query.conditions or query.counted or not shown:
        return ()
    whole = {part for one in shown for part in (one, *one.split(APART))}  # screen 3 of each cinema
    return tuple(name for name in named if name not in whole)


def _order(query: MetricQuery) -> Ranked:
    """Return the end that rows of a query are in order from."""
    own = query.ranking
    if own and own.number is not None and not own.within:
        return Ranked(own.direction, own.number, own.place, own.ahead)
    low = query.ascending or bool(own and own.direction == "bottom")
    return Ranked("bottom" if low else "top", several=bool(own and own.by == "growth"))


def _order_written(shape: Shape | None, measures: Sequence[Measure], text: str, rows: int) -> Ranked | None:
    """Return the end that rows of a statement are in order from, where they are by the first figure alone.

    Where the one at that end is asked for it leads, though all were read.
    """
    found = ranked(shape, [measures[0].index]) if shape and measures else None
    if shape is None or found is None or shape.order[0][0] != measures[0].index:
        return None
    if rows == 2 and found[1].number is None and asks_by_how_much(text):
        return replace(found[1], number=1, ahead=True)
    one_asked = found[1].number is None and not shape.having and asks_for_one(text, found[1].direction)
    return replace(found[1], number=1) if one_asked else found[1]


def _is_cut(query: MetricQuery) -> bool:
    """Tell whether only so many of all were asked for."""
    return query.ranking is not None and query.ranking.number is not None


def _is_within(query: MetricQuery) -> bool:
    """Tell whether each of the first things has its own order of the second."""
    return bool(query.ranking and query.ranking.within and _is_cut(query) and len(query.splits) == 2)
