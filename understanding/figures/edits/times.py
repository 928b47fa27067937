"""Edits of when, and against when."""

from dataclasses import replace

from language.calendar import Period, add_months, whole
from language.periods import Step, has_its_year
from query.metric_query import Compared, MetricQuery, Window
from understanding.figures.against import grown_against, same_day
from understanding.figures.edits.said import Said, unit_of
from understanding.figures.leaves import SMALL
from understanding.figures.levels import at_ends
from understanding.figures.sentence import NoReading
from understanding.figures.years import in_year
from understanding.metric.vocabulary import metric_words
from understanding.words.closed import BOTH, CHANGES, COMPARING, SAME_PERIOD
from understanding.words.following import is_against_its_own_year


def timed(said: Said, now: MetricQuery) -> MetricQuery:
    """Put another time in the place of the one before, beside it, or hold it against that."""
    held = [child.value for one in said.of("went") for child in one.children if child.type == "period"]
    windows = [Window.of(one) for one in (*said.values("period"), *held, *_ended(said, now))]
    now = replace(now, closing=now.closing or said.has("ended", "closing"))
    steps, kinds = said.values("step"), _kinds(said)
    if steps and not (kinds or windows or len(steps) > 1):
        return _stepped(said, now, steps[0], compares=said.has("compare"))
    if len(windows) == BOTH and said.has("compare") and not (kinds or steps):
        return _against(replace(now, windows=(windows[0],), compared=None), windows[1])
    if steps or len(kinds) > 1 or len(windows) > 1:
        raise NoReading
    if not windows:
        return _compared(said, now, kinds[0], named=False) if kinds else now
    if not kinds:
        return _moved(said, now, windows[0])
    return _compared(said, _set(said, now, windows[0]), kinds[0], named=True)


def grown(said: Said, now: MetricQuery) -> list[MetricQuery]:
    """Return a figure held against each time a growth may be against: the year before, the time before."""
    if not said.has(*CHANGES) or now.compared or now.grain or len(now.windows) != 1:
        return [now]
    ways = grown_against(of_a_year=unit_of(now) == "year")
    return [replace(now, compared=one) for one in ways]


def _ended(said: Said, now: MetricQuery) -> list[Period]:
    """Return the stretches whose end is named, which they are for stocks and balances: at the end of June."""
    at_ends(said.sentence, now.metrics, timed=said.has("period"))
    ends: list[Period] = said.values("ended")
    return ends


def _moved(said: Said, now: MetricQuery, window: Window) -> MetricQuery:
    """Show a stretch alone, beside the one shown, or as what that is held against."""
    compares = said.has("went") or (said.has("compare") and not said.sets_members_beside)
    compares = compares or _grows_from_one_to_the_other(said, now, window)
    if compares or said.adds:
        _refuse_unreached(said, now, window)
        return (_against if compares else _beside)(now, window)
    moved = _set(said, now, window)
    return replace(moved, compared=None) if _is_shown(now, window) else moved  # by branch, last month: alone


def _grows_from_one_to_the_other(said: Said, now: MetricQuery, named: Window) -> bool:
    """Tell growth asked with another time like the one shown, and against none: 那去年十月呢，涨了多少."""
    shown = now.window
    if shown is None or now.grain or now.compared or len(now.windows) > 1 or not said.has(*CHANGES):
        return False
    alike = (shown.unit, shown.count, bool(shown.holiday)) == (named.unit, named.count, bool(named.holiday))
    return alike and not _is_shown(now, named)


def _is_shown(now: MetricQuery, named: Window) -> bool:
    """Tell whether a stretch that is named is the one shown."""
    return [(one.start, one.end) for one in now.windows] == [(named.start, named.end)]


def _set(said: Said, now: MetricQuery, window: Window) -> MetricQuery:
    _refuse_unreached(said, now, window)
    window = _another(said, now, _same_part(said, now, window))
    return replace(now, windows=(window,), period_assumed=False)


