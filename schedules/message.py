"""What is sent: the answer's words, its table as text, its origin, under whose rights, how to stop it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from agent.events import Answer
from answers.markdown import inert
from answers.visible import visible
from config.wording import Language, say

MOST_ROWS = 15
MOST_COLUMNS = 8
MOST_HOW = 4
MOST_SUBJECT = 120


@dataclass(frozen=True)
class Message:
    """One message in a reader's language; every part is plain text, `link` and `stop` may be empty.

    `data` is the same for programs.
    """

    subject: str
    words: str
    table: str = ""
    notes: tuple[str, ...] = ()
    link: str = ""
    foot: str = ""
    data: dict[str, Any] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """Return all of it as one text."""
        return "\n\n".join(part for part in (self.words, self.table, "\n".join(self.ending)) if part)

    @property
    def ending(self) -> tuple[str, ...]:
        """Return what stands under the answer, line by line."""
        return tuple(line for line in (*self.notes, self.link, self.foot) if line)


def answer_message(
    answer: Answer, *, subject: str, before: Sequence[str], link: str, foot: str, language: Language
) -> Message:
    """Return the message that carries an answer; `before` are lines that stand ahead of its words."""
    words = "\n".join([*before, plain(answer.answer)])
    return Message(
        subject=one_line(subject),
        words=words,
        table=table_text(answer, language),
        notes=tuple(_origin(answer, language)),
        link=link,
        foot=foot,
        data=visible(
            {
                "question": answer.question,
                "answer": plain(answer.answer),
                "columns": answer.columns,
                "rows": answer.rows[:MOST_ROWS],
                "row_count": answer.row_count,
                "truncated": answer.truncated or answer.row_count > min(MOST_ROWS, len(answer.rows)),
                "source": answer.source,
                "as_of": answer.as_of,
                "interpretation": [plain(line) for line in answer.interpretation],
                "turn": answer.id,
            }
        ),
    )


def plain(text: str) -> str:
    """Return words with no link, picture or emphasis in them: what the data say must lead nowhere."""
    return re.sub(r"\*\*(.+?)\*\*", r"\1", inert(text), flags=re.DOTALL).strip()


def one_line(text: str) -> str:
    """Return a subject: one line, not too long."""
    line = " ".join(plain(text).split())
    return line if len(line) <= MOST_SUBJECT else line[: MOST_SUBJECT - 1] + "…"


def table_text(answer: Answer, language: Language) -> str:
    """Return the first rows as lines; a single figure stands in the words already."""
    if not answer.columns or len(answer.rows) * len(answer.columns) <= 1:
        return ""
    head = [_cell(column["name"]) for column in answer.columns[:MOST_COLUMNS]]
    rows = [[_cell(value) for value in row[:MOST_COLUMNS]] for row in answer.rows[:MOST_ROWS]]
    lines = [" | ".join(row) for row in (head, *rows)]
    if answer.row_count > len(rows):
        lines.append(say("schedules.message.more_rows", language, count=answer.row_count - len(rows)))
    if len(answer.columns) > MOST_COLUMNS:
        lines.append(
            say("schedules.message.more_columns", language, count=len(answer.columns) - MOST_COLUMNS)
        )
    return "\n".join(lines)


def _cell(value: Any) -> str:
    if value is None:
        return "—"
    if isinstance(value, float):
        return f"{value:,.2f}".rstrip("0").rstrip(".")
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return " ".join(plain(str(value)).replace("|", "/").split())


def _origin(answer: Answer, language: Language) -> list[str]:
    source = say(f"source.{answer.source}", language) if answer.source else ""
    lines = [say("schedules.message.origin", language, source=source)] if source else []
    return [*lines, *(plain(line) for line in answer.interpretation[:MOST_HOW])]
