"""Lines among a table's rows that are none: page numbers, headings of its parts, remarks and signatures."""

import re
from collections.abc import Sequence
from typing import Any

from database.files.notes import Note, listed
from database.files.raw import Raw
from database.files.text_rows import LINE
from database.files.values import cleaned, read_as

MOST_BELOW = 20
FEWEST_WITH_HEADINGS = 3  # columns: of two, such a row is a name without a figure
_SAYS = re.compile(r"[^:：]{1,20}[:：].*", re.DOTALL)  # 制单人：王
_REMARK = re.compile(r"(备注|说明|注意|附注|注释|声明|notes?|remarks?|disclaimer)\b.{0,3}", re.IGNORECASE)
_APART = "\x1f"
_PAGE = r"第\s*\d+\s*页.{0,12}|共\s*\d+\s*页|page\s*\d+(\s*(of|/)\s*\d+)?"
_HEADING = rf"[^:：{_APART}]*[^\d\s:：{_APART}][^:：{_APART}]*[:：][^{_APART}]*"
_MOST_WITHIN = 0.5  # of the rows: where there are more, they are the rows


def drop_lines_within(con: Any, raw: Raw, notes: list[Note]) -> None:
    """Leave out lines that hold nothing but a page's number, or what the rows below them have in common."""
    if raw.types:
        return
    held = ", ".join(f"nullif(trim({place}), '')" for place in raw.places)
    hints = " OR ".join(
        f"contains({place}, '{mark}')" for place in raw.places[:1] for mark in ("页", "age", "AGE", "：", ":")
    )
    for code, pattern, columns in (
        ("page_lines", _PAGE, 1),
        ("headings_within", _HEADING, FEWEST_WITH_HEADINGS),
    ):
        if len(raw.places) < columns:
            continue
        found = con.execute(
            f"SELECT {LINE}, said FROM (SELECT {LINE}, concat_ws('{_APART}', {held}) AS said"
            f" FROM {raw.table} WHERE {hints}) WHERE regexp_full_match(said, '(?i){pattern}') ORDER BY 1"
        ).fetchall()
        whole = con.execute(f"SELECT count(*) FROM {raw.table}").fetchone()[0]
        if found and len(found) <= _MOST_WITHIN * whole:
            lines = [int(line) for line, _ in found]
            _delete(con, raw, lines)
            notes.append(Note(code, {"lines": listed(lines), "text": str(found[0][1])[:80]}))


def drop_remarks_below(con: Any, raw: Raw, notes: list[Note]) -> None:
    """Leave out the last rows that hold one text and nothing else, or say who did what, as under a table.

    Of two columns such a row may be one without a figure: there they are remarks below a blank line alone.
    """
    if len(raw.places) < 2 or raw.types:
        return
    rows = con.execute(
        f"SELECT * FROM {raw.table}"
        f" WHERE {LINE} > (SELECT max({LINE}) FROM {raw.table}) - {5 * MOST_BELOW}"
        f" ORDER BY {LINE} DESC LIMIT {MOST_BELOW}"
    ).fetchall()
    gone: list[tuple[int, str]] = []
    for line, *cells in rows:
        held = [cell.strip() for cell in cells if cell and cell.strip()]
        if not _is_remark(held, len(raw.places)):
            break
        gone.append((line, held[0]))
    if len(raw.places) == 2 and gone and len(gone) < len(rows) and gone[-1][0] - rows[len(gone)][0] < 2:
        return
    whole = con.execute(f"SELECT count(*) FROM {raw.table}").fetchone()[0]
    if gone and len(gone) < whole:
        lines = sorted(line for line, _ in gone)
        _delete(con, raw, lines)
        notes.append(Note("remarks_below", {"lines": listed(lines), "text": gone[-1][1][:80]}))


def _is_remark(held: Sequence[str], width: int) -> bool:
    if not held or read_as([cleaned(held[0])], "").kind != "text":
        return False
    if _REMARK.fullmatch(held[0]) and len(held) <= 2:
        return True
    says = [bool(_SAYS.fullmatch(cell)) for cell in held]
    few = len(held) <= width / 2 and says[0]
    return len(set(held)) == 1 or few or (all(says) and len(held) < width)


def _delete(con: Any, raw: Raw, lines: Sequence[int]) -> None:
    con.execute(f"DELETE FROM {raw.table} WHERE {LINE} IN ({', '.join(map(str, lines))})")
