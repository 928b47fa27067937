"""Questions of this conversation that are not answered yet: whoever opens it sees them answered."""

import asyncio

import chainlit as cl

from agent.rooms import spoken
from chat.guarded import guarded
from chat.reply import Reply
from chat.visitor import current_user, look_for
from services import services


@guarded
async def take_up() -> None:
    """Show what is being answered, wherever that is; what was cut off is answered here."""
    user = await current_user()
    features = services().access.features(user)
    assistant = services().assistant
    for turn in await assistant.unfinished(user=user, thread=cl.context.session.thread_id):
        await cl.context.emitter.task_start()
        try:
            reply = Reply(turn.id, look_for(spoken(turn), features))
            await reply.show_all(assistant.watch(turn, user=user))
        except asyncio.CancelledError:  # the stop button
            await assistant.stop(turn.id, user=user)
            raise
        finally:
            await cl.context.emitter.task_end()
