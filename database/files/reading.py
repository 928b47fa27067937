"""Has a file read by a process of its own, within its time."""

import asyncio
import json
import logging
import os
import sys
from pathlib import Path
from typing import Any

from config.settings import ROOT
from errors import InputError

log = logging.getLogger(__name__)

LONGEST_S = 600.0
MOST_GROWN = 6  # times its size a file may take while it is read


async def read_file(source: Path, name: str, target: Path, zone: str) -> dict[str, Any]:
    """Make a database at `target` of a file and return its profile, or raise InputError."""
    size = await asyncio.to_thread(lambda: source.stat().st_size)
    asked = {
        "source": str(source),
        "name": name,
        "target": str(target),
        "zone": zone,
        "most_bytes": MOST_GROWN * size + 200_000_000,
    }
    # Nothing of the environment but what Python needs: the server's secrets stay out of it.
    kept = {key: os.environ[key] for key in ("PATH", "LANG", "LC_ALL", "TMPDIR") if key in os.environ}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "database.files.worker"),
        cwd=ROOT,
        env={**kept, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(LONGEST_S):
            out, problem = await process.communicate(json.dumps(asked).encode())
    except TimeoutError as error:
        raise InputError("file_slow", file=name, seconds=round(LONGEST_S)) from error
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode or not out:
        log.warning(
            "a file was not read",
            extra={"code": process.returncode, "detail": problem[-400:].decode("utf-8", "replace")},
        )
        raise InputError("file_too_large_to_read", file=name)
    told = json.loads(out)
    if "code" in told:
        raise InputError(told["code"], detail=told["detail"], **told["params"])
    profile: dict[str, Any] = told["profile"]
    return profile
