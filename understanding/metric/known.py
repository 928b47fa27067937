"""What every question is read with: the definitions, the values of the database, and its calendar."""

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from config.wording import Language
from knowledge.metrics import Catalog, Dimension, Metric
from knowledge.values import ValueIndex
from knowledge.vocabulary import Vocabulary
from language.calendar import Holidays, Range, days, whole
from language.periods import as_a_whole, find_periods
from language.units import key_of, units
from language.words import stem
from query.metric_query import Window
from understanding.metric.ends import End, end_of
from understanding.metric.ranges import Spans, time_column
from understanding.metric.ripening import Ripe
from understanding.metric.settling import Doubted, Tally, doubted, waits_since
from understanding.metric.unsettled import Unsettled
from understanding.metric.vocabulary import metric_words, rivalled, takings

SETTLING_KEPT = 1024


@dataclass
class Known:
    """One catalog, one set of values, one calendar."""

    catalog: Catalog
    values: ValueIndex | None = None
    fiscal_start: int = 1
    holidays: Holidays | None = None
    spans: Spans = field(default_factory=dict)
    tallies: Mapping[str, Tally] = field(default_factory=dict)  # by simple metric
    words: Vocabulary | None = field(default=None, init=False, repr=False, compare=False)  # of the catalog

    @cached_property
    def columns(self) -> dict[str, list[str]]:
        """Return which dimension each column with values belongs to: the first that names it."""
        found: dict[str, list[str]] = defaultdict(list)
        for dimension in self.catalog.dimensions.values():
            for column in dict.fromkeys((*dimension.columns, dimension.column_en)):
                if column and not found[self.catalog.full_column(column).lower()]:
                    found[self.catalog.full_column(column).lower()].append(dimension.name)
        for column, code in self.catalog.codes.items():
            if self.values is None or not self.values.has_codes(column):
                continue
            own = f"{column.rpartition('.')[0]}.{code}".lower()
            found[own] = found[own] or list(found[column])
        return dict(found)

    @cached_property
    def naming(self) -> dict[str, tuple[str, ...]]:
        """Return the columns with values that hold what a dimension's members are called, by dimension."""
        found = {}
        for dimension in self.catalog.dimensions.values():
            if dimension.column and not dimension.values:
                names = (*dimension.columns, dimension.column_en)
                columns = [self.catalog.full_column(one) for one in names if one]
                found[dimension.name] = tuple(one for one in columns if self.columns.get(one.lower()))
        return found

    @cached_property
    def names_of_members(self) -> tuple[tuple[str, str, str], ...]:
        """Return each dimension with each such column of it, as it is written and in small letters."""
        told = ((name, self.naming.get(name, ())) for name in self.catalog.dimensions)
        return tuple((name, column, column.lower()) for name, columns in told for column in columns)

    @cached_property
    def rivalled(self) -> frozenset[tuple[str, ...]]:
        """Return the words that may mean a defined figure as well as another."""
        return rivalled(self.catalog)

    @cached_property
    def takings(self) -> str:
        """Return the one figure that is called revenue, or nothing."""
        return takings(self.catalog)

    @cached_property
    def ends(self) -> dict[str, End]:
        """Return the dimensions that tell where things come from or where they go, with which of both."""
        return {name: end for name, one in self.catalog.dimensions.items() if (end := end_of(one))}

    def member_with_kind(self, name: str, value: str, language: Language) -> str:
        """Return what a member is called behind its kind, where several share a name: ship country Spain."""
        kind, called = self.catalog.dimensions[name].label(language), self.member_name(name, value, language)
        return f"{kind if kind.isupper() else kind.lower()} {called}" if language == "en" else kind + called

    def member_told(self, name: str, value: str, language: Language) -> str:
        """Return what a member is called in a sentence: an end of a way, and a role, with which it is."""
        dimension = self.catalog.dimensions[name]
        with_kind = bool(dimension.role_of) or name in self.ends
        return (self.member_with_kind if with_kind else self.member_name)(name, value, language)

    def member_name(self, name: str, value: str, language: Language) -> str:
        """Return what a member is called in a language."""
        dimension = self.catalog.dimensions[name]
        if "|" in value and (group := dimension.groups.get(value)):  # 3|4: resolved
            return next((one for one in group if one.isascii() == (language == "en")), group[0])
        if dimension.values or language == "zh" or not dimension.column_en or self.values is None:
            return dimension.value_label(value, language)
        column, key = self.catalog.full_column(dimension.column_en).lower(), key_of(value)
        found = [e for length, entries in self.values.at(key, 0) if length == len(key) for e in entries]
        called = next((entry.value for entry in found if entry.column.lower() == column), value)
        return called if len(self.canonicals(name, called)) == 1 else value

    def canonical(self, name: str, value: str) -> str:
        """Return a member's value in the dimension's own column, found in either language."""
        return self.canonicals(name, value)[0]

    def canonicals(self, name: str, value: str) -> list[str]:
        """Return the values of all members called so: two people may share a name in the other language."""
        dimension = self.catalog.dimensions[name]
        if self.values is None or not dimension.column:
            return [value]
        column, key = self.catalog.full_column(dimension.column).lower(), key_of(value)
        for full in dimension.columns:
            if coded := self.values.of_code(self.catalog.full_column(full).lower(), value):
                return [coded]
        if not dimension.column_en:
            return [value]
        found = [e for length, entries in self.values.at(key, 0) if length == len(key) for e in entries]
        return [entry.value for entry in found if entry.column.lower() == column] or [value]

    def size(self, name: str) -> int:
        """Return how many members a dimension has, 0 where that is not known."""
        dimension, values = self.catalog.dimensions[name], self.values
        columns = [self.catalog.full_column(one).lower() for one in dimension.columns]
        known = max((values.sizes.get(one, 0) for one in columns), default=0) if values else 0
        return len(dimension.values) or (dimension.namesakes.things if dimension.namesakes else known)

    def reaches(self, metrics: Sequence[str], window: Window, today: dt.date) -> bool:
        """Tell whether a stretch of time has begun, or each of these has data as far ahead: a target."""
        sources = [one for name in metrics for one in self.catalog.sources(name)]
        columns = [time_column(self.catalog, one.name) for one in sources]
        ahead = bool(columns) and not any(one.until for one in sources)  # nobody knows who leaves by then
        ahead = ahead and all(one in self.spans and window.start <= self.spans[one][1] for one in columns)
        return window.start <= today or ahead

    def with_days_to_come(self, metrics: Sequence[str], window: Window, today: dt.date) -> Window:
        """Return all of a time that runs where rows are counted by days known ahead: leases that end.

        Money of such days is not taken in yet, what began says nothing of who is to come, and a rate of what
        was decided nothing of what will be.
        """
        whole_ = Window.of(as_a_whole(window.period))
        sources = [one for name in metrics for one in self.catalog.sources(name)]
        coming = replace(whole_, start=today + days(1))
        plain = all(self.catalog.metrics[name].kind == "simple" for name in metrics)
        counted = (
            plain and bool(sources) and all(one.counts_rows and one.time_grain == "day" for one in sources)
        )
        ahead = counted and coming.start < whole_.end and self.reaches(metrics, coming, today)
        return whole_ if ahead else window

    def default_window(self, metric: str, grain: str, today: dt.date) -> Window | None:
        """Return the period that a metric's definition takes where the question names none; usually none."""
        found = self.window(self.catalog.metrics[metric].default_period, today)
        return found if found and not (grain and found.units(grain) == 1) else None

    def usual_window(self, metric: str, grain: str, today: dt.date) -> Window | None:
        """Return the period to offer a metric over, or to compare it in, where none is named."""
        latest = self.catalog.is_level(metric) and not self.catalog.is_mean_level(metric)
        if grain == "year" or (latest and not grain):
            return None
        usual = metric_words()["usual_periods"]
        own = self.catalog.metrics[metric].default_period
        return self.window(str(usual.get(grain) or own or usual["any"]), today)

    def window(self, text: str, today: dt.date) -> Window | None:
        """Return the stretch of time that words name."""
        found = find_periods(text, today, fiscal_start=self.fiscal_start, holidays=self.holidays)
        return Window.of(found[0]) if found else None

    def range_of(self, metrics: Sequence[str]) -> Range | None:
        """Return the days, the last excluded, that any of the data of some metrics are of, where known."""
        ranges = self.ranges(metrics, by_day=True) or self.ranges(metrics)
        return (min(one[0] for one in ranges), max(one[1] for one in ranges)) if ranges else None

    def shared_range(self, metrics: Sequence[str]) -> Range | None:
        """Return the days that all parts of metrics have data of; whole months where one has only these."""
        ranges = self.ranges(metrics)
        if not ranges:
            return None
        first, end = max(one[0] for one in ranges), min(one[1] for one in ranges)
        sources = [one for name in metrics for one in self.catalog.sources(name)]
        if any(one.time_grain == "month" for one in sources):
            first = first if first.day == 1 else whole("month", first, 1)[0]
            end = end.replace(day=1)
        return (first, end) if first < end else None

    def span_of(self, metric: str, today: dt.date) -> Range | None:
        """Return the days before today that all parts of a figure have complete data of, the last excluded.

        Every comparison, forecast and look at what is odd ends where this does.
        """
        held, open_ = self._held(metric, today), self.unsettled((metric,), today)
        if held is None or open_ is None:
            return held
        return (held[0], open_.since) if held[0] < open_.since else None

    def unsettled(self, metrics: Sequence[str], today: dt.date) -> Unsettled | None:
        """Return from which day on some of these figures are not complete, the first, or None."""
        found = [one for name in metrics if (one := self._settling(name, today)) is not None]
        return min(found, key=lambda one: one.since, default=None)

    def doubted(self, metrics: Sequence[str], today: dt.date) -> Doubted | None:
        """Return that the last day of some of these figures may not be complete, which nothing tells."""
        for name in metrics:
            held = self._held(name, today)
            if held is None or self._settling(name, today) is not None:
                continue
            for source in self.catalog.sources(name):
                told = self.catalog.settles_after(source.name) is None
                found = doubted(self.tallies.get(source.name, Tally()), held[1] - days(1)) if told else None
                if found is not None:
                    return found
        return None

    @cached_property
    def _settling(self) -> Callable[[str, dt.date], Unsettled | None]:
        """A figure is looked at by each reading, sentence and analysis of a question over it."""
        return lru_cache(maxsize=SETTLING_KEPT)(self._unsettled)

    def _unsettled(self, name: str, today: dt.date) -> Unsettled | None:
        held, metric = self._held(name, today), self.catalog.metrics[name]
        if held is None or any(one.time_grain != "day" for one in self.catalog.sources(name)):
            return None
        if (after := self.catalog.settles_after(name)) is not None:
            since = min(held[1], today - days(after))
            return Unsettled(since, after) if since < held[1] else None
        if metric.kind != "simple":
            return None if self._ripen_alike(metric, today) else self.unsettled(metric.parts, today)
        return waits_since(self.tallies.get(name, Tally()), held[1] - days(1))

    def _ripen_alike(self, metric: Metric, today: dt.date) -> bool:
        """Tell a ratio both of whose parts take the same rows as these come to count: paid per paid order."""
        sources = [one for part in metric.parts for one in self.catalog.sources(part)]
        ripening = {(one.table, self._settling(one.name, today)) for one in sources}
        return metric.kind == "ratio" and len(ripening) == 1 and all(it and it.ripens for _, it in ripening)

    def ripe(self, name: str) -> tuple[Metric, Ripe] | None:
        """Return the sum or count that makes a figure ripen, with how: itself, or what a ratio divides."""
        metric = self.catalog.metrics[name]
        if metric.kind == "ratio" and self.ripe(metric.parts[1]) is None:
            return self.ripe(metric.parts[0])
        ripe = self.tallies.get(name, Tally()).ripe
        plain = metric.kind == "simple" and metric.additivity in ("sum", "distinct")
        return (metric, ripe) if plain and ripe is not None and ripe.column else None

    def with_ripe(self, metric: Metric) -> "Known":
        """Return it with a figure in the place of the one of its name, all of whose rows are ripe."""
        other = copy(self)
        other.__dict__.pop("_settling", None)
        other.catalog = self.catalog.beside(metric)
        other.tallies = {
            **self.tallies,
            metric.name: replace(self.tallies[metric.name], ripe=None, filled=()),
        }
        return other

    @cached_property
    def ended(self) -> dict[str, frozenset[str]]:
        """Return by level the columns that tell nothing of what stands of it, but only of what has ended."""
        return {name: one.ended for name, one in self.tallies.items() if one.ended}

    def held_until(self, metric: str, today: dt.date) -> dt.date | None:
        """Return the day after the last one that a figure has any data of, complete or not; today at most."""
        held = self._held(metric, today)
        return held[1] if held is not None else None

    def _held(self, metric: str, today: dt.date) -> Range | None:
        """Return the days before today that all parts of a figure have data of.

        Events come when they come: their data are taken to run as far as those of any figure. What stands
        by the week or the month does not: profit of a month has no costs before they are booked.
        """
        ranges = self.ranges((metric,))
        if not ranges:
            return None
        sources = self.catalog.sources(metric)
        if all(self.catalog.is_dense(one) or one.time_grain == "month" for one in sources):
            end = min(min(one[1] for one in ranges), today)
        else:
            end = min(self._last_end, today)
        booked = [one.name for one in sources if one.weekly or one.time_grain == "month"]  # when it is over
        end = min([end, *(one[1] for one in self.ranges(booked))])
        start = max(one[0] for one in ranges)
        return (start, end) if start < end else None

    @cached_property
    def _last_end(self) -> dt.date:
        """Return the day after the last one that any figure has data of."""
        return max(one[1] for one in self.ranges(tuple(self.catalog.metrics)))

    def ranges(self, metrics: Sequence[str], *, by_day: bool = False) -> list[Range]:
        """Return from when to when, the last day excluded, each source of some metrics has data.

        With `by_day` those that stand by the month are left out: targets run ahead of what has been.
        """
        found = []
        for source in dict.fromkeys(one for name in metrics for one in self.catalog.sources(name)):
            if by_day and source.time_grain == "month":
                continue
            span = self.spans.get(time_column(self.catalog, source.name))
            if span is not None:
                until = self.tallies.get(source.name, Tally()).until or span[1]
                last = whole("month", span[1])[1] if source.time_grain == "month" else until + days(1)
                last = whole("week", until)[1] if source.weekly else last
                found.append((span[0], last))
        return found


def is_narrower(one: Dimension, other: Dimension) -> bool:
    """Tell whether a kind of thing is called as another is, with more before it: ship country, country."""
    ends = [plain_units(wording) for wording in other.wordings]
    return all(
        any(0 < len(end) < len(own) and own[-len(end) :] == end for end in ends)
        for own in (plain_units(one.zh), plain_units(one.en))
    )


@lru_cache(maxsize=20_000)  # each name is held against each question
def plain_units(text: str) -> tuple[str, ...]:
    """Return a text's units, English words in the form that all their endings share."""
    return tuple(plain(unit.text) for unit in units(text))


def plain(unit: str) -> str:
    """Return a word of a text without the ending by which verbs and things differ: opened, opening, open."""
    return stem(unit.rstrip("~"))
