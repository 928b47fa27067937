"""The settings panel: the language of answers, the care given to them, and whether the steps are shown."""

from typing import Any

import chainlit as cl
from chainlit.input_widget import Select, Switch

from agent.answer_mode import MODES
from chat.visitor import current_user, interface_language
from config.wording import say
from services import services

CHOICES = ("auto", "zh", "en")


async def show_panel() -> None:
    """Put the panel on the page, with what was chosen before."""
    language = interface_language()
    chosen = dict(cl.user_session.get("chat_settings") or {})
    if "language" not in chosen or "mode" not in chosen:
        person = await services().people.person((await current_user()).name)
        chosen = {
            "language": person.language if person else "auto",
            "mode": (person.answer_mode if person else "") or services().settings.answer_mode,
            **chosen,
        }
    panel = cl.ChatSettings(
        [
            Select(
                id="language",
                label=say("chat.settings.language", language),
                description=say("chat.settings.language_hint", language),
                items={say(f"chat.settings.{choice}", language): choice for choice in CHOICES},
                initial_value=chosen["language"] if chosen["language"] in CHOICES else "auto",
            ),
            Select(
                id="mode",
                label=say("chat.settings.mode", language),
                description=say("chat.settings.mode_hint", language),
                items={say(f"chat.settings.mode_{mode}", language): mode for mode in MODES},
                initial_value=chosen["mode"] if chosen["mode"] in MODES else "auto",
            ),
            Switch(
                id="steps",
                label=say("chat.settings.steps", language),
                description=say("chat.settings.steps_hint", language),
                initial=bool(chosen.get("steps", True)),
            ),
        ]
    )
    cl.user_session.set("chat_settings", await panel.send())


async def remember(chosen: dict[str, Any]) -> None:
    """Keep what was chosen: for this chat, and language and care for the next ones."""
    cl.user_session.set("chat_settings", chosen)
    if chosen.get("language") in CHOICES:
        await services().people.set_language((await current_user()).name, str(chosen["language"]))
    if chosen.get("mode") in MODES:
        await services().people.set_answer_mode((await current_user()).name, str(chosen["mode"]))
