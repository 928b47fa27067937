"""What is kept for all processes is made once and whole, and is done without where it cannot be."""

from pathlib import Path
from typing import IO

import pytest

from config.kept import kept


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "wenshu"


def fail(file: IO[bytes]) -> None:
    file.write(b"half")
    raise KeyboardInterrupt


def test_a_file_is_made_once(folder: Path) -> None:
    path = kept("one", lambda file: file.write(b"made"))
    assert path == folder / "one" and kept("one", fail) == path and path.read_bytes() == b"made"


def test_what_was_cut_off_leaves_nothing(folder: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        kept("one", fail)
    assert list(folder.iterdir()) == []


def test_where_nothing_can_be_written_there_is_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "taken").write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "taken"))
    assert kept("one", lambda file: file.write(b"made")) is None
