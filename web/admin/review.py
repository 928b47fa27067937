"""The review tab: verdicts and offered notes, accepted into the next version or rejected with a reason."""

from dataclasses import dataclass
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Form, Request
from starlette.responses import HTMLResponse

from config.wording import Language, say, say_error
from database.rights import Rights
from errors import InputError, WenshuError
from services import services
from teaching.upkeep.pair_checks import slotted, try_pair
from teaching.upkeep.review import KINDS, STATES, Review, taught_item
from web.admin.acts import audit
from web.admin.page import PAGE_SIZE, chosen, connections_of, render, text_of
from web.pages import language_of
from web.signed_in import Admin, ours

router = APIRouter(prefix="/admin/review", include_in_schema=False)
Connection = Annotated[str, Form()]


@dataclass(frozen=True)
class Shown:
    """An entry with what its form proposes."""

    review: Review
    content: str
    slots: bool  # dates of the answer's SQL became slots
    reasons: list[str]


@router.get("")
async def page(
    request: Request, user: Admin, connection: str = "", state: str = "open", kind: str = "", page: int = 0
) -> HTMLResponse:
    """Show the queue."""
    name = chosen(connection, user)
    template = "review_list.html" if "hx-request" in request.headers else "review.html"
    return render(
        request,
        template,
        user=user,
        here="review",
        connection=name,
        connections=connections_of(user),
        states=STATES,
        kinds=KINDS,
        **await _listed(request, name, state, kind, min(max(page, 0), 100_000)),
    )


@router.post("/{ident}/promote", dependencies=ours)
async def promote(
    request: Request,
    user: Admin,
    ident: str,
    connection: Connection = "",
    title: Annotated[str, Form()] = "",
    content: Annotated[str, Form()] = "",
) -> HTMLResponse:
    """Stage an entry as it was edited, verified by this admin; a pair is tried on the database first."""
    name, language = chosen(connection, user), language_of(request)
    try:
        review = await services().reviews.get(ident, name)
        item = taught_item(review, title, content, user.name)
        if item.kind == "pair":
            database, rights = services().databases.get(name), services().access.rights(user, name)
            await try_pair(item.title, item.content, database, rights)

        async def stage() -> str:
            staged = await services().knowledge.stage([item], name, user.name)
            return staged.added[0].id if staged.added else staged.unchanged[0]

        await services().reviews.decide(ident, "promoted", user.name, stage)
    except WenshuError as error:
        words = say_error(error, language)
        return await _after(request, name, f"{words} {error.detail}".strip(), good=False)
    await audit(user, "review.promote", name, review=ident, title=item.title, author=review.author)
    return await _after(request, name, text_of("review_promoted", language, title=item.title), good=True)


@router.post("/{ident}/reject", dependencies=ours)
async def reject(
    request: Request,
    user: Admin,
    ident: str,
    connection: Connection = "",
    reason: Annotated[str, Form()] = "",
) -> HTMLResponse:
    """Reject an entry; its reason is kept."""
    name, language = chosen(connection, user), language_of(request)

    async def nothing() -> str:
        return ""

    try:
        if not reason.strip():
            raise InputError("review_reason_missing")
        review = await services().reviews.get(ident, name)
        await services().reviews.decide(ident, "rejected", user.name, nothing, reason.strip())
    except WenshuError as error:
        return await _after(request, name, say_error(error, language), good=False)
    await audit(user, "review.reject", name, review=ident, author=review.author, reason=reason.strip()[:500])
    return await _after(request, name, text_of("review_rejected", language, title=review.title), good=True)


async def _after(request: Request, connection: str, message: str, *, good: bool) -> HTMLResponse:
    said: dict[str, Any] = {"message": message, "details": [], "good": good, "undo": []}
    listed = await _listed(request, connection, "open", "", 0)
    return render(request, "review_after.html", connection=connection, **said, **listed)


async def _listed(request: Request, connection: str, state: str, kind: str, page: int) -> dict[str, Any]:
    reviews = services().reviews
    found = await reviews.listed(
        connection,
        next((known for known in STATES if known == state), None),
        next((known for known in KINDS if known == kind), None),
        PAGE_SIZE + 1,
        page * PAGE_SIZE,
    )
    return {
        "entries": [await _shown(review, language_of(request)) for review in found[:PAGE_SIZE]],
        "more": len(found) > PAGE_SIZE,
        "asked": {"state": state, "kind": kind, "page": page},
        "tally": await reviews.counts(connection),
    }


async def _shown(review: Review, language: Language) -> Shown:
    content = review.proposed
    if review.kind != "note" and review.state == "open":
        database, config = services().databases.get(review.connection), services().settings
        dialect, asked_on = database.dialect, review.asked_at.astimezone(ZoneInfo(config.timezone)).date()
        if config.today or database.spec.today != "clock":
            asked_on = await services().taught.today(review.connection, Rights("", review.connection))
        content = slotted(content, review.question, asked_on, dialect, config.fiscal_year_start_month)
    reasons = [say(f"chat.verdict.{reason}", language) for reason in review.reasons]
    return Shown(review, content, content != review.proposed, reasons)
