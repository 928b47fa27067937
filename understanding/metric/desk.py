"""What an analysis works with: the definitions of one connection as one person may use them."""

import datetime as dt
from dataclasses import dataclass

from config.wording import Language
from knowledge.metrics import Catalog, Dimension
from knowledge.values import Allowed
from understanding.data_days import DataDays
from understanding.metric.answers import MetricAnswers


@dataclass(frozen=True)
class MetricDesk:
    """The definitions, what may be seen of them, from when to when data run, and the day it is."""

    answers: MetricAnswers
    allowed: Allowed
    days: DataDays
    today: dt.date
    language: Language

    @property
    def catalog(self) -> Catalog:
        """Return the definitions."""
        return self.answers.catalog

    def opens(self, metric: str) -> bool:
        """Tell whether the person may use a figure."""
        return self.catalog.opens(metric, self.allowed)

    def shows(self, dimension: Dimension) -> bool:
        """Tell whether the person may cut by a dimension."""
        return self.catalog.shows(dimension, self.allowed)
