"""Steps of a follow-up: another time, or one to compare with."""

from dataclasses import replace

from language.calendar import add_months, whole
from language.periods import Step
from understanding.follow_up import COMPARING, SAME_PERIOD
from understanding.metric.binding import BOTH, CHANGES, Stop
from understanding.metric.edit import Edit, unit_of
from understanding.metric.vocabulary import metric_words
from understanding.question import Compared, MetricQuery, Window


class TimeEdits(Edit):
    """Changes when, and against when."""

    def _time(self, now: MetricQuery) -> MetricQuery:
        periods = [part for part in self.parts.left("period") if part.piece.period]
        comparisons = [*self.parts.left("comparison"), *self.parts.of("comparison_word")]
        for part in (*periods, *comparisons):
            part.used = True
        said, compares = len(periods) + bool(self.step), self.parts.has("compare")
        both = len(periods) == BOTH and compares and not comparisons and self.step is None
        if (said > 1 and not both) or len({part.token for part in comparisons}) > 1:
            raise Stop(self.unread())
        if both:
            early, late = (Window.of(one.piece.period) for one in periods if one.piece.period)
            return self._against(replace(now, windows=(early,), compared=None), late)
        if self.step is not None:
            if comparisons:
                raise Stop(self.unread())
            return self._stepped(now, self.step, compares)
        if periods and periods[0].piece.period:
            window = Window.of(periods[0].piece.period)
            if not self.binding.known.reaches(now.metrics, window, self.binding.today):
                raise Stop(self.unread())
            if compares and not comparisons:
                return self._against(now, window)
            if self.adds and not comparisons:
                return self._beside(now, window)
            now = replace(now, windows=(self._same_part(now, window),), period_assumed=False)
        if comparisons:
            self.parts.use(*CHANGES, "compare", "high", "low")
            token = comparisons[0].token or "last_year"
            text = comparisons[0].piece.text.lower()
            days = any(word in text for word in SAME_PERIOD) and not any(word in text for word in COMPARING)
            days = days and not compares
            if token == "last_year" and not periods and days and now.window:
                moved = self._so_far(now, now.window).year_before(self.binding.catalog.holidays)
                return replace(now, windows=(moved,), compared=None)
            units = {p.piece.comparison.unit for p in comparisons if p.piece.comparison} - {""}
            if token == "previous" and now.window and not units <= {now.window.unit, unit_of(now), now.grain}:
                raise Stop(self.unread())
            return replace(now, compared=Compared(token))  # type: ignore[arg-type]
        return now

    def _so_far(self, now: MetricQuery, window: Window) -> Window:
        """End a time that runs where its own answer ends: with yesterday, or later where all its data do."""
        today, found = self.binding.today, self.binding.known.shared_range(now.metrics)
        if not window.start < today < window.end:
            return window
        return replace(window, end=min(window.end, max(today, found[1]) if found else today))

    def _stepped(self, now: MetricQuery, step: Step, compares: bool) -> MetricQuery:
        """Go so many units on from the time asked about, or compare with that: the month before."""
        window, holidays = now.window, self.binding.catalog.holidays
        if window is None or len(now.windows) > 1:
            raise Stop(self.unread())
        unit = unit_of(now)
        yearly = step.unit == "year" and not (unit == "year" and not compares) and step.count < 0
        if compares:
            self.parts.use("compare", *CHANGES, "high", "low")
            if step.count > 0 or not (yearly or step.unit in (unit, now.grain)):
                raise Stop(self.unread())
            return replace(now, compared=Compared("last_year" if yearly else "previous"))
        if yearly:
            moved = self._so_far(now, window).year_before(holidays)
        elif step.unit == unit:
            start, end = whole(unit, window.start, step.count)
            moved = Window(start, end, unit=unit)  # type: ignore[arg-type]
        else:
            raise Stop(self.unread())
        if not self.binding.known.reaches(now.metrics, moved, self.binding.today):
            raise Stop(self.unread())
        return replace(now, windows=(moved,), period_assumed=False)

    def _against(self, now: MetricQuery, other: Window) -> MetricQuery:
        """Compare with a stretch that is named: with Q2, 跟上上个月比."""
        window = now.window
        if window is None or len(now.windows) > 1:
            raise Stop(self.unread())
        self.parts.use("compare", *CHANGES, "high", "low")
        if other.unit == "year" and other.start.year == window.start.year - 1 and window.unit != "range":
            return replace(now, compared=Compared("last_year"))
        if unit_of(now) == other.unit and whole(other.unit, window.start, -1) == (other.start, other.end):
            return replace(now, compared=Compared("previous"))
        early, late = sorted((window, other), key=lambda one: one.start)
        if now.grain or early.end > late.start:
            raise Stop(self.unread())
        return replace(now, windows=(late,), compared=Compared("named", early), period_assumed=False)

    def _beside(self, now: MetricQuery, other: Window) -> MetricQuery:
        """Show another stretch beside the one before: add last year, 加上9月."""
        window = now.window
        if window is None or len(now.windows) > 1 or now.compared:
            raise Stop(self.unread())
        if other.unit == "year" and other.start.year == window.start.year - 1:
            return self._against(now, other)
        plain = not (now.grain or now.ranking or now.conditions or now.average or now.running)
        if not plain or not (other.end <= window.start or window.end <= other.start):
            raise Stop(self.unread())
        return replace(now, windows=(window, other), period_assumed=False)

    def _same_part(self, now: MetricQuery, named: Window) -> Window:
        """Take the same part of another year where that is asked for: same for 2025, after October."""
        same = {part.text for part in self.parts.of("function")} & set(metric_words()["same"])
        window = now.window
        if not same or window is None or len(now.windows) > 1 or named.unit != "year" or named.count > 1:
            return named
        if window.unit == "year" or unit_of(now) == "year":
            return named
        months = 12 * (named.start.year - window.start.year)
        if window.holiday or window.unit in ("day", "week") or window.unfinished or months > 0:
            raise Stop(self.unread())
        start, end = add_months(window.start, months), add_months(window.end, months)
        return Window(start, end, window.unit, window.count)
