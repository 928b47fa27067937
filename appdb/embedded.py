"""The embedded PostgreSQL under DATA_DIR: started by the first process that needs it, stopped by the last.

Two files are locked. `change` is held while the server is being started or stopped. `users` is held, shared,
by every attached process for as long as it is attached; the kernel lets go of it when a process dies, however
it dies. So a process that leaves and can have `users` to itself is the last one, and stops the server, also
one that a killed process left behind. The server listens on a Unix socket only, in a directory that only the
account it runs under can enter.
"""

import contextlib
import fcntl
import logging
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import quote

from appdb.cluster import START_DEADLINE_S, SUPERUSER, Cluster, wait
from appdb.space import is_full
from errors import SettingsError

log = logging.getLogger(__name__)


class EmbeddedPostgres:
    """One process's hold on the server under `data_dir`; blocking, so call it in a thread."""

    def __init__(self, data_dir: Path, timezone: str = "UTC") -> None:
        self._cluster = Cluster(data_dir.absolute().resolve(), timezone)
        self._users: int | None = None
        self._socket_dir = ""

    @property
    def home(self) -> Path:
        """Where the server's files lie; it belongs to the account the server runs under."""
        return self._cluster.home

    @property
    def cluster(self) -> Path:
        """The data directory of the server."""
        return self._cluster.directory

    def start(self) -> None:
        """Attach to the server, starting it where it is not running; on return it answers queries."""
        if self._users is not None:
            return
        with self._locked("change"):
            users = self._open_lock("users")
            fcntl.flock(users, fcntl.LOCK_SH)
            try:
                self._socket_dir = self._ensure_running()
            except BaseException:
                os.close(users)
                raise
            self._users = users

    def stop(self) -> None:
        """Detach; stop the server when nobody else is attached."""
        if self._users is None:
            return
        users, self._users = self._users, None
        try:
            with self._locked("change"):
                try:
                    fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    log.debug("others are attached to the embedded PostgreSQL")
                else:
                    self._cluster.stop()
        finally:
            os.close(users)

    def ensure(self) -> None:
        """Start the server again where it has died while this process was attached."""
        with self._locked("change"):
            self._socket_dir = self._ensure_running()

    def url(self, database: str = "postgres", user: str = SUPERUSER) -> str:
        """Return the address of a database on the running server, for libpq."""
        place = f"host={quote(self._socket_dir, safe='/')}&port=5432"
        return f"postgresql://{quote(user)}@/{quote(database)}?{place}"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @contextlib.contextmanager
    def _locked(self, name: str) -> Iterator[None]:
        lock = self._open_lock(name)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)

    def _open_lock(self, name: str) -> int:
        data_dir = self._cluster.data_dir
        try:
            data_dir.mkdir(parents=True, exist_ok=True)
            lock = os.open(data_dir / f".postgres.{name}.lock", os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        except OSError as error:
            code = "disk_full" if is_full(error) else "data_dir_unwritable"
            raise SettingsError(code, path=str(data_dir), detail=str(error)) from error
        if os.geteuid() == 0:  # the owner of DATA_DIR must be able to open what root made there
            owner = data_dir.stat()
            os.fchown(lock, owner.st_uid, owner.st_gid)
        return lock

    def _ensure_running(self) -> str:
        """Return the socket directory of the server, running and connected; `change` is held."""
        cluster = self._cluster
        if (running := cluster.postmaster()) and cluster.is_ours(running.pid):
            # It may be starting up, or on its way out.
            wait(lambda: cluster.answers(running) or not cluster.is_ours(running.pid), START_DEADLINE_S)
            if cluster.answers(running):
                return running.socket_dir
            cluster.end(running.pid, signal.SIGQUIT)
        if not cluster.directory.exists():
            cluster.create()
        cluster.start()
        started = cluster.postmaster()
        if started is None or not wait(lambda: cluster.answers(started), START_DEADLINE_S):
            raise SettingsError("embedded_failed", log=str(cluster.home / "log"))
        return started.socket_dir
