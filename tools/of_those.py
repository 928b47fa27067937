"""A figure of things that were found as rows: those shown last, or those that the question itself tells.

它们今年营业额多少 behind a list, 没有充电桩的服务区今年营业额多少 alone.
"""

import dataclasses
import re
from collections.abc import Iterator, Sequence

from sqlglot import exp

from agent.context import Context
from answers.sentences.columns import in_sentence
from config.wording import language_of
from database.trees import tree_of
from errors import WenshuError
from knowledge.metrics import Catalog
from knowledge.sight import open_columns
from language.lists import words_in
from language.periods import find_periods
from query.as_json import to_json
from query.metric_query import Filter, MetricQuery, Window
from reasoning.reasoner import PastTurn
from tools.further import read_further
from tools.referents import MOST_ROWS, Shown, at_the_time, figure_of_one
from understanding.asked import Asked
from understanding.metric.referents import Member, focused
from understanding.metric.vocabulary import metric_words
from understanding.verdicts import NOT_MINE, Reading, of_metric

MOST_KINDS, LEAST_TOLD, MOST_TRIED = 2, 3, 12
_ASKING_WHICH = ("top", "bottom", "singular", "plural")
MOST_CHOSEN = 12  # names that a question is put with
MOST_MEMBERS = 60  # more names than these say nothing in an answer, and fill a statement


Place = tuple[int, int]


async def of_those(asked: Asked, past: Sequence[PastTurn], context: Context) -> Reading:
    """Return a figure of the rows shown last, where a message speaks of them by a word that stands for them.

    They are known by their names, so it is no matter by what they were chosen: a list of rows, a ranking, a
    condition. Without a time it is of the one that was named for them.
    """
    if not past or asked.previous_declined or not asked.previous_sure or context.figures is None:
        return NOT_MINE
    answers = await context.figures.answers(context.connection, context.rights)
    allowed = open_columns(context.rights)
    place = answers.shown_spoken_of(asked.question, asked.today, allowed) if answers else None
    if answers is None or place is None:
        return NOT_MINE
    shown = Shown.of(past, asked, answers, context)
    those = await _members(await _kind(shown), past[-1].sql, shown)
    return await _of_them(place, those, shown) if those else NOT_MINE


async def chosen_names(past: Sequence[PastTurn], context: Context) -> tuple[str, ...]:
    """Return the names of those that a ranking or a condition of the last turn chose, where these are few."""
    if not past or context.figures is None:
        return ()
    answers = await context.figures.answers(context.connection, context.rights)
    if answers is None:
        return ()
    shown = Shown.of(past, context.asked(past[-1].question), answers, context)
    if shown.before is None or not (shown.before.ranking or shown.before.conditions):
        return ()
    those = await _members(await _kind(shown), past[-1].sql, shown)
    few = those is not None and 1 < len(those.values) <= MOST_CHOSEN
    return tuple(shown.called(Member(those.dimension, one)) for one in those.values) if few and those else ()


async def added_up(asked: Asked, past: Sequence[PastTurn], context: Context) -> Reading:
    """Return what those that were chosen come to together, in the figure they were chosen by."""
    text = asked.question.strip(" ?？。.!！")
    if not past or asked.previous_declined or not asked.previous_sure or context.figures is None:
        return NOT_MINE
    if re.fullmatch(words_in("clauses")["added_up"], text, re.IGNORECASE) is None:
        return NOT_MINE
    answers = await context.figures.answers(context.connection, context.rights)
    shown = Shown.of(past, asked, answers, context) if answers is not None else None
    if shown is None or shown.before is None or not _chooses_by_a_sum(shown.before, shown.answers.catalog):
        return NOT_MINE
    before, those = shown.before, await _members(await _kind(shown), past[-1].sql, shown)
    if those is None or not those.values[1:]:
        return NOT_MINE
    others = tuple(one for one in before.filters if one.dimension != those.dimension)
    whole = MetricQuery(before.metrics, windows=before.windows, filters=(those, *others))
    who = (context.connection, context.rights, context.today, context.language)
    hit = await context.figures.composed(to_json(whole), asked.question, *who)
    return of_metric(hit) if hit is not None else NOT_MINE


def _chooses_by_a_sum(before: MetricQuery, catalog: Catalog) -> bool:
    """Tell whether a figure that adds up has chosen members, by a rank or a condition."""
    chooses = bool(before.ranking or before.conditions) and not (before.compared or before.share)
    return chooses and [catalog.metrics[name].additivity for name in before.metrics] == ["sum"]


