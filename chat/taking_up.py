"""Questions of this conversation that are not answered yet: whoever opens it sees them answered."""

import asyncio

import chainlit as cl

from agent.rooms import spoken
from appdb.turns import Turn
from appdb.users import User
from chat.guarded import guarded
from chat.reply import Reply
from chat.visitor import current_user, look_for
from services import services


@guarded
async def take_up() -> None:
    """Show what is answered and what waits, wherever that is, each under its question.

    What was cut off is answered here. The one stop button of the page ends all that it shows unfinished.
    """
    user = await current_user()
    turns = await services().assistant.unfinished(user=user, thread=cl.context.session.thread_id)
    if not turns:
        return
    await cl.context.emitter.task_start()
    try:
        async with asyncio.TaskGroup() as together:
            for turn in turns:
                together.create_task(_show(turn, user))
    finally:
        await cl.context.emitter.task_end()


@guarded
async def _show(turn: Turn, user: User) -> None:
    assistant = services().assistant
    reply = Reply(turn.id, look_for(spoken(turn), services().access.features(user)))
    try:
        await reply.show_all(assistant.watch(turn, user=user))
    except asyncio.CancelledError:  # the stop button
        await assistant.stop(turn.id, user=user)
        raise
