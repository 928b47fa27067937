"""What an empty chat offers: example questions, the databases to choose from, and how to try the demo."""

import asyncio
import ipaddress
from collections.abc import Sequence

import chainlit as cl

from appdb.users import User
from chat.visitor import current_user, interface_language, open_connections
from config.wording import Language, say, say_error
from database.rights import Rights
from demo.people import CONNECTION, PASSWORD, PEOPLE
from demo.people import starters as demo_starters
from errors import NotFoundError
from services import services

MOST_STARTERS = 4
WAIT_S = 2.0


async def starters(user: cl.User | None, language: str | None) -> list[cl.Starter]:
    """Return example questions in the browser's language: those of the database offered first."""
    person = await services().people.find(user.identifier) if user else None
    if person is None:
        return []
    names = open_connections(person)
    return await _offered(person, names[0], interface_language(language or "en")) if names else []


async def _offered(person: User, connection: str, language: Language) -> list[cl.Starter]:
    """Return the demo's own questions for it; of another database verified ones, or some over its metrics."""
    if connection == CONNECTION and services().settings.demo:
        found = demo_starters(person.role, language)
        return [cl.Starter(label=starter.label, message=starter.question) for starter in found]
    rights = services().access.rights(person, connection)
    verified = services().knowledge.nearest_questions
    asked: Sequence[str] = await verified("", connection, MOST_STARTERS, rights, language)
    asked = asked or await _over_metrics(connection, rights, language)
    return [cl.Starter(label=one, message=one) for one in asked]


async def _over_metrics(connection: str, rights: Rights, language: Language) -> Sequence[str]:
    """Return questions over the metrics; a page does not wait long for the values to be read first."""
    taught = services().taught

    async def asked() -> Sequence[str]:
        today = await taught.today(connection, rights)
        return await taught.askable("", MOST_STARTERS, connection, rights, today, language)

    try:
        return await asyncio.wait_for(asked(), WAIT_S)
    except TimeoutError:
        return ()


async def profiles(user: cl.User | None, language: str | None) -> list[cl.ChatProfile]:
    """Return a profile for each database the person may ask, where there are several."""
    person = await services().people.find(user.identifier) if user else None
    names = open_connections(person) if person else []
    if person is None or len(names) < 2:
        return []
    spoken = interface_language(language or "en")
    made: list[cl.ChatProfile] = []
    for name in names:
        shown = database_shown(name, spoken)
        about = say("chat.profile", spoken, name=shown)
        offered = await _offered(person, name, spoken)
        made.append(cl.ChatProfile(name, about, display_name=shown, default=not made, starters=offered))
    return made


async def say_what_is_missing() -> None:
    """Say, in a new chat of who has nothing to ask, what is missing and what can be done at once."""
    user = await current_user()
    if open_connections(user):
        return
    features = services().access.features(user)
    error = services().databases.nothing() if "admin" in features else NotFoundError("no_database")
    await cl.Message(say_error(error, interface_language())).send()


async def demo_sign_ins(client: str, language: str) -> list[dict[str, str]]:
    """Return those of the demo's people who are let in, for the sign-in page, on this machine only."""
    if not services().settings.demo or not _loopback(client):
        return []
    people, spoken = services().people, interface_language(language)
    return [
        {"name": user.name, "password": PASSWORD, "about": say(f"chat.role.{user.role}", spoken)}
        for user in PEOPLE
        if await people.find(user.name) and await people.has_password(user.name, PASSWORD)
    ]


def database_shown(name: str, language: Language) -> str:
    """Return what a database is called for who asks it."""
    spec = services().databases.get(name).spec
    return (spec.display_zh if language == "zh" else spec.display_en) or name


def _loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
