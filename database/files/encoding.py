"""Which encoding a text file is in: its mark, its zeros, else the first that reads all of it."""

import codecs
import re
from pathlib import Path
from typing import NamedTuple

from errors import InputError

CHUNK = 1 << 20
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_HIGH = re.compile(r"[^\x00-\x7f]")
_HIGH_RUN = re.compile(rb"[\x80-\xff]+")
SOUND = 2  # well-formed letters of UTF-8 for each broken one: in GB18030 it is the other way round
JAPANESE = 0.25  # of the high bytes: the first of a pair in Shift JIS lies where common Chinese has none
KOREAN = 20  # letters, all among the Hangul: of as many Chinese ones a third would lie behind these
PAIRED = 0.7  # of the high bytes that stand in runs of an even length: Chinese, not accents


class Encoding(NamedTuple):
    """An encoding, and how many places of the file are not in it: parts of two files put together."""

    name: str
    broken: int = 0


def encoding_of(path: Path, name: str) -> Encoding:
    """Return the encoding a whole file reads in, nearly all of it in UTF-8, or raise InputError."""
    with path.open("rb") as file:
        start = file.read(CHUNK)
    for mark, encoding in _MARKS:
        if start.startswith(mark):
            return Encoding(_required(path, name, (encoding,)))
    if b"\x00" in start:
        return Encoding(_required(path, name, _by_zeros(start)))
    if _reads(path, "utf-8"):
        return Encoding("utf-8")
    sound, broken = _as_utf8(path)
    if sound >= SOUND * broken:
        return Encoding("utf-8", broken)
    return Encoding(_required(path, name, _east_asian(path) if _is_paired(path) else ("cp1252",)))


def _as_utf8(path: Path) -> tuple[int, int]:
    """Return how many letters beyond ASCII are well-formed UTF-8, and how many places are not."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    sound = broken = 0
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            text = decoder.decode(chunk)
            bad = text.count("\ufffd")
            broken += bad
            sound += len(_HIGH.findall(text)) - bad
    return sound, broken


def _by_zeros(start: bytes) -> tuple[str, ...]:
    even, odd = start[0::2].count(0), start[1::2].count(0)
    if max(even, odd) < len(start) / 20 or min(even, odd) > max(even, odd) / 10:
        return ()  # binary, whatever its ending says
    return ("utf-16-le",) if odd > even else ("utf-16-be",)


def _is_paired(path: Path) -> bool:
    paired = alone = 0
    with path.open("rb") as file:
        while (chunk := file.read(CHUNK)) and paired + alone < 10_000:
            for run in _HIGH_RUN.findall(chunk):
                if len(run) > 1:
                    paired += len(run)
                else:
                    alone += 1
    return paired >= PAIRED * (paired + alone)


def _east_asian(path: Path) -> tuple[str, ...]:
    """Return what paired bytes may be, the likeliest first: GB18030 reads nearly all of them as something."""
    with path.open("rb") as file:
        start = file.read(CHUNK)
    high = [byte for byte in start if byte > 0x7F]
    if sum(byte < 0xA0 for byte in high) > JAPANESE * len(high):
        return "cp932", "gb18030"
    pairs = {run[at : at + 2] for run in _HIGH_RUN.findall(start) for at in range(0, len(run) - 1, 2)}
    letters = [pair for pair in pairs if pair[0] > 0xAF]
    if len(letters) >= KOREAN and all(pair[0] <= 0xC8 for pair in letters):
        return "cp949", "gb18030"
    return "gb18030", "big5"


def _required(path: Path, name: str, encodings: tuple[str, ...]) -> str:
    for encoding in encodings:
        if _reads(path, encoding):
            return encoding
    raise InputError("file_encoding", file=name)


def _reads(path: Path, encoding: str) -> bool:
    """Tell whether a file reads; one that was cut off may end within a character."""
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        with path.open("rb") as file:
            while chunk := file.read(CHUNK):
                decoder.decode(chunk)
    except UnicodeError:
        return False
    return True
