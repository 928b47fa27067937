"""Who acts in the terminal, and adding people."""

import secrets

from appdb.users import User, read_attributes
from errors import InputError, NotFoundError
from services import Services

# Whoever may start this program on this machine may read its files anyway.
OPERATOR = User("operator", "admin", display_name="Operator")


async def acting_user(services: Services, name: str | None) -> User:
    """Return the person of this name, or the operator where none is named."""
    if name is None:
        return OPERATOR
    found = await services.people.find(name)
    if found is None:
        raise NotFoundError("person_unknown", name=name)
    return found


async def add_person(
    services: Services, name: str, role: str, attributes: list[str], password: str | None
) -> str | None:
    """Add a person or change their role and attributes; return a new password where one was made."""
    if role not in services.access.roles:
        raise InputError("role_unknown", role=role, known=", ".join(sorted(services.access.roles)))
    known = await services.people.find(name)
    made = None if known or password else secrets.token_urlsafe(9)
    await services.people.put(name, password or made, role, read_attributes(attributes))
    await services.audit.write(who=OPERATOR.name, act="people.put", detail={"name": name, "role": role})
    return made


async def change_password(services: Services, name: str, password: str | None) -> str | None:
    """Change a password and end its sessions; return the new one where it was made."""
    made = None if password else secrets.token_urlsafe(9)
    await services.people.set_password(name, password or made or "")
    await services.audit.write(who=OPERATOR.name, act="people.password", detail={"name": name})
    return made


async def set_disabled(services: Services, name: str, disabled: bool) -> None:
    """Shut a person out, or let them in again."""
    await services.people.set_disabled(name, disabled)
    act = "people.disable" if disabled else "people.enable"
    await services.audit.write(who=OPERATOR.name, act=act, detail={"name": name})
