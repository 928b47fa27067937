"""The second tool: the walls a statement must pass before it may run."""

from langchain_core.tools import tool
from langgraph.types import Command

from agent.events import SqlReady
from agent.state import Needs, Outcome
from config.wording import say
from errors import InputError
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
    approved = await context.database.approve(sql, context.rights, dry_run=context.settings.sql_dry_run)
    context.desk.approved = approved
    if approved.confirm and not state.get("confirmed"):
        return _unconfirmed(runtime, approved.confirm)
    runtime.stream_writer(SqlReady(sql, state.get("sql_source") or "generated"))  # type: ignore[arg-type]
    return done(runtime, "valid_sql", "", sql_hash=approved.sql_hash)


def _unconfirmed(runtime: Runtime, why: str) -> Command:
    """Report that the user must agree first; the statement stays unapproved until then."""
    language = runtime.context.language
    return report(
        runtime,
        Outcome(tool="valid_sql", ok=False, error_class="unconfirmed"),
        why,
        needs=Needs(
            kind="confirm",
            question=say(f"agent.confirm.{why}", language),
            readings=[say("agent.confirm.yes", language), say("agent.confirm.no", language)],
        ),
        sql_hash="",
    )
