"""A MetricQuery worded as a question that stands alone; read again it gives the same query."""

import datetime as dt
import re
from dataclasses import dataclass, replace

from config.wording import Language, say
from knowledge.definitions.inflecting import plural
from knowledge.metrics import Catalog
from language.calendar import days, whole
from language.period.covered import month_of
from query.metric_query import Condition, Filter, MetricQuery, Ranking, Window
from understanding.metric.back import chooses, chosen_by
from understanding.metric.lines import Called
from understanding.metric.vocabulary import metric_words, period_in

BESIDE_HAN = re.compile(r"(?<=[0-9])(?=[A-Za-z])|(?<=[A-Za-z])(?=[0-9])")
JOINER = "\u2060"  # keeps P2 one word within a name
SOME_DAY = days(40)  # ago; no time that runs, and with the day after it no month


def word(
    query: MetricQuery, catalog: Catalog, language: Language, called: Called, *, falls: bool = False
) -> str:
    """Return a question that asks for a query; `called` names its members, `falls` calls a change a fall."""

    def whole(name: str, value: str, spoken: Language) -> str:
        return (
            BESIDE_HAN.sub(JOINER, called(name, value, spoken))
            if spoken == "zh"
            else called(name, value, spoken)
        )

    return _Wording(query, catalog, language, whole, falls).question()


def word_figure(query: MetricQuery, catalog: Catalog, language: Language, called: Called) -> str:
    """Return what a query asks for without asking: 2026年10月的营业额, revenue in October 2026."""
    wording = _Wording(query, catalog, language, called)
    text = wording.plain_figure()
    return (
        " ".join(text.split())
        if language == "en"
        else BESIDE_HAN.sub(" ", text).replace("的的", "的").removeprefix("的")
    )


def on_some_day(query: MetricQuery, today: dt.date) -> MetricQuery:
    """Return a query of a day or month that is over and said in figures as that of another such time.

    2026-10-03 is read as every day is, and 3月 as every month of a year; in English a month is a verb, too.
    """
    one = query.window if len(query.windows) == 1 else None
    compares = query.compared is not None and query.compared.window is not None
    if one is None or compares or one.end >= today:
        return query
    if (other := _some_month(one, today) if one.text else _some_day(one, today)) is None:
        return query
    return replace(query, windows=(other,))


def _some_day(one: Window, today: dt.date) -> Window | None:
    some = today - SOME_DAY
    return replace(one, start=some, end=some + days(1)) if one.days == 1 else None


def _some_month(one: Window, today: dt.date) -> Window | None:
    """Return another month for a whole one that is called 2026年3月, or 3月 in its own year."""
    if (one.start, one.end) != whole("month", one.start):
        return None
    called, year = month_of(one.start, "zh"), f"{today.year}年"
    short = one.start.year == today.year and one.text == called.removeprefix(year)
    if one.text != called and not short:
        return None
    some = today - SOME_DAY
    start, end = whole("month", max(some, today.replace(month=1, day=1)) if short else some)
    text = month_of(start, "zh")
    return replace(one, start=start, end=end, text=text.removeprefix(year) if short else text)


