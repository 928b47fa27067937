"""What must be right before the server starts: port, DATA_DIR, secret, Chainlit's folder, demo sign-ins."""

import asyncio
import errno
import ipaddress
import shutil
import socket
import tempfile
from pathlib import Path

from appdb.pool import AppDatabase
from appdb.private import keep_private
from appdb.space import LEAST_FREE_BYTES, is_full
from appdb.users import PeopleStore
from config.settings import ROOT, Settings
from demo import people as demo_people
from errors import SettingsError

FIRST_START_BYTES = 200_000_000  # a cluster, the demo, an index; a later start needs no more than to serve
MADE_BY_THEN = ("postgres", "index")
CHAINLIT_FILES = (".chainlit", "public", "chainlit.md", "chainlit_zh-CN.md", "chainlit_en-US.md")


def is_loopback(host: str) -> bool:
    """Tell whether only this machine can reach what listens there."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def only_this_machine(settings: Settings) -> bool:
    """Tell whether nobody on another machine is meant to reach the chat, also not through a proxy."""
    return is_loopback(settings.host) and not settings.public_url


def require_free_port(host: str, port: int) -> None:
    """Raise SettingsError where the port cannot be listened on."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError as error:
        raise SettingsError("setting_invalid", name="HOST", detail=str(error)) from error
    with socket.socket(family, kind, protocol) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
            probe.listen()
        except OSError as error:
            codes = {errno.EACCES: "port_forbidden", errno.EADDRNOTAVAIL: "host_not_here"}
            code = codes.get(error.errno or 0, "port_taken")
            raise SettingsError(code, host=host, port=port, detail=str(error)) from error


def require_data_dir(path: Path) -> None:
    """Make DATA_DIR, and raise SettingsError where it cannot be written or has no space."""
    try:
        keep_private(path)
        with tempfile.TemporaryFile(dir=path) as probe:
            probe.write(b"\0" * 65536)
            probe.flush()
        free = shutil.disk_usage(path).free
    except OSError as error:
        code = "disk_full" if is_full(error) else "data_dir_unwritable"
        raise SettingsError(code, path=str(path), detail=str(error)) from error
    has_started = any((path / name).exists() for name in MADE_BY_THEN)
    if free < (LEAST_FREE_BYTES if has_started else FIRST_START_BYTES):
        raise SettingsError("disk_full", path=str(path), detail=f"{free} bytes are free")


def prepare_app_root(settings: Settings) -> Path:
    """Return Chainlit's folder for this address, with the checkout's files in it.

    Each server needs its own, since one that ends removes `.files` in it; and an address is held by one.
    """
    place = f"{settings.host}-{settings.port}".replace(":", "_")
    root = settings.data_dir.absolute() / "chainlit" / place
    root.mkdir(parents=True, exist_ok=True)
    for name in CHAINLIT_FILES:
        _mirror(ROOT / name, root / name)
    return root


def _mirror(source: Path, target: Path) -> None:
    """Make `target` like `source`: copy what differs, remove what is gone."""
    if not source.is_dir():
        if source.exists() and not (target.is_file() and target.read_bytes() == source.read_bytes()):
            shutil.copyfile(source, target)
        return
    target.mkdir(exist_ok=True)
    names = {path.name for path in source.iterdir()}
    for old in target.iterdir():
        if old.name not in names:
            shutil.rmtree(old) if old.is_dir() else old.unlink()
    for name in sorted(names):
        _mirror(source / name, target / name)


def prepare_demo_people(url: str, wanted: bool) -> None:
    """Make the demo's sign-ins, and let them in only where `wanted`.

    Somebody of that name with another password is a real person, and stays as they are.
    """
    asyncio.run(_prepare_demo_people(url, wanted))


async def _prepare_demo_people(url: str, wanted: bool) -> None:
    async with await AppDatabase.open(url, size=1) as database:
        people = PeopleStore(database)
        known = {person.user.name: person for person in await people.list()}
        for user in demo_people.PEOPLE:
            person = known.get(user.name)
            if person is None and wanted:
                await people.add(
                    user.name, demo_people.PASSWORD, user.role, user.attributes, user.display_name
                )
            elif (
                person
                and person.disabled == wanted
                and await people.has_password(user.name, demo_people.PASSWORD)
            ):
                await people.set_disabled(user.name, not wanted)
