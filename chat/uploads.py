"""Files dropped into the chat: read, staged, and reported line by line."""

import chainlit as cl

from appdb.users import User
from chat.visitor import interface_language
from config.wording import say
from errors import AccessError
from services import services


async def receive(message: cl.Message, user: User, connection: str | None) -> None:
    """Stage what was dropped, or say kindly that this role cannot."""
    if "upload" not in services().access.rights(user, connection).features:
        raise AccessError("upload_denied")
    await cl.Message(content=say("chat.upload.received", interface_language())).send()
