"""What is asked back in place of a reading that is not certain: whole questions, the likeliest first."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from knowledge.metrics import Catalog, Dimension, Metric
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.answers import MetricAnswers
from understanding.metric.apart import ways_apart
from understanding.metric.desk import MetricDesk
from understanding.metric.nearest import takes_out
from understanding.metric.offering import FIRST, MOST_PARTS, main_metrics
from understanding.metric.parts import Parts, is_small_member
from understanding.metric.vocabulary import DIMENSION, STATES, TYPES, is_kind, metric_words
from understanding.readings import Ambiguous, MetricHit, MetricReading, NotMine
from understanding.words.closed import CHANGES
from understanding.words.verbs import verb_words

MOST_BUTTONS = 3
MOST_WAYS = 2  # of one figure, before the next one is offered
MOST_KINDS = 8  # tried for a question that names none
OTHER_PERIODS = {"zh": ("上个月", "今年"), "en": ("last month", "this year")}
# With a figure put in, questions of these parts are whole; a thing alone asks for a list, not for a figure.
VAGUE_KINDS = ("function", "value", "period", "comparison", "grain", "number", "dimension", "mark")
VAGUE_MARKS = (
    "per", "top", "bottom", "rank", "rank_up", "high", "low", "place", "singular", "compare", "trend",
    "which_time", "avg", "total", "plural", *CHANGES,
)  # fmt: skip
ORDERS = ("top", "bottom", "rank", "rank_up")


def asked_back(hit: MetricHit, desk: MetricDesk) -> tuple[str, ...]:
    """Return questions for a reading that took something for granted: what it took, then what it may be."""
    return certain(_queries(hit, desk), desk)


def vague(question: str, desk: MetricDesk) -> tuple[str, ...]:
    """Return what a question without a figure may ask: which store is best, Nancheng yesterday."""
    found = desk.read(question)
    if not (isinstance(found, NotMine) and found.reason == "no_metric"):
        return ()
    parts = desk.parts(question)
    small = [one for one in parts.of("value") if is_small_member(one, parts.text, desk.catalog)]
    if small:
        return vague(parts.without(small), desk)
    corrects = any(str(one) in question.lower() for one in metric_words()["correcting"])
    if corrects or not _is_vague(parts, desk.answers):
        return ()  # what puts a question right is no question of its own
    metrics = [one.name for one in _likeliest(main_metrics(desk), parts, desk.answers)]
    readings = (desk.read(question, given=name) for name in metrics)
    return certain([query for one in readings for query in _ways_of(one)], desk)


def _ways_of(found: object) -> tuple[MetricQuery, ...]:
    """Return what a reading may ask: of a change beside the year before or the period before, both."""
    if isinstance(found, Ambiguous):
        return found.queries[:MOST_WAYS]
    return (found.query,) if isinstance(found, MetricReading) else ()


def by_own_kind(question: str, desk: MetricDesk) -> tuple[str, ...]:
    """Return a count by the one kind of its rows that is all a question names: which types of complaints."""
    found, parts, catalog = desk.read(question), desk.parts(question), desk.catalog
    if not (isinstance(found, NotMine) and found.reason == "no_metric"):
        return ()
    named = parts.of("dimension")
    every = [catalog.dimensions[name] for one in named for name in one.dimensions]
    kinds = [one for one in every if one.values and not one.key]
    things = {one.name for one in every if one not in kinds}
    if len(kinds) != 1 and len(named) != 1:
        return ()
    counts = [(kind, one) for kind in kinds for one in _counts_of(kind, things, catalog)]
    return certain([one for kind, count in counts for one in _by_kind(question, kind, count, desk)], desk)


def _by_kind(question: str, kind: Dimension, count: Metric, desk: MetricDesk) -> list[MetricQuery]:
    """Return what a question comes to as a count by one kind."""
    found = desk.read(question, given=count.name)
    told = found.queries if isinstance(found, Ambiguous) else ()
    told = (found.query,) if isinstance(found, MetricReading) else told
    return [one for one in told if one.splits == (kind.name,)]


def _counts_of(kind: Dimension, things: set[str], catalog: Catalog) -> list[Metric]:
    """Return the counts of rows of a kind, of no other things than are named: of rows before sums."""
    counts = [one for one in catalog.metrics.values() if one.kind == "simple" and one.is_count]
    own = [one for one in counts if catalog.is_own(kind, [catalog.full(one.table)])]
    own = [one for one in own if things <= {one.counts}]
    own = [one for one in own if one.counts_rows] or own
    return sorted(own, key=lambda one: -_alike(one.wordings, kind.wordings))


def _alike(ones: Sequence[str], others: Sequence[str]) -> int:
    """Return how many pairs of letters of some names stand in others: rejected, of reasons of rejection."""
    pairs = {name.lower()[at : at + 2] for name in ones for at in range(len(name) - 1)}
    return max((sum(pair in name.lower() for pair in pairs) for name in others), default=0)


def over_kinds(question: str, desk: MetricDesk) -> tuple[str, ...]:
    """Return what a question comes to that has an end or a state of a figure and names nothing it is of.

    Highest complaints, 没完成上个月目标的: the kinds of its own rows, then the things it is of.
    """
    found, compares = desk.read(question), desk.parts(question).marks("compare")
    if not (isinstance(found, NotMine) and found.reason == "shape") or compares:
        return ()  # what is set beside what is no end of a figure
    things = list(_things(desk.answers))
    first = next(filter(None, (_of_kind(question, name, desk) for name in things)), None)
    if first is None or not (first.ranking or (first.conditions and _asks_which(question))):
        return ()
    kinds = dict.fromkeys((*_types(desk.answers, first.figures[0]), *things))
    found_of = (_of_kind(question, name, desk) for name in kinds)
    return certain(filter(None, found_of), desk)


def _asks_which(question: str) -> bool:
    """Tell whether those in a state are asked for, and not how far or whether: 没完成目标的有哪些."""
    text = question.strip(" ?？。.！!").lower()
    return text.endswith("的") or any(str(one) in text for one in metric_words()["which"] if len(one) > 1)


def _of_kind(question: str, kind: str, desk: MetricDesk) -> MetricQuery | None:
    """Return a question as one of the members of a kind that it does not name."""
    found = desk.read(question, given=DIMENSION + kind)
    return found.query if isinstance(found, MetricReading) and found.query.splits == (kind,) else None


def _things(answers: MetricAnswers) -> Iterator[str]:
    """Yield the things that figures are of: of each line of levels the finest first, else all there are."""
    catalog = answers.catalog
    levels = [name for line in catalog.hierarchies for name in reversed(line)]
    yield from levels or [one.name for one in catalog.dimensions.values() if one.key][:MOST_KINDS]


def is_count_alone(query: MetricQuery, answers: MetricAnswers) -> bool:
    """Tell a count that is cut by nothing."""
    return not query.splits and answers.catalog.metrics[query.metrics[0]].is_count


def by_types(query: MetricQuery, answers: MetricAnswers) -> MetricQuery | None:
    """Return a plain count by the types of what it counts, or None where these have none."""
    if query.grain and query.window and query.window.units(query.grain) == 1:
        query = replace(query, grain="")  # one month of the months before
    if replace(query, windows=(), filters=(), period_assumed=False) != MetricQuery(query.metrics):
        return None
    fixed = {kept.dimension for kept in query.filters}
    codes = answers.catalog.dimensions
    types = [name for name in _types(answers, query.metrics[0]) if is_kind(codes[name], TYPES)]
    types = [name for name in types if name not in fixed]
    return replace(query, splits=(types[0],)) if len(query.metrics) == 1 and types else None


def _types(answers: MetricAnswers, metric: str) -> list[str]:
    """Return the types that a count's own rows have, else their other codes but a state."""
    catalog = answers.catalog
    if not catalog.metrics[metric].is_count:
        return []
    tables = {catalog.full(one.table) for one in catalog.sources(metric)}
    codes = (one for one in catalog.dimensions.values() if one.column and not one.key)
    own = [one for one in codes if catalog.is_own(one, tables) and not is_kind(one, STATES)]
    return [one.name for one in own if is_kind(one, TYPES)] or [one.name for one in own]


