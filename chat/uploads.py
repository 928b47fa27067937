"""Files dropped into the chat: read, staged for an admin to publish, and reported line by line."""

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import chainlit as cl

from appdb.users import User
from config.wording import Language, keys, say
from database.dialects import POSTGRES, Dialect
from errors import AccessError, InputError
from knowledge.items import KnowledgeItem
from knowledge.loaders import Refused, load_files
from knowledge.training import TrainReport, teach
from services import services

KINDS = ("ddl", "documentation", "pair", "term", "metric")
MOST_FILES = 5  # as .chainlit/config.toml tells the page
NAMES_SHOWN = 12
REFUSED_SHOWN = 20


async def receive(message: cl.Message, user: User, connection: str | None, language: Language) -> None:
    """Stage what was dropped and show what was understood, or say kindly that this role cannot.

    Words sent along ("please learn this") are a note on the files, not a question.
    """
    features = services().access.features(user)
    if "upload" not in features:
        raise AccessError("upload_denied")
    if connection is None:
        raise InputError("no_database")
    if len(message.elements) > MOST_FILES:  # the page counts too, but a page can be forged
        raise InputError("too_many_files", most=MOST_FILES)
    knowledge = services().knowledge
    known = (await knowledge.schema(connection)).tables
    files = await asyncio.to_thread(_contents, message.elements)
    read = await asyncio.to_thread(load_files, files, _dialect(connection), known)
    report = await teach(knowledge, read, connection, user.name, publish=False)
    note = message.content.strip()
    detail = {"files": [name for name, _ in files], "items": sum(report.added.values()), "note": note}
    await services().audit.write(who=user.name, act="teach.stage", connection=connection, detail=detail)
    card = cl.CustomElement(
        name="LearnedCard",
        props=learned_card(read.items, report, language, "admin" in features),
        display="inline",
    )
    said = [staged_sentence(report, language), *([say("chat.upload.note", language)] if note else [])]
    await cl.Message(content="\n\n".join(said), elements=[card]).send()


def staged_sentence(report: TrainReport, language: Language) -> str:
    """Return in one sentence what becomes of the files."""
    count = sum(report.added.values())
    return say("chat.upload.staged" if count else "chat.upload.nothing", language, count=count)


def learned_card(
    items: Iterable[KnowledgeItem], report: TrainReport, language: Language, may_publish: bool
) -> dict[str, Any]:
    """Return what LearnedCard shows: what was understood by kind, and what was not with its reason."""
    understood = list(items)
    lines = [
        say(f"chat.upload.{kind}", language, count=len(titles), names=_names(titles, language))
        for kind in KINDS
        if (titles := [item.title for item in understood if item.kind == kind])
    ]
    if report.unchanged:
        lines.append(say("chat.upload.unchanged", language, count=report.unchanged))
    refused = [refused_line(line, language) for line in report.refused[:REFUSED_SHOWN]]
    if len(report.refused) > REFUSED_SHOWN:
        refused.append(say("chat.upload.more", language, count=len(report.refused) - REFUSED_SHOWN))
    return {
        "title": say("chat.upload.title", language),
        "lines": lines,
        "refused_title": say("chat.upload.refused", language, count=len(report.refused)),
        "refused": refused,
        "link": say("chat.upload.publish", language) if may_publish and any(report.added.values()) else None,
    }


def refused_line(refused: Refused, language: Language) -> str:
    """Return a refused place with its reason."""
    code = f"errors.{refused.code}"
    reason = say(code if code in keys(language) else "errors.knowledge_invalid", language, **refused.params)
    if not refused.line:
        return say("chat.upload.refused_file", language, file=refused.file, reason=reason)
    return say("chat.upload.refused_line", language, file=refused.file, line=refused.line, reason=reason)


def _names(titles: list[str], language: Language) -> str:
    shown = "、".join(titles[:NAMES_SHOWN]) if language == "zh" else ", ".join(titles[:NAMES_SHOWN])
    return shown + (" …" if len(titles) > NAMES_SHOWN else "")


def _dialect(connection: str) -> Dialect:
    databases = services().databases
    return databases.get(connection).dialect if connection in databases.names else POSTGRES


def _contents(elements: Iterable[Any]) -> list[tuple[str, bytes]]:
    return [(element.name, Path(element.path).read_bytes()) for element in elements if element.path]
