"""Which analysis a message asks for: by its words, by the turn it goes on from, else as it is heard."""

from dataclasses import dataclass, replace
from functools import cached_property

from analysis.asked import (
    AnalysisAsked,
    AskBack,
    Kind,
    NotRead,
    Recognised,
    asks_for_one,
    says,
    stands_so,
    without_harmless,
)
from analysis.conversation.frame import Frame
from analysis.conversation.how_far import how_far, will_it
from analysis.conversation.in_force import InForce, Kept, beside, in_force, lost, read_kept
from analysis.conversation.likewise import asked_of
from analysis.conversation.of_another import of_another
from analysis.conversation.of_its_target import of_its_target
from analysis.conversation.of_the_opened import of_the_opened
from analysis.heard import leans_on_nothing
from analysis.kinds import KINDS, Asked, as_heard
from analysis.naming import recognised_beside_names
from analysis.outcome import Said
from config.wording import language_of
from language.periods import find_periods
from understanding.figures.goals import is_goal
from understanding.metric.desk import MetricDesk
from understanding.metric.referents import may_speak_of_a_kind, of_a_kind
from understanding.readings import MetricHit

Found = tuple[Kind | None, Asked, Kept | None]
NOTHING: Found = (None, NotRead(), None)


@dataclass(frozen=True)
class Message:
    """A message and the frame it may go on from; `follows` where it says that it does.

    It is the `first` where nothing was asked before it, answered or not.
    """

    text: str
    desk: MetricDesk
    frame: Frame | None
    hears: bool
    follows: bool = False
    first: bool = True

    @cached_property
    def told(self) -> Recognised | None:
        """Return the analysis that its words ask for."""
        return recognised_beside_names(self.text, self.desk)

    @property
    def force(self) -> InForce:
        """Return whom and when it is of where it names an analysis and neither."""
        return in_force(self.frame) if self.frame and asks_for_one(self.text) else InForce()

    def figure_after(self, before: str | None) -> MetricHit | None:
        """Return the figure that it is read whole as behind a question, or alone."""
        hit = self.desk.answers.answer(self.text, self.desk.today, self.desk.allowed, before)
        return hit if isinstance(hit, MetricHit) and not hit.unread else None


def read_message(message: Message) -> Found:
    """Return the kind of analysis, what it is of, and what of the turn before was put into its words."""
    frame, desk = message.frame, message.desk
    if (likewise := _likewise(message)) is not None:
        return likewise
    if _is_a_figure_of_its_target(message) or _ranks_what_is_shown(message):
        return NOTHING
    if frame and (behind := of_its_target(message.text, frame)):
        return behind
    if frame and (again := _of_the_same(message, frame)):
        return again
    told = _after_the_frame(message)
    if told is None and frame and (again := of_another(message.text, frame)):
        return again
    kind = told.kind if told else None
    asked = KINDS[told.kind].read(told, desk) if told else NotRead()
    if (of_it := _of_the_figure_shown(kind, asked, message)) is not None:
        return of_it
    if (kept := _kept_in_force(asked, message)) is not None:
        return kept
    asked = _of_them(asked, message)
    if not isinstance(asked, AnalysisAsked) and message.hears and not _is_a_figure(message):
        kind, asked = _heard(asked, message) or (kind, asked)
    asked = _of_somebody(asked, message)
    return kind, asked, lost(message.text, asked, message.force, desk)


def _likewise(message: Message) -> Found | None:
    """Return whether it was so there or then too: the analysis of the turn before, of the same direction."""
    frame, of = message.frame, asked_of(message.text)
    if frame is None or not of or not isinstance(frame.heard[1], AnalysisAsked):
        return None
    kind, asked, kept = read_message(replace(message, text=of, follows=True))
    if not isinstance(asked, AnalysisAsked) or kind != frame.heard[0]:
        return None
    way = frame.heard[1].direction
    return kind, replace(asked, direction=way) if kind in ("why", "moved") else asked, kept


def _of_the_same(message: Message, frame: Frame) -> Found | None:
    """Return what asks of the turn before by a few words alone: by how much, will we make it, did it, why."""
    text = message.text
    few = how_far(text, frame) or will_it(text, frame) or of_the_opened(text, frame)
    return few or _of_what_comes(message, frame)


def _of_what_comes(message: Message, frame: Frame) -> Found | None:
    """Decline a why behind a forecast that names no time: nothing changed yet, and last year is another."""
    asked, told = frame.asked, message.told
    ahead = isinstance(asked, AnalysisAsked) and asked.kind == "forecast"
    if not ahead or told is None or told.kind != "why" or find_periods(message.text, message.desk.today):
        return None
    return told.kind, NotRead(why=Said("why_of_forecast")), None