@dataclass
class _Wording:
    query: MetricQuery
    catalog: Catalog
    language: Language
    called: Called
    falls: bool = False

    def question(self) -> str:
        """Return the question, its first letter large."""
        query = self.query
        if query.conditions:
            text = self._chosen()
        elif query.ranking and (query.ranking.number is not None or query.ranking.by == "growth"):
            beside = self._beside()
            text = self._ranking() + (self._say("beside", metrics=beside) if beside else "")
        elif query.ranking:
            text = self._say("top_all", metric=self._measured(), within="", **self._common())
        else:
            text = self._say("figure", metric=self._measured(), **self._common())
            text = text.strip() if query.filled else self._say("question", figure=text)
        if query.filled:
            text += self._say(f"filled.{query.grain}")
        if self.language == "en":
            text = " ".join(text.split()).replace(" ,", ",")
        else:
            text = BESIDE_HAN.sub(" ", text).replace("的的", "的").removeprefix("的").replace(JOINER, "")
        return text[:1].upper() + text[1:]

    def _chosen(self) -> str:
        """Return which groups, or times, keep some limits."""
        query, beside = self.query, self._beside()
        told = {"conditions": self._conditions()} | self._common()
        which = self._say(f"which.{query.grain}") if query.grain else ""
        if query.conditions[0].of_growth and not (beside or query.counted):
            return self._say("changed_when" if which else "changed", which=which, **told)
        key = "condition_counted" if query.counted else "condition_beside" if beside else "condition"
        when = bool(which) and not query.splits and not beside
        return self._say(f"{key}_when" if when else key, metrics=beside, which=which, **told)

    def plain_figure(self) -> str:
        """Return a figure that is neither ranked nor chosen."""
        return self._say("figure", metric=self._measured(), **self._common()).strip()

    def _beside(self) -> str:
        """Return the figures shown beside those that the rows are chosen by."""
        chosen = {*chosen_by(self.query), *(self.query.metrics if not chooses(self.query) else ())}
        return self._joined([self._name(name) for name in self.query.metrics if name not in chosen])

    def _common(self) -> dict[str, str]:
        query = self.query
        if query.share_within and query.ranking is None and not self._shared:
            return self._common_of(tuple(n for n in query.share_within if n in self.catalog.dimensions))
        return self._common_of(())

    @property
    def _shared(self) -> tuple[Filter, ...]:
        """Return the members named as whose share it is."""
        ranking = self.query.ranking
        return self.query.shared if ranking is None or ranking.by == "share" else ()

    @property
    def _things(self) -> tuple[str, ...]:
        """Return what rows are of: shares that are ranked, of what they are within."""
        ranking = self.query.ranking
        return self.query.share_within if ranking and ranking.by == "share" else self.query.splits

    def _common_of(self, within: tuple[str, ...]) -> dict[str, str]:
        query = self.query
        ranked = query.ranking is not None and query.ranking.number is not None
        names = [self._dimension(name, plural=True) for name in self._things[-1:]]
        kept = [one for one in query.filters if one.negated or one not in self._shared]
        return {
            "period": self._periods(),
            "only": "".join(self._filter(one) for one in kept if not one.negated),
            "without": "".join(self._filter(one) for one in kept if one.negated),
            "by": self._split(within, () if ranked else query.splits),
            "grain": self._say(f"day.{query.grain}") if query.grain and not ranked else "",
            "names": self._joined(names) or (self._ranked(plural=True) if query.grain else ""),
        }

    def _split(self, within: tuple[str, ...], splits: tuple[str, ...]) -> str:
        """Return by what figures are split; of a share, not by those whose share it is."""
        query = self.query
        kept = {one.dimension for one in query.filters if not one.negated} if query.share else set()
        by = [self._say("by", name=self._dimension(one)) for one in splits if one not in {*kept, *within}]
        if not within:
            return self._joined(by)
        joined = self._joined([self._dimension(name) for name in within])
        return self._say("by_within", within=joined, names=self._joined(by))

    # Figures

    def _measured(self) -> str:
        """Return the metrics with what is done to them."""
        query = self.query
        metric = self._averaged(self._joined([self._name(name) for name in query.metrics]))
        if query.closing:
            metric = self._say("closing", metric=metric)
        if query.running:
            metric = self._say("running", metric=metric)
        if query.share and self._shared:
            values = [
                self.called(f.dimension, value, self.language) for f in self._shared for value in f.values
            ]
            key = "share_of_each" if len(values) > 1 else "share_of"
            metric = self._say(key, metric=metric, values=self._joined(values))
        elif query.share:
            metric = self._say("share", metric=metric)
        if query.compared and query.compared.window is not None:
            metric = self._say("named", metric=metric)
        elif query.compared:
            fall = "_fall" if self.falls else ""
            share = "share_" if query.share else ""
            metric = self._say(f"{share}{query.compared.kind}{fall}", metric=metric)
        if query.ascending:
            metric = self._say("ascending", metric=metric)
        return metric

    def _averaged(self, metric: str) -> str:
        """Return figures as what they come to on average for one unit of time or one thing, where asked."""
        average = self.query.average
        if average in self.catalog.dimensions:
            return self._say("average_of", metric=metric, name=self._dimension(average))
        space = " " if self.language == "en" else ""
        return self._say(f"average_day.{average}") + space + metric if average else metric

    def _name(self, metric: str) -> str:
        label = self.catalog.metrics[metric].label(self.language)
        return label.lower() if self.language == "en" and not label.isupper() else label

    def _ranking(self) -> str:
        query, ranking = self.query, self.query.ranking
        assert ranking is not None
        parts = self._common() | {
            "within": self._within(ranking),
            "name": self._ranked(plural=False),
            "names": self._ranked(plural=not self._is_one(ranking)),
        }
        if ranking.by == "growth" and self._is_one(ranking):
            parts["name"] = parts["name"].removeprefix("个")  # 增长最慢的月: nothing is counted
        number = str(ranking.number)
        if ranking.number and ranking.place and ranking.by == "value" and self.language == "en":
            number = metric_words()["placed"]["ordinals"].get(ranking.number, [number])[0]
        metric = self._ranked_by(ranking)
        text = self._say(self._end_key(ranking), metric=metric, number=number, **parts)
        text += self._say("with_share") if query.share and ranking.by != "share" else ""
        text += self._say("others") if query.others else ""
        text += self._say("by_how_much") if ranking.ahead else ""
        if query.compared and query.compared.window is None and ranking.by == "value":
            text += self._say(f"with_{query.compared.kind}")
        return text

    def _ranked_by(self, ranking: Ranking) -> str:
        query, metric = self.query, self._averaged(self._name(ranking.metric))
        if ranking.by == "share":
            return self._measured()
        metric = self._say("ranked_share", metric=metric) if query.share else metric
        kind = query.compared.kind if query.compared else "named"
        grown = ranking.by == "growth" and kind != "named"
        return self._say(f"growth_{kind}", metric=metric) if grown else metric

    def _end_key(self, ranking: Ranking) -> str:
        """Return which sentence tells an end of an order: of growth, one place, of days, one or so many."""
        query, end = self.query, ranking.direction
        if ranking.by == "growth":
            many = "_one" if self._is_one(ranking) else "" if ranking.number else "_all"
            return f"growth_{'fall' if end == 'bottom' and self.falls else end}{many}"
        if ranking.place:
            return f"place_{end}"
        if query.grain and not query.splits:
            return f"{end}_grain"
        beside = query.others or (query.share and ranking.by != "share")
        return f"{end}_one" if self._is_one(ranking) and not beside else end

    @staticmethod
    def _is_one(ranking: Ranking) -> bool:
        """Tell whether one alone is asked for, with the next one for how far ahead it is or without."""
        return ranking.number == 1 or ranking.ahead

    def _within(self, ranking: Ranking) -> str:
        within = [self._dimension(name) for name in ranking.within if name in self.catalog.dimensions]
        if any(name.endswith("_start") for name in ranking.within):
            within.append(self._say(f"units.{self.query.grain}"))
        return self._say("within", names=self._joined(within)) if within else ""

    def _ranked(self, *, plural: bool) -> str:
        if self.query.splits:
            return self._dimension(self._things[-1], plural=plural)
        unit = self._say(f"units.{self.query.grain}")
        return _plural(unit) if plural and self.language == "en" else unit

    def _conditions(self) -> str:
        every = self.query.conditions
        said = [
            self._changed(one)
            if one.of_growth
            else self._say(one.comparer, metric=self._name(one.metric), number=self._limit(one))
            for one in every
        ]
        grown = any(one.of_growth for one in every)
        return self._say("both_conditions").join(said) if grown else self._joined(said)

    def _limit(self, one: Condition) -> str:
        percent = "%" if self.catalog.metrics[one.metric].unit("zh") == "%" else ""
        return f"{one.number:f}{percent}"

    def _changed(self, one: Condition) -> str:
        """Return that a figure fell or rose, and by how much where a limit is set."""
        falls, kind = one.comparer in ("lt", "le"), self.query.compared.kind if self.query.compared else ""
        text = self._say(f"{'fell' if falls else 'rose'}.{kind}", metric=self._name(one.metric))
        key = "by_over" if one.comparer in ("lt", "gt") else "by_at_least"
        return text + (self._say(key, number=f"{abs(one.number):f}") if one.number else "")

    # Members, dimensions, periods

    def _filter(self, kept: Filter) -> str:
        names = [self.called(kept.dimension, value, self.language) for value in kept.values]
        several = len(names) > 1 and kept.dimension not in self.query.splits and not kept.negated
        key = "without" if kept.negated else "both" if several else "only"
        space = " " if self.language == "en" else ""
        return self._say(key, values=self._joined(names)) + space

    def _dimension(self, name: str, *, plural: bool = False) -> str:
        label = self.catalog.dimensions[name].label(self.language)
        if self.language == "zh":
            return label
        return _plural(label.lower()) if plural else label.lower()

    def _periods(self) -> str:
        """Return the time asked about, beside the one it is compared with."""
        query = self.query
        windows = [] if query.period_assumed else query.windows
        said = self._joined([self._period(one) for one in windows])
        if (
            self.language == "en"
            and windows
            and windows[0].unit in ("month", "quarter")
            and said[:1].isupper()
        ):
            said = self._say("in_year", year=said)  # October and November, Q3
        if query.compared and query.compared.window is not None:
            key = "than" if query.conditions else "against"
            return self._say(key, period=said, earlier=self._period(query.compared.window))
        return said

    def _period(self, window: Window) -> str:
        if self.language == "en" and window.text.isdigit():
            return self._say("in_year", year=window.text)
        return (period_in(window.text, self.language) if window.text else "") or self._dates(window)

    def _dates(self, window: Window) -> str:
        last = window.end - days(1)
        if last == window.start:
            return window.start.isoformat() if self.language == "zh" else f"on {window.start}"
        return self._say("period", start=window.start.isoformat(), end=last.isoformat())

    def _joined(self, names: list[str]) -> str:
        return self._say("and").join(names)

    def _say(self, key: str, **params: str) -> str:
        return say(f"metrics.ask.{key}", self.language, **params)


def _plural(name: str) -> str:
    before, space, last = name.rpartition(" ")
    return f"{before}{space}{plural(last)}"
