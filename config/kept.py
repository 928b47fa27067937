"""What can be made again and is kept for every process that starts, in the account's folder for such."""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import IO

FOLDER = "wenshu"


def kept(name: str, make: Callable[[IO[bytes]], object]) -> Path | None:
    """Return the file of a name, made where it is missing; None where none can be kept.

    The name says what it is made of: what is there is never made anew.
    """
    path = _folder() / name
    try:
        if not path.exists():
            _made(path, make)
    except OSError:  # no room, or no folder of one's own
        return None
    return path


def _folder() -> Path:
    named = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(named) if named else Path.home() / ".cache") / FOLDER


def _made(path: Path, make: Callable[[IO[bytes]], object]) -> None:
    """Write a file beside its name and then give it that: whoever reads it finds it whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            make(file)
        Path(name).replace(path)
    finally:
        Path(name).unlink(missing_ok=True)
