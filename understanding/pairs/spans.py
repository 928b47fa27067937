"""The spans of a question that pairs are aligned by: its words as leaves, and what its marks bind."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from knowledge.values import FoundValue
from knowledge.vocabulary import Vocabulary
from understanding.chart.cover import coverings
from understanding.chart.saturation import rule, saturated
from understanding.chart.spans import Span
from understanding.words.closed import BEHIND_NUMBER, COMPARERS, COORDINATORS, ENDS
from understanding.words.pieces import Piece, Pieces

THINGS = ("measure", "entity", "word", "unknown", "grain")
CLAUSE, BOUND, EMPTY = 100, 99, 1
SORTED_BY = ("by", "按", "按照")


@dataclass(frozen=True)
class Clause:
    """A thing or a mark of a question; `bound` by the mark that says what is done with it: per, not, top."""

    kind: str
    token: str
    written: str = ""
    text: str = ""  # its units, joined
    span: tuple[int, int] = (0, 0)
    place: int = 0
    named: tuple[str, ...] = ()  # all that its words come to
    bound: str = ""
    sorts: bool = False  # cut by it with a word that may also say what is sorted by

    @property
    def open(self) -> bool:
        """Tell whether it may still be ranked by: nothing binds it but a cut."""
        return self.bound in ("", "per")


@dataclass(frozen=True)
class NamedValue:
    """A value of a question: everything it could be, and whether it is left out."""

    candidates: tuple[FoundValue, ...]
    span: tuple[int, int]
    negated: bool = False
    kinds: frozenset[str] = frozenset()  # what the rows are called that it could be one of
    written: str = ""

    @property
    def columns(self) -> frozenset[str]:
        """Return the columns it could be of."""
        return frozenset(found.column for found in self.candidates)


def covered(pieces: Pieces, vocabulary: Vocabulary) -> tuple[Span, ...]:
    """Return the fewest spans, side by side, that a question's pieces are read as."""
    leaves = list(_leaves(pieces, vocabulary))
    length = max((one.end for one in leaves), default=0)
    return coverings(saturated(leaves, RULES), length, _price)[0].spans


def _price(span: Span) -> int | None:
    if span.type in ("empty", "and"):
        return EMPTY if span.type == "empty" else None
    return BOUND if span.type in ("cut", "limit") else CLAUSE


def _leaves(pieces: Pieces, vocabulary: Vocabulary) -> Iterator[Span]:
    at = 0
    for piece in pieces.parts:
        for token in piece.tokens if piece.kind == "phrase" else piece.tokens[:1] or ("",):
            yield from (Span(at, at + 1, *leaf) for leaf in _leaf(piece, token, at, pieces.text, vocabulary))
            at += 1


def _leaf(
    piece: Piece, token: str, at: int, text: str, vocabulary: Vocabulary
) -> Iterator[tuple[str, object]]:
    """Yield the type and meaning of one word, or of one part of a phrase."""
    clause = Clause(piece.kind, token, text[slice(*piece.span)], piece.text, piece.span, at, piece.tokens)
    if piece.number is not None:
        yield "number", (piece.number, piece.span)
    elif piece.kind == "value":
        tables = (found.column.rpartition(".")[0] for found in piece.values)
        kinds = frozenset(vocabulary.tables[one] for one in tables if one in vocabulary.tables)
        yield "value", NamedValue(piece.values, piece.span, kinds=kinds, written=clause.written)
    elif piece.kind == "unknown" and piece.period is not None:
        yield "ended", piece.period
    elif piece.kind in ("period", "comparison"):
        yield piece.kind, piece.period or piece.comparison
    elif piece.kind == "function":
        yield "empty", piece.text
        if piece.text in COORDINATORS:
            yield "and", piece.text
    elif piece.kind == "grain" or ":" in token:
        bound, colon, thing = token.rpartition(":")
        yield "cut", (replace(clause, kind="grain", token=thing, bound=bound if colon else "per"),)
    elif piece.kind == "unknown":
        yield "unknown", (replace(clause, token=f"'{piece.text}'"),)
    else:
        kind = vocabulary.kind_of(token) if piece.kind == "phrase" else piece.kind
        kind = "word" if kind in ("function", "phrase") else kind
        yield token if kind == "mark" else kind, (replace(clause, kind=kind),)


