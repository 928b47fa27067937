"""A webhook on this machine: it keeps what it is sent and answers what it is told."""

import contextlib
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Webhook:
    """Where it listens, what it answers, and what came."""

    url: str = ""
    host: str = ""
    status: int = 200
    body: bytes = b'{"code": 0, "errcode": 0}'
    headers: dict[str, str] = field(default_factory=dict)
    paths: list[str] = field(default_factory=list)
    sent_headers: list[dict[str, str]] = field(default_factory=list)
    raw: list[bytes] = field(default_factory=list)

    @property
    def bodies(self) -> list[Any]:
        """Return what came, as JSON."""
        return [json.loads(one) for one in self.raw]


@contextlib.contextmanager
def webhook() -> Iterator[Webhook]:
    """Listen on a free port until the block ends."""
    found = Webhook()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            found.paths.append(self.path)
            found.sent_headers.append(dict(self.headers))
            found.raw.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(found.status)
            for name, value in found.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(found.body)))
            self.end_headers()
            self.wfile.write(found.body)

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    found.host = f"127.0.0.1:{server.server_port}"
    found.url = f"http://{found.host}/hook/secret-token"
    try:
        yield found
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
