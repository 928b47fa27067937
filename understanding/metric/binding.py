"""What each step of reading a question over metrics stands on: parts, choices, and how reading ends."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, field

from config.wording import Language
from knowledge.metrics import Catalog
from understanding.metric.known import Known
from understanding.metric.parts import Part, Parts
from understanding.question import (
    Ambiguous,
    Comparer,
    Condition,
    NotMine,
    Window,
)

Allowed = Callable[[str], bool]
JOINING = frozenset(
    ["和", "与", "及", "以及", "跟", "还有", "and", "or", "或", "或者", "&", "vs", "versus", "对比", "还是"]
)
GRAINS = ("day", "week", "month", "quarter", "year")
BARE_GRAINS = frozenset(
    [
        "日",
        "天",
        "周",
        "月",
        "月份",
        "季",
        "季度",
        "年",
        "day",
        "week",
        "month",
        "quarter",
        "year",
        "days",
        "weeks",
        "months",
        "quarters",
        "years",
    ]
)
RANKS = ("top", "bottom", "gt", "ge", "lt", "le")
CHANGES = ("change", "decline", "vary")
MOST_TOP = 1000
MOST_CHOICES = 4  # more readings than that are no choice
ENGLISH_NO_ONE = frozenset(["top", "bottom", "first"])
BOTH = 2


class Stop(Exception):
    """Reading ends: the question is not one of the metrics, or has readings of equal standing."""

    def __init__(self, outcome: NotMine | Ambiguous) -> None:
        super().__init__(str(outcome))
        self.outcome = outcome


class Unclear(Exception):
    """A word has more than one reading of equal standing; each choice is read to the end."""

    def __init__(self, place: str, choices: tuple[str, ...]) -> None:
        super().__init__(place)
        self.place, self.choices = place, choices


@dataclass
class Binder:
    """One question on its way from parts to a query, and the choices its words leave."""

    known: Known
    parts: Parts
    language: Language
    today: dt.date
    metrics: list[str] = field(default_factory=list)
    filters: dict[tuple[str, bool], list[str]] = field(default_factory=dict)
    conditions: list[Condition] = field(default_factory=list)
    splits: list[str] = field(default_factory=list)
    grain: str = ""
    average: str = ""
    ranked: str = ""  # the dimension or grain that is ranked
    chart: str = ""
    choices: dict[str, str] = field(default_factory=dict)
    ascending: bool = False
    good: str = ""  # high or low, where best or worst is asked for
    counted: bool = False
    way: Comparer | None = None  # which way those went that are asked for: below 0 they fell
    recently: bool = False  # a time is named that nobody said how long
    undated: bool = False  # no period is named: all data, or what is assumed
    figure_assumed: bool = False
    before: tuple[str, ...] = ()  # the figures of the question that a message goes on from
    by_definition: bool = False  # the period is what the figure's definition takes where none is named
    months_assumed: bool = False  # a running stretch was ended with its last whole month
    implied: bool = False  # the figure is told by members alone: how many are open
    given: str = ""  # the metric to take where none is named
    guessed: list[str] = field(
        default_factory=list
    )  # words taken for what is called alike: category for type
    preferred: frozenset[str] = frozenset()  # dimensions the question before speaks of
    by_metric: Part | None = None
    ends: tuple[Window, Window] | None = None  # of a range that a growth goes over
    metric_parts: list[Part] = field(default_factory=list)

    @property
    def catalog(self) -> Catalog:
        """Return the definitions."""
        return self.known.catalog

    def chosen_metric(self, part: Part) -> tuple[str, ...]:
        """Return the metric a word names; of several, the one the question's other parts allow."""
        if len(part.metrics) == 1:
            return part.metrics
        wanted = {name for other in self.parts.of("dimension") for name in other.dimensions[:1]}
        fitting = [m for m in part.metrics if all(self.catalog.cuts(m, d) for d in wanted)]
        fitting = fitting or list(part.metrics)
        if len(fitting) > 1:
            fitting = [self.choose(part.text, tuple(fitting))]
        return (fitting[0],)

    def choose(self, place: str, choices: tuple[str, ...]) -> str:
        """Return what was chosen for an unclear word, or ask for every reading of it."""
        if len(choices) > MOST_CHOICES:
            raise Stop(NotMine("shape", (place,)))
        if place not in self.choices:
            raise Unclear(place, choices)
        return self.choices[place]

    def cuts_all(self, dimension: str) -> bool:
        """Tell whether every metric can be cut by a dimension."""
        return all(self.catalog.cuts(metric, dimension) for metric in self.metrics)

    def chosen_dimension(self, part: Part) -> str:
        """Return the dimension a word names; of several, the one these metrics can be cut by."""
        fitting = [name for name in part.dimensions if self.cuts_all(name)]
        if not fitting:
            raise Stop(NotMine("unreachable", (part.text,)))
        return fitting[0] if len(fitting) == 1 else self.choose(part.text, tuple(fitting))

    def label(self, dimension: str) -> str:
        return self.catalog.dimensions[dimension].label(self.language)
