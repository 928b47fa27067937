"""Processes under test: closed to other machines and free of this machine's settings."""

import os
import pwd
import traceback
from collections.abc import Callable
from pathlib import Path

from config.settings import ROOT, Settings

GUARD = Path(__file__).resolve().parent


def process_environment(**more: str) -> dict[str, str]:
    """Return the environment for a process under test; `more` are its settings."""
    names = {field.upper() for field in Settings.model_fields}
    kept = {name: value for name, value in os.environ.items() if name not in names}
    return {**kept, "PYTHONPATH": os.pathsep.join([str(GUARD), str(ROOT)]), **more}


def as_user(user: pwd.struct_passwd, work: Callable[[], None]) -> int:
    """Do some work in a copy of this process that has become another user; return its exit code."""
    if child := os.fork():
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    try:
        os.setgroups([])
        os.setgid(user.pw_gid)
        os.setuid(user.pw_uid)
        work()
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)
