"""What is said of a change before it is taken apart: both figures, its time, the year before."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from analysis.asked import Direction
from analysis.home import told_beside
from analysis.outcome import Amount, Name, Percent, Said, grown, says_its_unit
from analysis.whom import members_of
from analysis.why.calendar import HOLIDAY, DayKinds
from analysis.why.findings import FLAT, Beside, Findings
from analysis.why.looks import Change, has_other_weekdays
from analysis.why.sizes import beside_params, way_of
from analysis.why.split import ZERO, Pair
from answers.sentences.times import weekday_name
from language.calendar import days
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk

_SUSPECTED = Decimal("0.01")  # of a figure: what moved by less did not move so
_LENGTH = 4  # times: a length that makes less than a quarter of a change is not told
_SEASON = Decimal("0.5")  # of the change, as a share
_APART = Decimal("0.5")  # of the year before: so far from it, it is not the season alone
_ZH = re.compile(
    r"(?:是不是|是因为|因为|是)(?P<what>[\u4e00-\u9fff]{1,8}?)(?:变|减|下|增|上)?(?P<way>少|降|低|跌|差|多|升|高|涨)[了]?[吗么嘛]?[？?]?$"
)
_EN = re.compile(
    r"\b(?:is it|was it|because of|due to|are there|were there|with|did we get|have we got)\b.*?"
    r"\b(?P<way>fewer|less|lower|more|higher)\s+(?P<what>[a-z]+)",
    re.IGNORECASE,
)
_DOWN = "少降低跌差"


def peers_told(found: Findings) -> Said | None:
    """Say how many of its kind moved the same way as the one asked about."""
    peers = found.peers
    if peers is None or found.is_flat:
        return None
    way = way_of(found.whole)
    alike = peers.up if way == "up" else peers.down
    many = Name(peers.dimension, dimension=True, many=True)
    kind = "only_" if alike == 1 else "all_" if alike == peers.every else ""
    return Said(f"why.peers_{kind}{way}", {"dimension": many, "every": peers.every, "count": alike})


def suspicion_told(found: Findings, desk: MetricDesk) -> Said | None:
    """Say whether the figure that the question suspects moved so."""
    said = suspected(found.change.asked.text, found.beside, desk)
    if said is None:
        return None
    one, way = said
    answer = "yes" if way_of(one.pair) == way and abs(one.rate) >= _SUSPECTED else "no"
    return Said(f"why.suspected_{answer}_{way}", beside_params(one))


def read_as(change: Change) -> tuple[Said, ...]:
    """Say which figure was taken where none was named."""
    return (Said("why.read_as", {"metric": Name(change.metric.name)}),) if change.asked.figure_assumed else ()


def rebased(change: Change) -> tuple[Said, ...]:
    """Say which time was passed over for an earlier one that is like it."""
    return () if change.rebased is None else (change.rebased,)


def lengths_told(change: Change, whole: Pair) -> tuple[Said, ...]:
    """Compare whole months of unlike length by their day's mean, where that makes much of the change."""
    now, before = change.now, change.before
    if change.scale != 1 or now.days == before.days or not change.shape.by_day:
        return ()
    if not whole.before or whole.now is None:
        return ()
    longer = abs(Decimal(now.days) / before.days - 1)
    return () if _LENGTH * longer < abs(whole.change / whole.before) else _by_day(change, whole)


def by_day_told(change: Change, whole: Pair) -> tuple[Said, ...]:
    """Compare two stretches of unlike length by their day's mean: holidays of seven days and of eight."""
    return () if change.scale == 1 else _by_day(change, whole)


def _by_day(change: Change, whole: Pair) -> tuple[Said, ...]:
    if not whole.before or whole.now is None:
        return ()
    now, before = change.now, change.before
    name, means = change.metric.name, (whole.before / before.days, whole.now / now.days)
    params = {
        "days": now.days,
        "days_before": before.days,
        "now": Amount(means[1], name, "mean"),
        "before": Amount(means[0], name, "mean"),
        "rate": Percent((means[1] / means[0] - 1) * 100, signed=True),
    }
    return (Said("why.by_day", params),)


def premise_code(found: Findings) -> str:
    """Return how the change is said: as none worth the name, of things that are counted, or of a rate."""
    if abs(found.summed.change) < FLAT * abs(found.summed.before or ZERO):
        return "why.premise_flat"
    metric = found.change.metric
    kind = "" if found.change.shape.kind == "sum" else "rate_"
    counted = "count_" if not kind and metric.unit("en").endswith("s") and not metric.decimals else ""
    return f"why.premise_{kind}{counted}{way_of(found.summed)}"


def year_told(found: Findings) -> Said | None:
    """Say that it went the same way a year before, where it did by half as much: that is the season's."""
    year, whole, name = found.year, found.whole, found.change.metric.name
    if found.is_flat or year is None or not year.before or not whole.before:
        return None
    then, now = year.change / abs(year.before), whole.change / abs(whole.before)
    if then * now <= 0 or abs(then) < _SEASON * abs(now):
        return None
    if found.all_ended or (found.days is not None and not found.days.counted):
        return None  # what a few days explain is no season's
    params: dict[str, Any] = {"before": Amount(year.before, name), "now": Amount(year.now or ZERO, name)}
    params |= {"change": grown(year.change, year.before, found.change.metric)}
    if found.days:
        return Said("why.year_too", params)
    gap = (whole.now or ZERO) - (year.now or ZERO)
    if year.now and gap * whole.change > 0 and abs(gap) >= _APART * abs(year.now):
        return Said("why.year_apart", {**params, "gap": grown(gap, year.now, found.change.metric)})
    return Said("why.year_weekdays" if has_other_weekdays(found.change) else "why.year", params)


