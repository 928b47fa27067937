"""When, and against when."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from knowledge.definitions.columns import keeps_things
from knowledge.items import Assumption
from language.calendar import MONTHS, days, in_whole_units, whole
from language.period.words import period_words
from language.periods import find_periods, is_named_alone
from query.metric_query import Compared, Window
from understanding.figures.against import begun, beside, said_of, ways_to_compare
from understanding.figures.rules.filling import SOMETHING
from understanding.figures.sentence import NoReading, Sentence
from understanding.figures.years import contrasted, in_their_years, in_year, joined_years, of_every_year
from understanding.metric.vocabulary import metric_words
from understanding.words.closed import GRAINS
from understanding.words.judging import speaks_of

SEVERAL = 2  # units that are none to compare one by one


@dataclass(frozen=True)
class Times:
    """The stretches, what they are held against, and the unit they are shown by."""

    windows: tuple[Window, ...]
    compared: Compared | None = None
    assumed: bool = False
    grain: str = ""
    doubts: tuple[Assumption, ...] = ()  # what was taken for granted of them
    guessed: tuple[str, ...] = ()  # words that are taken to say the unit they are shown by


def times_of(
    sentence: Sentence, metrics: Sequence[str], grain: str, *, cut: bool, moved: bool, mean: bool = False
) -> list[Times]:
    """Return when, once for each way the comparison may be meant."""
    grain = grain or _trend_grain(sentence, metrics)
    finer = "" if grain or cut else _compared_unit(sentence)
    grain, guessed = grain or finer, tuple(one.text for one in said_of(sentence)) if finer else ()
    windows = _windows(sentence, metrics, grain)
    _refuse_unread(sentence, metrics, windows, grain)
    ways = ways_to_compare(sentence, windows, grain, moved=moved, mean=mean)
    if len(ways) == 1 and (again := _held_again(sentence, metrics, windows)):
        ways = [(ways[0][0], (one,)) for one in again]
    dated = (_dated(sentence, metrics, kept, compared, grain, cut=cut) for compared, kept in ways)
    return [replace(one, guessed=guessed) for one in dated]


def _refuse_unread(
    sentence: Sentence, metrics: Sequence[str], windows: tuple[Window, ...], grain: str
) -> None:
    """Stop where figures are of no time, or have no data of one, or a time is said that none of these is."""
    timed = any(source.time for name in metrics for source in sentence.catalog.sources(name))
    recently, today = sentence.has("recently"), sentence.question.today
    if (windows or grain or recently) and not timed:
        raise NoReading("no_data" if windows else "shape")
    if not all(sentence.known.reaches(metrics, one, today) for one in windows):
        raise NoReading("no_data")
    begun = {str(one.value) for one in sentence.of("total")} & {*metric_words()["since_begun"]}
    if begun and (windows or recently):
        raise NoReading
    if recently if windows else period_words().until_now.search(sentence.question.text.lower()):
        raise NoReading


def _windows(sentence: Sentence, metrics: Sequence[str], grain: str) -> tuple[Window, ...]:
    """Return the stretches that are named; the end of one is that stretch for stocks and balances."""
    told = joined_years(sentence, [one.value for one in sentence.outer("period", "ended")])
    spoken = contrasted(sentence, told)
    found = tuple(_coming(sentence, metrics, Window.of(in_whole_units(one, grain))) for one in spoken)
    found = tuple(sentence.known.with_days_to_come(metrics, one, sentence.question.today) for one in found)
    found = tuple(_of_whole_months(sentence, metrics, one) for one in found)
    if len({(one.start, one.end) for one in found}) == 1:
        if len({one.text.strip().lower() for one in spoken if one.relative}) > 1:
            raise NoReading  # of last week and the week before, the second goes on from there
        return begun(sentence, beside(sentence, found[:1], grain))
    return in_their_years(sentence, spoken, found) if len(found) > 1 else found


def _coming(sentence: Sentence, metrics: Sequence[str], window: Window) -> Window:
    """Return a part of this year still to come where the figures have data of it: December's target."""
    today = sentence.question.today
    if window.start.year != today.year - 1 or window.unit not in MONTHS:
        return window
    late = find_periods(window.text, dt.date(today.year, 12, 31))
    moved = in_year(sentence.known, window, today.year, today)
    said = [one.start for one in late] == [moved.start] and moved.start > today
    return moved if said and sentence.known.reaches(metrics, moved, today) else window


