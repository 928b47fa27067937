"""Says how members stand side by side: who is larger, grew faster, is nearer its target, and what differs."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from analysis.asked import AnalysisAsked
from analysis.briefing.figures import Windows, change_of, months_of, share_told
from analysis.briefing.scorecard import Line
from analysis.compare.side import Side, behind_it, growth
from analysis.drawing import Bars, bars
from analysis.lifespans import day_of
from analysis.outcome import Amount, Name, Outcome, Percent, Said, rounded
from analysis.series import accrues
from analysis.tables import table
from analysis.why.looks import of_member
from analysis.why.reading import why_question
from answers.sentences.times import period
from config.wording import say
from database.result import QueryResult
from query.metric_query import Compared, MetricQuery
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import is_better_low

_NEAR = Decimal("0.5")  # points of growth: nearer, none grew faster
_CLEARLY = Decimal(2)  # points: nearer, nobody is said to do better
_DIFFERS = Decimal("0.05")  # of the smaller: by less, a rate of two members is about level
_DIFFERS_POINTS = Decimal("0.1")
_MOST_RATES = 3
_MOVED_APART, _FEW = Decimal(5), 200  # points of growth; of fewer, two growths lie apart by chance
_TWICE = 2  # members that can be told as times of each other


def told(sides: Sequence[Side], windows: Windows, asked: AnalysisAsked, desk: MetricDesk) -> Outcome:
    """Return who is ahead in what, the figures of all in one table, and the first of them drawn."""
    metric = desk.catalog.metrics[sides[0].lead.line.metric]
    sides = sorted(sides, key=lambda one: one.now, reverse=True)
    points = metric.unit("en") == "%"
    statements = [
        *([_better(sides, desk)] if asked.about else []),
        _sizes(sides, windows, desk),
        *([] if points else _growth(sides, windows)),
        *_targets(sides, windows, desk),
        *_differences(sides, desk),
    ]
    rows, drawn = _table(sides, desk), _drawn(sides, windows, desk)
    questions = _questions(sides, windows, asked, desk)
    return Outcome(tuple(statements), rows, drawn, *behind_it(sides[0], windows, desk), questions)


def _better(sides: Sequence[Side], desk: MetricDesk) -> Said:
    """Return who does better: by growth and by target, which may disagree; size alone says nothing of it."""
    low = is_better_low(desk.catalog.metrics[sides[0].lead.line.metric])
    grew = _first([(one.name, one.rate) for one in sides], low=low)
    aimed = _first([(one.name, one.reached) for one in sides], low=low)
    if grew is None and aimed is None:
        return Said("compare.better_unknown")
    if grew and aimed and grew != aimed:
        return Said("compare.better_split", {"grew": grew, "aimed": aimed})
    code = "both" if grew and aimed else "grew" if grew else "aimed"
    return Said(f"compare.better_{code}", {"name": grew or aimed})


def _first(every: Sequence[tuple[str, Decimal | None]], *, low: bool) -> str | None:
    """Return who is clearly first; None where two are level or one has none."""
    known = [(name, value) for name, value in every if value is not None]
    if len(known) < len(every):
        return None
    order = sorted(known, key=lambda one: one[1], reverse=not low)
    return order[0][0] if abs(order[0][1] - order[1][1]) >= _CLEARLY else None


def _sizes(sides: Sequence[Side], windows: Windows, desk: MetricDesk) -> Said:
    """Return the first figure of each, the largest first; of two how many times the other it is."""
    name = sides[0].lead.line.metric
    each = tuple(Said("compare.one", {"name": one.name, "now": Amount(one.now, name)}) for one in sides)
    times: Said | str = ""
    if len(sides) == _TWICE and sides[1].now > 0 and desk.catalog.metrics[name].unit("en") != "%":
        ratio = sides[0].now / sides[1].now
        code = "times" if ratio >= _TWICE else "more"
        size = Percent(rounded(100 * (ratio - 1)))
        params = {"first": sides[0].name, "second": sides[1].name, "times": f"{ratio:.1f}", "size": size}
        times = Said(f"compare.{code}", params)
    return Said("compare.sizes", {"window": windows[0], "metric": Name(name), "list": each, "times": times})


def _growth(sides: Sequence[Side], windows: Windows) -> Iterator[Said]:
    """Yield how each moved on a year before, like for like, the fastest first; who was not there is named."""
    grown = sorted(
        ((one, rate) for one in sides if (rate := one.rate) is not None), key=lambda one: one[1], reverse=True
    )
    if grown:
        level = grown[0][1] - grown[-1][1] < _NEAR
        each = tuple(_grew(one, rate) for one, rate in grown)
        first = "" if level else _faster(grown[0][0].name, len(grown))
        yield Said("compare.growth", {"year": replace(windows[2], text=""), "list": each, "first": first})
    for one in sides:
        new = one.changed.every if one.changed else ()
        if one.rate is None and new:
            yield Said("compare.began", {"name": one.name, "day": day_of(new[0].day)})
        elif one.rate is None and grown:
            yield Said("compare.no_year", {"name": one.name})


def _faster(name: str, of: int) -> Said:
    return Said(f"compare.{'faster' if of == _TWICE else 'fastest'}", {"name": name})


def _grew(one: Side, rate: Decimal) -> Said:
    params = {"name": one.name, "change": Percent(rate, signed=True)}
    if one.alike is None or one.changed is None or one.whole_rate is None:
        return Said("compare.grew", params)
    whole = Percent(one.whole_rate or Decimal(0), signed=True)
    return Said("compare.grew_like", {**params, "who": one.changed.named(), "all": whole})


def _targets(sides: Sequence[Side], windows: Windows, desk: MetricDesk) -> Iterator[Said]:
    """Yield how much of its target each reached, beside what was due by then."""
    name = sides[0].lead.line.metric
    whole = months_of(windows[0])
    aimed = [one for one in sides if one.lead.target and one.reached is not None]
    if len(aimed) < len(sides) or whole is None or not accrues(name, desk):
        return
    dues = {rounded(due.share) for one in aimed if (due := one.lead.due) is not None and due.runs}
    each = tuple(
        _reached(one, apart=len(dues) > 1)
        for one in sorted(aimed, key=lambda one: one.reached or Decimal(0), reverse=True)
    )
    due = aimed[0].lead.due
    over = due.gone() if due and len(dues) == 1 else ""
    code = "targets_running" if over else "targets_due" if dues else "targets"
    yield Said(f"compare.{code}", {"whole": replace(whole, text=""), "list": each, "over": over})


def _reached(one: Side, *, apart: bool) -> Said:
    """Return how much of its target one reached; where others were due another share, with what was due."""
    told = {"name": one.name, "share": share_told(one.share or Decimal(0)), "lag": ""}
    if not apart or one.lead.due is None:
        return Said("briefing.reached", told)
    return Said("briefing.reached_due", told | {"due": Percent(rounded(one.lead.due.share))})


def _differences(sides: Sequence[Side], desk: MetricDesk) -> Iterator[Said]:
    """Yield the rates and means in which they differ, which no size makes; then what else moved apart."""
    lines = [one.line for one in sides[0].scored[1:]]
    rates = [said for line in lines if (said := _rate_apart(line, sides, desk)) is not None]
    if rates:
        yield Said("compare.rates", {"list": tuple(rates[:_MOST_RATES])})
    alike = not any(one.changed for one in sides)  # else who is new makes a part of it
    moves = [it for line in lines if alike and (it := _moved_apart(line, sides, desk)) is not None]
    if moves:
        moves.sort(key=lambda one: one[0], reverse=True)
        yield Said("compare.moved", {"list": tuple(said for _, said in moves[:_MOST_RATES])})


def _rate_apart(line: Line, sides: Sequence[Side], desk: MetricDesk) -> Said | None:
    """Return a rate or mean of all, where it lies apart."""
    metric = desk.catalog.metrics[line.metric]
    values = [value for one in sides if (value := one.of(line)) is not None]
    if metric.kind != "ratio" or len(values) < len(sides):
        return None
    if not _are_apart(values, points=metric.unit("en") == "%"):
        return None
    return _by_name(line, sides, [Amount(one, metric.name) for one in values])


def _moved_apart(line: Line, sides: Sequence[Side], desk: MetricDesk) -> tuple[Decimal, Said] | None:
    """Return by how many points a sum moved apart on a year before, and how it moved of each."""
    known = [found for one in sides if (found := one.scored_of(line)) is not None]
    grown = [growth(one.now, one.year, one.scales[1]) for one in known]
    changes = [one for one in grown if one is not None]
    if desk.catalog.metrics[line.metric].kind == "ratio" or len(changes) < len(sides):
        return None
    few = any(min(one.now or 0, one.year or 0) < _FEW for one in known)
    apart = max(changes) - min(changes)
    if few or apart < _MOVED_APART:
        return None
    return apart, _by_name(line, sides, [Percent(one, signed=True) for one in changes])


def _are_apart(values: Sequence[Decimal], *, points: bool) -> bool:
    least = _DIFFERS_POINTS if points else _DIFFERS * min(abs(one) for one in values)
    return max(values) - min(values) >= least


def _by_name(line: Line, sides: Sequence[Side], told: Sequence[Amount | Percent]) -> Said:
    pairs = zip(sides, told, strict=True)
    each = tuple(Said("compare.one", {"name": one.name, "now": value}) for one, value in pairs)
    return Said("compare.rate", {"metric": Name(line.metric), "list": each})


def _table(sides: Sequence[Side], desk: MetricDesk) -> QueryResult:
    """Return a row for each figure: what each member came to, and how it moved on a year before."""
    heads = [say(f"analysis.compare.column.{one}", desk.language) for one in ("metric", "unit")]
    year = any(one.year is not None for side in sides for one in side.scored)
    for one in sides:
        heads += [one.name] + (
            [say("analysis.compare.column.year", desk.language, name=one.name)] if year else []
        )
    rows = []
    for line in dict.fromkeys(one.line for side in sides for one in side.scored):
        metric = desk.catalog.metrics[line.metric]
        row: list[object] = [metric.label(desk.language), metric.unit(desk.language)]
        for side in sides:
            scored = next((one for one in side.scored if one.line == line), None)
            change = change_of(scored, 1, desk) if scored and scored.year is not None else None
            row += [scored.now if scored else None, *([change.value if change else None] if year else [])]
        rows.append(row)
    return table(heads, rows, words=2)


def _drawn(sides: Sequence[Side], windows: Windows, desk: MetricDesk) -> dict[str, object]:
    """Return the first figure of each as bars, beside the year before where all have it."""
    metric = desk.catalog.metrics[sides[0].lead.line.metric]
    figures = {period(replace(windows[0], text=""), desk.language): [float(one.now) for one in sides]}
    if all(one.lead.year is not None for one in sides):
        year = period(replace(windows[2], text=""), desk.language)
        figures = {year: [float(one.lead.year or 0) for one in sides], **figures}
    names = [one.name for one in sides]
    return bars(Bars(metric.label(desk.language), names, figures, metric.unit(desk.language)), desk.language)


def _questions(
    sides: Sequence[Side], windows: Windows, asked: AnalysisAsked, desk: MetricDesk
) -> tuple[str, ...]:
    """Return why each moved as it did on a year before."""
    found = []
    for one in sides:
        if not one.rate:
            continue
        kept = of_member(asked.dimension, one.name, desk)
        rest = tuple(it for it in asked.filters if it.dimension != asked.dimension)
        query = MetricQuery(
            (one.lead.line.metric,),
            windows=(windows[0],),
            filters=(*rest, kept),
            compared=Compared("last_year"),
        )
        found.append(why_question(query, "up" if one.rate > 0 else "down", desk))
    return tuple(question for question in found if question)
