"""Steps of reading: periods, comparisons and trends."""

import datetime as dt
from dataclasses import replace
from itertools import pairwise

from language.calendar import MONTHS, Period, add_months, days, in_whole_units, whole
from language.period.words import period_words
from language.periods import find_periods
from understanding.follow_up import is_part_of_a_year
from understanding.metric.binding import BOTH, CHANGES, GRAINS, JOINING, Stop
from understanding.metric.parts import Part
from understanding.metric.shares import Shares
from understanding.metric.vocabulary import metric_words
from understanding.pairs.meaning import PLURAL
from understanding.question import (
    Compared,
    NotMine,
    Ranking,
    Window,
)
from understanding.words.judging import speaks_of


class Timing(Shares):
    """Finds when, and against when."""

    # Time

    def take_ends(self) -> None:
        """Let the end of a period be that period for stocks and balances, which are those of its last day."""
        lasting = all(s.additivity == "semi" for name in self.metrics for s in self.catalog.sources(name))
        for part in self.parts.left("end") if lasting else ():
            if part.piece.period is not None and not part.piece.period.unfinished:
                part.kind = "period"

    def bind_sorts(self) -> None:
        """Tell order by revenue, how to sort, from orders by branch, a figure."""
        for part in self.parts.left("metric"):
            word = self.parts.text[slice(*part.piece.span)].lower()
            mark = self.parts.after(part)
            target = self.parts.after(mark) if mark is not None and mark.token == "per" else None
            if word in metric_words()["sorts"] and target is not None and target.kind == "metric":
                part.kind, part.token = "mark", "rank"
        for part in self.parts.marks("rank", "rank_up"):
            target = self.parts.after(part) if part.text.endswith(" by") else None
            if target is not None and target.kind == "metric":
                self.by_metric = target  # sorted by orders

    def bind_versus(self) -> None:
        """Show two members side by side where one is held against the other: did Pudong beat Jing'an?"""
        words = metric_words()["versus"]
        for mark in [one for one in self.parts.left("other", "mark") if one.text.split()[-1:][0] in words]:
            at = self.parts.every.index(mark)
            ahead = [one for one in self.parts.every[:at] if one.kind == "value"]
            behind = self.parts.every[at + 1 : at + 3]
            behind = [one for one in behind if one.kind != "function"][:1]
            if len(ahead) != 1 or not behind or behind[0].kind != "value":
                continue
            shared = {name for name, _, _ in ahead[0].members} & {name for name, _, _ in behind[0].members}
            if not shared:
                continue
            mark.kind, mark.token, mark.used = "function", "", True
            for word in self.parts.between(ahead[0], behind[0]):
                word.used = word.used or word.token in ("high", "low", "gt", "lt", "top", "bottom")

    def bind_whether(self) -> None:
        """Answer whether one thing is in a state with its figure: did Humen reach its target?"""
        asking = metric_words()["asks_whether"]
        first = self.parts.text.strip().lower().split(" ", maxsplit=1)[0]
        asked = first in asking["begins"] or any(one in self.parts.text for one in asking["holds"])
        cut = self.splits or self.grain or self.parts.left("dimension", "number")
        all_of_us = any(part.text in asking["us"] for part in self.parts.of("function"))
        if self.parts.of("state") and (self.filters or all_of_us) and asked and not cut:
            self.conditions = []

    def bind_kinds_of_day(self) -> None:
        """Split by the kind of day where both kinds are named after by: by weekday vs weekend."""
        for left, right in pairwise(self.parts.left("value")):
            mark = self.parts.before(left)
            kinds = [{value for name, value, _ in one.members if name == "weekend"} for one in (left, right)]
            both = all(len(one) == 1 for one in kinds) and kinds[0] != kinds[1]
            if both and mark is not None and mark.token == "per":
                for part in (mark, left, *self.parts.between(left, right), right):
                    part.used = True
                self.splits.append("weekend")

    def refuse_years_as_amounts(self) -> None:
        """Stop where a number after over may as well be a year: revenue over 2025."""
        for mark in self.parts.marks("gt"):
            number = self.parts.after(mark)
            told = self.parts.text[slice(*number.piece.span)] if number is not None else ""
            if mark.text in self.during and told.isdigit() and told[:2] in ("19", "20") and len(told) == 4:
                raise Stop(NotMine("shape", (mark.text, told)))

    def bind_weekdays(self) -> None:
        """Keep to all days from one of the week to another: Monday to Friday, 周一到周五."""
        join = period_words().join
        for left, right in pairwise(self.parts.left("value")):
            gap = self.parts.text[left.piece.span[1] : right.piece.span[0]].lower()
            ends = [[value for name, value, _ in one.members if name == "weekday"] for one in (left, right)]
            opened = self.parts.text[: left.piece.span[0]].lower().rstrip().endswith("between")
            joined = join.fullmatch(gap) or (opened and period_words().join_between.fullmatch(gap))
            if not all(len(one) == 1 for one in ends) or not joined:
                continue
            first, last = (int(one[0]) for one in ends)
            kinds = {name for one in self.parts.left("value") for name, _, _ in one.members}
            if first >= last or self.parts.marks("not") or "weekend" in kinds:
                raise Stop(NotMine("shape", (left.text, right.text)))
            for part in (left, *self.parts.between(left, right), right):
                part.used = True
            kept = self.filters.setdefault(("weekday", False), [])
            kept += [str(day) for day in range(first, last + 1)]

    def bind_time(
        self, ranking: Ranking | None
    ) -> tuple[Compared | None, tuple[Window, ...], bool, Ranking | None]:
        """Bind periods and comparisons; where no period is named, the metric's default is taken and said."""
        self.bind_trend()
        asked = self.parts.use("which_time")
        among = len(self.parts.of("period")) > 1 and self.parts.has("high", "low")  # 七月和八月哪个月多
        if asked and (self.splits or not (ranking or self.conditions or self.way or among)):
            raise Stop(NotMine("shape", tuple(part.text for part in asked)))
        for mark in self.parts.marks("gt"):
            following = self.parts.after(mark)
            mark.used = following is not None and following.kind == "period" and mark.text in self.during
        self.join_years()
        periods = [part.piece.period for part in self.parts.left("period") if part.piece.period]
        self.bind_finer_change(periods)
        windows = tuple(self.coming(Window.of(in_whole_units(one, self.grain)), one) for one in periods)
        for part in self.parts.left("period"):
            part.used = True
        windows = self.beside(self.shared_parts(self.shared_years(self.said_once(self.begun(windows)))))
        compared = self.comparison(windows)
        if compared and (compared.kind == "named" or self.ends):
            windows = (self.ends[1] if self.ends else max(windows, key=lambda one: one.start),)
        timed = any(source.time for name in self.metrics for source in self.catalog.sources(name))
        if windows and not timed:
            raise Stop(NotMine("no_data", tuple(window.text for window in windows)))
        if (self.grain or compared or self.recently) and not timed:
            raise Stop(NotMine("shape", (self.grain,)))
        if not all(self.known.reaches(self.metrics, window, self.today) for window in windows):
            raise Stop(NotMine("no_data", tuple(window.text for window in windows)))
        self.undated = timed and not windows
        if self.undated and (until := period_words().until_now.search(self.parts.text.lower())):
            raise Stop(NotMine("shape", (until.group(),)))  # since when?
        assumed = self.undated and (found := self.assumed_window(compared)) is not None
        windows = (found,) if assumed and found else windows
        if compared and not windows:
            raise Stop(NotMine("shape", ("?",)))
        if compared and self.way:
            self.choose_moved()
        self.refuse_who_changed(compared, ranking)
        windows = self.of_every_year(windows, periods, compared) or self.several(
            windows or self.all_days(ranking), compared
        )
        windows = self.in_equal_months(self.ended(windows, ranking)) if windows else windows
        return compared, windows, assumed, ranking

    def join_years(self) -> None:
        """Join a part of a year and its year, said apart beside another time: Q3 revenue this year vs Q2."""
        spoken = self.parts.left("period")
        years = [one for one in spoken if one.piece.period is not None and one.piece.period.unit == "year"]
        for left, right in pairwise(spoken) if len(spoken) > BOTH and len(years) == 1 else ():
            part, year = left.piece.period, right.piece.period
            if part is None or year is None or year.unit != "year" or year.count != 1:
                continue
            apart = any(one.kind not in ("function", "mark") for one in self.parts.between(left, right))
            if not (apart and self.is_of_any_year(part)):
                continue
            told = self.moved_to(Window.of(part), year.start.year)
            text = f"{year.start.year} {part.text}"
            whole = replace(part, start=told.start, end=told.end, unfinished=told.unfinished, text=text)
            left.piece = replace(left.piece, period=whole)
            right.kind, right.used = "function", True

    def begun(self, windows: tuple[Window, ...]) -> tuple[Window, ...]:
        """Take the beginning of the unit that is compared as that unit so far: 本周到昨天，比上周同期."""
        units = {p.piece.comparison.unit for p in self.parts.of("comparison") if p.piece.comparison} - {""}
        if len(windows) != 1 or len(units) != 1 or windows[0].unit != "range":
            return windows
        (window,), (unit,) = windows, units
        first, end = whole(unit, window.start) if unit in GRAINS else (window.end, window.end)
        inside = first == window.start and window.end < end
        return (replace(window, unit=unit, unfinished=True),) if inside else windows  # type: ignore[arg-type]

    def in_equal_months(self, windows: tuple[Window, ...]) -> tuple[Window, ...]:
        """End a longer stretch that still runs with its last whole month where targets stand by the month."""
        sources = {one for name in self.metrics for one in self.catalog.sources(name) if one.time}
        month = whole("month", self.today)[0]
        if {one.time_grain == "month" for one in sources} != {True, False}:
            return windows
        cut = [one.start < month < one.end and one.end >= self.today for one in windows]
        self.months_assumed = any(cut)
        return tuple(
            replace(one, end=month, unfinished=False, text="", unit="range") if is_cut else one
            for one, is_cut in zip(windows, cut, strict=True)
        )

    def said_once(self, windows: tuple[Window, ...]) -> tuple[Window, ...]:
        """Take one time said in two ways as one: golden week 2026 (1-7 Oct).

        Two that move with today are none: of last week and the week before, the second goes on from there.
        """
        if len(windows) < BOTH or len({(one.start, one.end) for one in windows}) > 1:
            return windows
        named = self.parts.of("period")
        if sum(part.piece.period is not None and part.piece.period.relative for part in named) > 1:
            raise Stop(NotMine("shape", tuple(part.text for part in named)))
        for part in self.parts.of("period")[1:]:
            part.kind = "function"
        return windows[:1]

    def coming(self, window: Window, period: Period) -> Window:
        """Return a part of this year still to come where the figures have data of it: December's target."""
        if window.start.year != self.today.year - 1 or period.unit not in MONTHS:
            return window
        late = find_periods(period.text, dt.date(self.today.year, 12, 31))
        moved = self.moved_to(window, self.today.year)
        if [one.start for one in late] != [moved.start] or moved.start <= self.today:
            return window  # last month, or with its year
        return moved if self.known.reaches(self.metrics, moved, self.today) else window

    def of_every_year(
        self, windows: tuple[Window, ...], periods: list[Period], compared: Compared | None
    ) -> tuple[Window, ...]:
        """Return a part of a year in every year with data where it is asked for each year: 历年国庆."""
        if self.grain != "year" or len(windows) != 1 or compared or self.is_finer("year", windows[0]):
            return ()
        if len(periods) > 1:
            return ()  # its year is said beside it
        (window,), (period,) = windows, periods
        found = self.known.shared_range(self.metrics)
        if found is None or self.average or self.has_year(period) or not self.is_of_any_year(period):
            raise Stop(NotMine("shape", (window.text,)))
        years = [dt.date(year, 1, 1) for year in range(found[0].year, found[1].year + 1)]
        moved = [self.in_year(window, Window(*whole("year", first), "year")) for first in years]
        return tuple(one for one in moved if found[0] <= one.start < found[1])

    def refuse_who_changed(self, compared: Compared | None, ranking: Ranking | None) -> None:
        """Stop where those that changed are asked for, and which way is not clear."""
        asked = {part.text for part in self.parts.of("function", "mark")} & (PLURAL | {"which"})
        things = self.splits or self.parts.of("dimension")
        if (
            compared
            and things
            and not (ranking or self.conditions)
            and asked
            and self.parts.has("change", "decline")
        ):
            raise Stop(NotMine("shape", tuple(asked)))

    def assumed_window(self, compared: Compared | None) -> Window | None:
        """Return the period to take where none is named: a comparison has one, a total is of all data."""
        if self.recently:
            return self.known.window(str(metric_words()["recently"]["period"]), self.today)
        if compared:
            units = {p.piece.comparison.unit for p in self.parts.of("comparison") if p.piece.comparison}
            found = self.known.usual_window(self.metrics[0], self.grain, self.today)
            named = metric_words()["against_last_year"]
            if not self.grain and any(
                one.text.lower() in named["words"] for one in self.parts.of("comparison")
            ):
                found = self.known.window(str(named["period"]), self.today)
            if found and not units <= {"", found.unit, self.grain}:
                raise Stop(NotMine("shape", tuple(units)))
            return found
        if self.as_it_stands() or self.asks_total():
            return None
        found = self.known.default_window(self.metrics[0], self.grain, self.today)
        self.by_definition = found is not None
        return found

    def asks_total(self) -> bool:
        """Tell whether all there is is asked for, also where total is part of a figure's wording."""
        words = metric_words()["marks"]["total"]
        return speaks_of([one.text for one in self.parts.of("metric", "mark", "function")], words)

    def all_days(self, ranking: Ranking | None) -> tuple[Window, ...]:
        """Return all days with data as a period where a figure is only right over one: an average per day."""
        if not self.undated:
            return ()
        if ranking and ranking.direction == "bottom" and self.grain and not self.splits:
            return self.whole_units()
        sources = {one for name in self.metrics for one in self.catalog.sources(name) if one.time}
        rated = any(self.catalog.metrics[name].kind != "simple" for name in self.metrics)
        monthly = {one.time_grain == "month" for one in sources} == {True, False}
        each = self.average in GRAINS and not all(one.additivity == "semi" for one in sources)
        if not (each or (rated and monthly) or self.parts.of("fill")):
            return ()
        found = self.known.shared_range(self.metrics)
        return (Window(*found),) if found else ()

    def whole_units(self) -> tuple[Window, ...]:
        """Return all days with data without the month that still runs: it would be the one with least."""
        found = self.known.shared_range(self.metrics)
        sums = any(self.catalog.metrics[name].additivity in ("sum", "distinct") for name in self.metrics)
        if found is None or not sums:
            return ()
        sources = [one for name in self.metrics for one in self.catalog.sources(name) if one.time]
        (first, end), running = found, whole(self.grain, self.today)[0]
        if all(map(self.catalog.is_dense, sources)):  # a row each day: what is not there has not been
            begun, ended = whole(self.grain, first), whole(self.grain, end)[0]
            first, end = (first if begun[0] == first else begun[1]), ended
        end = min(end, running)
        if first >= end or Window(first, end).units(self.grain) < BOTH:
            raise Stop(NotMine("no_data", (self.grain,)))  # of one year alone none is the lowest
        return (Window(first, end),)

    def ended(self, windows: tuple[Window, ...], ranking: Ranking | None) -> tuple[Window, ...]:
        """End a stretch that still runs with its last whole month, where the one with least is sought."""
        low = ranking is not None and ranking.direction == "bottom" and ranking.by == "value"
        sums = any(self.catalog.metrics[name].additivity in ("sum", "distinct") for name in self.metrics)
        if not (low and sums and self.grain) or self.splits or len(windows) > 1:
            return windows
        if not windows:
            return self.whole_units()
        (window,), running = windows, whole(self.grain, self.today)[0]
        if not window.start <= self.today < window.end:
            return windows
        if running <= window.start:
            raise Stop(NotMine("no_data", (window.text,)))
        return (Window(window.start, running),)

    @property
    def during(self) -> frozenset[str]:
        """Return the words that before a period say no more than in: over."""
        return frozenset(metric_words()["during"])

    def shared_years(self, windows: tuple[Window, ...]) -> tuple[Window, ...]:
        """Give the year of one of two periods to the other: 去年9月和10月, October and November 2025."""
        spoken = [part for part in self.parts.of("period") if part.piece.period]
        told, english = list(windows), self.language == "en"
        dated = [one.piece.period is not None and self.has_year(one.piece.period) for one in spoken]
        bare = [
            one.piece.period is not None and not has_its_own and self.is_of_any_year(one.piece.period)
            for one, has_its_own in zip(spoken, dated, strict=True)
        ]
        pairs = list(pairwise(range(len(spoken))))
        for left, right in reversed(pairs) if english else pairs:
            giver, taker = (right, left) if english else (left, right)
            lists = self.are_joined(spoken[left], spoken[right])
            for one, other in ((giver, taker), (taker, giver)) if lists else ():
                if not (dated[one] and bare[other]):
                    continue
                moved = self.moved_to(told[other], told[one].start.year)
                if moved.start == told[one].start or moved.start == told[other].start:
                    continue
                against = not english and any(
                    part.token == "compare" for part in self.parts.between(spoken[left], spoken[right])
                )
                if one != giver or against:
                    raise Stop(NotMine("shape", tuple(window.text for window in windows)))
                told[other], dated[other], bare[other] = moved, True, False
        return tuple(told)

    def has_year(self, period: Period) -> bool:
        """Tell whether a part of a year is said with its year: 去年9月, Q3 2025; not last month."""
        days_of = (dt.date(self.today.year, 1, 2), dt.date(self.today.year, 12, 30))
        read = [find_periods(period.text, day) for day in days_of]
        return period.unit != "year" and all(read) and len({found[0].start for found in read}) == 1

    def moved_to(self, part: Window, year: int) -> Window:
        """Return a part of a year in another year, whole."""
        moved = self.in_year(part, Window(dt.date(year, 1, 1), dt.date(year + 1, 1, 1), "year"))
        if part.unit in MONTHS and part.count == 1 and part.unfinished:
            first, last = whole(part.unit, moved.start)
            return replace(moved, start=first, end=last, unfinished=False)
        return moved

    def shared_parts(self, windows: tuple[Window, ...]) -> tuple[Window, ...]:
        """Give two years the part of a year said of one or beside both: 去年和今年9月, Q3 2025 and 2026."""
        years = [one for one in windows if one.unit == "year"]
        others = [(one, at) for at, one in enumerate(windows) if one.unit != "year"]
        if len(others) != 1 or len(windows) not in (BOTH, BOTH + 1):
            return windows
        (part, at), spoken = others[0], self.parts.of("period")
        beside = spoken[:at] + spoken[at + 1 :] if len(windows) > BOTH else spoken[:BOTH]
        period = spoken[at].piece.period
        if len(windows) == BOTH and period is not None and self.is_one_time(period, *spoken[:BOTH]):
            return (self.in_year(part, years[0]),)
        whole = len(windows) == BOTH or (period is not None and self.is_of_any_year(period))
        if not (
            self.are_joined(*beside[:BOTH])
            and whole
            and (part.unit in MONTHS or part.holiday)
            and not part.unfinished
            and all(year.count == 1 for year in years)
        ):
            raise Stop(NotMine("shape", tuple(one.text for one in windows)))
        moved = [self.in_year(part, year) for year in years]
        if len(windows) == BOTH:
            moved.insert(0 if at == 0 else 1, part)
        return tuple(moved)

    def is_one_time(self, period: Period, left: Part, right: Part) -> bool:
        """Tell whether a part of a year and a year name one time together: Q3 revenue last year."""
        apart = [one for one in self.parts.between(left, right) if one.kind not in ("function", "mark")]
        told = {one.token for one in self.parts.of("comparison", "comparison_word")}
        compared = self.parts.has("compare", *CHANGES) or bool(told)
        return bool(apart) and self.is_of_any_year(period) and (not compared or told == {"last_year"})

    def are_joined(self, left: Part, right: Part) -> bool:
        """Tell whether nothing but and or against stands between two periods."""
        return all(
            (one.kind == "function" and one.text in JOINING) or one.token == "compare"
            for one in self.parts.between(left, right)
        )

    def is_of_any_year(self, period: Period) -> bool:
        """Tell whether a part of a year is told by its name alone: Q3, 国庆; not last quarter."""
        return bool(period.holiday) or is_part_of_a_year(period.text, self.today.year - 1)

    def in_year(self, part: Window, year: Window) -> Window:
        """Return a part of a year in another one; a holiday on the days it had then."""
        if not part.holiday:
            back = 12 * (year.start.year - part.start.year)
            return replace(part, start=add_months(part.start, back), end=add_months(part.end, back), text="")
        named = f"{year.start.year} {part.holiday}"
        known = self.known
        found = find_periods(named, self.today, fiscal_start=known.fiscal_start, holidays=known.holidays)
        if len(found) != 1 or not found[0].holiday or found[0].start.year != year.start.year:
            raise Stop(NotMine("no_data", (named,)))
        return replace(Window.of(found[0]), text="")

    def ends_of(self, window: Window) -> tuple[Window, Window] | None:
        """Return the first and last unit of a range that a growth goes over: from September to October."""
        period = next((one.piece.period for one in self.parts.of("period") if one.piece.period), None)
        if window.unit != "range" or period is None:
            return None
        text = window.text.lower()
        sides = [one.strip() for one in period_words().between.split(text, maxsplit=1)]
        told = [find_periods(f"in {one[-4:]}" if one[-4:].isdigit() else one, self.today) for one in sides]
        if len(told) != BOTH or any(len(one) != 1 for one in told):
            return None
        unit = told[1][0].unit
        if told[0][0].unit != unit or unit not in GRAINS:
            return None
        first, last = whole(unit, window.start), whole(unit, window.end - days(1))
        exact = first[0] == window.start and (last[1] == window.end or window.unfinished)
        near = whole(unit, window.start, 1) == last or period_words().opening.match(text)
        if not exact or not near or first == last:
            return None
        return Window(*first, unit=unit), Window(last[0], window.end, unit, unfinished=window.unfinished)

    def as_it_stands(self) -> bool:
        """Tell whether all of a number of things are asked for: 目前有多少投诉."""
        told = {part.text for part in self.parts.of("function")} & set(metric_words()["as_it_stands"])
        return (
            bool(told)
            and all(self.catalog.metrics[name].is_count for name in self.metrics)
            and not self.grain
        )

    def beside(self, windows: tuple[Window, ...]) -> tuple[Window, ...]:
        """Set an earlier period that is only joined beside the one named: last month and the month before."""
        said = self.parts.left("comparison")
        if len(said) != 1 or len(windows) != 1 or not only_joins(said[0].piece.text):
            return windows
        (window,), told = windows, said[0].piece.comparison
        unit = told.unit if told is not None else ""
        plain = window.count == 1 and window.unit in GRAINS and not window.holiday
        if self.parts.has(*CHANGES, "compare") or self.grain or not plain:
            return windows
        if said[0].token == "previous" and unit in ("", window.unit):
            start, end = whole(window.unit, window.start, -1)
            earlier = Window(start, end, window.unit)
        elif said[0].token == "last_year" and not window.unfinished:
            earlier = window.year_before(self.catalog.holidays)
        else:
            return windows
        said[0].kind, said[0].used = "period", True
        return (window, earlier)

    def several(self, windows: tuple[Window, ...], compared: Compared | None) -> tuple[Window, ...]:
        """Let several months of one figure be its months; overlapping periods cannot stand side by side."""
        if len(windows) <= 1:
            return windows
        ordered = tuple(sorted(windows, key=lambda one: one.start))
        if any(left.end > right.start for left, right in pairwise(ordered)):
            raise Stop(NotMine("shape", tuple(window.text for window in windows)))
        units = {window.unit for window in windows}
        single = all(window.count == 1 and not window.holiday for window in windows)
        if not self.splits and not self.grain and single and len(units) == 1 and units <= set(GRAINS):
            self.grain = units.pop()
            return ordered
        self.parts.use("high", "low", "singular")
        fine = not self.grain or all(self.is_finer(self.grain, window) for window in windows)
        if compared or self.average or not fine:
            raise Stop(NotMine("shape", tuple(window.text for window in windows)))
        if self.grain:
            self.parts.use("compare", "respectively")
            return ordered
        return windows

    def is_finer(self, grain: str, window: Window) -> bool:
        """Tell whether a period has units of a grain in it, so that a split by these shows it."""
        return grain == "day" or window.units(grain) > 1 or window.unit in (grain, "range")

    def bind_finer_change(self, periods: list[Period]) -> None:
        """Cut by the unit that is compared where the time has several: month over month this year."""
        units = {p.piece.comparison.unit for p in self.parts.of("comparison") if p.piece.comparison} - {""}
        if self.grain or self.splits or len(units) != 1 or len(periods) != 1:
            return
        (unit,), window = units, Window.of(periods[0])
        if unit in GRAINS and window.unit != unit and window.units(unit) > BOTH:
            self.grain = unit
            self.guessed += [part.piece.text for part in self.parts.of("comparison")]

    def comparison(self, windows: tuple[Window, ...]) -> Compared | None:
        found = {part.token for part in self.parts.of("comparison", "comparison_word")}
        units = {p.piece.comparison.unit for p in self.parts.of("comparison") if p.piece.comparison}
        for part in self.parts.of("comparison"):
            part.used = True
        changes = self.parts.marks(*CHANGES, "compare")
        if found:
            kind = found.pop() if len(found) == 1 else self.choose("compared", ("previous", "last_year"))
            unit = (units - {""}).pop() if units - {""} else ""
            window = windows[0] if windows else None
            said = [part.piece.text for part in self.parts.of("comparison")]
            if said and all(map(only_joins, said)) and not changes:
                raise Stop(NotMine("shape", tuple(said)))  # 9月和上个月
            if kind == "previous" and unit and window and window.unit != unit and self.grain != unit:
                raise Stop(NotMine("shape", (unit,)))
            if len(windows) > 1 and not self.is_against(kind, windows):
                raise Stop(NotMine("shape", tuple(one.text for one in windows)))
            self.take_changes()
            if len(windows) > 1:
                return self.named(*sorted(windows, key=lambda one: one.start))
            return Compared(kind)  # type: ignore[arg-type]
        if len(windows) == BOTH and (changes or self.way) and not self.grain:
            self.take_changes()
            self.bind_over()
            early = min(windows, key=lambda one: one.start)
            late = max(windows, key=lambda one: one.start)
            if early.end > late.start:
                raise Stop(NotMine("shape", tuple(one.text for one in windows)))
            return self.named(early, late)
        grown = [part for part in changes if part.token != "compare"]
        ends = self.ends_of(windows[0]) if grown and len(windows) == 1 and not self.grain else None
        if ends is not None:
            self.parts.use(*CHANGES, "compare", "high", "low")
            self.ends = ends
            return self.named(*ends)
        if grown:
            kind = self.choose("growth", ("last_year", "previous"))
            self.parts.use(*CHANGES, "compare", "high", "low")
            return Compared(kind)  # type: ignore[arg-type]
        return None

    def take_changes(self) -> None:
        """Account for words of a change; how many percent it is, a comparison tells anyway."""
        self.parts.use(*CHANGES, "compare", "high", "low", "or")
        percents = metric_words()["percent"]
        if self.parts.has(*CHANGES):
            for mark in self.parts.marks("share"):
                mark.used = mark.used or mark.text in percents

    def is_against(self, kind: str, windows: tuple[Window, ...]) -> bool:
        """Tell whether of two periods one is what the comparison by itself would take: Q3 环比 Q2."""
        if len(windows) != BOTH or self.grain:
            return False
        early, late = sorted(windows, key=lambda one: one.start)
        if kind == "last_year":
            before = late.year_before(self.catalog.holidays)
            return (before.start, before.end) == (early.start, early.end)
        return late.unit in GRAINS and whole(late.unit, late.start, -1) == (early.start, early.end)

    def named(self, early: Window, late: Window) -> Compared:
        """Compare with a named stretch; what still runs with the same days of the one just before."""
        if (
            late.unfinished
            and late.unit in GRAINS
            and whole(late.unit, late.start, -1) == (early.start, early.end)
        ):
            self.ends = (early, late)
            return Compared("previous")
        return Compared("named", early)

    def bind_over(self) -> None:
        """Account for a word between two periods that sets one against the other: October over September."""
        first, second = self.parts.of("period")[:BOTH]
        for part in self.parts.between(first, second):
            part.used = part.used or (part.kind == "mark" and part.text in metric_words()["against"])

    def bind_trend(self) -> None:
        """Give 趋势 a grain by the length of its period."""
        marks = self.parts.use("trend")
        if not marks or self.grain:
            return
        periods = [part.piece.period for part in self.parts.left("period") if part.piece.period]
        known = self.known.range_of(self.metrics)
        start, end = (periods[0].start, periods[0].end) if periods else known or (self.today, self.today)
        length = (end - start).days
        self.grain = next(str(grain) for most, grain in metric_words()["trend_grains"] if length <= most)


def only_joins(text: str) -> bool:
    """Tell a period set beside another from one it is compared with: and the month before."""
    first = text.split(maxsplit=1)[0] if text.isascii() else text[:1]
    told = text if text.isascii() else text[1:]
    return first.lower() in JOINING - {"vs", "versus"} and not any(sign in told for sign in "比较照期")