def _refuse_unreached(said: Said, now: MetricQuery, window: Window) -> None:
    """Stop where there are no data of a stretch, or a correction may be of either of two."""
    corrects_one = now.compared and said.corrects  # the time shown, or the one it is held against
    if corrects_one or not said.known.reaches(now.metrics, window, said.today):
        raise NoReading


def _kinds(said: Said) -> list[str]:
    told = [one.value.kind for one in said.of("comparison")]
    return list(dict.fromkeys([*told, *(one.type for one in said.of("last_year", "previous"))]))


def _compared(said: Said, now: MetricQuery, kind: str, *, named: bool) -> MetricQuery:
    spoken = [one.value for one in said.of("comparison")]
    text = " ".join([*(one.text for one in spoken), *map(str, said.values("last_year", "previous"))]).lower()
    days = any(word in text for word in SAME_PERIOD) and not any(word in text for word in COMPARING)
    if kind == "last_year" and not named and days and not said.has("compare") and now.window:
        moved = _so_far(said, now, now.window).year_before(said.catalog.holidays)
        return replace(now, windows=(moved,), compared=None)
    if len(spoken) == 1 and (day := same_day(spoken[0], now.windows)) is not None:
        return replace(now, compared=day)
    if not named and (held := _held_against_what_was_shown(said, now)):
        return held
    units = {one.unit for one in spoken} - {""}
    if kind == "previous" and now.window and not units <= {now.window.unit, unit_of(now), now.grain}:
        raise NoReading
    if not now.windows:
        now = _at_its_usual_time(said, now, text)
    return replace(now, compared=Compared(kind))  # type: ignore[arg-type]


def _at_its_usual_time(said: Said, now: MetricQuery, text: str) -> MetricQuery:
    """Return a figure of all there is over the time that its change is of where none is named."""
    yearly, known = metric_words()["against_last_year"], said.known
    of_year = not now.grain and any(str(word) in text for word in yearly["words"])
    usual = known.usual_window(now.metrics[0], now.grain, said.today)
    window = known.window(str(yearly["period"]), said.today) if of_year else usual
    return now if window is None else replace(now, windows=(window,), period_assumed=not of_year)


def _held_against_what_was_shown(said: Said, now: MetricQuery) -> MetricQuery | None:
    """Hold the time a year after the one shown against it, where growth on the year of that is asked."""
    shown, spoken = now.window, [one.value for one in said.of("comparison")]
    if shown is None or len(now.windows) > 1:
        return None
    if not any(is_against_its_own_year(one, shown.start, shown.end, said.today) for one in spoken):
        return None
    later = in_year(said.known, shown, shown.start.year + 1, said.today)
    if not said.known.reaches(now.metrics, later, said.today):
        raise NoReading
    before = later.year_before(said.catalog.holidays)
    same = (before.start, before.end) == (shown.start, shown.end) and not shown.holiday
    against = Compared("last_year") if same else Compared("named", shown)
    return replace(now, windows=(later,), period_assumed=False, compared=against)


def _so_far(said: Said, now: MetricQuery, window: Window) -> Window:
    """End a time that runs where its own answer ends: with yesterday, or later where all its data do."""
    today, found = said.today, said.known.shared_range(now.metrics)
    if not window.start < today < window.end:
        return window
    return replace(window, end=min(window.end, max(today, found[1]) if found else today))


def _stepped(said: Said, now: MetricQuery, step: Step, *, compares: bool) -> MetricQuery:
    """Go so many units on from the time asked about, or compare with that: the month before."""
    window, holidays = now.window, said.catalog.holidays
    if window is None or len(now.windows) > 1:
        raise NoReading
    unit = unit_of(now)
    yearly = step.unit == "year" and not (unit == "year" and not compares) and step.count < 0
    if compares:
        if step.count > 0 or not (yearly or step.unit in (unit, now.grain)):
            raise NoReading
        return replace(now, compared=Compared("last_year" if yearly else "previous"))
    if yearly:
        moved = _so_far(said, now, window).year_before(holidays)
    elif step.unit == unit:
        start, end = whole(unit, window.start, step.count)
        moved = Window(start, end, unit=unit)  # type: ignore[arg-type]
    else:
        raise NoReading
    if not said.known.reaches(now.metrics, moved, said.today):
        raise NoReading
    return replace(now, windows=(moved,), period_assumed=False)