def _of_whole_months(sentence: Sentence, metrics: Sequence[str], window: Window) -> Window:
    """Return the month that runs as a whole one, of figures set by the month: its target is known."""
    monthly = all(one.time_grain == "month" for name in metrics for one in sentence.catalog.sources(name))
    running = window.unfinished and window.unit == "month" and window.count == 1
    if not (monthly and running):
        return window
    return replace(window, end=whole("month", window.start)[1], unfinished=False)


def _held_again(
    sentence: Sentence, metrics: Sequence[str], windows: tuple[Window, ...]
) -> tuple[Window, ...]:
    """Return a holiday named without a year as it was and comes next, where there are data of both."""
    spoken = [one.value for one in sentence.outer("period")]
    if len(windows) != 1 or len(spoken) != 1 or not is_named_alone(spoken[0]):
        return ()
    today, (last,) = sentence.question.today, windows
    again = in_year(sentence.known, last, last.start.year + 1, today) if last.start <= today else last
    held = again.start > today and sentence.known.reaches(metrics, again, today)
    return (replace(last, text=""), again) if held and again != last else ()


def _dated(
    sentence: Sentence,
    metrics: Sequence[str],
    windows: tuple[Window, ...],
    compared: Compared | None,
    grain: str,
    *,
    cut: bool,
) -> Times:
    if windows:
        every = _is_each_year(windows, compared, grain)
        windows = of_every_year(sentence, metrics, windows[0]) if every else windows
        return _several(windows, compared, grain, cut=cut)
    if (running := _as_of_now(sentence, metrics)) is not None and not (compared or grain):
        return Times((running,), None, True, grain)
    if _asks_for_all(sentence, metrics) and not (compared or sentence.has("recently")):
        return Times((), None, grain=grain)
    takes_usual = compared or sentence.has("recently") or _says_nothing_of_all(sentence, metrics, grain)
    found = _assumed(sentence, metrics, grain) if takes_usual else None
    if found is not None:
        return Times((found,), compared, True, grain, ("period",))
    if compared:
        raise NoReading
    defined = sentence.known.default_window(metrics[0], grain, sentence.question.today)
    return Times((defined,) if defined else (), None, defined is not None, grain)


def _assumed(sentence: Sentence, metrics: Sequence[str], grain: str) -> Window | None:
    """Return the stretch that is taken where none is named: lately, or what a comparison is usually over."""
    known, today, words = sentence.known, sentence.question.today, metric_words()
    if lately := sentence.of("recently"):
        said = {str(one.value) for one in lately}
        some = (period for period, those in words["some_lately"].items() if not said.isdisjoint(those))
        return known.window(str(next(some, words["recently"]["period"])), today)
    told = said_of(sentence)
    yearly = words["against_last_year"]
    if not grain and any(one.text.lower() in yearly["words"] for one in told):
        return known.window(str(yearly["period"]), today)
    found = known.usual_window(metrics[0], grain, today)
    if found and not {one.unit for one in told} <= {"", found.unit, grain}:
        raise NoReading
    return found


def _compared_unit(sentence: Sentence) -> str:
    """Return the unit that is compared where the time has several of it: month over month this year."""
    units = {one.unit for one in said_of(sentence)} - {""}
    periods = [Window.of(one.value) for one in sentence.outer("period")]
    if len(units) != 1 or len(periods) != 1:
        return ""
    (unit,), (window,) = units, periods
    return unit if unit in GRAINS and window.unit != unit and window.units(unit) > SEVERAL else ""


def _as_of_now(sentence: Sentence, metrics: Sequence[str]) -> Window | None:
    """Return the month that runs, of a rate or mean: what it is now is what it has been of late, not ever.

    Of one that has whole months alone it is the last there is. An amount may stand now whenever it came, as
    what is unpaid does.
    """
    words, catalog, today = metric_words()["as_it_stands"], sentence.catalog, sentence.question.today
    every = [source for name in metrics for source in catalog.sources(name)]
    flows = all(one.time and one.additivity != "semi" for one in every)
    rates = all(catalog.metrics[name].additivity in ("ratio", "average") for name in metrics)
    if not (_asks_of_now(sentence) and flows and rates):
        return None
    if all(one.time_grain == "day" for one in every):
        return sentence.known.window(str(words["period"]), today)
    held = sentence.known.shared_range(metrics)
    return Window(*whole("month", min(held[1], today) - days(1)), "month") if held else None


