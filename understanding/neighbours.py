"""Which other definitions the words of a question fit as well as the one read: 收了多少钱, of two moneys."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from knowledge.metrics import Catalog, Metric
from language.roots import root
from language.units import key_of, units
from language.words import has_run, is_han
from query.metric_query import Filter, MetricQuery
from understanding.figures.goals import goals_of, is_goal
from understanding.figures.needs import roots_of_name
from understanding.figures.numbering import selling_words
from understanding.figures.units import unit_group
from understanding.metric.known import is_narrower, plain, plain_units
from understanding.metric.parts import SURE, Part, Parts
from understanding.metric.stems import stems_of
from understanding.metric.vocabulary import goal_of, metric_words
from understanding.words.closed import BOTH
from understanding.words.verbs import said

SAYING = ("metric", "weak", "thing", "other")  # parts that say what is measured
ASKING = ("count", "some")  # marks that hold what is counted: 几单
LENT = 0.75  # of a general word that definitions have lent to one figure: 卖得 of sales
Units = tuple[str, ...]


@dataclass(frozen=True, order=True)
class Fit:
    """How well words fit a figure: how many of their units its name holds, and what share of it they are."""

    held: int = 0
    wordings: float = 0.0
    names: float = 0.0  # of its own names alone, without synonyms


def neighbours(
    query: MetricQuery, parts: Parts, catalog: Catalog, known: Sequence[str] = ()
) -> tuple[MetricQuery, ...]:
    """Return all readings of words that name nothing whole, the likeliest first; none where one fits best.

    `known` are figures that the turn before named: they are no guess. Nor is the money that a dimension is
    measured by, where an amount is asked of it.
    """
    amount = any(one.text in metric_words()["amounts"] for one in parts.of("other"))
    measured = {catalog.dimensions[one].measured_by for one in query.cuts if amount}
    if (done := _of_what_is_done(query, parts, catalog)) and done[0].metrics[0] not in known:
        return done
    for name in query.figures:
        own = catalog.metrics[name].parts[:1]  # 车流没达标: whose target it is, is named
        if (
            name not in (*known, *measured)
            and not {*own} & {*query.metrics}
            and (others := _others(catalog.metrics[name], query, parts, catalog))
        ):
            return tuple(query if one == name else _with(query, name, one) for one in others)
    return (
        _sold_by_number(query, parts, catalog)
        or _of_people_called(query, parts, catalog)
        or _of_other_kinds(query, parts, catalog)
        or _of_things_behind(query, parts)
    )


def of_the_same_rows(
    query: MetricQuery, before: MetricQuery, text: str, catalog: Catalog
) -> tuple[MetricQuery, ...]:
    """Return a new figure as the one of the rows shown that is called so with more: 收入 behind 充电量.

    The income of charging is as likely meant as that of the shops, which alone is called so.
    """
    own = {catalog.metrics[name].table for name in before.figures}
    for name in query.figures:
        new = catalog.metrics[name]
        if name in before.figures or new.table in own:
            continue
        said = [one.lower() for one in new.wordings if one.lower() in text.lower()]
        word = max(said, key=len, default="")
        by_name = word in (new.zh.lower(), new.en.lower())  # then only what is itself named so with more
        longer = [
            one.name
            for one in catalog.metrics.values()
            if word and one.table in own
            if any(_ends(it.lower(), word) for it in ((one.zh, one.en) if by_name else one.wordings))
        ]
        if longer:
            return (*(_with(query, name, one) for one in longer), query)
    return ()


def _ends(wording: str, word: str) -> bool:
    """Tell a longer name that ends in another: charging income in income, and 充电收入 in 收入."""
    before = wording.removesuffix(word)
    return bool(before) and before != wording and (is_han(word[0]) or before.endswith(" "))


def _of_what_is_done(query: MetricQuery, parts: Parts, catalog: Catalog) -> tuple[MetricQuery, ...]:
    """Return an amount by the verb that is said beside a word of its name, and the one of that word alone.

    收了多少房租 is what was received, 实收房租 (收), or what 房租 alone is called: the rent that was billed.
    """
    named = [part for part in parts.of("metric") if len(part.metrics) == 1]
    if len(query.metrics) != 1 or len(named) != 1 or named[0].metrics != query.metrics:
        return ()
    (name,), text = query.metrics, _without_asking(parts.text)
    own, word = catalog.metrics[name], plain_units(parts.text[slice(*named[0].piece.span)])
    others = [
        one.name
        for one in catalog.metrics.values()
        if one is not own and _is_like(one, own) and not one.is_count and _takes(one, query, catalog)
        if any(has_run(plain_units(wording), word) for wording in one.wordings)
        if (_is_done(one, parts) and not _is_done(own, parts)) or _is_parted(one, word, text)
    ]
    return (*(_with(query, name, one) for one in others), query) if others else ()


def _is_parted(metric: Metric, word: Units, text: Units) -> bool:
    """Tell whether a longer name of a figure is said with only words that ask in its midst: 收到多少房租.

    In English such words stand before a name: refunds, total and rate, are two figures.
    """
    if not is_han(word[0]):
        return False
    names = [_told_units(plain_units(wording)) for wording in metric.wordings]
    said, own = _told_units(text), _told_units(word)
    return any(len(name) > len(own) and has_run(name, own) and has_run(said, name) for name in names)


def _told_units(found: Units) -> Units:
    return tuple(one for one in found if one not in _small())


def _sold_by_number(query: MetricQuery, parts: Parts, catalog: Catalog) -> tuple[MetricQuery, ...]:
    """Return what sells best by how many were sold, and by money, where each row is one that was sold."""
    name = query.ranking.metric if query.ranking else ""
    said = {*plain_units(parts.text)} & {
        one for word in selling_words() for one in plain_units(word)
    } - _small()
    if not said or name not in catalog.metrics or _is_named(catalog.metrics[name], parts.text):
        return ()
    money = catalog.metrics[name]
    counts = [
        one.name
        for one in catalog.metrics.values()
        if one.counts_rows and one.rows == money.rows and _takes(one, query, catalog)
    ]
    return (_with(query, name, counts[0]), query) if len(counts) == 1 and not money.is_count else ()


def _of_things_behind(query: MetricQuery, parts: Parts) -> tuple[MetricQuery, ...]:
    """Return the share of a member, and that of each thing behind it: 电动设备占比, electric machines."""
    for member, thing in pairwise(parts.every) if query.share else ():
        if member.kind != "value" or thing.kind != "dimension" or thing.split:
            continue
        own = [
            kept.dimension for kept in query.filters if (kept.dimension, *kept.values[:1]) in _told(member)
        ]
        told = [name for name in thing.dimensions if name in query.splits and name not in own]
        if len(own) == 1 and told:
            splits = [name for name in query.splits if name not in (*own, *told)]
            within = tuple(name for name in query.share_within if name not in told)
            return (replace(query, splits=(*splits, *own), share_within=within), query)
    return ()


def _told(member: Part) -> set[tuple[str, str]]:
    return {(name, value) for name, value, _ in member.members}


def _of_people_called(query: MetricQuery, parts: Parts, catalog: Catalog) -> tuple[MetricQuery, ...]:
    """Return the readings of a name that ends in people: C2 students, a course or those of a code."""
    persons = {plain_units(str(one)) for one in metric_words()["persons"]}
    for part in parts.of("value"):
        said, own = plain_units(parts.text[slice(*part.piece.span)]), {name for name, _, _ in part.members}
        kept = next((one for one in query.filters if one.dimension in own and len(one.values) == 1), None)
        if kept is None or len(said) < BOTH or said[-1:] not in persons:
            continue
        others = [
            Filter(one.name, (code,))
            for one in catalog.dimensions.values()
            if one.name != kept.dimension and all(catalog.cuts(metric, one.name) for metric in query.figures)
            for code, names in one.values.items()
            if said[:-1] in map(plain_units, names)
        ]
        if others:
            return (*(query.keeping(one, kept) for one in others), query)
    return ()


def _of_other_kinds(query: MetricQuery, parts: Parts, catalog: Catalog) -> tuple[MetricQuery, ...]:
    """Return the readings of a member that is a whole name of two kinds: 疫苗, of visits and of drugs."""
    kinds = {name for part in parts.of("dimension") for name in part.dimensions}
    for kept in query.filters:
        told = kept.dimension in kinds or kept.dimension in query.splits
        for part in () if told else parts.of("value"):
            whole = {name: value for name, value, score in part.members if score >= SURE}
            others = [one for one in whole if _is_another_kind(one, kept.dimension, query, catalog)]
            if whole.get(kept.dimension) in kept.values and len(kept.values) == 1 and others:
                read = [replace(kept, dimension=name, values=(whole[name],)) for name in others]
                return (query, *(query.keeping(one, kept) for one in read))
    return ()


def _is_another_kind(name: str, own: str, query: MetricQuery, catalog: Catalog) -> bool:
    """Tell whether a dimension is no level of another, as a town of its shops, and cuts the figures.

    Of two, that which is called by the last word of the other's name alone is meant: country, ship country.
    """
    one, other = catalog.dimensions[name], catalog.dimensions[own]
    apart = catalog.full(one.table) != catalog.full(other.table)
    return (
        apart and not is_narrower(one, other) and all(catalog.cuts(metric, name) for metric in query.figures)
    )


def _others(metric: Metric, query: MetricQuery, parts: Parts, catalog: Catalog) -> tuple[str, ...]:
    """Return the figures that fit a question's words at least as well as one, it among them by its fit."""
    divided = [catalog.metrics[one] for one in metric.parts]  # income per car names a yield by its parts
    ways = (_is_of_members(metric, parts), _is_of_counted(metric, parts, catalog))
    told = _is_done(metric, parts) or _is_named(metric, parts.text) or any(ways)
    told = told or (_says_goal(parts.text) and _is_of_a_goal(metric, parts.text, catalog))
    if told or (divided and all(_is_named(one, parts.text) or _in_unit(one, parts.text) for one in divided)):
        return ()
    own, words = _own_fit(metric, parts)
    alike = [one for one in catalog.metrics.values() if one is not metric and _is_like(one, metric)]
    fits = {one.name: _fit(one, words) for one in alike if _takes(one, query, catalog)}
    found = {name: fit for name, fit in fits.items() if fit.held and fit >= own}
    if not found:
        return ()
    return tuple(sorted([*found, metric.name], key=lambda name: found.get(name, own), reverse=True))


