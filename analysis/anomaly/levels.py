"""What is odd in a level, as stock: its last count beside those before, who fell to nothing, who jumped."""

import datetime as dt
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analysis.anomaly.looks import MOST, two_sided, unlikely
from analysis.asked import AnalysisAsked
from analysis.cuts import cuts_of
from analysis.daily import Floats
from analysis.drawing import Line, Panel, panels
from analysis.names import reads
from analysis.outcome import Amount, Look, Name, Outcome, Read, Said, Steps, figure_of, percent_of
from analysis.series import MOST_ROWS
from analysis.tables import table
from analysis.whom import members_of
from analysis.why.looks import of_member
from analysis.why.reading import why_question
from config.wording import say
from database.result import QueryResult
from language.calendar import add_months, days, whole
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk

COUNTS = 14  # read: the last of each month, the last of all
FEWEST = 4  # steps before that tell how far it usually goes
MOST_CUTS = 4
MOST_MEMBERS = 200  # of the finest cut, of which fewer counts are read
SMALLEST_SHARE = 0.003  # of all: less is no jump worth telling
SMALLEST = 0.25  # of the count before
NOUGHT = 1e-9
NAMED = 5  # of those at nothing
STEADY = 0.02  # a level that moves less
CALMEST = 0.02  # of a member's logarithm
FREEDOM = 10
BEYOND = 2.0  # standard errors by which the whole is far off


@dataclass(frozen=True, eq=False)
class _Counts:
    """The counts of a level at the ends of months in a row: by member, or of all together."""

    members: tuple[str, ...]
    table: Floats  # members by months
    months: tuple[str, ...]


@dataclass(frozen=True)
class Step:
    """A member's last count beside the one before, and how likely such a step is."""

    dimension: str
    member: str
    value: float
    before: float
    chance: float

    @property
    def off(self) -> float:
        """Return by how much it moved."""
        return self.value - self.before


def is_level(name: str, desk: MetricDesk) -> bool:
    """Tell a figure that is counted at a moment and does not add up over days."""
    sources = desk.catalog.sources(name)
    return desk.catalog.metrics[name].kind == "simple" and all(one.additivity == "semi" for one in sources)


def level_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the looks at a level's last counts, and return what is odd in them."""
    metric = asked.metrics[0]
    ranges = desk.answers.reader.known.ranges((metric,))
    if not ranges:
        return Outcome(declined=Said("anomaly.nothing", {"metric": ""}))
    end = min(ranges[0][1], desk.today + days(1))
    if asked.window is not None:
        end = min(end, asked.window.end)
    looks = _looks_at(metric, ranges[0][0], end, asked, desk)
    read = yield looks
    counts = {
        look.query.splits[0] if look.query.splits else "": _counts(look, read[look.name])
        for look in looks
        if look.name in read and read[look.name].result.rows and not read[look.name].result.truncated
    }
    whole_of = counts.pop("", None)
    if whole_of is None or len(whole_of.months) < FEWEST + 2:
        return Outcome(declined=Said("anomaly.few_counts", {"metric": Name(metric), "count": FEWEST + 2}))
    counts = {name: one for name, one in counts.items() if reads(one.members, desk, name)}
    return _told(metric, end - days(1), whole_of, counts, asked, desk)


