"""Signing in with a name and password."""

import chainlit as cl
from services import services

from config.wording import language_of


async def check_password(name: str, password: str) -> cl.User | None:
    """Return who signs in; the role goes along for the looks only, rights are asked for anew each time."""
    user = await services().people.verify(name.strip(), password)
    if user is None:
        return None
    shown = user.display_name or user.name
    return cl.User(
        identifier=user.name,
        display_name=shown,
        metadata={"role": user.role, "display_name": shown, "name_language": language_of(shown)},
    )
