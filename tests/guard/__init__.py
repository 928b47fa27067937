"""Processes under test: closed to other machines and free of this machine's settings."""

import os
from pathlib import Path

from config.settings import ROOT, Settings

GUARD = Path(__file__).resolve().parent


def process_environment(**more: str) -> dict[str, str]:
    """Return the environment for a process under test; `more` are its settings."""
    names = {field.upper() for field in Settings.model_fields}
    kept = {name: value for name, value in os.environ.items() if name not in names}
    return {**kept, "PYTHONPATH": os.pathsep.join([str(GUARD), str(ROOT)]), **more}
