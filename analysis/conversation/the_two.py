"""The two that a conversation spoke of, put by name where a message points at them: 他俩差多少.

Of one figure told of two times, one turn after the other, they are these times: and last year? 差多少.
"""

from collections.abc import Sequence
from dataclasses import replace

from analysis.conversation.frame import Frame
from analysis.conversation.in_force import in_force
from config.wording import language_of, say
from query.metric_query import Compared, Filter
from understanding.metric.desk import MetricDesk
from understanding.words.pointing import asks_how_far_apart, points_at_two

_BOTH = 2


def with_the_two(text: str, frames: Sequence[Frame], desk: MetricDesk) -> str:
    """Return a message with the names of the two it points at, or as it is where these are not known.

    They are those of the turn before, or its one and the one of an earlier turn; `frames` the latest first.
    """
    place, apart = points_at_two(text), asks_how_far_apart(text)
    two = _spoken_of(frames, shown=apart == "shown") if place or apart else None
    if two is None:
        return (_of_two_times(frames[:_BOTH], desk) if apart else "") or text
    language, known = language_of(text), desk.answers.reader.known
    names = say("metrics.ask.and", language).join(
        known.member_name(two.dimension, one, language) for one in two.values
    )
    if apart or place is None:
        return say("metrics.ask.apart", language, names=names)
    start, end = place
    return f"{text[:start]}{names}{text[_past_their_kind(text, end, two.dimension, desk) :]}"


def _of_two_times(frames: Sequence[Frame], desk: MetricDesk) -> str:
    """Return the later of two times of one figure held against the earlier, as a question; else nothing."""
    told = [one for one in frames if one.told is None]
    found = [desk.answers.before(one.question, one.sql, desk.today, desk.allowed) for one in told]
    queries = [one for one in found if one is not None and len(one.windows) == 1 and one.compared is None]
    if len(queries) < _BOTH:
        return ""
    earlier, later = sorted(queries, key=lambda one: one.windows[0].start)
    apart = earlier.windows[0].end <= later.windows[0].start
    if not apart or replace(later, windows=earlier.windows).key != earlier.key:
        return ""
    against = replace(later, compared=Compared("named", earlier.windows[0]))
    return desk.answers.worded(against, language_of(told[0].question), desk.today, desk.allowed) or ""


def _spoken_of(frames: Sequence[Frame], *, shown: bool = False) -> Filter | None:
    """Return the two members of one dimension that were spoken of last, in the order they were named.

    Only those `shown` together where a message points at no two.
    """
    forces = [in_force(frame) for frame in frames]
    if not forces or forces[0].chosen:
        return None
    together = [one for one in forces[0].filters if len(one.values) == 2]
    if together or shown:
        return together[0] if len(together) == 1 else None
    earlier = [one for force in forces[1:] for one in force.filters if len(one.values) == 1]
    pairs = [
        Filter(one.dimension, (*other.values, *one.values))
        for one in forces[0].filters
        for other in earlier
        if len(one.values) == 1 and other.dimension == one.dimension and other.values != one.values
    ]
    return pairs[0] if pairs else None


def _past_their_kind(text: str, end: int, dimension: str, desk: MetricDesk) -> int:
    """Return where a text goes on behind what the two are called: these two branches."""
    parts = desk.parts(text)
    kinds = (
        one for one in parts.of("dimension") if dimension in one.dimensions and len(parts.text) == len(text)
    )
    return next((one.piece.span[1] for one in kinds if not text[end : one.piece.span[0]].strip()), end)
