"""What a file is, by its first bytes and its ending."""

from pathlib import Path
from typing import Literal
from zipfile import BadZipFile, ZipFile

from errors import InputError

Format = Literal["text", "workbook", "parquet", "json"]

ENDINGS: dict[str, Format] = {
    "csv": "text",
    "tsv": "text",
    "tab": "text",
    "txt": "text",
    "xls": "text",  # tabs, as many programs write them: the old format is known by its first bytes
    "xlsx": "workbook",
    "xlsm": "workbook",
    "parquet": "parquet",
    "json": "json",
    "jsonl": "json",
    "ndjson": "json",
}
_OLE = b"\xd0\xcf\x11\xe0"  # Excel 97's .xls, and a workbook under a password
_PACKED = (b"\x1f\x8b", b"BZh", b"7z\xbc\xaf", b"Rar!", b"\x28\xb5\x2f\xfd")
_PAGE = (b"<html", b"<!doctype", b"<table", b"<?xml")


def ending_of(name: str) -> str:
    """Return a file name's ending in lower case, without the dot."""
    return name.rsplit(".", 1)[-1].lower() if "." in name else ""


def format_of(path: Path, name: str) -> Format:
    """Return the format of a file, or raise InputError saying why it cannot be read."""
    with path.open("rb") as file:
        start = file.read(512)
    if not start.strip():
        raise InputError("file_empty", file=name)
    if start.startswith(_OLE):
        raise InputError("file_old_excel", file=name)
    if start.startswith(b"PAR1"):
        return "parquet"
    if start.startswith(b"PK\x03\x04"):
        return _in_zip(path, name)
    if start.startswith(_PACKED):
        raise InputError("file_packed", file=name)
    if start.lstrip(b"\xef\xbb\xbf \r\n\t").lower().startswith(_PAGE):
        raise InputError("file_web_page", file=name)
    found = ENDINGS.get(ending_of(name))
    if found in ("workbook", "parquet"):
        raise InputError("file_damaged", file=name)
    if found is None:
        raise _unknown(name)
    return found


def _in_zip(path: Path, name: str) -> Format:
    """Tell a workbook, whatever it is called, from an archive and from other programs' documents."""
    ending = ending_of(name)
    try:
        with ZipFile(path) as parts:
            held = set(parts.namelist())
    except (BadZipFile, OSError):
        held = set()
    if "xl/workbook.xml" in held or ENDINGS.get(ending) == "workbook":
        return "workbook"
    if "mimetype" in held or "[Content_Types].xml" in held or "xl/workbook.bin" in held:
        raise _unknown(name)
    raise InputError("file_packed", file=name)


def _unknown(name: str) -> InputError:
    return InputError("file_kind", file=name, known=", ".join(sorted(ENDINGS.keys() - {"xls"})))
