"""What an empty chat offers: example questions, the databases to choose from, and how to try the demo."""

import ipaddress

import chainlit as cl

from appdb.users import User
from chat.visitor import interface_language, open_connections
from config.wording import Language, say
from demo.people import PASSWORD, PEOPLE
from demo.people import starters as demo_starters
from services import services

MOST_STARTERS = 4


async def starters(user: cl.User | None, language: str | None) -> list[cl.Starter]:
    """Return example questions in the browser's language: the demo's for the role, else verified ones."""
    person = await services().people.find(user.identifier) if user else None
    if person is None:
        return []
    spoken = interface_language(language or "en")
    if not services().settings.demo:
        return [cl.Starter(label=one, message=one) for one in await _verified(person, spoken)]
    found = demo_starters(person.role, spoken)
    return [cl.Starter(label=starter.label, message=starter.question) for starter in found]


async def _verified(person: User, language: Language) -> list[str]:
    """Return verified questions of the first database the person may ask, within the rights of their role."""
    names = open_connections(person)
    if not names:
        return []
    rights = services().access.rights(person, names[0])
    return await services().knowledge.nearest_questions("", names[0], MOST_STARTERS, rights, language)


async def profiles(user: cl.User | None, language: str | None) -> list[cl.ChatProfile]:
    """Return a profile for each database the person may ask, where there are several."""
    person = await services().people.find(user.identifier) if user else None
    names = open_connections(person) if person else []
    if len(names) < 2:
        return []
    spoken = interface_language(language or "en")
    made: list[cl.ChatProfile] = []
    for name in names:
        shown = _shown(name, spoken)
        about = say("chat.profile", spoken, name=shown)
        made.append(cl.ChatProfile(name, about, display_name=shown, default=not made))
    return made


def demo_sign_ins(client: str, language: str) -> list[dict[str, str]]:
    """Return the demo's people for the sign-in page, on this machine only."""
    settings = services().settings
    here = _loopback(client) and _loopback(settings.host) and not settings.public_url
    if not settings.demo or not here:
        return []
    spoken = interface_language(language)
    return [
        {"name": user.name, "password": PASSWORD, "about": say(f"chat.role.{user.role}", spoken)}
        for user in PEOPLE
    ]


def _shown(name: str, language: Language) -> str:
    spec = services().databases.get(name).spec
    return (spec.display_zh if language == "zh" else spec.display_en) or name


def _loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