def pointed_at(question: str, desk: MetricDesk) -> tuple[str, ...]:
    """Return what a question comes to with the figures its words point at: 充电桩坏了几次, of 充电桩故障次数.

    None where a word would be lost on the likeliest, or something is said not to be meant.
    """
    parts, pointers = desk.parts(question), desk.answers.reader.pointers
    found = [] if takes_out(question) else pointers.of(parts, desk.allowed)
    if not (found and found[0].whole and any(one.explains for one in found)):
        return ()
    whole = [one.metric for one in found if one.whole]
    readings = [desk.read(pointers.rest(name, parts), given=name) for name in whole]
    if not isinstance(readings[0], MetricReading):
        return ()
    queries = [
        replace(one.query, metrics=(name,))  # cash came in: where it is called so, no revenue
        for name, one in zip(whole, readings, strict=True)
        if isinstance(one, MetricReading) and (one.figure_assumed or one.query.metrics == (name,))
    ]
    return certain(queries, desk)


def asks_by_name(question: str, desk: MetricDesk) -> bool:
    """Tell a question how much there was of the one figure that is called by all its unknown words."""
    if next(ways_apart(question), None) is not None:
        return False  # 停多久，货车呢: of both
    parts, pointers = desk.parts(question), desk.answers.reader.pointers
    whole = [one.metric for one in pointers.of(parts, desk.allowed) if one.whole]
    return [one for one in whole if pointers.asks_by_name(one, parts)] == whole[:1] != []


