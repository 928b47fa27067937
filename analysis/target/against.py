"""A figure set beside its own target by a word of direction alone: over budget, 没超预算, below target."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from analysis.asked import AskBack, Direction, NotRead, Recognised, beside_a_goal, names_a_plan, recognise
from analysis.outcome import Name, Said
from answers.sentences.columns import in_sentence
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import is_better_low
from understanding.readings import MetricHit
from understanding.words.closed import BOTH

_MOST_OFFERED = 4
_OF_TARGETS = ("target", "pace")


def recognised_against(text: str, names: Sequence[str], desk: MetricDesk) -> Recognised | None:
    """Return a question whether a figure is over or under its target, or who is; None where none is asked.

    A figure that is called so, and a limit that is read whole, stay what they are.
    """
    found = beside_a_goal(text)
    if found is None or _is_called_so(found.word, text, desk):
        return None
    hit = desk.answers.answer(text, desk.today, desk.allowed)
    if isinstance(hit, MetricHit) and hit.query.conditions and not (hit.unread or hit.assumed):
        return None
    asked = recognise(found.put, names)
    return replace(asked, against=found) if asked is not None and asked.kind in _OF_TARGETS else None


def _is_called_so(word: str, text: str, desk: MetricDesk) -> bool:
    """Tell words that are a part of what a figure named is called: 超预算工单数."""
    metrics = (
        desk.catalog.metrics.get(name) for one in desk.parts(text).of("metric") for name in one.metrics
    )
    return any(word.lower() in called.lower() for one in metrics if one for called in one.wordings)


def not_defined(asked: Recognised, aims: Mapping[str, str], desk: MetricDesk) -> NotRead | None:
    """Return that nothing is called a budget where one is asked about, naming the targets there are."""
    if asked.against is None or not names_a_plan(asked.against.goal):
        return None
    metrics = [one for one in desk.catalog.metrics.values() if desk.opens(one.name)]
    if not aims or any(names_a_plan(word) for one in metrics for word in one.wordings):
        return None
    listed = tuple(Name(one) for one in dict.fromkeys(aims.values()))
    return NotRead(why=Said("target.no_plan", {"goal": asked.against.goal, "list": listed}))


def which_figure(asked: Recognised, aims: Mapping[str, str], desk: MetricDesk) -> AskBack | None:
    """Ask back which figure is meant where none is named and over is good of one and bad of another."""
    if asked.against is None or len({way_of(asked, one, desk) for one in aims}) < BOTH:
        return None
    labels = [desk.catalog.metrics[one].label(asked.language) for one in [*aims][:_MOST_OFFERED]]
    return AskBack("which", tuple(asked.against.of(in_sentence(one, asked.language)) for one in labels))


def way_of(asked: Recognised, name: str, desk: MetricDesk) -> Direction:
    """Return whether those that keep a target are sought, or those that do not: over a cost's is not kept."""
    if asked.against is None:
        return ""
    kept = asked.against.way == ("under" if is_better_low(desk.catalog.metrics[name]) else "over")
    return "up" if kept or asked.against.way == "on" else "down"
