"""Connections: read from files, kept with their secrets safe, and the walls' own bookkeeping."""

from pathlib import Path

import pytest
from pydantic import SecretStr

from database.connections import Databases
from database.spec import (
    ConnectionSpec,
    hide_secrets,
    load_specs,
    refuse_metadata_address,
    spec_from_text,
    spec_text,
)
from errors import InputError, NotFoundError, SettingsError


def written(folder: Path, text: str) -> Path:
    path = folder / "connections.yaml"
    path.write_text(text, "utf-8")
    return path


def test_a_connection_is_read_with_its_variables_filled_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SALES_PASSWORD", "s3cret")
    path = written(
        tmp_path,
        """
connections:
  sales:
    url: postgresql+psycopg://reader:${SALES_PASSWORD}@${SALES_HOST:-db}/sales
    schemas: [sales, crm]
    display_zh: 销售
    cost_refuse: 5000
    confirm_sql: sensitive
    sensitive: [Sales.Payroll]
""",
    )
    (spec,) = load_specs(path)
    assert spec.url.get_secret_value() == "postgresql+psycopg://reader:s3cret@db/sales"
    assert (spec.dialect, spec.schemas, spec.default_schema()) == ("postgres", ("sales", "crm"), "sales")
    assert (spec.display_zh, spec.cost_refuse, spec.sensitive) == ("销售", 5000, ("sales.payroll",))
    assert "s3cret" not in repr(spec) and "s3cret" not in spec.safe_url()


def test_the_sample_connections_file_loads_and_is_empty() -> None:
    assert load_specs(Path("config/connections.yaml").resolve()) == ()


@pytest.mark.parametrize(
    ("text", "code", "params"),
    [
        ("connections:\n  a: {}", "connections_invalid", {"name": "a", "field": "url"}),
        ("connections:\n  a: {url: nonsense}", "connections_invalid", {"name": "a", "field": "url"}),
        ("connections: {a: {url: 'x:///x', colour: red}}", "connections_invalid", {"field": "colour"}),
        ("connections: {a: {url: 'x:///x', max_rows: -1}}", "connections_invalid", {"field": "max_rows"}),
        ("connections: {a: {url: 'x:///x', max_rows: true}}", "connections_invalid", {"field": "max_rows"}),
        ("connections: {a: {url: 'x:///x', schemas: main}}", "connections_invalid", {"field": "schemas"}),
        ("connections: {a: {url: 'x:///', confirm_sql: 1}}", "connections_invalid", {"field": "confirm_sql"}),
        ("connections: {a: {url: 'x:///x', today: friday}}", "connections_invalid", {"field": "today"}),
        ("connections: {a: {url: 'x:///${NO}'}}", "connection_variable_missing", {"variable": "NO"}),
        ("connections: [a]", "connections_invalid", {"field": "connections"}),
        ("connections: {", "connections_unreadable", {"path": "connections.yaml"}),
    ],
)  # fmt: skip
def test_a_wrong_connections_file_names_the_place(
    tmp_path: Path, text: str, code: str, params: dict[str, str]
) -> None:
    with pytest.raises(SettingsError) as caught:
        load_specs(written(tmp_path, text))
    assert caught.value.code == code
    assert params.items() <= dict(caught.value.params).items()


def test_a_registered_connection_is_read_back_as_it_was_kept() -> None:
    url = SecretStr("postgresql://u:p${X}@h/d")
    spec = ConnectionSpec("a", url, schemas=("s",), max_rows=7, roles=("b",), today="data_end")
    assert spec_from_text("a", spec_text(spec)) == spec  # the ${X} of a password is not a variable


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://u:hunter2@h/d",
        "postgresql://h/d?user=u&password=hunter2",
        "mysql://u:hunt@er2hunter2@h/d",
    ],
)
def test_no_secret_of_an_address_is_shown(url: str) -> None:
    assert "hunter2" not in hide_secrets(url)
    assert "h/d" in hide_secrets(url)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://u@169.254.169.254/d",
        "postgresql://u@[fe80::1]/d",
        "postgresql://u@[::ffff:169.254.169.254]:5432/d",
        "postgresql://u@[64:ff9b::a9fe:a9fe]/d",
        "postgresql://u@[::169.254.169.254]/d",
        "postgresql://u@[2002:a9fe:a9fe::1]/d",
        "postgresql:///d?host=169.254.1.1",
        "postgresql:///d?hostaddr=169.254.1.1",
        "postgresql://u@10.0.0.1,169.254.169.254/d",
        "mysql://u:p@metadata.google.internal/d",
        "mysql://u:p@2852039166/d",
    ],
)
def test_a_metadata_address_is_refused(url: str) -> None:
    with pytest.raises(InputError) as caught:
        refuse_metadata_address(url)
    assert caught.value.code == "connection_address_refused"


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://u@10.1.2.3/d",
        "postgresql://u@[2001:db8::7]/d",
        "postgresql://u@[::1]/d",
        "postgresql:///d?host=/run/pg",
        "sqlite:///x.db",
        "mysql://u@localhost/d",
    ],
)
def test_an_ordinary_address_is_not_refused(url: str) -> None:
    refuse_metadata_address(url)


def test_an_unknown_connection_is_named_with_the_known_ones(settings_for) -> None:  # type: ignore[no-untyped-def]
    databases = Databases.open([ConnectionSpec("a", SecretStr("sqlite:///x.db"))], settings_for())
    assert databases.names == ("a",)
    with pytest.raises(NotFoundError) as caught:
        databases.get("b")
    assert (caught.value.code, caught.value.params["known"]) == ("connection_unknown", "a")
    with pytest.raises(NotFoundError) as caught:
        Databases.open([], settings_for()).get("")
    assert caught.value.code == "no_connection"


def test_an_engine_without_a_driver_is_refused_by_name(settings_for) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InputError) as caught:
        Databases.open([ConnectionSpec("a", SecretStr("oracle://h/d"))], settings_for())
    assert caught.value.params["engine"] == "oracle"
