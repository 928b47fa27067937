"""Tried last: what fills the sign-in's limit, or reads what all the others left."""

import asyncio
import re

from tests.redteam.checks import NOT_CHECKED, check
from tests.redteam.site import VICTIM, Site


@check
async def log_holds_no_secret(site: Site) -> str | None:
    """After all of this no password, key, token or connection string stands in the log."""
    if site.log is None:
        return f"{NOT_CHECKED}the log is not on this machine"
    text = await asyncio.to_thread(site.log.read_text, "utf-8", "replace")
    found = [
        secret[:3] + "…" for secret in (*site.secrets, *site.passwords.values()) if secret and secret in text
    ]
    if found:
        return f"{len(found)} secrets: {found}"
    return "a token" if re.search(r"eyJ[\w-]+\.eyJ[\w-]+\.", text) else None


@check
async def guessing_is_throttled(site: Site) -> str | None:
    """Few wrong passwords a minute from one address, also at once and under invented addresses."""
    async with site.anyone() as http:

        async def guess(number: int) -> int:
            form = {"username": VICTIM, "password": f"wrong-{number}"}
            headers = {"X-Forwarded-For": f"203.0.113.{number}"} if number % 2 else {}
            return (await http.post("/login", data=form, headers=headers)).status_code

        codes = await asyncio.gather(*(guess(number) for number in range(40)))
    tried = codes.count(401)
    return None if tried <= 24 and codes.count(429) == 40 - tried else f"{tried} of 40 guesses were tried"
