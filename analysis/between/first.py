"""Why one member is first, or last: its parts beside the mean of all others, adding up exactly."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Literal

from analysis.asked import AnalysisAsked, NotRead, Recognised, says
from analysis.between.steps import Between, cuts_beside, made_of
from analysis.between.telling import apart_told, ends_told, exactly, factors, parts_of, parts_told, table_of
from analysis.briefing.scorecard import scorecard
from analysis.outcome import Amount, Look, Name, Outcome, Percent, Read, Said, Steps, exact, rounded
from analysis.rest import read_rest
from analysis.series import data_span
from analysis.why.looks import Change
from analysis.why.shape import Shape, shape_of
from analysis.why.split import ZERO, Pair, rate_of
from answers.sentences.columns import in_sentence, plural_of
from config.wording import say
from query.metric_query import Filter, MetricQuery, Ranking, Window
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import is_better_low
from understanding.metric.wording import word_figure

FEWEST = 3  # members, of which one can be the first
_MOST_BESIDE = 2  # other figures, which tell how large it is
Way = Literal["high", "low"]


def read_first(asked: Recognised, desk: MetricDesk) -> AnalysisAsked | NotRead:
    """Return the one member and the figure it is said to be first of; without a time, of this year."""
    found = read_rest(asked, desk, "")
    if isinstance(found, NotRead):
        return found
    if not found.metric or found.doubtful:
        return NotRead()
    window = found.window or this_year(desk)
    way = _way(asked.text, found.metric, desk)
    if window is None or window.start >= desk.today or way is None:
        return NotRead()
    return of_first(found.metric, found.filters, window, way, desk) or NotRead()


def this_year(desk: MetricDesk) -> Window | None:
    """Return the year that runs, which is meant where no time is named."""
    return desk.answers.reader.known.window(say("analysis.this_year", desk.language), desk.today)


def _way(text: str, metric: str, desk: MetricDesk) -> Way | None:
    """Return which end a text says: the worst of what is better low is the highest."""
    low = is_better_low(desk.catalog.metrics[metric])
    ways: dict[str, Way] = {
        "high": "high", "low": "low", "best": "low" if low else "high", "worst": "high" if low else "low",
    }  # fmt: skip
    found = {way for part, way in ways.items() if says("first", part, text)}
    return found.pop() if len(found) == 1 else None


def of_first(
    metric: str, filters: Sequence[Filter], window: Window, way: Way, desk: MetricDesk
) -> AnalysisAsked | None:
    """Return what is asked of the one member that filters name; None where that is not one."""
    own = [one for one in filters if not one.negated and len(one.values) == 1]
    own = [one for one in own if desk.catalog.cuts(metric, one.dimension)][-1:]
    if not own or desk.answers.reader.known.size(own[0].dimension) < FEWEST:
        return None
    kept = tuple(one for one in filters if one is not own[0])
    window = window.cut(desk.today)
    query = MetricQuery((metric,), windows=(window,), filters=(*kept, own[0]))
    return AnalysisAsked(
        "first", desk.language, (metric,), window, None, (*kept, own[0]),
        "up" if way == "high" else "down", query, dimension=own[0].dimension,
    )  # fmt: skip


def of_ranked(figure: MetricQuery, ranking: Ranking, desk: MetricDesk) -> tuple[AnalysisAsked, str] | None:
    """Return what is asked of the one a ranking put first, with the question as it stands alone."""
    other = figure.grain or figure.share or figure.average or figure.running or figure.compared
    if ranking.by != "value" or other or len(figure.windows) > 1 or ranking.metric not in figure.metrics[:1]:
        return None
    (name,) = figure.metrics
    span = data_span(name, desk)
    window = figure.window or (Window(*span, "range") if span else None)
    way: Way = "high" if ranking.direction == "top" else "low"
    asked = of_first(name, figure.filters, window, way, desk) if window else None
    if asked is None:
        return None
    what = word_figure(figure, desk.catalog, desk.language, desk.answers.reader.known.member_name)
    return asked, say(f"analysis.ask.first_{way}", desk.language, what=what)


@dataclass(frozen=True)
class _Others:
    """All members but one: how many, and what of all they come to."""

    own: str
    many: int

    def mean(self, every: Decimal, own: Decimal) -> Decimal:
        """Return what each of the others has on average."""
        return (every - own) / self.many


def first_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the figure of all members and of the one, and return its parts beside the mean of the others."""
    (name,), now, own = asked.metrics, asked.window, asked.filters[-1]
    assert now is not None
    shape = shape_of(name, desk)
    rate, figures = made_of(Change(asked, shape, now, now), desk)
    cuts = cuts_beside(asked, shape, desk)
    beside = _sizes(asked, shape.catalog.sources(name)[0].table, desk)
    read = yield _looks(asked, shape, figures, cuts, beside)
    who = desk.answers.reader.known.member_name(own.dimension, own.values[0], desk.language)
    rows = {one: cells for one, cells in _rows(read["each"]).items() if cells[0] is not None}
    if read["each"].result.truncated or who not in rows or len(rows) < FEWEST:
        params = {"names": (who,), "metric": Name(name), "when": now}
        return Outcome(declined=Said("between.lacks", params))
    others = _Others(who, len(rows) - 1)
    told = "others_rate" if shape.kind == "ratio" else "others"
    names = (who, say(f"analysis.between.{told}", desk.language, count=others.many))
    wholes = {one: _beside(rows, at, others) for at, one in enumerate(figures)}
    if shape.kind == "ratio":
        top, bottom = (wholes[atom][1].now for atom in shape.atoms)
        wholes[name] = (wholes[name][0], Pair(None, rate_of(top, bottom, shape.scale)))
    found = Between(asked, shape, names, (now,), figures, wholes, rate=rate, of_mean=True)
    found = _with_parts(found, cuts, read, others)
    parts = parts_of(found)
    said = [_first(found, {one: exact(row[0]) or ZERO for one, row in rows.items()}, desk), *factors(found)]
    said += [parts_told(found, parts)] if parts else []
    said += _sizes_told(beside, read, others)
    return Outcome(tuple(said), table_of(found, parts, desk))


