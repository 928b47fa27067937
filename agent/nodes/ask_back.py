"""The only interrupt: the user decides what is meant, and whether a costly or sensitive query runs."""

import logging
import re
from typing import Any

import sqlglot
from langgraph.runtime import Runtime
from langgraph.types import interrupt
from sqlglot import exp
from sqlglot.errors import SqlglotError

from agent.context import Context
from agent.stages import stage
from agent.state import AgentState, Needs, Outcome, Refusal, Turn
from analysis.asked import asks_for_one
from answers.markdown import fenced
from config.wording import LANGUAGES, Language, say
from database.connections import hash_sql
from errors import SettingsError
from reasoning.offline import asked_back
from tools.typed import questions_typed
from understanding.choices import choices
from understanding.metric.apart import asks
from understanding.verdicts import Reading

_log = logging.getLogger(__name__)
_YES = re.compile(
    r"^\s*(是|好|可以|行|同意|确认|继续|运行|执行|y|yes|ok(ay)?|sure|go( ahead| on)?|run( it)?|continue)\W*$",
    re.I,
)
_NO = re.compile(
    r"^\s*(不(用|要|行|是|必|执行)?了?|否|取消|算了|no(pe)?|cancel|stop|don'?t)\W*$", re.IGNORECASE
)
# Another question behind it: never mind, how much did Humen sell.
_NEVER_MIND = re.compile(
    r"^\s*(?:算了|不用了|不问这个了?|换个问题|never ?mind|forget (?:it|that))[\s,，。.;；:：]+(?=\S{2})", re.I
)
_SQL = re.compile(r"^\s*(select\s|with\s+\S+\s+as\s*\()", re.IGNORECASE)
_FENCE = re.compile(r"^\s*```\w*\n|\n?```\s*$")
# To sqlglot `from last month` is a query too.
_SELECTS = re.compile(r"\bselect\b", re.IGNORECASE)
_CHANGES = (exp.DML, exp.DDL, exp.Drop, exp.Alter, exp.TruncateTable)


