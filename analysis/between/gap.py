"""Whether the gap of two members, or to a target, has widened: both gaps and how far they lie apart."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from analysis.asked import AnalysisAsked, AskBack, NotRead, Recognised, says, without
from analysis.between.first import this_year
from analysis.briefing.scorecard import leading
from analysis.outcome import Amount, Look, Name, Outcome, Percent, Read, Said, Steps, rounded
from analysis.rest import SURE, doubts
from analysis.tables import table
from analysis.target.aims import target_of
from analysis.whom import members_of
from analysis.why.looks import Change, pair_of, pairs_of
from analysis.why.premise import against_told
from analysis.why.reading import windows_of
from analysis.why.shape import shape_of
from analysis.why.split import ZERO, Pair, chance_alone
from analysis.why.steps import over_equal_data
from config.wording import say
from database.result import QueryResult
from language.calendar import whole
from query.metric_query import Compared, Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk
from understanding.readings import MetricHit

_SAME = Decimal("0.01")  # of a gap: by less it has not moved
_SMALL = Decimal("0.02")  # of a figure: of a smaller gap no percentage tells anything


@dataclass(frozen=True)
class _Gap:
    """What two sides come to then and now; of a target the second is that."""

    first: Pair
    second: Pair

    @property
    def pair(self) -> Pair:
        """Return how far the first lies above the second."""
        ends = zip(*((one.before or ZERO, one.now or ZERO) for one in (self.first, self.second)), strict=True)
        return Pair(*(first - second for first, second in ends))

    @property
    def way(self) -> str:
        """Tell whether it has widened, or narrowed, or turned round."""
        before, now = self.pair.before or ZERO, self.pair.now or ZERO
        if before * now < 0:
            return "turned"
        wider = abs(now) - abs(before)
        return "same" if abs(wider) <= _SAME * abs(before) else "widened" if wider > 0 else "narrowed"


def read_gap(asked: Recognised, desk: MetricDesk) -> AnalysisAsked | AskBack | NotRead:
    """Return the two members, or the figure with a target, and both times; else this year and the last.

    Of a target it is the last whole month beside the one before.
    """
    aimed = says("gap", "aim", asked.text)
    text, assumed = _with_a_figure(without("gap", "aim", asked.rest) if aimed else asked.rest, desk)
    shown = _of_the_shown(asked, desk)
    found = shown or desk.answers.answer(text, desk.today, desk.allowed)
    if not isinstance(found, MetricHit):
        return NotRead(desk.answers.why_unread(text, desk.today, desk.allowed).unread)
    query = replace(found.query, splits=(), ascending=False, period_assumed=False)
    if found.unread or not _is_plain(query, found.query, aimed=aimed) or doubts(text, desk) not in SURE:
        return NotRead(found.unread)
    if found.query.period_assumed or query.window is None:
        window, compared = _usual_time(aimed=aimed, desk=desk), None if aimed else Compared("last_year")
        query = replace(query, windows=(window,) if window else (), compared=compared)
    metrics = _with_its_target(query, desk) if aimed else query.metrics
    if query.window is None or query.window.start >= desk.today or not metrics:
        return NotRead()
    now, before = windows_of(query, desk)
    return AnalysisAsked(
        "gap", asked.language, metrics, now, before, query.filters, asked.direction, query,
        dimension="" if aimed else _two(query.filters).dimension, text=asked.text,
        figure_assumed=assumed and shown is None, followed=shown is not None,
    )  # fmt: skip


def _of_the_shown(asked: Recognised, desk: MetricDesk) -> MetricHit | None:
    """Return the gap of the two shown before, at or beside the time that a message asks for."""
    if not asked.previous:
        return None
    rest = asked.rest.strip(" ?？。.")
    asks = (rest, asked.previous) if rest else (asked.previous, None)
    found = desk.answers.answer(asks[0], desk.today, desk.allowed, asks[1])
    two = isinstance(found, MetricHit) and any(_is_two(one) for one in found.query.filters)
    return found if isinstance(found, MetricHit) and two and not found.assumed else None


def _with_a_figure(text: str, desk: MetricDesk) -> tuple[str, bool]:
    """Return a text that names no figure with the scorecard's first, and whether it was taken."""
    lead = leading(desk)
    if not lead or desk.parts(text).of("metric", "weak", "thing"):
        return text, False
    label = desk.catalog.metrics[lead].label(desk.language)
    return (f"{text}的{label}" if desk.language == "zh" else f"{label} of {text}"), True


