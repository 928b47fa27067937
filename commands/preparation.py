"""What must be right before the server starts: port, DATA_DIR, secret, Chainlit's folder, demo sign-ins."""

import asyncio
import contextlib
import errno
import ipaddress
import os
import secrets
import shutil
import socket
import tempfile
from pathlib import Path

from appdb.pool import AppDatabase
from appdb.results import ResultStore
from appdb.users import PeopleStore, User
from config.settings import ROOT, Settings
from errors import SettingsError

LEAST_FREE_BYTES = 200_000_000
LEAST_SECRET_CHARS = 32
PLACEHOLDERS = ("changeme", "change-me", "placeholder", "example", "secret-secret", "your-secret")
CHAINLIT_FILES = (".chainlit", "public", "chainlit.md", "chainlit_zh-CN.md")
DEMO_PASSWORD = "wenshu-demo"  # printed at the start; it works on loopback only
DEMO_PEOPLE = (
    User("admin", "admin", {}, "管理员 Admin"),
    User("analyst", "analyst", {}, "分析员 Analyst"),
    User("manager", "branch_manager", {"branch_id": "1"}, "分公司经理 Manager"),
    User("viewer", "viewer", {}, "访客 Viewer"),
)


def is_loopback(host: str) -> bool:
    """Tell whether only this machine can reach what listens there."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


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
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path) as probe:
            probe.write(b"\0" * 65536)
            probe.flush()
        free = shutil.disk_usage(path).free
    except OSError as error:
        code = "disk_full" if error.errno in (errno.ENOSPC, errno.EDQUOT) else "data_dir_unwritable"
        raise SettingsError(code, path=str(path), detail=str(error)) from error
    if free < LEAST_FREE_BYTES:
        raise SettingsError("disk_full", path=str(path), detail=f"{free} bytes are free")


def auth_secret(settings: Settings) -> str:
    """Return what signs the sessions: the setting's, or one made once under DATA_DIR."""
    if settings.auth_secret:
        given = settings.auth_secret.get_secret_value()
        weak = len(given) < LEAST_SECRET_CHARS or len(set(given)) < 8
        if weak or any(word in given.lower() for word in PLACEHOLDERS):
            raise SettingsError("auth_secret_weak")
        return given
    path = settings.data_dir / "auth_secret"
    with contextlib.suppress(FileExistsError):
        made = path.with_name(f"auth_secret.{os.getpid()}")
        made.touch(mode=0o600)
        made.write_text(secrets.token_urlsafe(48))
        try:
            os.link(made, path)  # whole or not at all, and the first of two wins
        finally:
            made.unlink()
    return path.read_text().strip()


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


def sweep_results(url: str) -> None:
    """Remove the results that have expired."""

    async def sweep() -> None:
        async with await AppDatabase.open(url, size=1) as database:
            await ResultStore(database).sweep()

    asyncio.run(sweep())


def prepare_demo_people(url: str, wanted: bool) -> None:
    """Make the demo's sign-ins, and let them in only where `wanted`.

    Somebody of that name with another password is a real person, and stays as they are.
    """
    asyncio.run(_prepare_demo_people(url, wanted))


async def _prepare_demo_people(url: str, wanted: bool) -> None:
    async with await AppDatabase.open(url, size=1) as database:
        people = PeopleStore(database)
        known = {person.user.name: person for person in await people.list()}
        for user in DEMO_PEOPLE:
            person = known.get(user.name)
            if person is None and wanted:
                await people.add(user.name, DEMO_PASSWORD, user.role, user.attributes, user.display_name)
            elif person and person.disabled == wanted and await people.has_password(user.name, DEMO_PASSWORD):
                await people.set_disabled(user.name, not wanted)
