"""What must hold of a statement's bytes before a parser may read it.

The engine's own lexical rules are applied here once, independently of sqlglot: where literals, quoted names
and comments begin and end. Comments are blanked, so nothing can hide in one, and `require_same_reading` then
compares the result with sqlglot's tokens: where two lexers disagree, something unchecked would run.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from sqlglot.tokenizer_core import Token, TokenType

from errors import UnsafeSQLError

HALF_CHARACTER = re.compile("[\ud800-\udfff]")
MAX_LENGTH = 50_000
MAX_TOKENS = 15_000
MAX_DEPTH = 60
MAX_PREFIX_RUN = 12

# 200–300 levels break parsers (measured); people stay under 20.
_OPENING = {TokenType.L_PAREN, TokenType.L_BRACKET, TokenType.L_BRACE, TokenType.CASE}
_CLOSING = {TokenType.R_PAREN, TokenType.R_BRACKET, TokenType.R_BRACE, TokenType.END}
_PREFIX = {TokenType.NOT, TokenType.DASH, TokenType.PLUS, TokenType.TILDE}
_QUOTED = {
    TokenType.IDENTIFIER,
    TokenType.STRING,
    TokenType.NATIONAL_STRING,
    TokenType.RAW_STRING,
    TokenType.HEREDOC_STRING,
    TokenType.BYTE_STRING,
    TokenType.BIT_STRING,
    TokenType.HEX_STRING,
}
_BYTES, _STRING = TokenType.BYTE_STRING, TokenType.STRING  # looked up once, as in calls.py
_QUOTES = "'\"`[$"
_ANY_QUOTE = re.compile("['\"`]")

_PLAIN_STRING = re.compile(r"'[^']*(?:''[^']*)*'")
_ESCAPED_STRING = re.compile(r"'[^'\\]*(?:(?:\\.|'')[^'\\]*)*'", re.S)
_DOUBLE_NAME = re.compile(r'"[^"]*(?:""[^"]*)*"')
_ESCAPED_DOUBLE = re.compile(r'"[^"\\]*(?:(?:\\.|"")[^"\\]*)*"', re.S)
_BACKTICK_NAME = re.compile(r"`[^`]*(?:``[^`]*)*`")
_BRACKET_NAME = re.compile(r"\[[^\]]*\]")
_DOLLAR_TAG = re.compile(r"\$(?:[A-Za-z_\x80-\U0010ffff][\w\x80-\U0010ffff]*)?\$")
_LINE_END = re.compile(r"\r\n|[\r\n]|$")
_BLOCK_EDGE = re.compile(r"/\*|\*/")
_FOREIGN_WORD = re.compile(r"[\w$]*[^\W\x00-\x7f][\w$]*")
_STRANGE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
# Letters, marks, digits and signs such as emoji may be part of a name; what else is not ASCII may be a
# space to the engine, or look like what it is not.
_OUTSIDE_NAMES = re.compile(r"[^\w\x00-\x7f]")
_NAME_CATEGORIES = {"Mn", "Mc", "So", "Sc"}
# Pasted from a page or a document: no-break, thin and full-width spaces.
_SPACES = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_HIDDEN = re.compile("[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u3164\ufe00-\ufe0f\uffa0]")


@dataclass(frozen=True)
class LexicalRules:
    """How one engine's text differs; where a literal or comment begins is `interesting`."""

    interesting: re.Pattern[str]
    backslash_strings: bool = False
    double_quoted_strings: bool = False
    escape_prefix: bool = False
    nested_comments: bool = False
    dash_needs_space: bool = False
    bracket_names: bool = False


# With a name or a text in quotes whole, but behind U& or E: most of a statement with policies or a long list.
_POSTGRES = re.compile(rf"(?<!&){_DOUBLE_NAME.pattern}|(?<![&eE]){_PLAIN_STRING.pattern}|['\"$]|--|/\*")

RULES = {
    "postgres": LexicalRules(_POSTGRES, escape_prefix=True, nested_comments=True),
    "duckdb": LexicalRules(_POSTGRES, escape_prefix=True, nested_comments=True),
    "mysql": LexicalRules(
        re.compile(r"['\"`#]|--|/\*"),
        backslash_strings=True,
        double_quoted_strings=True,
        dash_needs_space=True,
    ),
    "sqlite": LexicalRules(re.compile(r"['\"`\[]|--|/\*"), bracket_names=True),
}