def _kept_in_force(asked: Asked, message: Message) -> Found | None:
    """Return what is asked of the members and the time that the turn before was of, where none is named."""
    force = message.force
    followed = isinstance(asked, AnalysisAsked) and asked.followed and not _leaves_its_time(asked, message)
    if followed or not (force.filters or force.window):
        return None
    shown = _figures_shown(message)
    kept = read_kept(message.text, asked, force, message.desk, hears=message.hears, shown=shown)
    return None if kept is None or _is_of_another_figure(kept[1], message) else kept


def _leaves_its_time(asked: AnalysisAsked, message: Message) -> bool:
    """Tell an analysis of another time than is in force, though the message names none: than last year."""
    window = message.force.window
    if window is None or asked.window is None or find_periods(message.text, message.desk.today):
        return False
    return asked.window.start != window.start


def _is_of_another_figure(asked: Asked, message: Message) -> bool:
    """Tell an analysis of the figure that leads, where none is named, behind another one that was shown."""
    if not isinstance(asked, AnalysisAsked) or not asked.figure_assumed or asked.kind == "concern":
        return False
    shown = _figures_shown(message)
    return bool(shown) and shown.isdisjoint(asked.metrics)


def _figures_shown(message: Message) -> set[str]:
    """Return the figures of the turn before: those of its query, else the ones that its question names."""
    frame, desk = message.frame, message.desk
    if frame is None:
        return set()
    shown = desk.answers.before(frame.of_figure, frame.sql, desk.today, desk.allowed)
    if shown is not None:
        return {*shown.metrics}
    return {name for part in desk.parts(frame.of_figure).of("metric") for name in part.metrics}


def _of_the_figure_shown(kind: Kind | None, asked: Asked, message: Message) -> Found | None:
    """Return who is behind as asked of the figure shown, or nothing, where a message names none."""
    if kind != "behind" or not _is_of_another_figure(asked, message):
        return None
    shown, desk = _figures_shown(message), message.desk
    if len(shown) != 1:
        return NOTHING
    language = language_of(message.text)
    label = desk.catalog.metrics[next(iter(shown))].label(language)
    found = read_message(replace(message, text=beside(message.text, label, "", language)))
    return found if isinstance(found[1], AnalysisAsked) and shown <= {*found[1].metrics} else NOTHING


def _of_somebody(asked: Asked, message: Message) -> Asked:
    """Return what is asked, unless its words mean one that was shown and nobody is found: that area's target.

    Of all it would be another question, and its yes the wrong one.
    """
    if not isinstance(asked, AnalysisAsked) or not may_speak_of_a_kind(message.text):
        return asked
    found = of_a_kind(message.desk.parts(message.text))
    told = {asked.dimension, *(one.dimension for one in asked.filters)}
    told |= {*asked.query.splits} if asked.query else set()
    if found is None or found.kinds & told:
        return asked
    return NotRead(why=Said("of_whom", {"words": message.text[slice(*found.span)]}))


def sets_beside(message: Message) -> bool:
    """Tell a message that sets what was shown beside a time or member from one about all: 和东莞比怎么样."""
    frame, told = message.frame, message.told
    if frame is None or (told is not None and told.kind not in ("briefing", "compare")):
        return False
    if told is not None and told.kind == "compare" and not frame.is_a_figure:
        return False  # behind an analysis the two are told side by side
    if told is None and frame.told is not None and frame.told.kind == "why":
        return False
    hit = message.figure_after(frame.of_figure)
    if hit is None:
        return False
    if told is None and frame.told is not None and frame.told.kind == "compare" and not frame.is_a_figure:
        return hit.query.compared is not None  # one more of those that stand side by side
    return hit.query.compared is not None or any(len(one.values) > 1 for one in hit.query.filters)


def _ranks_what_is_shown(message: Message) -> bool:
    """Tell who fell most, asked behind a figure: that is ranked by its change."""
    told, frame = message.told, message.frame
    steepest = told is not None and told.kind == "behind" and says("behind", "steepest", told.text)
    return steepest and frame is not None and not isinstance(frame.asked, AnalysisAsked)


def _is_a_figure_of_its_target(message: Message) -> bool:
    """Tell what asks no analysis but how much of its target a figure shown has reached, or what that is.

    It may be asked back: 目标完成率, what was the target?
    """
    frame, told, metrics = message.frame, message.told, message.desk.catalog.metrics
    if frame is None or (told is not None and told.kind != "pace"):
        return False
    hit = message.figure_after(frame.of_figure)
    if hit is None or not set(hit.assumed) <= {"edit"}:
        return False
    return told is not None or all(is_goal(metrics[one]) for one in hit.query.metrics)


