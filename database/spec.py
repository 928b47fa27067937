"""What an operator says of one database asked: address, schemas, limits, what is sensitive."""

import ipaddress
import os
import re
import socket
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal
from urllib.parse import parse_qsl, unquote, urlsplit

import yaml
from pydantic import SecretStr

from database.dialects import DIALECTS
from errors import InputError, SettingsError

ConfirmSQL = Literal["never", "costly", "sensitive", "always"]
CONFIRM: tuple[ConfirmSQL, ...] = ("never", "costly", "sensitive", "always")
Today = Literal["clock", "data_end"]
TODAYS: tuple[Today, ...] = ("clock", "data_end")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,62}")
_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}")
_METADATA_HOSTS = ("metadata.google.internal", "metadata", "instance-data", "metadata.azure.internal")
_METADATA_ADDRESSES = (ipaddress.ip_address("fd00:ec2::254"), ipaddress.ip_address("100.100.100.200"))
_CARRYING = (ipaddress.IPv6Network("64:ff9b::/96"), ipaddress.IPv6Network("::/96"))  # NAT64, IPv4-compatible
_Address = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True)
class ConnectionSpec:
    """One database asked. `schemas` empty means every schema that is not the system's own.

    `cost_confirm` and `cost_refuse` are in the planner's unit; None is no threshold. `sensitive` holds
    `schema.table` and `schema.table.column` patterns (`*` allowed). `roles`, where there are any, are the
    only ones that may use it, of those that the access file lets. `today` is the clock's day, or the last
    day with data. `owner`, where there is one, is the only person who may ask it, whatever their role.
    """

    name: str
    url: SecretStr
    dialect: str = ""
    schemas: tuple[str, ...] = ()
    display_zh: str = ""
    display_en: str = ""
    description: str = ""
    query_timeout_ms: int | None = None
    max_rows: int | None = None
    cost_confirm: float | None = 1_000_000
    cost_refuse: float | None = 100_000_000
    confirm_sql: ConfirmSQL = "costly"
    sensitive: tuple[str, ...] = ()
    set_role: str = ""
    roles: tuple[str, ...] = ()
    today: Today = "clock"
    owner: str = ""

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise InputError("connection_name_invalid", name=self.name)
        object.__setattr__(self, "dialect", self.dialect or engine_of(self.url.get_secret_value()))

    def default_schema(self) -> str:
        """Return where a bare table name lives; the runners pin it, so that guard and engine agree."""
        if self.schemas:
            return self.schemas[0]
        if self.dialect == "mysql":
            return unquote(urlsplit(self.url.get_secret_value()).path.lstrip("/"))
        return DIALECTS[self.dialect].default_schema if self.dialect in DIALECTS else ""

    def safe_url(self) -> str:
        """Return the address without its secrets, for people and logs."""
        return hide_secrets(self.url.get_secret_value())


def engine_of(url: str) -> str:
    """Return the engine an address names, such as postgres for postgresql+psycopg://."""
    engine = url.partition("://")[0].partition("+")[0].lower()
    if not engine or "://" not in url:
        raise InputError("connection_url_invalid")
    known = DIALECTS.get(engine)
    return known.name if known else engine


def hide_secrets(url: str) -> str:
    """Return an address with password and query values that look secret replaced."""
    hidden = re.sub(r"(?<=://)([^/:@?#]*):.*@", r"\1:***@", url)
    return re.sub(r"(?i)((?:password|passwd|pwd|token|secret|key)[^=&?]*=)[^&#]*", r"\1***", hidden)


def load_specs(path: Path) -> tuple[ConnectionSpec, ...]:
    """Read a connections file, `${VAR}` and `${VAR:-default}` filled in from the environment."""
    try:
        tree = yaml.safe_load(path.read_text("utf-8")) or {}
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise SettingsError("connections_unreadable", path=path.name, detail=type(error).__name__) from error
    entries = tree.get("connections", {}) if isinstance(tree, dict) else None
    if not isinstance(entries, dict):
        raise SettingsError("connections_invalid", name=path.name, field="connections")
    return tuple(_spec(str(name), entry or {}, os.environ) for name, entry in entries.items())


def spec_text(spec: ConnectionSpec) -> str:
    """Return what is kept of a registered database, as YAML; `spec_from_text` reads it back."""
    return yaml.safe_dump(_plain(spec), allow_unicode=True, sort_keys=False)