@dataclass(frozen=True)
class Screened:
    """A statement with its comments blanked, the spans of its literals and quoted names, and what is left."""

    text: str
    literals: tuple[tuple[int, int], ...]
    bare: str


def screen(sql: str, engine: str) -> Screened:
    """Return the statement without comments, or raise UnsafeSQLError for text no parser should see."""
    if len(sql) > MAX_LENGTH:
        raise UnsafeSQLError("sql_too_long", length=len(sql), limit=MAX_LENGTH)
    if not sql.isascii() and HALF_CHARACTER.search(sql):  # no database takes it
        raise UnsafeSQLError("sql_unreadable")
    if sql.startswith("\ufeff"):  # the mark some editors begin a file with
        sql = " " + sql[1:]
    return _Scanner(sql, RULES[engine]).run()


class _Scanner:
    """One pass over the text, jumping from one quote or comment to the next."""

    def __init__(self, sql: str, rules: LexicalRules) -> None:
        self.sql, self.rules, self.at = sql, rules, 0
        self.parts: list[str] = []
        self.literals: list[tuple[int, int]] = []

    def run(self) -> Screened:
        bare: list[str] = []
        kept = 0
        while found := self.rules.interesting.search(self.sql, self.at):
            start, end = found.span()
            opening, between = self.sql[start:end], self.sql[self.at : start]
            if opening in ("--", "/*", "#"):
                end = self._comment_end(start, opening)
                if end == start:  # two minus signs, not a comment
                    bare += [between, "--"]
                    self.at = start + 2
                    continue
                self.parts += [self.sql[kept:start], _blank(self.sql[start:end])]
                kept = end
            else:
                end = end if opening[1:] else self._literal_end(start, opening)
                if end > start + 1:
                    self.literals += [(start, end)]
            bare += [between, " "]
            self.at = end
        bare.append(self.sql[self.at :])
        self.parts.append(self.sql[kept:])
        text, rest = "".join(self.parts), "".join(bare)
        if not rest.isascii():
            text, rest = self._plainly_spaced(text), _SPACES.sub(" ", rest)
        _require_plain_characters(rest)
        return Screened(text, tuple(self.literals), rest)

    def _plainly_spaced(self, text: str) -> str:
        """Make every other space between the literals a plain one: what is read and what runs is the same."""
        parts, at = [], 0
        for start, end in self.literals:
            parts += [_SPACES.sub(" ", text[at:start]), text[start:end]]
            at = end
        return "".join(parts) + _SPACES.sub(" ", text[at:])

    def _comment_end(self, start: int, opening: str) -> int:
        sql = self.sql
        if opening == "/*":
            if sql.startswith(("/*!", "/*M!", "/*m!"), start):
                raise UnsafeSQLError("sql_versioned_comment")
            return self._block_end(start)
        after = sql[start + 2 : start + 3]
        if opening == "--" and self.rules.dash_needs_space and after and not after.isspace():
            return start
        end = _LINE_END.search(sql, start)
        assert end is not None
        if end.group() == "\r":  # engines disagree whether a lone CR ends the comment
            raise UnsafeSQLError("sql_misread")
        return end.start()

    def _block_end(self, start: int) -> int:
        depth, at = 1, start + 2
        while edge := _BLOCK_EDGE.search(self.sql, at):
            at = edge.end()
            if edge.group() == "*/":
                depth -= 1
            elif self.rules.nested_comments:
                depth += 1
            if not depth:
                return at
        raise UnsafeSQLError("sql_unterminated")

    def _literal_end(self, start: int, quote: str) -> int:
        pattern = self._pattern(start, quote)
        if pattern is None:
            return start + 1
        found = pattern.match(self.sql, start)
        if not found:
            raise UnsafeSQLError("sql_unterminated")
        return found.end()

    def _pattern(self, start: int, quote: str) -> re.Pattern[str] | None:
        rules, before = self.rules, self.sql[max(0, start - 3) : start]
        if quote == "$":
            return self._dollar_pattern(start)
        if quote == "[":
            return _BRACKET_NAME if rules.bracket_names else None
        if quote == "`":
            return _BACKTICK_NAME
        if before[-2:] in ("U&", "u&") and not _word_end(before[:-2]) and not rules.double_quoted_strings:
            raise UnsafeSQLError("sql_unicode_escape")
        if quote == '"':
            return _ESCAPED_DOUBLE if rules.double_quoted_strings else _DOUBLE_NAME
        escaped = rules.escape_prefix and before[-1:] in ("e", "E") and not _word_end(before[:-1])
        return _ESCAPED_STRING if rules.backslash_strings or escaped else _PLAIN_STRING

    def _dollar_pattern(self, start: int) -> re.Pattern[str] | None:
        if _word_end(self.sql[:start][-1:]):
            return None  # a name such as total$ goes on
        tag = _DOLLAR_TAG.match(self.sql, start)
        if not tag:
            return None
        return re.compile(re.escape(tag.group()) + r".*?" + re.escape(tag.group()), re.S)


