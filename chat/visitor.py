"""The person at the other end of this chat, and what this chat is about."""

import re
from collections.abc import Mapping
from typing import Any

import chainlit as cl

from agent.answer_mode import MODES, Mode
from agent.rooms import spoken
from appdb.turns import Turn
from appdb.users import User
from chat.composed import Look, LookFor
from config.wording import Language, language_of
from errors import AccessError, NotFoundError
from services import services
from web.embedding.tokens import is_id
from web.sessions import session_in

SQL = re.compile(  # typed as a question it tells no language
    r"\s*(select\s|with\s+\w+\s+as\s*\(|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|drop\s+table\s)",
    re.IGNORECASE,
)


def interface_language(code: str | None = None) -> Language:
    """Return the language of the browser, or of the language code it sent."""
    code = code or str(getattr(cl.context.session, "language", "en"))
    return "zh" if code.lower().startswith("zh") else "en"


def given_query(metadata: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Return the query a chip sent along, as it came: it is held to its rules where it is asked."""
    query = (metadata or {}).get("query")
    return query if isinstance(query, dict) and query else None


def answer_language() -> Language | None:
    """Return the language chosen in the settings panel; None follows the question."""
    chosen = (cl.user_session.get("chat_settings") or {}).get("language")
    if chosen in ("zh", "en"):
        return "zh" if chosen == "zh" else "en"
    fixed = services().settings.language
    return None if fixed == "auto" else fixed


def language_for(question: str) -> Language:
    """Return the language in which this question is spoken back to."""
    command = question.lstrip().startswith("/")
    wordless = command or not any(char.isalpha() for char in question) or SQL.match(question)
    return answer_language() or (interface_language() if wordless else language_of(question))


def answer_mode() -> Mode | None:
    """Return the care chosen in the settings panel; None is the setting's."""
    chosen = (cl.user_session.get("chat_settings") or {}).get("mode")
    return next((mode for mode in MODES if mode == chosen), None)


def look_for(language: Language, features: frozenset[str]) -> Look:
    """Return how this chat shows an answer."""
    settings = services().settings
    return Look(language, features, settings.timezone, settings.trace_days > 0, shows_steps())


async def look_of(owner: str) -> LookFor:
    """Return how somebody sees their earlier turns: by the rights they have now."""
    person = await services().people.find(owner)
    features = services().access.features(person) if person else frozenset()
    settings = services().settings

    def look(turn: Turn) -> Look:
        steps = bool(turn.how.get("steps", True))
        return Look(spoken(turn), features, settings.timezone, settings.trace_days > 0, steps)

    return look


def shows_steps() -> bool:
    """Tell whether the person wants to see the steps."""
    return bool((cl.user_session.get("chat_settings") or {}).get("steps", True))


async def current_user() -> User:
    """Return the person as the database knows them now: a role changed or a session ended counts at once."""
    handshake = getattr(cl.context.session, "environ", None) or {}
    session = session_in(handshake.get("asgi.scope"))
    found = await services().people.signed_in(session) if session else None
    if found is None:
        raise AccessError("embed_ended" if session and is_id(session.id) else "sign_in_again")
    return found


def open_connections(user: User) -> list[str]:
    """Return the names of the databases this person may ask."""
    databases = services().databases
    names = (*databases.names, *databases.owned(user.name))
    return [name for name in names if services().access.may_use(user, name)]


def chosen_connection(user: User) -> str | None:
    """Return the database of the chat's profile; the browser sends the name, so it is checked again."""
    allowed = open_connections(user)
    asked = services().own_files.asked_in(user.name, str(cl.context.session.thread_id))
    if asked is not None and asked.name in allowed:
        return asked.name
    chosen = cl.user_session.get("chat_profile")
    if not chosen:
        return allowed[0] if allowed else None
    if chosen not in allowed:
        lost = services().databases.unopened.get(chosen)
        if lost is not None and services().access.may_use(user, chosen):
            raise NotFoundError(lost.code, **lost.params)
        raise AccessError("connection_gone", connection=str(chosen)[:80])
    return str(chosen)
