"""The app's own files, sockets and cluster, which are no database to ask."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from appdb.cluster import Cluster, identifier_of
from config.settings import Settings
from database.connections import Database
from database.spec import ConnectionSpec
from errors import ConnectionFailedError, DatabaseError, InputError

FILE_ENGINES = ("sqlite", "duckdb")


def refuse_own_places(spec: ConnectionSpec, settings: Settings) -> None:
    """Raise InputError for an address that leads to anything under DATA_DIR or to the cluster's socket."""
    data_dir = settings.data_dir.resolve()
    running = Cluster(data_dir, settings.timezone).postmaster()
    own = [data_dir, *([Path(running.socket_dir).resolve()] if running and running.socket_dir else [])]
    for path in _paths(spec):
        if any(path.is_relative_to(place) for place in own):
            raise InputError("connection_own_database")


async def refuse_own_cluster(database: Database, settings: Settings) -> None:
    """Raise InputError for a database of the cluster under DATA_DIR, whatever way led to it."""
    own = identifier_of(settings.data_dir)
    if not own:
        return
    try:
        server = await database.server()
    except ConnectionFailedError:
        raise
    except DatabaseError:
        return  # our own tells its number to every role
    if server == own:
        raise InputError("connection_own_database")


def _paths(spec: ConnectionSpec) -> Iterator[Path]:
    """Yield every file and folder an address names: database, socket, certificate, password file."""
    parts = urlsplit(spec.url.get_secret_value())
    named = [value for _, values in parse_qsl(parts.query) for value in values.split(",")]
    if spec.dialect in FILE_ENGINES:
        named.append(unquote(parts.path.removeprefix("/")))
    else:
        named += [unquote(host) for host in parts.netloc.rpartition("@")[2].split(",")]
    for name in named:
        if name and (spec.dialect in FILE_ENGINES or name.startswith(("/", ".", "~"))):
            yield Path(name).expanduser().resolve()