def _looks(
    asked: AnalysisAsked, shape: Shape, figures: Sequence[str], cuts: Sequence[str], sizes: Sequence[str]
) -> list[Look]:
    """Return the looks at each member, at what all and the one have by some cuts, and at each one's size."""
    (name,), now, own, kept = asked.metrics, asked.window, asked.filters[-1], asked.filters[:-1]
    assert now is not None
    label = Said("between.label_first", {"metric": Name(name), "by": Name(own.dimension, dimension=True)})
    return [
        Look(
            "each",
            replace(_query(figures, (own.dimension,), now, kept), filled=True),
            label,
            needed=True,
            catalog=shape.catalog,
        ),
        *(
            Look(f"{side}.{cut}", _query(shape.atoms, (cut,), now, filters), label, catalog=shape.catalog)
            for cut in cuts
            for side, filters in (("all", kept), ("own", asked.filters))
        ),
        *(Look(f"size.{one}", _query((one,), (own.dimension,), now, kept), label) for one in sizes),
    ]


def _rows(read: Read) -> dict[str, Sequence[Any]]:
    """Return the figures of each member, by its name."""
    return {str(row[0]): row[1:] for row in read.result.rows if row[0] is not None}


def _query(
    figures: Sequence[str], splits: tuple[str, ...], window: Window, filters: tuple[Filter, ...]
) -> MetricQuery:
    return MetricQuery(tuple(figures), splits, windows=(window,), filters=filters)


def _beside(rows: Mapping[str, Sequence[object]], at: int, others: _Others) -> tuple[Pair, Pair]:
    """Return a figure of the one, and the mean of all others."""
    values = {name: exact(row[at]) or ZERO for name, row in rows.items()}
    own = values[others.own]
    return Pair(None, own), Pair(None, others.mean(sum(values.values(), ZERO), own))


