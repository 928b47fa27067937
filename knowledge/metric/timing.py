"""Steps of reading: periods, comparisons and trends."""

from dataclasses import replace
from itertools import pairwise

from knowledge.language.calendar import MONTHS, add_months, in_whole_units
from knowledge.metric.binding import BOTH, CHANGES, GRAINS, JOINING, Stop
from knowledge.metric.shares import Shares
from knowledge.metric.vocabulary import metric_words
from knowledge.question import (
    Compared,
    NotMine,
    Ranking,
    Window,
)


class Timing(Shares):
    """Finds when, and against when."""

    # Time

    def bind_time(
        self, ranking: Ranking | None
    ) -> tuple[Compared | None, tuple[Window, ...], bool, Ranking | None]:
        """Bind periods and comparisons; where no period is named, the metric's default is taken and said."""
        self.bind_trend()
        periods = [part.piece.period for part in self.parts.left("period") if part.piece.period]
        windows = tuple(Window.of(in_whole_units(period, self.grain)) for period in periods)
        for part in self.parts.left("period"):
            part.used = True
        windows = self.shared_parts(windows)
        compared = self.comparison(windows)
        if compared and compared.kind == "named":
            windows = (max(windows, key=lambda one: one.start),)
        timed = any(source.time for name in self.metrics for source in self.catalog.sources(name))
        if windows and not timed:
            raise Stop(NotMine("no_data", tuple(window.text for window in windows)))
        if (self.grain or compared) and not timed:
            raise Stop(NotMine("shape", (self.grain,)))
        if windows and any(window.start > self.today for window in windows):
            raise Stop(NotMine("no_data", tuple(window.text for window in windows)))
        assumed = timed and not windows and not self.as_it_stands()
        if assumed:
            found = self.known.default_window(self.metrics[0], self.grain, self.today)
            windows = (found,) if found else ()
            assumed = bool(found)
        if compared and not windows:
            raise Stop(NotMine("shape", ("?",)))
        return compared, self.several(windows, compared), assumed, ranking

    def shared_parts(self, windows: tuple[Window, ...]) -> tuple[Window, ...]:
        """Give two years the part of a year said of one of them: 去年和今年9月, September 2025 and 2026."""
        if len(windows) != BOTH or "year" not in [one.unit for one in windows]:
            return windows
        if windows[0].unit == windows[1].unit:
            return windows
        year, part = sorted(windows, key=lambda one: one.unit != "year")
        left, right = self.parts.of("period")[:BOTH]
        joined = all(
            one.kind == "function" and one.text in JOINING for one in self.parts.between(left, right)
        )
        if not joined or part.unit not in MONTHS or part.unfinished or year.count != 1:
            raise Stop(NotMine("shape", tuple(one.text for one in windows)))
        back = 12 * (year.start.year - part.start.year)
        moved = replace(part, start=add_months(part.start, back), end=add_months(part.end, back), text="")
        return (moved, part) if back < 0 else (part, moved)

    def as_it_stands(self) -> bool:
        """Tell whether all of a number of things are asked for: 目前有多少投诉."""
        told = {part.text for part in self.parts.of("function")} & set(metric_words()["as_it_stands"])
        return (
            bool(told)
            and all(self.catalog.metrics[name].is_count for name in self.metrics)
            and not self.grain
        )

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
        if self.grain or self.average:
            raise Stop(NotMine("shape", tuple(window.text for window in windows)))
        return windows

    def comparison(self, windows: tuple[Window, ...]) -> Compared | None:
        found = {part.token for part in self.parts.of("comparison", "comparison_word")}
        units = {p.piece.comparison.unit for p in self.parts.of("comparison") if p.piece.comparison}
        for part in self.parts.of("comparison"):
            part.used = True
        changes = self.parts.marks(*CHANGES, "compare")
        if len(found) > 1:
            raise Stop(NotMine("shape", ("?",)))
        if found:
            kind = found.pop()
            unit = (units - {""}).pop() if units - {""} else ""
            window = windows[0] if windows else None
            if kind == "previous" and unit and window and window.unit != unit and self.grain != unit:
                raise Stop(NotMine("shape", (unit,)))
            if len(windows) > 1:
                raise Stop(NotMine("shape", tuple(one.text for one in windows)))
            self.parts.use(*CHANGES, "compare", "high", "low", "or")
            return Compared(kind)  # type: ignore[arg-type]
        if len(windows) == BOTH and changes and not self.grain:
            self.parts.use(*CHANGES, "compare", "high", "low", "or")
            self.bind_over()
            early = min(windows, key=lambda one: one.start)
            late = max(windows, key=lambda one: one.start)
            if early.end > late.start:
                raise Stop(NotMine("shape", tuple(one.text for one in windows)))
            return Compared("named", early)
        if [part for part in changes if part.token != "compare"]:
            kind = self.choose("growth", ("last_year", "previous"))
            self.parts.use(*CHANGES, "compare", "high", "low")
            return Compared(kind)  # type: ignore[arg-type]
        return None

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
        length = (periods[0].end - periods[0].start).days if periods else 0
        if not periods:
            self.grain = "day"
            return
        self.grain = next(str(grain) for most, grain in metric_words()["trend_grains"] if length <= most)
