"""The lines of a batch: read as they arrive, answered as they are done."""

import asyncio
import contextlib
import json
import threading
from collections.abc import AsyncIterator, Iterable, Iterator
from io import BufferedIOBase
from pathlib import Path
from typing import Any, TextIO

from errors import InputError

UNREADABLE = "\ufffd"  # no JSON, so whoever reads it says which line it is


def batch_lines(source: str) -> Iterator[str]:
    """Return the lines of a file, or of standard input for `-`; raise InputError where there is no file."""
    try:
        # A reader of our own: a thread that still waits in sys.stdin keeps Python from ending.
        stream = open(0, "rb", closefd=False) if source == "-" else Path(source).open("rb")  # noqa: SIM115
    except OSError as error:
        raise InputError("batch_file_unreadable", path=source, detail=str(error)) from error
    return _decoded(stream)


def _decoded(stream: BufferedIOBase) -> Iterator[str]:
    """Yield lines that end at a newline alone: JSON text may hold other separators."""
    with stream:
        for number, line in enumerate(stream):
            try:
                yield line.decode("utf-8" if number else "utf-8-sig")
            except UnicodeDecodeError:
                yield UNREADABLE


async def arriving(lines: Iterable[str]) -> AsyncIterator[tuple[int, str]]:
    """Yield each line that is not blank with its number, as it comes; waiting for one holds up nothing."""
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[tuple[int, str] | None] = asyncio.Queue()

    def read() -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended while a line was waited for
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    loop.call_soon_threadsafe(queue.put_nowait, (number, line))
            loop.call_soon_threadsafe(queue.put_nowait, None)

    threading.Thread(target=read, daemon=True).start()
    while (item := await queue.get()) is not None:
        yield item


def ident_of(line: str) -> Any:
    """Return the id that even a line which cannot be used may carry, or None."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return record.get("id") if isinstance(record, dict) else None


def write_line(out: TextIO, record: dict[str, Any]) -> None:
    """Write one JSON line and flush it; half a character, which no encoding has, is written as its number."""
    try:
        written = json.dumps(record, ensure_ascii=False)
        written.encode()
    except UnicodeEncodeError:
        written = json.dumps(record)
    out.write(written + "\n")
    out.flush()
