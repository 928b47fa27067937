"""The frame of a conversation: what the turn before was of, for whoever reads what goes on from it."""

from dataclasses import dataclass, replace
from functools import cached_property

from analysis.asked import AnalysisAsked, Kind, NotRead, Recognised, asks_for_one, says
from analysis.briefing.figures import year_of
from analysis.briefing.running import as_asked
from analysis.briefing.scorecard import lines_of, scorecard
from analysis.kinds import KINDS, Asked, alone
from analysis.naming import recognised_beside_names
from analysis.series import data_span
from config.wording import language_of
from query.metric_query import Compared, MetricQuery
from understanding.figures.goals import reached_by
from understanding.metric.desk import MetricDesk
from understanding.readings import MetricHit

OF_TARGETS: tuple[Kind, ...] = ("pace", "target", "missed")
_OF_ONE_FIGURE: tuple[Kind, ...] = ("trend", "forecast", *OF_TARGETS)
_WITH_TARGET = 2  # a figure and its target


@dataclass(frozen=True)
class Frame:
    """The turn that a message may go on from, its question and SQL; each view of it is worked out once.

    `hears` that what is not read word by word is taken as it is heard: no model hears better.
    """

    question: str
    sql: str
    desk: MetricDesk
    hears: bool

    @cached_property
    def told(self) -> Recognised | None:
        """Return the analysis that its words ask for."""
        return recognised_beside_names(self.question, self.desk)

    @cached_property
    def asked(self) -> Asked:
        """Return what these words come to."""
        return KINDS[self.told.kind].read(self.told, self.desk) if self.told else NotRead()

    @cached_property
    def heard(self) -> tuple[Kind | None, Asked]:
        """Return the same, or what else is heard of them."""
        return alone(self.question, self.desk, hears=self.hears)

    @cached_property
    def is_a_figure(self) -> bool:
        """Tell what names no analysis and was read whole as figures: of them no analysis was told."""
        if isinstance(self.asked, AnalysisAsked):
            return False
        hit = self.desk.answers.answer(self.question, self.desk.today, self.desk.allowed)
        return isinstance(hit, MetricHit) and not hit.unread and not hit.assumed

    @property
    def rest(self) -> str:
        """Return its question without what asked for an analysis."""
        return self.told.rest if self.told else self.question

    @property
    def of_figure(self) -> str:
        """Return the question of the figure that what follows is of: the one an analysis is of, or it."""
        changed = self.told is not None and self.told.kind in ("why", "moved")
        return self.rest if changed else self.worded(self._led) or self.question

    @property
    def of_rank(self) -> str:
        """Return the same where who is first is asked: behind a target it is how much of that was reached.

        Where that cannot be led with, its own question: the lowest revenue is not who is lowest in that.
        """
        led, catalog = self._led, self.desk.catalog
        if led is None or self.heard[0] not in OF_TARGETS:
            return self.of_figure
        reached = next((rate.name for rate, _ in reached_by(led.metrics[0], catalog)), "")
        return (reached and self.worded(replace(led, metrics=(reached,)))) or self.question

    @property
    def of_growth(self) -> str:
        """Return the same of how that figure moved: beside the year before, else the time before, as told."""
        led, desk = self._led, self.desk
        if led is None or led.window is None:
            return self.question
        span, year = data_span(led.metrics[0], desk), year_of(led.window, desk)
        if span is not None and span[0] > year.start:
            return self.worded(replace(led, compared=Compared("previous"))) or self.question
        by_dates = led.window.year_before(desk.catalog.holidays)
        same = (by_dates.start, by_dates.end) == (year.start, year.end)
        named = replace(led, compared=Compared("named", replace(year, text="")))
        told = None if same else self.worded(named)  # the same days of the week, as the briefing told
        return told or self.worded(replace(led, compared=Compared("last_year"))) or self.question

    def worded(self, query: MetricQuery | None) -> str | None:
        """Return a figure as a whole question in the language of this one."""
        desk, language = self.desk, language_of(self.question)
        return desk.answers.worded(query, language, desk.today, desk.allowed) if query else None

    @cached_property
    def _led(self) -> MetricQuery | None:
        """Return the figure that an analysis is of, or led with where it told how things go."""
        if not asks_for_one(self.question) or self.is_a_figure:
            return None
        kind, asked = self.heard
        if not isinstance(asked, AnalysisAsked) or not asked.window:
            return None
        if kind in _OF_ONE_FIGURE and len(asked.metrics) <= _WITH_TARGET:
            window, today = asked.window, self.desk.today
            if window.unit == "month" and window.start < today < window.end:
                window = self.desk.answers.reader.known.window("this month", today) or window
            figure = MetricQuery(asked.metrics[:1], filters=asked.filters, windows=(window,))
            return figure if window.start < today else None
        if kind == "compare" and asked.query:
            return replace(asked.query, windows=(as_asked(asked.window, self.desk),))
        if kind != "briefing":
            return None
        lines = lines_of(asked.metrics, self.desk, asked.filters) or scorecard(self.desk, asked.filters)
        beside = Compared("last_year") if says("briefing", "year", self.question) else None
        first = tuple(one.metric for one in lines[:1])
        return MetricQuery(
            first, filters=asked.filters, windows=(as_asked(asked.window, self.desk),), compared=beside
        )
