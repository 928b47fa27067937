"""`backup`: the app's database, its settings without secrets, uploads and files as data, in one file.

Indexes are not in it: every process builds those it needs from what the database holds.
"""

import contextlib
import datetime as dt
import json
import os
import re
import tarfile
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from io import BufferedWriter
from pathlib import Path
from zoneinfo import ZoneInfo

import psycopg
from pydantic import SecretStr

from appdb.dump import rows_of, spell_plainly, tables_of
from appdb.embedded import EmbeddedPostgres
from appdb.migrate import known_revision
from appdb.server import AppServer
from appdb.space import is_full
from config.logging import redactor
from config.settings import Settings, provider_environment
from config.version import VERSION
from errors import SettingsError

FORMAT = 1
MANIFEST = "backup.json"
SETTINGS, ROWS = "settings/", "database/"
FILE = re.compile(r"files/[0-9a-f]{2}/[0-9a-f]{32}|own_files/[0-9a-f]{24}/file-[0-9a-f]{12}\.duckdb")
NOT_KEPT = "# {name} was set; secrets are not in a backup."


@dataclass(frozen=True)
class Manifest:
    """What a backup says of itself: release and schema revision it was made with, and its tables."""

    release: str
    revision: str
    at: str
    tables: dict[str, tuple[str, ...]]
    format: int = FORMAT


@dataclass(frozen=True)
class Kept:
    """What went into a backup, or came out of it; `sealed` databases need their secret or a new address."""

    manifest: Manifest
    files: int
    bytes: int
    sealed: tuple[str, ...] = ()


def back_up(settings: Settings, target: Path) -> Kept:
    """Write a backup, whole or not at all; the app may go on meanwhile."""
    if settings.app_database_url is None and not EmbeddedPostgres(settings.data_dir).cluster.exists():
        raise SettingsError("backup_nothing", path=str(settings.data_dir))
    server = AppServer(settings)
    server.reach()
    half = target.with_name(f"{target.name}.part")
    try:
        with full_disk_told(target):
            kept = _write(settings, server.url, half)
            half.replace(target)
        return kept
    finally:
        with contextlib.suppress(OSError):  # where nothing may be written nothing is left over
            half.unlink()
        server.stop()


def _write(settings: Settings, url: str, target: Path) -> Kept:
    with (
        private_file(target) as file,
        tarfile.open(fileobj=file, mode="w:gz", compresslevel=6) as archive,
        psycopg.connect(url) as connection,
    ):
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ  # every table as of one moment
        connection.read_only = True
        spell_plainly(connection)
        revision = known_revision(connection)
        if revision is None:
            raise SettingsError("backup_nothing", path=str(settings.data_dir))
        tables = tables_of(connection)
        now = dt.datetime.now(ZoneInfo(settings.timezone)).isoformat(timespec="seconds")
        manifest = Manifest(VERSION, revision, now, {table.name: table.columns for table in tables})
        _add(archive, MANIFEST, [json.dumps(asdict(manifest), indent=1).encode()])
        for name, text in settings_kept(settings).items():
            _add(archive, SETTINGS + name, [text.encode()])
        for table in tables:
            _add(archive, ROWS + table.name, rows_of(connection, table))
        files = _add_files(archive, settings.data_dir)
    return Kept(manifest, files, target.stat().st_size)


def _add(archive: tarfile.TarFile, name: str, chunks: Iterable[bytes]) -> None:
    """Add a member whose size is known only once it was written down."""
    with tempfile.TemporaryFile(dir=Path(str(archive.name)).parent) as spool:
        for chunk in chunks:
            spool.write(chunk)
        member = tarfile.TarInfo(name)
        member.size = spool.tell()
        spool.seek(0)
        archive.addfile(member, spool)


def _add_files(archive: tarfile.TarFile, data_dir: Path) -> int:
    """Add uploads and files as data; the latter are never written again once their row is there."""
    added = 0
    for path in sorted([*data_dir.glob("files/*/*"), *data_dir.glob("own_files/*/*")]):
        name = path.relative_to(data_dir).as_posix()
        if FILE.fullmatch(name):
            with contextlib.suppress(FileNotFoundError):  # its conversation was just removed
                archive.add(path, name, recursive=False)
                added += 1
    return added


def private_file(path: Path) -> BufferedWriter:
    """Open a file that only its owner may read."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    return os.fdopen(descriptor, "wb")


@contextlib.contextmanager
def full_disk_told(place: Path) -> Iterator[None]:
    """Say of a disk that is full that it is."""
    try:
        yield
    except (OSError, psycopg.errors.DiskFull) as error:
        code = "disk_full" if is_full(error) else "file_unwritable"
        raise SettingsError(code, path=str(place), detail=str(error)) from error


def settings_kept(settings: Settings) -> dict[str, str]:
    """Return texts by file name: settings.env, access.yaml, connections.yaml."""
    redact = redactor(settings)
    files = {"access.yaml": settings.access_file, "connections.yaml": settings.connections_file}
    named = {name: redact(path.read_text("utf-8")) for name, path in files.items() if path and path.exists()}
    return {"settings.env": redact(_lines(settings)), **named}


def _lines(settings: Settings) -> str:
    lines = []
    for name in sorted(settings.model_fields_set & set(type(settings).model_fields)):
        value = getattr(settings, name)
        if isinstance(value, SecretStr):
            lines.append(NOT_KEPT.format(name=name.upper()))
        elif value is not None:
            lines.append(f"{name.upper()}={_quoted(str(value))}")
    lines += [NOT_KEPT.format(name=name) for name in sorted(provider_environment())]
    return "\n".join(lines) + "\n"


def _quoted(value: str) -> str:
    return value if value.replace("-", "").replace("/", "").replace(".", "").isalnum() else json.dumps(value)
