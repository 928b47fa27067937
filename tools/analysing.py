"""Carries an analysis out: reads what it wants, round by round, until it says what it comes to."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from agent.context import Context
from analysis.anomaly.entries import BUDGET
from analysis.anomaly.stands import STANDS_LOOKS
from analysis.asked import AnalysisAsked
from analysis.briefing.members import INSIDE_LOOKS
from analysis.briefing.outlook import MOST_LOOKS as OUTLOOK_LOOKS
from analysis.briefing.year_so_far import YEAR_LOOKS
from analysis.kinds import KINDS
from analysis.levels_taken import levels_taken
from analysis.outcome import Look, Outcome, Read, Said, Steps
from analysis.why.beside_own import MOST_LOOKS
from analysis.words import worded
from config.wording import say
from tools.looking import read_looks
from tools.seen_steps import seen_step
from understanding.metric.desk import MetricDesk

_OF_THE_READING = "why.read_as"  # which figure was taken where none was named
_MOST_UNREAD = 3  # looks that are named


@dataclass(frozen=True)
class CarriedOut:
    """What an analysis came to, what was read for it by name, and the looks that could not be read."""

    outcome: Outcome
    read: Mapping[str, Read]
    missed: tuple[Look, ...]

    def statements(self, desk: MetricDesk) -> list[tuple[str, str]]:
        """Return what each look is called, with its statement."""
        return [(worded(one.look.label, desk.catalog, desk.language), one.sql) for one in self.read.values()]


async def carry_out(
    asked: AnalysisAsked,
    desk: MetricDesk,
    context: Context,
    question: str,
    *,
    fresh: bool = False,
    beyond: int = 0,
) -> CarriedOut:
    """Read what the analysis wants, round by round, each as a step that is seen.

    `beyond` are statements it may read over the budget of an analysis.
    """
    steps = KINDS[asked.kind].run(asked, desk)
    beyond += _beyond(asked)
    read: dict[str, Read] = {}
    missed: dict[str, Look] = {}
    wanted = await asyncio.to_thread(_next, steps, None)
    while not isinstance(wanted, Outcome):
        found = await _round(wanted, desk, context, question, fresh, beyond)
        read |= found
        for look in wanted:  # what was read in the end, asked for again by itself, is not missing
            if look.name in found:
                missed.pop(look.name, None)
            else:
                missed[look.name] = look
        wanted = await asyncio.to_thread(_next, steps, found)
    if wanted.declined is not None and (unread := not_read([*missed.values()], desk)):
        wanted = replace(wanted, declined=unread[0])  # what was not read is not known to be lacking
    taken = levels_taken(read.values(), desk.catalog) if wanted.declined is None else ()
    outcome = remarks_apart(wanted)
    outcome = replace(outcome, reading=(*outcome.reading, *taken))
    return CarriedOut(outcome, read, tuple(missed.values()))


def remarks_apart(found: Outcome) -> Outcome:
    """Return an outcome with what is said of the reading itself among how it was computed.

    An answer names its figure in its own sentence; that nobody had named one cost who forwards it a rewrite.
    """
    told, cautions = found.statements, found.cautions
    remarks = [one for one in (*told, *cautions) if one.code == _OF_THE_READING][:1]
    told, cautions = (tuple(one for one in of if one.code != _OF_THE_READING) for of in (told, cautions))
    return replace(found, statements=told, cautions=cautions, reading=(*remarks, *found.reading))


def _beyond(asked: AnalysisAsked) -> int:
    """Return how many statements over the budget an analysis may read that tells two things."""
    if asked.kind == "first":
        return MOST_LOOKS if asked.usual else 0
    further = {"briefing": INSIDE_LOOKS + OUTLOOK_LOOKS, "anomaly": STANDS_LOOKS}.get(asked.kind, 0)
    return BUDGET if asked.about == "data" else further + (YEAR_LOOKS if asked.lately else 0)


def _next(steps: Steps, found: Mapping[str, Read] | None) -> Sequence[Look] | Outcome:
    """Go one step on, and return what is wanted next, or the end."""
    try:
        return next(steps) if found is None else steps.send(found)
    except StopIteration as end:
        outcome: Outcome = end.value
        return outcome


async def _round(
    wanted: Sequence[Look], desk: MetricDesk, context: Context, question: str, fresh: bool, beyond: int
) -> Mapping[str, Read]:
    """Read one round of looks, as a step that is seen; a round that wants nothing is none."""
    if not wanted:
        return {}
    language = context.language
    said = say("analysis.step.reading", language, count=len(wanted))
    with seen_step("analyse", said, context, say("analysis.step.read", language, count=0)) as step:
        read: list[Look] = []

        def seen(look: Look) -> None:
            read.append(look)
            what = worded(look.label, desk.catalog, language)
            so_far = {"done": len(read), "count": len(wanted), "what": what}
            step.moved(say("analysis.step.moved", language, **so_far))

        found = await read_looks(wanted, desk, context, question, fresh=fresh, beyond=beyond, seen=seen)
        step.note = say("analysis.step.read", language, count=len(found))
        step.ok = len(found) > 0 or all(one.detail for one in wanted)  # no figure is missing without these
    return found


def not_read(missed: Sequence[Look], desk: MetricDesk) -> list[Said]:
    """Return what could not be read, of what a reader would miss: of many how many, and the first of them."""
    told = {worded(look.label, desk.catalog, desk.language): look.label for look in missed if not look.detail}
    labels = tuple(told.values())  # two looks may be called the same
    params = {"count": len(labels), "names": labels[:_MOST_UNREAD]}
    return [Said("not_read_many" if len(labels) > _MOST_UNREAD else "not_read", params)] if labels else []
