"""How the hosts of webhooks are looked up: at the moment they are sent to."""

import ipaddress
import socket
from collections.abc import Collection

from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import ThreadedResolver

from schedules.outgoing import is_allowed, is_public


class PublicOnly(AbstractResolver):
    """Looks names up when it is sent to them, and refuses those that stand for a closed net's address."""

    def __init__(self, allowed: Collection[str], under: AbstractResolver | None = None) -> None:
        self._allowed = allowed
        self._under = under or ThreadedResolver()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """Return a host's addresses, or raise OSError where one of them is not public."""
        found = await self._under.resolve(host, port, family)
        if not is_allowed(host.lower(), port, self._allowed):
            for one in found:
                if not is_public(ipaddress.ip_address(one["host"].split("%")[0])):
                    raise OSError("private address")
        return found

    async def close(self) -> None:
        """Give back what looks up."""
        await self._under.close()
