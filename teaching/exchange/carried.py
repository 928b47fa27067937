"""What was carried over from another tool's file, and what was not, each by its name."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Left:
    """Something not carried, in the file's own words; `taken` where only a part of it stayed behind."""

    name: str
    what: str
    taken: bool = False


@dataclass(frozen=True)
class DescribedTable:
    """What a file says of a table beside figures: its meaning, its columns' meanings, its key."""

    schema: str
    name: str
    description: str = ""
    columns: Mapping[str, str] = field(default_factory=dict)  # column → meaning
    primary_key: tuple[str, ...] = ()

    @property
    def says_something(self) -> bool:
        """Tell whether anything is said of it."""
        return bool(self.description or any(self.columns.values()) or self.primary_key)


@dataclass
class Carried:
    """Definitions in our own form by section, described tables, and what stayed behind."""

    definitions: dict[str, list[Any]] = field(default_factory=dict)
    tables: list[DescribedTable] = field(default_factory=list)
    left: list[Left] = field(default_factory=list)

    def put(self, section: str, entry: Any) -> None:
        """Add a definition, once."""
        entries = self.definitions.setdefault(section, [])
        if entry not in entries:
            entries.append(entry)

    def leave(self, name: str, what: str, *, taken: bool = False) -> None:
        """Note what is not carried."""
        self.left.append(Left(name, " ".join(str(what).split())[:160], taken))


def named(name: str, label: str = "", description: str = "") -> dict[str, Any]:
    """Return the names of a definition whose language nobody told."""
    text = label.strip() or name.replace("_", " ")
    return {"name": name, "names": {"zh": text, "en": text}} | (
        {"definition": description.strip()} if description.strip() else {}
    )
