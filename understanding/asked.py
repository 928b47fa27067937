"""A question as it comes to whoever reads it without a model."""

import datetime as dt
from dataclasses import dataclass

from database.rights import Rights


@dataclass(frozen=True)
class Asked:
    """A question, under whose rights and on which day it is read, and what it may follow.

    `previous` is the last question that had an answer; `previous_sure`: its SQL was not written by a model;
    `previous_declined`: one without an answer came since; `points_back`: it spoke of what was shown before.
    """

    question: str
    connection: str
    rights: Rights
    today: dt.date
    previous: str | None = None
    previous_sql: str = ""
    previous_sure: bool = True
    previous_declined: bool = False
    points_back: bool = False
