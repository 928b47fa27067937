"""Who may see what: config/access.yaml read, checked, and bound to one user."""

import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, get_args

import sqlglot
import yaml
from sqlglot.errors import SqlglotError

from appdb.users import User
from database.coverage import ATTRIBUTE
from database.rights import Feature, MaskKind, Rights
from errors import AccessError, NotFoundError, SettingsError

FEATURES: tuple[str, ...] = get_args(Feature)
MASKS: tuple[str, ...] = get_args(MaskKind)
_ROLE_FIELDS = {
    "connections",
    "tables",
    "denied_tables",
    "denied_columns",
    "row_policies",
    "masks",
    "features",
}
KeptTo = Callable[[str], Collection[str]]
OwnerOf = Callable[[str], str]
_IDENTITY_FIELDS = {"email", "domain", "group", "role", "attributes"}


@dataclass(frozen=True)
class Identity:
    """Who a sign-in provider says somebody is."""

    email: str = ""
    groups: tuple[str, ...] = ()


@dataclass(frozen=True)
class MappedIdentity:
    """The role and attributes an identity was mapped to."""

    role: str
    attributes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class _Role:
    connections: tuple[str, ...]
    features: frozenset[str]
    rights: Rights
    # what a connection changes of the role: name pattern -> the fields it sets
    within: Mapping[str, Rights] = field(default_factory=dict)


@dataclass(frozen=True)
class _Rule:
    email: str = ""
    domain: str = ""
    group: str = ""
    mapped: MappedIdentity = MappedIdentity("")

    def fits(self, identity: Identity) -> bool:
        """Tell whether every condition this rule names holds."""
        email = identity.email.strip().lower()
        return (
            (not self.email or email == self.email)
            and (not self.domain or email.endswith(f"@{self.domain}"))
            and (not self.group or self.group in identity.groups)
        )


class AccessRules:
    """The roles of an access file and the identities mapped to them."""

    def __init__(
        self,
        roles: Mapping[str, _Role],
        rules: Sequence[_Rule],
        mask_key: str,
        kept_to: KeptTo,
        owner_of: OwnerOf = lambda _connection: "",
    ) -> None:
        self._roles = roles
        self._rules = rules
        self._mask_key = mask_key
        self._kept_to = kept_to
        self._owner_of = owner_of

    @classmethod
    def load(
        cls,
        path: Path,
        *,
        mask_key: str = "",
        kept_to: KeptTo = lambda _connection: (),
        owner_of: OwnerOf = lambda _connection: "",
    ) -> "AccessRules":
        """Read an access file, or raise SettingsError naming the place and what is wrong there.

        `mask_key` keys the hash mask; without one, hashes differ from start to start. `kept_to` names the
        only roles that may use a connection, where it is kept to some; `owner_of` the only person.
        """
        try:
            tree = yaml.safe_load(path.read_text("utf-8"))
        except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
            raise SettingsError("access_unreadable", path=path.name, detail=str(error)) from error
        tree = _mapping(tree, path.name, {"roles", "identities"})
        roles = {
            str(name): _role(str(name), entry) for name, entry in _mapping(tree.get("roles"), "roles").items()
        }
        rules = [
            _rule(place, entry, roles)
            for place, entry in enumerate(_list(tree.get("identities"), "identities"))
        ]
        return cls(roles, rules, mask_key or secrets.token_hex(32), kept_to, owner_of)

    @property
    def roles(self) -> tuple[str, ...]:
        """Return the role names, in the order of the file."""
        return tuple(self._roles)

    def features(self, user: User) -> frozenset[str]:
        """Return what a user may do beside asking; nothing for a role the file does not have."""
        role = self._roles.get(user.role)
        return role.features if role else frozenset()

    def may_use(self, user: User, connection: str) -> bool:
        """Tell whether a user may ask this connection; what is somebody's own is for them alone."""
        if owner := self._owner_of(connection):
            return user.name == owner and "files" in self.features(user)
        return self.lets(user.role, connection) and user.role in (self._kept_to(connection) or self._roles)

    def lets(self, role: str, connection: str) -> bool:
        """Tell whether the file itself lets a role use a connection of this name."""
        if self._owner_of(connection):
            return False
        found = self._roles.get(role)
        return found is not None and any(fnmatchcase(connection, pattern) for pattern in found.connections)

    def reaching(self, connection: str) -> dict[str, Rights]:
        """Return every role that may ask this connection, with what it sees there."""
        users = (User("", role) for role in self._roles)
        return {user.role: self.rights(user, connection) for user in users if self.may_use(user, connection)}

    def rights(self, user: User, connection: str) -> Rights:
        """Return what a user may see of a connection, or raise AccessError."""
        role = self._roles.get(user.role)
        if role is None:
            raise AccessError("role_unknown", role=user.role)
        if not self.may_use(user, connection):
            if not connection:  # nobody named one, and there is none to ask
                raise NotFoundError("no_database")
            raise AccessError("connection_forbidden", connection=connection)
        if self._owner_of(connection):
            return Rights(user.role, connection, features=role.features, mask_key=self._mask_key)
        found = next((own for name, own in role.within.items() if fnmatchcase(connection, name)), role.rights)
        attributes = {name: str(value) for name, value in user.attributes.items()}
        return replace(found, connection=connection, attributes=attributes, mask_key=self._mask_key)

    def role_for(self, identity: Identity) -> MappedIdentity:
        """Return role and attributes of the first rule that fits an identity, or raise AccessError."""
        for rule in self._rules:
            if rule.fits(identity):
                return rule.mapped
        raise AccessError("identity_unmapped")


