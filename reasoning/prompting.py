"""What a model is asked: Markdown prompts with named variables, filled from typed records."""

import datetime as dt
import json
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage

from answers.parting import leading
from config.wording import Language, say
from errors import SettingsError
from knowledge import messages
from knowledge.items import Linked, LinkedDocument, PeriodText
from knowledge.messages import Message, section
from language.calendar import add_months
from language.period.covered import Unlike
from query.as_json import as_written
from reasoning.drift import Drift
from reasoning.reasoner import Brief, Contest, Facts, PastTurn, Situation, SqlFault
from reasoning.rewriting import written_before
from understanding.metric.apart import ways_apart
from understanding.verdicts import Reading

PROMPTS = Path(__file__).resolve().parent.parent / "config" / "prompts"
_VARIABLE = re.compile(r"\{([a-z_]+)\}")
LANGUAGES: dict[Language, str] = {"zh": "简体中文", "en": "English"}
_DAY = re.compile(r"\d{4}-\d{1,2}-\d{1,2}")
_WHOLE_TURNS = 2
_SQL_CHARS = 2000  # of an earlier turn's statement, to go on from
_MESSAGES: dict[str, type[BaseMessage]] = {"system": SystemMessage, "user": HumanMessage}
Shape = Callable[..., list[Message] | None]  # connection; system, question, ddl, documents, examples
_CELL_CHARS = 40
_NUMBER_AT_END = re.compile(r"\d[\d.,-]*$")


@lru_cache(maxsize=64)
def _file(name: str) -> str:
    try:
        return (PROMPTS / f"{name}.md").read_text("utf-8").strip()
    except FileNotFoundError as error:
        raise SettingsError("prompt_missing", name=name) from error


def prompt(name: str, **variables: str) -> str:
    """Return a prompt with its variables filled in; one that is not given is named in the error."""

    def filled(match: re.Match[str]) -> str:
        variable = match.group(1)
        if variable not in variables:
            raise SettingsError("prompt_variable_missing", prompt=name, variable=variable)
        return variables[variable]

    return _VARIABLE.sub(filled, _file(name))


def dialect_notes(dialect: str) -> str:
    """Return what a model must know of an engine, or nothing."""
    path = PROMPTS / "dialects" / f"{dialect}.md"
    return _file(f"dialects/{dialect}") if path.exists() else ""


def fix_for(name: str) -> str:
    """Return what the writer is told to do about an error of a class, or nothing."""
    return _file(f"fixes/{name}") if name else ""


def plainly(connection: str, **parts: Any) -> list[Message]:
    """Return the messages as they are where no store words them."""
    return messages.sql_messages(**parts)


def drifted(found: Drift) -> str:
    """Return what the writer is told of a repair that was rejected."""
    before, now = found.dropped or "nothing", found.added or "nothing"
    return prompt("drifted", part=found.part, dropped=before, added=now)


def unlike_fault(sql: str, found: Unlike) -> SqlFault:
    """Return what the writer is told of two times that it compares and that are not of like length."""
    days, before = map(str, found.lengths)
    start, end, now, until = map(str, (*found.before, *found.now))
    ends = {"start": start, "end": end, "now": now, "until": until, "like": str(found.like)}
    return SqlFault(sql, "unlike_times", prompt("unlike_times", days=days, before=before, **ends))


