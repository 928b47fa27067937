"""Readers of teaching material, one file format each; nothing in the material is ever run."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from database.dialects import POSTGRES, Dialect
from database.schema import Table
from errors import KnowledgeError
from teaching.loaders.ddl import TableSet, load_ddl
from teaching.loaders.documents import load_document
from teaching.loaders.metrics import load_foreign_json, load_metrics
from teaching.loaders.pairs import load_pairs
from teaching.loaders.report import LoadReport, Refused, Tick, no_tick
from teaching.loaders.sheets import decoded

__all__ = ["KINDS", "LoadReport", "Refused", "load_files", "load_paths"]

KINDS = ("sql", "md", "txt", "yaml", "yml", "jsonl", "json", "csv", "xlsx")
LARGEST_FILE = 64_000_000

File = tuple[str, bytes]


def load_paths(paths: Iterable[Path], dialect: Dialect = POSTGRES, known: Iterable[Table] = ()) -> LoadReport:
    """Read files and folders; whatever is not teaching material is refused with its reason."""
    report = LoadReport()
    files: list[File] = []
    for name, path in _files(paths):
        if path.suffix.lower().lstrip(".") not in KINDS:
            report.refused.append(Refused(name, 0, "file_kind_unknown", {"kinds": ", ".join(KINDS)}))
            continue
        try:
            if path.stat().st_size > LARGEST_FILE:
                report.refused.append(Refused(name, 0, "file_too_large", {"mb": LARGEST_FILE // 1_000_000}))
                continue
            files.append((name, path.read_bytes()))
        except OSError as error:
            report.refused.append(
                Refused(name, 0, "file_unreadable", {"detail": error.strerror or str(error)})
            )
    report.add(load_files(files, dialect, known))
    return report


def load_files(
    files: Iterable[File], dialect: Dialect = POSTGRES, known: Iterable[Table] = (), tick: Tick = no_tick
) -> LoadReport:
    """Read files given by name and content; `known` are tables that ALTER and COMMENT may speak of."""
    report = LoadReport()
    tables = TableSet(known)
    ordered = sorted(files, key=lambda file: (not file[0].lower().endswith(".sql"), file[0]))
    read, all_bytes = 0, sum(len(data) for _, data in ordered) or 1
    for name, data in ordered:
        report.add(_one(name, data, dialect, tables, _share(tick, read / all_bytes, len(data) / all_bytes)))
        read += len(data)
    report.add(tables.items())
    return report


def _share(tick: Tick, start: float, part: float) -> Tick:
    return lambda done: tick(start + part * done)


def _one(name: str, data: bytes, dialect: Dialect, tables: TableSet, tick: Tick) -> LoadReport:
    ending = name.rsplit(".", 1)[-1].lower()
    if ending not in KINDS:
        return LoadReport(refused=[Refused(name, 0, "file_kind_unknown", {"kinds": ", ".join(KINDS)})])
    if ending == "json" and (found := load_foreign_json(data, name, tables)) is not None:
        return found
    if ending not in ("sql", "md", "txt", "yaml", "yml"):
        return load_pairs(data, name, dialect, tick)
    try:
        text = decoded(data)
    except KnowledgeError as error:
        return LoadReport(refused=[Refused(name, 1, error.code, error.params)])
    if ending == "sql":
        return LoadReport(refused=load_ddl(text, name, tables, tick))
    return load_metrics(text, name, tables) if ending in ("yaml", "yml") else load_document(text, name)


def _files(paths: Iterable[Path]) -> Iterator[tuple[str, Path]]:
    for path in paths:
        if path.is_dir():
            for child in sorted(path.rglob("*")):
                if child.is_file() and not child.name.startswith("."):
                    yield str(child.relative_to(path)), child
        else:
            yield path.name, path
