"""What a model is asked once an analysis is computed: what to look at further, or its report in words."""

import re
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage

from answers.markdown import harmless
from answers.parting import within_brackets
from config.wording import say
from database.dialects import dialect_named
from knowledge.messages import section
from reasoning.mending import mended
from reasoning.prompting import LANGUAGES, clipped, conversation, dialect_notes, prompt, source_context
from reasoning.reasoner import Brief, MetricDraft, SqlDraft
from reasoning.replies import read_reply
from reasoning.rewriting import Faulted, written_before
from reasoning.wrapping import unwrapped

MOST_LOOKS = 4  # of one round: each is a statement, and a table in the next prompt
_LABEL_CHARS = 80
_LOOK = re.compile(r"^[^\w\n]*LOOK\W{0,4}[:：][ \t*]*(\S[^\n]*?)[ \t*]*$", re.MULTILINE)
_PHRASE_END = re.compile(r"[，,、；;：:。](?!\d)|\s[-–—]\s|\s?[(（]")
# A label names a table; what states a figure (no year, no small number) would be a sentence nobody checked.
_STATES = re.compile(r"[%％]|\d[,.]\d|(?<!\d)(?!(?:19|20)\d\d(?!\d))\d{4}|[万亿]")


@dataclass(frozen=True)
class Seen:
    """A table that was read: what it is, its headings and first rows as text, and how many rows there are.

    `notes` say how it was read: of what, over which time; `cut` that there are more rows than were read.
    """

    label: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    row_count: int
    notes: tuple[str, ...] = ()
    cut: bool = False


@dataclass(frozen=True)
class Evidence:
    """All that a report may speak of: the brief of the question, what was computed, what was looked at.

    `came_and_went` names who began or closed of late, with the day; `looks_left` is how often the analyst
    may still look further, `missed` what could not be read and why, `further` the sentences of each further
    analysis under its label, `report` the words before, `unfounded` its sentences that are not borne out,
    `names` those that what was computed names.
    """

    brief: Brief
    statements: tuple[str, ...]
    tables: tuple[Seen, ...]
    looks_left: int
    missed: tuple[str, ...] = ()
    report: str = ""
    unfounded: tuple[Faulted, ...] = ()
    further: tuple[tuple[str, tuple[str, ...]], ...] = ()
    came_and_went: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    @property
    def every(self) -> tuple[str, ...]:
        """Return every sentence computed."""
        return (*self.statements, *(text for _, told in self.further for text in told))


@dataclass(frozen=True)
class LookWanted:
    """One further look as a model asks for it: SQL, or the metrics' JSON form, which may name an analysis.

    With neither it was written in no form that can be read.
    """

    label: str
    sql: str = ""
    query: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Report:
    """A reply: looks to take first, or the words."""

    looks: tuple[LookWanted, ...] = ()
    words: str = ""


@runtime_checkable
class Analyst(Protocol):
    """A reasoner that can look further into an analysis and report on it."""

    async def write_report(self, evidence: Evidence) -> Report:
        """Return the looks it wants, or its words; raises ModelError."""
        ...


def report_messages(evidence: Evidence) -> list[BaseMessage]:
    """Return the messages that ask for a report, or for looks while there are any left."""
    brief, may_look = evidence.brief, evidence.looks_left > 0
    system = prompt(
        "write_report",
        today=f"{brief.today}, data run to {brief.data_until}" if brief.data_until else brief.today,
        language=LANGUAGES[brief.language],
        looks=_looks_form(brief, evidence.looks_left) if may_look else "",
    )
    parts = [
        source_context(brief) if may_look else "",
        *conversation(brief.history, brief.history_chars),
        brief.as_asked,
        section("Computed", [f"- {one}" for one in evidence.statements]),
        *(section(f"Computed for {label}", [f"- {one}" for one in told]) for label, told in evidence.further),
        *(_table(one) for one in _tables_needed(evidence)),
        section(
            "Opened or closed of late (a total with one of these is not like for like beside a time before)",
            [f"- {one}" for one in evidence.came_and_went],
        ),
        section("Could not be read", [f"- {one}" for one in evidence.missed]),
        *written_before(evidence.report, evidence.unfounded, [one.label for one in evidence.tables]),
    ]
    return [SystemMessage(system), HumanMessage("\n\n".join(part for part in parts if part))]


def _tables_needed(evidence: Evidence) -> list[Seen]:
    """Return the tables to be shown: all, for a report written again those its faulted sentences need."""
    needed = {at for one in evidence.unfounded for at in one.tables}
    return [one for at, one in enumerate(evidence.tables) if not needed or at in needed]


def _looks_form(brief: Brief, left: int) -> str:
    form = prompt(
        "further_looks",
        left="once" if left == 1 else f"{left} times",
        most=str(MOST_LOOKS),
        language=LANGUAGES[brief.language],
        dialect=brief.dialect,
        dialect_notes=dialect_notes(brief.dialect),
    )
    return f"\n{form}\n"


def _table(seen: Seen) -> str:
    shown, count = len(seen.rows), f"more than {seen.row_count}" if seen.cut else str(seen.row_count)
    rows = f"{count} rows" if shown == seen.row_count and not seen.cut else f"first {shown} of {count} rows"
    notes = f" [{'; '.join(seen.notes)}]" if seen.notes else ""
    return "\n".join(
        (f"{seen.label} ({rows}){notes}:", " | ".join(seen.headings), *map(" | ".join, seen.rows))
    )


def report_in(reply: str, evidence: Evidence) -> Report:
    """Return the looks that a reply asks for; a reply without any is the words.

    A further look that is asked for when none is left makes no words: the report is empty then.
    """
    text = unwrapped(reply)
    marks = list(_LOOK.finditer(text))
    if not marks:
        return Report(words=text)
    ends = [*(one.start() for one in marks[1:]), len(text)]
    before = len(evidence.tables)
    asked = (
        _wanted(_label(mark[1], before + at, evidence.brief), text[mark.end() : end], evidence.brief)
        for at, (mark, end) in enumerate(zip(marks, ends, strict=True))
    )
    return Report(looks=tuple(asked)[:MOST_LOOKS] if evidence.looks_left else ())


def _label(written: str, at: int, brief: Brief) -> str:
    """Return what a table is called: as the model says, unless that states something."""
    if _STATES.search(written):
        return say("analysis.look", brief.language, place=at)
    return _within(harmless(written), _LABEL_CHARS)


def _within(label: str, most: int) -> str:
    """Return a label, of a long one its phrases that fit, else its words with a sign that more were there.

    >>> _within("Revenue by branch, without the new ones", 30), _within("Revenue by branch and month", 20)
    ('Revenue by branch', 'Revenue by branch…')
    """
    if len(label) <= most:
        return label
    ends = [found.start() for found in _PHRASE_END.finditer(label[: most + 1])]
    kept = [label[:at].rstrip() for at in ends if at >= most // 3 and not within_brackets(label[:at])]
    if kept:
        return kept[-1]
    return clipped(label, most)


def _wanted(label: str, text: str, brief: Brief) -> LookWanted:
    match read_reply(text):
        case MetricDraft(query):
            return LookWanted(label, query=dict(query))
        case SqlDraft(sql):
            return LookWanted(label, sql=mended(sql, dialect_named(brief.dialect), brief.today))
        case _:
            return LookWanted(label)
