"""The notebook that explains the agent runs from top to bottom and says what is kept in it."""

import nbformat
import pytest

from tests.fakes.notebook_run import NOTEBOOK, executed

pytestmark = pytest.mark.slow


def printed(notebook: nbformat.NotebookNode) -> dict[str, str]:
    """Return what each cell of code printed, by its id."""
    return {
        cell.id: "".join(output.get("text", "") for output in cell.outputs)
        for cell in notebook.cells
        if cell.cell_type == "code"
    }


async def test_every_cell_says_what_is_kept_of_it() -> None:
    kept = printed(nbformat.read(NOTEBOOK, as_version=4))
    assert sum(bool(text) for text in kept.values()) == len(kept) - 1, "only the last cell prints nothing"
    assert printed(await executed()) == kept
