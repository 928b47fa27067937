"""Attacks on sign-in and sessions."""

import asyncio
import base64
import datetime as dt
import json
import re

import httpx
import jwt

from tests.redteam.checks import NOT_CHECKED, check
from tests.redteam.site import ADMIN, VICTIM, Site, cookies_of


@check
async def sign_out_ends_the_session_everywhere(site: Site) -> str | None:
    """A copied cookie is worth nothing after its owner signed out, for pages and for sockets."""
    async with site.signed_in(VICTIM) as http:
        copied = cookies_of(http)
        await http.post("/logout")
    async with site.anyone(headers={"Cookie": copied}) as thief:
        if (await thief.get("/me")).status_code != 401:
            return "the copied cookie still opens pages"
    return "the copied cookie still opens the socket" if await site.socket_opens(copied) else None


@check
async def sign_out_closes_open_chats(site: Site) -> str | None:
    """A chat that was open is cut off when its session is signed out."""
    async with site.chatting(VICTIM) as page:
        await page.http.post("/logout")
        for _ in range(50):
            if not page.socket.connected:
                return None
            await asyncio.sleep(0.1)
    return "the socket stays open"


@check
async def respelled_token_is_as_dead(site: Site) -> str | None:
    """The last letter of a token can be changed without breaking its signature; it is still signed out."""
    async with site.signed_in(VICTIM) as http:
        token = http.cookies["access_token"]
        await http.post("/logout")
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    async with site.anyone() as thief:
        for letter in alphabet:
            respelled = {"Cookie": f"access_token={token[:-1]}{letter}"}
            if (await thief.get("/me", headers=respelled)).status_code != 401:
                return "another spelling of the token is let in"
    return None


@check
async def forged_tokens_are_refused(site: Site) -> str | None:
    """A token that nobody here signed opens nothing."""
    claims = {"identifier": ADMIN, "metadata": {"role": "admin", "epoch": 0, "session": "x"}}
    claims["exp"] = int(dt.datetime.now(dt.UTC).timestamp()) + 3600  # type: ignore[assignment]
    part = [
        base64.urlsafe_b64encode(json.dumps(p).encode()).rstrip(b"=").decode()
        for p in ({"alg": "none"}, claims)
    ]
    forged = [
        f"{part[0]}.{part[1]}.",
        jwt.encode(claims, "x" * 32),
        jwt.encode(claims, "secret" * 12, "HS512"),
    ]
    for token in forged:
        for headers in ({"Cookie": f"access_token={token}"}, {"Authorization": f"Bearer {token}"}):
            async with site.anyone(headers=headers) as http:
                if (await http.get("/me")).status_code != 401:
                    return f"let in by {token[:20]}…"
    return None


@check
async def role_in_the_token_gives_nothing(site: Site) -> str | None:
    """What the page is told of the role is not what decides."""
    async with site.signed_in(VICTIM) as http:
        if (await http.get("/me")).json()["admin"] is not False:
            return "the viewer is an admin"
        return None if (await http.get("/admin")).status_code == 403 else "the viewer opens /admin"


@check
async def cookie_is_kept_from_scripts_and_ends(site: Site) -> str | None:
    """HttpOnly, SameSite, at most twelve hours, and Secure where there is TLS."""
    async with site.anyone() as http:
        form = {"username": VICTIM, "password": site.passwords[VICTIM]}
        cookie = (await http.post("/login", data=form)).headers["set-cookie"].lower()
    wanted = ["httponly", "samesite=lax", *(["secure"] if site.address.startswith("https:") else [])]
    missing = [word for word in wanted if word not in cookie]
    age = re.search(r"max-age=(\d+)", cookie)
    if missing or age is None:
        return f"the cookie lacks {missing or 'an age'}"
    return None if int(age[1]) <= 43_200 else f"the cookie lives {age[1]} s"


@check
async def changed_password_ends_sessions(site: Site) -> str | None:
    """Whoever signed in with the old password is out."""
    if site.change_password is None:
        return f"{NOT_CHECKED}it needs the deployment's database"
    async with site.signed_in(VICTIM) as http:
        await site.change_password(VICTIM, site.passwords[VICTIM])
        return None if (await http.get("/me")).status_code == 401 else "the old session is still open"


@check
async def disabled_person_is_out_at_once(site: Site) -> str | None:
    """Pages, sockets and the chat that is open refuse a person who was shut out."""
    if site.disable is None:
        return f"{NOT_CHECKED}it needs the deployment's database"
    async with site.chatting(VICTIM) as page:
        await site.disable(VICTIM, True)
        try:
            if (await page.http.get("/me")).status_code != 401:
                return "pages are still open"
            said = await page.ask("你好")
            if not said.get("isError"):
                return f"the open chat still answers: {said['output'][:80]}"
            return "the socket opens again" if await site.socket_opens(cookies_of(page.http)) else None
        finally:
            await site.disable(VICTIM, False)


@check
async def header_sign_in_is_for_trusted_proxies(site: Site) -> str | None:
    """A proxy's header is believed from the proxy's address alone, and only once."""
    if not site.proxy:
        return f"{NOT_CHECKED}SIGN_IN_HEADER is not set here"
    named = {"X-Auth-Email": "Boss@Example.com"}
    async with site.anyone() as http:
        if (await http.post("/auth/header", headers=named)).status_code != 401:
            return "anybody may name themselves"
    async with site.anyone(transport=httpx.AsyncHTTPTransport(local_address=site.proxy)) as proxy:
        twice = [("X-Auth-Email", "a@example.com"), ("X-Auth-Email", "boss@example.com")]
        if (await proxy.post("/auth/header", headers=twice)).status_code != 401:
            return "a header that stands there twice is believed"
        stranger = await proxy.post("/auth/header", headers={"X-Auth-Email": "who@elsewhere.org"})
        if stranger.status_code != 401:
            return "somebody whom access.yaml does not know is let in"
        if stranger.json() != {"detail": "notlisted"}:
            return "whoever is not on the list is not told so"
        if (await proxy.post("/auth/header", headers=named)).status_code != 200:
            return "the proxy's word is not believed"
        return None if (await proxy.get("/me")).json()["admin"] is False else "the mapped role is not theirs"
