"""`restore`: what a backup holds, into a DATA_DIR or a database that holds nothing yet."""

import asyncio
import gzip
import json
import shutil
import tarfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import psycopg

from appdb.alone import alone
from appdb.connections import ConnectionStore
from appdb.dump import Table, go_on_counting, put_rows, spell_plainly
from appdb.migrate import MIGRATION_LOCK, is_known, revision_of, within_one_transaction
from appdb.pool import AppDatabase
from appdb.server import AppServer
from commands.backup import (
    FILE,
    FORMAT,
    MANIFEST,
    ROWS,
    SETTINGS,
    Kept,
    Manifest,
    full_disk_told,
    private_file,
)
from commands.preparation import require_data_dir
from config.secret import auth_secret
from config.settings import Settings
from config.version import VERSION
from database.connections import Databases
from database.registry import Registry
from demo.first_start import FILLED
from demo.people import CONNECTION
from errors import InputError, SettingsError

CHUNK = 1 << 20
RESTORED = "restored"


def restore(settings: Settings, source: Path) -> Kept:
    """Bring a backup into a DATA_DIR or a database that holds nothing yet."""
    manifest = read_manifest(source)
    require_data_dir(settings.data_dir)
    server = AppServer(settings)
    server.reach()
    try:
        with psycopg.connect(server.url, autocommit=True) as connection, alone(connection, MIGRATION_LOCK):
            if revision_of(connection) is not None:
                raise SettingsError("restore_not_empty", path=str(settings.data_dir))
            _make_checkpoint_tables(server.url)
            with full_disk_told(settings.data_dir):
                files = _read(settings.data_dir, server.url, source, manifest)
        sealed = asyncio.run(_still_sealed(settings, server.url))
    finally:
        server.stop()
    return Kept(manifest, files, source.stat().st_size, sealed)


def read_manifest(source: Path) -> Manifest:
    """Return what a backup says of itself, once all of it was read and found whole."""
    try:
        with tarfile.open(source, "r:gz") as archive:
            first = archive.next()
            told = archive.extractfile(first) if first and first.name == MANIFEST else None
            found = json.loads(told.read()) if told else {}
            while archive.next():
                pass
        with gzip.open(source) as whole:  # tarfile stops at its own end, before gzip's checksum
            while whole.read(CHUNK):
                pass
        manifest = Manifest(**found)
    except (OSError, EOFError, ValueError, TypeError, zlib.error, tarfile.TarError) as error:
        raise InputError("backup_unreadable", path=str(source), detail=str(error)) from error
    if manifest.format != FORMAT or not is_known(manifest.revision):
        raise InputError("backup_newer", path=str(source), newer=manifest.release, ours=VERSION)
    return manifest


def _read(data_dir: Path, url: str, source: Path, manifest: Manifest) -> int:
    """Put everything where it belongs; the rows are there once the files are."""
    files = 0
    with tarfile.open(source, "r:gz") as archive, within_one_transaction(url) as (connection, upgrade):
        spell_plainly(connection)
        upgrade(manifest.revision)
        for member in archive:
            content = archive.extractfile(member)
            if content is None:
                continue
            if member.name.startswith(ROWS):
                name = member.name.removeprefix(ROWS)
                put_rows(connection, Table(name, tuple(manifest.tables[name])), _chunks(content))
            elif member.name.startswith(SETTINGS):
                _put_file(data_dir / RESTORED / Path(member.name).name, content)
            elif FILE.fullmatch(member.name):
                _put_file(data_dir / member.name, content)
                files += 1
        go_on_counting(connection)
        # The demo's own database is not in a backup: the next start makes and registers it anew.
        connection.execute("DELETE FROM setup_marks WHERE step = %s", [FILLED])
        connection.execute("DELETE FROM connections WHERE name = %s", [CONNECTION])
        upgrade("head")
    return files


def _put_file(path: Path, content: IO[bytes]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with private_file(path) as target:
        shutil.copyfileobj(content, target)


def _chunks(content: IO[bytes]) -> Iterator[bytes]:
    while chunk := content.read(CHUNK):
        yield chunk


async def _still_sealed(settings: Settings, url: str) -> tuple[str, ...]:
    """Name the databases whose addresses were sealed with another secret."""
    async with await AppDatabase.open(url, size=1) as database:
        registry = Registry(ConnectionStore(database), Databases.open((), settings), auth_secret(settings))
        await registry.refresh()
    return registry.unreadable


def _make_checkpoint_tables(url: str) -> None:
    """Make the checkpointer's tables as this release has them; they are no part of our revisions."""
    from langgraph.checkpoint.postgres import PostgresSaver

    with PostgresSaver.from_conn_string(url) as saver:
        saver.setup()
