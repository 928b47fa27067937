"""Messages that belong to no turn, such as dropped files and refusals: Chainlit's tables keep them."""

import chainlit as cl
from chainlit.data import get_data_layer

from chat.history import KEPT


async def keep(message: cl.Message) -> None:
    """Keep what a person wrote that does not become a turn."""
    message.metadata = {**(message.metadata or {}), KEPT: True}
    if layer := get_data_layer():
        await layer.create_step(message.to_dict())


def kept(content: str) -> cl.Message:
    """Return a message of the assistant that is kept once it is sent."""
    return cl.Message(content=content, metadata={KEPT: True})