def _word_end(before: str) -> bool:
    last = before[-1:]
    return last.isalnum() or last in ("_", "$") if last else False


def _blank(comment: str) -> str:
    return "".join(char if char == "\n" else " " for char in comment)


def _require_plain_characters(bare: str) -> None:
    if _STRANGE.search(bare):
        raise UnsafeSQLError("sql_control_character")
    if bare.isascii():
        return
    outside = set(_OUTSIDE_NAMES.findall(bare))
    if _HIDDEN.search(bare) or not _NAME_CATEGORIES.issuperset(map(unicodedata.category, outside)):
        raise UnsafeSQLError("sql_unusual_character")
    for word in _FOREIGN_WORD.findall(bare):
        # ſ, ı, K and ligatures fold to ASCII: sqlglot would read a keyword where the engine reads a name.
        if word.upper().isascii() or word.lower().isascii():
            raise UnsafeSQLError("sql_unusual_character")


def require_same_reading(screened: Screened, tokens: Sequence[Token]) -> None:
    """Refuse text whose literals or gaps sqlglot's tokenizer sees elsewhere than the engine does."""
    literals, text = set(screened.literals), screened.text
    if _ANY_QUOTE.search(screened.bare):
        raise UnsafeSQLError("sql_misread")
    seen, at, before = 0, 0, None
    for token in tokens:
        start, kind = token.start, token.token_type
        if start != at and (gap := text[at:start]) != " " and not gap.isspace():
            raise UnsafeSQLError("sql_misread")
        at = token.end + 1
        if kind in _QUOTED:
            seen += (start, at) in literals or _is_literal(token, literals, text)
            if before is _BYTES and kind is _STRING:
                raise UnsafeSQLError("sql_misread")  # E'a' 'b': the second one has escapes too
        before = kind
    if text[at:].strip() or seen != len(literals):
        raise UnsafeSQLError("sql_misread")


def _is_literal(token: Token, literals: set[tuple[int, int]], text: str) -> int:
    start, end = token.start, token.end + 1
    while start < end and text[start] not in _QUOTES:  # the prefix of E'', X'', N''
        start += 1
    if (start, end) in literals:
        return 1
    if token.token_type in (TokenType.HEX_STRING, TokenType.BIT_STRING) and start == end:
        return 0  # 0x1F and 0b01 are numbers
    raise UnsafeSQLError("sql_misread")


def require_modest_size(tokens: Sequence[Token]) -> None:
    """Refuse what is nested or long enough to exhaust a parser."""
    if len(tokens) > MAX_TOKENS:
        raise UnsafeSQLError("sql_too_long", length=len(tokens), limit=MAX_TOKENS)
    depth = run = 0
    for token in tokens:
        kind = token.token_type
        if kind in _OPENING:
            depth += 1
        elif kind in _CLOSING:
            depth -= 1
        run = run + 1 if kind in _PREFIX else 0
        if depth > MAX_DEPTH or run > MAX_PREFIX_RUN:
            raise UnsafeSQLError("sql_too_deep", limit=MAX_DEPTH)
