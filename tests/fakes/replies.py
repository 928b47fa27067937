"""The raw replies of models that the tests read, from tests/cases/replies."""

from pathlib import Path
from typing import Any

import yaml

_FOLDER = Path(__file__).parents[1] / "cases" / "replies"


def reply_cases() -> list[dict[str, Any]]:
    """Return every case, file by file."""
    return [
        case
        for path in sorted(_FOLDER.glob("*.yaml"))
        for case in yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader)
    ]
