"""The token a page of another site shows a person's chat with: signed, for minutes, good for nothing else.

Its audience is its own, so that no reader of the sign-in's tokens takes it for one.
"""

import datetime as dt
import secrets
from dataclasses import dataclass

import jwt

PREFIX = "wse_"
MOST_MINUTES = 60
_AUDIENCE = "wenshu-embed"
_ID = "embed-"


@dataclass(frozen=True)
class EmbedToken:
    """Whose chat it shows, until when, and which token of a program it was made with, if any."""

    id: str
    person: str
    epoch: int
    expires_at: dt.datetime
    made_with: str = ""


def new_token(person: str, epoch: int, minutes: int, made_with: str, now: dt.datetime) -> EmbedToken:
    """Return a token that lives from now for so many minutes."""
    until = (now + dt.timedelta(minutes=minutes)).replace(microsecond=0)
    return EmbedToken(_ID + secrets.token_hex(12), person, epoch, until, made_with)


def is_id(ident: str) -> bool:
    """Tell the id of such a token from that of a sign-in."""
    return ident.startswith(_ID)


def signed(token: EmbedToken, secret: str) -> str:
    """Return the token as it travels."""
    claims = {
        "jti": token.id,
        "sub": token.person,
        "epoch": token.epoch,
        "with": token.made_with,
        "exp": token.expires_at,
        "aud": _AUDIENCE,
    }
    return PREFIX + jwt.encode(claims, secret, algorithm="HS256")


def read(text: str, secret: str) -> EmbedToken | None:
    """Return a token that is genuine and has not expired, else None."""
    try:
        claims = jwt.decode(
            text.removeprefix(PREFIX),
            secret,
            algorithms=["HS256"],
            audience=_AUDIENCE,
            options={"require": ["exp", "sub", "jti", "aud"]},
        )
        until = dt.datetime.fromtimestamp(claims["exp"], dt.UTC)
        return EmbedToken(claims["jti"], claims["sub"], int(claims["epoch"]), until, claims["with"])
    except (jwt.InvalidTokenError, KeyError, TypeError, ValueError):
        return None
