"""Reads what models really answer: SQL, a typed reason, or something to be asked again."""

import dataclasses
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, get_args

from answers.figures import without_days
from database.dialects import Dialect
from reasoning.loose_json import deep, objects_in
from reasoning.mending import is_constant, mended
from reasoning.quoting import PromptCheck
from reasoning.reasoner import Choice, Draft, MetricDraft, NeedTables, NoSql, NoSqlReason, SqlDraft
from reasoning.statements import Statement, statements_in
from reasoning.wrapping import unwrapped, without_control, without_thoughts

_REASON = r"not[_ ]data|missing[_ ]data|ambiguous|declined"
_NO_SQL = re.compile(rf"NO[_ ]?SQL\W{{0,6}}({_REASON})?(?![\w])(.*)", re.I | re.DOTALL)
_REFUSES = re.compile(rf"(?:\A|\n)[^\w\n]*NO[_ ]?SQL\W{{0,6}}(?:{_REASON})", re.I)
_METRIC = re.compile(r"(?:\A|\n)[^\w\n]*METRIC\W{0,4}[:：]", re.I)
_LINE = re.compile(
    r"^[^\w\n]*(QUESTION|REASON|OPTION|ALSO|问题|原因|理由|选项)[ \t]*\W?[ \t]?\w?\W{0,3}?[:：][ \t*]*"
    r"(\S[^\n]*?)[ \t*]*$",
    re.I | re.MULTILINE,
)
_LABELS = {"问题": "QUESTION", "原因": "REASON", "理由": "REASON", "选项": "OPTION"}
_NEED = re.compile(r"(?:\A|\n)[^\w\n]*NEED\**\s*[:：]([^\n]*(?:\n\s*[-*•][^\n]*)*)", re.I)
_NAMED = re.compile(r"[`\"](\w+(?:\.\w+){0,2})[`\"]")
_LISTED = re.compile(r"[\s`\"'\[\]*•-]*(\w+(?:\.\w+){0,2})[`\"'\]*.。]*(?:\s*[(（][^)）]*[)）])?\s*\Z")
_NOTHING = frozenset({"none", "nothing", "na", "no", "无"})
_MOST_NEEDED = 12
_MOST_OPTIONS = 4
MOST_ALSO = 2  # further statements of one answer
_MARKED = re.compile(r"[^\w\n]*(ALSO|OTHER)\**\s*[:：][ \t*]*(\S[^\n]*?)[ \t*]*\n?\Z")
_MAY_BE_MARKED = re.compile(
    r"[^\w\n]*(?:A|AL|ALS|O|OT|OTH|OTHE|(?:ALSO|OTHER)\**\s*(?:[:：].*)?)?\Z", re.DOTALL
)


@dataclass(frozen=True)
class Unreadable:
    """A reply in none of the forms; it must be asked for again.

    `otherwise` is what it comes to where the second reply is no better: a statement that writes, which the
    guard then refuses by its rule, or the last of several queries.
    """

    text: str
    otherwise: SqlDraft | None = None


def read_in_dialect(reply: str, dialect: Dialect, today: str) -> Draft | Unreadable:
    """Read a reply, its SQL as it is meant in this dialect and on this day; what reads no data is no SQL."""
    read = read_reply(reply)
    if isinstance(read, Unreadable) and read.otherwise is not None:
        sql = mended(read.otherwise.sql, dialect, today)
        return Unreadable(read.text, dataclasses.replace(read.otherwise, sql=sql))
    if not isinstance(read, SqlDraft):
        return read
    sql = mended(read.sql, dialect, today)
    return Unreadable(read.sql) if is_constant(sql, dialect) else dataclasses.replace(read, sql=sql)


def read_reply(reply: str) -> Draft | Unreadable:
    """Read a model's reply to the prompt that asks for SQL; `question` is empty where it says none."""
    text = unwrapped(reply)
    lines = [(_LABELS.get(name, name.upper()), value) for name, value in _LINE.findall(text)]
    question = next((value for name, value in lines if name == "QUESTION"), "")
    also = tuple(value for name, value in lines if name == "ALSO")[:MOST_ALSO]
    found = statements_in(text)
    before = text[: found[0].at] if found else text
    if asked := _metric(text, alone=not found):
        return MetricDraft(asked, question, also)
    if tables := _needed(before):
        return NeedTables(tables, question)
    if found and not _REFUSES.search(before):
        return _sql(found, text, SqlDraft(found[-1].sql, question, also=also))
    if typed := _from_json(text):
        return typed
    if match := _NO_SQL.search(text):
        return _typed(match, lines, question)
    return Unreadable(text)


def _sql(found: list[Statement], text: str, draft: SqlDraft) -> SqlDraft | Unreadable:
    """Take the one query there is; of several the model must say which, and what writes is asked about."""
    writing = next((one for one in found if one.writes), None)
    chosen = dataclasses.replace(draft, sql=writing.sql) if writing else draft
    return Unreadable(text, chosen) if writing or len(found) > 1 else chosen


