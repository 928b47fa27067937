"""The SQL within a model's reply: where it stands, where it ends, and whether there is more than one."""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from reasoning.loose_json import deep, objects_in

_FENCE = re.compile(r"(?:```|~~~)[ \t]*([\w+-]*)[ \t]*\n?(.*?)(?P<end>```|~~~|\Z)", re.DOTALL)
_BEGINS = r"(?:SELECT\b|WITH\s+(?:RECURSIVE\s+)?[\w\"`\[\]]+\s*(?:\([^)]*\)\s*)?AS\b)"
_QUERY = re.compile(rf"\A[\s(]*{_BEGINS}", re.I)
_AT_LINE = re.compile(rf"(?:\A|(?<=\n))[ \t>*-]*(?:\d+[.)、]\s*)?(?P<sql>\(*{_BEGINS})", re.I)
_AFTER_LABEL = re.compile(r"^[^\n:：]{0,60}[:：][ \t*]*(?P<sql>SELECT\b[^\n]+)", re.I | re.MULTILINE)
_LABEL = re.compile(rf"\A\s*[^\n:：'\"]{{1,30}}[:：]\s*(?={_BEGINS})", re.I)
_TAG = re.compile(
    r"<(sql|query|sql_query|answer|code|arg_value|parameter)(?:[ =][^>]{0,100})?>(.*?)(?:</\1>|\Z)",
    re.DOTALL | re.I,
)
_CDATA = re.compile(r"\A\s*<!\[CDATA\[(.*?)\]\]>\s*\Z", re.DOTALL)
_STRING = re.compile(rf"\"\"\"\s*({_BEGINS}.*?)\"\"\"|\"({_BEGINS}[^\"\n]*)\"", re.DOTALL | re.I)
_BROKEN = re.compile(
    # Up to the next such key: each part of a long reply is looked through once.
    r'"(?:sql|query|sql_query)"\s*:\s*"((?:SELECT|WITH)\b(?:(?!"(?:sql|query|sql_query)"\s*:).)*?)"'
    r'\s*(?:\}|,\s*"\w+"\s*:)',
    re.DOTALL | re.I,
)
_INLINE = re.compile(rf"(?<!`)`({_BEGINS}[^`]+)`(?!`)", re.I)
_WRITES = re.compile(  # told from prose ("Create a report"); what a statement may do is the guard's to judge
    r"\A(?:INSERT\s+INTO|REPLACE\s+INTO|UPDATE\s+\S+(?:\s+\w+)?\s+SET|DELETE\s+FROM|MERGE\s+INTO|TRUNCATE\s+TABLE"
    r"|TRUNCATE\s+\S+\s*\Z|(?:GRANT|REVOKE)\s+[\w, ]+\s+(?:ON|TO|FROM)"
    r"|(?:DROP|ALTER|CREATE)\s+(?:OR\s+REPLACE\s+|TEMP(?:ORARY)?\s+|MATERIALIZED\s+|UNIQUE\s+)*"
    r"(?:TABLE|VIEW|INDEX|DATABASE|SCHEMA|FUNCTION|PROCEDURE|TRIGGER|ROLE|USER|SEQUENCE))(?!\w)",
    re.I,
)
_SPEAKS_SQL = re.compile(
    r"\A[\s(]*(?:--|/\*|SELECT|WITH|FROM|WHERE|GROUP|ORDER|HAVING|LIMIT|OFFSET|FETCH|UNION|EXCEPT|INTERSECT|JOIN"
    r"|LEFT|RIGHT|INNER|FULL|CROSS|ON|AND|OR|CASE|WHEN|ELSE|END|AS|SET|USE|EXPLAIN|BEGIN|COMMIT|WINDOW|[),])",
    re.I,
)
_MARKED = re.compile(r"\n\s*\**(?:QUESTION|REASON|OPTION|ALSO|NEED|NO_SQL)\**\s*[:：]", re.I)
_PROSE_LINE = re.compile(r"[.。!！:：?？]\**\s*\Z")
_QUOTED = re.compile(r"'(?:[^']|'')*'|\"[^\"]*\"|`[^`]*`|--[^\n]*|/\*.*?\*/", re.DOTALL)
_ELLIPSIS = re.compile(r"…|\.\.\.")
_READS = re.compile(r"(?:\b|\\n)FROM\b", re.I)
_FENCE_MARK = re.compile(r"```+")
_ENTITY = re.compile(r"&(?:lt|gt|amp|quot|apos|#0?39|#x27|nbsp);", re.I)
_SQL_KEYS = ("sql", "query", "sql_query", "final_sql", "statement", "sqlquery", "code")


