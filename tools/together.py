"""Two sources asked together: each part read where it lives, under the rights there, then joined."""

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from agent.context import Context
from analysis.together import joining
from analysis.together.asking import Asked, Named
from analysis.together.figures import may_be_held_against, taken_as_it_stands
from analysis.together.findings import Answered, Part, beside_found, members_found
from analysis.together.matching import Matched, Names, Unclear, match
from config.wording import say
from database.result import QueryResult
from knowledge.metrics import Catalog, Dimension, Metric
from knowledge.values import ValueIndex
from query.metric_query import MetricQuery
from tools.sides import Side, in_each_language, listed, members_of, metric_of, names_of, read_part
from understanding.verdicts import Reading

MOST_CHOICES = 4
SAMPLE = 40  # names looked up among known values, where the question names no cut


@dataclass(frozen=True)
class AskBack:
    """What the question may mean, each a whole question; `code` is a text under analysis.together."""

    code: str
    questions: tuple[str, ...]
    params: Mapping[str, object] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True)
class Declined:
    """Why the two cannot be asked together; `code` is a text under analysis.together."""

    code: str
    params: Mapping[str, object] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True)
class Plan:
    """A question read to the last word: the figures of the first source, and what is asked of the other."""

    asked: Asked
    text: str  # what the first source was asked
    query: MetricQuery
    said: tuple[str, ...]
    measures: tuple[str, ...]
    compares: bool
    match_on: str


Found = Answered | AskBack | Declined


async def plan_for(first: Side, other: Side, named: Named, asked: Iterable[Asked]) -> Plan | AskBack | None:
    """Return how the two are asked; None where some word of the question belongs to neither."""
    context = first.context
    if context.metrics is None:
        return None
    for one in asked:
        for text in one.texts:
            reading = await context.metrics(context.asked(text))
            found = _planned(reading, text, one, named, other)
            if found is not None:
                return found
    return None


def _planned(reading: Reading, text: str, one: Asked, named: Named, other: Side) -> Plan | AskBack | None:
    """Return how two are asked by the reading of one's words, or what to ask back."""
    figures = figures_of(other)
    is_open = one.kind == "beside" and not one.measures  # the other's figure is to be found
    if is_open:
        if reading.verdict == "not_mine" or not named.named or not figures:
            return None
        if len(figures) > 1:
            return _which_figure(named, figures, other)
    measures = tuple(metric.name for metric in figures) if is_open else one.measures
    query = reading.query
    if reading.verdict == "candidate" and one.kind == "beside":
        if not named.named and "figure" in reading.assumed:
            return None  # neither source nor figure of it is named: it is the file's own question
        return _which_reading(reading, measures, other)
    if query is None or reading.verdict != "certain" or not _is_plain(query, one):
        return None
    return Plan(one, text, query, reading.said, measures, named.compares or one.compares, named.match_on)


def _which_reading(reading: Reading, measures: Sequence[str], other: Side) -> AskBack | None:
    """Ask which of the first source's figures is meant, where that is not certain."""
    figure = metric_of(other, measures[0]).label(other.language)
    questions = tuple(_beside_of(one, figure, other) for one in reading.alternatives[:MOST_CHOICES])
    return AskBack("which_reading", questions) if questions else None


def _beside_of(question: str, figure: str, other: Side) -> str:
    told = {"question": question.rstrip("?？ "), "figure": figure, "source": other.title}
    return say("analysis.together.asked.against", other.language, **told)


def _which_figure(named: Named, figures: Sequence[Metric], other: Side) -> AskBack:
    """Ask which of the other source's figures is meant, each as a whole question."""
    labels = (one.label(other.language) for one in figures[:MOST_CHOICES])
    questions = (_beside_of(named.text, label, other) for label in labels)
    return AskBack("which_figure", tuple(questions), {"source": other.title})


def _is_plain(query: MetricQuery, asked: Asked) -> bool:
    """Tell whether the rows of a query are figures by names or times, and nothing computed over them."""
    computed = (
        query.compared or query.share or query.average or query.running or query.others or query.counted
    )
    if computed or query.filled or len(query.windows) > 1:
        return False
    if asked.kind == "beside":
        return True
    return len(query.splits) == 1 and not query.grain and not query.ranking and not query.conditions


def of_other(metric: str) -> str:
    """Return what a figure of the other source is called among those of both."""
    return f"other:{metric}"


def both(first: Side, other: Side) -> Catalog:
    """Return the figures of both, for what words them."""
    theirs = {of_other(name): metric for name, metric in other.catalog.metrics.items()}
    return dataclasses.replace(first.catalog, metrics={**first.catalog.metrics, **theirs})


