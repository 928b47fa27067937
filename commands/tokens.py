"""`token`: make, list and revoke what programs sign in with."""

import datetime as dt
import json
from collections.abc import Iterator, Sequence

from appdb.tokens import Token, TokenStore
from commands.people import OPERATOR, acting_user
from services import Services


async def add_token(
    services: Services, owner: str, label: str, scopes: Sequence[str], days: int
) -> tuple[Token, str]:
    """Make a token for a person; return it with its secret, which is shown this once."""
    person = await acting_user(services, owner)
    made, secret = await TokenStore(services.app_database).add(person.name, label, scopes, days)
    await services.audit.write(who=OPERATOR.name, act="token.add", detail=about(made))
    return made, secret


async def revoke_token(services: Services, ident: str) -> Token:
    """End a token now."""
    ended = await TokenStore(services.app_database).revoke(ident)
    await services.audit.write(who=OPERATOR.name, act="token.revoke", detail=about(ended))
    return ended


def about(token: Token) -> dict[str, object]:
    """Return what the audit keeps of a token."""
    return {"name": token.owner, "token": token.id, "label": token.label, "scopes": list(token.scopes)}


def listed(tokens: Sequence[Token], now: dt.datetime, *, as_json: bool) -> Iterator[str]:
    """Yield one line a token."""
    for token in tokens:
        state = "revoked" if token.revoked_at else "live" if token.is_live(now) else "expired"
        values = {
            "id": token.id,
            "person": token.owner,
            "name": token.label,
            "scopes": list(token.scopes),
            "state": state,
            "expires_at": token.expires_at.isoformat(timespec="seconds"),
            "last_used_at": token.last_used_at.isoformat(timespec="seconds") if token.last_used_at else None,
        }
        if as_json:
            yield json.dumps(values, ensure_ascii=False)
        else:
            used = f"{token.last_used_at:%Y-%m-%d}" if token.last_used_at else "never"
            yield (
                f"{token.id}  {state:<7}  {token.owner}  {token.label}  {','.join(token.scopes)}"
                f"  until {token.expires_at:%Y-%m-%d}  used {used}"
            )
