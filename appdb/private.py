"""DATA_DIR is its owner's alone: conversations, results, secrets and the cluster lie in it."""

import errno
import logging
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from errors import SettingsError

log = logging.getLogger(__name__)

UMASK = 0o077
OTHERS = 0o077
SEARCH = 0o011


def keep_private(data_dir: Path) -> None:
    """Make DATA_DIR where it is not there, close it to others, and let this process open nothing to them.

    What an earlier version left open is closed too. Where another account runs the cluster inside, the right
    to search, without which it could not walk there, stays as it is.
    """
    os.umask(UMASK)
    try:
        data_dir.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        code = "disk_full" if error.errno in (errno.ENOSPC, errno.EDQUOT) else "data_dir_unwritable"
        raise SettingsError(code, path=str(data_dir), detail=str(error)) from error
    cluster = data_dir / "postgres"
    foreign = cluster.exists() and cluster.stat().st_uid != os.geteuid()
    was_open = bool(data_dir.stat().st_mode & OTHERS & ~SEARCH)
    _close(data_dir, SEARCH if foreign else 0)
    for path in _within(data_dir) if was_open else data_dir.iterdir():
        _close(path, 0)


def _within(folder: Path) -> Iterator[Path]:
    for place, folders, files in os.walk(folder):
        yield from (Path(place, name) for name in (*folders, *files))


def _close(path: Path, kept: int) -> None:
    """Take from a file or folder of ours what others may do with it, but for `kept`."""
    found = path.lstat()
    if stat.S_ISLNK(found.st_mode) or found.st_uid != os.geteuid():
        return
    mode = stat.S_IMODE(found.st_mode)
    if closed := mode & OTHERS & ~kept:
        try:
            path.chmod(mode & ~closed)
        except OSError as error:
            log.warning("others can read %s", path, extra={"cause": str(error)})
