"""What analyses and offers work with: the definitions of one connection as one person may use them."""

import datetime as dt
from dataclasses import dataclass, field

from config.wording import Language
from knowledge.metrics import Catalog, Dimension
from knowledge.values import Allowed
from query.metric_query import MetricQuery
from understanding.data_days import DataDays
from understanding.metric.answers import MetricAnswers
from understanding.metric.parts import Parts
from understanding.readings import Ambiguous, MetricReading, NotMine


@dataclass(frozen=True)
class MetricDesk:
    """The definitions, what may be seen of them, from when to when data run, and the day it is."""

    answers: MetricAnswers
    language: Language
    today: dt.date
    allowed: Allowed
    days: DataDays = field(default_factory=DataDays)

    @property
    def catalog(self) -> Catalog:
        """Return the definitions."""
        return self.answers.catalog

    def read(self, text: str, given: str = "") -> MetricReading | Ambiguous | NotMine:
        """Return what a question asks; `given` is the figure or cut to take where it names none."""
        return self.answers.reader.read(text, self.today, self.allowed, given)

    def parts(self, text: str) -> Parts:
        """Return a text's parts."""
        return self.answers.reader.parts(text, self.today, self.allowed)

    def asked(self, query: MetricQuery, *, kinds: bool = False) -> str | None:
        """Return the question that is read as a query with nothing assumed, or None where there is none."""
        return self.answers.asked(query, self.language, self.today, self.allowed, kinds=kinds)

    def opens(self, metric: str) -> bool:
        """Tell whether the person may use a figure."""
        return self.catalog.opens(metric, self.allowed)

    def shows(self, dimension: Dimension) -> bool:
        """Tell whether the person may cut by a dimension."""
        return self.catalog.shows(dimension, self.allowed)
