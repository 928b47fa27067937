"""The retrieval tab: what a question would be linked to, with scores, and the prompt it would make."""

import time
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from starlette.responses import HTMLResponse

from appdb.users import User
from config.wording import language_of as language_of_text
from config.wording import say_error
from errors import InputError, WenshuError
from knowledge.view import KnowledgeView
from reasoning.prompting import sql_messages
from reasoning.reasoner import Brief
from services import services
from teaching.upkeep.pending import pending
from understanding.asked import Asked
from web.admin.page import chosen, connections_of, render
from web.pages import language_of
from web.signed_in import Admin, ours

router = APIRouter(prefix="/admin/preview", include_in_schema=False)
TABLES = 20


@router.get("")
async def page(request: Request, user: Admin, connection: str = "") -> HTMLResponse:
    """Show the empty form."""
    return render(
        request,
        "preview.html",
        user=user,
        here="preview",
        connection=chosen(connection, user),
        connections=connections_of(user),
    )


@router.post("", dependencies=ours)
async def preview(
    request: Request,
    user: Admin,
    question: Annotated[str, Form()] = "",
    connection: str = Form(""),
    staged: str = Form(""),
) -> HTMLResponse:
    """Link one question and show what came of it; a form, so that no log holds what was asked."""
    try:
        found = await _linked(question.strip(), chosen(connection, user), user, staged == "yes")
    except WenshuError as error:
        return render(request, "linked.html", problem=say_error(error, language_of(request)))
    return render(request, "linked.html", problem="", **found)


async def _view(connection: str, user: User, staged: bool) -> KnowledgeView:
    """Return what is published, or what the next version would hold, built where it is not built yet."""
    knowledge = services().knowledge
    if not staged or not (await pending(services().app_database, connection)).total:
        return knowledge
    return await knowledge.pinned(connection, await knowledge.prepare(connection, user.name))


async def _linked(question: str, connection: str, user: User, staged: bool) -> dict[str, Any]:
    config = services().settings
    if not question:
        raise InputError("question_empty")
    if len(question) > config.max_question_chars:
        raise InputError("question_too_long", most=config.max_question_chars)
    rights, today = services().access.rights(user, connection), await services().today(user, connection)
    view = await _view(connection, user, staged)
    began = time.perf_counter()
    ranked, linked = await view.retrieve_ranked(
        question, connection, rights=rights, today=today, budget_tokens=config.prompt_budget_tokens
    )
    took = time.perf_counter() - began
    brief = Brief(
        question=question,
        language=language_of_text(question),
        connection=connection,
        dialect=services().databases.get(connection).dialect.name,
        today=today.isoformat(),
        linked=linked,
    )
    reused, metric = None, None
    if view is services().knowledge:
        asked = Asked(question, connection, rights, today)
        reused = await services().taught.reuse(asked)
        metric = None if reused else await services().taught.metric(asked)
    return {
        "ranked": ranked[:TABLES],
        "sent": {table.name for table in linked.tables},
        "linked": linked,
        "reused": reused,
        "metric": metric if metric is not None and metric.sql else None,
        "version": await view.version(connection),
        "staged": view is not services().knowledge,
        "prompt": "\n\n".join(str(message.content) for message in sql_messages(brief)),
        "budget": config.prompt_budget_tokens,
        "ms": round(took * 1000, 1),
    }
