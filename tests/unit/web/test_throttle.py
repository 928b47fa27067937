"""Sign-ins from one address, by any process."""

import asyncio

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from appdb.places import Places
from appdb.pool import AppDatabase
from web.throttle import WRONG, SignInLimit


async def login(request: Request) -> Response:
    """Let in who says so."""
    await asyncio.sleep(0)
    return Response(status_code=200 if await request.body() == b"right" else 401)


@pytest.fixture
def replicas(app_database: AppDatabase) -> list[httpx.AsyncClient]:
    """Return clients of two processes that share the app's database."""
    clients = []
    for _ in range(2):
        app = Starlette(routes=[Route("/login", login, methods=["POST"])])
        limited = SignInLimit(app, places=lambda: Places(app_database))
        transport = httpx.ASGITransport(limited, client=("192.0.2.7", 1))
        clients.append(httpx.AsyncClient(transport=transport, base_url="http://x"))
    return clients


async def tried(client: httpx.AsyncClient, words: str) -> int:
    """Return what a sign-in was answered."""
    return (await client.post("/login", content=words)).status_code


async def test_wrong_sign_ins_are_counted_over_all_processes(replicas: list[httpx.AsyncClient]) -> None:
    asked = [tried(replicas[number % 2], "wrong") for number in range(3 * WRONG)]
    answers = await asyncio.gather(*asked)
    assert sorted(answers) == [401] * WRONG + [429] * 2 * WRONG
    assert await tried(replicas[0], "right") == 429


async def test_right_sign_ins_of_many_who_share_an_address_all_pass(
    replicas: list[httpx.AsyncClient],
) -> None:
    asked = [tried(replicas[number % 2], "right") for number in range(3 * WRONG)]
    assert set(await asyncio.gather(*asked)) == {200}
