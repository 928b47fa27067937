"""How a MetricQuery was understood, in lines a user reads beside the answer."""

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from config.wording import Language, say
from knowledge.metrics import Catalog, Metric
from language.calendar import Range, days
from query.levels import is_mean
from query.metric_query import Compared, Condition, MetricQuery, Window
from query.plan.blocks import counted_from_nought, things_then
from query.plan.stretches import earlier_window
from understanding.metric.states_now import keeps_open_ones
from understanding.metric.vocabulary import period_in

Called = Callable[[str, str, Language], str]  # dimension, value → what it is called
SEPARATOR = {"zh": "、", "en": ", "}


def interpretation_of(
    query: MetricQuery,
    catalog: Catalog,
    language: Language,
    today: dt.date,
    called: Called,
    every: Range | None = None,
) -> tuple[str, ...]:
    """Return the lines: what is measured and how, when, of what, split by what, in which order.

    `every` is from when to when there are data, the last day excluded, where that is known.
    """
    return tuple(_Lines(query, catalog, language, today, called, every).every())


class _Lines:
    def __init__(
        self,
        query: MetricQuery,
        catalog: Catalog,
        language: Language,
        today: dt.date,
        called: Called,
        data: Range | None,
    ) -> None:
        self.query, self.catalog, self.language, self.data = query, catalog, language, data
        self.today, self.called = today, called

    def every(self) -> Iterator[str]:
        """Yield the lines in the order of reading."""
        query = self.query
        yield from (self._metric(name) for name in query.metrics)
        yield from self._time()
        yield from self._taken()
        for kept in query.filters:
            names = [self._value(kept.dimension, value) for value in kept.values]
            key = "without" if kept.negated else "only"
            yield self._line(key, name=self._label(kept.dimension), values=self._joined(names))
        names = [self._label(name) for name in query.splits]
        names += [say(f"metrics.grain.{query.grain}", self.language)] if query.grain else []
        if query.counted:
            yield self._line("counted", names=self._joined(names))
        elif names:
            yield self._line("split", names=self._joined(names))
        yield from map(self._condition, query.conditions)
        yield from self._order()
        yield from self._existing()
        yield from self._named_only()
        if query.share:
            yield self._share()
        if query.others:
            yield self._line("others")
        if query.average:
            each = self._each(query.average)
            yield self._line(
                "average", metric=self.catalog.metrics[query.metrics[0]].label(self.language), each=each
            )
        if query.running:
            yield self._line("running")
        if query.filled:
            yield self._line("filled", each=self._each(query.grain))

    def _condition(self, condition: Condition) -> str:
        limited = self.catalog.metrics[condition.metric]
        metric, number = limited.label(self.language), f"{condition.number:,f}"
        if condition.of_growth or limited.unit("zh") == "%":
            number += "%"
        if condition.of_growth:
            metric = self._line("growth", metric=metric)
        return self._line("condition", metric=metric, comparer=self._line(condition.comparer), number=number)

    def _share(self) -> str:
        if within := self.query.share_within:
            return self._line("share_within", names=self._joined([self._label(name) for name in within]))
        left_out = [f for f in self.query.filters if f.negated and f.dimension in self.query.splits]
        values = [self._value(one.dimension, value) for one in left_out for value in one.values]
        return self._line("share_left", values=self._joined(values)) if values else self._line("share")

    def _metric(self, name: str) -> str:
        metric = self.catalog.metrics[name]
        definition = metric.definition(self.language)
        unit = metric.unit(self.language)
        label = metric.label(self.language)
        shown = (
            f"{label}（{unit}）" if self.language == "zh" and unit else f"{label} ({unit})" if unit else label
        )
        if not definition:
            return self._line("metric", metric=shown)
        return self._line("defined", metric=shown, definition=definition)

    def _time(self) -> Iterator[str]:
        query = self.query
        if not query.windows:
            yield self._undated()
            return
        early = query.compared or query.filled
        cut = [window.cut(self.today) if early else self._with_data(window) for window in query.windows]
        for window in cut:
            yield self._window(window, "assumed" if query.period_assumed else "period")
        yield from self._provisional(query.windows)
        if query.compared:
            yield from self._compared(query.compared, cut[0])

    def _taken(self) -> Iterator[str]:
        """Yield how levels are taken over a time of several days, and which part of a figure is of now."""
        query, catalog = self.query, self.catalog
        parts = {name: catalog.sources(name) for name in query.metrics}
        every = list(dict.fromkeys(one for sources in parts.values() for one in sources))
        means = [one for one in every if is_mean(query, one, catalog) and not query.average]
        ends = [one for one in every if query.closing and one.over_time == "average"]
        now = self._of_now(parts.values()) if query.windows or query.grain else []
        for key, told in (("mean_of_days", means), ("closing", ends), ("stands", now)):
            if told:
                names = self._joined([one.label(self.language) for one in dict.fromkeys(told)])
                yield self._line(key, metric=names)

    def _of_now(self, parts: Iterable[Sequence[Metric]]) -> list[Metric]:
        """Return what has no time of figures that are of some time otherwise."""
        mixed = [sources for sources in parts if any(one.time for one in sources)]
        return [one for sources in mixed for one in sources if not one.time]

    def _undated(self) -> str:
        """Say that all data are meant, the latest of them, or what is now."""
        sources = [source for name in self.query.metrics for source in self.catalog.sources(name)]
        if not any(source.time for source in sources):
            return self._all("now")
        levels = all(map(self.catalog.is_level, self.query.metrics))
        latest = levels and not (self.query.grain or self.query.average)
        if keeps_open_ones(self.query, self.catalog):
            return self._all("open_now")
        return self._all("latest" if latest else "all")

    def _compared(self, compared: Compared, now: Window) -> Iterator[str]:
        query = self.query
        before = earlier_window(compared, now, query.grain, self.catalog.holidays)
        yield self._window(before, "versus")
        yield from self._provisional([before])
        if now.end != query.windows[0].end and compared.kind != "named":
            yield self._line("cut")
        whole = now.in_whole_months and before.in_whole_months
        if now.days != before.days and not whole and not query.grain and self._adds_up():
            yield self._line("unequal", now=now.days, before=before.days)

    def _with_data(self, window: Window) -> Window:
        """Return a stretch that still runs as far as there are data, which is what the answer says of it."""
        if not window.unfinished or self.data is None or not window.start < self.data[1] < window.end:
            return window
        return replace(window, end=self.data[1])

    def _provisional(self, windows: Iterable[Window]) -> Iterator[str]:
        """Yield that days off are not announced yet, by what they were called and of which year."""
        for window in windows:
            if window.provisional:
                name = f"{window.start.year} {window.holiday}" if window.holiday else window.text
                yield self._line("provisional", name=name)

    def _all(self, key: str) -> str:
        """Say of all data from when to when they are, and of the latest which day that is."""
        if self.data is None or key == "now":
            return self._line(key)
        start, last = self.data[0].isoformat(), self.data[1] - days(1)
        sources = [source for name in self.query.metrics for source in self.catalog.sources(name)]
        if key == "latest" and any(source.until for source in sources):
            last = self.catalog.as_of(self.today)  # the day they are counted on
        return self._line(f"{key}_known", start=start, end=last.isoformat())

    def _adds_up(self) -> bool:
        """Tell whether more days make a figure larger."""
        simple = [self.catalog.metrics[name] for name in self.query.metrics]
        return any(one.kind != "ratio" and one.additivity in ("sum", "distinct") for one in simple)

    def _window(self, window: Window, key: str) -> str:
        last = window.end - days(1)
        if key == "period" and last == window.start:
            return self._line("day", start=window.start.isoformat())
        text = period_in(window.text, self.language) or window.text
        return self._line(key, start=window.start.isoformat(), end=last.isoformat(), text=text)

    def _order(self) -> Iterator[str]:
        ranking = self.query.ranking
        if self.query.good:
            ranked = ranking.metric if ranking else self.query.metrics[0]
            name = self.catalog.metrics[ranked].label(self.language)
            yield self._line(f"good_{self.query.good}", metric=name)
        if ranking is None:
            return
        metric = self.catalog.metrics[ranking.metric].label(self.language)
        if ranking.by != "value":
            metric = self._line("growth" if ranking.by == "growth" else "ranked_share", metric=metric)
        if ranking.number is not None:
            key = f"place_{ranking.direction}" if ranking.place else ranking.direction
            yield self._line(key, metric=metric, number=ranking.number)
        if ranking.within:
            yield self._line("within", names=self._joined([self._label(name) for name in ranking.within]))

    def _existing(self) -> Iterator[str]:
        """Yield that only what existed then counts as having none, where its table says from when to when."""
        query, catalog = self.query, self.catalog
        if (table := things_then(query, catalog)) and (columns := catalog.lifespan(table).columns):
            yield self._line("there_then", columns=self._joined([*columns]))
        base = counted_from_nought(query, catalog) if query.window else ""
        if base and (columns := self.catalog.lifespan(base).columns):
            yield self._line("existing", columns=self._joined([*columns]))

    def _named_only(self) -> Iterator[str]:
        """Yield that only members are ranked or chosen, where some rows have none."""
        query = self.query
        by = [one.metric for one in query.conditions] + ([query.ranking.metric] if query.ranking else [])
        lacking = [n for n in query.chosen if any(self.catalog.may_lack(metric, n) for metric in by)]
        if lacking and not query.counted:
            key = "named_only" if query.ranking and query.ranking.number is not None else "chosen_only"
            yield self._line(key, names=self._joined([self._label(name) for name in lacking]))

    def _label(self, name: str) -> str:
        if name in self.catalog.dimensions:
            return self.catalog.dimensions[name].label(self.language)
        return say(f"metrics.grain.{name.removesuffix('_start')}", self.language)

    def _each(self, unit: str) -> str:
        if unit in self.catalog.dimensions:
            return self.catalog.dimensions[unit].label(self.language)
        return say(f"metrics.each.{unit}", self.language)

    def _value(self, dimension: str, value: str) -> str:
        return self.called(dimension, value, self.language)

    def _joined(self, names: list[str]) -> str:
        return SEPARATOR[self.language].join(names)

    def _line(self, key: str, **params: object) -> str:
        return say(f"metrics.line.{key}", self.language, **params)