def figures_of(side: Side) -> list[Metric]:
    """Return what a source measures beside how many rows it has, as far as the person may see it."""
    opened = [
        metric for name, metric in side.catalog.metrics.items() if side.catalog.opens(name, side.allowed)
    ]
    return [metric for metric in opened if not metric.counts_rows]


async def carried_out(plan: Plan, first: Side, other: Side, question: str) -> Found:
    """Read both parts and join them; or return what must be known first, or why it cannot be done."""
    if not (plan.query.splits or plan.query.grain):
        return await _cut_asked_for(plan, first, other, question)
    if plan.query.grain and not all(metric_of(other, name).time for name in plan.measures):
        return Declined("no_dates", {"source": other.title})
    there = await names_of(plan.measures, other)
    cuts = [await _as_named(first, name, there) for name in plan.query.splits]
    named = {cut.dimension.name: cut.dimension for cut in cuts}
    catalog = dataclasses.replace(first.catalog, dimensions={**first.catalog.dimensions, **named})
    sql = first.composed(plan.query, catalog)
    rows = await read_part(sql, first, "together_figures")
    members = [cut.members for cut in cuts]
    keys: list[Matched] = []
    for at, own in enumerate(members):
        found = match({*_texts(rows, at), *(_texts(own[1], 0) if own else ())}, there, plan.match_on)
        if isinstance(found, Unclear):
            return _unclear(found, other, question)
        keys.append(found)
    if plan.asked.kind == "beside":
        return await _beside(plan, first, other, (sql, rows), keys, members)
    return await _by_members(plan, first, other, (sql, rows), keys[0], members[0])


@dataclass(frozen=True)
class Cut:
    """What figures are cut by, by the column whose names the other source has, and all of these names."""

    dimension: Dimension
    members: tuple[str, QueryResult] | None


async def _as_named(side: Side, name: str, there: Sequence[Names]) -> Cut:
    """Return a cut by the names the other source uses."""
    own = in_each_language(side.catalog.dimensions[name])
    cuts = [Cut(one, await members_of(side, one)) for one in own]

    def shared(cut: Cut) -> int:
        found = match(set(_texts(cut.members[1], 0)), there) if cut.members else Unclear("none")
        likely = (found,) if isinstance(found, Matched) else found.likely
        return max((one.found for one in likely), default=0)

    return max(cuts, key=shared)


async def _beside(
    plan: Plan,
    first: Side,
    other: Side,
    figures: tuple[str, QueryResult],
    keys: Sequence[Matched],
    members: Sequence[tuple[str, QueryResult] | None],
) -> Found:
    measured = [metric_of(other, name) for name in plan.measures]
    undated = bool(plan.query.windows) and not all(metric.time for metric in measured)
    if len(keys) == 1 and keys[0].names.most_rows > 1:
        if undated:
            return Declined("rows_undated", {"source": other.title})
        if kept := [metric.label(first.language) for metric in measured if taken_as_it_stands(metric)]:
            return Declined("rows_several", {"source": other.title, "figure": kept[0]})
    query, catalog = _of_other(plan, other, keys)
    sql = other.composed(query, catalog)
    rows = await read_part(sql, other, "together_beside")
    first_name, other_name = joining.tables([first.title, other.title])
    count = len(plan.query.splits) + bool(plan.query.grain)
    left, right = _part(first, first_name, *figures, count), _part(other, other_name, sql, rows, count)
    if why := left.doubled or right.doubled:
        return Declined("names_twice", {"name": why})
    whole = not (plan.query.ranking or plan.query.filters or plan.query.conditions)
    one = len(left.headed.figures) == 1 == len(right.headed.figures)
    compares = (
        plan.compares and one and may_be_held_against(metric_of(first, plan.query.metrics[0]), measured[0])
    )
    over_time = bool(plan.query.grain)
    joined = joining.beside(
        left.headed, right.headed, _heads(first), compares=compares, whole=whole, over_time=over_time
    )
    result = await join(joined, (left, right), first.context)
    known = [frozenset(_texts(one[1], 0)) if one else frozenset() for one in members]
    return beside_found(
        plan.query,
        [of_other(name) for name in plan.measures],
        joined,
        result,
        (left, right),
        keys,
        known,
        compares=compares,
        adds=all(
            metric.additivity == "sum" for metric in (metric_of(first, plan.query.metrics[0]), *measured)
        ),
        undated=undated,
        said=plan.said,
    )


