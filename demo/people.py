"""The demo's people, one per role, and the questions each starts with."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import yaml

from appdb.users import User
from config.wording import Language

# Known to everyone who reads this file: sign-ins for the demo on the loopback address only.
PASSWORD = "wenshu-demo"
CONNECTION = "demo"  # the name the database is asked under
BRANCH_OF_MANAGER = "2"  # 东莞分公司, which 南城服务区 belongs to

ADMIN = User("admin", "admin", display_name="Admin")
ANALYST = User("analyst", "analyst", display_name="Analyst")
VIEWER = User("viewer", "viewer", display_name="Viewer")
MANAGER = User("manager", "branch_manager", {"branch_id": BRANCH_OF_MANAGER}, display_name="东莞分公司经理")
PEOPLE = (ADMIN, ANALYST, VIEWER, MANAGER)

STARTERS = Path(__file__).resolve().parent / "starters.yaml"


@dataclass(frozen=True)
class Starter:
    """A question offered on an empty chat: a short label and what is asked."""

    label: str
    question: str


@lru_cache(maxsize=1)
def _starters() -> dict[str, dict[str, list[list[str]]]]:
    content = yaml.load(STARTERS.read_text("utf-8"), Loader=yaml.CSafeLoader)
    return dict(content)


def starters(role: str, language: Language) -> tuple[Starter, ...]:
    """Return a role's starters; a role without its own has the viewer's."""
    by_role = _starters()
    rows = by_role.get(role, by_role["viewer"])[language]
    return tuple(Starter(label, question) for label, question in rows)
