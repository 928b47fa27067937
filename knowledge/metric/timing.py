"""Steps of reading: periods, comparisons, trends and shares."""

from dataclasses import replace
from itertools import pairwise

from knowledge.language.calendar import MONTHS, add_months, in_whole_units
from knowledge.metric.binding import BOTH, CHANGES, GRAINS, JOINING, Stop
from knowledge.metric.parts import Part
from knowledge.metric.rankings import Rankings
from knowledge.metric.vocabulary import metric_words
from knowledge.question import (
    Compared,
    NotMine,
    Ranking,
    Window,
)


class Timing(Rankings):
    """Finds when, against when, and which share."""

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

    # Shares and what is left

    def bind_share(self) -> bool:
        """Read 占比, share of: of the members split by, or of those named among all."""
        marks = self.parts.use("share", "distribution")
        if not marks:
            return False
        kept = [key for key in self.filters if not key[1]]
        if not self.splits:
            if len(kept) != 1:
                raise Stop(NotMine("shape", (marks[0].text,)))
            self.splits.append(kept[0][0])
        elif self.is_joint_share(kept) or self.is_share_beside_a_split(kept, marks[0]):
            raise Stop(NotMine("shape", (marks[0].text,)))
        if len(self.metrics) != 1 or self.grain or self.average:
            raise Stop(NotMine("shape", (marks[0].text,)))
        if self.catalog.metrics[self.metrics[0]].additivity not in ("sum",):
            raise Stop(NotMine("shape", (marks[0].text,)))
        return True

    def is_share_beside_a_split(self, kept: list[tuple[str, bool]], mark: Part) -> bool:
        """Tell whether the share of a member may be meant, or that of what is split by among its own."""
        return any(name not in self.splits and self.is_share_of_value(mark, name) for name, _ in kept)

    def is_joint_share(self, kept: list[tuple[str, bool]]) -> bool:
        """Tell whether several members may be meant as one, 三级和四级占全部: one share or each its own."""
        told = {d for part in self.parts.of("dimension") for d in part.dimensions}
        free = [key for key in kept if key[0] in self.splits and key[0] not in told]
        joint = [key for key in free if len(self.filters[key]) > 1]
        each = self.parts.has("respectively", "per", "distribution", "compare")
        return bool(joint) and self.language == "zh" and not each

    def share_groups(self) -> tuple[str, ...]:
        """Return what shares are taken within: 各分公司内各业态的占比."""
        words = set(metric_words()["within"])
        inside = [p for p in self.parts.of("function") if p.text in words]
        for part in inside:
            step = 1 if self.language == "en" else -1
            beside = (
                self.parts.before(part) if step < 0 else self.parts.after(part, lambda p: p.token == "per")
            )
            if beside is not None and beside.kind == "dimension" and len(self.splits) > 1:
                return tuple(name for name in self.splits if name in beside.dimensions)
        marks = [part for part in self.parts.of("mark") if part.token == "per"]
        joined = any(part.kind == "function" and part.text in JOINING for part in self.parts.every)
        if len(self.splits) == BOTH and len(marks) == BOTH and self.language == "zh" and not joined:
            return (self.splits[0],)  # 各分公司各业态的占比
        return ()

    def is_share_of_value(self, mark: Part, name: str) -> bool:
        """Tell whether a named member's own share may be meant beside a split, which has two readings."""
        values = [p for p in self.parts.of("value") if any(m[0] == name for m in p.members)]
        if self.language == "en":
            return any(p.piece.span[0] < mark.piece.span[0] for p in values)
        splits = [p for p in self.parts.of("dimension") if set(p.dimensions) & set(self.splits)]
        return any(p.piece.span[0] > s.piece.span[0] for p in values for s in splits)
