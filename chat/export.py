"""A conversation to take away, as Markdown or as one HTML page."""

import datetime as dt
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from jinja2 import Environment, FileSystemLoader

from answers.markdown import fenced, inert
from answers.table import markdown_table, one_line
from answers.visible import visible
from appdb.turns import Turn
from config.wording import Language, say

MOST_TURNS = 500
MOST_ROWS = 50
KINDS = {"md": "text/markdown", "html": "text/html"}
COMMANDS = frozenset({"/export", "/导出"})
_page = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    trim_blocks=True,
    finalize=visible,
)


def is_wanted(message: str) -> bool:
    """Say whether a message asks for the conversation as a file."""
    return message.strip().lower() in COMMANDS


def offer(thread: str, language: Language) -> str:
    """Return the message that holds the links."""
    links = " · ".join(f"[{say(f'chat.export.{kind}', language)}](/export/{thread}.{kind})" for kind in KINDS)
    return f"{say('chat.export.ready', language)}\n\n{links}"


def exported(turns: Sequence[Turn], kind: str, language: Language, zone: str, *, sees_sql: bool) -> str:
    """Return the conversation as a file of a kind."""
    told = [_told(turn, ZoneInfo(zone), sees_sql) for turn in turns]
    title = told[0]["question"] if told else say("chat.export.empty", language)

    def text(key: str, **params: Any) -> str:
        return say(f"chat.export.{key}", language, **params)

    if kind == "html":
        return _page.get_template("conversation.html").render(
            turns=told, title=title, language=language, t=text
        )
    parts = [part for turn in told for part in _markdown(turn, text)]
    return "\n\n".join([f"# {one_line(title)}", *parts]) + "\n"


def _told(turn: Turn, zone: dt.tzinfo, sees_sql: bool) -> dict[str, Any]:
    answer = turn.answer or {}
    rows = answer.get("rows") or []
    return {
        "question": turn.question,
        "understood": answer.get("question") if answer.get("question") != turn.question else None,
        "at": turn.started_at.astimezone(zone).strftime("%Y-%m-%d %H:%M"),
        "status": turn.status,
        "answer": answer.get("answer") or "",
        "source": answer.get("source"),
        "columns": [visible(column["name"]) for column in answer.get("columns") or []],
        "rows": [["" if cell is None else visible(str(cell)) for cell in row] for row in rows[:MOST_ROWS]],
        "more": max(0, (answer.get("row_count") or 0) - len(rows[:MOST_ROWS])),
        "sql": answer.get("sql") if sees_sql else None,
        "interpretation": answer.get("interpretation") or [],
    }


def _markdown(turn: dict[str, Any], text: Any) -> list[str]:
    parts = [f"## {one_line(turn['question'])}", f"*{turn['at']}*"]
    if turn["understood"]:
        parts.append(f"> {one_line(turn['understood'])}")
    parts.append(inert(turn["answer"]).replace("<", "&lt;") or text("no_answer"))
    if turn["columns"]:
        parts.append(markdown_table(turn["columns"], turn["rows"]))
    if turn["more"]:
        parts.append(text("more", count=turn["more"]))
    if turn["interpretation"]:
        parts.append("\n".join(f"- {one_line(line)}" for line in turn["interpretation"]))
    if turn["sql"]:
        parts.append(f"```sql\n{fenced(turn['sql'])}\n```")
    return parts
