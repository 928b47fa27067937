"""The first so many rows that a statement keeps of an order, and with those that tie with the last."""

from dataclasses import dataclass

from sqlglot import exp, tokenize
from sqlglot.errors import SqlglotError
from sqlglot.tokenizer_core import Token, TokenType

from database.dialects import Dialect
from database.trees import tree_of


def number_of(limit: exp.Expr | None) -> exp.Expr | None:
    """Return how many rows a LIMIT n or a FETCH FIRST n keeps."""
    if isinstance(limit, exp.Fetch):
        return limit.args.get("count")
    return limit.expression if limit is not None else None


@dataclass(frozen=True)
class FirstRows:
    """A statement that ends with its outermost ORDER BY … LIMIT n.

    `keys` are what it is ordered by, `ends` where each of them ends in its text.
    """

    sql: str
    number: int
    keys: tuple[exp.Expr, ...]
    ends: tuple[int, ...]

    def of(self, number: int) -> str:
        """Return the statement that keeps so many."""
        return f"{self.sql[: self.ends[-1]]} LIMIT {number}"

    def with_ties(self, keys: int) -> str:
        """Return the statement that also keeps the rows with the last one's first so many keys."""
        return f"{self.sql[: self.ends[keys - 1]]} FETCH FIRST {self.number} ROWS WITH TIES"


def first_rows(sql: str, dialect: Dialect) -> FirstRows | None:
    """Return what a statement keeps of its order, where it ends with that and begins at the first.

    >>> from database.dialects import POSTGRES
    >>> first_rows("SELECT a, n FROM t ORDER BY n DESC, a LIMIT 3", POSTGRES).with_ties(1)
    'SELECT a, n FROM t ORDER BY n DESC FETCH FIRST 3 ROWS WITH TIES'
    """
    try:
        tree = tree_of(sql, dialect)
        tokens = _tokens(sql, dialect)
    except SqlglotError:
        return None
    order, limit = tree.args.get("order"), tree.args.get("limit")
    number = number_of(limit)
    plain = isinstance(tree, exp.Select) and isinstance(limit, exp.Limit) and not tree.args.get("offset")
    if order is None or not plain or not isinstance(number, exp.Literal) or not number.is_int:
        return None
    ends = _ends_of_keys(tokens)
    if len(ends) != len(order.expressions) or len(tokens) < 2 or tokens[-2].token_type != TokenType.LIMIT:
        return None
    return FirstRows(sql, int(number.this), tuple(order.expressions), tuple(ends))


def _tokens(sql: str, dialect: Dialect) -> list[Token]:
    tokens = list(tokenize(sql, read=dialect.sqlglot_name))
    while tokens and tokens[-1].token_type == TokenType.SEMICOLON:
        tokens.pop()
    return tokens


def _ends_of_keys(tokens: list[Token]) -> list[int]:
    """Return where in the text each key of the last ORDER BY outside of brackets ends."""
    depth, ends, last = 0, list[int](), None
    for token in tokens:
        kind = token.token_type
        depth += (kind == TokenType.L_PAREN) - (kind == TokenType.R_PAREN)
        if depth:
            last = token
            continue
        if kind == TokenType.ORDER_BY:
            ends = []
        elif kind in (TokenType.COMMA, TokenType.LIMIT) and last is not None:
            ends.append(last.end + 1)
        last = token
    return ends