def _own_fit(metric: Metric, parts: Parts) -> tuple[Fit, list[Units]]:
    """Return how a figure that was read fits what a question says of figures, and those words."""
    said = [part for part in parts.every if part.kind in SAYING or part.token in ASKING]
    words = [run for part in said for run in _runs(parts.text[slice(*part.piece.span)])]
    own = _fit(metric, words)
    if any(part.kind == "metric" and metric.name in part.metrics for part in said):
        own = Fit(sum(map(len, words)), max(own.wordings, LENT), own.names)
    return own, words


def _is_named(metric: Metric, text: str) -> bool:
    """Tell whether a text holds a whole name of a figure, in English its words but grammar in any order."""
    asked = plain_units(text)
    return any(
        ({*own} - _small() or {*own}) <= {*asked} if wording.isascii() else has_run(asked, own)
        for wording in metric.wordings
        if (own := plain_units(wording))
    )


def _says_goal(text: str) -> bool:
    """Tell a text with a word for a goal, which names how much of one was reached: 95% of target."""
    return any(has_run(plain_units(text), plain_units(str(one))) for one in metric_words()["goals"])


def _is_of_a_goal(metric: Metric, text: str, catalog: Catalog) -> bool:
    """Tell how much of a goal was reached, or the goal of a figure that a text names: 营业额指标."""
    if goal_of(metric, catalog) is not None:
        return True
    figures = (one for one in catalog.metrics.values() if not is_goal(one) and _is_named(one, text))
    return any(metric.name in goals_of(one.name, catalog) for one in figures)