async def _by_members(
    plan: Plan,
    first: Side,
    other: Side,
    figures: tuple[str, QueryResult],
    key: Matched,
    members: tuple[str, QueryResult] | None,
) -> Found:
    sql, rows = await listed(other, key.names.dimension, "together_names")
    names = joining.tables([first.title, other.title, say("analysis.together.members", first.language)])
    left, right = _part(first, names[0], *figures, 1), _part(other, names[1], sql, rows, 1)
    third = _part(first, names[2], *members, 1) if members else None
    parts = (left, right, *([third] if third else []))
    if why := next((one.doubled for one in (left, right) if one.doubled), ""):
        return Declined("names_twice", {"name": why})
    if plan.asked.kind == "without":
        joined = joining.without(left.headed, right.headed, third.headed if third else None, _heads(first))
    else:
        joined, parts = joining.with_some(left.headed, right.headed), (left, right)
    result = await join(joined, parts, first.context)
    return members_found(
        plan.query, joined, result, parts, key, lacking=plan.asked.kind == "without", said=plan.said
    )


async def join(sql: str, parts: Sequence[Part], context: Context) -> QueryResult:
    """Return what one SELECT over the rows of the parts gives; raises what the wall or the engine says."""
    # DuckDB takes 10 MB, for what few questions ask.
    from database.runners.joined import Part as Table
    from database.runners.joined import run_joined

    tables = [Table(one.headed.table, one.result.columns, one.result.rows) for one in parts]
    limits = context.database.limits
    limits = dataclasses.replace(
        limits, max_rows=limits.max_rows * len(parts), max_bytes=limits.max_bytes * 2
    )
    return await run_joined(sql, tables, limits, timezone=context.settings.timezone)


def _part(side: Side, table: str, sql: str, result: QueryResult, keys: int) -> Part:
    names = [column.name for column in result.columns]
    nameless = say("metrics.column.none", side.language)
    headed = joining.Headed(table, tuple(names[:keys]), tuple(names[keys:]), nameless)
    return Part(side.title, headed, sql, result)


def _of_other(plan: Plan, other: Side, keys: Sequence[Matched]) -> tuple[MetricQuery, Catalog]:
    """Return the other's figures by the same names and times, over its definitions and those names."""
    own = {key.names.dimension.name: key.names.dimension for key in keys}
    catalog = dataclasses.replace(other.catalog, dimensions={**other.catalog.dimensions, **own})
    dated = all(metric_of(other, name).time for name in plan.measures)
    query = MetricQuery(
        plan.measures,
        splits=tuple(key.names.dimension.name for key in keys),
        grain=plan.query.grain,
        windows=plan.query.windows if dated else (),
    )
    return query, catalog


def _heads(side: Side) -> joining.Heads:
    def told(key: str) -> str:
        return say(f"analysis.together.column.{key}", side.language, source=side.title)

    return joining.Heads(told("difference"), told("ratio"), told("known"))


async def _cut_asked_for(plan: Plan, first: Side, other: Side, question: str) -> Found:
    """Ask by what the figures should be set side by side: by what the other's names are names of."""
    names = [name for one in await names_of(plan.measures, other) for name in one.said[:SAMPLE]]
    catalog, known = first.catalog, first.answers.reader.known.values or ValueIndex()
    hits: dict[str, int] = {}
    for name in names:
        for column in {one.column.lower() for one in known.find(name, first.allowed) if one.text == name}:
            hits[column] = hits.get(column, 0) + 1
    likely = [
        one
        for one in catalog.dimensions.values()
        if one.column
        and hits.get(catalog.full_column(one.column).lower(), 0)
        and all(catalog.cuts(metric, one.name) for metric in plan.query.metrics)
    ]
    language = first.language
    questions = [
        say("analysis.together.by", language, question=question.rstrip("?？ "), cut=one.label(language))
        for one in sorted(likely, key=lambda one: -hits[catalog.full_column(one.column).lower()])[:3]
    ]
    return (
        AskBack("which_cut", tuple(questions)) if questions else Declined("no_cut", {"source": other.title})
    )


def _unclear(found: Unclear, other: Side, question: str) -> Found:
    language, columns = other.language, found.likely[:3]
    if not columns:
        return Declined("no_names", {"source": other.title})
    questions = tuple(
        say(
            "analysis.together.match_on",
            language,
            question=question.rstrip("?？ "),
            column=one.names.dimension.label(language),
        )
        for one in columns
    )
    return AskBack(
        found.why, questions, {"found": columns[0].found, "of": columns[0].of, "source": other.title}
    )


def _texts(result: QueryResult, at: int) -> Iterable[str]:
    return (str(row[at]) for row in result.rows if row[at] is not None)
