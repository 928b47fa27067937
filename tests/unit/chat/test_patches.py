"""Each mend in Chainlit is needed, and holds."""

import asyncio
import inspect
from typing import Any

import chainlit.server
import chainlit.socket
import pytest
from chainlit.config import config
from chainlit.emitter import ChainlitEmitter
from chainlit.session import WebsocketSession

from chat import patches


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
