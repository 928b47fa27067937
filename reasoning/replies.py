"""Reads what models really answer: SQL, a typed reason, or something to be asked again."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, get_args

from reasoning.reasoner import Choice, Draft, MetricDraft, NeedTables, NoSql, NoSqlReason, SqlDraft

_THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_OPEN_THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*\Z", re.DOTALL | re.IGNORECASE)
_LATE_THOUGHT = re.compile(r"\A.*</(think|thinking|reasoning)>", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"```[ \t]*([\w+-]*)[ \t]*\n?(.*?)(?:```|\Z)", re.DOTALL)
_QUERY = re.compile(
    r"(?:\A|(?<=\n))[ \t(]*(?:SELECT\b|WITH\s+(?:RECURSIVE\s+)?[\w\"`]+\s*(?:\([^)]*\)\s*)?AS\b)",
    re.IGNORECASE,
)
_INLINE_QUERY = re.compile(r"\bSELECT\b.+?\bFROM\b", re.DOTALL | re.IGNORECASE)
_NO_SQL = re.compile(
    r"NO[_ ]?SQL\W{0,6}(not_data|missing_data|ambiguous|declined)?\b(.*)", re.IGNORECASE | re.DOTALL
)
_METRIC = re.compile(r"(?:\A|\n)\W*METRIC\s*[:：]", re.IGNORECASE)
_LINE = re.compile(r"^\W*(QUESTION|REASON|OPTION)\s*[:：]\s*(.+?)\s*$", re.IGNORECASE | re.MULTILINE)
_NEED = re.compile(r"(?:\A|\n)\W*NEED\s*[:：]([^\n]*)", re.IGNORECASE)
_TABLE = re.compile(r"\w+(?:\.\w+)?")
_MOST_NEEDED = 12
_SAYS_ONLY = re.compile(r"\A\s*SELECT\s+'[^']{12,}'(\s+AS\s+\S+)?\s*\Z", re.IGNORECASE)
_SQL_KEYS = ("sql", "query", "sql_query")


@dataclass(frozen=True)
class Unreadable:
    """A reply in none of the forms; it must be asked for again."""

    text: str


def read_reply(reply: str) -> Draft | Unreadable:
    """Read a model's reply to the prompt that asks for SQL; `question` is empty where it says none."""
    text = without_thoughts(reply)
    lines = [(name.upper(), value) for name, value in _LINE.findall(_FENCE.sub("", text))]
    question = next((value for name, value in lines if name == "QUESTION"), "")
    if match := _METRIC.search(text):
        asked = next(_objects_in(text[match.end() :]), None)
        if isinstance(asked, dict) and isinstance(asked.get("metrics"), list):
            return MetricDraft(asked, question)
    if sql := _sql_in(text):
        return SqlDraft(sql, question)
    if found := _from_json(text):
        return found
    if tables := _needed(text):
        return NeedTables(tables, question)
    if match := _NO_SQL.search(text):
        return _typed(match, lines, question)
    return Unreadable(text)


def without_thoughts(reply: str) -> str:
    """Remove what reasoning models think aloud, also where its tags are not paired."""
    text = _THOUGHT.sub("", reply)
    text = _LATE_THOUGHT.sub("", text)
    return _OPEN_THOUGHT.sub("", text).strip()


def _needed(text: str) -> tuple[str, ...]:
    """Return the tables a reply asks for."""
    match = _NEED.search(text)
    return tuple(dict.fromkeys(_TABLE.findall(match[1])))[:_MOST_NEEDED] if match else ()


def _typed(match: re.Match[str], lines: list[tuple[str, str]], question: str) -> NoSql:
    reason: Any = (match[1] or "declined").lower()
    said = next((value for name, value in lines if name == "REASON"), "")
    rest = match[2].strip(" \t-—–:：.").split("\n")[0].strip()
    readings = tuple(value for name, value in lines if name == "OPTION")[:4]
    return NoSql(reason, message=said or rest, readings=readings, question=question)