def _with_its_target(query: MetricQuery, desk: MetricDesk) -> tuple[str, ...]:
    """Return a figure and its target, over whole months that are over; nothing where there is none."""
    name = query.metrics[0]
    aim = target_of(desk.catalog.metrics[name], desk)
    return (
        (name, aim) if aim and query.window and _has_target(aim, windows_of(query, desk), query, desk) else ()
    )


def _usual_time(*, aimed: bool, desk: MetricDesk) -> Window | None:
    return Window(*whole("month", desk.today, -1), "month") if aimed else this_year(desk)


def _is_plain(query: MetricQuery, read: MetricQuery, *, aimed: bool) -> bool:
    """Tell one figure of two members, or, of a target, of any, over a time that may be compared."""
    other = query.grain or query.ranking or query.conditions or query.share or query.average or query.running
    several = [one for one in query.filters if len(one.values) > 1]
    fit = not several if aimed else len(several) == 1 and _is_two(several[0])
    by = () if aimed else tuple(one.dimension for one in several)
    return (
        not other and len(query.metrics) == 1 and len(query.windows) < 3 and fit and read.splits in ((), by)
    )


def _is_two(one: Filter) -> bool:
    return len(one.values) == 2 and not one.negated


def _two(filters: tuple[Filter, ...]) -> Filter:
    return next(one for one in filters if _is_two(one))


def _has_target(aim: str, times: tuple[Window, Window], query: MetricQuery, desk: MetricDesk) -> bool:
    """Tell whole months that are over, of members that a target is set by."""
    cut = all(desk.catalog.cuts(aim, kept.dimension) for kept in query.filters)
    return cut and all(one.in_whole_months and one.end <= desk.today for one in times)


