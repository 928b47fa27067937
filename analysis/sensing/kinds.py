"""The kind that a question is heard as: by its cues, or by its meaning where that is sure."""

import re
from dataclasses import replace

from analysis.asked import Kind, Recognised, has_cue, hear
from analysis.naming import names_in
from analysis.sensing.sensing import SURE, Sensed, sense
from analysis.target.aims import names_a_target
from understanding.metric.desk import MetricDesk

_AHEAD = ("target", "forecast")
_NONE = 0.9  # from which a text is no analysis, whatever words it has
_ENDS = re.compile(r"(?<=[.?!])\s+|(?<=[。？！；])")


def kind_of(text: str, desk: MetricDesk) -> Recognised | None:
    """Return a question as one kind of analysis, its rest all it says; None where nothing tells a kind."""
    names = names_in(text, desk)
    cued, sensed = hear(text, names), _surest(text, desk)
    kind = _kind(sensed, text)
    if sensed is not None and sensed.kind == "plain" and sensed.sure >= _NONE:
        return None
    if kind is None or (kind == "why" and names_a_target(text)):
        return cued
    if cued is not None and _agree(cued.kind, kind):
        return replace(cued, sensed=True)
    found = hear(text, names, kind)  # visiting tomorrow, brief me: the meaning of all is surer than a word
    return found and replace(found, sensed=True)


def means(text: str, kind: Kind, desk: MetricDesk) -> bool:
    """Tell whether a clause asks for a kind by its meaning."""
    found = _kind(sense(text, desk), text)
    return found is not None and _agree(kind, found)


def _surest(text: str, desk: MetricDesk) -> Sensed | None:
    """Return what a text means, or where that is not sure the first of its sentences that is."""
    whole = sense(text, desk)
    sentences = _ENDS.split(text)
    if whole is None or whole.sure >= SURE or len(sentences) == 1:
        return whole
    found = (sense(one, desk) for one in sentences if one.strip())
    return next((one for one in found if one and one.kind != "plain" and one.sure >= SURE), whole)


def _kind(sensed: Sensed | None, text: str) -> Kind | None:
    if sensed is None or sensed.sure < SURE or sensed.kind == "plain":
        return None
    if sensed.kind == "ahead":
        return "target" if names_a_target(text) or has_cue("target", text) else "forecast"
    return sensed.kind


def _agree(cued: Kind, meant: Kind) -> bool:
    return cued == meant or (cued in _AHEAD and meant in _AHEAD)
