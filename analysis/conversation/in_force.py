"""Whom and when a conversation speaks of, put into a message that asks for an analysis and names neither."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from analysis.asked import AnalysisAsked, AskBack, Kind
from analysis.conversation.frame import Frame
from analysis.kinds import Asked, alone
from analysis.naming import recognised_beside_names
from analysis.rest import recent_in, says_nothing
from analysis.times import points_elsewhere
from config.wording import Language, language_of, say
from language.calendar import days
from language.periods import find_periods
from language.units import key_of
from language.words import has_run
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk
from understanding.metric.parts import SURE
from understanding.metric.vocabulary import metric_words
from understanding.words.pointing import pointer

_ELSE = re.compile(r"别的|其他|其它|其余|另外|\b(?:others?|else|another)\b", re.IGNORECASE)
# What comes, what the weather brings and how long something went on are of more time than was spoken of.
_TIMED: tuple[Kind, ...] = ("why", "moved", "target", "missed", "pace", "behind", "briefing", "anomaly")
_ENDS = " ?？。.!！"


@dataclass(frozen=True)
class InForce:
    """The members and the time that the turn before was of; `chosen` are those that a figure told."""

    filters: tuple[Filter, ...] = ()
    window: Window | None = None
    chosen: bool = False


@dataclass(frozen=True)
class Kept:
    """A message with what it leaves open, so that it stands alone, and the names of the members put in.

    With `lost` they could not be put in, and the message is of all there is.
    """

    text: str
    names: tuple[str, ...]
    filters: tuple[Filter, ...] = ()
    window: Window | None = None
    lost: bool = False


def in_force(frame: Frame) -> InForce:
    """Return the members and the time of the turn before: of its analysis, its figure, else what it names.

    Of two times set beside each other none is in force. Where only the figure was left open, all that were
    offered are of one time.
    """
    question, asked, desk = frame.question, frame.asked, frame.desk
    told = find_periods(question, desk.today)
    if isinstance(asked, AskBack) and asked.code == "figure" and asked.questions:
        _, asked = alone(asked.questions[0], desk, hears=False)
    if not isinstance(asked, AnalysisAsked | AskBack) and isinstance(frame.heard[1], AnalysisAsked):
        asked = frame.heard[1]  # who was told of behind what was passed over
    if isinstance(asked, AnalysisAsked):
        named = told or recent_in(question)
        return InForce(_plain(asked.filters), asked.window if named else None)
    query = None if frame.told else desk.answers.before(question, frame.sql, desk.today, desk.allowed)
    if query is not None:
        two = query.compared is not None and query.compared.window is not None
        window = None if two or len(query.windows) != 1 or query.period_assumed else query.windows[0]
        return InForce(_plain(query.filters), window, bool(query.ranking or query.conditions))
    return InForce(_named(question, desk), Window.of(told[0]) if len(told) == 1 else None)


def _plain(filters: Sequence[Filter]) -> tuple[Filter, ...]:
    return tuple(one for one in filters if not one.negated)


def _named(text: str, desk: MetricDesk) -> tuple[Filter, ...]:
    """Return the members that a text names whole, each of one dimension."""
    known = desk.answers.reader.known
    sure = [
        [(name, value) for name, value, score in part.members if score >= SURE]
        for part in desk.parts(text).of("value")
    ]
    members: dict[str, tuple[str, ...]] = {}
    for name, value in (some[0] for some in sure if len({name for name, _ in some}) == 1):
        members[name] = (*members.get(name, ()), *(known.canonicals(name, value) or [value]))
    return tuple(Filter(name, tuple(dict.fromkeys(values))) for name, values in members.items())


def speaks_of_all(text: str) -> bool:
    """Tell a text that says it is of all there is, or of others than were shown."""
    keys = key_of(text)
    everywhere = any(has_run(keys, key_of(str(one))) for one in metric_words()["everywhere"])
    return everywhere or _ELSE.search(text) is not None


def ways_to_keep(text: str, force: InForce, desk: MetricDesk) -> Iterator[Kept]:
    """Yield a message with the members and the time in force, with the members alone, with the time alone.

    Members give way to one of theirs, or of what they are part of, that the message names or is told by.
    """
    filters = _still_meant(text, force, desk)
    things = tuple(one for one in filters if desk.catalog.dimensions[one.dimension].key)
    timed = find_periods(text, desk.today) or recent_in(text)
    window = None if timed or (force.window and points_elsewhere(force.window, text)) else force.window
    ways = [(filters, window), (things, window), (filters, None), (things, None), ((), window)]
    for members, time in dict.fromkeys(ways):
        if members or time:
            yield _with(text, members, time, desk)


def _still_meant(text: str, force: InForce, desk: MetricDesk) -> tuple[Filter, ...]:
    """Return the members in force that a message leaves where they are."""
    if speaks_of_all(text):
        return ()
    return tuple(one for one in force.filters if not gives_way(one, text, desk))


def lost(text: str, asked: Asked, force: InForce, desk: MetricDesk) -> Kept | None:
    """Return the members in force that an analysis is not of, though the message says nothing of it."""
    if not isinstance(asked, AnalysisAsked) or asked.followed:
        return None
    of = {one.dimension for one in asked.filters}
    left = (one for one in _still_meant(text, force, desk) if one.dimension not in of)
    fits = (one for one in left if all(desk.catalog.cuts(name, one.dimension) for name in asked.metrics))
    gone = tuple(one for one in fits if not _is_in_the_figure(one, asked.metrics, desk))
    names = _names(gone, language_of(text), desk)
    return Kept(text, names, gone, lost=True) if names else None


def _is_in_the_figure(kept: Filter, metrics: Sequence[str], desk: MetricDesk) -> bool:
    """Tell a member that the figures are of by their own names: charging income is of charging alone."""
    name = desk.answers.reader.known.member_name
    both: tuple[Language, ...] = ("zh", "en")
    return bool(metrics) and all(
        any(
            has_run(
                key_of(desk.catalog.metrics[metric].label(language)),
                key_of(name(kept.dimension, value, language)),
            )
            for language in both
        )
        for metric in metrics
        for value in kept.values
    )


def _without(kept: Kept, force: InForce, desk: MetricDesk) -> Kept:
    """Return a message with the time alone put in, and the members in force that it is not of."""
    gone = _still_meant(kept.text, force, desk)
    names = _names(gone, language_of(kept.text), desk)
    return replace(kept, names=names, filters=gone, lost=bool(names))


def _names(filters: Sequence[Filter], language: Language, desk: MetricDesk) -> tuple[str, ...]:
    name = desk.answers.reader.known.member_name
    return tuple(name(one.dimension, value, language) for one in filters for value in one.values)


def gives_way(kept: Filter, text: str, desk: MetricDesk) -> bool:
    """Tell whether a message names what would stand in the place of a member, or asks of all its like.

    A word that asks for the analysis names nobody, though a member may be called so: 达标了吗.
    """
    told = recognised_beside_names(text, desk)
    catalog, parts = desk.catalog, desk.parts(told.rest if told else text)
    table = catalog.dimensions[kept.dimension].table

    def leads(first: str, last: str) -> bool:
        return catalog.path(first, last) is not None

    named = {
        name
        for part in parts.of("value")
        for name, _, score in part.members
        if score == max(one for _, _, one in part.members)
    }
    cuts = set(chain.from_iterable(part.dimensions for part in parts.of("dimension")))
    if kept.dimension in named | cuts:
        return True
    above = any(leads(table, catalog.dimensions[name].table) for name in named | cuts)
    things = (
        name for name in named if catalog.dimensions[name].key
    )  # a complaint's state is no part of a place
    return above or any(leads(catalog.dimensions[name].table, table) for name in things)


def _with(text: str, members: tuple[Filter, ...], window: Window | None, desk: MetricDesk) -> Kept:
    language = language_of(text)
    names = _names(members, language, desk)
    place = pointer(text) if names else None
    if place is not None and not place.to_things:
        text = f"{text[: place.start].rstrip()}{text[place.end :]}"  # there: its name stands for it
    who = say("analysis.and", language).join(names)
    told = beside(text.strip(), who, _said(window, language) if window else "", language)
    return Kept(told, names, members, window)


def beside(text: str, who: str, time: str, language: Language) -> str:
    """Return a question with members and a time that it does not name, each as written, or nothing.

    >>> beside("怎么样", "Hazel", "8月", "zh"), beside("How is it?", "Fir", "last week", "en")
    ('Hazel 8月怎么样', 'How is it for Fir last week?')
    """
    if not (who or time):
        return text
    if language == "zh":
        return f"{who}{' ' if who[-1:].isascii() and who else ''}{time}{text}"
    return f"{text.rstrip(_ENDS)}{f' for {who}' if who else ''}{f' {time}' if time else ''}?"


def _said(window: Window, language: Language) -> str:
    """Return a time by its own words where these are of the language, else by its days."""
    words = window.text
    if words and (words.isascii() == (language == "en")):
        plain = words[:1].isupper() or words[:1].isdigit()
        placed = "on" if window.unit == "day" else "in"
        return f"{placed} {words}" if language == "en" and plain else words
    last = window.end - days(1)
    return f"{window.start}到{last}" if language == "zh" else f"from {window.start} to {last}"


def is_kept(asked: AnalysisAsked, kept: Kept) -> bool:
    """Tell whether an analysis that was read of a message with members and time put in is of all of them."""
    of_them = all(any(told == one for told in asked.filters) for one in kept.filters)
    window = kept.window
    timed = window is None or (asked.window is not None and asked.window.start == window.start)
    return of_them and timed


def is_of(query: MetricQuery, kept: Kept) -> bool:
    """Tell whether a figure that was read of such a message is of all that was put in."""
    window = kept.window
    timed = window is None or [(one.start, one.end) for one in query.windows] == [(window.start, window.end)]
    return timed and all(one in query.filters for one in kept.filters)


def _alone(text: str, shown: Collection[str], desk: MetricDesk, *, hears: bool) -> tuple[Kind | None, Asked]:
    """Return what a text asks by itself; of the figures it may be of, the only one that was shown."""
    kind, read = alone(text, desk, hears=hears)
    if not (isinstance(read, AskBack) and read.code == "figure"):
        return kind, read
    meant = [alone(one, desk, hears=hears) for one in read.questions]
    of_it = [one for one in meant if isinstance(one[1], AnalysisAsked) and {*one[1].metrics} <= {*shown}]
    return of_it[0] if len(of_it) == 1 else (kind, read)


def read_kept(
    text: str, asked: Asked, force: InForce, desk: MetricDesk, *, hears: bool, shown: Collection[str] = ()
) -> tuple[Kind, AnalysisAsked | AskBack, Kept] | None:
    """Return what a message asks of the members and at the time in force, read as it stands alone with them.

    Of what comes only the members are kept where that time has been. What is asked back is of them too; but
    of which figure is not, where one was `shown`.
    """
    back: tuple[Kind, AskBack, Kept] | None = None
    told = recognised_beside_names(text, desk)
    if force.chosen and (told is None or says_nothing(told.rest, desk)):
        return None  # several that were chosen by a figure are no change
    for kept in ways_to_keep(text, force, desk):
        kind, read = _alone(kept.text, shown, desk, hears=hears)
        ahead = isinstance(read, AnalysisAsked) and read.ahead
        past = kept.window is not None and kept.window.start <= desk.today
        if kept.window and ((ahead and past) or kind not in _TIMED):
            continue
        if kind and isinstance(read, AnalysisAsked) and is_kept(read, kept):
            return kind, read, kept if kept.names else _without(kept, force, desk)
        if kind and isinstance(read, AskBack) and kept.names and not isinstance(asked, AnalysisAsked):
            back = back or (kind, read, kept)
    return back
