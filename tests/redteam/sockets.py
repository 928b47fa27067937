"""Attacks on the chat's socket."""

import asyncio
import datetime as dt

from tests.redteam.checks import check
from tests.redteam.site import ATTACKER, EVIL, VICTIM, Site, cookies_of


@check
async def socket_needs_a_session(site: Site) -> str | None:
    """Nobody opens a chat without signing in."""
    return "an anonymous socket opens" if await site.socket_opens("") else None


@check
async def foreign_page_opens_no_socket(site: Site) -> str | None:
    """A page of another site cannot use the visitor's cookie for a socket."""
    async with site.signed_in(VICTIM) as http:
        cookies = cookies_of(http)
        for origin in (EVIL, "null", "http://localhost.evil.example", "http://localhost:1"):
            if await site.socket_opens(cookies, headers={"Origin": origin}):
                return f"a page of {origin} opens the socket"
        own = await site.socket_opens(cookies, headers={"Origin": site.address})
    return None if own else "the own page does not open the socket"


@check
async def anothers_chat_cannot_be_taken_over(site: Site) -> str | None:
    """Neither by its session id nor by its conversation."""
    async with site.signed_in(ATTACKER) as http:
        cookies = cookies_of(http)
        if await site.socket_opens(cookies, session=site.left["session"]):
            return "the victim's session opens"
        if await site.socket_opens(cookies, thread=site.left["thread"]):
            return "the victim's conversation opens"
    return None


@check
async def forged_database_choice_is_refused(site: Site) -> str | None:
    """The page sends the database's name; a name the role may not use answers nothing."""
    async with site.chatting(VICTIM, profile="no-such-database") as page:
        said = await page.ask("上个月营业额最高的5个服务区是哪些？")
    if page.of(said) or not said.get("isError"):
        return f"it was answered: {said['output'][:80]}"
    return None


@check
async def forged_message_overwrites_nothing(site: Site) -> str | None:
    """A message that carries the id of another person's step leaves that step alone."""
    async with site.signed_in(VICTIM) as http:
        thread = f"/project/thread/{site.left['thread']}"
        before = (await http.get(thread)).json()["steps"]
        async with site.chatting(ATTACKER) as page:
            for step in (site.left["step"], site.left["run"]):
                page._idle.clear()
                message = {"id": step, "threadId": site.left["thread"], "name": "x", "type": "user_message"}
                message |= {"output": "overwritten", "createdAt": dt.datetime.now(dt.UTC).isoformat()}
                await page.socket.emit("client_message", {"message": message, "fileReferences": []})
                await page.answered()
        after = (await http.get(thread)).json()["steps"]
    return None if before == after else "the victim's conversation changed"


@check
async def anothers_file_cannot_be_sent_along(site: Site) -> str | None:
    """A message that names the victim's uploaded file brings nothing of it."""
    async with site.chatting(ATTACKER) as page:
        await page.ask("你好", files=[site.left["file"]])
        held = (await page.http.get(f"/project/thread/{page.thread}")).json()
        await page.http.request("DELETE", "/project/thread", json={"threadId": page.thread})
    names = [element.get("name") for element in held.get("elements") or ()]
    return "the file came along" if "secret.md" in names else None


@check
async def closed_events_do_nothing(site: Site) -> str | None:
    """Editing, favourites and audio, which the page does not offer, are not there for a forged client."""
    async with site.chatting(ATTACKER) as page:
        said = len(page.steps)
        for event in ("edit_message", "message_favorite", "audio_start"):
            await page.socket.emit(event, {"message": {"id": site.left["step"], "output": "x"}})
        await asyncio.sleep(0.5)
        return None if len(page.steps) == said else "something was said"
