"""The person at the other end of this chat, and what this chat is about."""

import chainlit as cl

from appdb.users import User
from config.wording import Language, language_of
from errors import AccessError
from services import services


def interface_language(code: str | None = None) -> Language:
    """Return the language of the browser, or of the language code it sent."""
    code = code or str(getattr(cl.context.session, "language", "en"))
    return "zh" if code.lower().startswith("zh") else "en"


def answer_language() -> Language | None:
    """Return the language chosen in the settings panel; None follows the question."""
    chosen = (cl.user_session.get("chat_settings") or {}).get("language")
    if chosen in ("zh", "en"):
        return "zh" if chosen == "zh" else "en"
    fixed = services().settings.language
    return None if fixed == "auto" else fixed


def language_for(question: str) -> Language:
    """Return the language in which this question is spoken back to."""
    if not any(char.isalpha() for char in question):
        return answer_language() or interface_language()
    return answer_language() or language_of(question)


def shows_steps() -> bool:
    """Tell whether the person wants to see the steps."""
    return bool((cl.user_session.get("chat_settings") or {}).get("steps", True))


async def current_user() -> User:
    """Return the person as the database knows them now: a role changed or shut out counts at once."""
    signed_in = cl.context.session.user
    found = await services().people.find(signed_in.identifier) if signed_in else None
    if found is None:
        raise AccessError("sign_in_again")
    return found


def open_connections(user: User) -> list[str]:
    """Return the names of the databases this person may ask."""
    return [name for name in services().databases.names if services().access.may_use(user, name)]


def chosen_connection(user: User) -> str | None:
    """Return the database of the chat's profile; the browser sends the name, so it is checked again."""
    chosen = cl.user_session.get("chat_profile")
    allowed = open_connections(user)
    if not chosen:
        return allowed[0] if allowed else None
    if chosen not in allowed:
        raise AccessError("connection_forbidden", connection=str(chosen)[:80])
    return str(chosen)
