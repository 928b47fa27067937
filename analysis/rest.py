"""What is left of a question beside its kind: a figure or none, members, and a time, also one to come."""

import itertools
import re
from dataclasses import dataclass, replace
from functools import lru_cache

from analysis.asked import NotRead, Recognised
from knowledge.items import Assumption
from language.periods import find_periods
from language.words import either
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk
from understanding.metric.parts import Part, Parts
from understanding.metric.vocabulary import metric_words
from understanding.readings import Ambiguous, MetricReading
from understanding.words.pieces import Piece

_TOLD_BY = re.compile(
    r"(?:[各每逐按分哪][个家些]?|\b(?:by|per|each|every|which|what)(?: of)?(?: (?:the|our|my|these))?\s*)$",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?<![\w.,-])\d{4}(?![\w-]|[.,]\d)", re.ASCII)
_SAID_YEAR = {"zh": "{}年", "en": "in {}"}
_FIRST_YEAR, _YEARS_AHEAD = 1990, 5
_OF_FIGURES = ("value", "thing", "dimension", "grain", "number", "unknown", "comparison")


@dataclass(frozen=True)
class Rest:
    """The figure named, or none, of these members, over this time, or none; `doubtful` where guessed.

    A member named by a part of its name that no other has is none: its whole name stands in what is told.
    """

    metric: str
    filters: tuple[Filter, ...]
    window: Window | None
    doubtful: bool = False


def read_rest(
    asked: Recognised, desk: MetricDesk, given: str, *, splits: bool = False, recent: str = ""
) -> Rest | NotRead:
    """Return what is left of a question; `given` stands in to read members where no figure is named.

    `recent` is the time that *recently* stands for. With `splits` a thing it is looked at by
    may be named: all are looked at anyway.

    A time is cut out before the rest is read, for the metric reader knows none to come.
    """
    cut = _without_time(asked, desk, recent)
    if cut is None:
        return NotRead()
    parts, text, window = cut
    named, numbers = parts.of("metric", "weak", "state"), parts.of("number")
    if not named and not parts.of(*_OF_FIGURES):
        rest = [part.text for part in parts.every if part.kind == "other"]
        small = tuple(one for one in rest if not _recent().fullmatch(one))
        return NotRead(small) if small else Rest("", (), window)
    if numbers and not named:
        return NotRead(tuple(part.text for part in numbers))  # of no figure it would be lost
    found = _one_figure(text, desk, "" if named else given, splits=splits)
    if isinstance(found, NotRead):
        return found
    (metric,) = found.query.metrics  # also one that a thing stands for: 工单 of 工单数
    is_named = named or metric != given or any(metric in one.metrics for one in parts.of("thing"))
    doubtful = bool(found.unread or found.guessed) or doubts(text, desk) not in SURE
    return Rest(metric if is_named else "", found.query.filters, window, doubtful)


def _without_time(
    asked: Recognised, desk: MetricDesk, recent: str
) -> tuple[Parts, str, Window | None] | None:
    """Return the parts of a question, its text without its time, and that; None of several times."""
    rest = with_its_year(_without_their_number(asked.rest, desk), desk)
    parts = desk.answers.reader.parts(rest, desk.today, desk.allowed)
    pieces = [part.piece for part in parts.of("period")]
    if len(pieces) > 1 or any(piece.period is None for piece in pieces):
        return None
    text = parts.text
    for piece in pieces:
        text = f"{text[: piece.span[0]]} {text[piece.span[1] :]}"
    period = pieces[0].period if pieces else None
    window = Window.of(period) if period else _recently(parts.text, recent, desk)
    return parts, _recent().sub(" ", text).strip(), window


def _without_their_number(text: str, desk: MetricDesk) -> str:
    """Return a text without how many the members named ahead are, and of what: 南城和厚街这两个服务区."""
    every = desk.answers.reader.parts(text, desk.today, desk.allowed)
    for at, part in enumerate(every.every):
        named = [one for one in every.every[:at] if one.kind == "value"]
        if part.kind == "number" and named and part.text == str(len(named)) != "1":
            behind = itertools.takewhile(
                lambda one: one.kind in ("function", "dimension"), every.every[at + 1 :]
            )
            first, last = part.piece.span[0], [part, *behind][-1].piece.span[1]
            return f"{every.text[:first]} {every.text[last:]}"
    return text


