"""Databases registered while running: kept sealed in the app's PostgreSQL, followed by every process."""

import base64
import datetime as dt
import hashlib
import logging
from collections.abc import Collection

from cryptography.fernet import Fernet, InvalidToken

from appdb.connections import ConnectionStore, SealedConnection
from database.connections import Databases
from database.spec import ConnectionSpec, spec_from_text, spec_text
from errors import InputError, NotFoundError, SettingsError, WenshuError

log = logging.getLogger(__name__)


class Registry:
    """Adds, changes and removes databases; those that a connections file declares are not its own."""

    def __init__(
        self, store: ConnectionStore, databases: Databases, secret: str, declared: Collection[str] = ()
    ) -> None:
        self._store = store
        self._databases = databases
        self._declared = frozenset(declared)
        key = hashlib.sha256(b"wenshu connections " + secret.encode()).digest()
        self._seal = Fernet(base64.urlsafe_b64encode(key))
        self._known: dict[str, dt.datetime] = {}

    def owns(self, name: str) -> bool:
        """Tell whether a database was registered, and not declared in a file."""
        return name in self._known and name not in self._declared

    @property
    def unreadable(self) -> tuple[str, ...]:
        """Return what was sealed with another secret or names an engine without a driver."""
        return tuple(sorted(self._databases.unopened))

    async def refresh(self) -> None:
        """Take in what was registered, changed or removed since, also by other processes."""
        found = await self._store.all()
        for name in [name for name in self._known if name not in {one.name for one in found}]:
            await self._forget(name)
        for one in found:
            if self._known.get(one.name) != one.changed_at:
                await self._take_in(one)

    async def add(self, spec: ConnectionSpec, by: str) -> None:
        """Register a new database; one of the same name is refused."""
        self._require_free(spec.name)
        if not await self._store.add(spec.name, self._sealed(spec), by):
            raise InputError("connection_exists", name=spec.name)
        await self.refresh()

    async def put(self, spec: ConnectionSpec, by: str) -> None:
        """Register a database, or give one of this name another address."""
        if spec.name in self._declared:
            raise InputError("connection_declared", name=spec.name)
        await self._store.put(spec.name, self._sealed(spec), by)
        await self.refresh()

    async def remove(self, name: str, by: str | None = None) -> None:
        """Take a database out; with `by` only where that one registered it."""
        if name in self._declared:
            raise InputError("connection_declared", name=name)
        if not await self._store.remove(name, by) and by is None:
            raise NotFoundError("connection_unknown", name=name, known=", ".join(self._databases.names))
        await self.refresh()

    def _require_free(self, name: str) -> None:
        if name in self._declared:
            raise InputError("connection_declared", name=name)

    async def _take_in(self, one: SealedConnection) -> None:
        self._known[one.name] = one.changed_at
        self._databases.unopened.pop(one.name, None)
        if one.name in self._declared:
            return
        try:
            await self._databases.add(self._opened(one))
        except WenshuError as error:
            log.error(
                "a registered database cannot be read", extra={"connection": one.name, "code": error.code}
            )
            self._databases.unopened[one.name] = error

    async def _forget(self, name: str) -> None:
        del self._known[name]
        self._databases.unopened.pop(name, None)
        if name not in self._declared:
            await self._databases.remove(name)

    def _sealed(self, spec: ConnectionSpec) -> str:
        return self._seal.encrypt(spec_text(spec).encode()).decode()

    def _opened(self, one: SealedConnection) -> ConnectionSpec:
        try:
            return spec_from_text(one.name, self._seal.decrypt(one.sealed.encode()).decode())
        except InvalidToken as error:
            raise SettingsError("connection_sealed", name=one.name) from error