def _against(now: MetricQuery, other: Window) -> MetricQuery:
    """Compare with a stretch that is named: with Q2, 跟上上个月比."""
    window = now.window
    if window is None or len(now.windows) > 1:
        raise NoReading
    if other.unit == "year" and other.start.year == window.start.year - 1 and window.unit != "range":
        return replace(now, compared=Compared("last_year"))
    if unit_of(now) == other.unit and whole(other.unit, window.start, -1) == (other.start, other.end):
        return replace(now, compared=Compared("previous"))
    early, late = sorted((window, other), key=lambda one: one.start)
    if now.grain or early.end > late.start:
        raise NoReading
    return replace(now, windows=(late,), compared=Compared("named", early), period_assumed=False)


def _beside(now: MetricQuery, other: Window) -> MetricQuery:
    """Show another stretch beside the one before: add last year, 加上9月."""
    window = now.window
    if window is None or len(now.windows) > 1 or now.compared:
        raise NoReading
    if other.unit == "year" and other.start.year == window.start.year - 1:
        return _against(now, other)
    plain = not (now.grain or now.ranking or now.conditions or now.average or now.running)
    if not plain or not (other.end <= window.start or window.end <= other.start):
        raise NoReading
    return replace(now, windows=(window, other), period_assumed=False)


def _another(said: Said, now: MetricQuery, named: Window) -> Window:
    """Take the month of the year before where the same is asked for another that is called as the one shown.

    Same for last October, after last month in November.
    """
    again = said.of("same") and _is_shown(now, named)
    is_month = named.unit == "month" and named.count == 1
    return named.year_before(said.catalog.holidays) if again and is_month else named


def _is_of_that_part(now: MetricQuery, named: Window, said: Said) -> bool:
    """Tell a year alone, said after a part of another: it is of that part. October, and last year?

    This year is so only after a part that was said with its year: last year's National Day, not yesterday.
    """
    others = any(one.type != "period" and one.type not in SMALL for one in said.sentence.every)
    if others or said.says("everywhere"):
        return False
    spoken, window = said.values("period"), now.window
    called = named.unit == "year" and named.count == 1 and len(spoken) == 1 and spoken[0].relative
    if not called or window is None or window.unit == "year" or len(now.windows) != 1:
        return False
    running, dated = window.start.year == said.today.year, has_its_year(window.period, said.today)
    other = named.start.year != window.start.year and (running or dated or bool(window.holiday))
    return other and unit_of(now) != "year"


def _same_part(said: Said, now: MetricQuery, named: Window) -> Window:
    """Take the same part of another year where that is asked for: same for 2025, after October."""
    window = now.window
    if window is not None and _is_of_that_part(now, named, said):
        if window.unit in ("day", "week") and not has_its_year(window.period, said.today):
            raise NoReading
        if named.start.year == window.start.year - 1:
            return _so_far(said, now, window).year_before(said.catalog.holidays)
        moved = in_year(said.known, window, named.start.year, said.today)
        return replace(moved, text=f"{named.start.year} {window.holiday}" if window.holiday else "")
    if (
        not said.of("same")
        or window is None
        or len(now.windows) > 1
        or named.unit != "year"
        or named.count > 1
    ):
        return named
    if window.unit == "year" or unit_of(now) == "year":
        return named
    months = 12 * (named.start.year - window.start.year)
    if window.holiday or window.unit in ("day", "week") or window.unfinished or months > 0:
        raise NoReading
    return Window(add_months(window.start, months), add_months(window.end, months), window.unit, window.count)
