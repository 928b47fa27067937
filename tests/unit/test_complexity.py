"""No function has more ways through it than one can follow."""

import ast
from collections.abc import Iterator

import pytest

from config.settings import ROOT

MOST = 20  # what radon calls C; ruff's C901 leaves out and, or and comprehensions, so it finds none of these
LOOPS = ast.For | ast.AsyncFor | ast.While | ast.comprehension
FORKS = LOOPS | ast.If | ast.IfExp | ast.ExceptHandler | ast.Assert

ROOMS = sorted(one.parent.name for one in ROOT.glob("*/__init__.py") if one.parent.name != "tests")


def ways(function: ast.AST) -> int:
    """Return how many ways lead through a function: one, and one more for each fork, and, or."""
    parts = list(ast.walk(function))
    ands = sum(len(one.values) - 1 for one in parts if isinstance(one, ast.BoolOp))
    ifs = sum(len(one.ifs) for one in parts if isinstance(one, ast.comprehension))
    return 1 + ands + ifs + sum(isinstance(one, FORKS) for one in parts)


def functions(room: str) -> Iterator[tuple[str, int]]:
    """Yield the functions of a room with how many ways lead through each."""
    for path in sorted((ROOT / room).rglob("*.py")):
        for one in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{path.relative_to(ROOT)}: {one.name}", ways(one)


@pytest.mark.parametrize("room", ROOMS)
def test_no_function_has_more_ways_through_it_than_one_can_follow(room: str) -> None:
    assert {name: count for name, count in functions(room) if count > MOST} == {}


def test_what_forks_is_counted() -> None:
    source = "def f(a):\n if a and a > 1 or not a:\n  return [b for b in a if b]\n return 1 if a else 2"
    assert ways(ast.parse(source).body[0]) == 7