def spec_from_text(name: str, text: str) -> ConnectionSpec:
    """Return the database that `spec_text` wrote; a `${` in it is part of a password."""
    return _spec(name, yaml.safe_load(text), None)


def refuse_metadata_address(url: str) -> None:
    """Raise InputError for link-local and cloud metadata addresses, which hand out credentials."""
    for host in _hosts(url):
        if _is_metadata(host):
            raise InputError("connection_address_refused", host=host)


def _hosts(url: str) -> list[str]:
    """Return every host an address names, before the path or as a parameter; a socket's folder is none."""
    parts = urlsplit(url)
    named = [re.sub(r":\d*$", "", part) for part in parts.netloc.rpartition("@")[2].split(",")]
    for key, value in parse_qsl(parts.query):
        if key in ("host", "hostaddr"):
            named += value.split(",")
    hosts = [unquote(name).strip("[]").lower() for name in named]
    return [host for host in hosts if host and not host.startswith("/")]


def _is_metadata(host: str) -> bool:
    if host.rstrip(".") in _METADATA_HOSTS:
        return True
    for text in _addresses(host):
        meant = _meant(ipaddress.ip_address(text.partition("%")[0]))
        if any(address.is_link_local or address in _METADATA_ADDRESSES for address in meant):
            return True
    return False


def _meant(address: _Address) -> list[_Address]:
    """Return an address and every IPv4 address that it carries and a gateway would unpack."""
    if isinstance(address, ipaddress.IPv4Address):
        return [address]
    carried = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
    if any(address in network for network in _CARRYING):
        carried.append(ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF))
    return [address, *(one for one in carried if one is not None)]


def _addresses(host: str) -> set[str]:
    """Return the addresses a host means: as it stands, in an odd notation such as 2852039166, or by name."""
    try:
        return {socket.inet_ntoa(socket.inet_aton(host))}
    except OSError:
        pass
    try:
        return {str(ipaddress.ip_address(host))}
    except ValueError:
        pass
    try:
        return {str(entry[4][0]) for entry in socket.getaddrinfo(host, None)}
    except (OSError, UnicodeError):
        return set()  # a name nobody knows leads nowhere


def _spec(name: str, entry: Any, variables: Mapping[str, str] | None) -> ConnectionSpec:
    if not isinstance(entry, dict):
        raise SettingsError("connections_invalid", name=name, field="url")
    known = {item.name for item in fields(ConnectionSpec)} - {"name"}
    if unknown := set(entry) - known:
        raise SettingsError("connections_invalid", name=name, field=", ".join(sorted(map(str, unknown))))
    values = {key: _checked(name, key, value, variables) for key, value in entry.items()}
    if not values.get("url"):
        raise SettingsError("connections_invalid", name=name, field="url")
    try:
        return ConnectionSpec(name=name, **values)
    except InputError as error:
        raise SettingsError("connections_invalid", name=name, field="url") from error


def _checked(name: str, key: str, value: Any, variables: Mapping[str, str] | None) -> Any:
    """Return one field in its own type."""
    problem = SettingsError("connections_invalid", name=name, field=key)
    if key in ("schemas", "sensitive", "roles"):
        if not isinstance(value, list):
            raise problem
        return tuple(str(item).lower() if key == "sensitive" else str(item) for item in value)
    if key in ("query_timeout_ms", "max_rows", "cost_confirm", "cost_refuse"):
        if value is not None and (
            isinstance(value, bool) or not isinstance(value, int | float) or value <= 0
        ):
            raise problem
        return value
    if (key == "confirm_sql" and value not in CONFIRM) or (key == "today" and value not in TODAYS):
        raise problem
    text = str(value) if variables is None else _expanded(name, str(value), variables)
    return SecretStr(text) if key == "url" else text


def _expanded(name: str, text: str, variables: Mapping[str, str]) -> str:
    def fill(match: re.Match[str]) -> str:
        value = variables.get(match[1]) or match[2]
        if value is None:
            raise SettingsError("connection_variable_missing", name=name, variable=match[1])
        return value

    return _VARIABLE.sub(fill, text)


def _plain(spec: ConnectionSpec) -> dict[str, Any]:
    plain: dict[str, Any] = {"url": spec.url.get_secret_value()}
    for item in fields(spec):
        value = getattr(spec, item.name)
        if item.name not in ("name", "url") and value != item.default:
            plain[item.name] = list(value) if isinstance(value, tuple) else value
    return plain