def _asks_for_all(sentence: Sentence, metrics: Sequence[str]) -> bool:
    counts = all(sentence.catalog.metrics[name].is_count for name in metrics)
    told = _asks_of_now(sentence) and not _happened(sentence, metrics)
    texts = [str(one.value) for one in sentence.leaves if isinstance(one.value, str)]
    texts += [sentence.written(one).lower() for one in sentence.outer("figure")]
    return (told and counts) or speaks_of(texts, metric_words()["marks"]["total"])


def _says_nothing_of_all(sentence: Sentence, metrics: Sequence[str], grain: str) -> bool:
    """Tell what needs some time: sales a head, the more the longer it is, and faults that there are now."""
    if grain or sentence.catalog.metrics[metrics[0]].default_period:
        return False
    grows = any(map(sentence.catalog.grows_with_time, metrics))
    return grows or (_asks_of_now(sentence) and _happened(sentence, metrics))


def _asks_of_now(sentence: Sentence) -> bool:
    return bool(sentence.small & set(metric_words()["as_it_stands"]["words"]))


def _happened(sentence: Sentence, metrics: Sequence[str]) -> bool:
    """Tell counts of what only happened: no state says which of all faults still are."""
    catalog = sentence.catalog
    sources = [one for name in metrics for one in catalog.sources(name)]
    tables = [one.table for one in sources]
    of_states = [catalog.dimensions[one.value.dimension] for one in sentence.outer("member")]
    of_states = [one for one in of_states if one.values and catalog.is_own(one, tables)]
    things = any(keeps_things(catalog.schema.table(catalog.full(one))) for one in tables)
    happened = all(
        one.time and not one.until and one.additivity == "sum" and one.counts_rows for one in sources
    )
    return happened and not (of_states or things)


def _is_each_year(windows: tuple[Window, ...], compared: Compared | None, grain: str) -> bool:
    """Tell whether a part of a year is asked for in each year."""
    (window, *others) = windows
    part = window.units(grain) == 1 and window.unit not in (grain, "range") if grain == "year" else False
    return part and not others and not compared


def _several(windows: tuple[Window, ...], compared: Compared | None, grain: str, *, cut: bool) -> Times:
    """Let several months of one figure be its months; overlapping periods cannot stand side by side."""
    if len(windows) == 1:
        return Times(windows, compared, grain=grain)
    ordered = tuple(sorted(windows, key=lambda one: one.start))
    if compared or any(left.end > right.start for left, right in pairwise(ordered)):
        raise NoReading
    units = {one.unit for one in windows}
    single = all(one.count == 1 and not one.holiday for one in windows)
    if not cut and not grain and single and len(units) == 1 and units <= {*GRAINS}:
        return Times(ordered, grain=units.pop())
    fine = not grain or all(
        grain in ("day", "year") or one.units(grain) > 1 or one.unit in (grain, "range") for one in windows
    )
    if grain and not fine:
        raise NoReading
    return Times(ordered if grain else windows, grain=grain)


def refuse_other_gaps(sentence: Sentence, grain: str, *, cut: bool) -> None:
    """Stop where other units without data are asked for than those that figures are shown by."""
    fitting = {"", grain} | (set() if cut else {SOMETHING})
    if any(one.value not in fitting for one in sentence.of("filled")):
        raise NoReading


def _trend_grain(sentence: Sentence, metrics: Sequence[str]) -> str:
    """Give 趋势 a grain: the unit that its period is told in several of, else by its length."""
    if not sentence.has("trend"):
        return ""
    periods = [one.value for one in sentence.every if one.type == "period"]
    told = [Window.of(one) for one in periods[:1]]
    if any(one.count > SEVERAL and one.unit in GRAINS for one in told):
        return told[0].unit
    today = sentence.question.today
    known = sentence.known.range_of(metrics) or (today, today)
    start, end = (periods[0].start, periods[0].end) if periods else known
    return next(str(grain) for most, grain in metric_words()["trend_grains"] if (end - start).days <= most)