def _in_unit(metric: Metric, text: str) -> bool:
    """Tell whether a text says the unit that a sum is told in, or one that means the same: per litre."""
    groups = {unit_group(unit) for unit in (metric.unit_zh, metric.unit_en) if unit} - {"", "money"}
    words = [word for name in groups for word in metric_words()["measured_in"].get(name, ())]
    return any(has_run(plain_units(text), plain_units(str(one))) for one in words)


def _is_of_members(metric: Metric, parts: Parts) -> bool:
    """Tell whether a figure of some rows is called as these are: 困人几次 of 困人次数, arrivals."""
    said = [parts.text[slice(*one.piece.span)].lower() for one in parts.of("value")]
    stems = {plain_units(one) for one in stems_of(metric)}
    roots = {one for name in metric.wordings for one in roots_of_name(name.lower())} if metric.filters else ()
    return any(plain_units(one) in stems or root(one) in roots for one in said)


def _is_of_counted(metric: Metric, parts: Parts, catalog: Catalog) -> bool:
    """Tell whether a figure counts the things that how many is asked of: 多少家分公司, whatever has 家."""
    asked = [pair for pair in pairwise(parts.every) if any(one.token in ASKING for one in pair)]
    kinds = {name for pair in asked for one in pair if one.kind == "dimension" for name in one.dimensions}
    tables = {catalog.full(catalog.dimensions[one].table) for one in kinds}
    return metric.counts_rows and catalog.full(metric.table) in tables


