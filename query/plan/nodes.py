"""The nodes of a relational plan; values inside them are sqlglot expressions."""

import datetime as dt
from dataclasses import dataclass
from typing import Literal

from sqlglot import exp

JoinKind = Literal["", "LEFT", "CROSS"]


@dataclass(frozen=True)
class Output:
    """A value that a node shows: under a name, or under its own where none is given."""

    value: exp.Expr
    name: str = ""
    quoted: bool = False


@dataclass(frozen=True)
class Scan:
    """The rows of a stored table."""

    table: exp.Expr


@dataclass(frozen=True)
class Ref:
    """The rows of a relation that the plan has named."""

    name: str


@dataclass(frozen=True)
class Derived:
    """The rows of another plan, under a name of their own."""

    source: "Node"
    name: str


@dataclass(frozen=True)
class Join:
    """A relation with another beside it; without a condition, every row with every row."""

    source: "Node"
    other: Scan | Ref
    on: tuple[exp.Expr, ...] = ()
    kind: JoinKind = ""


@dataclass(frozen=True)
class Filter:
    """The rows of a relation, or the groups of an aggregate, for which every test holds."""

    source: "Node"
    tests: tuple[exp.Expr, ...]


@dataclass(frozen=True)
class Project:
    """Some values of each row, windows over all rows among them; `every` keeps what the row has, too."""

    source: "Node"
    outputs: tuple[Output, ...]
    every: bool = False
    distinct: bool = False


@dataclass(frozen=True)
class Aggregate:
    """One row for each group, or for all rows where there is none."""

    source: "Node"
    outputs: tuple[Output, ...]
    groups: tuple[exp.Expr, ...] = ()


@dataclass(frozen=True)
class Union:
    """The rows of any of some relations, each once."""

    sources: tuple["Node", ...]


@dataclass(frozen=True)
class Calendar:
    """The first days of all days, weeks or months from one to another, both among them."""

    name: str
    column: str
    first: dt.date
    last: dt.date
    grain: str


@dataclass(frozen=True)
class Sort:
    """The rows of a relation in order."""

    source: "Node"
    keys: tuple[exp.Expr, ...]


@dataclass(frozen=True)
class With:
    """A plan over relations that were named before it, each standing on those before."""

    named: tuple[tuple[str, "Node"], ...]
    body: "Node"


Node = Scan | Ref | Derived | Join | Filter | Project | Aggregate | Union | Calendar | Sort | With
