"""Databases that questions for rows are asked of, without any: their tables, values and definitions alone."""

import datetime as dt
import re
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from database.schema import Schema
from knowledge.definitions.files import catalog_from
from knowledge.values import ColumnValues, ValueIndex, code_values
from teaching.loaders import load_paths
from teaching.loaders.ddl import TableSet, load_ddl
from understanding.rows.names import Names
from understanding.rows.reader import RowsReader
from understanding.rows.view import Known

CASES = Path(__file__).parents[3] / "cases"
ROOMS = tuple(sorted(path.stem for path in (CASES / "rows").glob("*.yaml")))
DECLARED = re.compile(r"^(?:CREATE TABLE|COMMENT ON)[^;]*;", re.MULTILINE)


@cache
def told(room: str) -> dict[str, Any]:
    """Return what a room's file says."""
    found: dict[str, Any] = yaml.load(
        (CASES / "rows" / f"{room}.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader
    )
    return found


@cache
def reader_of(room: str) -> RowsReader:
    """Return what reads questions over a room's tables."""
    about = told(room)
    written = (CASES / about["schema"]).read_text("utf-8") if "schema" in about else about["ddl"]
    tables = TableSet()
    assert load_ddl("\n".join(DECLARED.findall(written)), room, tables) == []
    schema = Schema(tuple(tables.known()))
    items = load_paths([CASES / about["metrics"]]).items if "metrics" in about else []
    values = [
        ColumnValues(column, [_value(one) for one in listed]) for column, listed in about["values"].items()
    ]
    names = Names(schema, catalog_from(items, schema))
    return RowsReader(Known(names, ValueIndex.build([*code_values(schema), *values])))


def today_of(room: str) -> dt.date:
    """Return the day that a room's questions are asked on."""
    day = told(room)["today"]
    assert isinstance(day, dt.date)
    return day


def _value(written: str | list[str]) -> tuple[str, list[str]]:
    """Return a value with its names in another language."""
    first, *others = [written] if isinstance(written, str) else written
    return first, others