def _bound(by: str) -> Callable[..., object]:
    def bound(_: Span, thing: Span) -> tuple[Clause, ...]:
        """Bind a thing to the mark before it: not holidays, more than the target."""
        return tuple(replace(one, bound=by) for one in thing.value)

    return bound


BINDING = [
    one
    for by in ("not", *COMPARERS)
    for one in rule("clause", *((by, thing) for thing in THINGS))(_bound(by))
]


@rule("cut", *(("per", thing) for thing in THINGS))
def cut(per: Span, thing: Span) -> tuple[Clause, ...]:
    """Read a cut: 各服务区, by category."""
    sorts = per.value[0].text in SORTED_BY
    return tuple(replace(one, bound="per", sorts=sorts) for one in thing.value)


@rule("cut", ("per", "cut"))
def cut_twice(_: Span, further: Span) -> tuple[Clause, ...]:
    """Read a cut that is said with two marks: by each month."""
    return tuple(further.value)


@rule("cut", ("per", "period"))
def cut_by_unit(per: Span, period: Span) -> tuple[Clause, ...]:
    """Read a cut by the unit of a time, which stays what is asked about: on each of the last 30 days."""
    return (replace(per.value[0], kind="grain", token=period.value.unit, bound="per"),)


@rule("cut", ("cut", "and", "entity"), ("cut", "and", "cut"))
def cut_further(first: Span, _: Span, more: Span) -> tuple[Clause, ...] | None:
    """Read what is added to a cut: by branch and category."""
    kinds = {one.kind for one in (*first.value, *more.value)}
    return (
        (*first.value, *(replace(one, bound="per") for one in more.value))
        if kinds <= {"entity", "grain"}
        else None
    )


@rule("value", ("value", "entity"), ("entity", "value"))
def value_of_kind(*parts: Span) -> NamedValue | None:
    """Read a value with what it is one of: 餐饮业态, Nancheng service area."""
    value = next(one.value for one in parts if one.type == "value")
    kind = next(one.value[0] for one in parts if one.type == "entity")
    assert isinstance(value, NamedValue)
    return value if kind.token in value.kinds and not value.negated else None


@rule("value", ("per", "value"))
def value_by(by: Span, value: Span) -> NamedValue | None:
    """Read by before a value that is called by its name as nothing; before its kind it cuts by that.

    Each fuel station, by fuel station: the shops of what is called Fuel Stations.
    """
    named, led = value.value, value.children and value.children[0].type == "entity"
    assert isinstance(named, NamedValue)
    called = named.written.lower() in {one.value.lower() for one in named.candidates}
    return named if called and not led and by.value[0].text in SORTED_BY else None


@rule("value", ("not", "value"))
def value_out(_: Span, value: Span) -> object:
    """Read a value that is left out."""
    return replace(value.value, negated=True)


@rule("limit", *((comparer, "number") for comparer in COMPARERS))
def limit(comparer: Span, _: Span) -> tuple[Clause, ...]:
    """Read a limit: 超过10万."""
    return tuple(comparer.value)


@rule("limit", *(("number", comparer) for comparer in COMPARERS))
def limit_behind(_: Span, comparer: Span) -> tuple[Clause, ...] | None:
    """Read a limit that is said behind its number: 10万以上."""
    return comparer.value if comparer.value[0].text in BEHIND_NUMBER else None


@rule("value", ("value", "besides"))
def value_besides(value: Span, _: Span) -> NamedValue | None:
    """Read what closes what is left out: 除了东城店以外."""
    return value.value if value.value.negated else None


@rule("clause", ("clause", "besides"))
def besides(clause: Span, _: Span) -> tuple[Clause, ...] | None:
    """Read what closes a thing that is left out: 除节假日外."""
    return clause.value if clause.value[0].bound == "not" else None


def _after_by(_: Span, order: Span) -> object:
    """Read by before an order: 按排名."""
    return order.value


AFTER_BY = [one for order in (*ENDS, "rank") for one in rule(order, ("per", order))(_after_by)]

RULES = (
    *(*BINDING, *besides, *AFTER_BY),
    *(*cut, *cut_twice, *cut_by_unit, *cut_further),
    *(*value_of_kind, *value_by, *value_out, *value_besides),
    *(*limit, *limit_behind),
)
