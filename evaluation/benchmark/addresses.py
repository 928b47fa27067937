"""Where a benchmark's databases are: SQLite files in a folder, or addresses with the name filled in."""

from pathlib import Path

from errors import InputError

PLACE = "{db}"
SUFFIXES = (".sqlite", ".db", ".sqlite3")
FOLDERS = ("database", "dev_databases", "databases")


def address_of(name: str, given: str, questions: Path) -> str:
    """Return a database's address.

    `given` is a folder of SQLite files, an address with {db} in it, or nothing: then the folder is looked for
    beside the question file, under the names that Spider and BIRD use.
    """
    if "://" in given:
        if PLACE not in given:
            raise InputError("benchmark_address_place", place=PLACE)
        return given.replace(PLACE, name)
    home = questions if questions.is_dir() else questions.parent
    folders = [Path(given)] if given else [home / folder for folder in FOLDERS]
    for folder in folders:
        for file in _candidates(folder, name):
            if file.is_file():
                return f"sqlite:///{file.resolve()}"
    raise InputError("benchmark_database_missing", name=name, path=", ".join(map(str, folders)))


def _candidates(folder: Path, name: str) -> list[Path]:
    return [place / f"{name}{suffix}" for place in (folder / name, folder) for suffix in SUFFIXES]
