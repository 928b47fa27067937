"""What a question asked for, as far as its sentence needs it: figures, things, time, order, conditions."""

import datetime as dt
import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from answers.calendar import TimeUnit
from config.wording import Language, say

# A date stands apart from the Han before and after it.
_AFTER_HAN = re.compile(
    r"(?<=[\u4e00-\u9fff])(?=(?:19|20)\d\d(?:-\d\d| 年))"
    r"|(?<=-\d\d|\d %)(?=[\u4e00-\u9fff])|(?<=\d)(?=[下增上的]|到(?!\d+[月日号年点周]))"
    r"|(?<=[\u4e00-\u9fff])(?=\d{1,2}(?: 月|-\d\d)(?!\d))"
    r"|(?<=\d [年月])(?=\d)"
)
_BEFORE_POINT = re.compile(r" (?=[.,:;](?:\s|$))")


def dates_apart(text: str) -> str:
    """Return Chinese words with a space between a date and what stands beside it."""
    return _AFTER_HAN.sub(" ", text)


NO_GROWTH = ("covers_earlier", "unlike")  # cautions that two times do not compare
Role = Literal["figure", "before", "growth", "share", "running"]


@dataclass(frozen=True)
class Measure:
    """One column of figures; `of` is the column of what it is a growth, a share or the earlier figure of."""

    index: int
    label: str
    unit: str = ""
    decimals: int | None = None
    role: Role = "figure"
    of: int | None = None
    adds: bool = False  # the rows' figures add up to one of all
    is_count: bool = False
    is_rate: bool = False  # a ratio or mean
    span: str = ""  # the time it is of, where columns are of several
    is_long: bool = False  # a length of time
    counts: str = ""  # what it counts, where that is a thing with a name
    beside: bool = False  # shown, but nobody asked for it
    fraction: bool = False  # a percent that the rows hold as a part of one
    goal_of: int | None = None  # the column whose goal it is, where no column says how much was reached
    finer: int = 0  # digits more than usual, so that a percent reads as no limit and as no other


@dataclass(frozen=True)
class Thing:
    """One column of names: services areas, branches; `each` is what one is counted by in Chinese."""

    index: int
    label: str
    many: str = ""
    each: str = ""
    known: bool = False  # its label is a dimension's or a comment's, not only a column's name
    is_number: bool = False  # its cells are numbers, which name nothing without its label: 甜度 5


@dataclass(frozen=True)
class TimeAxis:
    """The column that says when each row is."""

    index: int
    unit: TimeUnit
    label: str = ""  # what its column is called: closed on


@dataclass(frozen=True)
class Ranked:
    """By which end rows were put in order, how many were asked for, and whether by how much one is ahead."""

    direction: Literal["top", "bottom"]
    number: int | None = None
    place: bool = False
    ahead: bool = False
    several: bool = False  # who grew or fell most is asked of more than one: 哪几个


@dataclass(frozen=True)
class Whether:
    """A member, or of two times one, that has more than the other, or less: `asked`, or taken for granted."""

    member: str
    more: bool
    asked: bool
    earlier: bool = False  # it is the earlier time that is said to have more


@dataclass(frozen=True)
class Span:
    """Some days: `start` is among them, `end` is not."""

    start: dt.date
    end: dt.date


@dataclass(frozen=True)
class Statement:
    """One sentence before it is worded: its key in the texts and what stands in it."""

    key: str
    params: tuple[tuple[str, Any], ...] = ()

    def worded(self, language: Language) -> str:
        """Return the sentence, its first letter large."""
        text = say(f"sentence.{self.key}", language, **dict(self.params))
        if language == "zh":
            return dates_apart(text)
        text = _BEFORE_POINT.sub("", " ".join(text.split()))
        return text[:1].upper() + text[1:]


def statement(key: str, **params: Any) -> Statement:
    """Return a statement with named parts."""
    return Statement(key, tuple(params.items()))