@stage
async def ask_back(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Wait for the user's choice, then let the loop begin again with it."""
    needs, language = state["needs"], runtime.context.language
    assert needs is not None
    # Run again from its first line on resume: nothing may be written before this.
    chosen = str(interrupt(dict(needs)))
    if needs["kind"] == "confirm":
        for how in ("narrow", "edit"):
            # In any language: what comes after it, such as SQL, may be told for another than its own.
            if chosen in [say(f"agent.confirm.{how}", spoken) for spoken in LANGUAGES]:
                chosen = str(
                    interrupt(dict(_how(how, state["sql"] if sees_sql(runtime.context) else "", language)))
                )
        return _decided(state, runtime.context, chosen, needs["readings"])
    if chosen in needs["readings"]:
        if state.get("analysis") or needs.get("in_part"):  # asked anew, whatever was chosen before
            return _clarified(state, runtime.context, chosen)
        await _keep_choice(state["question"], needs["readings"], chosen, runtime.context)
        return {**_clarified(state, runtime.context, chosen), "preferred": chosen}
    if not needs.get("alone"):
        return _clarified(state, runtime.context, chosen)
    if _NO.match(chosen):
        return _none_of_them(language)
    dropped = _NEVER_MIND.match(chosen)
    if dropped is not None:
        return _asked_anew(state, chosen[dropped.end() :])
    return await _in_own_words(state, needs, chosen, runtime.context)


async def _in_own_words(state: AgentState, needs: Needs, chosen: str, context: Context) -> dict[str, Any]:
    """Go on with what a message comes to that is none of the readings."""
    typed = await questions_typed(state["question"], needs["readings"], chosen, context)
    meant = typed.questions
    if not meant and (asks(chosen) or asks_for_one(chosen)):
        return _asked_anew(state, chosen)
    untold = needs.get("in_part") and not needs.get("left") and meant != [chosen]
    if len(meant) > 1 or (meant and (typed.guessed or untold)):  # still open: each reading, changed so
        which = asked_back(Reading("candidate", alternatives=(*meant,)), context.language)
        chosen = str(interrupt({**needs, "question": which, "readings": meant}))
        return _clarified(state, context, chosen, chosen if chosen in meant else None)
    left = {"uncounted": needs.get("left", [])} if meant and typed.goes_on else {}
    return {**_clarified(state, context, chosen, *meant), **left}


def _none_of_them(language: Language) -> dict[str, Any]:
    """End the turn where none of the readings was meant."""
    message = say("agent.none_meant", language)
    return {
        "needs": None,
        "refusal": Refusal(reason="declined", message=message, readings=[]),
        "outcome": Outcome(tool="generate_sql", ok=False, error_class="no_sql"),
    }


def _asked_anew(state: AgentState, chosen: str) -> dict[str, Any]:
    """Take a question that is no part of what was asked back, which stays without an answer, as its own."""
    open_still = Turn(
        question=state["question"], sql="", answer="", kind="unanswerable", source=None, beside="", clauses=[]
    )
    history = [*state.get("history", []), open_still]
    return {"asked": chosen, "anew": True, "needs": None, "history": history}


async def _keep_choice(question: str, readings: list[str], chosen: str, context: Context) -> None:
    """Keep a choice for the next time; a full disk must not take the answer away."""
    try:
        await context.preferences.keep(
            context.user.name, context.connection, chosen, choices(question, readings, chosen)
        )
    except SettingsError as error:
        _log.error("choice_not_kept", extra={"code": error.code, "cause": error.detail})


def sees_sql(context: Context) -> bool:
    """Tell whether the person may see SQL."""
    return "see_sql" in context.rights.features


def _how(how: str, sql: str, language: Language) -> Needs:
    question, no = say(f"agent.confirm.{how}_how", language), say("agent.confirm.no", language)
    question += f"\n\n```sql\n{fenced(sql)}\n```" if sql and how == "edit" else ""
    return Needs(kind="narrow" if how == "narrow" else "edit", question=question, readings=[no])


def _decided(state: AgentState, context: Context, chosen: str, readings: list[str]) -> dict[str, Any]:
    """Go on as the user decided: run, run their own SQL, write anew for a narrower question, or stop."""
    needs = state["needs"]
    if needs is not None and chosen in needs.get("shorter", []):
        return _clarified(state, context, chosen, chosen)
    if is_no(chosen, readings):
        return {"needs": None, "outcome": Outcome(tool="valid_sql", ok=False, error_class="unconfirmed")}
    written = Outcome(tool="generate_sql", ok=True, error_class="")
    if is_yes(chosen, readings):  # validated again, since what was approved may be long ago
        return {"needs": None, "confirmed": hash_sql(state["sql"]), "outcome": written}
    if sql := own_sql(chosen):  # through every wall, and asked about anew where it too is costly
        return {
            "needs": None,
            "sql": sql,
            "sql_source": "generated",
            "metric_query": None,
            "measures": [],
            "parts": [],
            "outcome": written,
        }
    return _clarified(state, context, chosen)


def _clarified(state: AgentState, context: Context, chosen: str, typed: str | None = None) -> dict[str, Any]:
    """Go on with what was chosen: `typed` is the whole question that a message in its own words came to."""
    context.desk.linked = None
    needs = state["needs"]
    if needs is not None and needs.get("alone", False) and chosen in needs["readings"]:
        typed = chosen
    left = needs.get("left", []) if needs is not None and chosen in needs["readings"] else []
    told = say("agent.clarified", context.language, question=state["question"], choice=chosen)
    return {
        "question": typed or told,
        "alone": typed is not None,
        "needs": None,
        "clarified": True,
        "uncounted": left,
        "refusal": None,
        "widened": False,
        "outcome": None,
        "faults": [],
        "attempts": {},
        "steps": 0,
        "tried": [],
    }


def is_yes(chosen: str, readings: list[str]) -> bool:
    """Say whether the user agreed: the first reading, or a plain yes in either language."""
    return chosen.strip() == readings[0] or bool(_YES.match(chosen))


def is_no(chosen: str, readings: list[str]) -> bool:
    """Say whether the user declined: the last reading, or a plain no in either language."""
    return chosen.strip() == readings[-1] or bool(_NO.match(chosen))


def own_sql(text: str) -> str:
    """Return the statement that a message is, or nothing; what would change data the guard refuses."""
    sql = _FENCE.sub("", text).strip()
    if _SQL.match(sql):
        return sql
    try:
        tree = sqlglot.parse_one(sql)
    except (SqlglotError, RecursionError):
        return ""
    is_query = isinstance(tree, exp.Query) and _SELECTS.search(sql)
    return sql if is_query or isinstance(tree, _CHANGES) else ""
