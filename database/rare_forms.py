"""Gives sqlglot, for forms of one engine that it does not read, the same query in a form that it does.

Only the tokens the parser sees are changed, never the text that runs. What is left out are keywords,
operators and names that a query gives to its own parts; every table, column and call stays where it is.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from sqlglot.tokenizer_core import Token, TokenType

Tokens = Sequence[Token]
Form = Callable[[Tokens], Iterator[Token]]

_COMPARISONS = {TokenType.LT, TokenType.GT, TokenType.LTE, TokenType.GTE}
_NAMES = {TokenType.VAR, TokenType.IDENTIFIER}
_GROUP_ENDS = {
    TokenType.HAVING,
    TokenType.ORDER_BY,
    TokenType.LIMIT,
    TokenType.WINDOW,
    TokenType.UNION,
    TokenType.EXCEPT,
    TokenType.INTERSECT,
    TokenType.WITH,
    TokenType.FOR,
}
_SOURCE = {*_NAMES, TokenType.DOT, TokenType.ALIAS}  # what stands between a comma and ON, but for parentheses
_NULLS_TREATED = ([")", "respect", "nulls", "over", "("], [")", "ignore", "nulls", "over", "("])
_TAILS = {TokenType.ORDER_BY, TokenType.LIMIT, TokenType.OFFSET}


def put(kind: TokenType, text: str, like: Token) -> Token:
    """Return a token that stands where another does."""
    return Token(kind, text, like.line, like.col, like.start, like.end, [])


def in_rare_forms(tokens: list[Token], lower: str, engine: str) -> list[Token]:
    """Return the tokens with an engine's rare forms made usual; `lower` is the text in lower case."""
    for word, pattern, form in _FORMS.get(engine, ()):
        if word in lower and pattern.search(lower):
            tokens = list(form(tokens))
    return tokens


def _without_sort_operators(tokens: Tokens) -> Iterator[Token]:
    """`ORDER BY a USING <` sorts by an operator; a join's USING is followed by a parenthesis."""
    for at, token in enumerate(tokens):
        after = tokens[at + 1].token_type if at + 1 < len(tokens) else None
        before = tokens[at - 1].token_type if at else None
        if token.token_type is TokenType.USING and after in _COMPARISONS:
            continue
        if before is TokenType.USING and token.token_type in _COMPARISONS:
            continue
        yield token


def _without_join_names(tokens: Tokens) -> Iterator[Token]:
    """`JOIN b USING (id) AS j` names the columns joined on."""
    dropped: set[int] = set()
    for at, token in enumerate(tokens):
        if token.token_type is not TokenType.USING:
            continue
        end = at + 1
        while end < len(tokens) and tokens[end].token_type in _NAMES | {TokenType.L_PAREN, TokenType.COMMA}:
            end += 1
        kinds = [part.token_type for part in tokens[end : end + 3]]
        if kinds[:2] == [TokenType.R_PAREN, TokenType.ALIAS] and _NAMES.issuperset(kinds[2:]):
            dropped |= {end + 1, end + 2}
    yield from (token for at, token in enumerate(tokens) if at not in dropped)


def _with_joined_commas(tokens: Tokens) -> Iterator[Token]:
    """`FROM a, b USING (id)`: to SQLite a comma is a join as any other, with ON or USING after it."""
    commas: list[int | None] = [None]  # at each depth, the comma after which no join has begun yet
    joining: set[int] = set()
    for at, token in enumerate(tokens):
        kind = token.token_type
        if kind is TokenType.L_PAREN:
            commas.append(None)
        elif kind is TokenType.R_PAREN and len(commas) > 1:
            commas.pop()
        elif kind is TokenType.COMMA:
            commas[-1] = at
        elif kind in (TokenType.USING, TokenType.ON) and (comma := commas[-1]) is not None:
            joining.add(comma)
            commas[-1] = None
        elif kind not in _SOURCE:
            commas[-1] = None
    yield from (put(TokenType.JOIN, "JOIN", t) if at in joining else t for at, t in enumerate(tokens))


def _with_pattern_arguments(tokens: Tokens) -> Iterator[Token]:
    """`substring(a SIMILAR b ESCAPE c)` is a call with three arguments."""
    calls: list[bool] = []
    for at, token in enumerate(tokens):
        kind, word = token.token_type, str(token.text).lower()
        if kind is TokenType.L_PAREN:
            calls.append(bool(at) and str(tokens[at - 1].text).lower() == "substring")
        elif kind is TokenType.R_PAREN and calls:
            calls.pop()
        similar = kind is TokenType.VAR and word == "similar"
        if calls and calls[-1] and (similar or kind is TokenType.ESCAPE):
            yield put(TokenType.COMMA, ",", token)
        else:
            yield token


