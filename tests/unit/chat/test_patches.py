"""Each mend in Chainlit is needed, and holds."""

import asyncio
import inspect
import sys
import time
from typing import Any

import chainlit.element
import chainlit.server
import chainlit.socket
import pytest
from chainlit.config import config
from chainlit.context import ChainlitContext, context_var
from chainlit.element import CustomElement
from chainlit.emitter import ChainlitEmitter
from chainlit.message import Message
from chainlit.session import WebsocketSession
from chainlit.step import Step

from chat import patches
from chat.packets import TextPacket


def test_sessions_share_one_configuration_where_chainlit_would_run_a_loop_in_the_loop() -> None:
    needed = "run_until_complete" in inspect.getsource(WebsocketSession.get_config)
    patches.apply()
    session = WebsocketSession.__new__(WebsocketSession)
    session.chat_profile = "demo"
    assert needed and session.get_config() is config


def test_the_page_names_no_foreign_host() -> None:
    assert "https://" in patches._original_template("")
    patches.apply()
    page = chainlit.server.get_html_template("")
    assert "https://" not in page and "/assets/index-" in page


def test_stop_says_nothing_in_english() -> None:
    assert "Task manually stopped." in inspect.getsource(chainlit.socket.stop)
    patches.apply()
    assert chainlit.server.sio.handlers["/"]["stop"] is patches._stop


async def test_a_conversation_that_begins_with_files_alone_is_named_by_them() -> None:
    assert "init_thread(message.content)" in inspect.getsource(ChainlitEmitter.process_message)
    patches.apply()
    named: list[str] = []

    class Emitter(ChainlitEmitter):
        async def flush_thread_queues(self, interaction: str) -> None:
            named.append(interaction)

        def emit(self, event: str, data: Any) -> Any:
            return asyncio.sleep(0)

    session = WebsocketSession.__new__(WebsocketSession)
    session.thread_id, session.files = "one", {"1": {"name": "qa.csv"}, "2": {"name": "shop.sql"}}  # type: ignore[assignment, typeddict-item]
    emitter = Emitter(session)
    for words in ("", "please learn this"):
        await emitter.init_thread(words)
    assert named == ["qa.csv, shop.sql", "please learn this"]


def test_the_theme_follows_the_system() -> None:
    patches.apply()
    assert config.ui.model_dump()["default_theme"] == "system"


def test_the_upload_limit_is_the_settings() -> None:
    patches.take_uploads_up_to(3)
    assert config.features.spontaneous_file_upload is not None
    assert config.features.spontaneous_file_upload.max_size_mb == 3


def test_the_cookie_can_be_kept_to_tls() -> None:
    import chainlit.auth.cookie as cookie

    before = cookie._cookie_secure
    patches.cookies_over_tls_only()
    assert (before, cookie._cookie_secure) == (False, True)
    cookie._cookie_secure = before


async def test_what_waits_for_a_conversation_to_be_back_begins_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = inspect.getsource(chainlit.socket.connection_successful)
    assert before.index("on_chat_resume(thread)") < before.index("emitter.resume_thread(thread)")
    order: list[str] = []

    async def resumed(emitter: Any, thread: Any) -> None:
        order.append("back")

    monkeypatch.setattr(patches, "_original_resume", resumed)
    emitter = ChainlitEmitter(WebsocketSession.__new__(WebsocketSession))
    patches.once_resumed(emitter.session, lambda: order.append("begun"))
    for _ in range(2):
        await patches._resumed_then_followed(emitter, {})  # type: ignore[typeddict-item]
    assert order == ["back", "begun", "back"]


async def test_a_card_is_sent_without_a_file_of_its_own_and_kept_again_where_it_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert "persist_file" in inspect.getsource(patches._original_creation)
    patches.apply()
    session = WebsocketSession.__new__(WebsocketSession)
    kept: list[str] = []

    async def no_file(session: WebsocketSession, *args: Any, **given: Any) -> Any:
        raise AssertionError("a card has no file")

    class Layer:
        async def create_element(self, element: Any) -> None:
            kept.append(element.props["state"])

    monkeypatch.setattr(patches, "_original_keeping", no_file)
    monkeypatch.setattr(chainlit.element, "get_data_layer", lambda: Layer())
    session.thread_id = "one"
    monkeypatch.setattr(session, "emit", lambda event, data: asyncio.sleep(0), raising=False)
    context_var.set(ChainlitContext(session))
    card = CustomElement(name="LearnedCard", props={"state": "read"})
    for state in ("read", "published"):
        card.props = {"state": state}
        await card.send(for_id="message")
        await asyncio.sleep(0)
    assert kept == ["read", "published"] and card.chainlit_key


def test_a_step_and_a_message_do_not_hold_up_the_loop() -> None:
    for made in (Step, Message):
        assert "time.sleep(0.001)" in inspect.getsource(made.__init__)
    patches.apply()
    for made in (Step, Message):
        assert sys.modules[made.__module__].time.sleep is not time.sleep  # type: ignore[attr-defined]


def test_what_is_sent_is_written_faster() -> None:
    patches.apply()
    assert chainlit.server.sio.packet_class is TextPacket
