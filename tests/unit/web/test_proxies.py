"""What a reverse proxy says is believed of the proxies that are named."""

from typing import Any

import pytest

from errors import SettingsError
from web.proxies import TrustedProxies, networks_of

TRUSTED = "10.0.0.0/8, 127.0.0.9"


async def seen(peer: str, *headers: tuple[str, str], behind_nginx: bool = False) -> dict[str, Any]:
    """Return the scope that reaches the app."""
    reached: list[dict[str, Any]] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        reached.append(scope)

    raw = [(name.encode(), value.encode()) for name, value in headers]
    scope = {"type": "http", "client": (peer, 5), "scheme": "http", "headers": raw}
    trusting = TrustedProxies(app, networks_of(TRUSTED), ["X-Auth-Email"], behind_nginx=behind_nginx)
    await trusting(scope, None, None)  # type: ignore[arg-type]
    return reached[0]


async def test_reader_is_the_last_address_that_no_trusted_proxy_has() -> None:
    scope = await seen("10.0.0.1", ("x-forwarded-for", "6.6.6.6, 203.0.113.7, 10.0.0.2"))
    assert scope["client"] == ("203.0.113.7", 0)


async def test_scheme_is_the_readers() -> None:
    assert (await seen("10.0.0.1", ("x-forwarded-proto", "https")))["scheme"] == "https"
    assert (await seen("10.0.0.1", ("x-forwarded-proto", "gopher")))["scheme"] == "http"
    assert (await seen("203.0.113.7", ("x-forwarded-proto", "https")))["scheme"] == "http"


async def test_anybody_else_names_neither_themselves_nor_their_address() -> None:
    told = (("x-auth-email", "boss@example.com"), ("x-forwarded-for", "127.0.0.1"), ("accept", "*/*"))
    scope = await seen("203.0.113.7", *told)
    assert scope["headers"] == [(b"accept", b"*/*")] and scope["client"] == ("203.0.113.7", 5)


async def test_trusted_proxy_names_the_person() -> None:
    scope = await seen("127.0.0.9", ("x-auth-email", "boss@example.com"))
    assert scope["headers"] == [(b"x-auth-email", b"boss@example.com")]


async def test_unnamed_proxy_on_this_machine_makes_nobody_local() -> None:
    assert (await seen("127.0.0.1", ("x-forwarded-for", "203.0.113.7")))["client"] == ("relayed", 0)
    assert (await seen("127.0.0.1"))["client"] == ("127.0.0.1", 5)


@pytest.mark.parametrize(
    ("passed", "reader", "named"),
    [
        ("203.0.113.7", "203.0.113.7", False),  # a browser, which may write any header
        ("10.0.0.2, 203.0.113.7", "203.0.113.7", False),
        ("203.0.113.7, 10.0.0.2", "203.0.113.7", True),  # a trusted proxy, in front of nginx
        ("6.6.6.6, 127.0.0.1", "127.0.0.1", False),  # a browser on this machine
    ],
)
async def test_behind_our_nginx_a_name_is_believed_of_a_trusted_proxy_in_front_of_it(
    passed: str, reader: str, named: bool
) -> None:
    told = (("x-forwarded-for", passed), ("x-auth-email", "boss@example.com"), ("x-forwarded-proto", "https"))
    scope = await seen("127.0.0.1", *told, behind_nginx=True)
    assert (scope["client"][0], scope["scheme"]) == (reader, "https")
    assert ((b"x-auth-email", b"boss@example.com") in scope["headers"]) is named


def test_network_that_is_none_is_refused() -> None:
    with pytest.raises(SettingsError) as refused:
        networks_of("10.0.0.0/8, proxy")
    assert refused.value.params["name"] == "TRUSTED_PROXIES"
