"""The import direction of the modules that stand alone; the import linter holds the packages."""

import ast

import pytest

from config.settings import ROOT

ROOMS = (
    ("app", "cli"),
    ("commands",),
    ("chat", "web", "evaluation", "demo"),
    ("services",),
    ("assistant",),
    ("schedules",),
    ("agent",),
    ("tools",),
    ("reasoning",),
    ("llm",),
    ("analysis",),
    ("answers",),
    ("teaching",),
    ("understanding",),
    ("query",),
    ("knowledge",),
    ("language",),
    ("database",),
    ("appdb",),
    ("config",),
    ("errors",),
)
FLOOR = {name: floor for floor, names in enumerate(ROOMS) for name in names}


def imported(module: str) -> set[str]:
    """Return the rooms a module imports, wherever in it that stands."""
    tree = ast.parse((ROOT / f"{module}.py").read_text("utf-8"))
    names = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module]
    return {name.split(".")[0] for name in names} & set(FLOOR)


@pytest.mark.parametrize("module", [name for name in FLOOR if (ROOT / f"{name}.py").exists()])
def test_module_imports_only_rooms_below_it(module: str) -> None:
    assert {room for room in imported(module) if FLOOR[room] <= FLOOR[module]} == set()


def test_the_wiring_is_seen_to_import_something() -> None:
    assert "errors" in imported("assistant") | imported("app")


def test_every_room_has_its_floor() -> None:
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests"}
    modules = {path.stem for path in ROOT.glob("*.py")}
    assert packages | modules <= set(FLOOR)