def _role(name: str, entry: Any) -> _Role:
    place = f"roles.{name}"
    fields = _mapping(entry or {}, place, _ROLE_FIELDS)
    connections = fields.get("connections", ["*"])
    within: dict[str, Rights] = {}
    rights = _rights(name, fields, place)
    if isinstance(connections, dict):
        for pattern, own in connections.items():
            inner = f"{place}.connections.{pattern}"
            changed = _mapping(own or {}, inner, _ROLE_FIELDS - {"connections", "features"})
            within[str(pattern)] = _rights(name, {**fields, **changed}, inner)
    names = _texts(list(connections), f"{place}.connections", lower=False)
    return _Role(names, rights.features, rights, within)


def _rights(role: str, fields: Mapping[str, Any], place: str) -> Rights:
    return Rights(
        role=role,
        connection="",
        tables=_patterns(fields.get("tables", ["*"]), f"{place}.tables", 2),
        denied_tables=_patterns(fields.get("denied_tables"), f"{place}.denied_tables", 2),
        denied_columns=_patterns(fields.get("denied_columns"), f"{place}.denied_columns", 3),
        row_policies=_policies(fields.get("row_policies"), f"{place}.row_policies"),
        masks=_masks(fields.get("masks"), f"{place}.masks"),
        features=frozenset(_choices(fields.get("features"), f"{place}.features", FEATURES)),
    )


def _policies(value: Any, place: str) -> dict[str, str]:
    policies = {}
    for table, predicate in _mapping(value or {}, place).items():
        _dots(str(table), f"{place}.{table}", 2)
        text = str(predicate).strip() if isinstance(predicate, str | bool) else ""
        if not text:
            raise _wrong(f"{place}.{table}", "is empty")
        try:
            sqlglot.parse_one(f"SELECT 1 WHERE ({ATTRIBUTE.sub('1', text)})", dialect="postgres")
        except SqlglotError as error:
            raise _wrong(f"{place}.{table}", "is not a condition in SQL") from error
        if "{" in ATTRIBUTE.sub("", text):
            raise _wrong(f"{place}.{table}", "has a place that is not {user.attribute}")
        policies[str(table).lower()] = text
    return policies


def _masks(value: Any, place: str) -> dict[str, MaskKind]:
    masks: dict[str, MaskKind] = {}
    for column, kind in _mapping(value or {}, place).items():
        _dots(str(column), f"{place}.{column}", 3)
        # `null` unquoted is YAML's own nothing
        masks[str(column).lower()] = _choices([kind or "null"], f"{place}.{column}", MASKS)[0]  # type: ignore[assignment]
    return masks


def _rule(number: int, entry: Any, roles: Mapping[str, _Role]) -> _Rule:
    place = f"identities[{number}]"
    fields = _mapping(entry, place, _IDENTITY_FIELDS)
    conditions = {key: str(fields[key]) for key in ("email", "domain", "group") if fields.get(key)}
    if not conditions:
        raise _wrong(place, "needs email, domain or group")
    role = str(fields.get("role", ""))
    if role not in roles:
        raise _wrong(f"{place}.role", f"must be one of {', '.join(roles)}")
    attributes = _mapping(fields.get("attributes") or {}, f"{place}.attributes")
    mapped = MappedIdentity(role, {str(key): str(value) for key, value in attributes.items()})
    return _Rule(
        email=conditions.get("email", "").lower(),
        domain=conditions.get("domain", "").lower().lstrip("@"),
        group=conditions.get("group", ""),
        mapped=mapped,
    )


def _mapping(value: Any, place: str, known: set[str] | None = None) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _wrong(place, "must be a mapping")
    if known is not None and (unknown := {str(key) for key in value} - known):
        raise _wrong(place, f"has unknown fields: {', '.join(sorted(unknown))}")
    return value


def _list(value: Any, place: str) -> list[Any]:
    if value is not None and not isinstance(value, list):
        raise _wrong(place, "must be a list")
    return value or []


def _texts(value: Any, place: str, *, lower: bool = True) -> tuple[str, ...]:
    items = _list(value, place)
    if not all(isinstance(item, str) and item for item in items):
        raise _wrong(place, "must hold names")
    return tuple(item.lower() if lower else item for item in items)


def _choices(value: Any, place: str, known: tuple[str, ...]) -> tuple[str, ...]:
    found = _texts(value, place)
    if unknown := [item for item in found if item not in known]:
        raise _wrong(place, f"{', '.join(unknown)} is not one of {', '.join(known)}")
    return found


def _patterns(value: Any, place: str, parts: int) -> tuple[str, ...]:
    found = _texts(value, place)
    for pattern in found:
        _dots(pattern, place, parts)
    return found


def _dots(pattern: str, place: str, parts: int) -> None:
    if pattern != "*" and pattern.count(".") != parts - 1:
        shape = ".".join(("schema", "table", "column")[:parts])
        raise _wrong(place, f"{pattern} must be written {shape}")


def _wrong(place: str, problem: str) -> SettingsError:
    return SettingsError("access_invalid", place=place, problem=problem, detail=problem)
