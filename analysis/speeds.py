"""How fast something goes is told by the time it takes: why are repairs so slow, 修得越来越慢."""

import re
from collections.abc import Iterable, Iterator, Sequence

from analysis.anomaly.group import group_word
from analysis.asked import at_a_speed, is_quiet, way_of
from analysis.clauses import Span
from analysis.naming import names_in, recognised_beside_names
from knowledge.metrics import Metric
from understanding.figures.speeds import is_called_by
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import has_extent, is_time_taken
from understanding.metric.parts import Part

_LONGEST = 4  # signs of a verb
_SAY_NOTHING = ("function", "mark", "period", "value", "number", "comparison")
_NAMED = ("metric", "weak", "thing")
_GROWING = re.compile(r"[涨长升增加降跌滑减少多速度]得?$")
_WORD = re.compile(r"[A-Za-z][A-Za-z'’-]+")


def by_the_time_taken(text: str, desk: MetricDesk, before: str = "") -> tuple[str, ...] | None:
    """Return a question of how fast something goes as of the time that takes, or of each that may be meant.

    None where it asks no such thing; nothing where no time is defined for it. Where it names nothing it is of
    what the question `before` is.
    """
    found = at_a_speed(text)
    if found is None or _is_of_a_move(text, found[0].span(), desk):
        return None
    at, words = found[0].span(), found[1]
    said = [one for one in desk.parts(text).every if one.piece.span[0] < at[0] or at[1] < one.piece.span[1]]
    named = [one for one in said if one.kind in _NAMED]
    bare = all(one.kind in _SAY_NOTHING or is_quiet(one.text) for one in said)
    figures = _figures_of(desk.parts(before).every if bare and before else named, desk)
    if any(map(has_extent, figures)):
        return (f"{text[: at[0]]}{words}{text[at[1] :]}",)
    if text.isascii() and (any(not one.counts_rows for one in figures) or group_word(text, desk)[0]):
        return None  # slow sales are low ones
    if bare:
        return _of_times(text, at, words, [(at[0], at[0])], figures, desk) if figures else None
    done = list(_done(text, at, said, _times(figures, desk)))
    return _of_times(text, at, words, [one.piece.span for one in named], figures, desk, done)


def _figures_of(parts: Iterable[Part], desk: MetricDesk) -> list[Metric]:
    """Return the figures that some parts name."""
    metrics = desk.catalog.metrics
    return [metrics[it] for one in parts if one.kind in _NAMED for it in one.metrics if it in metrics]


def _of_times(
    text: str,
    at: Span,
    words: str,
    counted: Sequence[Span],
    figures: Sequence[Metric],
    desk: MetricDesk,
    done: Sequence[Span] = (),
) -> tuple[str, ...]:
    """Return the question with the time in place of what is counted or done, or with each of several."""
    times = _times(figures, desk)
    for spans in (done, counted):
        meant = [one for one in times if any(is_called_by(text[slice(*it)], one) for it in spans)]
        if len(meant) == 1:
            return (_written(text, at, words, [*done, *counted], meant[0], desk),)
    return tuple(_written(text, at, words, counted, one, desk) for one in times if figures)


def _times(figures: Sequence[Metric], desk: MetricDesk) -> list[Metric]:
    """Return the mean times that the rows of some figures take, all where none are named."""
    tables = {desk.catalog.full(one.table) for one in figures}
    return [one for one in desk.catalog.metrics.values() if _is_taken(one, tables, desk)]


def _is_taken(metric: Metric, tables: Iterable[str], desk: MetricDesk) -> bool:
    """Tell the mean time that one of some rows takes, of any where none are named."""
    taken = metric.kind == "simple" and metric.additivity != "sum" and is_time_taken(metric)
    return taken and desk.opens(metric.name) and (not tables or desk.catalog.full(metric.table) in tables)


def _done(text: str, at: Span, said: Sequence[Part], times: Sequence[Metric]) -> Iterator[Span]:
    """Yield what is done: right before a Chinese word of speed, any English word of a time's name."""
    if not text[slice(*at)].isascii():
        least = 1 if text[at[0]] == "得" else 2
        ends = ((at[0] - many, at[0]) for many in range(min(_LONGEST, at[0]), least - 1, -1))
        yield from (one for one in ends if any(is_called_by(text[slice(*one)], it) for it in times))
        return
    known = [one.piece.span for one in said if one.kind in ("period", "dimension", "function")]
    for found in _WORD.finditer(text):
        span = found.span()
        apart = not any(first < span[1] and span[0] < last for first, last in (at, *known))
        if apart and any(is_called_by(found.group().lower(), one) for one in times):
            yield span


def _written(text: str, at: Span, words: str, gone: Sequence[Span], metric: Metric, desk: MetricDesk) -> str:
    """Return a text with a figure in the first of some places, and how high it is behind it."""
    label, place = metric.label(desk.language), gone[0][0]
    taken = {spot for span in (at, *gone) for spot in range(*span)}
    ahead = at[0] <= place  # so slow at handling complaints
    put = {at[0]: f" {words} "} | {place: f" {label} {words} " if ahead else f" {label} "}
    if ahead and at[0] != place:
        put[at[0]] = " "
    signs = (
        put.get(spot, "") + ("" if spot in taken else text[spot : spot + 1]) for spot in range(len(text) + 1)
    )
    told = " ".join("".join(signs).split())
    return told if words.isascii() else told.replace(" ", "")


def _is_of_growth(text: str, desk: MetricDesk) -> bool:
    """Tell what slows down without anything that is counted or done: its growth."""
    told = recognised_beside_names(text, desk)
    if told is None or told.kind != "momentum":
        return False
    figures = _figures_of(desk.parts(text).every, desk)
    return not any(one.counts_rows for one in figures)


def _is_of_a_move(text: str, at: Span, desk: MetricDesk) -> bool:
    """Tell how fast something rises or falls: growing so slowly."""
    rest = f"{text[: at[0]]} {text[at[1] :]}"
    for name in names_in(rest, desk):
        rest = rest.replace(name, " ")
    return _GROWING.search(text[: at[0]]) is not None or bool(way_of(rest)) or _is_of_growth(text, desk)