def _without_group_orders(tokens: Tokens) -> Iterator[Token]:
    """`GROUP BY a DESC` sorts on MariaDB, and on MySQL up to 5.7."""
    depths: list[int] = []  # how deep within each GROUP BY that is still open
    for token in tokens:
        kind = token.token_type
        if kind is TokenType.GROUP_BY:
            depths.append(0)
        elif depths and kind is TokenType.L_PAREN:
            depths[-1] += 1
        elif depths and kind is TokenType.R_PAREN:
            depths[-1] -= 1
            if depths[-1] < 0:
                depths.pop()
                if depths:
                    depths[-1] -= 1
        elif depths and not depths[-1] and kind in _GROUP_ENDS:
            depths.pop()
        elif depths and not depths[-1] and kind in (TokenType.ASC, TokenType.DESC):
            continue
        yield token


def _with_match_parentheses(tokens: Tokens) -> Iterator[Token]:
    """`MATCH a, b AGAINST (…)` may be written without parentheses."""
    opened = False
    for at, token in enumerate(tokens):
        word = str(token.text).lower() if token.token_type is TokenType.VAR else ""
        if opened and word == "against":
            opened = False
            yield put(TokenType.R_PAREN, ")", token)
        yield token
        after = tokens[at + 1] if at + 1 < len(tokens) else None
        if word == "match" and after is not None and after.token_type in _NAMES:
            opened = True
            yield put(TokenType.L_PAREN, "(", token)


def _without_from_first(tokens: Tokens) -> Iterator[Token]:
    """`NTH_VALUE(a, 2) FROM FIRST OVER (…)` says what holds anyway."""
    said: set[int] = set()
    for at, token in enumerate(tokens[:-1]):
        if token.token_type is TokenType.FROM and tokens[at + 1].token_type is TokenType.FIRST:
            words = [str(part.text).lower() for part in (tokens[at - 1], *tokens[at + 2 : at + 6])]
            if words[:3] == [")", "over", "("] or words in _NULLS_TREATED:
                said |= {at, at + 1}
    yield from (token for at, token in enumerate(tokens) if at not in said)


def _with_nested_path(tokens: Tokens) -> Iterator[Token]:
    """`NESTED '$.a' COLUMNS (…)` of JSON_TABLE leaves out the word PATH."""
    for at, token in enumerate(tokens):
        if token.token_type is TokenType.STRING and at and str(tokens[at - 1].text).lower() == "nested":
            yield put(TokenType.VAR, "PATH", token)
        yield token


def _with_pivots_inside(tokens: Tokens) -> Iterator[Token]:
    """`PIVOT t ON a ORDER BY b` is `SELECT * FROM (PIVOT t ON a) ORDER BY b`."""
    openings: dict[int, Token] = {}
    closings: dict[int, Token] = {}
    for at, token in enumerate(tokens):
        begins = not at or tokens[at - 1].token_type is TokenType.L_PAREN
        if begins and token.token_type in (TokenType.PIVOT, TokenType.UNPIVOT):
            end = _tail(tokens, at)
            if end:
                openings[at], closings[end] = token, tokens[end - 1]
    for at, token in enumerate(tokens):
        if at in openings:
            for kind, text in (
                (TokenType.SELECT, "SELECT"),
                (TokenType.STAR, "*"),
                (TokenType.FROM, "FROM"),
                (TokenType.L_PAREN, "("),
            ):
                yield put(kind, text, token)
        if at in closings:
            yield put(TokenType.R_PAREN, ")", closings[at])
        yield token


def _tail(tokens: Tokens, at: int) -> int:
    """Return where ORDER BY or LIMIT of the statement that begins here stands, or 0."""
    depth = 0
    for place in range(at, len(tokens)):
        kind = tokens[place].token_type
        if kind is TokenType.L_PAREN:
            depth += 1
        elif kind is TokenType.R_PAREN:
            depth -= 1
            if depth < 0:
                return 0
        elif not depth and kind in _TAILS:
            return place
    return 0


# A word without which the pattern cannot be there, the pattern, and what is done then.
_FORMS: dict[str, tuple[tuple[str, re.Pattern[str], Form], ...]] = {
    "postgres": (
        ("using", re.compile(r"\busing\s*[<>]"), _without_sort_operators),
        ("using", re.compile(r"\busing\s*\([^()]*\)\s*as\b"), _without_join_names),
        ("similar", re.compile(r"\bsubstring\s*\([^;]*\bsimilar\s"), _with_pattern_arguments),
    ),
    "mysql": (
        ("group", re.compile(r"\bgroup\s+by\b[^;]*\b(?:asc|desc)\b"), _without_group_orders),
        ("against", re.compile(r"\bmatch\s+[^\s(]"), _with_match_parentheses),
        ("first", re.compile(r"\bfrom\s+first\s+\w"), _without_from_first),
        ("nested", re.compile(r"\bnested\b"), _with_nested_path),
    ),
    "sqlite": (("from", re.compile(r",[^;]*\b(?:using|on)\b"), _with_joined_commas),),
    "duckdb": (("pivot", re.compile(r"(?:^|\()\s*(?:un)?pivot\b"), _with_pivots_inside),),
}