def _after_the_frame(message: Message) -> Recognised | None:
    """Return what a message's words ask for behind the question before it; a why is narrowed."""
    frame, told = message.frame, message.told
    if frame is None:
        return told
    before = frame.told
    reported = (
        isinstance(frame.asked, AnalysisAsked) and frame.asked.kind == "briefing"
    )  # what happened there
    why = before if before is not None and before.kind == "why" and not reported else None
    if told is None and why is not None and (timed := _timed(message, frame)):
        return replace(why, rest=timed)
    if told is None:
        goes_on = why is not None and (message.follows or only_narrows(message))
        previous = _previous(message, frame)
        way = why.direction if why and (stands_so(why.text) or _is_untimed(frame)) else ""
        return replace(why, rest=message.text, direction=way, previous=previous) if why and goes_on else None
    direction = told.direction or (why.direction if why and told.kind == "contribution" else "")
    return replace(told, previous=_previous(message, frame), direction=direction)


def _timed(message: Message, frame: Frame) -> str:
    """Return what a change without a time is of with the time that is all a message says: vs last month."""
    text = without_harmless(message.text)
    every = message.desk.parts(text).every
    told = [one for one in every if one.kind in ("period", "comparison")]
    only = all(one in told or one.kind == "function" or one.token == "compare" for one in every)
    if not (_is_untimed(frame) and len(told) == 1 and only):
        return ""
    gap = "" if language_of(message.text) == "zh" else " "
    return f"{_with_its_figure(frame)}{gap}{text}"


def _is_untimed(frame: Frame) -> bool:
    """Tell a change whose time was sought: of another it is sought whether that moved so."""
    return isinstance(frame.asked, AnalysisAsked) and frame.asked.untimed


def _previous(message: Message, frame: Frame) -> str:
    """Return the question before, without what asked for an analysis, as a message goes on from it.

    Whose part a change is, and what names nobody, is of the growth that a briefing told; else of its figure.
    """
    of_part = message.told is not None and message.told.kind == "contribution"
    briefed = frame.told is not None and frame.told.kind == "briefing"
    of_growth = briefed and (of_part or not message.desk.parts(message.text).of("value"))
    if of_growth:
        return frame.of_growth
    return frame.of_figure if briefed else _with_its_figure(frame)


def _with_its_figure(frame: Frame) -> str:
    """Return what a question is of, with the figure that was taken where it names none."""
    asked = frame.asked if isinstance(frame.asked, AnalysisAsked) else frame.heard[1]
    taken = isinstance(asked, AnalysisAsked) and asked.figure_assumed and asked.kind in ("why", "moved")
    if not taken or not isinstance(asked, AnalysisAsked):
        return frame.rest
    if whole := frame.worded(asked.query):
        return whole
    label = frame.desk.catalog.metrics[asked.metrics[0]].label(language_of(frame.question))
    gap = "" if language_of(frame.question) == "zh" else " "
    return f"{frame.rest}{gap}{label}"


def _of_them(asked: Asked, message: Message) -> Asked:
    """Return what is asked of it or them as asked of the members of the analysis before, or as not read.

    Will they make it: where nobody was named it is of nobody, and not of all together.
    """
    if not isinstance(asked, AnalysisAsked) or asked.followed:
        return asked
    if not leans_on_nothing(message.text, message.desk):
        return asked
    before = message.frame.asked if message.frame else None
    filters = before.filters if isinstance(before, AnalysisAsked) else ()
    cuts = all(message.desk.catalog.cuts(name, one.dimension) for name in asked.metrics for one in filters)
    return replace(asked, filters=filters) if filters and cuts and not asked.filters else NotRead()


def _is_a_figure(message: Message) -> bool:
    """Tell a message that is read whole as a figure, with nothing assumed for it."""
    hit = message.figure_after(message.frame.of_figure if message.frame else None)
    return hit is not None and not hit.assumed


def _heard(asked: AskBack | NotRead, message: Message) -> tuple[Kind, Asked] | None:
    frame, desk = message.frame, message.desk
    shown = (
        desk.answers.before(_previous(message, frame), frame.sql, desk.today, desk.allowed) if frame else None
    )
    heard = as_heard(message.text, asked, message.desk, shown, first=message.first)
    return (heard.kind, heard.read) if heard else None


def only_narrows(message: Message) -> bool:
    """Tell words that say no more than of whom or when: in Dongguan, behind a question why."""
    desk, frame = message.desk, message.frame
    assert frame is not None
    before = _with_its_figure(frame)
    alone, shown = (desk.answers.answer(one, desk.today, desk.allowed) for one in (message.text, before))
    edited = message.figure_after(before)
    if alone is not None or not isinstance(shown, MetricHit) or edited is None:
        return False
    now, then = edited.query, shown.query
    kept = replace(now, filters=then.filters, windows=then.windows, period_assumed=then.period_assumed)
    narrower = (now.filters, now.windows) != (then.filters, then.windows)
    # Beside a time that is named it is not of another.
    named = then.compared is not None and then.compared.window is not None
    fits = now.windows == then.windows or not (named or len(then.windows) > 1)
    return narrower and fits and kept.key == then.key
