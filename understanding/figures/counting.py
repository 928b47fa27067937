"""Numbers of things that no figure is named for: told by their members, or by the kind that is counted."""

from collections.abc import Sequence
from itertools import pairwise

from knowledge.definitions.column_words import draft_words, words_of
from knowledge.metrics import Metric
from understanding.chart.spans import Span
from understanding.figures.sentence import NoReading, Sentence
from understanding.figures.things import Kind
from understanding.metric.vocabulary import read_key

OF = frozenset(["的"])


def counted_things(sentence: Sentence) -> tuple[str, ...]:
    """Return the count of things that are named with a member of theirs: 多少家餐饮店铺, coffee shops."""
    if (things := _counted_behind(sentence)) is not None:
        return (things.counted,)
    kept = sentence.outer("member") if sentence.has("count") else []
    named = {name for one in kept for name in _called_after(sentence, one)}
    return tuple(named) if len(named) == 1 else ()


def counted_by_members(sentence: Sentence) -> tuple[str, ...]:
    """Return the one count of the things that named members are of: how many inspections failed."""
    kept = sentence.outer("member")
    if not (sentence.has("count") or _asks_how_many_of_them(sentence)) or counted_things(sentence):
        return ()
    catalog = sentence.catalog
    rows = {one.value.dimension for one in kept if catalog.names_rows(one.value.dimension)}
    kinds = [one.value for one in kept if one.value.dimension not in rows]  # of rows there is one each
    tables = {one.table for one in kinds}
    found = _counts_of(sentence, tables.pop()) if len(tables) == 1 else ()
    measured = {catalog.dimensions[one.dimension].measured_by for one in kinds}
    told = sentence.has("count") or measured <= {"", *found}
    return found if told and all(catalog.cuts(count, name) for count in found for name in rows) else ()


def _asks_how_many_of_them(sentence: Sentence) -> bool:
    """Tell how many, or which part, right beside members: 有多少保洁员, 男女各多少, 女员工占比.

    不合格的有多少 is of those spoken of before.
    """
    told = [one.type for one in sentence.covering.spans if one.type != "empty" or sentence.written(one) in OF]
    beside = any("keep" in pair and {*pair} & {"some", "respectively"} for pair in pairwise(told))
    return beside or "share_of" in told


def _counted_behind(sentence: Sentence) -> Kind | None:
    """Return the things whose number is asked for over members of theirs: 多少家餐饮店铺."""
    spans = [one for one in sentence.covering.spans if one.type != "empty"]
    for asked, kept, thing in zip(spans, spans[1:], spans[2:], strict=False):
        if asked.type in ("count", "some") and kept.type == "keep" and thing.type == "kind":
            found = thing.value
            assert isinstance(found, Kind)
            fits = found.counted and kept.end == thing.start and not speaks_of_ends(sentence, found.counted)
            return found if fits else None
    return None


def _called_after(sentence: Sentence, member: Span) -> list[str]:
    """Return the count of what a member is a kind of, 加油站有几家, or its own name ends in: coffee shops."""
    if (things := member.value.sorted) is not None and things.counted:
        return [things.counted]
    key = sentence.question.keys[member.start : member.end]
    counts = {one.counts: one.name for one in sentence.catalog.metrics.values() if one.counts}
    return [
        name
        for counted, name in counts.items()
        for wording in map(read_key, sentence.catalog.dimensions[counted].wordings)
        if len(wording) < len(key) and key[-len(wording) :] == wording
    ]


def speaks_of_ends(sentence: Sentence, name: str) -> bool:
    """Tell members or kinds that tell how rows ended which a level counts until then: left, by reason.

    None of them still stands. What does so is measured by another figure, is a state, or is called like
    the day on which rows end. A column that none of what stands fills is left to `of_those_ended`.
    """
    catalog, level = sentence.catalog, sentence.catalog.metrics[name]
    if not level.until:
        return False
    ends = {*words_of(level.until), *draft_words()["states"]["any"]} - {*draft_words()["days"]}
    named = {one.value.dimension for one in (*sentence.outer("member"), *sentence.of("kind"))}
    own = [one for one in map(catalog.dimensions.get, named) if one and catalog.is_own(one, [level.table])]
    ended = sentence.known.ended.get(name, frozenset())
    if any(catalog.full_column(one.column).lower() in ended for one in own):
        return False
    return any(one.measured_by not in ("", name) or ends & {*words_of(_bare(one.column))} for one in own)


def _bare(column: str) -> str:
    return column.rpartition(".")[2]


def _counts_of(sentence: Sentence, table: str) -> tuple[str, ...]:
    """Return the one number of rows of a table; of those there are now no time is asked."""
    catalog = sentence.catalog
    level = catalog.standing_count(table)
    if level and not speaks_of_ends(sentence, level):
        return (level,)
    counts = [
        one
        for one in catalog.metrics.values()
        if one.is_count and one.additivity == "sum" and catalog.full(one.table) == table
        if "COUNT(" in one.expression
    ]
    standing = [one.name for one in counts if not one.time]
    if standing and (len(standing) > 1 or sentence.has("period")):
        raise NoReading
    return tuple(standing) or (tuple(one.name for one in counts) if len(counts) == 1 else ())


def counted_groups(
    sentence: Sentence, metrics: Sequence[str], limited: Sequence[str]
) -> tuple[str, str] | None:
    """Return a count of those a limit holds for, with their dimension: number of shops with sales over."""
    found: list[Metric] = [sentence.catalog.metrics[name] for name in metrics if name not in limited]
    counts = [one for one in found if one.counts]
    if len(counts) != 1 or len(found) != 1 or not limited:
        return None
    return counts[0].name, counts[0].counts