def premise_params(change: Change, whole: Pair, desk: MetricDesk) -> dict[str, Any]:
    """Return the words of both figures, their times, and how far they lie apart."""
    name, before = change.metric.name, whole.before or ZERO
    rate = whole.change / abs(before) * 100 if before else None
    points = change.metric.unit("en") == "%"  # a percent of percents is read as points
    return {
        "metric": Name(name),
        "when": change.now,
        "against": against_told(change, desk),
        "only": only(change, desk),
        "now": Amount(whole.now or ZERO, name, "bare" if says_its_unit(change.metric) else "value"),
        "before": Amount(before, name),
        "change": Amount(whole.change, name, "change"),
        "size": Amount(whole.change, name, "size"),
        "more": Amount(abs(whole.change), name, "bare"),
        "earlier": Amount(before, name, "bare"),
        "rate": "" if rate is None or points else Said("why.rate", {"rate": Percent(rate, signed=True)}),
    }


def against_told(change: Change, desk: MetricDesk) -> Any:
    """Return what the time is compared with, in the words people have for it."""
    compared, year = query_of(change).compared, change.now.year_before(None)
    same = (change.before.start, change.before.end) == (year.start, year.end) and not change.before.text
    if same or (compared is not None and compared.kind == "last_year"):
        return Said("why.earlier.last_year", {"dates": told_beside(change.now, change.before, desk)})
    week_back = (change.now.start - change.before.start).days % 7 == 0
    if compared is None and change.now.days == change.before.days == 1 and week_back:
        weekday = weekday_name(change.now.start.weekday(), desk.language)
        return Said("why.earlier.weekday", {"weekday": weekday, "dates": change.before})
    one = change.now.count == 1 and change.now.unit in ("day", "week")  # not of the past 30 days
    if compared is None and one and change.before.end == change.now.start:
        return Said(f"why.earlier.{change.now.unit}", {"dates": change.before})
    return change.before


def only(change: Change, desk: MetricDesk) -> Any:
    """Return whose figure it is, where members were named."""
    return members_of(change.asked.filters, desk)


def reading_told(change: Change) -> tuple[Said, ...]:
    """Say what was compared, and where the asked time was cut."""
    lines = [
        Said("why.line.compared", {"when": change.now, "against": change.before}),
        Said("why.line.split", {}),
    ]
    asked = change.asked.window
    if asked is not None and change.now.end < asked.end:
        last = (change.now.end - days(1)).isoformat()
        lines.append(Said("why.line.cut", {"last": last}))
    return tuple(lines)


def query_of(change: Change) -> MetricQuery:
    """Return the query whose figure is asked about."""
    query = change.asked.query
    assert query is not None
    return query


def suspicion(text: str) -> tuple[str, Direction] | None:
    """Return the thing that a question suspects to have become more or less.

    >>> suspicion("充电收入怎么比4月少了那么多，是车少了吗"), suspicion("why did sales fall?")
    (('车', 'down'), None)
    """
    if (found := _ZH.search(re.split(r"[，,。；;]", text.strip())[-1])) is not None:
        return found["what"], "down" if found["way"] in _DOWN else "up"
    if (english := _EN.search(text)) is not None:
        down = english["way"].lower() in ("fewer", "less", "lower")
        return english["what"].lower(), "down" if down else "up"
    return None


def suspected(text: str, beside: Sequence[Beside], desk: MetricDesk) -> tuple[Beside, Direction] | None:
    """Return the figure beside that a question suspects, and which way; None where it suspects none."""
    found = suspicion(text)
    if found is None:
        return None
    thing, way = found
    stem = thing.removesuffix("s") if thing.isascii() else thing
    for one in beside:
        metric = desk.catalog.metrics[one.metric]
        names = (metric.zh, metric.en, *metric.synonyms, metric.unit("zh"), metric.unit("en"))
        if one.pair.before and one.pair.now and any(stem in name.lower() for name in names):
            return one, way
    return None


def other_holidays(change: Change, desk: MetricDesk) -> Said | None:
    """Say which holidays two times have, where one has more days of them than the other."""
    windows = (change.now, change.before)
    kinds = DayKinds.of(desk.catalog, (change.span.start, change.span.end))
    counts = [kinds.counted(one)[HOLIDAY] for one in windows]
    if counts[0] == counts[1] or not change.shape.by_day:
        return None
    told = [_called(kinds, one, count, desk) for one, count in zip(windows, counts, strict=True)]
    return Said("why.other_holidays", {"now": told[0], "before": told[1]})


def _called(kinds: DayKinds, window: Window, count: int, desk: MetricDesk) -> Any:
    names = tuple(kinds.called(window, desk.language))
    return Said("why.cause.holiday", {"names": names, "count": count}) if count else Said("why.cause.none")