async def of_those_told(asked: Asked, context: Context) -> Reading:
    """Return a figure of things that a question itself tells so that only rows do: areas without chargers.

    What tells them is a part of it that is a list for certain, from or up to the noun for them. A time beside
    it is theirs where what they have none of comes day by day, as complaints do; chargers stand.
    """
    if context.figures is None or context.rows is None:
        return NOT_MINE
    answers = await context.figures.answers(context.connection, context.rights)
    if answers is None:
        return NOT_MINE
    allowed, text = open_columns(context.rights), asked.question
    kinds = answers.reader.parts(text, asked.today, allowed).of("dimension")
    times = [one.span for one in find_periods(text, asked.today)]
    for start, end in _telling(text, [one.piece.span for one in kinds], times):
        phrase = text[start:end]
        found = await context.rows(context.asked(phrase))
        tree = tree_of(found.sql, context.database.dialect) if found.verdict == "certain" else None
        timed = bool(find_periods(phrase, asked.today))
        if tree is None or tree.find(exp.Where) is None or (timed and _stand(tree, answers.catalog)):
            continue
        shown = Shown(asked, answers, context, PastTurn(phrase, found.sql, "", source="rows"), None, None)
        those = await _members(_listed(found, answers.catalog), found.sql, shown)
        return await _of_them((start, end), those, shown) if those else NOT_MINE
    return NOT_MINE


def _stand(tree: exp.Expr, catalog: Catalog) -> bool:
    """Tell whether what rows have none of are things that stand, and come by no day."""
    without = tree.find(exp.Exists)
    table = without.find(exp.Table) if without is not None else None
    if table is None:
        return False
    name = catalog.full(".".join(one.name for one in table.parts))
    counts = (one for one in catalog.metrics.values() if one.counts_rows and catalog.full(one.table) == name)
    return not any(one.time and not one.until for one in counts)


def _telling(text: str, kinds: Sequence[Place], times: Sequence[Place]) -> Iterator[Place]:
    """Yield where a question may tell which things it is of, the longest first; none is all of it."""
    if language_of(text) == "zh":
        found = [(start, end) for _, end in kinds[-MOST_KINDS:] for start in range(end - LEAST_TOLD)]
    else:
        ends = [at for at, sign in enumerate(text) if sign in " ,?"] + [len(text)]
        found = [(start, end) for start, last in kinds[:MOST_KINDS] for end in ends if end > last + 1]
    told = [one for one in found if len(text[slice(*one)].strip()) < len(text.strip(" ?？。."))]
    whole = [one for one in told if not any(_cuts(at, time) for at in one for time in times)]
    yield from sorted(whole, key=lambda one: one[0] - one[1])[:MOST_TRIED]


def _cuts(at: int, place: Place) -> bool:
    return place[0] < at < place[1]


async def _members(name: str, sql: str, shown: Shown) -> Filter | None:
    """Return the rows of a statement as members of the one dimension that they are, or None."""
    known = shown.answers.reader.known
    if not name or not sql:
        return None
    try:
        _, result = await read_further(sql, shown.context, "referent", max_rows=MOST_ROWS)
    except WenshuError:
        return None
    labels = dict.fromkeys(str(row[0]) for row in result.rows if row[0] is not None)
    called = [known.canonicals(name, one) for one in labels]
    whole = not result.truncated and 0 < len(called) <= MOST_MEMBERS
    return Filter(name, tuple(one[0] for one in called)) if whole and all(map(_is_one, called)) else None


def _is_one(values: Sequence[str]) -> bool:
    return len(values) == 1


async def _kind(shown: Shown) -> str:
    """Return the dimension whose members the rows are: of a figure by one cut, or of a list of things."""
    before, context, catalog = shown.before, shown.context, shown.answers.catalog
    if before is not None:
        return before.splits[0] if len(before.splits) == 1 and not (before.grain or before.others) else ""
    found = await context.rows(context.asked(shown.previous.question)) if context.rows else NOT_MINE
    return _listed(found, catalog)


def _listed(found: Reading, catalog: Catalog) -> str:
    """Return the one dimension whose members a list of rows names, or nothing."""
    listed = found.listed
    if found.verdict != "certain" or listed is None or not listed.named or listed.figure:
        return ""
    named = [
        name
        for name, one in catalog.dimensions.items()
        if catalog.names_rows(name) and catalog.full(one.stored) == listed.table and not one.by
    ]
    return named[0] if len(named) == 1 else ""


