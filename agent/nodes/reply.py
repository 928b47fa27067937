"""Answers that need neither SQL nor a model: small talk, help, and what the database holds."""

import re
from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime

from agent.context import Context
from agent.events import Token
from agent.stages import stage
from agent.state import AgentState
from answers.sentences.columns import in_sentence
from config.wording import Language, say
from database.schema import Table
from knowledge.tables import label_of, with_taught
from teaching.notes import noted
from tools.answerable import over_metrics
from tools.briefing import link
from understanding.triage import choice_forgotten, general_terms, taught_text, term_asked
from understanding.words.pointing import pointer

_MOST_TABLES = 40
_MOST_EXAMPLES = 3
_MOST_FIGURES = 8
_HELP_BY_ROLE = ("export", "upload", "admin")
_WORD = re.compile(r"[^\W_]+")  # daily_revenue is asked for as daily revenue
_ANSWER_KINDS = {"schema": "schema", "teach": "teach"}


@stage
async def reply(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Write the answer for what triage recognised; an unknown term goes on as a data question."""
    context, triage = runtime.context, state["triage"]
    assert triage is not None
    text = await _text(triage["kind"], triage["reason"], state["asked"], context)
    if not text:
        return {"triage": {**triage, "kind": "data", "confidence": 0.5, "reason": "nothing_known"}}
    context.show(Token(text))
    return {"answer": text, "answer_kind": _ANSWER_KINDS.get(triage["kind"], "chat")}


async def _text(kind: str, reason: str, asked: str, context: Context) -> str:
    if kind == "help":
        return await _help(context)
    if kind == "chat":
        return say(f"agent.{reason}", context.language)
    if kind == "teach":
        return await (_notes(context) if reason == "notes" else _remembered(taught_text(asked), context))
    if kind == "forget":
        return await _forgotten(choice_forgotten(asked), context)
    if reason == "term":
        return await _definition(term_asked(asked), context)
    tables = await visible_tables(context)
    if reason == "columns" and (named := _named_tables(asked, tables)):
        return "\n\n".join(_described(table, context) for table in named)
    return _listed(tables, context)


async def _help(context: Context) -> str:
    questions: Sequence[str] = await context.knowledge.nearest_questions(
        "", context.connection, _MOST_EXAMPLES, context.rights, context.language
    )
    if not questions:
        questions = await over_metrics("", _MOST_EXAMPLES, context)
    language, features = context.language, context.rights.features
    more = [say(f"agent.help_{name}", language) for name in _HELP_BY_ROLE if name in features]
    examples = [f"- {question}" for question in questions]
    about = [f"- {line}" for line in (say("agent.help_commands", language), *more)]
    kinds = await _kinds_of_questions(context)
    return "\n".join([say("agent.help", language), *kinds, *examples, "", *about])


async def _kinds_of_questions(context: Context) -> list[str]:
    """Return the line that says what can be asked, with the first figures that the person may see, if any."""
    figures = context.figures
    desk = figures and await figures.desk(context.connection, context.rights, context.today, context.language)
    if not desk:
        return []
    catalog, language = desk.catalog, context.language
    first = [one for one in (*catalog.scorecard, *catalog.metrics) if desk.opens(one)]
    names = [in_sentence(catalog.metrics[one].label(language), language) for one in dict.fromkeys(first)][
        :_MOST_FIGURES
    ]
    told = say("interpretation.comma", language).join(names)
    return [say("agent.help_kinds", language, figures=told)] if names else []


async def _remembered(text: str, context: Context) -> str:
    """Keep what a person asks to be remembered, for that person alone."""
    if not text:
        return say("agent.teach_empty", context.language)
    note = await context.notes.add(context.user.name, context.connection, text)
    return say("agent.noted", context.language, text=note.text)


async def _notes(context: Context) -> str:
    """List what the person asked to be remembered."""
    notes = await context.own_notes()
    if not notes:
        return say("agent.no_notes", context.language)
    head = say("agent.notes", context.language, count=len(notes))
    return "\n".join([head, *(f"- {' '.join(note.text.split())}" for note in notes)])


async def _forgotten(choice: str, context: Context) -> str:
    """Forget what the person chose between readings: one choice, or all of them."""
    count = await context.preferences.forget(context.user.name, context.connection, choice)
    return say("agent.choices_forgotten" if count else "agent.no_choices", context.language, count=count)


async def _definition(term: str, context: Context) -> str:
    """Return what the person noted about a term, else its definition, else what was taught, or nothing."""
    if pointer(term):
        return ""  # what's its ADR: the figure, of what was shown
    own = [note for note in noted(await context.own_notes(), term).named if note.defines]
    if own:
        return f"**{own[0].item.title}** · {say('agent.own_note', context.language)}\n\n{own[0].text}"
    if context.figures is not None and (
        known := await context.figures.definition(term, context.connection, context.rights, context.language)
    ):
        return known
    linked = await link(term, context)
    wanted = term.casefold()
    found = [document for document in linked.documents if wanted in document.title.casefold()]
    return f"**{found[0].title}**\n\n{found[0].text}" if found else _in_general(term, context.language)


def _in_general(term: str, language: Language) -> str:
    """Return what a term of business means anywhere, or each of two side by side, or nothing."""
    told = [f"**{name}**\n\n{say(f'terms.{code}', language)}" for name, code in general_terms(term)]
    return "\n\n".join([*told, say("terms.in_general", language)]) if told else ""


async def visible_tables(context: Context) -> list[Table]:
    """Return the tables this user may ask about, with the descriptions that were taught."""
    schema = await context.database.load_schema()
    taught = await context.knowledge.schema(context.connection)
    seen = [table for table in schema.tables if context.may_see(table.full_name)]
    return [with_taught(table, taught.table(table.full_name)) for table in seen]


def _named_tables(asked: str, tables: list[Table]) -> list[Table]:
    text, words = asked.casefold(), f" {' '.join(_WORD.findall(asked.casefold()))} "
    return [
        table
        for table in tables
        if table.name.casefold() in text
        or f" {' '.join(_WORD.findall(table.name.casefold()))} " in words
        or label_of(table).casefold().removesuffix("表") in text
    ]


def _listed(tables: list[Table], context: Context) -> str:
    if not tables:
        return say("agent.no_tables", context.language)
    lines = [f"- `{table.name}` {table.comment}".rstrip() for table in tables[:_MOST_TABLES]]
    return "\n".join([say("agent.tables", context.language, count=len(tables)), *lines])


def _described(table: Table, context: Context) -> str:
    columns = [
        f"- `{column.name}` {column.comment or column.type}"
        for column in table.columns
        if context.may_see(f"{table.full_name}.{column.name}")
    ]
    title = say("agent.columns", context.language, table=f"`{table.name}` {table.comment}".rstrip())
    return "\n".join([title, *columns])
