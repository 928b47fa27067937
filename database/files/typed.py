"""Tables of texts made tables of values: each column read as all of its values bear out, totals left out."""

from dataclasses import dataclass
from typing import Any

from database.files.column_reading import TEXT, Reading
from database.files.crosstab import across, turned_sql
from database.files.notes import Note, listed
from database.files.outline import MOST_ROWS, added_up
from database.files.raw import Raw
from database.files.remarks import drop_lines_within, drop_remarks_below
from database.files.text_rows import LINE
from database.files.totals import PARTS, SUMMED, WORDS, Candidate, Sums, verdict
from database.files.values import ERRORS, NOTHING, WIDE, cleaned, cleaned_sql, read_as, trimmed_sql

SAMPLE = 20_000
MOST_BAD = 0.01  # of a column's values, or one: these are left empty and told by their line
FEWEST_GOOD = 10
BAD_LOOKED_AT = 500
MOST_CANDIDATES = 200
LABELS_IN = 6  # first columns in which a total says so
FEWEST_BESIDE = 3  # columns: of fewer there is nothing a group could be of
MOST_BLANK = 0.25  # of the first column; above that it may name groups
MARKS = ("`", "'")  # before each value of a column: kept as text by whoever wrote it
_EXACT = "DECIMAL(38,10)"
_HIGHEST_EXACT = 1e17
_SCALES = (0, 2, 4, 6, 9)
MOST_TOLD = 20


@dataclass(frozen=True)
class TypedColumn:
    """One column of a finished table."""

    place: str
    name: str
    said: str
    reading: Reading
    sql: str
    comment: str


def typed(con: Any, raw: Raw, name: str, zone: str) -> list[Note]:
    """Make a finished table called `name` of a raw one, and return what was changed or left out."""
    notes = list(raw.notes)
    _drop_repeated_heads(con, raw, notes)
    drop_remarks_below(con, raw, notes)
    drop_lines_within(con, raw, notes)
    candidates = _candidates(con, raw)
    columns = [
        column
        for place, own, said in zip(raw.places, raw.names, raw.said, strict=True)
        if (column := _column(con, raw, (place, own, said), candidates, zone, notes))
    ]
    dropped = _judged(con, raw, columns, candidates, notes)
    notes += _said_once(con, raw, columns, dropped)
    where = f"WHERE {LINE} NOT IN ({', '.join(map(str, dropped))})" if dropped else ""
    made = ", ".join(f'{column.sql} AS "{column.name}"' for column in columns)
    con.execute(f'CREATE TABLE main."{name}" AS SELECT {made} FROM {raw.table} {where}')
    for column in columns:
        con.execute(f'COMMENT ON COLUMN main."{name}"."{column.name}" IS {_text(column.comment)}')
    notes += _turned(con, raw, name, columns)
    con.execute(f'COMMENT ON TABLE main."{name}" IS {_text(raw.title)}')
    con.execute(f"DROP TABLE {raw.table}")
    return notes


def _turned(con: Any, raw: Raw, name: str, columns: list[TypedColumn]) -> list[Note]:
    """Turn months or days that stand across into rows, and tell; what a kept column is called stays."""
    units = {one.reading.unit for one in columns if one.reading.kind in ("number", "percent")}
    said = [(one.name, one.said, one.reading.kind in ("number", "percent")) for one in columns]
    found = across(said, name) if not raw.types and len(units) == 1 else None
    if not found:
        return []
    con.execute(f'CREATE TABLE main."{name}_turned" AS {turned_sql(name, found)}')
    con.execute(f'DROP TABLE main."{name}"; ALTER TABLE main."{name}_turned" RENAME TO "{name}"')
    comments = {one.name: one.comment for one in columns if one.name in found.kept}
    comments |= {found.value: "".join(f"{found.value} ({unit})" for unit in units if unit)}
    for column, comment in comments.items():
        con.execute(f'COMMENT ON COLUMN main."{name}"."{column}" IS {_text(comment)}')
    told = {"time": found.time, "value": found.value, "count": len(found.times)}
    return [Note("turned", told)]


def _drop_repeated_heads(con: Any, raw: Raw, notes: list[Note]) -> None:
    for line in raw.head_lines:
        held = [(place, text) for place, text in zip(raw.places, line, strict=False) if text]
        if len(held) < 2:
            continue
        same = " AND ".join(f"{trimmed_sql(place)} = {_text(text)}" for place, text in held)
        found = _lines(con, f"DELETE FROM {raw.table} WHERE {same} RETURNING {LINE}")
        if found:
            notes.append(Note("heads_repeated", {"count": len(found), "lines": listed(found)}))


