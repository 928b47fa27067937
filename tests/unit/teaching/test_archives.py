"""What comes out of a .zip: its files within limits, and a sentence for each that does not."""

import io
import stat
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest

from config.wording import LANGUAGES, keys
from teaching.loaders.archives import ArchiveLimits, unpacked

LIMITS = ArchiveLimits(files=5, bytes=3_000_000)


def zipped(*members: tuple[str | ZipInfo, bytes]) -> bytes:
    """Return an archive of these members."""
    held = io.BytesIO()
    with ZipFile(held, "w", ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return held.getvalue()


def link(name: str) -> ZipInfo:
    """Return the header of a symbolic link."""
    member = ZipInfo(name)
    member.external_attr = (stat.S_IFLNK | 0o777) << 16
    return member


def locked(data: bytes) -> bytes:
    """Mark every member as encrypted, in its own header and in the directory."""
    raw = bytearray(data)
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = raw.find(mark)
        raw[at + place] |= 1
    return bytes(raw)


def test_files_are_named_by_their_archive_and_system_litter_is_left_out() -> None:
    data = zipped(("a.sql", b"A"), ("docs/b.md", b"B"), ("__MACOSX/._a.sql", b"x"), (".DS_Store", b"x"))
    files, report = unpacked([("all.zip", data), ("c.txt", b"C")], LIMITS)
    assert files == [("all.zip/a.sql", b"A"), ("all.zip/docs/b.md", b"B"), ("c.txt", b"C")]
    assert report.refused == []


def test_a_name_written_by_windows_in_china_is_read() -> None:
    data = zipped(("xxxx.md", b"A")).replace(b"xxxx.md", "口径".encode("gb18030") + b".md")
    files, _ = unpacked([("a.zip", data)], LIMITS)
    assert [name for name, _ in files] == ["a.zip/口径.md"]


@pytest.mark.parametrize(
    "data, code",
    [
        (b"PK no archive", "archive_unreadable"),
        (zipped(), "archive_empty"),
        (zipped(*((f"{n}.md", b"x") for n in range(6))), "archive_files"),
        (zipped(("a.md", b"x" * 3_000_001)), "archive_large"),
        (zipped(("a.md", b"\x00" * 2_500_000)), "archive_bomb"),
        (zipped(("inner.zip", zipped(("a.md", b"x")))), "archive_nested"),
        (zipped(("../a.md", b"x")), "archive_path"),
        (zipped(("/etc/a.md", b"x")), "archive_path"),
        (zipped(("..\\a.md", b"x")), "archive_path"),
        (zipped(("C:\\a.md", b"x")), "archive_path"),
        (zipped((link("a.md"), b"/etc/passwd")), "archive_link"),
        (locked(zipped(("a.md", b"x"))), "archive_encrypted"),
        (zipped(("a.md", b"some text"))[:-60], "archive_unreadable"),
    ],
    ids=[
        *(
            "broken",
            "empty",
            "too-many",
            "too-large",
            "bomb",
            "nested",
            "up",
            "absolute",
            "backslash",
            "drive",
        ),
        *("link", "locked", "cut"),
    ],
)
def test_what_is_not_taken_is_refused_with_its_sentence(data: bytes, code: str) -> None:
    files, report = unpacked([("a.zip", data)], LIMITS)
    assert files == [] and [one.code for one in report.refused] == [code]
    assert all(f"errors.{code}" in keys(language) for language in LANGUAGES)


def test_a_damaged_member_does_not_lose_the_others() -> None:
    good = zipped(("a.md", b"first text, quite long"), ("b.md", b"B"))
    at = good.index(b"a.md") + len("a.md")
    files, report = unpacked([("a.zip", good[:at] + b"\xff\xff\xff" + good[at + 3 :])], LIMITS)
    assert [name for name, _ in files] == ["a.zip/b.md"]
    assert [one.code for one in report.refused] == ["archive_member_unreadable"]


def test_limits_hold_over_all_archives_of_an_upload() -> None:
    one = zipped(*((f"{n}.md", b"x") for n in range(4)))
    files, report = unpacked([("a.zip", one), ("b.zip", one)], LIMITS)
    assert len(files) == 4
    assert [(r.file, r.code) for r in report.refused] == [("b.zip", "archive_files")]
