"""What goes without saying between the clauses of a question: what is ranked by, cut by and counted."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from knowledge.vocabulary import Vocabulary
from understanding.metric.vocabulary import metric_words
from understanding.pairs.spans import Clause
from understanding.words.closed import ENDS, ENGLISH_NO_ONE, PLURAL, SINGULAR, SUPERLATIVES
from understanding.words.judging import TURNED, is_quality, is_speed, speaks_of_time_taken, turned_by_good

JUDGED = {"top": "best", "bottom": "worst"}  # of nothing that is measured
NAMED = ("entity", "unknown")
ORDERS = ("rank", "rank_up")
PARTS_OF_ALL = ("share", "distribution", "avg")
PERCENT = frozenset(["百分比", "percent", "percentage"])
COUNT = Clause("mark", "count")


@dataclass(frozen=True)
class Row:
    """The clauses of a question, in order, with what else decides what they mean together."""

    clauses: tuple[Clause, ...]
    vocabulary: Vocabulary
    english: bool
    words: frozenset[str]  # all there are, those that say nothing too
    compared: bool = False  # with another time

    def of(self, *kinds: str) -> list[Clause]:
        """Return the clauses of some kinds."""
        return [one for one in self.clauses if one.kind in kinds]

    def marks(self, *tokens: str) -> list[Clause]:
        """Return the marks of some tokens."""
        return [one for one in self.of("mark") if one.token in tokens]

    def free(self, *kinds: str) -> list[Clause]:
        """Return the clauses of some kinds that nothing binds."""
        return [one for one in self.of(*kinds) if not one.bound]

    @property
    def cuts(self) -> list[Clause]:
        """Return what it is cut by."""
        return [one for one in self.clauses if one.bound == "per"]

    def without(self, gone: Collection[Clause]) -> "Row":
        """Return it without some clauses."""
        return replace(self, clauses=tuple(one for one in self.clauses if one not in gone))

    def binding(self, found: Collection[Clause], by: str) -> "Row":
        """Return it with some clauses bound by a mark."""
        bound = tuple(replace(one, bound=by) if one in found else one for one in self.clauses)
        return replace(self, clauses=bound)

    def counting(self) -> "Row":
        """Return it asking for a number of things."""
        return replace(self, clauses=(*self.clauses, COUNT))


def completed(row: Row) -> Row:
    """Return the clauses with all that goes without saying, and without what says nothing beside others."""
    return _timed(_counted(_respectively(_ranked(row))))


def figured(row: Row) -> Row:
    """Let make, earn, 收了 … stand for their measure where no other is named."""
    weak = row.of("weak")
    row = row.without(weak if row.of("measure") else weak[1:])
    clauses = (replace(one, kind="measure") if one.kind == "weak" else one for one in row.clauses)
    return replace(row, clauses=tuple(clauses))


def judged(row: Row) -> Row:
    """Let best and worst be high or low as the measure is good; of none they are words of their own."""
    clauses = (
        replace(one, token=_way(one, row)) if one.kind == "mark" and one.token in TURNED else one
        for one in row.clauses
    )
    return replace(row, clauses=tuple(clauses))


def _way(mark: Clause, row: Row) -> str:
    """Return which end of an order a mark asks for."""
    quality, speed = is_quality(mark.written), is_speed(mark.written)
    if not quality and not speed:
        return mark.token
    by = ranked_by(row, mark)
    if by is None:
        return JUDGED.get(mark.token, mark.token) if quality else f"{mark.token}_speed"
    names = (by.token, by.written)
    if speed:
        return TURNED[mark.token] if speaks_of_time_taken(names) else f"{mark.token}_speed"
    return turned_by_good(mark.token, names, row.vocabulary.good.get(by.token, ""))


def ranked_by(row: Row, end: Clause) -> Clause | None:
    """Return what an end of an order is of: the one figure, what is sorted by, or the nearest of several."""
    measures = [one for one in row.of("measure") if one.open]
    entities = [one for one in row.of(*NAMED) if one.open]
    if len(measures) == 1:
        return measures[0]
    told = [one for one in (*measures, *entities) if one.bound == "per" and one.sorts]
    if len(told) == 1:
        return told[0]
    pool = measures or (entities if len(entities) > 1 else [])
    ahead = [one for one in pool if (one.place > end.place) == row.english]
    return min(ahead or pool, key=lambda one: abs(one.place - end.place), default=None)


def _ranked(row: Row) -> Row:
    """Bind 最高, most … to what is ranked by; the one thing ranked needs no 各."""
    ends = row.marks(*ENDS)
    if not ends:
        return _ordered(row)
    end = ends[0]
    again = (end.token, "rank", *(ORDERS[1:] if end.token == "bottom" else ()))
    row = row.without([one for one in row.marks(*ENDS, *ORDERS) if one.token in again and one != end])
    by = ranked_by(row, end)
    if by is None:
        return row
    others = [one for one in row.of(*NAMED) if one.open and one != by]
    if row.words & {*map(str, metric_words()["asking_for_people"])} and row.cuts:
        others = []  # who sold most per shop: within each, or for each, which is not who the shop is
    row = row.binding([one for one in others if len(others) == 1], "").without([end])
    row = row.binding([by], end.token)
    return row.counting() if by.kind in NAMED else row


def _ordered(row: Row) -> Row:
    """Read an order by a figure as no cut; the one thing named beside it is what is listed."""
    by = [one for one in row.cuts if one.kind == "measure"]
    compared = row.marks("compare") if by and not row.compared else []
    if not row.marks(*ORDERS) and not compared:
        return row
    listed = row.free(*NAMED)
    cut = [one for one in row.cuts if one.kind in ("entity", "grain")]
    row = row.without(compared).binding(by, "")
    return row.binding(listed, "per") if len(listed) == 1 and not cut else row


def _respectively(row: Row) -> Row:
    marks, free = row.marks("respectively"), row.free(*NAMED)
    if marks and len(free) == 1 and not row.cuts:
        row = row.binding(free, "per")
    return row.without([*marks, *row.marks("singular")])


def _counted(row: Row) -> Row:
    """Tell how many from how much, and let 各类投诉, complaints by branch count without saying so."""
    measures, entities = row.of("measure"), row.of(*NAMED)
    some, counts = row.marks("some"), row.marks("count")
    counted = bool(counts or (some and not measures and entities))
    named = not entities and all(one.token in row.vocabulary.countable for one in measures)
    row = row.without([*some, *(counts if measures and named else ())])
    if measures:
        return row.counting() if counted and entities and not row.marks("count") else row
    row, implied = _implied(row)
    return row.counting() if (counted or implied) and not row.marks("count") else row


def _implied(row: Row) -> tuple[Row, bool]:
    """Tell whether things that are cut, ranked or distributed are counted, though no figure is said."""
    parts = row.marks(*PARTS_OF_ALL)
    if row.cuts and all(one.token == "distribution" for one in parts):
        things = bool(row.free(*NAMED))
        return row.without(parts if things else ()), things
    ranked = any(one.bound in ENDS for one in row.clauses)
    return row, bool(row.of(*NAMED)) and (ranked or bool(row.cuts)) and not parts


def _timed(row: Row) -> Row:
    """Drop 趋势 beside a cut by time, and words of growth beside a comparison that says the same."""
    grained = any(row.vocabulary.kind_of(one.token) == "grain" for one in row.cuts)
    row = row.without(row.marks("trend" if grained else "cumulative"))
    if row.compared or row.marks("previous", "last_year"):
        shares = [one for one in row.marks("share") if one.text in PERCENT]
        return row.without([*row.marks("change", "vary", "compare"), *shares])
    things = [one for one in row.of("entity") if one.open]
    listed = sum(one.bound == "per" for one in row.of("entity")) == 1 and bool(row.of("measure"))
    return row.without(row.marks("compare")) if grained or len(things) > 1 or listed else row


def end_of_one(row: Row) -> Clause | None:
    """Return the end of an order that is of one where no number says so: which is highest."""
    end = next(iter(row.marks(*ENDS)), None)
    if end is None or row.words & PLURAL:
        return None
    several = any(one.written.lower().endswith("s") for one in row.of(*NAMED))
    said = end.text.startswith(SUPERLATIVES) or bool(row.words & SINGULAR)
    if row.english:
        said = end.text not in ENGLISH_NO_ONE and not several
    return end if said else None
