"""Signing in through a provider, in a real browser against a provider of this machine."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar
from urllib.parse import parse_qs, urlsplit

import pytest
import yaml
from playwright.sync_api import Browser, expect

from appdb.audit import AuditLog
from appdb.embedded import EmbeddedPostgres
from appdb.pool import AppDatabase
from appdb.server import APP_ROLE
from appdb.users import PeopleStore, Person
from config.settings import ROOT
from tests.browser.conftest import Visit, opened
from tests.conftest import create_database, drop_database
from tests.fakes.chat_server import running_chat
from tests.fakes.oidc_provider import Provider, running_provider

pytestmark = pytest.mark.browser

T = TypeVar("T")
IDENTITIES = [
    {"email": "mei@example.com", "role": "analyst"},
    {"group": "branch-2", "role": "branch_manager", "attributes": {"branch_id": "2"}},
    {"domain": "example.com", "role": "viewer"},
]
SIGN_IN_BUTTON = "button:has-text('generic'), button:has-text('Generic')"


@dataclass(frozen=True)
class Deployment:
    """One that takes people from a provider, and no passwords."""

    address: str
    provider: Provider
    url: str

    def person(self, name: str) -> Person | None:
        """Return how a person stands in the app's own database."""
        return self._done(lambda database: PeopleStore(database).person(name))

    def refusals(self) -> list[str]:
        """Return why sign-ins were refused, the newest first."""
        found = self._done(lambda database: AuditLog(database).read(act="sign_in"))
        return [one.code for one in found if one.code]

    def shut_out(self, name: str) -> None:
        """Disable a person."""
        self._done(lambda database: PeopleStore(database).set_disabled(name, True))

    def _done(self, work: Callable[[AppDatabase], Awaitable[T]]) -> T:
        async def with_database() -> T:
            async with await AppDatabase.open(self.url, size=1) as database:
                return await work(database)

        with ThreadPoolExecutor(1) as elsewhere:  # Playwright's own loop runs in this thread
            return elsewhere.submit(lambda: asyncio.run(with_database())).result()


@pytest.fixture(scope="module")
def deployment(
    postgres: EmbeddedPostgres, app_template: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Deployment]:
    """Serve the real app beside the provider."""
    create_database(postgres, "provider", app_template, owner=APP_ROLE)
    folder, url = tmp_path_factory.mktemp("provider"), postgres.url("provider", APP_ROLE)
    with (
        running_provider() as provider,
        running_chat(
            url,
            folder,
            ROOT / "app.py",
            ACCESS_FILE=str(_access(folder)),
            CONNECTIONS_FILE=str(_connections(folder)),
            DEMO="false",
            PASSWORD_SIGN_IN="false",
            **provider.environment(),
        ) as server,
    ):
        yield Deployment(server.address, provider, url)
    drop_database(postgres, "provider")


def _access(folder: Path) -> Path:
    rules = yaml.load((ROOT / "config" / "access.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    path = folder / "access.yaml"
    path.write_text(yaml.safe_dump({**rules, "identities": IDENTITIES}, allow_unicode=True), "utf-8")
    return path


def _connections(folder: Path) -> Path:
    path = folder / "connections.yaml"
    path.write_text(yaml.safe_dump({"connections": {"demo": {"url": f"duckdb:///{folder}/none.duckdb"}}}))
    return path


@pytest.fixture
def visit(chromium: Browser, deployment: Deployment) -> Iterator[Visit]:
    """Open the sign-in page in a profile with nothing remembered."""
    with opened(chromium, deployment.address, "zh-CN", 1280, "light") as found:
        yield found


def come_in(visit: Visit, name: str) -> None:
    """Sign in as somebody at the provider."""
    visit.page.goto(f"{visit.address}/login")
    visit.page.click(SIGN_IN_BUTTON)
    visit.page.click(f"#{name}")


@pytest.mark.parametrize(
    ("at_provider", "name", "role", "attributes"),
    [
        ("mei", "mei@example.com", "analyst", {}),
        ("lin", "lin@branches.example", "branch_manager", {"branch_id": "2"}),
        ("wang", "wang@example.com", "viewer", {}),
    ],
)
def test_the_first_rule_that_fits_gives_role_and_attributes(
    visit: Visit, deployment: Deployment, at_provider: str, name: str, role: str, attributes: dict[str, str]
) -> None:
    come_in(visit, at_provider)
    visit.page.wait_for_selector("#chat-input")
    person = deployment.person(name)
    assert person is not None and (person.user.role, dict(person.user.attributes)) == (role, attributes)
    assert visit.page.request.get(f"{visit.address}/user").json()["identifier"] == name


@pytest.mark.parametrize("at_provider", ["stranger", "liar"])
def test_who_is_not_on_the_list_reads_so_and_is_written_down(
    visit: Visit, deployment: Deployment, at_provider: str
) -> None:
    come_in(visit, at_provider)
    expect(visit.page.get_by_text("您的账号不在问数的使用名单里。请联系管理员开通。")).to_be_visible()
    assert deployment.refusals()[0] == "identity_unmapped"
    assert visit.page.request.get(f"{visit.address}/user").status == 401


def test_a_callback_that_this_browser_did_not_ask_for_lets_nobody_in(
    visit: Visit, deployment: Deployment
) -> None:
    visit.page.goto(f"{visit.address}/login")
    visit.page.click(SIGN_IN_BUTTON)
    back = visit.page.locator("#mei").get_attribute("href") or ""
    code = parse_qs(urlsplit(back).query)["code"][0]
    for forged in ("another-state", ""):
        callback = f"{visit.address}/auth/oauth/generic/callback?code={code}&state={forged}"
        visit.page.goto(callback)
        expect(visit.page).to_have_url(f"{visit.address}/login?error=oauthSignin")
    assert visit.page.request.get(f"{visit.address}/user").status == 401


def test_a_person_shut_out_reads_so(visit: Visit, deployment: Deployment) -> None:
    come_in(visit, "wang")
    visit.page.wait_for_selector("#chat-input")

    deployment.shut_out("wang@example.com")
    # The open chat goes to the sign-in page by itself: two navigations of one page break each other off.
    beside = replace(visit, page=visit.page.context.new_page())
    come_in(beside, "wang")
    expect(beside.page.get_by_text("您的账号已被停用。请联系管理员。")).to_be_visible()


def test_a_name_and_a_password_are_not_taken_where_they_are_off(visit: Visit) -> None:
    visit.page.goto(f"{visit.address}/login")
    visit.page.wait_for_selector(SIGN_IN_BUTTON)
    assert visit.page.locator("#password").count() == 0
    form = {"username": "mei@example.com", "password": "anything"}
    assert not visit.page.request.post(f"{visit.address}/login", form=form).ok
