"""Servers that speak the beginning of PostgreSQL's protocol and refuse, each in its way."""

import contextlib
import socket
import threading
from collections.abc import Iterator

REFUSALS = {
    "28P01": 'password authentication failed for user "u"',
    "3D000": 'database "d" does not exist',
    "plain": "never said: the client leaves when encryption is declined",
}


@contextlib.contextmanager
def answering() -> Iterator[dict[str, int]]:
    """Open one server for each refusal; give their ports."""
    with contextlib.ExitStack() as stack:
        ports = {}
        for code in REFUSALS:
            server = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
            threading.Thread(target=_serve, args=(server, code), daemon=True).start()
            ports[code] = server.getsockname()[1]
        yield ports


def _serve(server: socket.socket, code: str) -> None:
    with contextlib.suppress(OSError):
        while True:
            client, _ = server.accept()
            with client:
                while (asked := client.recv(4096)) and asked[4:8] in (
                    b"\x04\xd2\x16\x2f",
                    b"\x04\xd2\x16\x30",
                ):
                    client.sendall(b"N")  # neither TLS nor GSS
                if asked:
                    client.sendall(_refusal(code))


def _refusal(code: str) -> bytes:
    fields = f"SFATAL\0VFATAL\0C{code}\0M{REFUSALS[code]}\0\0".encode()
    return b"E" + (len(fields) + 4).to_bytes(4, "big") + fields
