"""What the chart makes of a question, as it would be answered, asked back or declined."""

from config.wording import Language
from knowledge.metrics import Catalog
from understanding.figures.reader import FigureReading
from understanding.readings import Ambiguous, MetricReading, NotMine


def outcome_of(
    found: FigureReading, language: Language, catalog: Catalog
) -> MetricReading | Ambiguous | NotMine:
    """Return a reading with what was taken for granted, several to choose from, or why there is none."""
    if not found.frames:
        return NotMine(found.why, found.words)
    if len(found.frames) > 1:
        return Ambiguous(tuple(one.query for one in found.frames), language, found.falls)
    (frame,), doubts = found.frames, found.doubts
    query = frame.query
    timed = any(one.time for name in query.metrics for one in catalog.sources(name))
    return MetricReading(
        query,
        language,
        frame.chart,
        figure_assumed="figure" in doubts,
        undated=timed and (query.period_assumed or not query.windows),
        unread=found.unread,
        guessed=frame.guessed,
        of_sibling="sibling" in doubts,
        by_definition=query.period_assumed and "period" not in doubts,
        months_assumed="months" in doubts,
        implied=frame.implied,
    )
