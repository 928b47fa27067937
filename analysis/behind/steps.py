"""Who did worse than a year before, step by step: each member's figure beside its own of then."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from analysis.asked import AnalysisAsked
from analysis.behind.aimed import aimed_told
from analysis.drawing import Bars, bars
from analysis.openings import openings_look, openings_of, without
from analysis.outcome import Amount, Look, Name, Outcome, Percent, Read, Said, Steps, grown
from analysis.series import data_span
from analysis.tables import table
from analysis.whom import members_of
from analysis.why.ended import Ended, ended_looks, ended_of
from analysis.why.looks import Change, pair_of, pairs_of
from analysis.why.shape import shape_of
from analysis.why.split import Pair
from answers.sentences.columns import in_sentence, plural_of
from answers.sentences.times import period
from config.wording import say
from database.result import QueryResult
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk

MOST_NAMED = 5
SLOWEST = 3  # named where nobody fell


@dataclass(frozen=True)
class _Member:
    """A member that has the figure both times."""

    name: str
    before: Decimal
    now: Decimal

    @property
    def change(self) -> Decimal:
        return self.now - self.before

    @property
    def growth(self) -> Decimal:
        """Return its change as a share of what it was."""
        return self.change / abs(self.before)


def behind_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the figure by member and of all, now and a year before, and return who is below, or slowest."""
    (name,), now, year = asked.metrics, asked.window, asked.against
    assert now is not None and year is not None and asked.query is not None
    span = data_span(name, desk)
    if span is None or span[0] > year.start or span[1] <= now.start:
        return Outcome(declined=Said("behind.no_year", {"metric": Name(name), "window": year}))
    now, year = _as_far(now, year, span[1])
    change = Change(replace(asked, window=now, against=year), shape_of(name, desk), year, now)
    edges = openings_look((name,), asked.filters, desk)
    read = yield [*_looks(change.asked, desk), *ended_looks(change, desk), *([edges] if edges else [])]
    began = openings_of(read)
    inside = began.within(year, now) if began and began.level not in asked.query.splits else None
    if inside and desk.catalog.cuts(name, inside.level):  # else a branch grows by its new areas
        kept = replace(change.asked, filters=(*asked.filters, *without(inside, desk)))
        read = {**read, **(yield _looks(kept, desk))}
    else:
        inside = None
    found = _told(read["each"], pair_of(read["whole"]), ended_of(change, read, desk), change.asked, desk)
    alike = (Said("behind.alike", {"names": inside.told(desk.language)}),) if inside else ()
    if asked.held_back and found.declined is None:
        aimed = yield from aimed_told(asked, desk)
        first, *more = found.statements
        leads = first.code == "behind.none" and any(one.code == "behind.aimed" for one in aimed)
        found = replace(found, statements=(*aimed, first, *more) if leads else (first, *aimed, *more))
    return replace(found, cautions=(*found.cautions, *alike)) if found.declined is None else found


def _looks(asked: AnalysisAsked, desk: MetricDesk) -> list[Look]:
    """Return the looks at a figure by member and of all, a year before and now."""
    assert asked.window is not None and asked.against is not None and asked.query is not None
    (name,), windows = asked.metrics, (asked.against, asked.window)
    label = Said("behind.label", {"metric": Name(name)})
    return [
        Look(key, MetricQuery((name,), cut, windows=windows, filters=asked.filters), label, needed=True)
        for key, cut in (("each", asked.query.splits), ("whole", ()))
    ]


def _as_far(now: Window, year: Window, end: dt.date) -> tuple[Window, Window]:
    """Return both stretches as far as there are data now."""
    missing = now.end - end
    if missing.days <= 0:
        return now, year
    return replace(now, end=end), replace(year, end=year.end - missing)


def _told(each: Read, whole: Pair, ended: Ended | None, asked: AnalysisAsked, desk: MetricDesk) -> Outcome:
    """Say who is below, else who grew least, and how all did together; who closed is told and not ranked."""
    assert asked.query is not None
    (cut,) = asked.query.splits
    every = {name: pair for name, pair in pairs_of(each).items() if name}
    closed = ended.among({*every}) if ended and ended.dimension == cut else None
    pairs = {name: pair for name, pair in every.items() if closed is None or name not in closed.members}
    known = [_Member(n, p.before, p.now) for n, p in pairs.items() if p.before and p.now is not None]
    if not known:
        params = {"metric": Name(asked.metrics[0]), "window": asked.against}
        return Outcome(declined=Said("behind.no_year", params))
    ranked = sorted(known, key=lambda one: one.growth)
    label = desk.catalog.dimensions[cut].label(desk.language)
    apart = _of_one_time(pairs)
    said, alike = [_who(ranked, label, asked, desk)], not (apart or closed)
    if (all_of := _together(known, whole, asked, desk, alike=alike)) is not None:
        code = "whole" if alike else "compared"
        said.append(Said(f"behind.{code}", {"change": _rate(all_of, asked, desk)}))
    cautions = [Said(f"behind.{code}", {"list": names}) for code, names in apart.items()]
    cautions += [closed.told(desk.language)] if closed else []
    chart = _chart(ranked, asked, desk)
    return Outcome(tuple(said), _table(ranked, label, asked, desk), chart, tuple(cautions))


