"""Drops clauses of SQL/JSON functions that sqlglot does not read and that hold keywords and literals only.

`DEFAULT 0 ON EMPTY`, `WITH WRAPPER`, `KEEP QUOTES` and their like say how a value is given, never what is
read. They are dropped only where such a clause can stand: directly within the parentheses of a SQL/JSON
function, and not in a query written there.
"""

import re
from collections.abc import Iterator, Sequence

from sqlglot.tokenizer_core import Token, TokenType

_HOLDERS = frozenset(
    [
        "json_table",
        "columns",
        "json_value",
        "json_query",
        "json_exists",
        "json_array",
        "json_object",
        "json_arrayagg",
        "json_objectagg",
        "json_serialize",
    ]
)
_QUERY_WORDS = {TokenType.SELECT, TokenType.FROM, TokenType.VALUES, TokenType.JOIN, TokenType.TABLE}
# A clause follows what it belongs to.
_NO_CLAUSE_AFTER = {TokenType.COMMA, TokenType.L_PAREN, TokenType.DOT, TokenType.ALIAS}
_LONGEST = 6
_CLAUSE = re.compile(
    r"(?:(?:null|error|true|false|unknown|empty(?: array| object)?|default (?:- )?')"
    r" on (?:empty|error)"
    r"|(?:null|absent) on null"
    r"|(?:with|without)(?: (?:conditional|unconditional))?(?: array)? wrapper"
    r"|(?:keep|omit) quotes(?: on scalar string)?"
    r"|returning (?:json|jsonb|text|varchar|bytea))(?= |$)"
)
_LITERALS = {TokenType.STRING, TokenType.NUMBER}


def without_json_clauses(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield the tokens with those clauses left out."""
    holders: list[bool] = []
    at = 0
    while at < len(tokens):
        token, before = tokens[at], tokens[at - 1] if at else None
        kind = token.token_type
        if kind is TokenType.L_PAREN:
            holders.append(_opens_holder(before))
        elif kind is TokenType.R_PAREN and holders:
            holders.pop()
        elif holders and kind in _QUERY_WORDS:
            holders[-1] = False
        elif holders and holders[-1] and (length := _clause_length(tokens, at, before)):
            at += length
            continue
        yield token
        at += 1


def _opens_holder(before: Token | None) -> bool:
    if before is None or before.token_type is TokenType.IDENTIFIER:
        return False
    return str(before.text).lower() in _HOLDERS


def _clause_length(tokens: Sequence[Token], at: int, before: Token | None) -> int:
    """Return how many tokens the clause that begins here has; `EXISTS` before PATH is one."""
    if before is None or before.token_type in _NO_CLAUSE_AFTER:
        return 0
    words = [_word(token) for token in tokens[at : at + _LONGEST]]
    if words[:2] == ["exists", "path"]:
        return 1
    found = _CLAUSE.match(" ".join(words))
    return len(found.group().split()) if found else 0


def _word(token: Token) -> str:
    """Return a keyword as it is written, a sign for a literal, and nothing a clause may hold for the rest."""
    if token.token_type in _LITERALS:
        return "'"
    text = str(token.text).lower()
    if token.token_type is TokenType.DASH:
        return text
    return text if token.token_type is not TokenType.IDENTIFIER and text.isidentifier() else "("
