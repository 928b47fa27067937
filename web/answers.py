"""The page of one answer, under a link of its own, and the making of that link."""

from typing import Any
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, JSONResponse

from agent.events import Answer
from answers.markdown import harmless
from answers.visible import visible
from appdb.turns import Turn
from appdb.users import User
from chat.reader import Person, Spoken, said
from config.wording import Language, say_error
from errors import AccessError, NotFoundError, WenshuError
from services import services
from web.api.seen import origin_of, sees_sql
from web.pages import language_of, render
from web.sharing import opened, share
from web.signed_in import SignedIn

router = APIRouter(prefix="/answers", include_in_schema=False)
MOST_ROWS = 100


@router.post("/{turn}/share", response_model=None)
async def give(turn: str, person: Person, language: Spoken) -> dict[str, Any] | JSONResponse:
    """Share one's own answer; the card copies the link that comes back."""
    try:
        return {"path": await share(await services().turns.get(turn), person)}
    except WenshuError as error:
        return said(error, language)


@router.get("/{turn}")
async def page(request: Request, turn: str, user: SignedIn) -> HTMLResponse:
    """Show an answer to whoever may see it; tell anybody else why not."""
    language = language_of(request)
    try:
        found, answer = await opened(turn, user)
    except (AccessError, NotFoundError) as error:
        status = 403 if isinstance(error, AccessError) else 404
        return render(
            request, "answer.html", "api.answer", status=status, user=user, refusal=say_error(error, language)
        )
    shown = _shown(found, answer, user, language)
    return render(request, "answer.html", "api.answer", user=user, refusal="", **shown)


def _shown(turn: Turn, answer: Answer, user: User, language: Language) -> dict[str, Any]:
    zone = ZoneInfo(services().settings.timezone)
    rows = answer.rows[:MOST_ROWS]
    return {
        "question": visible(answer.question),
        "interpretation": visible(answer.interpretation),
        "words": harmless(answer.answer),
        "origin": origin_of(answer, language),
        "columns": [(visible(one["name"]), one["type"] in ("integer", "number")) for one in answer.columns],
        "rows": [["" if cell is None else visible(str(cell)) for cell in row] for row in rows],
        "more": max(0, answer.row_count - len(rows)),
        "sql": visible(answer.sql) if sees_sql(user) else None,
        "turn": turn,
        "asked_at": turn.started_at.astimezone(zone).strftime("%Y-%m-%d %H:%M"),
        "own": turn.owner == user.name,
    }