def over_periods(question: str, desk: MetricDesk) -> tuple[str, ...]:
    """Return a question that named no period, and was of all data, over last month and over this year."""
    found = desk.read(question)
    if not (isinstance(found, MetricReading) and found.undated) or found.query.period_assumed:
        return ()
    windows = _usual_windows(found.query, desk)
    queries = (
        replace(found.query, windows=(one,)) for one in windows if _has_data(found.query, one, desk.answers)
    )
    return certain(queries, desk)


def _has_data(query: MetricQuery, window: Window, answers: MetricAnswers) -> bool:
    """Tell whether there are data of a stretch of time, or nobody knows from when to when they run."""
    known = answers.reader.known.range_of(query.metrics)
    return known is None or (window.start < known[1] and known[0] < window.end)


def _likeliest(metrics: list[Metric], parts: Parts, answers: MetricAnswers) -> list[Metric]:
    """Return first what named members are measured by, then what is of the rows they tell apart.

    Where most of these is asked, counts come first; else what is on the scorecard, or called revenue.
    """
    catalog = answers.catalog
    members = [name for part in parts.of("value") for name, _, _ in part.members]
    named, measured = [catalog.dimensions[name] for name in members], _measures(parts, answers)
    columns = [column for one in named if not one.key for column in one.columns]
    tables = {catalog.full(column.rpartition(".")[0]) for column in columns}
    most = any(part.text in metric_words()["how_many_most"] for part in parts.of("mark"))
    main = [*catalog.scorecard, answers.reader.known.takings]
    places = {name: place for place, name in reversed([*enumerate(main)])}

    def far(metric: Metric) -> tuple[bool, bool, bool, int]:
        own = metric.kind == "simple" and catalog.full(metric.table) in tables
        counts = own and most and not metric.is_count
        return metric.name not in measured, not own, counts, places.get(metric.name, len(main))

    return sorted(_of_all_kinds(metrics), key=far)


def _measures(parts: Parts, answers: MetricAnswers) -> set[str]:
    """Return the figures that named members are measured by."""
    members = {name for part in parts.of("value") for name, _, _ in part.members}
    return {answers.catalog.dimensions[name].measured_by for name in members} - {""}


def _of_all_kinds(metrics: list[Metric]) -> list[Metric]:
    """Return metrics so that the first are of different tables, those with most sums first."""
    sums = [one for one in metrics if one.kind == "simple" and one.additivity == "sum" and not one.filters]
    sizes = Counter(one.table for one in sums)
    first = [next(one for one in sums if one.table == table) for table, _ in sizes.most_common()]
    return [*first, *(one for one in metrics if one not in first)]


