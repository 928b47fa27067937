"""Which functions a query may call: every word before a parenthesis, by allow list.

Names are read from the tokens, where quotes, schemas and upper case can hide nothing, not from the tree,
where a typed node no longer knows what was written.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from database.dialects import Dialect
from database.kinds import Nodes
from database.words import words
from errors import UnsafeSQLError

# Looked up once: Python 3.11 takes 0.15 µs to find a member of an enumeration, for each token of a statement.
_OPENS, _CLOSES, _DOT, _NAME = TokenType.L_PAREN, TokenType.R_PAREN, TokenType.DOT, TokenType.IDENTIFIER
# What these give grows with a number the query writes down.
_SIZED = words("sized")
MOST_GENERATED = 10_000_000


def require_known_calls(tokens: Sequence[Token], nodes: Nodes, dialect: Dialect) -> None:
    """Refuse a call of any function that is not on the dialect's list."""
    functions, syntax = words(dialect.name), words("syntax")
    declared: set[int] | None = None
    before: Token | None = None
    for at, token in enumerate(tokens):
        if token.token_type is _OPENS and before is not None:
            name = _called(before)
            if name:
                qualified = at > 1 and tokens[at - 2].token_type is _DOT
                plain = before.token_type is not _NAME
                folded = _folded(before, dialect)
                if folded in functions and (not qualified or _trusted(tokens, at - 2, dialect)):
                    if folded in _SIZED:
                        _require_modest(tokens, at, folded)
                elif not (plain and not qualified and (folded in syntax or _tells_of_nulls(tokens, at))):
                    declared = _declared_names(nodes) if declared is None else declared
                    if before.start not in declared:
                        raise UnsafeSQLError("sql_function_unknown", name=name[:60])
        before = token


def called(tokens: Sequence[Token], dialect: Dialect) -> Iterator[tuple[Token, str, bool]]:
    """Yield each word that a parenthesis follows, its name and whether it is qualified."""
    for at, (token, following) in enumerate(pairwise(tokens)):
        if following.token_type is _OPENS and _called(token):
            yield token, _folded(token, dialect), at > 0 and tokens[at - 1].token_type is _DOT


def _called(token: Token) -> str:
    """Return the word a parenthesis follows, or "" where it only groups."""
    text = str(token.text)
    if token.token_type is _NAME:
        return text or '""'
    return text if text[:1].isalpha() or text[:1] == "_" else ""


def _tells_of_nulls(tokens: Sequence[Token], at: int) -> bool:
    """Tell the INCLUDE NULLS of DuckDB's UNPIVOT from a call."""
    words = [str(token.text).lower() for token in tokens[max(0, at - 3) : at]]
    return words in (["unpivot", "include", "nulls"], ["unpivot", "exclude", "nulls"])


def _folded(token: Token, dialect: Dialect) -> str:
    text = str(token.text)
    if token.token_type is not _NAME and " " in text:
        text = text.split()[-1]  # sqlglot reads GROUPING SETS as one word
    if not text.isascii():  # K.lower() is k
        return ""
    exact = token.token_type is _NAME and dialect.name == "postgres"
    return text if exact else text.lower()


def _trusted(tokens: Sequence[Token], dot: int, dialect: Dialect) -> bool:
    """Tell whether what stands before the dot keeps the name that of a built-in function."""
    if dialect.name == "duckdb":
        return True  # `title.upper()` chains; schemas hold only macros, which have names of their own
    if dialect.name != "postgres" or dot < 1:
        return False
    alone = dot < 2 or tokens[dot - 2].token_type is not _DOT
    return alone and _folded(tokens[dot - 1], dialect) == "pg_catalog"


def _declared_names(nodes: Nodes) -> set[int]:
    """Return where the query itself names a table or CTE with its columns, as in `WITH t(a, b)`."""
    found: set[int] = set()
    for alias in nodes.of(exp.TableAlias):
        name = alias.this
        if name is not None and alias.args.get("columns") and "start" in name.meta:
            found.add(name.meta["start"])
    return found


def _require_modest(tokens: Sequence[Token], at: int, name: str) -> None:
    depth = 0
    for token in tokens[at:]:
        if token.token_type is _OPENS:
            depth += 1
        elif token.token_type is _CLOSES:
            depth -= 1
            if not depth:
                return
        elif token.token_type is TokenType.NUMBER and _number(token.text) > MOST_GENERATED:
            raise UnsafeSQLError("sql_too_much", name=name, limit=MOST_GENERATED)


def _number(text: str) -> float:
    try:
        return float(text.replace("_", ""))
    except ValueError:
        return 0.0