def _candidates(con: Any, raw: Raw) -> dict[int, str]:
    """Return the rows that say they are totals, by line; none where so many do that the word is a value."""
    texts = [place for place in raw.places[:LABELS_IN] if place not in raw.types]
    if not texts or raw.types:
        return {}
    said = " ".join(_label_of(place) for place in texts)
    rows = con.execute(
        f"SELECT {LINE}, label FROM (SELECT {LINE}, CASE {said} END AS label FROM {raw.table})"
        f" WHERE label IS NOT NULL ORDER BY 1 LIMIT {MOST_CANDIDATES + 1}"
    ).fetchall()
    return dict(rows) | _nameless_last(con, raw) if len(rows) <= MOST_CANDIDATES else {}


def _nameless_last(con: Any, raw: Raw) -> dict[int, str]:
    """Return the last row where it alone has nothing in the first column: it may add up without saying so."""
    blank = f"{trimmed_sql(raw.places[0])} IS NULL"
    first, count, last = con.execute(
        f"SELECT min({LINE}) FILTER ({blank}), count(*) FILTER ({blank}), max({LINE}) FROM {raw.table}"
    ).fetchone()
    return {last: ""} if count == 1 and first == last else {}


def _label_of(place: str) -> str:
    hint = " OR ".join(f"contains({place}, '{part}')" for part in PARTS)
    spaced = f"trim(translate({place}, '\u3000\u00a0', '  '))"
    return f"WHEN ({hint}) AND regexp_full_match({spaced}, '(?i){WORDS}') THEN trim({place})"


def _column(
    con: Any, raw: Raw, called: tuple[str, str, str], skipped: dict[int, str], zone: str, notes: list[Note]
) -> TypedColumn | None:
    place, name, said = called
    if place in raw.types:
        return TypedColumn(place, name, said, TEXT, place, said if said != name else "")
    among = f"{raw.table}" + (f" WHERE {LINE} NOT IN ({', '.join(map(str, skipped))})" if skipped else "")
    sample = con.execute(
        f"SELECT {place} FROM (SELECT {place} FROM {among}) WHERE {place} IS NOT NULL"
        f" USING SAMPLE reservoir({SAMPLE} ROWS) REPEATABLE (7)"
    )
    seen = _unmarked(con, raw.table, place, {value for (value,) in sample.fetchall()})
    if not any(cleaned(value) for value in seen):
        if not said:
            notes.append(Note("column_empty", {"column": name}))
            return None
        return TypedColumn(place, name, said, TEXT, trimmed_sql(place), _comment(name, said, TEXT))
    texts = _Texts(con, among, place, said, seen, raw.delimiter, zone)
    reading, sql = texts.read(notes)
    notes += [Note(code, {"column": said or name, "value": value}) for code, value in reading.remarks]
    return TypedColumn(place, name, said, reading, sql, _comment(name, said, reading))


def _unmarked(con: Any, table: str, place: str, seen: set[str]) -> set[str]:
    """Take away the mark before each of a column's texts where all have one; return what was seen so."""
    held = {value for value in seen if value.strip()}
    mark = next((mark for mark in MARKS if held and all(value.startswith(mark) for value in held)), "")
    if not mark or (mark == "'" and len(held) < 2):
        return seen
    con.execute(
        f"UPDATE {table} SET {place} = trim(substr({place}, 2), {_text(mark)})"
        f" WHERE starts_with({place}, {_text(mark)})"
    )
    return {value[1:].strip(mark) for value in held}


