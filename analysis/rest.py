"""What is left of a question beside its kind: a figure or none, members, and a time, also one to come."""

from dataclasses import dataclass, replace

from analysis.asked import NotRead, Recognised
from knowledge.metric.desk import MetricDesk
from knowledge.metric.vocabulary import metric_words
from knowledge.question import Filter, MetricQuery, MetricReading, Window


@dataclass(frozen=True)
class Rest:
    """The figure named, or none, of these members, over this time, or none; `doubtful` where guessed."""

    metric: str
    filters: tuple[Filter, ...]
    window: Window | None
    doubtful: bool = False


def read_rest(asked: Recognised, desk: MetricDesk, given: str) -> Rest | NotRead:
    """Return what is left of a question; `given` stands in to read members where no figure is named.

    A time is cut out before the rest is read, for the metric reader knows none to come.
    """
    reader = desk.answers.reader
    parts = reader.parts(asked.rest, desk.today, desk.allowed)
    periods = [part.piece for part in parts.of("period")]
    if len(periods) > 1 or any(piece.period is None for piece in periods):
        return NotRead()
    text = parts.text
    for piece in periods:
        text = f"{text[: piece.span[0]]} {text[piece.span[1] :]}"
    period = periods[0].period if periods else None
    window = Window.of(period) if period else _recently(parts.text, desk)
    named = parts.of("metric", "weak", "state")
    if not named and not parts.of("value", "dimension", "grain", "number", "unknown", "comparison"):
        small = [part.text for part in parts.every if part.kind == "other" and part.text not in _recent()]
        return NotRead(tuple(small)) if small else Rest("", (), window)
    found = reader.read(text, desk.today, desk.allowed, given="" if named else given)
    if not isinstance(found, MetricReading):
        return NotRead(desk.answers.why_unread(text, desk.today, desk.allowed).unread)
    query = found.query
    if query != replace(MetricQuery(query.metrics[:1]), filters=query.filters, windows=query.windows):
        return NotRead()  # split, ranked, compared: not one figure
    doubtful = bool(found.unread or found.guessed or reader.doubts(text, desk.today, desk.allowed))
    return Rest(query.metrics[0] if named else "", query.filters, window, doubtful)


def _recent() -> list[str]:
    return list(metric_words()["recently"]["words"])


def _recently(text: str, desk: MetricDesk) -> Window | None:
    """Return the time that a bare "recently" stands for."""
    if not any(word in text.lower() for word in _recent()):
        return None
    return desk.answers.reader.known.window(metric_words()["recently"]["period"], desk.today)
