"""Who calls our routes beside the chat, in which language, and how a refusal is told."""

from typing import Annotated

from chainlit.auth import get_current_user
from chainlit.user import PersistedUser
from chainlit.user import User as ChainlitUser
from fastapi import Depends, HTTPException, Request
from fastapi.responses import JSONResponse

from appdb.users import User
from chat.visitor import interface_language
from config.wording import Language, say_error
from errors import AccessError, NotFoundError, WenshuError
from services import services


async def _reader(user: Annotated[ChainlitUser | PersistedUser | None, Depends(get_current_user)]) -> str:
    if user is None:
        raise HTTPException(401)
    return str(user.identifier)


Reader = Annotated[str, Depends(_reader)]


async def _person(reader: Reader) -> User:
    """Return the person as the database knows them now."""
    found = await services().people.find(reader)
    if found is None:
        raise HTTPException(401)
    return found


def _language(request: Request) -> Language:
    return interface_language(request.headers.get("accept-language", "en"))


Person = Annotated[User, Depends(_person)]
Spoken = Annotated[Language, Depends(_language)]


def said(error: WenshuError, language: Language) -> JSONResponse:
    """Answer a refusal with its sentence in the reader's language."""
    status = 404 if isinstance(error, NotFoundError) else 403 if isinstance(error, AccessError) else 422
    return JSONResponse({"detail": say_error(error, language)}, status)
