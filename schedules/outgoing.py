"""Requests to webhooks: https to public addresses, and what WEBHOOK_HOSTS allows beside."""

import ipaddress
from collections.abc import Collection
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urlsplit

from yarl import URL

from errors import DeliveryError, InputError
from schedules.forms import Post

if TYPE_CHECKING:
    from aiohttp.abc import AbstractResolver

TIMEOUT_S = 15.0
MOST_READ = 4096  # of what a webhook answers
_Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def allowed_hosts(setting: str | None) -> frozenset[str]:
    """Return the hosts of WEBHOOK_HOSTS, each as host or host:port, in lower case."""
    return frozenset(part.strip().lower() for part in (setting or "").split(",") if part.strip())


def require_allowed(url: str, allowed: Collection[str]) -> SplitResult:
    """Return a URL's parts, or raise InputError where it leads to where we do not send.

    A name is looked up when it is sent to, and what it stands for then is asked about again.
    """
    try:
        parts = urlsplit(url)
        sent_to = URL(url)  # as the client reads it: １２７。0。0。1 is 127.0.0.1
        host, port = (sent_to.raw_host or "").lower(), parts.port
    except ValueError as error:
        raise InputError("webhook_url") from error
    if (
        parts.scheme not in ("http", "https")
        or not host
        or parts.username
        or parts.password
        or parts.fragment
    ):
        raise InputError("webhook_url")
    if is_allowed(host, port or (443 if parts.scheme == "https" else 80), allowed):
        return parts
    if parts.scheme != "https":
        raise InputError("webhook_https")
    address = _literal(host)
    if (address and not is_public(address)) or host == "localhost" or host.endswith(".localhost"):
        raise InputError("webhook_private")
    return parts


def is_allowed(host: str, port: int, allowed: Collection[str]) -> bool:
    """Tell whether an operator allowed a host, at every port or at this one."""
    return host in allowed or f"{host}:{port}" in allowed


def is_public(address: _Address) -> bool:
    """Tell whether an address is one of the open net, also where it is wrapped in another."""
    if isinstance(address, ipaddress.IPv6Address):
        teredo = address.teredo
        inner = address.ipv4_mapped or address.sixtofour or (teredo[1] if teredo else None)
        if inner is None and address in ipaddress.ip_network("64:ff9b::/96"):
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(inner)
    return address.is_global and not address.is_multicast and not address.is_reserved


async def send(
    post: Post, allowed: Collection[str], resolver: "AbstractResolver | None" = None
) -> tuple[int, bytes]:
    """Send a request; return status and the beginning of the answer, or raise DeliveryError.

    Where it went is a secret: no error carries it, nor what the HTTP client says, which names it.
    """
    try:
        require_allowed(post.url, allowed)
    except InputError as error:
        raise DeliveryError(error.code) from error
    import aiohttp  # 0.1 s of every start, for who sends nothing

    from schedules.resolving import PublicOnly

    timeout = aiohttp.ClientTimeout(total=TIMEOUT_S)
    connector = aiohttp.TCPConnector(resolver=PublicOnly(allowed, resolver), use_dns_cache=False)
    try:
        async with (
            aiohttp.ClientSession(connector=connector, timeout=timeout, trust_env=False) as session,
            session.post(post.url, data=post.body, headers=post.headers, allow_redirects=False) as answer,
        ):
            return answer.status, await answer.content.read(MOST_READ)
    except (TimeoutError, aiohttp.ClientError, OSError, ValueError):
        raise DeliveryError("webhook_unreachable") from None


def _literal(host: str) -> _Address | None:
    try:
        return ipaddress.ip_address(host.split("%")[0])
    except ValueError:
        return None
