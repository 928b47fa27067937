"""By what figures are split, and for one of what they are an average."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from knowledge.metrics import Dimension
from query.plan.members import presence
from understanding.chart.spans import Span
from understanding.figures.leaves import joined
from understanding.figures.measuring import RANKED
from understanding.figures.rules.cuts import SoMany
from understanding.figures.sentence import NoReading, Sentence, distinct
from understanding.figures.things import Kind, Sort
from understanding.metric.vocabulary import metric_words, read_key
from understanding.words.closed import GRAINS

PLAIN_CUTS = ("by", "按", "按照", "各", "各个", "grouped by")  # these cut, and divide by nothing


@dataclass(frozen=True)
class CutBy:
    """What figures are split by as far as it is said so, and the dimensions that nothing binds."""

    dimensions: tuple[str, ...]
    grain: str
    free: tuple[Kind, ...]
    guessed: tuple[str, ...] = ()  # what is called alike was taken: category for type


def cuts_of(sentence: Sentence, metrics: Sequence[str], *, chosen: bool) -> CutBy:
    """Return what is split by: 各, by, each; a bare unit of time where some of them are chosen."""
    parts = [_kinds_of(sentence, one, part) for one in sentence.of("cut") for part in one.value]
    sorts = [part for part in parts if isinstance(part, Sort)]
    sorted_by = [_sorted_by(sentence, metrics, one) for one in sorts]
    kinds = [*(one.dimension for one in parts if isinstance(one, Kind)), *(name for name, _ in sorted_by)]
    kinds += [one.dimension for one in each_of(sentence)]
    grain = _grain(sentence, [one for one in parts if isinstance(one, str)], cut=bool(kinds), chosen=chosen)
    subjects = _subjects(sentence) if kinds else []
    alike = [
        joined(sort.key)
        for (_, exact), sort in zip(sorted_by, sorts, strict=True)
        if not (exact or sort.loose)
    ]
    guessed = (*alike, *(sentence.written(one) for one in subjects))
    free = _unbound(sentence, {*kinds}, subjects)
    kinds += [one.value.kind.dimension for one in sentence.of("so_many") if _are_all(sentence, one.value)]
    return CutBy(distinct(kinds), grain, free, guessed)


def each_of(sentence: Sentence) -> list[Kind]:
    """Return the things that are asked for one by one by what their kind is called: 各便利店, the shops."""
    each = [one for one in sentence.outer("member") if one.value.each and one.value.sorted]
    return [one.value.sorted for one in each if not _says_of_what(sentence, one)]


def _says_of_what(sentence: Sentence, member: Span) -> bool:
    """Tell a member behind *by* that says of what the figure behind it is: top 5 areas by fuel sales."""
    by = any(one.type == "per" and one.value in metric_words()["by"] for one in member.leaves)
    return by and member.end in {one.start for one in sentence.outer("figure")}


def _kinds_of(sentence: Sentence, cut: Span, part: Kind | Sort | str) -> Kind | Sort | str:
    """Return for each kind of a thing the one dimension of its kinds there is: 各类药品, by 药品类别."""
    led = any(one.type == "per" and one.value in metric_words()["each_kind"] for one in cut.leaves)
    if not led or not isinstance(part, Kind):
        return part
    catalog = sentence.catalog
    ends = [read_key(str(one)) for one in metric_words()["alike_kinds"][0]]
    called = {(*read_key(one), *end) for one in catalog.dimensions[part.dimension].wordings for end in ends}
    found = [
        one
        for one in catalog.dimensions.values()
        if one.column and any(read_key(name) in called for name in one.wordings)
    ]
    if len(found) > 1:
        raise NoReading
    return Kind(found[0].name, catalog.full(found[0].table), bool(found[0].key)) if found else part


def _unbound(sentence: Sentence, bound: set[str], subjects: list[Span]) -> tuple[Kind, ...]:
    """Return the things that are named and not split by."""
    named = [one.value for one in sentence.of("kind") if one not in subjects]
    return tuple(dict.fromkeys(one for one in named if one.dimension not in bound))


def _grain(sentence: Sentence, units: list[str], *, cut: bool, chosen: bool) -> str:
    """Return the one unit of time that is split by; a bare one where some of them are chosen."""
    asked, named = sentence.of("which_time"), sentence.of("unit")
    among = sum(one.type == "period" for one in sentence.every) > 1 and sentence.has("high", "low")
    if (asked or named) and not (chosen or among or sentence.has(*RANKED)):
        raise NoReading
    limits = {one.end for one in sentence.every if one.type == "limit"}
    if (asked and cut) or any(one.start in limits for one in named):
        raise NoReading  # stays of more than 7 days
    counted = [one for one in sentence.of("number_of") if not isinstance(one.value, Kind)]
    grains = {*units, *(str(one.value) for one in (*asked, *named, *counted))}
    if len(grains) > 1 or not grains <= {*GRAINS}:
        raise NoReading
    return next(iter(grains), "")


def _subjects(sentence: Sentence) -> list[Span]:
    """Return things right before a figure, which say what that is of where another cut is named: 器械故障."""
    starts = {one.start for one in sentence.of("figure")}
    return [one for one in sentence.of("kind") if one.end in starts]


def _are_all(sentence: Sentence, said: SoMany) -> bool:
    """Tell all that are named, that there are, or that a member has, from so many that are chosen."""
    if sentence.has("first", "figure_first", "rank", "rank_up"):
        raise NoReading
    members, kind = sentence.outer("member"), said.kind
    own = [one for one in members if one.value.dimension == kind.dimension]
    owned = len(members) == 1 and sentence.catalog.path(kind.table, members[0].value.table) is not None
    if said.number != (len(own) or sentence.known.size(kind.dimension)) and (own or not owned):
        raise NoReading
    return True


def _sorted_by(sentence: Sentence, metrics: Sequence[str], sort: Sort) -> tuple[str, bool]:
    """Return the one dimension of the figures' own table that is called so or alike, and which."""
    catalog = sentence.catalog
    tables = {catalog.full(one.table) for name in metrics for one in catalog.sources(name)}
    own = [one for one in catalog.dimensions.values() if catalog.is_own(one, tables)]
    lines = [[read_key(str(one)) for one in line] for line in metric_words()["alike_kinds"]]
    alike = next((line for line in lines if sort.key in line), [])
    for exact, ends in ((True, [sort.key]), (False, alike)):
        found = [one.name for one in own if _ends_so(one.wordings, ends)]
        if len(found) == 1:
            return found[0], exact
    raise NoReading


