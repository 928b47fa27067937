"""The fast way for a large text file that is no trouble: the engine reads it whole, or says that it cannot.

Python reads 30,000 rows a second and finds the line of every fault; a file without quotes, in which every
line has the same number of cells, needs none of that. Whatever else it is, the exact way takes it.
"""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb

from database.files.encoding import CHUNK
from database.files.text_rows import LINE

PLAIN_FROM = 8_000_000  # bytes: below that the exact way takes a second or two
_NOTHING_SEEN = "' \t\u3000\u00a0'"


@dataclass(frozen=True)
class PlainText:
    """A text file that has no quotes, in UTF-8, with its delimiter and how its lines end."""

    path: Path
    delimiter: str
    ending: str
    lines: int

    def take(self, con: Any, table: str, places: list[str], first_line: int, work: Path) -> int | None:
        """Bring the lines from `first_line` on into a table; return how many blank ones were left out.

        None, and no table, where a line is not as wide as the others, or holds what the engine takes
        otherwise.
        """
        copied = work / f"{table}.txt"
        _linked(self.path, copied)
        columns = ", ".join(f"'{place}': 'VARCHAR'" for place in places)
        shown = ", ".join(places)
        try:
            con.execute(
                f"CREATE TEMP TABLE {table} AS"
                f" SELECT row_number() OVER () + {first_line - 1} AS {LINE}, {shown}"
                f" FROM read_csv('{copied}', header=false, auto_detect=false, skip={first_line - 1},"
                f" delim='{self.delimiter}', quote='', escape='', comment='', new_line='{self.ending}',"
                f" strict_mode=true, null_padding=false, max_line_size=8000000, columns={{{columns}}})"
            )
            [rows] = con.execute(f"SELECT count(*) FROM {table}").fetchone()
        except duckdb.Error:
            con.execute(f"DROP TABLE IF EXISTS {table}")
            return None
        finally:
            copied.unlink()
        if (
            rows != self.lines - first_line + 1
        ):  # a blank line was passed over: no row has its own line any more
            con.execute(f"DROP TABLE {table}")
            return None
        blank = " AND ".join(f"trim(coalesce({place}, ''), {_NOTHING_SEEN}) = ''" for place in places)
        return len(con.execute(f"DELETE FROM {table} WHERE {blank} RETURNING {LINE}").fetchall())


def plain_text(path: Path, encoding: str, delimiter: str) -> PlainText | None:
    """Return a large file as one the engine may read; None where it is small or needs a closer look."""
    if (
        os.stat(path).st_size < PLAIN_FROM
        or encoding != "utf-8"
        or not delimiter.isascii()
        or delimiter == "'"
    ):
        return None
    breaks = returns = pairs = 0
    last = b""
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            if b'"' in chunk or b"\0" in chunk:
                return None
            breaks += chunk.count(b"\n")
            returns += chunk.count(b"\r")
            pairs += chunk.count(b"\r\n") + (last == b"\r" and chunk[:1] == b"\n")
            last = chunk[-1:]
    if returns not in (0, breaks) or returns != pairs:
        return None
    return PlainText(path, delimiter, "\\r\\n" if returns else "\\n", breaks + (last != b"\n"))


def _linked(source: Path, target: Path) -> None:
    """Let the engine, which may open nothing but its work folder, see a file there without copying it."""
    try:
        os.link(source, target)
    except OSError:  # another disk
        shutil.copyfile(source, target)