def sql_messages(brief: Brief, *, correction: str = "", shape: Shape = plainly) -> list[BaseMessage]:
    """Return the messages that ask for SQL, as `shape` words them: the Vanna instance, while it is loaded."""
    system = prompt(
        "write_sql",
        dialect=brief.dialect,
        today=f"{brief.today}, data run to {brief.data_until}" if brief.data_until else brief.today,
        language=LANGUAGES[brief.language],
        dialect_notes=dialect_notes(brief.dialect),
        forms="".join(f"\n{form}\n" for form in _further_forms(brief)),
    )
    linked = brief.linked
    metrics = section("Metrics, governed figures, and what cuts them", brief.metrics)
    parts = [
        *_brief_tables(linked),
        metrics,
        *_about_question(brief),
        *conversation(brief.history, brief.history_chars),
        *failed(brief.faults),
    ]
    parts.append(f"Question: {brief.question}")
    if _has_parts(brief):
        parts.append(prompt("also"))
    if brief.is_second:
        parts.append(prompt("second_reading"))
    if correction:
        parts.append(prompt("correct_reply", reply=correction[:1500]))
    told: dict[str, Any] = {
        "system": system,
        "question": "\n\n".join(part for part in parts if part),
        "ddl": [table.ddl for table in linked.tables if table.level == "full"],
        "documents": _said_once(linked.documents),
        "examples": [(example.question, example.sql) for example in linked.examples],
    }
    worded = shape(brief.connection, **told) or plainly(brief.connection, **told)
    return [_MESSAGES[message["role"]](message["content"]) for message in worded]


def source_context(brief: Brief) -> str:
    """Return what is known of one of two sources: tables, terms, examples, figures, values, periods."""
    linked = brief.linked
    parts = [
        section("Tables", [table.ddl for table in linked.tables if table.level == "full"]),
        *_brief_tables(linked),
        section("Terms", _said_once(linked.documents)),
        section("Examples", [f"Q: {one.question}\n{one.sql}" for one in linked.examples]),
        section("Metrics, governed figures, and what cuts them", brief.metrics),
        *_about_question(brief),
    ]
    return "\n\n".join(part for part in parts if part)


def _further_forms(brief: Brief) -> list[str]:
    """Return the forms of a reply that are open beside SQL and a refusal."""
    briefly = any(table.level != "full" for table in brief.linked.tables)
    return [*([prompt("metrics")] if brief.may_query else []), *([prompt("need")] if briefly else [])]


def _has_parts(brief: Brief) -> bool:
    """Tell whether a first try's question may be of several parts: clauses, or this and that."""
    if brief.faults or brief.is_second:
        return False
    both = say("sentence.and", brief.language) in brief.question
    return both or next(ways_apart(brief.question), None) is not None


def _said_once(documents: Sequence[LinkedDocument]) -> list[str]:
    """Return documents under their titles, which a term's text begins with, less the lines that are terms."""
    terms = [(one.title, one.text.partition(": ")[2]) for one in documents if one.text.startswith(one.title)]

    def is_term(line: str) -> bool:
        return any(name in line and meaning and line.rstrip().endswith(meaning) for name, meaning in terms)

    lines = list[str]()
    for one in documents:
        if one.text.startswith(one.title):
            lines.append(f"- {one.text}")
        elif rest := "\n".join(line for line in one.text.splitlines() if not is_term(line)).strip():
            lines.append(f"- {one.title}: {rest}")
    return lines


def _brief_tables(linked: Linked) -> list[str]:
    """Return the tables that are not written out, and the likeliest of all where these are not all there are.

    Beside a whole schema the line left out a table that the answer needed for 7 questions of 18.
    """
    lines, names = ([t.ddl for t in linked.tables if t.level == level] for level in ("line", "name"))
    likeliest = "" if linked.whole else ", ".join(linked.likeliest)
    return [
        section("Further tables, in brief", lines),
        section("Further tables, by name", [", ".join(names)] if names else []),
        f"Likeliest for the question: {likeliest}" if likeliest else "",
    ]


def _about_question(brief: Brief) -> list[str]:
    linked = brief.linked
    return [
        section(
            "Notes of the person asking: what words and data mean to them, no instructions",
            [f"- {note.text}" for note in brief.notes],
        ),
        section("Values", [f"- {value.text} = {value.column} '{value.value}'" for value in linked.values]),
        section(
            "Periods",
            [
                _period(period, brief.data_until, brief.today)
                for period in linked.periods
                if not _DAY.search(period.text)  # a day that is written out needs no reading
            ]
            + [f"- {one}" for one in brief.openings],
        ),
        *_candidate(brief.candidate),
        prompt("absent", tables=", ".join(brief.absent)) if brief.absent else "",
    ]


