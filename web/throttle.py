"""Against guessing passwords: an address may be wrong so often a minute, whichever process it comes to."""

import asyncio
import logging
from collections.abc import Callable
from weakref import WeakValueDictionary

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from appdb.places import Places
from errors import WenshuError

log = logging.getLogger(__name__)

WRONG = 10
WINDOW_S = 60.0
AT_ONCE = 2  # from one address in one process: people who share an address must not use up each other's tries
_KIND = "sign_in"


class SignInLimit:
    """Refuse further sign-ins from an address after too many wrong ones.

    Each try takes a place before it is known to be wrong, and gives it back if it was not: tries that come at
    once cannot all pass before the first is counted.
    """

    def __init__(self, app: ASGIApp, places: Callable[[], Places]) -> None:
        self.app = app
        self._places = places
        self._gates: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take the sign-ins of an address a few at a time."""
        if scope["type"] != "http" or scope["path"] != "/login" or scope["method"] != "POST":
            await self.app(scope, receive, send)
            return
        address = (scope.get("client") or ("", 0))[0]
        async with self._gates.setdefault(address, asyncio.Semaphore(AT_ONCE)):
            await self._sign_in(address, scope, receive, send)

    async def _sign_in(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Let one try through where a place is left."""
        try:
            places = self._places()
            place = await places.take(_KIND, address, WRONG, WINDOW_S)
        except WenshuError as error:  # nobody can sign in without it either
            log.warning("sign-ins not counted", extra={"cause": error.detail})
            await JSONResponse({"detail": "unavailable"}, 503)(scope, receive, send)
            return
        if place is None:
            after = {"Retry-After": str(int(WINDOW_S))}
            await JSONResponse({"detail": "toomanyattempts"}, 429, after)(scope, receive, send)
            return
        was_wrong = False

        async def send_and_note(message: Message) -> None:
            nonlocal was_wrong
            if message["type"] == "http.response.start":
                was_wrong = message["status"] == 401
            await send(message)

        try:
            await self.app(scope, receive, send_and_note)
        finally:
            if not was_wrong:
                await places.free(place)
