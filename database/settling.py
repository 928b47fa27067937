"""Helps sqlglot read what the engines read: some of their forms are given to it as others it knows.

Only the tokens the parser sees are changed, never the text that runs; each change puts one harmless form in
the place of another: an operator for an operator, a string for a typed string. What is not known stays, and
is refused.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from sqlglot.tokenizer_core import Token, TokenType

from database.dialects import Dialect
from database.json_clauses import without_json_clauses
from database.rare_forms import in_rare_forms
from database.screening import Screened
from database.words import words
from errors import UnsafeSQLError

OPERATOR = re.compile(r"[-+*/<>=~!@#%^&|`?]+")
_LOOSE = set("~!@#%^&|`?")
# What sqlglot reads as PostgreSQL does, token for token.
_PLAIN_OPERATORS = frozenset(
    ["=", "<", ">", "<=", ">=", "<>", "!=", "+", "-", "*", "/", "%", "||", "->", "->>"]
)
_TYPES = tuple(sorted(words("typed_literals")))
_DOLLAR_PLACE = re.compile(r"(?<![\w$])\$\w")
_NAMED_ARGUMENT = ("=>", ":=")
_OPENS, _CLOSES, _LIMIT = (
    TokenType.L_PAREN,
    TokenType.R_PAREN,
    TokenType.LIMIT,
)  # looked up once, as in calls.py
_LIMIT_ENDS = {TokenType.OFFSET, TokenType.COMMA, TokenType.UNION, TokenType.EXCEPT, TokenType.INTERSECT}
_CLAUSE = {
    TokenType.VAR,
    TokenType.IDENTIFIER,
    TokenType.COMMA,
    TokenType.STRING,
    TokenType.NUMBER,
    TokenType.TRUE,
    TokenType.FALSE,
    TokenType.NULL,
    TokenType.SET,
    TokenType.FIRST,
    TokenType.DEFAULT,
    TokenType.USING,
}
_NAMES = r"\w+(?: , \w+)*"
_SEARCH = re.compile(rf"search (?:depth|breadth) first by {_NAMES} set \w+(?= |$)")
_CYCLE = re.compile(rf"cycle {_NAMES} set \w+(?: to \w+ default \w+)? using \w+(?= |$)")
_LONGEST_CLAUSE = 40


def settle(tokens: Sequence[Token], screened: Screened, dialect: Dialect) -> list[Token]:
    """Return the tokens to parse."""
    settled, bare = list(tokens), screened.bare
    # Looking for a plain word first is what keeps this cheap: one that ignores case costs 40 times more.
    lower = bare.lower()
    if dialect.name == "postgres":
        if not _PLAIN_OPERATORS.issuperset(OPERATOR.findall(bare)):
            settled = _operators(settled, screened.text)
        if screened.literals and any(word in lower for word in _TYPES):
            settled = list(_plain_literals(settled))
        if "cycle" in lower or "search" in lower:
            settled = list(_without_cycles(settled))
    if dialect.name in ("postgres", "sqlite") and "limit" in lower:
        settled = list(_whole_limits(settled))
    if dialect.name == "sqlite" and "$" in bare and _DOLLAR_PLACE.search(bare):
        raise UnsafeSQLError("sql_placeholder")  # a name to sqlglot
    if dialect.name in ("postgres", "mysql") and "json_" in lower:
        settled = list(without_json_clauses(settled))
    return in_rare_forms(settled, lower, dialect.name)


def _token(kind: TokenType, text: str, like: Token, end: Token | None = None) -> Token:
    return Token(kind, text, like.line, like.col, like.start, (end or like).end, [])


def _operators(tokens: list[Token], text: str) -> list[Token]:
    """Read operators as PostgreSQL does, longest first, and hold each against the list."""
    known, settled, at = words("operators"), list[Token](), 0
    while at < len(tokens):
        token, last = tokens[at], at
        found = OPERATOR.match(text, token.start) if text[token.start] in "-+*/<>=~!@#%^&|?" else None
        if found:
            symbol = _trimmed(found.group())
            while last + 1 < len(tokens) and tokens[last + 1].start < token.start + len(symbol):
                last += 1
            if symbol not in known and symbol not in _NAMED_ARGUMENT:
                raise UnsafeSQLError("sql_function_unknown", name=symbol[:20])
        if found and (last > at or token.token_type in (TokenType.PARAMETER, TokenType.PLACEHOLDER)):
            settled.append(_stand_in(settled, token, tokens[last]))
        else:
            settled.append(token)
        at = last + 1
    return settled


def _trimmed(run: str) -> str:
    """Cut a run of operator characters as PostgreSQL does: + or - ends none without a looser one in it."""
    while len(run) > 1 and run[-1] in "+-" and not _LOOSE.intersection(run[:-1]):
        run = run[:-1]
    return run


def _stand_in(before: list[Token], first: Token, last: Token) -> Token:
    word = str(before[-1].text).lower() if before else ""
    if word and word not in words("before_operands") and not OPERATOR.fullmatch(word):
        return _token(TokenType.AT_GT, "@>", first, last)
    if first is last and first.token_type is TokenType.PLACEHOLDER:
        raise UnsafeSQLError("sql_placeholder")
    return _token(TokenType.TILDE, "~", first, last)


def _plain_literals(tokens: Sequence[Token]) -> Iterator[Token]:
    """Drop the type before a literal, as in `box '(0,0),(1,1)'`, where sqlglot does not know it."""
    types = words("typed_literals")
    for at, token in enumerate(tokens):
        typed = token.token_type is TokenType.VAR and str(token.text).lower() in types
        if not (typed and at + 1 < len(tokens) and tokens[at + 1].token_type is TokenType.STRING):
            yield token


def _without_cycles(tokens: list[Token]) -> Iterator[Token]:
    """Drop SEARCH and CYCLE clauses of a CTE, which hold names and literals only."""
    at = 0
    while at < len(tokens):
        end = at
        if at and tokens[at - 1].token_type is TokenType.R_PAREN:
            while (more := _clause_end(tokens, end)) > end:
                end = more
        if end == at:
            yield tokens[at]
            at += 1
        else:
            at = end


def _clause_end(tokens: list[Token], at: int) -> int:
    """Return where a SEARCH or CYCLE clause that begins here ends, or the same place when none does."""
    if at >= len(tokens) or str(tokens[at].text).lower() not in ("search", "cycle"):
        return at
    span = tokens[at : at + _LONGEST_CLAUSE]
    text = " ".join("," if token.token_type is TokenType.COMMA else _one_word(token) for token in span)
    found = _SEARCH.match(text) or _CYCLE.match(text)
    return at + len(found.group().split()) if found else at


def _one_word(token: Token) -> str:
    """Return a word for a token a clause may hold, and nothing a pattern takes for any other."""
    if token.token_type not in _CLAUSE:
        return "("
    return str(token.text).lower() if str(token.text).isidentifier() else "x"


def _whole_limits(tokens: Iterable[Token]) -> Iterator[Token]:
    """Put a computed LIMIT in parentheses, as in `LIMIT 2 - (SELECT count(*) FROM t) % 2`."""
    held = list(tokens)
    closing: dict[int, Token] = {}
    for at, token in enumerate(held):
        if at in closing:
            yield closing[at]
        yield token
        if token.token_type is _LIMIT and at + 2 < len(held):
            end = _expression_end(held, at + 1)
            if end - at > 2 and held[at + 1].token_type is TokenType.NUMBER:
                yield _token(_OPENS, "(", held[at + 1])
                closing[end] = _token(_CLOSES, ")", held[end - 1])
    if len(held) in closing:
        yield closing[len(held)]


def _expression_end(tokens: list[Token], at: int) -> int:
    depth = 0
    for place in range(at, len(tokens)):
        kind = tokens[place].token_type
        if kind is _OPENS:
            depth += 1
        elif kind is _CLOSES:
            depth -= 1
            if depth < 0:
                return place
        elif not depth and kind in _LIMIT_ENDS:
            return place
    return len(tokens)
