"""Figures held against what they come to on average: 营业额高于平均的服务区, by how much one is above it."""

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache

from agent.context import Context
from analysis.outcome import Amount, Name, Percent, Said
from analysis.why.split import ZERO
from analysis.words import worded
from config.wording import language_of
from knowledge.metrics import Catalog
from knowledge.vocabulary import lexicon
from language.lists import words_in
from language.words import either
from query.metric_query import MetricQuery
from tools.one_member import composed_of, one_kind, read_exactly
from understanding.asked import Asked
from understanding.metric.desk import MetricDesk
from understanding.verdicts import NOT_MINE, Reading

_COMPARERS = ("gt", "ge", "lt", "le")
_STANDS_FOR_IT = 777  # in a question that is read with a number where it says the mean
_LEAST = 3  # members that have a mean
_PLACES = 4


async def than_the_mean(asked: Asked, context: Context) -> Reading:
    """Return which members are above or below the mean, or one's figure, with the mean told beside it.

    What adds up has a mean of the members; what does not is held against that of all of them together.
    """
    words, beside = _held_against(asked.question)
    if not words or context.metrics is None or context.figures is None:
        return NOT_MINE
    found = await context.metrics(context.asked(words))
    who = (context.connection, context.rights, context.today, context.language)
    desk, query = await context.figures.desk(*who), found.query
    if desk is None or query is None or found.verdict != "certain" or len(query.metrics) != 1:
        return NOT_MINE
    one = "" if query.splits else one_kind(query, desk.catalog)
    kind = one or (query.splits[0] if len(query.splits) == 1 else "")
    if not kind or query.compared or query.ranking or query.grain or bool(one) < beside:
        return NOT_MINE
    mean = await _mean(query, kind, desk, context)
    if mean is None:
        return NOT_MINE
    if one:
        return await _of_one(query, mean, asked, desk, context)
    return await _of_those(query, mean, asked, context)


@dataclass(frozen=True)
class _Mean:
    """What a figure comes to on average, of how many members of which kind; 0: of all together."""

    metric: str
    kind: str
    members: int
    value: Decimal
    catalog: Catalog

    def told(self, code: str, context: Context, **params: object) -> str:
        """Return a sentence on the mean."""
        of = "members" if self.members else "whole"
        what = {"things": Name(self.kind, dimension=True, many=True), "metric": Name(self.metric)}
        said = {"count": self.members, "mean": Amount(self.value, self.metric)} | what | params
        return worded(Said(f"mean.{code}_{of}", said), self.catalog, context.language)


def _held_against(text: str) -> tuple[str, bool]:
    """Return a question with a number for the mean, or without what sets one beside it, and which."""
    told = words_in("clauses")["mean"][language_of(text)]
    if beside := re.search(told["beside"], text, re.IGNORECASE):
        return f"{text[: beside.start()]}{text[beside.end() :]}", True
    found = _pattern(language_of(text)).search(text)
    if found is None:
        return "", False
    space = " " if language_of(text) == "en" else ""
    limit = f"{found['comparer']}{space}{_STANDS_FOR_IT}"
    return f"{text[: found.start()]}{limit}{text[found.end() :]}", False


@lru_cache(maxsize=2)
def _pattern(language: str) -> re.Pattern[str]:
    marks = [word for one in _COMPARERS for word in lexicon()["marks"][one]]
    mean = words_in("clauses")["mean"][language]["mean"]
    return re.compile(rf"(?P<comparer>{either(marks)})\s*{mean}", re.IGNORECASE)


async def _mean(query: MetricQuery, kind: str, desk: MetricDesk, context: Context) -> _Mean | None:
    """Return the mean of a figure over the members of a kind, or what it is of all together."""
    (name,) = query.metrics
    filters = tuple(one for one in query.filters if one.dimension != kind)
    whole = MetricQuery(query.metrics, windows=query.windows, filters=filters)
    adds_up = desk.catalog.metrics[name].additivity == "sum"
    values = await read_exactly(replace(whole, splits=(kind,)), desk, context)
    if len(values) < _LEAST:
        return None
    if adds_up:
        return _Mean(name, kind, len(values), sum(values, ZERO) / len(values), desk.catalog)
    together = await read_exactly(whole, desk, context)
    return _Mean(name, kind, 0, together[0], desk.catalog) if together else None


async def _of_those(query: MetricQuery, mean: _Mean, asked: Asked, context: Context) -> Reading:
    """Return the members whose figure compares with the mean as asked."""
    limit = next((one for one in query.conditions if one.number == _STANDS_FOR_IT), None)
    if limit is None or len(query.conditions) != 1 or limit.of_growth or limit.metric != mean.metric:
        return NOT_MINE
    number = round(mean.value, _PLACES)
    at_mean = replace(query, conditions=(replace(limit, number=number),))
    hit = await composed_of(at_mean, asked.question, context)
    return replace(hit, note=mean.told("limit", context)) if hit else NOT_MINE


async def _of_one(
    query: MetricQuery, mean: _Mean, asked: Asked, desk: MetricDesk, context: Context
) -> Reading:
    """Return one member's figure, with how far it is from the mean."""
    plain = replace(query, conditions=())
    found, hit = await read_exactly(plain, desk, context), await composed_of(plain, asked.question, context)
    if len(found) != 1 or hit is None or not mean.value:
        return NOT_MINE
    (own,) = found
    far = {
        "size": Amount(abs(own - mean.value), mean.metric, "size"),
        "rate": Percent((own / mean.value - 1) * 100, signed=True),
    }
    way = "above" if own > mean.value else "below"
    return replace(hit, note=mean.told(way, context, **far))
