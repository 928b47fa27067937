"""What can be mended in a model's SQL without a second call: typing and foreign spelling, never meaning.

What is not certain stays as it is; valid_sql then tells the writer in the database's own words.
"""

import datetime as dt
import re
import unicodedata

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from database.clock import may_read_clock, on_the_day
from database.dialects import Dialect
from database.screening import MAX_LENGTH
from database.trees import trees_of

# Quoted spans and comments are left alone; typographic quotes count where they stand for plain ones.
_SPAN = re.compile(
    r"(?P<kept>'(?:[^']|'')*'|\"[^\"]*\"|`[^`]*`|--[^\n]*|/\*.*?\*/)|‘(?P<text>[^’‘']*)[’']|“(?P<name>[^”“\"]*)[”\"]",
    re.DOTALL,
)
_ESCAPED = {"\\n": "\n", "\\r": "\n", "\\t": " ", '\\"': '"', "\\_": "_", "\\*": "*", "\\>": ">", "\\<": "<"}
_ESCAPE = re.compile(r"""'(?:[^']|'')*'|\\[nrt"_*<>]""")  # outside of literals alone
_CLAUSES = re.compile(r"\b(select|from|join)\b", re.I)
_BRACKETED_ALIAS = re.compile(
    r"(\bAS\s+)([^\W\d][\w％%]*(?:[（(][^（）()'\"\n]*[）)][\w]*|[％%]))(?=\s*(?:,|，|\n|$|\s))", re.I
)
_SIGNS = {"≥": ">=", "≤": "<=", "≠": "<>", "−": "-", "–": "-", "×": "*", "÷": "/", "。": "", "、": ","}
_INVISIBLE = re.compile("[\u200b-\u200f\u2060\ufeff]")
_FULL_WIDTH = re.compile("[\u3000\u00a0\u2002-\u200a\uff01-\uff5e≥≤≠−–×÷。、]")
_TOP = re.compile(r"\bSELECT\s+(?:DISTINCT\s+)?TOP\b", re.I)
_TIES = re.compile(r"\bWITH\s+TIES\b|\bPERCENT\b", re.I)


def mended(sql: str, dialect: Dialect, today: str) -> str:
    """Return the statement as its writer meant to type it, in this dialect and on this day.

    One too long for the guard stays as it is: nobody reads it, and reading it would hold every thread.
    """
    if len(sql) > MAX_LENGTH:
        return sql
    text = _ESCAPE.sub(lambda found: _ESCAPED.get(found.group(), found.group()), sql)
    text = _outside(text, dialect)
    if dialect.name in ("postgres", "duckdb"):
        text = _SPAN.sub(_without_backticks, text)
    return _dated(_in_dialect(text.strip(), dialect), dialect, today)


def _bare(sql: str) -> str:
    return _SPAN.sub(" ", sql)


def _outside(sql: str, dialect: Dialect) -> str:
    """Mend what stands outside of quotes and comments, and make typographic quotes plain."""
    parts, last = [], 0
    bare = _SPAN.sub(lambda span: " " * len(span.group()), sql)
    for span in _SPAN.finditer(sql):
        parts += [_plain(bare, last, span.start(), dialect), _quoted(span, dialect)]
        last = span.end()
    return "".join([*parts, _plain(bare, last, len(sql), dialect)])


def _quoted(span: re.Match[str], dialect: Dialect) -> str:
    if span["text"] is not None:
        return f"'{span['text']}'"
    if span["name"] is not None:
        return f"`{span['name']}`" if dialect.name == "mysql" else f'"{span["name"]}"'
    return span.group()


def _plain(bare: str, start: int, end: int, dialect: Dialect) -> str:
    """Return a stretch without quotes in ASCII marks; a name with brackets after AS is quoted instead.

    What stands around it tells a table's columns, also beyond a quoted text: FROM f('2026-11-01') AS d(day).
    """
    mark = "`" if dialect.name == "mysql" else '"'
    parts, last = [], start
    for alias in _BRACKETED_ALIAS.finditer(bare, start, end):
        if _names_columns(alias, bare[: alias.start()]) or _qualifies(alias, bare):
            continue
        parts += [_ascii(bare[last : alias.start()]), f"{alias[1]}{mark}{alias[2]}{mark}"]
        last = alias.end()
    return "".join([*parts, _ascii(bare[last:end])])


def _names_columns(alias: re.Match[str], before: str) -> bool:
    """Tell whether brackets behind an alias name a table's columns: VALUES (1, 2) AS t(place, number)."""
    clauses = _CLAUSES.findall(before)
    of_table = bool(clauses) and clauses[-1].lower() != "select" and alias[2].isascii()
    return of_table or "," in alias[2]


def _qualifies(alias: re.Match[str], text: str) -> bool:
    """Tell a table's alias by its use: v.mon of AS v(mon), a subquery's."""
    name = alias[2].partition("(")[0].strip()
    return name.isidentifier() and re.search(rf"\b{name}\.", text) is not None


def _ascii(text: str) -> str:
    text = _INVISIBLE.sub("", text)
    return _FULL_WIDTH.sub(lambda found: _sign(found.group()), text)


def _sign(char: str) -> str:
    return _SIGNS[char] if char in _SIGNS else unicodedata.normalize("NFKC", char)


def _without_backticks(span: re.Match[str]) -> str:
    found = span.group()
    return f'"{found[1:-1]}"' if found.startswith("`") and '"' not in found else found


def _in_dialect(sql: str, dialect: Dialect) -> str:
    """Return T-SQL's TOP and brackets as this dialect writes them, where it cannot read them itself."""
    if not (_TOP.search(_bare(sql)) or "[" in _bare(sql)) or _TIES.search(_bare(sql)):
        return sql
    if not _TOP.search(_bare(sql)) and parsed(sql, dialect) is not None:
        return sql
    try:
        written = sqlglot.transpile(sql, read="tsql", write=dialect.sqlglot_name)
    except (SqlglotError, RecursionError):
        return sql
    return written[0] if len(written) == 1 and parsed(written[0], dialect) is not None else sql


def parsed(sql: str, dialect: Dialect) -> exp.Expr | None:
    """Return the statement's tree, which is shared, or None where dialect or guard cannot read it."""
    if len(sql) > MAX_LENGTH:
        return None
    try:
        trees = trees_of(sql, dialect)
    except (SqlglotError, RecursionError, TypeError, ValueError, AttributeError, LookupError):
        return None
    return trees[0] if len(trees) == 1 else None


def _dated(sql: str, dialect: Dialect, today: str) -> str:
    """Return the statement by TODAY: a model writes the server's clock, though the prompt forbids it."""
    tree = parsed(sql, dialect) if may_read_clock(sql) else None
    if tree is None:
        return sql
    told = on_the_day(tree.copy(), dialect, dt.date.fromisoformat(today))
    return sql if told == tree else told.sql(dialect=dialect.sqlglot_name)


def is_constant(sql: str, dialect: Dialect) -> bool:
    """Tell whether a query reads nothing and computes nothing: what it says, its writer made up."""
    tree = parsed(sql, dialect)
    return tree is not None and tree.find(exp.Table, exp.Column, exp.Func, exp.Star) is None