def _is_vague(parts: Parts, answers: MetricAnswers) -> bool:
    """Tell a question that only lacks its figure from one that asks for something else."""
    small = all(part.kind in VAGUE_KINDS for part in parts.every)
    marks = {part.token for part in parts.of("mark")}
    told = {
        token for token in marks if token not in VAGUE_MARKS and not token.startswith(("place:", "chart:"))
    }
    if _measures(parts, answers) or _does(parts) or marks & {*CHANGES}:
        told -= {"some"}  # how much of fuel: what fuel is measured by; 增长多少
    ordered = bool(marks & set(ORDERS))
    split = "per" in marks or any(part.split for part in parts.of("grain"))
    things = bool(parts.of("dimension")) and not (ordered or split or marks & {*CHANGES})
    something = bool(parts.of("value", "period", "dimension", "grain"))
    return small and not told and not things and something


def _does(parts: Parts) -> bool:
    """Tell whether it is asked how much was done, whatever that is: 上个月做了多少."""
    return any(part.text in verb_words()["doing"] for part in parts.of("function"))


def certain(queries: Iterator[MetricQuery] | Sequence[MetricQuery], desk: MetricDesk) -> tuple[str, ...]:
    """Return queries as questions that are read as these, with nothing assumed; the first few of them."""
    found: list[str] = []
    for query in queries:
        plain = _so_many(replace(query, period_assumed=False), desk.answers)
        asked = desk.asked(plain) or desk.asked(plain, kinds=True)
        if asked and asked not in found:
            found.append(asked)
        if len(found) == MOST_BUTTONS:
            break
    return tuple(found)


def _so_many(query: MetricQuery, answers: MetricAnswers) -> MetricQuery:
    """Return a query for the highest of many as one for the first few, of few as their order."""
    ranking = query.ranking
    if ranking is None or ranking.number is not None or not query.splits or (ranking.within or query.grain):
        return query
    if answers.reader.known.size(query.splits[-1]) > MOST_PARTS:
        return replace(query, ranking=replace(ranking, number=FIRST))
    plain = ranking.by == "value" and len(query.metrics) == 1
    return replace(query, ranking=None, ascending=ranking.direction == "bottom") if plain else query


def _queries(hit: MetricHit, desk: MetricDesk) -> Iterator[MetricQuery]:
    """Yield the reading with those that fit alike, then those where it took a period, a figure or a turn."""
    query = hit.query
    yield from hit.neighbours or (query,)
    yield from _namesakes(hit, desk)
    if hit.rival is not None:
        yield hit.rival
    if {"period", "happened"} & {*hit.assumed}:
        yield from (replace(query, windows=(one,)) for one in _usual_windows(query, desk))
    if "figure" in hit.assumed and len(query.metrics) == 1:
        ranking = query.ranking
        for metric in main_metrics(desk):
            ranked = replace(ranking, metric=metric.name) if ranking else None
            yield replace(query, metrics=(metric.name,), ranking=ranked)


def _namesakes(hit: MetricHit, desk: MetricDesk) -> Iterator[MetricQuery]:
    """Yield the reading with a member of another dimension whose whole name was written."""
    reader, catalog = desk.answers.reader, desk.catalog
    for piece in reader.pieces(hit.message, desk.today, desk.allowed).of("value") if hit.message else ():
        own = {name for one in piece.values for name in reader.known.columns.get(one.column.lower(), ())}
        for name, value in reader.namesakes(piece):
            other = Filter(name, (value,))
            filters = tuple(other if one.dimension in own else one for one in hit.query.filters)
            if all(catalog.cuts(metric, name) for metric in hit.query.metrics):
                yield replace(hit.query, filters=filters)


def _usual_windows(query: MetricQuery, desk: MetricDesk) -> Iterator[Window]:
    """Yield the periods most people mean where they name none, as far as they have begun."""
    known = desk.answers.reader.known
    for text in OTHER_PERIODS[desk.language]:
        window = known.window(text, desk.today)
        if window is not None and known.reaches(query.metrics, window, desk.today):
            yield window