def _is_done(metric: Metric, parts: Parts) -> bool:
    """Tell whether one of a figure's verbs is said, in no longer name; what else has it was asked back."""
    every = units(parts.text)
    words = [parts.text[one.start : one.end].lower() for one in every]
    told = [one for verb in metric.verbs for one in said(verb, words)]
    spans = [(every[one.start].start, every[one.end - 1].end) for one in told]
    names = [one.piece.span for one in parts.of("dimension", "value", "metric", "thing")]
    return any(
        not any(start <= left and right <= end and (start, end) != (left, right) for start, end in names)
        for left, right in spans
    )


def _is_like(one: Metric, other: Metric) -> bool:
    """Tell whether two figures are told in the same unit, and both count or neither does."""
    return (one.unit_zh, one.unit_en, one.is_count) == (other.unit_zh, other.unit_en, other.is_count)


def _takes(metric: Metric, query: MetricQuery, catalog: Catalog) -> bool:
    """Tell whether a figure can be cut as a query is."""
    return all(catalog.cuts(metric.name, cut) for cut in query.cuts if cut in catalog.dimensions)


def _fit(metric: Metric, words: Sequence[Units]) -> Fit:
    held = max((_held(wording, words) for wording in metric.wordings), default=(0, 0.0))
    named = [_held(wording, words)[1] for wording in (metric.zh, metric.en)]
    return Fit(*held, max(named))


def _held(wording: str, words: Sequence[Units]) -> tuple[int, float]:
    """Return how many units of some words a wording holds, and their share of it without its number."""
    own = plain_units(wording)
    while len(own) > 1 and own[-1] in metric_words()["counting"]["things"]:
        own = own[:-1]
    held = sum(len(one) for one in {*words} if has_run(own, one))
    return held, held / len(own) if own else 0.0


def _runs(text: str) -> list[Units]:
    """Return what a text says without grammar and words that only ask: 收 of 收了, 单 of 几单."""
    found: list[Units] = []
    run: Units = ()
    for unit in [*_without_asking(text), ""]:
        if unit and is_han(unit) and unit not in _small():
            run += (unit,)
            continue
        found += [run] if run else []
        run = ()
        if unit and not is_han(unit) and unit not in _small():
            found.append((unit,))
    return found


def _without_asking(text: str) -> Units:
    for asked in map(str, metric_words()["how_much"]):
        text = text.replace(asked, "的")
    return plain_units(text)


def _with(query: MetricQuery, name: str, other: str) -> MetricQuery:
    """Return a query with another figure in the place of one."""
    ranking = query.ranking
    return replace(
        query,
        metrics=tuple(other if one == name else one for one in query.metrics),
        conditions=tuple(
            replace(one, metric=other) if one.metric == name else one for one in query.conditions
        ),
        ranking=replace(ranking, metric=other) if ranking and ranking.metric == name else ranking,
    )


@lru_cache(maxsize=20_000)
@lru_cache(maxsize=1)
def _small() -> frozenset[str]:
    told = metric_words()
    words = [*told["grammar"], *told["particles"], *told["english_grammar"]]
    return frozenset(plain(unit) for word in words for unit in key_of(str(word)))
