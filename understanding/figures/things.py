"""What the names of a catalog stand for, as the rules need it."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Ratio:
    """A metric that divides another one by `below`, which is told in `units`."""

    metric: str
    below: str
    percent: bool
    units: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Figure:
    """A metric; `numbered`: how many there were.

    `people`: it counts these; `whole`: what a ratio is a part of; `number`: the count that is called
    like this amount; `units`: what it is told in; `ratios`: those it is divided in; `rows`: the table whose
    rows it counts; `asks`: it was called by how many of them there are; `sold`: where it was called by a
    verb of selling, units with what is sold in them.
    """

    metric: str
    numbered: bool
    whole: str = ""
    people: bool = False
    number: str = ""
    units: frozenset[str] = field(default=frozenset(), compare=False)
    ratios: tuple[Ratio, ...] = field(default=(), compare=False)
    rows: str = field(default="", compare=False)
    asks: bool = field(default=False, compare=False)
    sold: tuple[tuple[str, str], ...] = field(default=(), compare=False)


@dataclass(frozen=True)
class Sort:
    """What tells kinds apart in general, by type; which dimension that is, the figure tells.

    `loose`: any word for kinds will do, 各类投诉.
    """

    key: tuple[str, ...]
    loose: bool = False


@dataclass(frozen=True)
class Kind:
    """A dimension as it was named.

    `keyed`: its members are the rows of its table; `counted`: the metric that counts them; `some_days`: most
    days have no member of it; `role_of`: the dimension whose members it has in one role; `plural`, `owning`:
    written so, customers and customers'.
    """

    dimension: str
    table: str
    keyed: bool
    counted: str = ""
    some_days: bool = False
    role_of: str = ""
    plural: bool = field(default=False, compare=False)
    owning: bool = field(default=False, compare=False)


@dataclass(frozen=True)
class Member:
    """A member of a dimension as it was named; a group of codes has several values.

    `people`: it tells these apart; `reason`: why something was; `told`: the number of those named is said
    with their kind; `words`: those that its kind is called by; `ways`: the rows that figures reach it over;
    `sorted`: the things that it is a kind of; `each`: these are asked for one by one.
    """

    dimension: str
    values: tuple[str, ...]
    table: str
    score: float = 1.0
    people: bool = False
    reason: bool = False
    told: bool = field(default=False, compare=False)
    words: frozenset[str] = field(default=frozenset(), compare=False)
    ways: frozenset[tuple[str, ...]] = field(default=frozenset(), compare=False)
    sorted: Kind | None = field(default=None, compare=False)
    each: bool = field(default=False, compare=False)


@dataclass(frozen=True)
class Done:
    """What a verb may be of: figures, and dimensions of those who did it.

    `asks`: how much is asked for within it, `unit` in what: 退了多少笔款; `short`: only its first sign
    is said.
    """

    metrics: tuple[str, ...] = ()
    dimensions: tuple[str, ...] = ()
    asks: bool = False
    unit: str = ""
    short: bool = False


@dataclass(frozen=True)
class Thing:
    """What a metric counts; `whole`: it counts all rows of their table; `people`: they are people.

    `rows`: the table whose rows it counts.
    """

    metric: str
    table: str
    whole: bool
    people: bool = False
    rows: str = field(default="", compare=False)
