"""Room on the disk: whether there is any, and whether an error says that there is none."""

import errno
import shutil
from pathlib import Path

import psycopg

LEAST_FREE_BYTES = 32_000_000  # two segments of PostgreSQL's log: without the next one it stops
SAID = ("No space left on device", "database or disk is full", "Disk quota exceeded")


def has_room(folder: Path) -> bool:
    """Tell whether what is written next will fit."""
    return shutil.disk_usage(folder).free >= LEAST_FREE_BYTES


def is_full(error: BaseException) -> bool:
    """Tell whether an error, or what caused it, is that of a full disk; libraries put it in words."""
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
        return True
    if isinstance(error, psycopg.errors.DiskFull):  # in the server's own language
        return True
    cause = error.__cause__ or error.__context__
    return any(words in str(error) for words in SAID) or (cause is not None and is_full(cause))