def _ends_so(wordings: Sequence[str], ends: Sequence[tuple[str, ...]]) -> bool:
    return any(key[-len(end) :] == end for key in map(read_key, wordings) for end in ends)


def averaged(sentence: Sentence, metrics: Sequence[str], cuts: CutBy) -> tuple[str, CutBy]:
    """Return for one of what a figure is meant on average, and the cuts that are left."""
    told = [one.value for one in sentence.of("average")]
    if not told and not sentence.of("avg"):
        return "", cuts
    found = [sentence.catalog.metrics[name] for name in metrics]
    over = [one.dimension if isinstance(one, Kind) else str(one) for one in told]
    if all(one.additivity in ("average", "ratio") for one in found):
        return _of_averages(over, cuts)
    if len(found) != 1 or found[0].kind != "simple" or len(over) > 1 or _asks_how_many_units(sentence):
        raise NoReading
    if over:
        return _over(over[0], cuts), cuts
    if cuts.grain:
        return cuts.grain, replace(cuts, grain="")
    return _over_members(sentence, cuts)


def by_kind_of_day(
    sentence: Sentence, metrics: Sequence[str], beside: Sequence[str], average: str, cuts: CutBy
) -> tuple[str, CutBy]:
    """Take the days of each kind of day together: per day on weekends and on weekdays are two means.

    So is whether, or by how much, one kind of day is above another: five days sell more than two. And so are
    two times that are held against each other per day.
    """
    names = (*cuts.dimensions, *beside, *(one.dimension for one in cuts.free))
    kinds = [sentence.catalog.dimensions[name] for name in names]
    of_days = [one for one in kinds if one.days or presence(one)]
    held_against = _sets_apart(sentence, beside) and not cuts.grain and len(of_days) == len(names)
    led = (*PLAIN_CUTS, *metric_words()["by"])
    plain = any(sentence.written(one).lower().startswith(led) for one in sentence.of("cut"))
    adds_up = all(sentence.catalog.metrics[name].additivity not in ("average", "ratio") for name in metrics)
    if adds_up:
        _refuse_uncounted_days(sentence, kinds)
    per_day = bool(of_days) and (cuts.grain == "day" or held_against)
    of_times = cuts.grain == "day" and _per_day_of_two_times(sentence)
    if average or not (of_times or (per_day and not plain)) or len(metrics) != 1 or not adds_up:
        return average, cuts
    return "day", replace(cuts, grain="")