def _sql_in(text: str) -> str:
    """Return the last fenced query, else one in JSON, else one that stands free in the text."""
    fenced = [body for _, body in _FENCE.findall(text) if _QUERY.match(_without_comments(body))]
    if fenced:
        return _trimmed(fenced[-1])
    for value in _objects_in(text):
        for key in _SQL_KEYS:
            said = _deep(value, key)
            if isinstance(said, str) and _QUERY.match(said.strip()):
                return _trimmed(said)
    if match := _QUERY.search(text):
        return _trimmed(_until_prose(text[match.start() :]))
    return ""


def _trimmed(sql: str) -> str:
    sql = sql.strip().rstrip("`").strip()
    while sql.endswith(";"):
        sql = sql[:-1].rstrip()
    return "" if _SAYS_ONLY.match(sql) else sql


def _without_comments(sql: str) -> str:
    return re.sub(r"\A(\s*--[^\n]*\n|\s*/\*.*?\*/)+", "", sql.strip(), flags=re.DOTALL).strip()


def _until_prose(text: str) -> str:
    """Cut a free-standing query at its semicolon, at a marked line, or at an empty line."""
    text = re.split(r"\n\s*(?:QUESTION|REASON|OPTION)\s*[:：]", text, maxsplit=1, flags=re.IGNORECASE)[0]
    end = _semicolon(text)
    if end is not None:
        return text[:end]
    return re.split(r"\n\s*\n", text, maxsplit=1)[0]


def _semicolon(text: str) -> int | None:
    """Return where the first semicolon outside quotes stands."""
    quote = ""
    for index, char in enumerate(text):
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"`":
            quote = char
        elif char == ";":
            return index
    return None


def _from_json(text: str) -> NoSql | None:
    for value in _objects_in(text):
        reason = _deep(value, "no_sql") or _deep(value, "reason_code") or _deep(value, "type")
        if isinstance(reason, str) and reason.lower() in get_args(NoSqlReason):
            said = _deep(value, "reason") or _deep(value, "message") or ""
            return NoSql(reason.lower(), message=str(said))  # type: ignore[arg-type]
    return None


def _objects_in(text: str) -> Iterator[Any]:
    """Yield JSON objects found anywhere in a text, also within <tool_call> tags."""
    decoder = json.JSONDecoder(strict=False)
    at = text.find("{")
    while at != -1:
        try:
            value, end = decoder.raw_decode(text, at)
        except json.JSONDecodeError:
            at = text.find("{", at + 1)
            continue
        yield value
        at = text.find("{", end)


def _deep(value: Any, key: str) -> Any:
    """Return the first value of a key at any depth; arguments may be JSON within a string."""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        value = next(_objects_in(value), None)
    if isinstance(value, dict):
        for name, part in value.items():
            if str(name).lower() == key:
                return part
        return next((found for part in value.values() if (found := _deep(part, key)) is not None), None)
    return None


_MARKUP = re.compile(r"```.*?(```|\Z)|<[^>]{1,40}>|https?://\S+|[`*_#|]", re.DOTALL)
_SENTENCE = re.compile(r"[^。！？!?\n]+[。！？!?]?")
_MOST_CHARS = 240


def plain_words(message: str, question: str) -> str:
    """Return a model's own words fit to show: no markup, no SQL, and no figure the question does not hold."""
    text = _MARKUP.sub(" ", without_thoughts(message))
    known = set(re.findall(r"\d+", question))
    kept = []
    for sentence in _SENTENCE.findall(text):
        if _INLINE_QUERY.search(sentence) or not set(re.findall(r"\d+", sentence)) <= known:
            continue
        kept.append(" ".join(sentence.split()))
    said = " ".join(kept).strip()
    return said if len(said) <= _MOST_CHARS else said[:_MOST_CHARS].rstrip() + "…"


def tool_in(text: str, tools: tuple[str, ...]) -> str | None:
    """Return the tool a model named in plain text instead of calling it."""
    named = [tool for tool in tools if re.search(rf"\b{tool}\b", without_thoughts(text))]
    return named[0] if len(named) == 1 else None


_CHOICE = re.compile(r"\b(FIRST|SECOND)\b\s*[:：.,\-—]*\s*(.*)", re.DOTALL)


def choice_in(text: str) -> Choice | None:
    """Return which of two statements a reply chooses and why, or None where it names neither or both."""
    found = _CHOICE.search(without_thoughts(text))
    if found is None:
        return None
    return Choice(found[1] == "SECOND", found[2].strip())
