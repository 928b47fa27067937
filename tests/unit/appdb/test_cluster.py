"""Where the embedded PostgreSQL's socket stands."""

import tempfile
from pathlib import Path

import pytest

from appdb.cluster import SOCKET_NAME, SOCKET_PATH_LIMIT, socket_place

SHORT = Path("/srv/wenshu/data/postgres/socket")
LONG = Path("/srv") / ("x" * 100) / "socket"


def test_socket_stands_where_it_is_wanted_while_its_path_is_short_and_plain() -> None:
    assert socket_place(SHORT, 7) == SHORT


@pytest.mark.parametrize("wanted", [LONG, Path("/srv/问数/socket"), Path("/srv/a b/socket")])
def test_other_paths_give_way_to_a_short_one_of_its_own(wanted: Path) -> None:
    place = socket_place(wanted, 7)
    assert place.parent == Path(tempfile.gettempdir()).resolve() and place.name.startswith("wenshu-7-")
    assert place != socket_place(wanted.with_name("other"), 7)


def test_a_long_tmpdir_gives_way_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    long = tmp_path / ("y" * 100)
    long.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(long))
    place = socket_place(LONG, 7)
    assert place.parent == Path("/tmp").resolve()
    assert len(f"{place}{SOCKET_NAME}") <= SOCKET_PATH_LIMIT
