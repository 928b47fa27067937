"""A sign-in provider on this machine: it asks who one is, and vouches for it by OAuth's code flow.

`python -m tests.fakes.oidc_provider --port N` serves it for trying things by hand.
"""

import argparse
import contextlib
import html
import json
import secrets
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

CLIENT, SECRET = "wenshu", "a client secret of the tests"
PEOPLE: dict[str, dict[str, Any]] = {
    "mei": {"email": "Mei@Example.com", "email_verified": True},
    "lin": {"email": "lin@branches.example", "email_verified": True, "groups": ["branch-2"]},
    "wang": {"email": "wang@example.com", "email_verified": True},
    "stranger": {"email": "stranger@elsewhere.example", "email_verified": True},
    "liar": {"email": "mei@example.com", "email_verified": False},
}


@dataclass
class Provider:
    """What it was asked, what it gave out, and where it listens."""

    address: str = ""
    codes: dict[str, tuple[str, str]] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    states: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def environment(self) -> dict[str, str]:
        """Return the variables Chainlit reads of such a provider."""
        return {
            "OAUTH_GENERIC_CLIENT_ID": CLIENT,
            "OAUTH_GENERIC_CLIENT_SECRET": SECRET,
            "OAUTH_GENERIC_AUTH_URL": f"{self.address}/authorize",
            "OAUTH_GENERIC_TOKEN_URL": f"{self.address}/token",
            "OAUTH_GENERIC_USER_INFO_URL": f"{self.address}/userinfo",
            "OAUTH_GENERIC_SCOPES": "openid email groups",
        }

    def page(self, asked: Mapping[str, str]) -> str:
        """Return the page on which one says who one is."""
        if asked.get("client_id") != CLIENT or asked.get("response_type") != "code":
            raise ValueError("client")
        self.states.append(asked["state"])
        links = []
        for name in PEOPLE:
            code = secrets.token_urlsafe(12)
            self.codes[code] = (name, asked["redirect_uri"])
            back = f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}"
            links.append(f'<p><a id="{name}" href="{html.escape(back)}">{name}</a></p>')
        return "<h1>Who are you?</h1>" + "".join(links)

    def exchange(self, asked: Mapping[str, str]) -> dict[str, Any]:
        """Return the token for a code, once, to the client that it was made for."""
        name, redirect = self.codes.pop(asked.get("code", ""), ("", ""))
        known = asked.get("client_id") == CLIENT and asked.get("client_secret") == SECRET
        if not name or not known or asked.get("redirect_uri") != redirect:
            raise ValueError("grant")
        token = secrets.token_urlsafe(12)
        self.tokens[token] = name
        return {"access_token": token, "token_type": "Bearer"}


@contextlib.contextmanager
def running_provider(port: int = 0) -> Iterator[Provider]:
    """Serve the provider until the block ends."""
    provider = Provider()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked = urlsplit(self.path)
            if asked.path == "/authorize":
                query = {key: values[0] for key, values in parse_qs(asked.query).items()}
                self._answer(lambda: provider.page(query), "text/html")
            else:
                token = self.headers.get("Authorization", "").removeprefix("Bearer ")
                self._answer(lambda: PEOPLE[provider.tokens[token]])

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            asked = {key: values[0] for key, values in parse_qs(body).items()}
            self._answer(lambda: provider.exchange(asked))

        def _answer(self, made: Any, kind: str = "application/json") -> None:
            try:
                found, status = made(), 200
            except (KeyError, ValueError) as error:
                provider.refused.append(str(error))
                found, status = {"error": "invalid_request"}, 400
            body = (found if isinstance(found, str) else json.dumps(found)).encode()
            self.send_response(status)
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    provider.address = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()


def main() -> None:
    """Serve until interrupted, and say which variables to set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    with running_provider(parser.parse_args().port) as provider:
        for name, value in provider.environment().items():
            print(f"{name}={value}", flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        main()
