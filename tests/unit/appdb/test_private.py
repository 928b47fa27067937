"""What lies under DATA_DIR is its owner's alone, also what an earlier version left open."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from appdb.private import keep_private
from errors import SettingsError


@pytest.fixture(autouse=True)
def usual_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_folder_and_what_is_written_later_are_closed(tmp_path: Path) -> None:
    data = tmp_path / "data"
    keep_private(data)
    (data / "files").mkdir()
    (data / "files" / "a.txt").write_text("x")
    assert [mode(path) for path in (data, data / "files", data / "files" / "a.txt")] == [0o700, 0o700, 0o600]


def test_what_was_left_open_is_closed_and_nothing_outside_is_touched(tmp_path: Path) -> None:
    data, outside = tmp_path / "data", tmp_path / "outside.txt"
    deep = data / "index" / "shop" / "1"
    deep.mkdir(parents=True)
    (deep / "a.bin").write_text("x")
    (deep / "run.sh").write_text("x")
    (deep / "run.sh").chmod(0o755)
    outside.write_text("x")
    (data / "link").symlink_to(outside)
    keep_private(data)
    inside = [data, data / "index", data / "index" / "shop", deep]
    assert {mode(path) for path in inside} == {0o700}
    assert [mode(deep / name) for name in ("a.bin", "run.sh")] == [0o600, 0o700]
    assert mode(outside) == 0o644


def test_what_is_put_open_into_a_closed_folder_is_closed_at_the_next_start(tmp_path: Path) -> None:
    keep_private(tmp_path / "data")
    late = tmp_path / "data" / "late"
    late.write_text("x")
    late.chmod(0o644)
    keep_private(tmp_path / "data")
    assert mode(late) == 0o600


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a cluster to another account")
def test_the_account_of_the_cluster_can_still_walk_to_it_but_read_nothing(tmp_path: Path) -> None:
    data = tmp_path / "data"
    (data / "postgres").mkdir(parents=True)
    os.chown(data / "postgres", 65534, 65534)
    data.chmod(0o755)
    keep_private(data)
    assert mode(data) == 0o711


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(SettingsError) as refused:
        keep_private(tmp_path / "file" / "data")
    assert refused.value.code == "data_dir_unwritable"
