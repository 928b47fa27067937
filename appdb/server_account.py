"""The operating system account the embedded PostgreSQL runs under.

PostgreSQL refuses to run as root. An ordinary user runs it as themself; root hands it to the owner of the
cluster or of DATA_DIR, or else to the account `postgres` or `nobody`. That account must be able to walk to
the cluster and to the programs: where a parent directory is closed to it (such as /root, mode 700) it alone
gets the right to search that directory, as an access control entry. Only where the file system keeps no such
entries does the directory become searchable for all. Nothing becomes readable, listable or writable.
"""

import logging
import os
import pwd
import struct
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from errors import SettingsError

log = logging.getLogger(__name__)

ACL = "system.posix_acl_access"
ACL_VERSION = 2
ACL_ENTRY = struct.Struct("<HHI")
USER_OBJ, USER, GROUP_OBJ, MASK, OTHER = 0x01, 0x02, 0x04, 0x10, 0x20
NO_ID = 0xFFFFFFFF
SEARCH = 0o1


@dataclass(frozen=True)
class Account:
    """A user and group id; `switch` says that this process must change to them."""

    uid: int
    gid: int
    switch: bool

    def process_options(self) -> dict[str, Any]:
        """Return what subprocess needs to start a program under this account."""
        if not self.switch:
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}

    def own(self, path: Path) -> None:
        """Give one file or directory to this account."""
        if self.switch:
            os.chown(path, self.uid, self.gid, follow_symlinks=False)


def server_account(data_dir: Path, home: Path) -> Account:
    """Choose who runs the server whose files lie in `home` under `data_dir`."""
    if os.geteuid() != 0:
        return Account(os.geteuid(), os.getegid(), switch=False)
    for path in (home, data_dir):
        if path.exists() and (owner := path.stat().st_uid) and (entry := _by_id(owner)):
            return Account(entry.pw_uid, entry.pw_gid, switch=True)
    for name in ("postgres", "nobody"):
        if entry := _by_name(name):
            return Account(entry.pw_uid, entry.pw_gid, switch=True)
    raise SettingsError("embedded_no_account")


def let_through(account: Account, *paths: Path) -> None:
    """Make sure the account can walk to each path, opening no more than the search of closed parents."""
    if not account.switch or all(_reaches(account, path) for path in paths):
        return
    for path in paths:
        for parent in reversed(path.parents):
            if not parent.stat().st_mode & SEARCH:
                _grant_search(account, parent)
        if not _reaches(account, path):
            raise SettingsError("embedded_unreachable", path=str(path))


def _by_id(uid: int) -> pwd.struct_passwd | None:
    try:
        return pwd.getpwuid(uid)
    except KeyError:
        return None


def _by_name(name: str) -> pwd.struct_passwd | None:
    try:
        return pwd.getpwnam(name)
    except KeyError:
        return None


def _reaches(account: Account, path: Path) -> bool:
    command = ["/bin/sh", "-c", 'test -x "$1"', "sh", str(path)]
    return subprocess.run(command, cwd="/", **account.process_options()).returncode == 0


def _grant_search(account: Account, directory: Path) -> None:
    mode = directory.stat().st_mode
    try:
        os.setxattr(directory, ACL, _with_search(_acl(directory, mode), account.uid))
        log.info("allowed uid %d to search %s for the embedded PostgreSQL", account.uid, directory)
    except (OSError, AttributeError):  # no access control entries on this file system or platform
        directory.chmod((mode & 0o7777) | SEARCH)
        log.warning("made %s searchable for the embedded PostgreSQL", directory)


def _acl(directory: Path, mode: int) -> dict[tuple[int, int], int]:
    """Return the entries of a directory: (kind, id) → permissions."""
    try:
        raw = os.getxattr(directory, ACL)
    except OSError:
        bits = (mode >> 6 & 7, mode >> 3 & 7, mode & 7)
        return {(kind, NO_ID): bit for kind, bit in zip((USER_OBJ, GROUP_OBJ, OTHER), bits, strict=True)}
    return {(kind, uid): bits for kind, bits, uid in ACL_ENTRY.iter_unpack(raw[4:])}


def _with_search(entries: dict[tuple[int, int], int], uid: int) -> bytes:
    """Add one user's right to search; the mask must allow it and otherwise stays as wide as the group was."""
    mask = entries.get((MASK, NO_ID), entries[GROUP_OBJ, NO_ID])
    wanted = {**entries, (USER, uid): entries.get((USER, uid), 0) | SEARCH, (MASK, NO_ID): mask | SEARCH}
    packed = (ACL_ENTRY.pack(kind, bits, ident) for (kind, ident), bits in sorted(wanted.items()))
    return struct.pack("<I", ACL_VERSION) + b"".join(packed)
