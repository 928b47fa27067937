"""What a reverse proxy says of a request: believed of the proxies an operator names, and of nobody else."""

import ipaddress
from collections.abc import Sequence

from starlette.types import ASGIApp, Receive, Scope, Send

from errors import SettingsError

FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "x-real-ip")
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class TrustedProxies:
    """Take the reader's address and name from a trusted proxy; strip both from anybody else's request.

    With `behind_nginx` every request comes from our own nginx on this machine, which passes on what it got
    and adds whom it got it from: its word of that counts, and a name does where that was a trusted proxy.
    """

    def __init__(
        self,
        app: ASGIApp,
        networks: Sequence[Network],
        names: Sequence[str] = (),
        *,
        behind_nginx: bool = False,
    ) -> None:
        self.app = app
        self._networks = networks
        self._behind_nginx = behind_nginx
        self._names = {name.lower().encode("latin-1") for name in names}
        self._strip = {*self._names, *(name.encode("latin-1") for name in FORWARDED)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Rewrite the scope of a request that came through a proxy."""
        if scope["type"] in ("http", "websocket"):
            peer = (scope.get("client") or ("", 0))[0]
            if self._behind_nginx and _loopback(peer):
                scope = {**scope, **self._from_nginx(scope)}
            elif self._trusts(peer):
                scope = {**scope, **self._forwarded(scope)}
            else:
                scope = {**scope, **self._stripped(scope, peer)}
        await self.app(scope, receive, send)

    def _from_nginx(self, scope: Scope) -> Scope:
        passed = _passed_by(scope)
        if passed and self._trusts(passed[-1]):
            return self._forwarded(scope)
        unnamed = [pair for pair in scope["headers"] if pair[0] not in self._names]
        return {"headers": unnamed, **self._forwarded(scope)}

    def _stripped(self, scope: Scope, peer: str) -> Scope:
        """Return the request without such headers; a proxy on this machine makes nobody local."""
        kept = [pair for pair in scope["headers"] if pair[0] not in self._strip]
        relayed = len(kept) < len(scope["headers"]) and _loopback(peer)
        return {"headers": kept, "client": ("relayed", 0) if relayed else scope.get("client")}

    def _trusts(self, address: str) -> bool:
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self._networks)

    def _forwarded(self, scope: Scope) -> Scope:
        """Return the reader's own address, the last one no trusted proxy has, and the scheme they used."""
        changed: Scope = {}
        reader = next((part for part in reversed(_passed_by(scope)) if not self._trusts(part)), "")
        if reader:
            changed["client"] = (reader, 0)
        scheme = dict(scope["headers"]).get(b"x-forwarded-proto", b"").decode("latin-1").strip()
        if scheme in ("http", "https"):
            changed["scheme"] = scheme.replace("http", "ws") if scope["type"] == "websocket" else scheme
        return changed


def _passed_by(scope: Scope) -> list[str]:
    """Return the addresses a request came through, the nearest last."""
    values = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    return [part.strip() for part in ",".join(values).split(",") if part.strip()]


def _loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def networks_of(text: str | None) -> tuple[Network, ...]:
    """Read a comma list of addresses and networks, or raise SettingsError."""
    parts = [part.strip() for part in (text or "").split(",") if part.strip()]
    try:
        return tuple(ipaddress.ip_network(part, strict=False) for part in parts)
    except ValueError as error:
        raise SettingsError("setting_invalid", name="TRUSTED_PROXIES", detail=str(error)) from error