@dataclass(frozen=True)
class Statement:
    """One statement of a reply: its text and where in the reply it stands."""

    sql: str
    at: int
    writes: bool = False


def statements_in(text: str) -> list[Statement]:
    """Return the unlike statements of a reply, from the first way of writing them that holds any."""
    for ways in (_fenced, _tagged, _in_json, _in_code, _free):
        found = [one for at, body in ways(text) for one in _split(body, at)]
        if found:
            return _unlike(found)
    return []


def _unlike(found: list[Statement]) -> list[Statement]:
    """Drop what is said again, which models in a loop do, spaces and case aside."""
    kept: dict[str, Statement] = {}
    for one in found:
        kept.setdefault(re.sub(r"\s+", " ", one.sql).casefold(), one)
    return list(kept.values())


def _fenced(text: str) -> Iterator[tuple[int, str]]:
    fences = list(_FENCE.finditer(text))
    closed = [fence for fence in fences if fence["end"] and _is_statement(fence[2])]
    for fence in closed or fences:  # what was cut off counts only where nothing whole stands before it
        if not fence[2].lstrip().startswith(("{", "[{")):
            yield fence.start(), fence[2]


def _is_statement(body: str) -> bool:
    bare = _LABEL.sub("", without_comments(body))
    return bool(_QUERY.match(bare) or _WRITES.match(bare))


def _tagged(text: str) -> Iterator[tuple[int, str]]:
    for tag in _TAG.finditer(text):
        yield tag.start(), _CDATA.sub(r"\1", tag[2])


def _in_json(text: str) -> Iterator[tuple[int, str]]:
    said = [value for one in objects_in(text) if (value := _asked_in(one))]
    if not said and (broken := _BROKEN.search(text)):  # quotes around names that nobody escaped
        said = [broken[1].replace('\\"', '"')]
    yield from ((text.find("{"), sql) for sql in said)


def _asked_in(value: Any) -> str:
    return next((said for key in _SQL_KEYS if isinstance(said := deep(value, key), str)), "")


def _in_code(text: str) -> Iterator[tuple[int, str]]:
    for string in _STRING.finditer(text):
        yield string.start(), string[1] or string[2]
    for inline in _INLINE.finditer(text):
        yield inline.start(), inline[1]


def _free(text: str) -> Iterator[tuple[int, str]]:
    found = _AT_LINE.search(text)
    labelled = _AFTER_LABEL.search(text)
    if labelled and (found is None or labelled.start() < found.start()):
        found = labelled
    if found and not _READS.search(text, found.start()):  # "Select the best one" is no query
        found = None
    begins = found.start("sql") if found else len(text)
    for line in re.finditer(r"^[^\n]+", text[:begins], re.MULTILINE):
        if _WRITES.match(line.group().strip()):  # INSERT INTO t, and its SELECT on the next line
            begins = line.start()
            break
    yield begins, text[begins:]


def _split(body: str, at: int) -> Iterator[Statement]:
    """Yield the statements of a body; what stands between or after them is words."""
    if _ENTITY.search(_QUOTED.sub("", body)):
        body = html.unescape(body)
    for part in _parts(_LABEL.sub("", _MARKED.split(body, maxsplit=1)[0])):
        part = _until_prose(_FENCE_MARK.sub("", part).strip().strip("*").strip())
        bare = without_comments(part)
        if _QUERY.match(bare) and not _ELLIPSIS.search(_QUOTED.sub("", part)):
            yield Statement(part, at)
        elif _WRITES.match(bare):
            yield Statement(part, at, writes=True)


def _parts(text: str) -> list[str]:
    """Split at the semicolons outside of quotes and comments."""
    blank = _QUOTED.sub(lambda quoted: " " * len(quoted.group()), text)
    parts, last = [], 0
    for mark in re.finditer("[;；]", blank):
        parts.append(text[last : mark.start()])
        last = mark.end()
    return [part for part in (*parts, text[last:]) if part.strip()]


def _until_prose(text: str) -> str:
    """Cut where a paragraph that is no SQL, or a line that ends as a sentence does, follows."""
    kept: list[str] = []
    blank = False
    for line in text.split("\n"):
        speaks = bool(_SPEAKS_SQL.match(line)) or line[:1] in " \t"
        if kept and line.strip() and not speaks and (blank or _PROSE_LINE.search(line)):
            break
        blank = not line.strip()
        kept.append(line)
    return "\n".join(kept).strip()


def without_comments(sql: str) -> str:
    """Return a statement without the comments it begins with."""
    return re.sub(r"\A(\s*--[^\n]*\n|\s*/\*.*?\*/)+", "", sql.strip(), flags=re.DOTALL).strip()
