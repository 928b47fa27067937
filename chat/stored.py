"""What Chainlit's own tables hold, as the records it sends to the page."""

from collections.abc import Iterable, Mapping
from typing import Any

from chainlit.element import ElementDict
from chainlit.step import StepDict
from chainlit.types import FeedbackDict, ThreadDict

Row = Mapping[str, Any]

LAST = "FollowUps"  # under whatever else an answer shows


def thread_dict(row: Row, steps: list[StepDict], elements: list[ElementDict]) -> ThreadDict:
    """Return a conversation."""
    return ThreadDict(
        id=row["id"],
        createdAt=row["createdAt"],
        name=row["name"],
        userId=row["userId"],
        userIdentifier=row["userIdentifier"],
        tags=row["tags"],
        metadata=row["metadata"] or {},
        steps=steps,
        elements=elements,
    )


def feedback_dict(row: Row) -> FeedbackDict:
    """Return a verdict."""
    return FeedbackDict(forId=row["forId"], id=row["id"], value=row["value"], comment=row["comment"])


def step_dict(row: Row, feedback: FeedbackDict | None = None) -> StepDict:
    """Return a step or message, with its feedback; an answer that a kill cut off streams no longer."""
    return StepDict(
        id=row["id"],
        name=row["name"],
        type=row["type"],
        threadId=row["threadId"],
        parentId=row["parentId"],
        command=row["command"],
        streaming=False,
        waitForAnswer=row["waitForAnswer"],
        isError=row["isError"],
        metadata=row["metadata"] or {},
        tags=row["tags"],
        input=(row["input"] or "") if row["showInput"] not in (None, "false") else "",
        output=row["output"] or "",
        createdAt=row["createdAt"],
        start=row["start"],
        end=row["end"],
        generation=row["generation"],
        showInput=row["showInput"],
        defaultOpen=row["defaultOpen"],
        autoCollapse=row["autoCollapse"],
        language=row["language"],
        feedback=feedback,
    )


def element_dict(row: Row) -> ElementDict:
    """Return a chart, card or file; its address is made from the key, never read from the row."""
    key = row["objectKey"]
    return ElementDict(
        id=row["id"],
        threadId=row["threadId"],
        type=row["type"],
        chainlitKey=None,
        url=f"/files/{key}" if key else None,
        objectKey=key,
        name=row["name"],
        display=row["display"],
        size=row["size"],
        language=row["language"],
        page=row["page"],
        props=row["props"] or {},
        forId=row["forId"],
        mime=row["mime"],
    )


def in_order(elements: Iterable[ElementDict]) -> list[ElementDict]:
    """Return elements as an answer showed them; they are stored in the order their writes happened to end."""
    return sorted(elements, key=lambda element: element["name"] == LAST)
