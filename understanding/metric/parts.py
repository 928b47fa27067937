"""A question's pieces as the table of words has them: what each could be."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from knowledge.metrics import Catalog
from knowledge.vocabulary import lexicon
from language.roots import PARTICLES
from understanding.metric.vocabulary import DIMENSION, METRIC, STATE, THING, as_written, metric_words
from understanding.words.pieces import Piece, Pieces
from understanding.words.ways import VALUE

ABOUT_GAPS = ("gap", "asking")  # of days without data, which only the chart reads
SURE = 0.97  # of a value's own name


@dataclass(frozen=True, eq=False)
class Part:
    """One part of a question, and all that it could be."""

    kind: str
    token: str
    piece: Piece
    metrics: tuple[str, ...] = ()
    dimensions: tuple[str, ...] = ()
    members: tuple[tuple[str, str, float], ...] = ()  # dimension, value, how sure
    split: bool = False  # bound by 各, by, per

    @property
    def text(self) -> str:
        """Return its units, joined."""
        return self.piece.text


@dataclass(frozen=True, eq=False)
class Parts:
    """All parts of one question, in order."""

    text: str
    every: tuple[Part, ...] = ()

    def of(self, *kinds: str) -> list[Part]:
        """Return all parts of some kinds."""
        return [part for part in self.every if part.kind in kinds]

    def without(self, gone: Iterable[Part]) -> str:
        """Return the text with blanks where some parts stood."""
        text = self.text
        for start, end in (part.piece.span for part in gone):
            text = text[:start] + " " * (end - start) + text[end:]
        return text

    def marks(self, *tokens: str) -> list[Part]:
        """Return the marks of some tokens."""
        return [part for part in self.of("mark") if part.token in tokens]


def is_small_member(part: Part, text: str, catalog: Catalog) -> bool:
    """Tell an English word of grammar that a code is called by as well: done, of how has it done; up."""
    written = text[slice(*part.piece.span)]
    small = {*metric_words()["english_grammar"], *PARTICLES}
    return written in small and all(catalog.dimensions[name].values for name, _, _ in part.members)


def parts_of(pieces: Pieces, catalog: Catalog, columns: dict[str, list[str]]) -> Parts:
    """Return the parts of a read question; `columns` tells the dimensions of each column with values."""
    every: list[Part] = []
    for piece in pieces.parts:
        for part in _parts(piece, columns):
            written = as_written(part.metrics, pieces.text[slice(*piece.span)], catalog)
            every.append(part if written == part.metrics else replace(part, metrics=written))
    return Parts(pieces.text, tuple(every))


def _parts(piece: Piece, columns: dict[str, list[str]]) -> Iterator[Part]:
    if piece.kind == "phrase":
        yield from (_phrase_part(piece, token) for token in piece.tokens)
    elif piece.tokens and piece.tokens[0].startswith("@"):
        yield _own_part(piece, _members(piece, columns))
    elif piece.kind == "value":
        members = _members(piece, columns)
        yield Part("value" if members else "other", piece.text, piece, members=members)
    elif piece.kind == "mark" and (piece.tokens[0] in ABOUT_GAPS or ":" in piece.tokens[0]):
        yield Part("other", piece.tokens[0], piece)
    elif piece.kind in ("function", "number", "period", "comparison", "mark", "grain"):
        yield Part(piece.kind, piece.tokens[0] if piece.tokens else "", piece)
    elif piece.period is not None:
        yield Part("end", piece.text, piece)
    else:
        yield Part("other", piece.text, piece)


def _members(piece: Piece, columns: dict[str, list[str]]) -> tuple[tuple[str, str, float], ...]:
    """Return the members of dimensions that values are, each with how sure it is."""
    return tuple(
        (name, found.value, found.score)
        for found in piece.values
        for name in columns.get(found.column.lower(), ())
    )


def _phrase_part(piece: Piece, token: str) -> Part:
    mark, colon, rest = token.partition(":")
    if colon and mark == "per":
        return Part("grain", rest, piece, split=True)
    if token.startswith(METRIC):
        return Part("metric", token, piece, (token.removeprefix(METRIC),))
    known = token.startswith(("place:", "chart:")) or token in _marks()
    return Part("mark" if known else "other", token, piece)


@lru_cache(maxsize=1)
def _marks() -> frozenset[str]:
    return frozenset([*lexicon()["marks"], *metric_words()["marks"], "which_time"])


def _called(piece: Piece, mark: str) -> tuple[str, ...]:
    """Return what the tokens of one sort name."""
    return tuple(token.removeprefix(mark) for token in piece.tokens if token.startswith(mark))


def _own_part(piece: Piece, named: tuple[tuple[str, str, float], ...]) -> Part:
    """Return what the catalog calls so; `named` are values of the data that are called so too."""
    metrics, dimensions = _called(piece, METRIC), _called(piece, DIMENSION)
    members = tuple((*told.split(":", 1), 1.0) for told in _called(piece, VALUE))
    if piece.tokens[0].startswith(THING):
        return Part("thing", piece.text, piece, tuple(t.removeprefix(THING) for t in piece.tokens))
    states = _called(piece, STATE)
    if states and not (metrics or dimensions or members):
        return Part("state", states[0], piece)
    kind = "metric" if metrics else "dimension" if dimensions else "value"
    if piece.kind == "weak":
        kind = "weak"
    if kind == "value":
        own = {name for name, _, _ in members}
        members += tuple(one for one in named if one[0] not in own and one[2] >= SURE)
    return Part(kind, piece.text, piece, metrics, dimensions, members)  # type: ignore[arg-type]
