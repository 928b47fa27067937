"""Importing this closes a Python process's outgoing traffic, but for this machine."""

import ipaddress
import socket
from typing import Any

_connect = socket.socket.connect
_connect_ex = socket.socket.connect_ex
_getaddrinfo = socket.getaddrinfo


class OutgoingTrafficError(RuntimeError):
    """A test reached for another machine."""


def _address(host: Any) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(str(host).split("%")[0])
    except ValueError:
        return None


def _require_local(host: Any) -> None:
    name = host.decode() if isinstance(host, bytes) else host
    address = _address(name)
    if name in ("", "localhost") or (address and (address.is_loopback or address.is_unspecified)):
        return
    raise OutgoingTrafficError(f"tests may not reach {name!r}")


def _guard(connect: Any) -> Any:
    def guarded(self: socket.socket, address: Any) -> Any:
        if self.family in (socket.AF_INET, socket.AF_INET6):
            _require_local(address[0])
        return connect(self, address)

    return guarded


def _local_getaddrinfo(host: Any, *args: Any, **options: Any) -> Any:
    if host is not None and _address(host) is None:  # a name is looked up on another machine, a number is not
        _require_local(host)
    return _getaddrinfo(host, *args, **options)


socket.socket.connect = _guard(_connect)  # type: ignore[method-assign]
socket.socket.connect_ex = _guard(_connect_ex)  # type: ignore[method-assign]
socket.getaddrinfo = _local_getaddrinfo
