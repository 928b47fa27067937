"""Who may see what: roles of config/access.yaml bound to one user."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

Feature = Literal["see_sql", "edit_sql", "export", "upload", "train", "files", "admin"]
MaskKind = Literal["hide", "partial", "hash", "null"]


@dataclass(frozen=True)
class Rights:
    """What one user may do on one connection.

    `tables` and `denied_columns` hold `schema.table` and `schema.table.column` patterns (`*` allowed).
    `row_policies` maps `schema.table` to a SQL predicate with `{user.attribute}` places, whose values are
    bound. `masks` maps `schema.table.column` to its kind; `mask_key` is the secret that `hash` is keyed
    with. Every name is lower case.
    """

    role: str
    connection: str
    tables: tuple[str, ...] = ("*",)
    denied_tables: tuple[str, ...] = ()
    denied_columns: tuple[str, ...] = ()
    row_policies: Mapping[str, str] = field(default_factory=dict)
    masks: Mapping[str, MaskKind] = field(default_factory=dict)
    features: frozenset[str] = frozenset()
    attributes: Mapping[str, str] = field(default_factory=dict)
    mask_key: str = field(default="", repr=False)

    def __hash__(self) -> int:
        """Return a number for what is remembered by rights; they are equal where all of them is."""
        return hash(self._fingerprint)

    def fingerprint(self) -> str:
        """Return a digest equal for two users exactly when they see the same data."""
        return self._fingerprint

    @cached_property
    def _fingerprint(self) -> str:
        seen = [
            self.connection,
            sorted(self.tables),
            sorted(self.denied_tables),
            sorted(self.denied_columns),
            sorted(self.row_policies.items()),
            sorted(self.masks.items()),
            sorted(self.attributes.items()) if self.row_policies else [],
        ]
        return hashlib.sha256(json.dumps(seen).encode()).hexdigest()[:16]


def of_both(first: Rights, other: Rights) -> str:
    """Return the digest of what was read under two rights: it is for who has both."""
    return hashlib.sha256("+".join(sorted((first.fingerprint(), other.fingerprint()))).encode()).hexdigest()[
        :16
    ]
