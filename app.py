"""The browser's entry (`chainlit run app.py`): handlers that translate messages in and events out."""

import asyncio
from typing import Any, cast

import chainlit as cl
from chainlit.data import get_data_layer
from chainlit.oauth_providers import get_configured_oauth_providers
from chainlit.server import app
from chainlit.session import WebsocketSession
from chainlit.types import ThreadDict

from appdb.following import follow
from appdb.places import Places
from chat import (
    downloads,
    export,
    forgetting,
    opening,
    patches,
    preferences,
    routes,
    sign_in,
    taking_up,
    uploads,
)
from chat.composed import turn_in
from chat.files import LocalFiles
from chat.guarded import guarded
from chat.history import History
from chat.kept import keep, kept
from chat.reply import Reply
from chat.visitor import (
    answer_mode,
    chosen_connection,
    current_user,
    given_query,
    interface_language,
    language_for,
    look_for,
    look_of,
    shows_steps,
)
from commands.child import wait_for_launcher
from config.logging import configure
from config.memory import settle
from config.settings import settings
from config.wording import LANGUAGES, say
from errors import AccessError
from evaluation.teaching import stop_runs
from services import Services, close_services, open_services, services
from web import answers, openai, schedule_page, token_page, trace
from web.admin import routes as admin_page
from web.api import app as api
from web.embedding import page as embed_page
from web.embedding.door import EmbedSessions
from web.mcp import http as mcp_door
from web.middleware import BodyLimit, NamesOfFiles, RequestLog, SecurityHeaders
from web.origin import SameOrigin
from web.proxies import TrustedProxies, networks_of
from web.routing import EMBEDDING, HEADER_SIGN_IN, PROVIDER_SIGN_IN, close_unused, put_first
from web.sessions import LiveSessions
from web.signed_in import SignInNeeded
from web.throttle import SignInLimit

REFRESH = {say("chat.card.refresh", language) for language in LANGUAGES}  # what a card's button sends along
background: set[asyncio.Task[None]] = set()  # the event loop alone would let them be collected

configure(settings())
patches.apply()
patches.take_uploads_up_to(max(settings().max_upload_mb, settings().max_file_mb))
patches.sessions_last(settings().session_hours)
if settings().behind_tls:
    patches.cookies_over_tls_only()
by_provider = bool(get_configured_oauth_providers())
sign_in_headers = [name for name in (settings().sign_in_header, settings().sign_in_groups_header) if name]
ways = {HEADER_SIGN_IN: settings().sign_in_header, PROVIDER_SIGN_IN: by_provider}
framers = settings().embedding_origins
close_unused(app, used=[*(path for path, wanted in ways.items() if wanted), *(EMBEDDING if framers else ())])
api.mounted(app)
mcp_door.mounted(app)
openai.mounted(app)
put_first(app, routes.router)
put_first(app, downloads.router)
put_first(app, admin_page.router)
put_first(app, trace.router)
put_first(app, token_page.router)
put_first(app, answers.router)
put_first(app, schedule_page.router)
if framers:
    put_first(app, embed_page.router)
app.add_exception_handler(SignInNeeded, admin_page.sign_in_page)
app.add_middleware(
    BodyLimit,
    limit=(settings().max_upload_mb + 1) * 1_000_000,
    upload_limit=(settings().max_file_mb + 1) * 1_000_000,
)
app.add_middleware(LiveSessions, is_open=lambda session: services().people.sessions.is_open(session))
if framers:
    app.add_middleware(EmbedSessions)
app.add_middleware(SignInLimit, places=lambda: Places(services().app_database))
app.add_middleware(SameOrigin, public_url=settings().public_url or "")
app.add_middleware(
    TrustedProxies,
    networks=networks_of(settings().trusted_proxies),
    names=sign_in_headers,
    behind_nginx=settings().workers > 1,
)
app.add_middleware(NamesOfFiles)
app.add_middleware(SecurityHeaders, framers=framers)
app.add_middleware(RequestLog)