def _sets_apart(sentence: Sentence, beside: Sequence[str]) -> bool:
    """Tell members that are held against each other: whether one is above the other, or by how much."""
    above = sentence.has("compare", "versus") and (sentence.has("high", "low") or _is_better(sentence))
    above = above or any(one.rule == "held_against" for one in sentence.every)
    return (bool(beside) and above) or _asks_how_far(sentence)


def _per_day_of_two_times(sentence: Sentence) -> bool:
    """Tell a figure per day of a time beside another: per day this October vs last October."""
    told = [sentence.written(one).lower() for one in sentence.of("cut")]
    beside = sentence.has("comparison") or len(sentence.outer("period")) > 1
    held = sentence.has("versus", "compare", "comparison", "against")
    return beside and held and any(one.startswith("per ") for one in told)


def _refuse_uncounted_days(sentence: Sentence, kinds: Sequence[Dimension]) -> None:
    """Stop where it is asked how far days are apart that nobody counts: weather by place, 333 and 1,839."""
    if _asks_how_far(sentence) and any(one.on_time and not presence(one) for one in kinds):
        raise NoReading


def _asks_how_far(sentence: Sentence) -> bool:
    """Tell by how much one is above another, whatever its words are part of: 多卖了多少钱, how far ahead."""
    units, text = sentence.question.units, sentence.question.text
    behind = [text[units[one.end - 1].end :] for one in sentence.every if one.type in ("high", "low")]
    far = any(how in one for one in behind for how in map(str, metric_words()["how_much"]))
    far = far or (_is_better(sentence) and sentence.has("some") and sentence.has("compare", "versus"))
    differs = [str(one.value) for one in sentence.of("compare")]
    return far or any(one in metric_words()["differing"] or one.startswith("how much") for one in differs)


def _is_better(sentence: Sentence) -> bool:
    """Tell a figure that is said to be better than another: 卖得好."""
    return "好" in sentence.small


def _over(unit: str, cuts: CutBy) -> str:
    """Return the unit an average is over; 每个月的日均收入 alone is one in each unit of another."""
    finer = unit in GRAINS and bool(cuts.grain) and GRAINS.index(unit) < GRAINS.index(cuts.grain)
    if cuts.grain and not finer:
        raise NoReading
    return unit


def _over_members(sentence: Sentence, cuts: CutBy) -> tuple[str, CutBy]:
    """Take the average over the one dimension that is split by, or that it is said per."""
    plain = any(one.type == "per" and one.value in PLAIN_CUTS for one in sentence.every)
    each = cuts.dimensions if len(cuts.dimensions) == 1 and not plain else _divided(sentence)
    if len(each) != 1 or cuts.free:
        raise NoReading
    left = tuple(one for one in cuts.dimensions if one != each[0])
    return each[0], replace(cuts, dimensions=left, guessed=(*cuts.guessed, *_of_each(sentence)))


def _asks_how_many_units(sentence: Sentence) -> bool:
    """Tell a question for a number of days or months, and not for each of them: 平均要几天."""
    return any(one.rule == "how_many_units" for one in sentence.every)


def _of_each(sentence: Sentence) -> tuple[str, ...]:
    """Return the word for an average right behind each one, which may be over its days: 每家店平均."""
    if sentence.language != "zh":
        return ()
    ends = {one.end for one in sentence.of("cut")}
    return tuple(sentence.written(one) for one in sentence.of("avg") if one.start in ends)


def _divided(sentence: Sentence) -> tuple[str, ...]:
    """Return what an average is taken per, among other cuts: 平均每个品类, average sales per category."""
    averages = {one.end for one in sentence.of("avg")}
    spans = [one for one in sentence.of("cut") if len(one.value) == 1 and isinstance(one.value[0], Kind)]
    per = [one for one in spans if one.start in averages or sentence.written(one).lower().startswith("per ")]
    return distinct(one.value[0].dimension for one in per)


def _of_averages(over: list[str], cuts: CutBy) -> tuple[str, CutBy]:
    """Let the average of what is one already be cut by the unit that is said with it: 日均客单价."""
    grains = {*over, *([cuts.grain] if cuts.grain else [])}
    if len(grains) > 1 or not grains <= {*GRAINS}:
        raise NoReading
    return "", replace(cuts, grain=next(iter(grains), ""))