class _Texts:
    """The texts of one column: what was seen of them, and what all of them bear out."""

    def __init__(
        self, con: Any, among: str, place: str, said: str, seen: set[str], delimiter: str, zone: str
    ) -> None:
        self._con, self._among, self._place, self._said = con, among, place, said
        self._seen, self._delimiter, self._zone = seen, delimiter, zone

    def read(self, notes: list[Note]) -> tuple[Reading, str]:
        """Return the reading nearly all texts fit, with its SQL; odd ones are told, or it stays text."""
        reading = self._as_seen()
        for again in (True, False):
            if reading.kind == "text":
                break
            held, good, narrow = self._held(reading)
            bad = self._bad(reading) if held != good else []
            if bad and again:
                self._seen |= {value for _, value in bad}
                reading = self._as_seen()
                continue
            lost = held - good
            if lost > max(1, MOST_BAD * held) or (lost and good < FEWEST_GOOD):
                kept = {"column": self._said, "count": lost, "value": cleaned(bad[0][1])[:40]}
                notes.append(Note("kept_as_text", kept))
                reading = TEXT
                break
            notes += self._told(bad, lost)
            return reading, narrow
        return reading, self._as_text() if reading.kind == "text" else self._held(reading)[2]

    def _told(self, bad: list[tuple[int, str]], lost: int) -> list[Note]:
        told = [
            Note("value_refused", {"column": self._said, "value": cleaned(value)[:40]}, line=line)
            for line, value in bad[:MOST_TOLD]
        ]
        more = lost - MOST_TOLD
        return told if more <= 0 else [*told, Note("values_refused", {"column": self._said, "count": more})]

    def _as_seen(self) -> Reading:
        return read_as({cleaned(value) for value in self._seen}, self._said, self._delimiter)

    def _as_text(self) -> str:
        words = sorted(one for value in self._seen if (one := cleaned(value)).lower() in ERRORS)
        sql = trimmed_sql(self._place)
        for word in words:
            sql = f"nullif({sql}, {_text(word)})"
        return sql

    @property
    def _v(self) -> str:
        wide = any(mark in value for value in self._seen for mark in WIDE)
        nothing = sorted({one for value in self._seen if (one := cleaned(value)).lower() in NOTHING})
        return cleaned_sql(self._place, wide=wide, nothing=nothing)

    def _sql(self, reading: Reading, number: str) -> str:
        sql = reading.sql.replace("{zone}", self._zone).replace("{number}", number)
        return sql.replace("{v}", "v").replace("{{", "{").replace("}}", "}")

    def _over_texts(self, reading: Reading, number: str) -> str:
        sql = reading.sql.replace("{zone}", self._zone).replace("{number}", number)
        return sql.replace("{v}", f"({self._v})").replace("{{", "{").replace("}}", "}")

    def _held(self, reading: Reading, again: bool = False) -> tuple[int, int, str]:
        """Return how many texts there are and how many are read, and the SQL that is just exact enough."""
        inner = f"SELECT v, {self._sql(reading, _EXACT)} AS n FROM (SELECT {self._v} AS v FROM {self._among})"
        if reading.kind not in ("number", "percent"):
            held, good = self._con.execute(f"SELECT count(v), count(n) FROM ({inner})").fetchone()
            return int(held), int(good), self._over_texts(reading, _EXACT)
        scales = self._likely if self._likely != _SCALES and not again else _SCALES
        finer = ", ".join(f"coalesce(bool_or(n <> round(n, {scale})), false)" for scale in scales)
        held, good, highest, *beyond = self._con.execute(
            f"SELECT count(v), count(n), coalesce(max(abs(n)), 0)::DOUBLE, {finer} FROM ({inner})"
        ).fetchone()
        scale = next((size for size, more in zip(scales, beyond, strict=True) if not more), None)
        if scale is None and scales != _SCALES:
            return self._held(reading, again=True)
        exact = self._over_texts(reading, _EXACT)
        if scale is None or highest * 10**scale >= _HIGHEST_EXACT:
            return int(held), int(good), f"CAST({self._over_texts(reading, 'DOUBLE')} AS DOUBLE)"
        whole = scale == 0 and reading.kind == "number"
        kind = "BIGINT" if whole else f"DECIMAL(18,{max(scale, 2)})"
        return int(held), int(good), f"CAST({exact} AS {kind})"

    @property
    def _likely(self) -> tuple[int, ...]:
        """Return the one scale that what was seen needs."""
        if not all(value.isascii() for value in self._seen) or any("," in value for value in self._seen):
            return _SCALES
        digits = max(
            (len(value.rpartition(".")[2].rstrip("%) ")) for value in self._seen if "." in value), default=0
        )
        return next(((scale,) for scale in _SCALES if scale >= digits), _SCALES)

    def _bad(self, reading: Reading) -> list[tuple[int, str]]:
        found: list[tuple[int, str]] = self._con.execute(
            f"SELECT {LINE}, said FROM (SELECT {LINE}, said, v, {self._sql(reading, _EXACT)} AS n FROM"
            f" (SELECT {LINE}, {self._place} AS said, {self._v} AS v FROM {self._among}))"
            f" WHERE v IS NOT NULL AND n IS NULL ORDER BY 1 LIMIT {BAD_LOOKED_AT}"
        ).fetchall()
        return found


def _judged(
    con: Any, raw: Raw, columns: list[TypedColumn], candidates: dict[int, str], notes: list[Note]
) -> list[int]:
    """Return the lines of totals, which would count every row twice."""
    measured = [column for column in columns if column.reading.kind in ("number", "percent")]
    dropped: list[int] = []
    holding: list[int] = []
    differing: list[int] = []
    since = 0
    apart = set(candidates)
    for line, label in candidates.items():
        figures = _figures(con, raw, measured, line)
        sums = _sums(con, raw, [one for one in measured if one.place in figures], (line, since, apart))
        summed = not figures and _is_summed(con, raw, measured, line)
        found = verdict(Candidate(line, label, figures, summed), sums)
        if found == "kept":
            apart.discard(line)
            notes += [Note("total_kept", {"label": label[:40]}, line=line)] if label else []
            continue
        since = line
        dropped.append(line)
        (differing if found == "differs" else holding).append(line)
    within = _outlined(con, raw, measured, (max(dropped, default=0), apart))
    if within:
        dropped += within
        holding, differing = sorted([*holding, *differing, *within]), []
    if holding:
        notes.append(Note("totals_left_out", {"count": len(holding), "lines": listed(holding)}))
    if differing:
        notes.append(Note("totals_differ", {"count": len(differing), "lines": listed(differing)}))
    return dropped


