"""Files out of a .zip, in memory and within limits; its names are only ever names, never places."""

import io
import stat
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath
from zipfile import BadZipFile, ZipFile, ZipInfo

from teaching.loaders.report import LoadReport, Refused

File = tuple[str, bytes]
UTF8_NAME = 0x800
ENCRYPTED = 0x1
HIDDEN = ("__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini")
PACKED = (".zip", ".7z", ".rar", ".gz", ".tar", ".bz2", ".xz")
MOST_TIMES = 200  # a text packs to a tenth; what grows two hundred times is made to fill a memory
SMALL = 1_000_000  # below this size nothing is asked of how well a file packs


@dataclass(frozen=True)
class ArchiveLimits:
    """How much may come out of the archives of one upload."""

    files: int
    bytes: int


def unpacked(files: Iterable[File], limits: ArchiveLimits) -> tuple[list[File], LoadReport]:
    """Return the files with every archive replaced by what is in it, and what was refused."""
    found: list[File] = []
    report = LoadReport()
    left = limits
    for name, data in files:
        if not name.lower().endswith(".zip"):
            found.append((name, data))
            continue
        taken, refused = _members(name, data, left, limits)
        left = ArchiveLimits(left.files - len(taken), left.bytes - sum(len(part) for _, part in taken))
        found.extend(taken)
        report.refused.extend(refused)
    return found, report


def _members(
    archive: str, data: bytes, left: ArchiveLimits, limits: ArchiveLimits
) -> tuple[list[File], list[Refused]]:
    try:
        with ZipFile(io.BytesIO(data)) as opened:
            members = [member for member in opened.infolist() if not _is_hidden(member)]
            if not members:
                return [], [Refused(archive, 0, "archive_empty")]
            if len(members) > left.files:
                return [], [Refused(archive, 0, "archive_files", {"most": limits.files})]
            # zipfile reads no more of a member than its header tells, so the headers can be believed.
            if sum(member.file_size for member in members) > left.bytes:
                return [], [Refused(archive, 0, "archive_large", {"mb": limits.bytes // 1_000_000})]
            return _read(archive, opened, members)
    except (BadZipFile, OSError, ValueError, NotImplementedError):
        return [], [Refused(archive, 0, "archive_unreadable")]


def _read(archive: str, opened: ZipFile, members: list[ZipInfo]) -> tuple[list[File], list[Refused]]:
    found: list[File] = []
    refused: list[Refused] = []
    for member in members:
        name = f"{archive}/{_name(member)}"
        problem = _problem(member)
        if problem:
            refused.append(Refused(name[:200], 0, problem))
            continue
        try:
            found.append((name, opened.read(member)))
        except (BadZipFile, OSError, ValueError, EOFError, NotImplementedError, RuntimeError, zlib.error):
            refused.append(Refused(name[:200], 0, "archive_member_unreadable"))
    return found, refused


def _problem(member: ZipInfo) -> str:
    """Return why a member is not taken, or nothing."""
    name = _name(member)
    parts = PurePosixPath(name).parts
    if name.startswith("/") or ".." in parts or ":" in name or any(ord(char) < 32 for char in name):
        return "archive_path"
    if stat.S_ISLNK(member.external_attr >> 16):
        return "archive_link"
    if member.flag_bits & ENCRYPTED:
        return "archive_encrypted"
    if name.lower().endswith(PACKED):
        return "archive_nested"
    if member.file_size > SMALL and member.file_size > MOST_TIMES * max(member.compress_size, 1):
        return "archive_bomb"
    return ""


def _name(member: ZipInfo) -> str:
    """Return a member's name; Windows in China writes GBK, which the format does not tell."""
    if not member.flag_bits & UTF8_NAME:
        for encoding in ("utf-8", "gb18030"):
            try:
                return member.filename.encode("cp437").decode(encoding).replace("\\", "/")
            except UnicodeError:
                continue
    return member.filename.replace("\\", "/")


def _is_hidden(member: ZipInfo) -> bool:
    parts = PurePosixPath(_name(member)).parts
    return member.is_dir() or not parts or any(part in HIDDEN for part in parts)