def _looks_at(
    metric: str, start: dt.date, end: dt.date, asked: AnalysisAsked, desk: MetricDesk
) -> list[Look]:
    """Return what reads each month's last count: all together, by the finest thing, by its cuts."""
    fixed = {kept.dimension for kept in asked.filters}
    cuts = cuts_of(metric, desk, fixed)
    finest = _finest(metric, cuts, fixed, desk)
    found = []
    for place, dimension in enumerate(["", *dict.fromkeys([*finest, *cuts[:MOST_CUTS]])]):
        members = max(1, desk.answers.reader.known.size(dimension)) if dimension else 1
        months = max(2, min(COUNTS, MOST_ROWS // (2 * members)))  # names known may be half of those there are
        first = max(start, add_months(whole("month", end - days(1))[0], 1 - months))
        query = MetricQuery(
            (metric,),
            (dimension,) if dimension else (),
            "month",
            (Window(first, end, "range"),),
            filters=asked.filters,
            closing=True,
        )
        named: dict[str, Any] = {"metric": Name(metric)}
        if dimension:
            named["by"] = Name(dimension, dimension=True)
        code = "anomaly.label_counts_by" if dimension else "anomaly.label_counts"
        found.append(Look(f"count.{place}", query, Said(code, named)))
    return found


def _finest(metric: str, cuts: Sequence[str], fixed: set[str], desk: MetricDesk) -> list[str]:
    """Return the thing that is counted, with more members than one is usually cut by: a title, an article."""
    known, catalog = desk.answers.reader.known, desk.catalog
    large = [
        one.name
        for one in catalog.dimensions.values()
        if one.key and not one.days and catalog.cuts(metric, one.name) and desk.shows(one)
        if one.name not in cuts and one.name not in fixed and 1 < known.size(one.name) <= MOST_MEMBERS
    ]
    return sorted(large, key=known.size)[-1:]


def _counts(look: Look, read: Read) -> _Counts:
    """Return what was read as counts; no row is 0."""
    split = len(look.query.splits)
    rows = read.result.rows
    members = tuple(dict.fromkeys(str(row[0]) for row in rows)) if split else ("",)
    months = tuple(sorted({str(row[split])[:7] for row in rows}))
    table = np.zeros((len(members), len(months)))
    for row in rows:
        who = members.index(str(row[0])) if split else 0
        table[who, months.index(str(row[split])[:7])] += float(str(row[-1] or 0))
    return _Counts(members, table, months)


def steps_of(dimension: str, members: Sequence[str], table: Floats) -> list[Step]:
    """Return each member's last step, beside its own steps before and those of all others."""
    if table.shape[1] < FEWEST + 2:
        return []
    with np.errstate(divide="ignore", invalid="ignore"):
        steps = np.diff(np.log(table + 1.0), axis=1)
    steps = np.where((table[:, 1:] > 0) | (table[:, :-1] > 0), steps, np.nan)
    before, last = steps[:, :-1], steps[:, -1]
    each = np.sqrt(np.mean(np.square(np.nan_to_num(before)), axis=1))
    usual = max(float(np.median(each)), CALMEST)
    size = table[:, -2:].max(axis=1) / max(1.0, float(table[:, -1].sum()))
    found = []
    for number, member in enumerate(members):
        if not math.isfinite(last[number]) or size[number] < SMALLEST_SHARE:
            continue
        spread = max(float(each[number]), usual / 2) * math.sqrt(1 + 1 / before.shape[1])
        chance = two_sided(abs(float(last[number])) / spread, FREEDOM)
        found.append(Step(dimension, member, float(table[number, -1]), float(table[number, -2]), chance))
    return found


def jumps_of(every: Sequence[Step]) -> list[Step]:
    """Return the steps that are odd, corrected for their number; falls to nothing are told apart."""
    odd = unlikely(every, lambda one: one.chance)
    large = [one for one in odd if one.value > 0 and abs(one.off) >= SMALLEST * max(1.0, one.before)]
    return sorted(large, key=lambda one: -abs(one.off))[:MOST]


@dataclass(frozen=True)
class Empty:
    """Members at nothing now, those that were not at the count before first; and how many usually are."""

    dimension: str
    now: tuple[str, ...]
    fell: tuple[tuple[str, float], ...]
    usual: float


def empty_of(dimension: str, members: Sequence[str], table: Floats) -> Empty:
    """Return who is at nothing of those that ever had something."""
    had = np.cumsum(table > 0, axis=1) > 0
    nought = had & (table <= NOUGHT)
    number = nought.sum(axis=0)
    now = [members[int(at)] for at in np.nonzero(nought[:, -1])[0]]
    fell = [
        (members[int(at)], float(table[at, -2])) for at in np.nonzero(nought[:, -1] & (table[:, -2] > 0))[0]
    ]
    fell.sort(key=lambda one: -one[1])
    usual = float(np.median(number[1:-1])) if number.size > 2 else 0.0
    return Empty(dimension, tuple(now), tuple(fell), usual)


def _told(
    metric: str,
    day: dt.date,
    whole_of: _Counts,
    counts: Mapping[str, _Counts],
    asked: AnalysisAsked,
    desk: MetricDesk,
) -> Outcome:
    every = [step for name, one in counts.items() for step in steps_of(name, one.members, one.table)]
    jumps = jumps_of(every)
    empties = [empty_of(name, one.members, one.table) for name, one in counts.items()]
    empty = next((one for one in empties if one.now), None)
    lead, far = _whole_told(metric, day, whole_of.table[0])
    found = len(jumps) + (1 if empty is not None and empty.fell else 0) + far
    dimensions = tuple(Name(name, dimension=True) for name in counts)
    by = Said("anomaly.by", {"dimensions": dimensions}) if dimensions else ""
    only = members_of(asked.filters, desk)
    about = {"metric": Name(metric), "by": by, "only": only, "day": day.isoformat(), "count": found}
    statements = [Said("anomaly.level_some" if found else "anomaly.level_none", about), lead]
    if empty is not None:
        statements.append(_empty_told(empty))
    elif counts:
        finest = max(counts, key=lambda name: len(counts[name].members))
        statements.append(Said("anomaly.level_no_empty", {"by": Name(finest, dimension=True)}))
    if jumps:
        listed = tuple(_jump_told(metric, one) for one in jumps)
        statements.append(Said("anomaly.level_jumps", {"list": listed}))
    reading = (
        Said("anomaly.level_looked", {**about, "counts": len(whole_of.months), "looks": len(every)}),
        Said("anomaly.level_how"),
    )
    return Outcome(
        tuple(statements),
        _table(day, jumps, empty, desk) if jumps or (empty and empty.fell) else None,
        _chart(metric, whole_of, desk),
        (),
        reading,
        _questions(metric, jumps, day, asked, desk),
    )


def _whole_told(metric: str, day: dt.date, whole_of: Floats) -> tuple[Said, bool]:
    """Return the last count of all beside the one before, and whether that step is far from those before."""
    now, before = float(whole_of[-1]), float(whole_of[-2])
    earlier = np.abs(np.diff(whole_of[:-1]) / np.where(whole_of[:-2] == 0, np.nan, whole_of[:-2]))
    usual = float(np.nanmedian(earlier)) if np.isfinite(earlier).any() else 0.0
    change = now / before - 1 if before else 0.0
    far = abs(change) >= 2 * STEADY and abs(change) > BEYOND * float(np.sqrt(np.nanmean(np.square(earlier))))
    params = {
        "metric": Name(metric),
        "day": day.isoformat(),
        "now": Amount(figure_of(now), metric),
        "before": Amount(figure_of(before), metric),
        "change": percent_of(100 * change, signed=True),
        "usual": percent_of(100 * usual),
        "record": _record(whole_of),
    }
    return Said("anomaly.level_whole", params), far


def _record(whole_of: Floats) -> Said | str:
    now, before = whole_of[-1], whole_of[:-1]
    if len(before) < COUNTS - 2 or not (now > before.max() or now < before.min()):
        return ""
    return Said(f"anomaly.level_{'high' if now > before.max() else 'low'}", {"count": len(before) + 1})


def _empty_told(empty: Empty) -> Said:
    names = [name for name, _ in empty.fell] or list(empty.now)
    params: dict[str, Any] = {
        "by": Name(empty.dimension, dimension=True),
        "count": len(empty.now),
        "usual": round(empty.usual),
        "fell": len(empty.fell),
        "names": tuple(names[:NAMED]),
        "more": Said("anomaly.level_more", {"count": len(names) - NAMED}) if len(names) > NAMED else "",
    }
    return Said("anomaly.level_empty" if empty.fell else "anomaly.level_empty_still", params)


def _jump_told(metric: str, one: Step) -> Said:
    params = {
        "name": one.member,
        "now": Amount(figure_of(one.value), metric),
        "before": Amount(figure_of(one.before), metric),
    }
    if not one.before:
        return Said("anomaly.level_jump_new", params)
    change = percent_of(100 * (one.value / one.before - 1), signed=True)
    return Said("anomaly.level_jump", {**params, "change": change})


def _table(day: dt.date, jumps: Sequence[Step], empty: Empty | None, desk: MetricDesk) -> QueryResult:
    heads = ("member", "when", "now", "before")
    month = f"{day:%Y-%m}"
    rows = [(name, month, 0.0, before) for name, before in (empty.fell if empty else ())]
    rows += [(one.member, month, one.value, one.before) for one in jumps]
    return table([say(f"analysis.anomaly.column.{one}", desk.language) for one in heads], rows, words=2)


def _chart(metric: str, whole_of: _Counts, desk: MetricDesk) -> dict[str, Any]:
    """Draw the last counts of all."""
    ys = [float(one) for one in whole_of.table[0]]
    line = Line(say("analysis.anomaly.line.months", desk.language), whole_of.months, ys)
    shown = desk.catalog.metrics[metric]
    return panels([Panel(shown.label(desk.language), [line], shown.unit(desk.language))], desk.language)


def _questions(
    metric: str, jumps: Sequence[Step], day: dt.date, asked: AnalysisAsked, desk: MetricDesk
) -> tuple[str, ...]:
    """Return questions about the first that jumped."""
    found = []
    for one in jumps[:2]:
        kept = of_member(one.dimension, one.member, desk)
        window = Window(*whole("month", day), "month")
        query = MetricQuery((metric,), windows=(window,), filters=(*asked.filters, kept))
        found.append(why_question(query, "", desk))
    return tuple(dict.fromkeys(one for one in found if one))