@cl.on_app_startup
async def start() -> None:
    """Build everything once; without it there is nothing to serve."""
    await asyncio.to_thread(wait_for_launcher)
    try:
        opened = await open_services()
    except Exception as error:  # Chainlit would log it and serve a chat that cannot answer
        raise SystemExit(str(error)) from error
    get_data_layer()  # Chainlit asks for it at the end too, when nothing is open any more
    background.add(asyncio.create_task(_read_ahead(opened)))
    background.add(asyncio.create_task(follow(opened.registry.refresh, "registered databases")))
    background.add(asyncio.create_task(follow(opened.own_files.refresh, "own files")))
    background.add(asyncio.create_task(opened.check_nightly()))
    background.add(asyncio.create_task(opened.take_up_abandoned()))
    background.add(asyncio.create_task(opened.carry_out_schedules()))
    background.add(asyncio.create_task(forgetting.every_day()))


async def _read_ahead(opened: Services) -> None:
    """Read what questions need, and keep what is there then out of every search for garbage."""
    await opened.warm_up()
    settle()


@cl.on_app_shutdown
async def end() -> None:
    """Give everything back; a test or rebuild that runs can be started again."""
    await stop_runs()
    await close_services()


@cl.data_layer
def history() -> History:
    """Keep conversations in the app's own database."""
    opened, files = services(), LocalFiles(settings().data_dir / "files")
    return History(opened.app_database, opened.turns, files, look_of, opened.forget)


if settings().password_sign_in:
    cl.password_auth_callback(sign_in.check_password)
if settings().sign_in_header:
    cl.header_auth_callback(sign_in.check_header)
if by_provider:
    cl.oauth_callback(sign_in.check_provider)
cl.on_logout(sign_in.sign_out)


@cl.set_starters
async def starters(user: cl.User | None, language: str | None) -> list[cl.Starter]:
    """Offer example questions."""
    return await opening.starters(user, language)


@cl.set_chat_profiles
async def profiles(user: cl.User | None, language: str | None) -> list[cl.ChatProfile]:
    """Offer the databases, where there are several."""
    return await opening.profiles(user, language)


@cl.on_chat_start
@guarded
async def on_chat_start() -> None:
    """Make a new chat ready."""
    await preferences.show_panel()
    await opening.say_what_is_missing()


@cl.on_chat_resume
@guarded
async def on_chat_resume(thread: ThreadDict) -> None:
    """Make an earlier chat ready; Chainlit brings back what was said once this returns."""
    await preferences.show_panel()
    session = cast(WebsocketSession, cl.context.session)

    def follow() -> None:
        session.current_task = task = asyncio.create_task(taking_up.take_up())  # what the stop button stops
        background.add(task)
        task.add_done_callback(background.discard)

    patches.once_resumed(session, follow)


@cl.on_settings_update
@guarded
async def on_settings_update(chosen: dict[str, Any]) -> None:
    """Keep what was chosen in the settings panel."""
    await preferences.remember(chosen)


@cl.on_message
@guarded
async def on_message(message: cl.Message) -> None:
    """Answer a question, or learn from a file."""
    if cl.context.session.client_type == "webapp":  # an embedded chat's window is another site's
        await cl.send_window_message({"wenshu_thread": cl.context.session.thread_id})
    asked = False
    try:
        user = await current_user()
        connection = chosen_connection(user)
        asked = not message.elements and not export.is_wanted(message.content)
    finally:
        if not asked:
            await keep(message)
    if message.elements:
        await uploads.receive(message, user, connection, interface_language())
        return
    language = language_for(message.content)
    features = services().access.features(user)
    if not asked:
        if "export" not in features:
            raise AccessError("export_denied")
        await kept(export.offer(cl.context.session.thread_id, language)).send()
        return
    turn = turn_in(cl.context.current_step.id)
    events = services().assistant.ask(
        message.content,
        user=user,
        thread=cl.context.session.thread_id,
        connection=connection,
        language=language,
        fresh=message.command in REFRESH,
        mode=answer_mode(),
        turn=turn,
        steps=shows_steps(),
        query=given_query(message.metadata),
    )
    await Reply(turn, look_for(language, features)).show_all(events)
