"""What goes on *there*, behind words of the same message that name one place, is asked of that place."""

from dataclasses import replace

from analysis.asked import AnalysisAsked, says
from analysis.conversation.in_force import Kept, beside
from analysis.kinds import alone
from config.wording import language_of
from understanding.metric.apart import ways_apart
from understanding.metric.desk import MetricDesk
from understanding.words.pointing import pointer


def of_the_place(text: str, desk: MetricDesk) -> tuple[AnalysisAsked, Kept] | None:
    """Return how the one place named is doing where a message that is not read ends by asking that.

    What stands before is told as not taken into account: it is losing sales, right? what's going on there
    """
    for ahead, clause in ((*one[:-1], one[-1]) for one in ways_apart(text) if len(one) == 2):
        there = pointer(clause)
        if there is None or there.to_things or not says("why", "news", clause):
            continue
        parts = desk.parts(ahead)
        named = [one for one in parts.of("value") if _is_a_place(one.members, desk)]
        if len(named) != 1:
            return None
        name = parts.text[slice(*named[0].piece.span)]
        placed = f"at {name}" if clause[there.start : there.end].isascii() else name
        told = f"{clause[: there.start]}{placed}{clause[there.end :]}"
        times = [parts.text[slice(*one.piece.span)] for one in parts.of("period")]
        told = beside(told, "", " ".join(times), language_of(told))
        _, asked = alone(told, desk, hears=False)
        if isinstance(asked, AnalysisAsked) and asked.filters:
            return replace(asked, passed=(*asked.passed, ahead)), Kept(told, ())
    return None


def _is_a_place(members: tuple[tuple[str, str, float], ...], desk: MetricDesk) -> bool:
    return any(desk.catalog.dimensions[name].key for name, _, _ in members)
