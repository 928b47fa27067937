"""The smallest app that Chainlit serves."""

import os
from pathlib import Path

import chainlit as cl

Path(os.environ["CHAINLIT_APP_ROOT"], "seen").write_text(os.environ["CHAINLIT_AUTH_SECRET"])


@cl.on_message
async def on_message(message: cl.Message) -> None:
    """Answer anything."""
    await cl.Message("ok").send()