def _with_parts(found: Between, cuts: Sequence[str], read: Mapping[str, Read], others: _Others) -> Between:
    """Return what was read with the first cut whose members make up all of both."""
    for cut in cuts:
        sides = [read.get(f"{side}.{cut}") for side in ("all", "own")]
        if any(one is None or one.result.truncated for one in sides):
            continue
        every, own = (_rows(one) for one in sides if one)
        parts: dict[str, dict[str, tuple[Pair, Pair]]] = {}
        for at, atom in enumerate(found.shape.atoms):
            parts[atom] = {}
            for member, cells in every.items():
                of_all = exact(cells[at]) or ZERO
                mine = exact(own[member][at]) if member in own else None
                mean = others.mean(of_all, mine or ZERO)
                parts[atom][member] = (Pair(None, mine), Pair(None, mean if mean else None))
        candidate = replace(found, cut=cut, parts=parts)
        if len(every) > 1 and candidate.adds_up():
            return candidate
    return found


def _first(found: Between, values: Mapping[str, Decimal], desk: MetricDesk) -> Said:
    """Return the figure with its place, and the mean of the others."""
    metric, who = found.shape.metric, found.names[0]
    high = found.asked.direction == "up"
    better: Callable[[Decimal], bool] = (
        (lambda it: it > values[who]) if high else (lambda it: it < values[who])
    )
    place = 1 + sum(map(better, values.values()))
    own, mean = (exactly(found, at, found.wholes[metric.name][at].now or ZERO) for at in (0, 1))
    change = own - mean
    plain = metric.unit("en") == "%" or not mean
    label = in_sentence(desk.catalog.dimensions[found.asked.dimension].label(desk.language), desk.language)
    params = {
        "when": found.times[0], "name": who, "metric": Name(metric.name), "now": Amount(own, metric.name),
        "every": len(values), "dimension": plural_of(label, desk.language), "place": place,
        "others": found.names[1], "mean": Amount(mean, metric.name, "mean" if metric.is_count else "value"),
        "change": apart_told(found, change),
        "rate": "" if plain else _rate(change, mean),
    }  # fmt: skip
    kind = "" if place == 1 else "_not"
    if kind and found.asked.usual:  # called low or high, and not the last or first of all
        kind = "_denied" if not change or (change > 0) != high else "_place"
    return Said(f"between.first_{'high' if high else 'low'}{kind}", params)


def _rate(change: Decimal, mean: Decimal) -> Said:
    return Said("between.rate", {"rate": Percent(rounded(100 * change / abs(mean)), signed=True)})


def _sizes(asked: AnalysisAsked, table: str, desk: MetricDesk) -> list[str]:
    """Return the first sums of the scorecard out of other rows: they tell how large a member is."""
    found, catalog = [], desk.catalog
    kept = tuple(one.dimension for one in asked.filters)
    for line in scorecard(desk):
        one = catalog.metrics[line.metric]
        sums = (
            one.kind == "simple" and one.additivity == "sum" and one.table != table and desk.opens(one.name)
        )
        if sums and not is_better_low(one) and all(catalog.cuts(one.name, name) for name in kept):
            found.append(one.name)
    return found[:_MOST_BESIDE]


def _sizes_told(names: Sequence[str], read: Mapping[str, Read], others: _Others) -> list[Said]:
    """Return how large the one is beside the mean of the others."""
    listed = []
    for name in names:
        one = read.get(f"size.{name}")
        rows = _rows(one) if one else {}
        if one is None or one.result.truncated or others.own not in rows:
            continue
        own, mean = _beside(rows, 0, replace(others, many=max(1, len(rows) - 1)))
        listed.append(ends_told("between.ends", name, Pair(mean.now, own.now)))
    return [Said("between.first_sizes", {"list": tuple(listed)})] if listed else []
