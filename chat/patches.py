"""What is mended in Chainlit 2.12, each with its reason; tests/unit/chat/test_patches.py holds them."""

import logging
import os
import re
import sys
import uuid
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any
from weakref import WeakKeyDictionary

import chainlit.auth.cookie
import chainlit.server
import chainlit.socket
from chainlit.config import ChainlitConfig, config
from chainlit.context import init_ws_context
from chainlit.element import CustomElement, Element
from chainlit.emitter import ChainlitEmitter
from chainlit.message import Message
from chainlit.session import WebsocketSession
from chainlit.step import Step
from chainlit.types import MessagePayload, ThreadDict
from chainlit.user import User
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from appdb.space import is_full
from chat.packets import TextPacket
from chat.sign_in import turned_away
from chat.stopping import told

log = logging.getLogger(__name__)

FOREIGN = re.compile(r'<(?:link|meta)\b[^>]*\b(?:href|content)="https?://[^>]*>', re.IGNORECASE)
# Not offered by our page, and answered by Chainlit to whoever sends them all the same.
CLOSED_EVENTS = (
    "edit_message",
    "message_favorite",
    "fetch_favorites",
    "audio_start",
    "audio_chunk",
    "audio_end",
)
# Each of these would hold up the loop for 1 ms, so that no two are of one time; theirs is told in µs.
HELD_UP = (Message.__module__, Step.__module__)
STORAGE_FULL = 507
_original_creation = Element._create
_original_keeping = WebsocketSession.persist_file
_original_entry = chainlit.server._authenticate_user
_original_refusal = chainlit.server._get_oauth_redirect_error
_original_template = chainlit.server.get_html_template
_original_naming = ChainlitEmitter.init_thread
_original_processing = chainlit.socket.process_message
_original_resume = ChainlitEmitter.resume_thread
_once_resumed: WeakKeyDictionary[WebsocketSession, Callable[[], None]] = WeakKeyDictionary()


def apply() -> None:
    """Put every mend in place."""
    WebsocketSession.get_config = _one_config  # type: ignore[assignment, method-assign]
    WebsocketSession.persist_file = _kept_or_told  # type: ignore[assignment, method-assign]
    Element._create = _created_without_its_file  # type: ignore[assignment, method-assign]
    for module in HELD_UP:
        vars(sys.modules[module])["time"] = SimpleNamespace(sleep=lambda seconds: None)
    chainlit.server.sio.packet_class = TextPacket
    chainlit.server.get_html_template = _page_without_foreign_addresses
    chainlit.server._authenticate_user = _entry_with_its_reason
    chainlit.server._get_oauth_redirect_error = _refusal_with_its_reason
    chainlit.server.sio.on("stop", _stop)
    chainlit.socket.process_message = _processed_or_told
    ChainlitEmitter.resume_thread = _resumed_then_followed  # type: ignore[assignment, method-assign]
    ChainlitEmitter.init_thread = _named_by_words_or_files  # type: ignore[assignment, method-assign]
    # uvicorn would believe whatever this machine says of a reader's address; web/proxies.py asks who says it.
    os.environ["FORWARDED_ALLOW_IPS"] = ""
    for event in CLOSED_EVENTS:
        chainlit.server.sio.handlers["/"].pop(event, None)
    # Chainlit's default is dark, and its file knows no word for "as the system has it"; the page does.
    config.ui.default_theme = "system"  # type: ignore[assignment]


def take_uploads_up_to(megabytes: int) -> None:
    """Refuse larger files, on the page and at its route; Chainlit reads the limit from its file only."""
    upload = config.features.spontaneous_file_upload
    if upload is not None:
        upload.max_size_mb = megabytes


def sessions_last(hours: float) -> None:
    """End a sign-in after so long; Chainlit reads the time from its file only."""
    config.project.user_session_timeout = int(hours * 3600)


def cookies_over_tls_only() -> None:
    """Mark the session's cookie Secure; Chainlit does so only together with SameSite=none."""
    chainlit.auth.cookie._cookie_secure = True


def once_resumed(session: WebsocketSession, begin: Callable[[], None]) -> None:
    """Begin something once the page has a conversation back: what comes before that is replaced by it."""
    _once_resumed[session] = begin


async def _resumed_then_followed(emitter: ChainlitEmitter, thread: ThreadDict) -> None:
    await _original_resume(emitter, thread)
    if begin := _once_resumed.pop(emitter.session, None):
        begin()


def _one_config(session: WebsocketSession) -> ChainlitConfig:
    """Give every session the one configuration.

    Chainlit asks for the chat profiles inside a running loop; of 50 browsers connecting at once 15 got a
    RecursionError. Our profiles carry no configuration of their own.
    """
    return config  # type: ignore[no-any-return]


async def _named_by_words_or_files(emitter: ChainlitEmitter, interaction: str) -> None:
    """Name a conversation that begins with files alone by these: without a name its thumbs stay closed."""
    files = ", ".join(file["name"] for file in emitter.session.files.values())
    await _original_naming(emitter, interaction.strip() or files)


def _page_without_foreign_addresses(root_path: str) -> str:
    """Return the page without what it would fetch elsewhere: fonts, KaTeX, a preview picture."""
    return FOREIGN.sub("", _original_template(root_path))  # type: ignore[no-untyped-call]


def _refusal_with_its_reason(request: Request, error: str, status_code: int = 302) -> Response:
    """Say on the sign-in page that somebody is not on the list; Chainlit says only that it failed."""
    return _original_refusal(request, turned_away.get() or error, status_code)


async def _entry_with_its_reason(
    request: Request, user: User | None, redirect_to_callback: bool = False
) -> Response:
    """Say the same to whom a proxy names; Chainlit speaks of a wrong password where none was asked for."""
    if not user and turned_away.get():
        raise HTTPException(401, turned_away.get())
    return await _original_entry(request, user, redirect_to_callback)


async def _processed_or_told(session: WebsocketSession, payload: MessagePayload) -> None:
    """Say that a message was stopped before its answer began; Chainlit says nothing then."""
    await told(_original_processing, session, payload)


async def _kept_or_told(session: WebsocketSession, *args: Any, **given: Any) -> Any:
    """Say of an upload that the disk is full; Chainlit says that something went wrong."""
    try:
        return await _original_keeping(session, *args, **given)
    except OSError as error:
        if not is_full(error):
            raise
        log.error("file_not_kept", extra={"cause": str(error)})
        raise HTTPException(STORAGE_FULL, "storage_full") from error


async def _created_without_its_file(element: Element, persist: bool = True) -> bool:
    """Send an element to the page also when its file finds no room: a chart stays away.

    A card gets none: the page draws it from what is sent, and each file took three hops to threads.
    """
    if isinstance(element, CustomElement):
        element.chainlit_key = element.chainlit_key or uuid.uuid4().hex
        element.persisted = element.updatable = False  # to be kept again where it was changed
    try:
        return await _original_creation(element, persist)
    except HTTPException as error:
        if error.status_code != STORAGE_FULL:
            raise
        element.chainlit_key = uuid.uuid4().hex
        return True


async def _stop(sid: str) -> Any:
    """Cancel the answer; Chainlit also says "Task manually stopped." in English, where our reply speaks."""
    session = WebsocketSession.get(sid)
    if session is None:
        return
    init_ws_context(session)  # type: ignore[no-untyped-call]
    if session.current_task:
        session.current_task.cancel()
