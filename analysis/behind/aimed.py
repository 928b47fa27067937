"""Who holds all back by their targets: nobody need be below the year before to be behind."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace

from analysis.asked import AnalysisAsked
from analysis.concern.facts import Fact, Scope, facts_of
from analysis.outcome import Amount, Look, Name, Percent, Read, Said, named_apart
from analysis.target.aims import target_of
from answers.sentences.columns import in_sentence, plural_of
from language.calendar import whole
from query.metric_query import Window
from understanding.metric.desk import MetricDesk

_MOST = 3


def aimed_told(
    asked: AnalysisAsked, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], tuple[Said, ...]]:
    """Yield each member's figure with its target, and return who is behind it, or that nobody is."""
    assert asked.query is not None and asked.window is not None
    (name,), (cut,) = asked.metrics, asked.query.splits
    aim, over = target_of(desk.catalog.metrics[name], desk), _whole(asked.window)
    dimensions = (cut, *(one.dimension for one in asked.filters))
    if not aim or over is None or not all(desk.catalog.cuts(aim, one) for one in dimensions):
        return ()
    facts = yield from named_apart("aimed.", facts_of(Scope((name, aim), over, cut, asked.filters), desk))
    known = [one for one in facts if one.standing is not None]
    behind = sorted((one for one in known if one.is_behind), key=lambda one: -one.lacks)
    if not known:
        return ()
    label = desk.catalog.dimensions[cut].label(desk.language)
    params = {
        "metric": Name(name),
        "whole": replace(over, text=""),
        "dimension": plural_of(in_sentence(label, desk.language), desk.language),
        "every": len(known),
        "count": len(behind),
        "over": _over(known[0]),
        "list": tuple(_one(one) for one in behind[:_MOST]),
    }
    return (Said("behind.aimed" if behind else "behind.none_aimed", params),)


def _whole(window: Window) -> Window | None:
    """Return the whole months of a time that has targets: those of one that runs, too."""
    if window.unfinished and window.start.day == 1 and window.unit in ("month", "quarter", "year"):
        return Window(*whole(window.unit, window.start), window.unit)
    return window if window.in_whole_months else None


def _over(fact: Fact) -> Said | str:
    one = fact.standing
    return one.due.gone() if one is not None and one.due and one.running else ""


def _one(fact: Fact) -> Said:
    one = fact.standing
    assert one is not None
    gap = Amount(fact.lacks, one.name, "size")
    return Said("behind.aimed_one", {"name": fact.name, "share": Percent(one.share), "gap": gap})
