"""Our routes that the cards of teaching call: stage what was read, delete or offer notes."""

from typing import Annotated, Any

from fastapi import APIRouter, Body
from fastapi.responses import JSONResponse

from chat import notes, own_files, uploads
from chat.reader import Person, Spoken, said
from errors import WenshuError

router = APIRouter(include_in_schema=False)


@router.get("/teach/drafts/{ident}")
async def draft(ident: str, person: Person, language: Spoken) -> dict[str, Any]:
    """Return the card of one's own draft as it stands."""
    return await uploads.state_of(ident, person, language)


@router.post("/teach/drafts/{ident}/stage", response_model=None)
async def stage(ident: str, person: Person, language: Spoken) -> dict[str, Any] | JSONResponse:
    """Stage one's own draft."""
    try:
        return await uploads.stage(ident, person, language)
    except WenshuError as error:
        return said(error, language)


@router.post("/teach/drafts/{ident}/read", response_model=None)
async def read(
    ident: str, person: Person, language: Spoken, reads_as: Annotated[str, Body(embed=True, alias="as")]
) -> dict[str, Any] | JSONResponse:
    """Read one's own table as one says it is."""
    try:
        return await uploads.choose(ident, reads_as, person, language)
    except WenshuError as error:
        return said(error, language)


@router.post("/own-files/{name}/{what}", response_model=None)
async def act_on_file(
    name: str, what: str, person: Person, language: Spoken
) -> dict[str, Any] | JSONResponse:
    """Keep, delete, leave or ask again one's own file."""
    try:
        return await own_files.act(name, what, person, language)
    except WenshuError as error:
        return said(error, language)


@router.get("/notes")
async def own_notes(person: Person, language: Spoken, connection: str = "") -> dict[str, Any]:
    """Return the card of one's own notes."""
    return await notes.card(person, connection, language)


@router.post("/notes/{ident}/remove", response_model=None)
async def remove_note(ident: str, person: Person, language: Spoken) -> dict[str, Any] | JSONResponse:
    """Forget one's own note."""
    try:
        return await notes.remove(ident, person, language)
    except WenshuError as error:
        return said(error, language)


@router.post("/notes/{ident}/offer", response_model=None)
async def offer_note(ident: str, person: Person, language: Spoken) -> dict[str, Any] | JSONResponse:
    """Offer one's own note for review."""
    try:
        return await notes.offer(ident, person, language)
    except WenshuError as error:
        return said(error, language)
