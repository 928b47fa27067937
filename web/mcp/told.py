"""What a tool says: Markdown for a model to read, and the same as data with where it is from."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agent.events import Answer
from answers.cells import plain, shown_rows
from answers.markdown import fenced
from answers.table import markdown_table
from config.wording import Language, say, say_error
from database.result import QueryResult
from errors import WenshuError

NO_ANSWER = ("unanswerable", "refused", "failed")  # what a program must not take for a figure


@dataclass(frozen=True)
class Told:
    """Text and data of one call; `is_error` where it was refused, failed or has no answer."""

    text: str
    data: Mapping[str, Any] = field(default_factory=dict)
    is_error: bool = False


def refusal(error: WenshuError, language: Language) -> Told:
    """Return an error as its sentence."""
    reason = say_error(error, language)
    return Told(reason, {"failure": {"code": error.code, "reason": reason}}, is_error=True)


def told_answer(answer: Answer, language: Language, most: int, *, sees_sql: bool) -> Told:
    """Return an answer with at most so many rows; its SQL only for who may see it."""
    said = answer.to_json()
    rows = shown_rows(answer.rows[:most])
    source = say(f"source.{answer.source}", language) if answer.source else ""
    sql = answer.sql if sees_sql and answer.sql else None
    data = {
        "kind": answer.kind,
        "answer": said["answer"],
        "question": answer.question,
        "understood": said["understood"],
        "columns": answer.columns,
        "rows": rows,
        "row_count": answer.row_count,
        "truncated": answer.truncated or len(rows) < answer.row_count,
        "provenance": {
            "source": answer.source,
            "said": source,
            "how": said["interpretation"],
            "sql": sql,
            "as_of": answer.as_of,
            "remembered": answer.remembered,
        },
        "suggestions": said["suggestions"],
        "query": plain(answer.query),
        "failure": answer.failure,
        "thread": answer.thread,
        "id": answer.id,
    }
    parts = [
        said["answer"],
        _table([column["name"] for column in answer.columns], rows, answer.row_count, language),
        _listed("provenance", said["interpretation"], language),
        f"*{source}*" if source else "",
        f"```sql\n{fenced(sql)}\n```" if sql else "",
        _other(answer, language),
        _listed("choose" if answer.kind == "clarify" else "next", said["suggestions"], language),
    ]
    return Told("\n\n".join(filter(None, parts)), data, is_error=answer.kind in NO_ANSWER)


def told_rows(result: QueryResult, sql: str, language: Language, most: int) -> Told:
    """Return the rows of a statement that was run as it was written."""
    rows = shown_rows(result.rows[:most])
    counted = say("mcp.rows", language, count=result.row_count)
    cut = say("mcp.cut_by_database", language) if result.truncated else ""
    data = {
        "columns": [{"name": column.name, "type": column.type} for column in result.columns],
        "rows": rows,
        "row_count": result.row_count,
        "truncated": result.truncated or len(rows) < result.row_count,
        "provenance": {"source": "sql", "said": say("mcp.by_hand", language), "sql": sql},
    }
    table = _table([column.name for column in result.columns], rows, result.row_count, language)
    return Told("\n\n".join(filter(None, [f"{counted}{cut}", table])), data)


def _table(columns: Sequence[str], rows: Sequence[Sequence[Any]], count: int, language: Language) -> str:
    if not columns:
        return ""
    more = say("mcp.more_rows", language, count=count - len(rows)) if count > len(rows) else ""
    return "\n\n".join(filter(None, [markdown_table(columns, rows), more]))


def _listed(title: str, lines: Iterable[str], language: Language) -> str:
    listed = [f"- {line}" for line in lines if line.strip()]
    return "\n".join([say(f"mcp.{title}", language), *listed]) if listed else ""


def _other(answer: Answer, language: Language) -> str:
    """Return the second reading of a question that has other figures."""
    if answer.other is None:
        return ""
    other = answer.other
    head = say("mcp.other", language, question=other["question"])
    names = [column["name"] for column in other["columns"]]
    return f"{head}\n\n{markdown_table(names, shown_rows(other['rows'][:5]))}"
