"""Tokens of programs."""

import datetime as dt
import json

import pytest

from appdb.personal import PersonalData
from appdb.pool import AppDatabase
from appdb.sessions import Session, SessionStore
from appdb.tokens import MOST_TOKENS, TokenStore
from appdb.users import PeopleStore
from commands.tokens import listed
from errors import InputError, NotFoundError


@pytest.fixture
async def store(app_database: AppDatabase) -> TokenStore:
    people = PeopleStore(app_database)
    await people.put("mei", role="branch_manager", attributes={"branch_id": "2"})
    await people.put("ann", role="admin")
    return TokenStore(app_database)


async def test_the_secret_leads_to_its_person_as_they_are_now(
    store: TokenStore, app_database: AppDatabase
) -> None:
    made, secret = await store.add("mei", "  monthly   report ", ["read", "ask"], 30)
    assert (made.label, made.scopes) == ("monthly report", ("ask", "read"))
    await PeopleStore(app_database).set_role("mei", "viewer")
    found = await store.user_of(secret)
    assert found is not None
    token, user = found
    assert token.id == made.id and (user.name, user.role, user.attributes["branch_id"]) == (
        "mei",
        "viewer",
        "2",
    )
    assert (await store.list("mei"))[0].last_used_at is not None


async def test_a_revoked_expired_or_unknown_token_opens_nothing(
    store: TokenStore, app_database: AppDatabase
) -> None:
    revoked, first = await store.add("mei", "a", ["ask"], 1)
    expired, second = await store.add("mei", "b", ["ask"], 1)
    await store.revoke(revoked.id, "mei")
    await app_database.run("UPDATE tokens SET expires_at = now() WHERE id = %s", expired.id)
    for secret in (first, second, first[:-1], first + "x", "", "wenshu_", "wenshu_\udcff", "Bearer"):
        assert await store.user_of(secret) is None


async def test_who_is_shut_out_is_shut_out_with_every_token(
    store: TokenStore, app_database: AppDatabase
) -> None:
    _, secret = await store.add("mei", "a", ["ask"], 1)
    await PeopleStore(app_database).set_disabled("mei", True)
    assert await store.user_of(secret) is None


@pytest.mark.parametrize("ends", ["revoked", "expired", "its owner shut out"])
async def test_a_chat_opened_with_a_programs_token_ends_with_it(
    store: TokenStore, app_database: AppDatabase, ends: str
) -> None:
    sessions, people = SessionStore(app_database), PeopleStore(app_database)
    made, _ = await store.add("ann", "portal", ["embed", "admin"], 1)
    mei = await people.person("mei")
    assert mei is not None
    embedded = Session("mei", mei.session_epoch, "embed-1", made.id)
    assert await sessions.is_open(embedded) and await people.signed_in(embedded) == mei.user
    if ends == "revoked":
        await store.revoke(made.id)
    elif ends == "expired":
        await app_database.run("UPDATE tokens SET expires_at = now()")
    else:
        await people.set_disabled("ann", True)
    assert not await sessions.is_open(embedded) and await people.signed_in(embedded) is None
    assert await sessions.is_open(Session("mei", mei.session_epoch, "her own sign-in"))


async def test_the_secret_itself_is_stored_nowhere(store: TokenStore, app_database: AppDatabase) -> None:
    _, secret = await store.add("mei", "a", ["ask"], 1)
    rows = await app_database.rows("SELECT to_jsonb(tokens)::text AS row FROM tokens")
    assert secret not in str(rows) and secret.removeprefix("wenshu_") not in str(rows)
    taken_out = json.dumps(await PersonalData(app_database).of("mei"), default=str)
    assert '"label": "a"' in taken_out and "secret_hash" not in taken_out


@pytest.mark.parametrize(
    ("label", "scopes", "days", "code"),
    [
        ("a", [], 1, "token_scopes_invalid"),
        ("a", ["ask", "root"], 1, "token_scopes_invalid"),
        ("a", ["ask"], 0, "token_days_invalid"),
        ("a", ["ask"], 367, "token_days_invalid"),
        ("  ", ["ask"], 1, "token_name_invalid"),
        ("x" * 81, ["ask"], 1, "token_name_invalid"),
    ],
)
async def test_what_no_token_can_be_is_refused(
    store: TokenStore, label: str, scopes: list[str], days: int, code: str
) -> None:
    with pytest.raises(InputError) as refused:
        await store.add("mei", label, scopes, days)
    assert refused.value.code == code


async def test_a_person_has_so_many_at_once(store: TokenStore) -> None:
    made = [await store.add("mei", "a", ["ask"], 1) for _ in range(MOST_TOKENS)]
    with pytest.raises(InputError) as refused:
        await store.add("mei", "a", ["ask"], 1)
    assert refused.value.code == "too_many_tokens"
    await store.revoke(made[0][0].id, "mei")
    await store.add("mei", "a", ["ask"], 1)


async def test_nobody_revokes_anothers(store: TokenStore) -> None:
    made, secret = await store.add("mei", "a", ["ask"], 1)
    with pytest.raises(NotFoundError):
        await store.revoke(made.id, "ann")
    assert await store.user_of(secret) is not None
    await store.revoke(made.id)
    assert await store.user_of(secret) is None


async def test_the_terminals_list_tells_live_from_ended(store: TokenStore) -> None:
    made, _ = await store.add("mei", "a", ["ask"], 1)
    await store.revoke(made.id)
    await store.add("ann", "b", ["admin"], 1)
    lines = list(listed(await store.list(), dt.datetime.now(dt.UTC), as_json=True))
    assert [(one["person"], one["state"]) for one in map(json.loads, lines)] == [
        ("ann", "live"),
        ("mei", "revoked"),
    ]
