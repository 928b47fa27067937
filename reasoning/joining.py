"""What a model is asked where a question takes two sources, and how its three statements are read."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage

from config.wording import Language
from database.dialects import DUCKDB, dialect_named
from reasoning.mending import mended
from reasoning.prompting import LANGUAGES, conversation, dialect_notes, failed, prompt, source_context
from reasoning.reasoner import Brief, PastTurn, SqlFault
from reasoning.statements import statements_in
from reasoning.wrapping import unwrapped


@dataclass(frozen=True)
class JoinBrief:
    """A question to two sources: what each is called, what is known of it, and its table in the join."""

    question: str
    language: Language
    today: str
    titles: tuple[str, str]
    tables: tuple[str, str]
    sources: tuple[Brief, Brief]
    most_rows: int
    history: tuple[PastTurn, ...] = ()
    faults: tuple[SqlFault, ...] = ()


@dataclass(frozen=True)
class JoinDraft:
    """One statement for each source, and the one that joins their rows."""

    parts: tuple[str, str]
    joined: str


@runtime_checkable
class Joiner(Protocol):
    """A reasoner that can write for two sources."""

    async def write_joined(self, brief: JoinBrief) -> JoinDraft | None:
        """Return the statements, or None where it gives none; raises ModelError."""
        ...


def join_messages(brief: JoinBrief) -> list[BaseMessage]:
    """Return the messages that ask for the statements."""
    dialects = dict.fromkeys((*(one.dialect for one in brief.sources), DUCKDB.name))
    first, second = brief.tables
    system = prompt(
        "write_joined",
        today=brief.today,
        language=LANGUAGES[brief.language],
        first=first,
        second=second,
        most=str(brief.most_rows),
        dialect_notes="\n".join(filter(None, map(dialect_notes, dialects))),
    )
    told = [
        prompt("joined_source", place=place, title=title, dialect=one.dialect, context=source_context(one))
        for place, title, one in zip(("FIRST", "SECOND"), brief.titles, brief.sources, strict=True)
    ]
    parts = [
        *told,
        *conversation(brief.history, brief.sources[0].history_chars),
        *failed(brief.faults),
        f"Question: {brief.question}",
    ]
    return [SystemMessage(system), HumanMessage("\n\n".join(part for part in parts if part))]


def joined_in(reply: str, brief: JoinBrief) -> JoinDraft | None:
    """Return the three statements of a reply; None where it says that there are none, or is unclear."""
    found = [one for one in statements_in(unwrapped(reply)) if not one.writes]
    if len(found) != 3:
        return None
    dialects = (*(dialect_named(one.dialect) for one in brief.sources), DUCKDB)
    first, second, joined = (
        mended(one.sql, dialect, brief.today) for one, dialect in zip(found, dialects, strict=True)
    )
    return JoinDraft((first, second), joined)
