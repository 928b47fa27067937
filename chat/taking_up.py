"""A question that was cut off when the server ended: the thread says which, and finishes it."""

import chainlit as cl

from chat.guarded import guarded
from chat.markdown import inert
from chat.reply import Reply
from chat.visitor import current_user, language_for, shows_steps
from config.wording import say
from services import services

SHOWN_CHARS = 200


@guarded
async def take_up() -> None:
    """Finish what was cut off, if anything was; a question asked meanwhile waits for its end.

    Its first look into the database lets Chainlit send what was said before; that replaces what is shown.
    """
    user = await current_user()
    thread = cl.context.session.thread_id
    turn = await services().assistant.unfinished(user=user, thread=thread)
    if turn is None:
        return
    language = language_for(turn.question)
    await cl.context.emitter.task_start()
    try:
        asked = inert(" ".join(turn.question.split())[:SHOWN_CHARS])
        await cl.Message(content=say("chat.taken_up", language, question=asked)).send()
        events = services().assistant.take_up(user=user, thread=thread, language=language)
        features = services().access.features(user)
        await Reply(language, steps=shows_steps(), features=features).show_all(events)
    finally:
        await cl.context.emitter.task_end()