def _period(period: PeriodText, data_until: str, today: str) -> str:
    """Return a time in days; one that runs as far as there are data, with its like a year before.

    Of one that is to come there are none, as of 明天 in 明天开会.
    """
    end = period.end
    if period.runs_until and data_until >= period.start:
        end = min(end, (dt.date.fromisoformat(data_until) + dt.timedelta(days=1)).isoformat())
    told = f"- {period.text}: >= '{period.start}' and < '{end}'"
    if period.runs_until:
        last = dt.date.fromisoformat(end) - dt.timedelta(days=1)
        year = [add_months(one, -12) for one in (dt.date.fromisoformat(period.start), last)]
        told += f" so far, all of it < '{period.runs_until}'"
        told += f"; as long a year before: >= '{year[0]}' and < '{year[1] + dt.timedelta(days=1)}'"
    if period.start > (data_until or today):
        told += "; no data of it yet"
    return told + (f"; the one to come: >= '{period.next}'" if period.next else "")


def _candidate(read: Reading | None) -> list[str]:
    """Return what was read without a model: a reading to confirm or to correct, or several to choose from."""
    if read is None:
        return []
    if not read.sql:
        return [section("Read by rule, not certain which", [f"- {one}" for one in read.alternatives])]
    named = ", ".join(one.replace("_", " ") for one in read.assumed)
    assumed = f" (assumed: {named})" if named else ""
    written = f"METRIC: {json.dumps(as_written(read.query), ensure_ascii=False)}" if read.query else read.sql
    return [prompt("candidate", asked=read.asked, assumed=assumed, written=written)]


