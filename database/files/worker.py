"""One file read in a process of its own: what is wrong with it can harm nothing else (`python -m`)."""

import json
import resource
import sys
from pathlib import Path

from database.files.loading import load
from errors import WenshuError

MOST_MEMORY = 6_000_000_000  # bytes of address space, of which far less is used
MOST_CPU_S = 600


def main() -> None:
    """Read what the standard input names, and write what came of it as one line of JSON."""
    asked = json.load(sys.stdin)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_S, MOST_CPU_S))
    resource.setrlimit(resource.RLIMIT_FSIZE, (asked["most_bytes"], asked["most_bytes"]))
    told: dict[str, object]
    try:
        profile = load(Path(asked["source"]), asked["name"], Path(asked["target"]), zone=asked["zone"])
        told = {"profile": profile.plain()}
    except WenshuError as error:
        told = {"code": error.code, "params": dict(error.params), "detail": error.detail}
    except MemoryError:
        told = {"code": "file_too_large_to_read", "params": {"file": asked["name"]}, "detail": "MemoryError"}
    sys.stdout.write(json.dumps(told, ensure_ascii=True, default=str) + "\n")


if __name__ == "__main__":
    main()
