"""What each step of a follow-up stands on: the query before, the message's parts, and how it ends."""

from dataclasses import dataclass

from language.calendar import whole
from language.periods import Step
from understanding.metric.binding import GRAINS
from understanding.metric.parts import Parts
from understanding.metric.reader import Binding
from understanding.metric.vocabulary import metric_words
from understanding.question import MetricQuery, NotMine


@dataclass
class Edit:
    """One message on its way to the query it leads to."""

    before: MetricQuery
    parts: Parts
    binding: Binding
    step: Step | None = None  # the month before
    keeps: bool = False  # exactly the rows just shown are asked about
    chart: str = ""
    ordered: bool = False  # an order was named
    widened: bool = False  # one month by month is one figure, so a longer stretch is taken

    @property
    def adds(self) -> bool:
        """Tell whether the message adds to what is shown: also, 加上."""
        return self.says("adding") or self.parts.has("restore")

    @property
    def corrects(self) -> bool:
        """Tell whether the message puts right what was understood before: 我说的是, no, I meant."""
        told = self.parts.text.lower()
        return any(str(one) in told for one in metric_words()["correcting"])

    def says(self, role: str) -> bool:
        """Tell whether a function word of the message plays a part: instead, 加上."""
        return bool({part.text for part in self.parts.of("function")} & set(metric_words()[role]))

    def unread(self) -> NotMine:
        """Return that the message is no edit of a metric's question."""
        return NotMine("shape", tuple(part.text for part in self.parts.left()))


def unit_of(query: MetricQuery) -> str:
    """Return the day, week, month, quarter or year that a query's one stretch of time is, or nothing."""
    window = query.window
    if window is None:
        return ""
    if window.unfinished:
        return window.unit if window.count == 1 and window.unit in GRAINS else ""
    same = (unit for unit in GRAINS if whole(unit, window.start) == (window.start, window.end))
    return next(same, "")
