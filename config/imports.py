"""What a library loads whole for a single name of it."""

import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

TYPES = "langsmith.types"


def without_api_types() -> None:
    """Let LangSmith's types of its API be found one by one, where nothing has loaded all of them.

    LangChain loads LangSmith's client, and that one name of them: they were 110 modules, 0.25 s of a start.
    """
    found = find_spec("langsmith")
    if TYPES in sys.modules or found is None or found.origin is None:
        return
    package = ModuleType(TYPES)
    package.__path__ = [str(Path(found.origin).parent / "types")]
    sys.modules[TYPES] = package
