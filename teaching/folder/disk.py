"""The folder on disk and as a zip: written whole, read within limits, never through a link."""

import io
import os
import re
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from errors import KnowledgeError
from teaching.folder import ENDINGS, METRICS, TERMS, Files
from teaching.loaders.archives import ArchiveLimits, unpacked
from teaching.loaders.report import LoadReport, Refused

LARGEST_FILE = 8_000_000
MOST_FILES = 100_000
ARCHIVE = ArchiveLimits(files=20_000, bytes=200_000_000)
OURS = re.compile(r".*[0-9a-f]{8}\.(?:sql|md|yaml)")  # as writing.file_name makes them
FIRST_DAY = (1980, 1, 1, 0, 0, 0)  # of the zip format: the same items make the same archive


def write_folder(root: Path, files: Files) -> tuple[int, int]:
    """Write what differs and remove our files that are no longer there; returns both counts.

    A file that a person named is left alone.
    """
    root.mkdir(parents=True, exist_ok=True)
    written = 0
    for path, data in files.items():
        target = root / path
        _require_no_link(root, target)
        if not target.is_file() or target.read_bytes() != data:
            target.parent.mkdir(exist_ok=True)
            working = target.with_name(f".{target.name[-40:]}.tmp")
            working.write_bytes(data)
            working.replace(target)
            written += 1
    gone = [path for path in _ours(root) if path not in files]
    for path in gone:
        (root / path).unlink()
    return written, len(gone)


def read_folder(root: Path) -> tuple[Files, LoadReport]:
    """Return the files in the folder's places; links and what is too large are refused."""
    files: dict[str, bytes] = {}
    report = LoadReport()
    for path in _paths(root):
        place = root / path
        try:
            if place.is_symlink() or place.parent.is_symlink():
                report.refused.append(Refused(path, 0, "folder_link"))
            elif place.is_file():
                if place.stat().st_size > LARGEST_FILE or len(files) >= MOST_FILES:
                    params = {"mb": LARGEST_FILE // 1_000_000}
                    report.refused.append(Refused(path, 0, "file_too_large", params))
                else:
                    files[path] = place.read_bytes()
        except OSError as error:
            report.refused.append(Refused(path, 0, "file_unreadable", {"detail": error.strerror or ""}))
    return files, report


def zipped(files: Files) -> bytes:
    """Return the folder as one archive."""
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for path in sorted(files):
            member = ZipInfo(path, FIRST_DAY)
            member.compress_type = ZIP_DEFLATED
            archive.writestr(member, files[path])
    return out.getvalue()


def unzipped(name: str, data: bytes) -> tuple[Files, LoadReport]:
    """Return the folder that an archive holds, at its top or in one folder of it."""
    found, report = unpacked([(name, data)], ARCHIVE)
    inside = {path.removeprefix(f"{name}/"): content for path, content in found}
    if not any(map(_is_place, inside)):
        inside = {path.partition("/")[2]: content for path, content in inside.items()}
    return {path: content for path, content in inside.items() if _is_place(path)}, report


def _is_place(path: str) -> bool:
    return path in (TERMS, METRICS) or path.rpartition("/")[0] in ENDINGS


def _paths(root: Path) -> list[str]:
    """Return every path in the folder's places, in order."""
    if not root.is_dir():
        raise KnowledgeError("path_missing", path=str(root))
    found = [name for name in (TERMS, METRICS) if os.path.lexists(root / name)]
    for place in ENDINGS:
        folder = root / place
        if folder.is_symlink():
            found.append(place)
        elif folder.is_dir():
            found.extend(f"{place}/{name}" for name in os.listdir(folder) if not name.startswith("."))
    return sorted(found)


def _ours(root: Path) -> list[str]:
    return [
        path
        for path in _paths(root)
        if not (root / path).is_symlink() and (path in (TERMS, METRICS) or OURS.fullmatch(path))
    ]


def _require_no_link(root: Path, target: Path) -> None:
    for place in (target, *(parent for parent in target.parents if root in parent.parents)):
        if place.is_symlink():
            raise KnowledgeError("folder_link", path=str(place))
