"""The smallest app that Chainlit serves."""

import asyncio
import os
from pathlib import Path

import chainlit as cl

from commands.child import wait_for_launcher

Path(os.environ["CHAINLIT_APP_ROOT"], "seen").write_text(os.environ["CHAINLIT_AUTH_SECRET"])


@cl.on_app_startup
async def start() -> None:
    """Wait like the real app."""
    await asyncio.to_thread(wait_for_launcher)


@cl.on_message
async def on_message(message: cl.Message) -> None:
    """Answer anything."""
    await cl.Message("ok").send()
