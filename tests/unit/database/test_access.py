"""Roles and rights: read from YAML, bound to a user, refused where they are wrong."""

from pathlib import Path

import pytest

from appdb.users import User
from config.settings import ROOT
from database.access import AccessRules, Identity
from errors import AccessError, NotFoundError, SettingsError

RULES = """
roles:
  boss: {features: [see_sql, admin]}
  clerk:
    connections: [sales*]
    tables: [public.*]
    denied_columns: [public.staff.Salary]
    row_policies: {Public.Orders: "branch_id = {user.branch_id}"}
    masks: {public.staff.phone: partial, public.staff.mail: null}
  guest:
    connections:
      sales: {tables: [public.shown]}
      "*": {}
    denied_tables: [public.secret]
identities:
  - {group: bosses, domain: example.com, role: boss}
  - {email: Mei@Example.com, role: clerk, attributes: {branch_id: 2}}
  - {domain: "@example.com", role: guest}
"""


def load(folder: Path, text: str = RULES) -> AccessRules:
    path = folder / "access.yaml"
    path.write_text(text, "utf-8")
    return AccessRules.load(path)


def test_rights_carry_the_role_and_the_users_attributes(tmp_path: Path) -> None:
    rights = load(tmp_path).rights(User("mei", "clerk", {"branch_id": "2"}), "sales_eu")
    assert (rights.role, rights.connection, rights.tables) == ("clerk", "sales_eu", ("public.*",))
    assert rights.row_policies == {"public.orders": "branch_id = {user.branch_id}"}
    assert rights.masks == {"public.staff.phone": "partial", "public.staff.mail": "null"}
    assert rights.denied_columns == ("public.staff.salary",)
    assert rights.attributes == {"branch_id": "2"}
    assert rights.mask_key and rights.mask_key not in repr(rights)


def test_a_connection_changes_only_what_it_says(tmp_path: Path) -> None:
    rules = load(tmp_path)
    there = rules.rights(User("g", "guest"), "sales")
    elsewhere = rules.rights(User("g", "guest"), "other")
    assert (there.tables, elsewhere.tables) == (("public.shown",), ("*",))
    assert there.denied_tables == elsewhere.denied_tables == ("public.secret",)


def test_a_connection_not_named_is_forbidden(tmp_path: Path) -> None:
    with pytest.raises(AccessError) as caught:
        load(tmp_path).rights(User("mei", "clerk"), "payroll")
    assert caught.value.code == "connection_forbidden"


def test_who_may_ask_no_database_is_told_so_and_not_that_one_without_a_name_is_forbidden(
    tmp_path: Path,
) -> None:
    with pytest.raises(NotFoundError) as refused:
        load(tmp_path).rights(User("mei", "clerk"), "")
    assert refused.value.code == "no_database"


def test_a_role_the_file_does_not_have_gets_nothing(tmp_path: Path) -> None:
    rules = load(tmp_path)
    with pytest.raises(AccessError) as caught:
        rules.rights(User("x", "root"), "sales")
    assert caught.value.code == "role_unknown"
    assert rules.features(User("x", "root")) == frozenset()
    assert rules.features(User("b", "boss")) == {"see_sql", "admin"}


@pytest.mark.parametrize(
    ("identity", "role", "attributes"),
    [
        (Identity("a@example.com", ("bosses",)), "boss", {}),
        (Identity("mei@example.COM"), "clerk", {"branch_id": "2"}),
        (Identity("li@example.com"), "guest", {}),
    ],
)
def test_an_identity_is_mapped_by_the_first_rule_that_fits(
    tmp_path: Path, identity: Identity, role: str, attributes: dict[str, str]
) -> None:
    mapped = load(tmp_path).role_for(identity)
    assert (mapped.role, mapped.attributes) == (role, attributes)


@pytest.mark.parametrize(
    "email",
    ["x@evil.com", "example.com", "x@sub.example.com", "x@example.com.evil.com", "x@notexample.com", ""],
)
def test_an_identity_of_elsewhere_is_turned_away(tmp_path: Path, email: str) -> None:
    with pytest.raises(AccessError) as caught:
        load(tmp_path).role_for(Identity(email, ("bosses",)))
    assert caught.value.code == "identity_unmapped"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("[]", "access.yaml"),
        ("roles: {a: {tabels: [x.y]}}", "roles.a"),
        ("roles: {a: {tables: x.y}}", "roles.a.tables"),
        ("roles: {a: {tables: [orders]}}", "roles.a.tables"),
        ("roles: {a: {denied_columns: [public.phone]}}", "roles.a.denied_columns"),
        ("roles: {a: {features: [fly]}}", "roles.a.features"),
        ("roles: {a: {masks: {p.t.c: blur}}}", "roles.a.masks.p.t.c"),
        ("roles: {a: {row_policies: {p.t: 'id = = 1'}}}", "roles.a.row_policies.p.t"),
        ("roles: {a: {row_policies: {p.t: ''}}}", "roles.a.row_policies.p.t"),
        ("roles: {a: {row_policies: {p.t: 'id = {branch}'}}}", "roles.a.row_policies.p.t"),
        ("roles: {a: {connections: {c: {features: [admin]}}}}", "roles.a.connections.c"),
        ("roles: {a: }\nidentities: [{role: a}]", "identities[0]"),
        ("roles: {a: }\nidentities: [{domain: x, role: b}]", "identities[0].role"),
    ],
)
def test_a_wrong_access_file_names_the_place(tmp_path: Path, text: str, place: str) -> None:
    with pytest.raises(SettingsError) as caught:
        load(tmp_path, text)
    assert caught.value.code == "access_invalid"
    assert caught.value.params["place"] == place


def test_an_unreadable_access_file_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as caught:
        AccessRules.load(tmp_path / "none.yaml")
    assert caught.value.code == "access_unreadable"


def test_the_shipped_access_file_has_the_demos_four_roles() -> None:
    rules = AccessRules.load(ROOT / "config" / "access.yaml")
    assert rules.roles == ("admin", "analyst", "viewer", "branch_manager")
    assert rules.rights(User("v", "viewer"), "demo").masks["public.staff.phone"] == "partial"
    with pytest.raises(AccessError):
        rules.rights(User("m", "branch_manager", {"branch_id": "2"}), "another")


def test_a_connection_kept_to_roles_is_used_by_those_alone_whom_the_file_lets(tmp_path: Path) -> None:
    path = tmp_path / "access.yaml"
    path.write_text(RULES, "utf-8")
    kept = {"sales": ("boss",), "stock": ("boss", "clerk")}
    rules = AccessRules.load(path, kept_to=lambda name: kept.get(name, ()))
    assert list(rules.reaching("sales")) == ["boss"] and rules.lets("guest", "sales")
    assert list(rules.reaching("stock")) == ["boss"], "the file does not let a clerk use stock"
    assert list(rules.reaching("sales_eu")) == ["boss", "clerk", "guest"]
    with pytest.raises(AccessError):
        rules.rights(User("g", "guest"), "sales")
