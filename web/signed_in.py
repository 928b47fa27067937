"""Who asks for a page of ours: the chat's sign-in, their present role, a token against forgery."""

import hashlib
import hmac
from typing import Annotated

from chainlit.auth.cookie import get_token_from_cookies
from chainlit.auth.jwt import get_jwt_secret
from fastapi import Depends, HTTPException, Request

from appdb.users import User
from services import services
from web.sessions import session_in


class SignInNeeded(Exception):
    """Nobody is signed in; a browser is sent to the sign-in page."""


async def person(request: Request) -> User:
    """Return the signed-in person as the database knows them now, or raise SignInNeeded."""
    session = session_in(request.scope)
    found = await services().people.find(session.name) if session else None
    if found is None:
        raise SignInNeeded
    return found


SignedIn = Annotated[User, Depends(person)]


async def admin(found: SignedIn) -> User:
    """Return the signed-in person if their role has the feature admin, else refuse with 403."""
    if "admin" not in services().access.features(found):
        raise HTTPException(403)
    return found


def csrf_token(request: Request) -> str:
    """Return the token that belongs to this browser's session."""
    cookie = get_token_from_cookies(dict(request.cookies)) or ""
    secret = (get_jwt_secret() or "").encode()
    return hmac.new(secret, f"csrf:{cookie}".encode(), hashlib.sha256).hexdigest()


async def from_our_page(request: Request, _: SignedIn) -> None:
    """Refuse with 403 a change that does not come from a page of ours."""
    site = request.headers.get("sec-fetch-site", "same-origin")
    token = request.headers.get("x-csrf-token", "")
    if site not in ("same-origin", "none") or not hmac.compare_digest(token, csrf_token(request)):
        raise HTTPException(403)


Admin = Annotated[User, Depends(admin)]
ours = [Depends(from_our_page)]
