"""Runs the agent's notebook; `python -m tests.fakes.notebook_run` keeps what it says now."""

from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).parents[1] / "vanna_agent_test.ipynb"
TIMEOUT_S = 120


async def executed() -> nbformat.NotebookNode:
    """Return the notebook as it is after every cell ran, or raise at the first that fails."""
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    folder = {"metadata": {"path": str(NOTEBOOK.parent)}}
    await NotebookClient(notebook, timeout=TIMEOUT_S, record_timing=False, resources=folder).async_execute()
    return notebook


if __name__ == "__main__":
    import asyncio

    nbformat.write(asyncio.run(executed()), NOTEBOOK)
