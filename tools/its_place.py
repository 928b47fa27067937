"""Which place one member has among its kind: 徐闻三季度营业额排第几, where does Humen rank by entry rate."""

import re
from dataclasses import replace

from agent.context import Context
from analysis.outcome import Name, Said
from analysis.words import worded
from config.wording import language_of, say
from language.lists import words_in
from query.metric_query import MetricQuery
from reasoning.reasoner import PastTurn
from tools.one_member import composed_of, one_kind, read_exactly
from understanding.asked import Asked
from understanding.metric.desk import MetricDesk
from understanding.metric.vocabulary import read_key
from understanding.verdicts import NOT_MINE, Reading

_LEAST = 3  # members among which one has a place


async def its_place(asked: Asked, context: Context) -> Reading:
    """Return one member's figure with its place among all of its kind told beside it.

    The figure must be read for certain without the words for a place; a message that edits it keeps them.
    """
    previous = "" if asked.previous_declined else asked.previous or ""
    own, before = _without_place(asked.question), _without_place(previous)
    words, kind = own or (asked.question, before[1] if before else "")
    if not (own or before) or context.metrics is None or context.figures is None:
        return NOT_MINE
    past = PastTurn(before[0] if before else previous) if previous else None
    found = await context.metrics(context.asked(words, past) if words else context.asked(previous))
    who = (context.connection, context.rights, context.today, context.language)
    desk, query = await context.figures.desk(*who), found.query
    if desk is None or query is None or found.verdict != "certain" or not _is_plain(query):
        return NOT_MINE
    of = one_kind(query, desk.catalog)
    if not of or (kind and not _is_called(kind, of, desk)):
        return NOT_MINE
    return await _with_its_place(query, of, found.asked or words, desk, context)


def _without_place(text: str) -> tuple[str, str] | None:
    """Return a question without the words that ask for a place, and the kind among which it is, if named."""
    told = words_in("clauses")["place"][language_of(text)]
    if re.search(told["asks"], text, re.IGNORECASE) is None:
        return None
    kind = ""
    if among := re.search(told["among"], text, re.IGNORECASE):
        text, kind = f"{text[: among.start()]} {text[among.end() :]}", among["kind"]
    for pattern in told["said"]:
        text = re.sub(pattern, " ", text, flags=re.IGNORECASE)
    bare = re.fullmatch(told["shown"], text.strip(), re.IGNORECASE)
    return "" if bare else " ".join(text.split()), kind


def _is_plain(query: MetricQuery) -> bool:
    beside = query.compared or query.ranking or query.share or query.average or query.conditions
    return len(query.metrics) == 1 and not (beside or query.grain or query.splits or len(query.windows) > 1)


def _is_called(kind: str, dimension: str, desk: MetricDesk) -> bool:
    wordings = desk.catalog.dimensions[dimension].wordings
    return read_key(kind) in {read_key(one) for one in wordings}


async def _with_its_place(
    query: MetricQuery, kind: str, text: str, desk: MetricDesk, context: Context
) -> Reading:
    others = tuple(one for one in query.filters if one.dimension != kind)
    every = await read_exactly(replace(query, filters=others, splits=(kind,)), desk, context)
    own, hit = await read_exactly(query, desk, context), await composed_of(query, text, context)
    if len(every) < _LEAST or len(own) != 1 or own[0] not in every or hit is None:
        return NOT_MINE
    told = {
        "things": Name(kind, dimension=True, many=True),
        "count": len(every),
        "place": 1 + sum(one > own[0] for one in every),
    }
    code = "place.tied" if every.count(own[0]) > 1 else "place.alone"
    note = worded(Said(code, told), desk.catalog, context.language)
    asked = say("analysis.place.asked", language_of(text), question=hit.asked.rstrip("？?"))
    return replace(hit, note=note, asked=asked)
