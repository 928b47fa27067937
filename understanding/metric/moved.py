"""Steps of reading: the groups whose figure rose or fell, against which time, and by how much."""

from collections.abc import Mapping
from decimal import Decimal

from language.calendar import Period
from language.periods import last_year
from understanding.metric.binding import BOTH, CHANGES, Binder, Stop
from understanding.metric.parts import Part
from understanding.metric.vocabulary import metric_words
from understanding.pairs.meaning import PLURAL
from understanding.question import Comparer, Condition, NotMine

WHICH = PLURAL | {"which", "whose"}
ROSE, FELL = ("change", "high", "gt"), ("decline", "low", "lt")
ELSEWHERE = ("top", "bottom", "place", "vary", "share")  # what else a question may choose by
FALLING: Mapping[str, Comparer] = {"gt": "lt", "ge": "le"}


class Moved(Binder):
    """Finds those that rose or fell: which piers had lower income than in September."""

    def bind_against(self) -> None:
        """Read what sets one time against another, and which way a figure must have gone for that."""
        for than in [one for one in self.parts.left("other") if one.text == "than"]:
            beside = (self.parts.before(than), self.parts.after(than))
            if all(one is not None and one.kind == "period" for one in beside):
                than.kind, than.token = "mark", "compare"
        for same in [one for one in self.parts.left("other") if one.text in metric_words()["same"]]:
            self.bind_same(same)
        self.way = self.way_asked()

    def bind_same(self, same: Part) -> None:
        """Compare with the year before where the same of its units are named: the same month of 2025."""
        unit = self.parts.after(same)
        year = self.parts.after(unit) if unit is not None and unit.kind == "grain" else None
        told = [one.piece.period for one in self.parts.of("period") if one is not year]
        earlier = year.piece.period if year is not None else None
        if unit is None or year is None or earlier is None or len(told) != 1:
            return
        if is_year(told[0]) and told[0] is not None and last_year(told[0]).start == earlier.start:
            same.kind, same.token = "comparison_word", "last_year"
            unit.kind = year.kind = "function"
            same.used = unit.used = year.used = True

    def way_asked(self) -> Comparer | None:
        """Return which way those went that are asked for: below 0 they fell, above they rose."""
        if self.parts.of("number") or self.parts.has(*ELSEWHERE) or not self.asks_for_some():
            return None
        spoken = self.parts.of("period")
        gap = self.parts.between(*spoken) if len(spoken) == BOTH else []
        against = any(one.kind == "mark" and one.token in ("compare", "gt", "lt") for one in gap)
        compared = against or bool(self.parts.of("comparison", "comparison_word"))
        if not (compared or self.parts.has("change", "decline")):
            return None
        rose, fell = self.parts.has(*ROSE), self.parts.has(*FELL)
        return None if rose == fell else "lt" if fell else "gt"

    def asks_for_some(self) -> bool:
        """Tell whether some of the things or times named are asked for: which, 哪些, how many shops."""
        things = self.parts.of("dimension", "grain")
        counted = [self.thing_counted(one) for one in self.parts.of("mark") if one.token == "count"]
        small = self.parts.of("function", "mark")
        return bool(things) and (
            any(counted) or any(one.text in WHICH or one.text.startswith("哪") for one in small)
        )

    def thing_counted(self, mark: Part) -> bool:
        """Tell whether things or times are counted: 有几个码头, how many months."""
        beside = (self.parts.after(mark), self.parts.before(mark))
        return any(one is not None and one.kind in ("dimension", "grain") for one in beside)

    def choose_moved(self) -> None:
        """Keep the groups whose figure went that way, or count them."""
        if len(self.metrics) != 1 or self.way is None:
            raise Stop(NotMine("shape", tuple(self.metrics)))
        self.conditions.append(Condition(self.metrics[0], self.way, Decimal(0), "growth"))
        self.parts.use(*CHANGES, "high", "low", "gt", "lt", "singular", "compare")
        for mark in self.parts.marks("count"):
            mark.used = self.counted = self.thing_counted(mark)

    def limits_a_change(self, metric: str, mark: Part, percent: Decimal) -> bool:
        """Read by how much a figure rose or fell: 下降超过20%, a drop in revenue of more than 20%."""
        change = self.parts.before(mark, lambda one: self.language == "en" and one.kind in ("metric", "mark"))
        between = self.parts.between(change, mark) if change is not None else []
        changes = [
            one for one in (*between, change) if one is not None and one.token in ("change", "decline")
        ]
        if len(changes) != 1:
            return False
        if mark.token not in FALLING:  # less than so much is either way
            raise Stop(NotMine("shape", (mark.text, f"{percent}%")))
        falls = changes[0].token == "decline"
        comparer: Comparer = FALLING[mark.token] if falls else "gt" if mark.token == "gt" else "ge"
        self.conditions.append(Condition(metric, comparer, -percent if falls else percent, "growth"))
        for one in between:
            one.used = one.used or one.token == "per"  # fell by more than
        return True


def is_year(period: Period | None) -> bool:
    """Tell whether a period is one year."""
    return period is not None and period.unit == "year" and period.count == 1