def _outlined(con: Any, raw: Raw, measured: list[TypedColumn], where: tuple[int, set[int]]) -> list[int]:
    """Return the lines of rows that add up those below them, if the total at this line proves it."""
    line, skipped = where
    total = _figures(con, raw, measured, line) if line else {}
    shown = ", ".join(f"coalesce(({one.sql})::DOUBLE, 0)" for one in measured if total.get(one.place))
    if not shown:
        return []
    rows = con.execute(
        f"SELECT {LINE}, {shown} FROM {raw.table} WHERE {LINE} < {line}"
        f" AND {LINE} NOT IN ({', '.join(map(str, skipped))}) ORDER BY 1 LIMIT {MOST_ROWS + 1}"
    ).fetchall()
    expected = tuple(total[one.place] for one in measured if total.get(one.place))
    return [int(rows[at][0]) for at in added_up([row[1:] for row in rows], expected)]


def _figures(con: Any, raw: Raw, measured: list[TypedColumn], line: int) -> dict[str, float]:
    if not measured:
        return {}
    shown = ", ".join(f"({column.sql})::DOUBLE" for column in measured)
    row = con.execute(f"SELECT {shown} FROM {raw.table} WHERE {LINE} = {line}").fetchone()
    return {column.place: value for column, value in zip(measured, row, strict=True) if value is not None}


def _is_summed(con: Any, raw: Raw, measured: list[TypedColumn], line: int) -> bool:
    """Tell whether a row holds formulas that add others up, as text: Total,=SUM(B2:B3)."""
    told = " OR ".join(f"regexp_full_match({trimmed_sql(one.place)}, '{SUMMED}', 'i')" for one in measured)
    row = con.execute(f"SELECT {told or False} FROM {raw.table} WHERE {LINE} = {line}").fetchone()
    return bool(row[0])


def _sums(con: Any, raw: Raw, measured: list[TypedColumn], where: tuple[int, int, set[int]]) -> Sums:
    line, since, skipped = where
    if not measured:
        return Sums({}, {}, {}, 0, 0, 0)
    before, behind = f"{LINE} < {line}", f"{LINE} > {since} AND {LINE} < {line}"
    sums = ", ".join(
        f"sum(({one.sql})::DOUBLE) FILTER ({before}), sum(({one.sql})::DOUBLE) FILTER ({behind}),"
        f" sum(({one.sql})::DOUBLE)"
        for one in measured
    )
    row = con.execute(
        f"SELECT count(*) FILTER ({before}), count(*) FILTER ({behind}), count(*), {sums}"
        f" FROM {raw.table} WHERE {LINE} NOT IN ({', '.join(map(str, skipped))})"
    ).fetchone()
    counts, values = row[:3], row[3:]
    parts: list[dict[str, float]] = [
        {
            one.place: values[3 * at + part]
            for at, one in enumerate(measured)
            if values[3 * at + part] is not None
        }
        for part in range(3)
    ]
    return Sums(parts[0], parts[1], parts[2], *counts)


def _comment(name: str, said: str, reading: Reading) -> str:
    """Return what a column was called in the file, with the unit that stood at its figures."""
    unit = f" ({reading.unit})" if reading.unit and reading.unit not in said else ""
    return f"{said}{unit}" if unit or said != name else ""


def _said_once(con: Any, raw: Raw, columns: list[TypedColumn], dropped: list[int]) -> list[Note]:
    """Tell a first column that names a group on its first row alone; a guess might fill it down wrongly."""
    first = next((one for one in columns if one.place == raw.places[0] and not raw.types), None)
    if not first or first.reading.kind not in ("text", "date") or len(columns) < FEWEST_BESIDE:
        return []
    value, apart = trimmed_sql(first.place), ", ".join(map(str, dropped)) or "0"
    begins, empty, names, groups = con.execute(
        f"SELECT arg_min({value} IS NOT NULL, {LINE}), count(*) FILTER ({value} IS NULL),"
        f" count(DISTINCT {value}), count({value}) FROM {raw.table} WHERE {LINE} NOT IN ({apart})"
    ).fetchone()
    if not begins or groups < 2 or names < groups or empty < MOST_BLANK * (empty + groups):
        return []
    return [Note("first_blank", {"column": first.said or first.name, "count": int(empty)})]


def _lines(con: Any, sql: str) -> list[int]:
    return sorted(int(line) for (line,) in con.execute(sql).fetchall())


def _text(text: str) -> str:
    return "'" + text.replace("'", "''").replace("\0", "") + "'"