def _one_figure(text: str, desk: MetricDesk, given: str, *, splits: bool) -> MetricReading | NotRead:
    """Return a text read as one figure of members; none that is split, ranked or compared."""
    found = desk.answers.reader.read(text, desk.today, desk.allowed, given=given)
    if splits and isinstance(found, Ambiguous):  # cut by it or not: both are the same here
        bare = [one for one in found.queries if not one.splits]
        found = MetricReading(bare[0], desk.language) if len(bare) == 1 else found
    if not isinstance(found, MetricReading):
        return NotRead(desk.answers.why_unread(text, desk.today, desk.allowed).unread)
    query = replace(found.query, splits=() if splits else found.query.splits)
    plain = replace(MetricQuery(query.metrics[:1]), filters=query.filters, windows=query.windows)
    return replace(found, query=query) if query == plain else NotRead()


SURE: tuple[tuple[Assumption, ...], ...] = ((), ("part_of_name",))


def doubts(text: str, desk: MetricDesk) -> tuple[Assumption, ...]:
    """Return what the names of a text are guessed from; a part that is another's whole name is no part."""
    reader = desk.answers.reader
    found = reader.doubts(text, desk.today, desk.allowed)
    pieces = reader.pieces(text, desk.today, desk.allowed).of("value")
    return ("slip",) if any(_is_anothers(one, desk) for one in pieces) else found


def _is_anothers(piece: Piece, desk: MetricDesk) -> bool:
    """Tell a part of a name that is the whole name of something else; the town of its own row is not that.

    Qingyuan is the one branch of that name, whose row says that it lies in the town of Qingyuan.
    """
    reader, dimensions = desk.answers.reader, desk.catalog.dimensions
    own = {
        dimensions[name].table
        for one in piece.values
        for name in reader.known.columns.get(one.column.lower(), ())
    }
    return any(dimensions[name].table not in own for name, _ in reader.namesakes(piece))


def says_nothing(rest: str, desk: MetricDesk) -> bool:
    """Tell whether only small words are left: it, that."""
    parts = desk.answers.reader.parts(rest, desk.today, desk.allowed)
    return all(part.kind == "function" for part in parts.every)


def cut_of(asked: Recognised, desk: MetricDesk, *, counts: bool = False) -> tuple[str, str]:
    """Return the one dimension a text names, and the text without it.

    What counts a dimension's members names it beside another figure, or alone where that `counts`: houses,
    of which houses missed their target.
    """
    parts = desk.answers.reader.parts(asked.rest, desk.today, desk.allowed)
    cuts = [(one, one.dimensions) for one in parts.of("dimension")] or _counted(parts, desk, alone=counts)
    if len(cuts) != 1 or len(cuts[0][1]) != 1:
        return "", asked.rest
    (part, (cut,)) = cuts[0]
    first, last = part.piece.span
    text = f"{parts.text[:first]} {parts.text[last:]}"
    return cut, " ".join(text.split())


def _counted(parts: Parts, desk: MetricDesk, *, alone: bool) -> list[tuple[Part, tuple[str, ...]]]:
    """Return the parts that name a count of a dimension's members, with that dimension."""
    named, metrics = parts.of("metric", "weak"), desk.catalog.metrics
    kinds = [(one, tuple({metrics[name].counts for name in one.metrics} - {""})) for one in named]
    return [(one, kind) for one, kind in kinds if kind and (alone or len(named) > 1)]


def is_told_by(text: str, start: int) -> bool:
    """Tell whether a thing at a place of a text is what a figure is to be told by: by, each, which, 各.

    >>> is_told_by("vehicles coming into our service areas", 26), is_told_by("sales by the kiosks", 13)
    (False, True)
    """
    return _TOLD_BY.search(text[:start]) is not None


def recent_in(text: str) -> str:
    """Return the words for a bare "recently" that a text has, or nothing."""
    found = _recent().search(text)
    return found.group() if found else ""


def recent_spans(text: str) -> list[tuple[int, int]]:
    """Return where a text has words for a bare "recently"."""
    return [match.span() for match in _recent().finditer(text)]


@lru_cache(maxsize=1)
def _recent() -> re.Pattern[str]:
    return re.compile(either(metric_words()["recently"]["words"]), re.IGNORECASE | re.ASCII)


def with_its_year(text: str, desk: MetricDesk) -> str:
    """Return a text whose year reads as one where the kind's words took the *of* before it: 2025."""
    if find_periods(text, desk.today):
        return text
    said = _SAID_YEAR[desk.language]
    return _YEAR.sub(lambda year: said.format(year[0]) if _is_year(int(year[0]), desk) else year[0], text)


def _is_year(number: int, desk: MetricDesk) -> bool:
    return _FIRST_YEAR <= number <= desk.today.year + _YEARS_AHEAD


def _recently(text: str, period: str, desk: MetricDesk) -> Window | None:
    """Return the time that a bare "recently" stands for."""
    if not recent_in(text):
        return None
    return desk.answers.reader.known.window(period or metric_words()["recently"]["period"], desk.today)