def _of_one_time(pairs: Mapping[str, Pair]) -> dict[str, tuple[str, ...]]:
    """Return who is new and who is gone, where there are any."""
    new = sorted(name for name, pair in pairs.items() if not pair.before and pair.now)
    gone = sorted(name for name, pair in pairs.items() if pair.before and pair.now is None)
    return {code: tuple(names) for code, names in (("new", new), ("gone", gone)) if names}


def _who(ranked: Sequence[_Member], label: str, asked: AnalysisAsked, desk: MetricDesk) -> Said:
    """Say how many are below and who fell most, or that nobody is and who grew least."""
    below = [one for one in ranked if one.change < 0]
    params: dict[str, Any] = {
        "metric": Name(asked.metrics[0]),
        "only": members_of(asked.filters, desk),
        "when": asked.window,
        "year": asked.against,
        "dimension": plural_of(in_sentence(label, desk.language), desk.language),
        "every": len(ranked),
        "count": len(below),
        "list": tuple(_apart(one, asked, desk) for one in (below[:MOST_NAMED] or ranked[:SLOWEST])),
        "more": Said("pace.more", {"count": len(below) - MOST_NAMED}) if len(below) > MOST_NAMED else "",
    }
    return Said("behind.some" if below else "behind.none", params)


def _together(
    known: Sequence[_Member], whole: Pair, asked: AnalysisAsked, desk: MetricDesk, *, alike: bool
) -> _Member | None:
    """Return all of it both times, or where some have one time only the sum of those that are compared."""
    if alike and whole.before and whole.now is not None:
        return _Member("", whole.before, whole.now)
    if alike or desk.catalog.metrics[asked.metrics[0]].additivity != "sum":
        return None
    before, now = (sum(one, Decimal(0)) for one in zip(*((m.before, m.now) for m in known), strict=True))
    return _Member("", before, now)


def _apart(one: _Member, asked: AnalysisAsked, desk: MetricDesk) -> Said:
    name = asked.metrics[0]
    ends = {"before": Amount(one.before, name), "now": Amount(one.now, name)}
    return Said("behind.member", {"name": one.name, "change": _rate(one, asked, desk), **ends})


def _rate(one: _Member, asked: AnalysisAsked, desk: MetricDesk) -> Percent | Amount:
    return grown(one.change, one.before, desk.catalog.metrics[asked.metrics[0]])


def _chart(ranked: Sequence[_Member], asked: AnalysisAsked, desk: MetricDesk) -> dict[str, Any]:
    """Draw each member's figure then and now, who fell most first."""
    assert asked.window is not None and asked.against is not None
    metric, language = desk.catalog.metrics[asked.metrics[0]], desk.language
    then, now = (period(replace(one, text=""), language) for one in (asked.against, asked.window))
    figures = {
        then: [float(round(one.before, 2)) for one in ranked],
        now: [float(round(one.now, 2)) for one in ranked],
    }
    names = [one.name for one in ranked]
    return bars(Bars(metric.label(language), names, figures, metric.unit(language)), language)


def _table(ranked: Sequence[_Member], label: str, asked: AnalysisAsked, desk: MetricDesk) -> QueryResult:
    assert asked.window is not None and asked.against is not None
    heads = [period(replace(one, text=""), desk.language) for one in (asked.against, asked.window)]
    heads += [say(f"analysis.behind.{one}", desk.language) for one in ("column_change", "column_share")]
    decimals = desk.catalog.metrics[asked.metrics[0]].decimals
    digits = 2 if decimals is None else decimals
    ends = ((one, [round(it, digits) for it in (one.before, one.now, one.change)]) for one in ranked)
    rows = ((one.name, *figures, round(100 * one.growth, 1)) for one, figures in ends)
    return table([label, *heads], rows, digits=None)