def conversation(history: tuple[PastTurn, ...], room: int) -> list[str]:
    """Return the latest turns within so many characters: the last with what they said, older ones as asked.

    The SQL of an analysis is that of all its looks: it takes a prompt's room and tells nothing of the answer.
    """
    lines = list[str]()
    for turn in reversed(history):
        line = _told(turn, room * 4 // 5, whole=len(lines) < _WHOLE_TURNS)
        room -= len(line)
        if room < 0:
            break
        lines.append(line)
    return [
        section("Conversation so far, oldest first (its figures are of then, for no new answer)", lines[::-1])
    ]


def _told(turn: PastTurn, room: int, *, whole: bool) -> str:
    """Return a turn as what was asked and of when; whole, with what was answered and by which statement."""
    when = f" ({turn.when})" if turn.when and turn.when not in turn.question else ""
    asked = f"- {turn.question[: room // 2]}{when}"
    if not whole:
        return asked
    sql = _one_statement(turn.sql) if len(turn.sql) <= min(room - len(asked), _SQL_CHARS) else ""
    least = room // 3  # a long statement leaves little
    answer = leading(turn.answer, max(room - len(asked) - len(sql), least))
    lines = [*(line for line in answer.splitlines() if line.strip()), sql]
    return "\n  ".join((asked, *filter(None, lines)))


def _one_statement(sql: str) -> str:
    """Return a statement in one line without the lines that only comment; of several, none."""
    told = " ".join(line.strip() for line in sql.splitlines() if not line.lstrip().startswith("--"))
    told = " ".join(told.split()).rstrip("; ")
    return "" if ";" in told else told


def failed(faults: tuple[SqlFault, ...]) -> list[str]:
    """Return the tries that failed, each with the words of whoever refused it."""
    return [
        section(
            "Tries that failed; change only what the error asks for",
            [
                "\n".join(
                    [
                        f"{fault.sql}\nError: {fault.message}",
                        *(f"{name}: {text}" for name, text in _about(fault) if text),
                    ]
                )
                for fault in faults
            ],
        )
    ]


def _about(fault: SqlFault) -> tuple[tuple[str, str], ...]:
    return ("Hint", fault.hint), ("Near", fault.near), ("Fix", fault.fix)


_SHOWN = "What stands before the first mark was read already: begin behind it."
_BEHIND = "It stands right behind that: in one or two sentences what it adds, and nothing again.\n\n"


def summary_messages(facts: Facts) -> list[BaseMessage]:
    """Return the messages that ask for a summary."""
    return [
        SystemMessage(prompt("summarize", language=LANGUAGES[facts.language])),
        HumanMessage(
            prompt(
                "summarize_facts",
                before=_before(facts),
                question=_question(facts),
                table=_table(facts),
                rows=_row_note(facts),
                statements="\n".join(f"- {statement}" for statement in facts.statements),
                meanings=section("\n\nFigures", [f"- {one}" for one in facts.meanings]),
                again="".join(f"\n\n{one}" for one in _written_before(facts)),
            )
        ),
    ]


def _written_before(facts: Facts) -> list[str]:
    """Return the words before, what of them nothing bears out, and where to begin anew."""
    return [*written_before(facts.written, facts.unfounded), *([_SHOWN] if facts.shown else [])]


def _before(facts: Facts) -> str:
    """Return what was said before, and how to say that the rows are of another question than this one."""
    if facts.before is None:
        return ""
    lines = (f"- {facts.before.question}", *filter(None, facts.before.answer.splitlines()))
    other = prompt("other_question") + "\n\n" if facts.read_as else _BEHIND if facts.behind else ""
    return section("Said before (no figures for this answer)", ["\n  ".join(lines)]) + f"\n\n{other}"


def _question(facts: Facts) -> str:
    asked = f"{facts.asked}\nRead as: {facts.question}" if facts.asked else facts.question
    return f"{asked}\nRows read as: {facts.read_as}" if facts.read_as else asked


def judge_messages(contest: Contest) -> list[BaseMessage]:
    """Return the messages that ask which of two statements answers a question."""
    entries = (contest.first, contest.second)
    told = {
        f"{name}_{part}": text
        for name, entry, columns in zip(("first", "second"), entries, contest.columns, strict=True)
        for part, text in (
            ("sql", entry.sql),
            ("reading", entry.reading),
            ("rows", str(entry.row_count)),
            ("table", "\n".join([" | ".join(columns), *(" | ".join(map(_cell, row)) for row in entry.rows)])),
        )
    }
    return [
        SystemMessage(prompt("judge", language=LANGUAGES[contest.language])),
        HumanMessage(prompt("judge_contest", question=contest.question, **told)),
    ]


def _row_note(facts: Facts) -> str:
    shown = len(facts.rows)
    if facts.truncated:
        return f"first {shown} of more than {facts.row_count} rows"
    which = "the latest " if facts.latest and shown < facts.row_count else ""
    return f"{which}{shown} of {facts.row_count} rows"


def _table(facts: Facts) -> str:
    header = " | ".join(column["name"] for column in facts.columns)
    return "\n".join([header, *[" | ".join([_cell(value) for value in row]) for row in facts.rows]])


def _cell(value: object) -> str:
    text = "" if value is None else str(value)
    return text if len(text) <= _CELL_CHARS else clipped(text, _CELL_CHARS)


def clipped(text: str, most: int) -> str:
    """Return a text, of a longer one its words that fit and a sign that more follow; no part of a number.

    >>> clipped("Existing service areas (opened before 2024)", 40), clipped("Revenue by branch and month", 20)
    ('Existing service areas (opened before…', 'Revenue by branch…')
    """
    if len(text) <= most:
        return text
    ahead = text[: most - 1]
    words = ahead.rpartition(" ")[0]
    if len(words) < most // 2:  # Han have no spaces
        words = _NUMBER_AT_END.sub("", ahead) if text[most - 1].isdigit() else ahead
    return f"{(words or ahead).rstrip()}…"


def general_messages(question: str, language: Language) -> list[BaseMessage]:
    """Return the messages that ask for common knowledge."""
    return [SystemMessage(prompt("answer_general", language=LANGUAGES[language])), HumanMessage(question)]


def decide_messages(situation: Situation) -> list[BaseMessage]:
    """Return the messages that ask which tool comes next."""
    return [
        SystemMessage(prompt("decide", tools=", ".join(situation.tools))),
        HumanMessage(
            prompt(
                "decide_state",
                question=situation.question,
                path=" → ".join(situation.path) or "nothing yet",
                sql=situation.sql or "none",
                fault=situation.fault or "none",
            )
        ),
    ]
