"""The second tool: the walls a statement must pass before it may run."""

from langchain_core.tools import tool
from langgraph.types import Command

from agent.events import SqlReady
from agent.state import Needs, Outcome, Refusal
from answers.markdown import fenced
from config.wording import Language, say
from database.connections import ApprovedQuery
from errors import InputError
from tools.answerable import over_periods
from tools.cheaper import approve_cheaply
from tools.data_ends import told_of_days
from tools.reporting import Runtime, done, report


@tool
async def valid_sql(runtime: Runtime) -> Command:
    """Check the written SQL: read only, within the user's rights, and known to the database by a dry run.

    Call after generate_sql. It takes no SQL: it checks the one that was written.
    """
    state, context = runtime.state, runtime.context
    sql = state.get("sql", "")
    if not sql:
        raise InputError("sql_missing", phase="valid_sql")
    approved = await approve_cheaply(state, context)
    approved.require_unmasked()
    sql = approved.sql
    context.desk.approved = approved
    told = await told_of_days(sql, state, context)
    if told.refusal is not None:
        return _without_data(runtime, told.refusal)
    if approved.confirm and state.get("confirmed") != approved.sql_hash:
        return _unconfirmed(runtime, approved, await over_periods(state["question"], context))
    context.show(SqlReady(sql, state.get("sql_source") or "generated"))  # type: ignore[arg-type]
    return done(runtime, "valid_sql", "", sql=sql, sql_hash=approved.sql_hash, days_told=list(told.lines))


def _without_data(runtime: Runtime, refusal: Refusal) -> Command:
    """Report that nothing is there of the time asked about, instead of a figure of nothing."""
    outcome = Outcome(tool="valid_sql", ok=False, error_class="no_data")
    return report(runtime, outcome, refusal["message"], refusal=refusal, sql_hash="")


def _unconfirmed(runtime: Runtime, approved: ApprovedQuery, shorter: list[str]) -> Command:
    """Report that the user must agree first; the statement stays unapproved until then.

    `shorter` are the same question over less time, where it named none: cheaper, and as likely meant.
    """
    language, sees_sql = runtime.context.language, "see_sql" in runtime.context.rights.features
    ways = ("yes", "narrow", "edit", "no") if sees_sql else ("yes", "narrow", "no")
    return report(
        runtime,
        Outcome(tool="valid_sql", ok=False, error_class="unconfirmed"),
        say(f"agent.confirm.{approved.confirm}", language),
        needs=Needs(
            kind="confirm",
            question=_what_would_run(approved, language, sees_sql=sees_sql),
            readings=[
                *(say(f"agent.confirm.{way}", language) for way in ways[:1]),
                *shorter,
                *(say(f"agent.confirm.{way}", language) for way in ways[1:]),
            ],
            shorter=shorter,
        ),
        sql=approved.sql,
        sql_hash="",
    )


def _what_would_run(approved: ApprovedQuery, language: Language, *, sees_sql: bool) -> str:
    """Say why the user is asked; of what is sensitive also which tables are read, and the SQL."""
    lines = [say(f"agent.confirm.{approved.confirm}", language)]
    if approved.confirm == "costly":  # a question of time, to whoever waits; the SQL stands with its step
        return lines[0]
    if approved.tables:
        lines.append(say("agent.confirm.tables", language, tables=", ".join(approved.tables)))
    if sees_sql:
        lines.append(f"```sql\n{fenced(approved.sql)}\n```")
    return "\n\n".join(lines)
