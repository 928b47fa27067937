"""A full disk, in whatever words it is told."""

import errno
import sqlite3
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest

from agent.answering import _known
from appdb import space
from appdb.pool import AppDatabase
from appdb.space import has_room, is_full
from services import Services


def _raised(cause: Exception) -> Exception:
    try:
        try:
            raise cause
        except Exception as error:
            raise ValueError("could not keep it") from error
    except ValueError as error:
        return error


@pytest.mark.parametrize(
    ("error", "full"),
    [
        (OSError(errno.ENOSPC, "x"), True),
        (OSError(errno.EDQUOT, "x"), True),
        (OSError(errno.EACCES, "x"), False),
        (sqlite3.OperationalError("database or disk is full"), True),
        (psycopg.errors.DiskFull('could not extend file "base/1": No space left on device'), True),
        (psycopg.errors.DiskFull('无法扩展文件 "base/1": 设备上没有空间'), True),
        (_raised(OSError(errno.ENOSPC, "x")), True),
        (_raised(KeyError("x")), False),
    ],
    ids=repr,
)
def test_full_disk_is_told_from_other_troubles_and_a_question_says_so(error: Exception, full: bool) -> None:
    assert is_full(error) is full
    assert (_known(error).code == "storage_full") is full


async def test_full_disk_is_not_ready_and_ready_again_once_there_is_room(
    app_database: AppDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = SimpleNamespace(app_database=app_database, settings=SimpleNamespace(data_dir=tmp_path))
    assert has_room(tmp_path)
    monkeypatch.setattr(space, "LEAST_FREE_BYTES", 1 << 62)
    assert await Services.problems(services) == ["disk_full"]  # type: ignore[arg-type]
    monkeypatch.undo()
    assert await Services.problems(services) == []  # type: ignore[arg-type]