def _metric(text: str, *, alone: bool) -> dict[str, Any] | None:
    """Return the query of the metrics' line, or one in JSON that stands without the line's mark."""
    match = _METRIC.search(text)
    if match is None and not alone:
        return None
    for value in objects_in(text[match.end() :] if match else text):
        asked = value if {"metrics", "analysis"} & value.keys() else deep(value, "metric")
        if isinstance(asked, dict) and (isinstance(asked.get("metrics"), list) or asked.get("analysis")):
            return asked
    return None


def _needed(text: str) -> tuple[str, ...]:
    """Return the tables a reply asks for; of a sentence, only what could be a table's name."""
    match = _NEED.search(text)
    if match is None:
        return ()
    if named := _NAMED.findall(match[1]):
        return tuple(dict.fromkeys(named))[:_MOST_NEEDED]
    parts = [part for part in re.split(r"[,，、;；\n]|\band\b|和", match[1]) if part.strip()]
    names = [found[1] for part in parts if (found := _LISTED.match(part))]
    kept = [name for name in names if name.lower() not in _NOTHING]
    return tuple(dict.fromkeys(kept))[:_MOST_NEEDED]


def _typed(match: re.Match[str], lines: list[tuple[str, str]], question: str) -> NoSql:
    reason: Any = (match[1] or "declined").lower().replace(" ", "_")
    said = next((value for name, value in lines if name == "REASON"), "")
    rest = match[2].strip(" \t-—–:：.`*\"'").split("\n")[0].strip(" `*\"'")
    readings = tuple(value for name, value in lines if name == "OPTION")[:_MOST_OPTIONS]
    return NoSql(reason, message=said or rest, readings=readings, question=question)


def _from_json(text: str) -> NoSql | NeedTables | None:
    for value in objects_in(text):
        needed = deep(value, "need")
        if isinstance(needed, list) and needed:
            return NeedTables(tuple(map(str, needed))[:_MOST_NEEDED], "")
        keys = ("no_sql", "reason_code", "type", "error")
        reason = next((said for key in keys if isinstance(said := deep(value, key), str)), "")
        reason = reason.lower().replace(" ", "_")
        if reason in get_args(NoSqlReason):
            said = deep(value, "reason") or deep(value, "message") or ""
            options = deep(value, "options") or deep(value, "option") or []
            readings = tuple(map(str, options))[:_MOST_OPTIONS] if isinstance(options, list) else ()
            return NoSql(reason, message=str(said), readings=readings)  # type: ignore[arg-type]
    return None


_TABLE_LINE = re.compile(r"^[^\n|]*\|[^\n|]*\|[^\n]*$", re.MULTILINE)
# SQL, code, or the same few characters over and over, as small models end.
_NO_WORDS = re.compile(r"\bSELECT\b.+?\bFROM\b|[{}\[\]=;<>\\]|(.{2,60}?)\1{3,}", re.DOTALL | re.I)
_MARKUP = re.compile(r"```.*?(```|\Z)|<[^>]{1,40}>|https?://\S+|[`*_#|]", re.DOTALL)
_SENTENCE = re.compile(r"[^。！？!?\n]+[。！？!?]?")
_YEAR = re.compile(r"(?<![\d.,])(?:19|20)\d\d(?![\d.,]?\d)")
_MOST_CHARS = 240
_MOST_READ = 4_000  # of words that are cut to that


def plain_words(
    message: str, question: str, check: PromptCheck | None = None, *, may_date: bool = False
) -> str:
    """Return a model's own words fit to show: no markup, no SQL, no figure the question does not hold.

    What quotes the prompt goes too, where a check is given. A question `may_date` what was asked of
    *last October*.
    """
    said_aloud = without_control(without_thoughts(message))[:_MOST_READ]
    text = _MARKUP.sub(" ", _TABLE_LINE.sub("", said_aloud))
    known = set(re.findall(r"\d+", question))
    kept = []
    for sentence in _SENTENCE.findall(text):
        bare = _YEAR.sub(" ", without_days(sentence)) if may_date else sentence
        if _NO_WORDS.search(sentence) or not set(re.findall(r"\d+", bare)) <= known:
            continue
        if check is None or not check.unfounded(sentence):
            kept.append(" ".join(sentence.split()))
    said = " ".join(dict.fromkeys(kept)).strip()
    return said if len(said) <= _MOST_CHARS else said[:_MOST_CHARS].rstrip() + "…"


async def without_marked(pieces: AsyncIterator[str], also: list[str], other: list[str]) -> AsyncIterator[str]:
    """Yield a stream without its lines ALSO and OTHER, whose questions are added to `also` and `other`."""
    held, is_words = "", False
    async for piece in pieces:
        for part in piece.splitlines(keepends=True):
            held, ended = held + part, part.endswith("\n")
            if not is_words and _MAY_BE_MARKED.match(held.rstrip("\n")) and not ended:
                continue
            yield _noted(held, also, other) if not is_words else held
            held, is_words = "", not ended
    yield _noted(held, also, other)


def _noted(line: str, also: list[str], other: list[str]) -> str:
    """Return a line, or nothing of one ALSO or OTHER, whose question is kept."""
    found = _MARKED.match(line)
    if found is not None and len(kept := also if found[1] == "ALSO" else other) < MOST_ALSO:
        kept.append(found[2][:_MOST_CHARS])
    return "" if found else line


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