async def _of_them(place: Place, those: Filter, shown: Shown) -> Reading:
    """Return the figure that a message asks of some members, read with the name of one in their place."""
    asked, context = shown.asked, shown.context
    query = await _of_one(place, Member(those.dimension, those.values[0]), shown)
    if query is None or context.figures is None:
        return NOT_MINE
    others = tuple(one for one in query.filters if one.dimension != those.dimension)
    kept = _still_kept(query, those, shown)
    whole = _of_each(dataclasses.replace(query, filters=(those, *others, *kept)), those, shown)
    who = (context.connection, context.rights, context.today, context.language)
    hit = await context.figures.composed(to_json(whole), asked.question, *who)
    return of_metric(hit) if hit is not None else NOT_MINE


def _still_kept(query: MetricQuery, those: Filter, shown: Shown) -> tuple[Filter, ...]:
    """Return what else the turn before was kept to: Humen's vehicles by direction, then how long they stay.

    What its members are themselves part of says no more: shops of a place.
    """
    catalog, said = shown.answers.catalog, {one.dimension for one in query.filters}
    table = catalog.dimensions[those.dimension].table

    def holds(one: Filter) -> bool:
        own = one.dimension == those.dimension or one.dimension in said
        part = catalog.names_rows(those.dimension)
        above = part and catalog.path(table, catalog.dimensions[one.dimension].table) is not None
        return not (own or above) and all(catalog.cuts(name, one.dimension) for name in query.figures)

    return tuple(one for one in shown.before.filters if holds(one)) if shown.before is not None else ()


async def _of_one(place: Place, one: Member, shown: Shown) -> MetricQuery | None:
    """Return what a message asks with one member's name in its words, without it, or of the figure shown."""
    text, (start, end) = shown.asked.question, place
    language, catalog = language_of(text), shown.answers.catalog
    told, bare = _named(text, place, shown.called(one)), f"{text[:start]}{text[end:]}".strip(" ,，")
    kind = in_sentence(catalog.dimensions[one.dimension].label(language), language)
    which = shown.answers.reader.parts(text, shown.asked.today).marks(*_ASKING_WHICH)
    for words in (f"{text[:start]}{kind}{text[end:]}", bare) if which else (told, bare):
        read = await _alone(words, shown)
        kept = [two for two in read.query.filters if two.dimension == one.dimension] if read.query else []
        fits = kept == [Filter(one.dimension, (one.value,))] if words == told else not kept
        if read.verdict == "certain" and fits:
            return read.query
    before = shown.before and focused(shown.before, one)
    return (await figure_of_one(told, before, one, shown)).query if before else None


async def _alone(text: str, shown: Shown) -> Reading:
    """Return a message as it is read by itself, without a time at the one that the turn before named."""
    context, today = shown.context, shown.asked.today
    if context.metrics is None:
        return NOT_MINE
    named = find_periods(shown.previous.question, today)
    if len(named) != 1 or find_periods(text, today):
        return await context.metrics(context.asked(text))
    then = await context.metrics(context.asked(at_the_time(text, Window.of(named[0]))))
    if then.verdict == "certain":
        return then
    plain = await context.metrics(context.asked(text))
    figures = plain.query.figures if plain.query is not None else ()
    stands = all(not shown.answers.catalog.metrics[name].time for name in figures)  # how many shops there are
    return plain if stands else then


def _of_each(query: MetricQuery, those: Filter, shown: Shown) -> MetricQuery:
    """Return a figure of several members for each of them, unless it is cut otherwise or asked in total."""
    parts = shown.answers.reader.parts(shown.asked.question, shown.asked.today)
    plain = not (query.splits or query.grain or query.average or query.share or parts.marks("total"))
    return dataclasses.replace(query, splits=(those.dimension,)) if plain and those.values[1:] else query


def _named(text: str, place: Place, name: str) -> str:
    """Return a message with a name where it speaks of several: their revenue, how much did they sell."""
    start, end = place
    if language_of(text) == "zh":
        return f"{text[:start]}{name}{text[end:]}"
    owned = f"{name}'s" if text[start:end].lower() in metric_words()["one_shown"]["owning"] else name
    return f"{text[:start]}{owned}{text[end:]}"
