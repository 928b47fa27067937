"""Names what a query gives by what was written, where an engine would name it by the text that runs.

SQLite, MySQL and DuckDB call an output without a name by its text. With a subquery in the place of a table
that text is the policy's: its conditions, columns nobody is shown, the values it goes by.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from database.guard import CheckedQuery, tokens_of
from database.masks import quoted

_LONGEST = 200  # MySQL takes 256
_OPENS = (TokenType.L_PAREN, TokenType.L_BRACKET, TokenType.L_BRACE)
_CLOSES = (TokenType.R_PAREN, TokenType.R_BRACKET, TokenType.R_BRACE)
_ENDS = {
    TokenType.FROM, TokenType.WHERE, TokenType.GROUP_BY, TokenType.HAVING, TokenType.ORDER_BY,
    TokenType.LIMIT, TokenType.OFFSET, TokenType.WINDOW, TokenType.QUALIFY,
    TokenType.UNION, TokenType.EXCEPT, TokenType.INTERSECT,
}  # fmt: skip


def headings(checked: CheckedQuery, changed: Sequence[int]) -> Iterator[tuple[int, str]]:
    """Yield where a name belongs behind an output that holds one of these places, and the name."""
    select = checked.tree
    while isinstance(select, exp.SetOperation):
        select = select.this
    if checked.dialect.name == "postgres" or not isinstance(select, exp.Select):
        return
    spans = [(first, last) for first, last in pairwise(_commas(tokens_of(checked.sql, checked.dialect)))]
    if len(spans) != len(select.expressions):
        return
    for item, (before, behind) in zip(select.expressions, spans, strict=True):
        text = checked.sql[before:behind]
        end, text = before + len(text.rstrip()), text.lstrip(", \t\r\n")
        if not isinstance(item, exp.Alias) and any(before <= place < end for place in changed):
            name = (
                " ".join(text.split()).removeprefix("DISTINCT ").removeprefix("distinct ")[:_LONGEST].rstrip()
            )
            yield end, f" AS {quoted(name, checked.dialect)}"


def _commas(tokens: Sequence[Token]) -> Iterator[int]:
    """Yield where the list of the outermost SELECT begins, goes on and ends."""
    depth, begun = 0, False
    for token in tokens:
        kind = token.token_type
        depth += (kind in _OPENS) - (kind in _CLOSES)
        if depth or not (begun or kind is TokenType.SELECT):
            continue
        if not begun:
            begun = True
            yield token.end + 1
        elif kind is TokenType.COMMA:
            yield token.start
        elif kind in _ENDS:
            yield token.start
            return
    if begun:
        yield tokens[-1].end + 1