def gap_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the figure of both sides in both times, and return both gaps and their difference."""
    name = asked.metrics[0]
    shape = shape_of(name, desk)
    change = over_equal_data(asked, shape, desk)
    if isinstance(change, Said):
        return Outcome(declined=change)
    times, by = (change.before, change.now), ((asked.dimension,) if asked.dimension else ())
    looks = [
        Look(f"of.{one}", MetricQuery((one,), by, windows=times, filters=asked.filters),
             Said("target.label", {"metric": Name(one)}), needed=True)
        for one in asked.metrics
    ]  # fmt: skip
    found = _sides(change, (yield looks), desk)
    lacking = [who for who, one in found.items() if one.before is None or one.now is None]
    if lacking:
        params = {"names": tuple(lacking), "metric": Name(name), "when": change.before}
        return Outcome(declined=Said("between.lacks", params))
    (first, second), gap = found, _Gap(*found.values())
    said = [_told(gap, (first, second), change, desk)]
    sums = desk.catalog.metrics[name].unit("en") != "%" and not asked.metrics[1:]
    if sums and all(one.before and one.now for one in found.values()):
        said.append(Said("gap.rates", {"first": first, "second": second} | _rates(gap)))
    counted = shape.metric.counts_rows and not asked.metrics[1:]
    if counted and abs(gap.pair.change) <= chance_alone(
        Pair(sum((one.before or ZERO for one in found.values()), ZERO),
             sum((one.now or ZERO for one in found.values()), ZERO))
    ):  # fmt: skip
        said.append(Said("gap.by_chance"))
    return Outcome(tuple(said), _table(gap, (first, second), desk))


def _sides(change: Change, read: Mapping[str, Read], desk: MetricDesk) -> dict[str, Pair]:
    """Return both sides by name, over as many days."""
    name, *aim = change.asked.metrics
    if aim:
        sides = {
            desk.catalog.metrics[one].label(desk.language): pair_of(read[f"of.{one}"]) for one in (name, *aim)
        }
        return {who: change.even(pair) for who, pair in sides.items()}
    kept = _two(change.asked.filters)
    known, rows = desk.answers.reader.known, pairs_of(read[f"of.{name}"])
    nothing = ZERO if change.metric.counts_rows else None
    names = [known.member_name(kept.dimension, one, desk.language) for one in kept.values]
    pairs = {who: rows.get(who, Pair(None, None)) for who in names}
    return {
        who: change.even(Pair(*(nothing if end is None else end for end in (one.before, one.now))))
        for who, one in pairs.items()
    }


def _told(gap: _Gap, names: tuple[str, str], change: Change, desk: MetricDesk) -> Said:
    metric, way, aimed = change.metric, gap.way, change.asked.metrics[1:]
    before, now = abs(gap.pair.before or ZERO), abs(gap.pair.now or ZERO)
    wanted = {"up": "widened", "down": "narrowed"}.get(change.asked.direction, way)
    rate = Percent(rounded(100 * (now - before) / before), signed=True) if before else ""
    plain = metric.unit("en") != "%" and way != "turned" and before >= _SMALL * abs(gap.second.before or ZERO)
    kept = () if aimed else (_two(change.asked.filters),)
    only = tuple(one for one in change.asked.filters if one not in kept)
    params = {
        "metric": Name(metric.name), "first": names[0], "second": names[1], "when": change.now,
        "against": against_told(change, desk),
        "apart": Amount(abs(now - before) if way != "turned" else now + before, metric.name, "size"),
        "rate": Said("gap.rate", {"rate": rate}) if rate and plain else "",
        "only": members_of(only, desk), "answer": "" if wanted == way else Said(f"gap.not_{wanted}"),
        "now": _end(gap.first.now, gap.second.now, metric.name, aimed=bool(aimed)),
        "then": _end(gap.first.before, gap.second.before, metric.name, aimed=bool(aimed)),
    }  # fmt: skip
    return Said(f"gap.{way}{'_target' if aimed else ''}", params)


def _end(first: Decimal | None, second: Decimal | None, name: str, *, aimed: bool) -> Said:
    """Return both sides at one time and how far they lie apart; of a target on which side of it that is."""
    apart = (first or ZERO) - (second or ZERO)
    code = ("over" if apart >= 0 else "short") if aimed else "apart"
    sides = {"first": Amount(first or ZERO, name), "second": Amount(second or ZERO, name)}
    return Said(f"gap.{code}", {"gap": Amount(abs(apart), name, "size"), **sides})


def _rates(gap: _Gap) -> dict[str, Percent]:
    """Return by how many percent the first lies above the second, then and now."""
    ends = ((gap.first.before, gap.second.before), (gap.first.now, gap.second.now))
    then, now = (rounded(100 * ((one or ZERO) / (other or 1) - 1)) for one, other in ends)
    return {"then": Percent(then, signed=True), "now": Percent(now, signed=True)}


def _table(gap: _Gap, names: tuple[str, str], desk: MetricDesk) -> QueryResult:
    """Return both sides and the gap, then, now and apart."""
    heads = [say(f"analysis.gap.column.{one}", desk.language) for one in ("what", "then", "now", "change")]
    lines = (
        (names[0], gap.first),
        (names[1], gap.second),
        (say("analysis.gap.column.gap", desk.language), gap.pair),
    )
    ends = ((who, pair.before, pair.now, pair.change) for who, pair in lines)
    return table(heads, ((who, *(one or ZERO for one in figures)) for who, *figures in ends))