@dataclass(frozen=True)
class Asked:
    """A question as its sentence needs it; words are in the reader's language already."""

    language: Language
    measures: tuple[Measure, ...] = ()  # the one asked for first
    totals: tuple[Measure, ...] = field(
        default=(), kw_only=True
    )  # the same in each row: of all, also of rows not shown
    things: tuple[Thing, ...] = ()
    last_day: int | None = None  # the column of the day that a row's stretch ends on
    time: TimeAxis | None = None
    when: str = ""
    earlier: str = ""  # the time compared with
    unlike: tuple[int, int] | None = None  # days of two stretches that do not compare
    adds_by_day: bool = False  # the figures are sums of days
    lengths: tuple[int, ...] = field(default=(), kw_only=True)  # the days of each of several times
    about: str = ""  # the members it is of
    kind: str = ""  # of which kind, by codes that mean something: open, not started, by WeChat
    without: str = ""
    conditions: str = ""  # that groups meet, in words
    falls_short: bool = False  # they ask for groups below a number: the lowest come first
    counted: bool = False  # how many meet them
    ranked: Ranked | None = None
    first_of_each: bool = field(default=False, kw_only=True)  # rows are those who are first of each time
    late_first: bool = field(default=False, kw_only=True)  # of two times the later was named first
    own_day: TimeAxis | None = field(
        default=None, kw_only=True
    )  # a day that each name has of its own: closed on
    within: bool = False  # each of the first things has its own order of the second
    is_whole: bool = False  # the rows are all there is, no more than once each
    span: Span | None = None  # the days asked for, as far as they are known
    today: dt.date | None = None
    complete_until: dt.date | None = None  # the first of the last days that are not complete
    none_left_out: bool = False  # members without any event are no rows: who has fewest is not known
    missing: tuple[str, ...] = ()  # members asked for by name that no row is of
    others: str = ""  # what the row of all the rest is called
    named: tuple[str, ...] = ()  # members asked for by name, in that order
    of_some: bool = False  # only members that were asked for by name, not all there are
    matched: bool = False  # rows were chosen by a condition on figures that has no words
    records: str = ""  # what rows are where none sums up others: inspections, orders
    dated: str = ""  # the verb of the day that chose the rows: opened, of shops opened this year
    cautions: tuple[Statement, ...] = ()
    stock: bool = False  # figures of what is there now; `when` is the day
    written: bool = False  # by a statement, which says nothing of what is compared with what
    of_others: bool = field(default=False, kw_only=True)  # rows are none of what their names are called
    loose: bool = False  # names and days in the one row are not whose or when its figures are
    whether: Whether | None = None  # one of two is asked to have more than the other
    by_state_now: bool = field(default=False, kw_only=True)  # rows of a state now, by when they came in
    whole: tuple[str, str] = ("", "")  # of which members and kind all is that a share is of

    @cached_property
    def lead(self) -> Measure:
        """Return the figure that was asked for."""
        return self.measures[0]

    @property
    def is_cut(self) -> bool:
        """Tell whether the first so many were asked for."""
        return self.ranked is not None and self.ranked.number is not None

    @property
    def lacks_growth(self) -> bool:
        """Tell sums of two times that do not compare, as one has more days; rates of both do."""
        apart = bool(self.unlike) or any(one.key in NO_GROWTH for one in self.cautions)
        figures = [one for one in self.measures if one.role in ("figure", "before")]
        return apart and not (figures and all(one.is_rate for one in figures))

    def measure(self, index: int | None) -> Measure | None:
        """Return the measure of a column."""
        return next((one for one in self.measures if one.index == index), None)

    def related(self, role: Role) -> Measure | None:
        """Return the growth, share or earlier figure of the one asked for, or it where it is one."""
        if self.lead.role == role:
            return self.lead
        main = self.lead.index if self.lead.role == "figure" else self.lead.of
        return next((one for one in self.measures if one.role == role and one.of == main), None)

    @cached_property
    def main(self) -> Measure:
        """Return the figure itself where its growth or share was asked for."""
        return self.measure(self.lead.of) or self.lead
