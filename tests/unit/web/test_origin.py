"""Whose page asks."""

from typing import Any

import pytest

from web.origin import SameOrigin

HOST = [(b"host", b"ask.example.com")]


async def answered(
    path: str, method: str, *headers: tuple[bytes, bytes], kind: str = "http", host: Any = HOST, **how: Any
) -> bool:
    """Tell whether a request reaches the app."""
    reached = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        reached.append(scope["path"])

    async def nothing(*_: Any) -> Any:
        return {}

    scope = {"type": kind, "path": path, "method": method, "headers": [*host, *headers]}
    await SameOrigin(app, **how)(scope, nothing, nothing)
    return bool(reached)


@pytest.mark.parametrize(
    ("origin", "reaches"),
    [
        (b"https://ask.example.com", True),
        (b"https://ask.example.com:443", True),
        (b"http://ask.example.com:80", True),
        (b"https://ask.example.com:8443", False),
        (b"https://evil.example", False),
        (b"https://ask.example.com.evil.example", False),
        (b"https://ask.example.com@evil.example", False),
        (b"null", False),
        (b"", False),
        (b"https://[bad", False),
    ],
)
async def test_change_comes_from_our_own_page(origin: bytes, reaches: bool) -> None:
    assert await answered("/feedback", "PUT", (b"origin", origin)) is reaches
    assert await answered("/ws/socket.io/", "GET", (b"origin", origin), kind="websocket") is reaches
    assert await answered("/ws/socket.io/", "GET", (b"origin", origin)) is reaches


async def test_no_page_is_ours_where_no_host_is_named() -> None:
    assert not await answered("/feedback", "PUT", (b"origin", b"null"), host=())


async def test_reading_is_open_to_any_page_the_browser_shows_it_to() -> None:
    assert await answered("/me", "GET", (b"origin", b"https://evil.example"))


async def test_change_without_an_origin_is_judged_by_the_browsers_own_word() -> None:
    assert await answered("/feedback", "PUT")
    assert await answered("/feedback", "PUT", (b"sec-fetch-site", b"same-origin"))
    assert not await answered("/feedback", "PUT", (b"sec-fetch-site", b"cross-site"))
    assert not await answered("/feedback", "PUT", (b"sec-fetch-site", b"same-site"))


async def test_public_address_is_ours_where_a_proxy_changes_the_host() -> None:
    origin = (b"origin", b"https://wenshu.example.org")
    assert not await answered("/feedback", "PUT", origin)
    assert await answered("/feedback", "PUT", origin, public_url="https://wenshu.example.org/")


async def test_providers_form_may_come_from_its_own_page() -> None:
    path = "/auth/oauth/azure-ad-hybrid/callback"
    assert await answered(path, "POST", (b"origin", b"https://login.microsoftonline.com"))
