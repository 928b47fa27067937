"""The published OpenAPI document held against a running app: whatever fits it is answered as it says."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import SkipTest

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode, openapi

from appdb.embedded import EmbeddedPostgres
from tests.fakes.admin_app import running_admin_app

pytestmark = pytest.mark.slow
EXAMPLES = 3  # of each route, and as many that do not fit
OURS = ("authorization", "cookie", "user-agent")
PROBLEM = "application/problem+json"
# Each would keep the server busy for minutes: a test of what was taught, a build of an index.
LEFT_OUT = ("/v1/admin/publish", "/v1/admin/evaluate")


@pytest.fixture(scope="module")
def client(
    postgres: EmbeddedPostgres, app_template: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[httpx.Client]:
    """Serve the real app, and return an admin's client of it."""
    folder: Path = tmp_path_factory.mktemp("published")
    name, origins = "published_api", "https://a.example"
    with (
        running_admin_app(postgres, app_template, name, folder, EMBED_ORIGINS=origins) as server,
        httpx.Client(base_url=server.address, timeout=30) as found,
    ):
        form = {"username": "admin", "password": "admin-password"}
        assert found.post("/login", data=form).status_code == 200
        yield found


def test_every_route_answers_what_fits_the_document_as_the_document_says(client: httpx.Client) -> None:
    document = client.get("/api/v1/openapi.json").json()
    told: dict[str, set[int]] = {}
    wrong: set[str] = set()

    def tried(operation: Any, mode: GenerationMode) -> None:
        @seed(20261120)
        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def answered(case: Any) -> None:
            answer = client.send(request_of(client, case))
            told.setdefault(operation.label, set()).add(answer.status_code)
            if problem := problem_of(answer, operation.definition.raw["responses"]):
                wrong.add(f"{operation.label}: {answer.status_code} {problem} {answer.text[:200]}")

        answered()

    operations = [found.ok() for found in openapi.from_dict(document).get_all_operations()]
    for operation in operations:
        if operation.path not in LEFT_OUT:
            tried(operation, GenerationMode.POSITIVE)
            with contextlib.suppress(Unsatisfiable, SkipTest):  # nothing it takes can be wrong
                tried(operation, GenerationMode.NEGATIVE)
    assert sorted(wrong) == []
    assert len(told) == len(operations) - len(LEFT_OUT) >= 25
    assert sum(any(status < 300 for status in seen) for seen in told.values()) >= 8, "much is let in"


def request_of(client: httpx.Client, case: Any) -> httpx.Request:
    """Return the request of a case, by the client's sign-in instead of a made-up token."""
    made = case.as_transport_kwargs(base_url=f"{client.base_url}/api")
    given = {key: made[key] for key in ("params", "json", "data") if made.get(key) is not None}
    headers = {name: value for name, value in made["headers"].items() if name.lower() not in OURS}
    return client.build_request(made["method"], made["url"], headers=headers, **given)


def problem_of(answer: httpx.Response, said: dict[str, Any]) -> str:
    """Return what is wrong with an answer, if anything is."""
    if str(answer.status_code) not in said:
        return "is not in the document"
    if answer.status_code < 400:
        return ""
    if answer.headers["content-type"] != PROBLEM:
        return f"is {answer.headers['content-type']}"
    return "" if {"type", "title", "status", "code", "detail"} <= answer.json().keys() else "lacks fields"
