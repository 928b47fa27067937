"""People: who they are, their role and attributes, and how they sign in."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class User:
    """One person; `attributes` are what row policies may use, such as branch_id."""

    name: str
    role: str = "viewer"
    attributes: Mapping[str, str] = field(default_factory=dict)
    display_name: str = ""
