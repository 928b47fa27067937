"""People and their sign-in."""

import pytest

from appdb.pool import AppDatabase
from appdb.users import PeopleStore, User
from errors import InputError, NotFoundError


async def test_only_the_right_password_signs_in(app_database: AppDatabase) -> None:
    people = PeopleStore(app_database)
    await people.add("mei", "correct horse", "manager", {"branch_id": "3"}, "梅经理")
    assert await people.verify("mei", "correct horse") == User("mei", "manager", {"branch_id": "3"}, "梅经理")
    assert await people.verify("mei", "wrong horse") is None
    assert await people.verify("nobody", "correct horse") is None
    assert await people.verify("mei\0", "\ud800") is None


async def test_password_is_kept_as_a_hash(app_database: AppDatabase) -> None:
    await PeopleStore(app_database).add("mei", "correct horse")
    row = await app_database.row("SELECT password_hash FROM people")
    assert row is not None
    assert row["password_hash"].startswith("$argon2id$")


async def test_person_without_a_password_cannot_sign_in(app_database: AppDatabase) -> None:
    people = PeopleStore(app_database)
    await people.add("sso", None)
    assert await people.verify("sso", "") is None
    assert await people.verify("sso", "nobody has this password") is None


async def test_new_password_or_disabling_ends_sessions(app_database: AppDatabase) -> None:
    people = PeopleStore(app_database)
    await people.add("mei", "correct horse")
    await people.set_password("mei", "battery staple")
    await people.set_disabled("mei", True)
    person = await people.person("mei")
    assert person is not None
    assert (person.session_epoch, person.disabled) == (2, True)
    assert await people.verify("mei", "battery staple") is None
    assert await people.find("mei") is None


async def test_putting_a_person_again_changes_the_role_and_keeps_the_password(
    app_database: AppDatabase,
) -> None:
    people = PeopleStore(app_database)
    await people.put("mei", "correct horse", "viewer")
    await people.put("mei", None, "admin")
    assert await people.verify("mei", "correct horse") == User("mei", "admin")
    assert [person.session_epoch for person in await people.list()] == [0]


@pytest.mark.parametrize(
    ("name", "password", "code"),
    [
        ("mei", "long enough", "user_exists"),
        ("li", "short", "password_short"),
        (" ", None, "user_name_invalid"),
    ],
)
async def test_unusable_person_is_refused(
    app_database: AppDatabase, name: str, password: str | None, code: str
) -> None:
    people = PeopleStore(app_database)
    await people.add("mei")
    with pytest.raises(InputError) as refused:
        await people.add(name, password)
    assert refused.value.code == code


async def test_unknown_person_cannot_be_changed(app_database: AppDatabase) -> None:
    with pytest.raises(NotFoundError):
        await PeopleStore(app_database).describe("nobody", "Nobody", {})
