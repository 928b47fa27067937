"""Where an answer goes: mail and webhooks, kept sealed; only what tells them apart is ever shown again."""

import base64
import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Literal, get_args
from urllib.parse import urlsplit

from cryptography.fernet import Fernet, InvalidToken

from errors import InputError, SettingsError

Kind = Literal["mail", "feishu", "dingtalk", "wecom", "slack", "teams", "json"]
KINDS: tuple[Kind, ...] = get_args(Kind)
SIGNED: tuple[Kind, ...] = ("feishu", "dingtalk", "json")  # those that take a secret
MOST_CHANNELS = 10
MOST_CHARS = 2000
_MAIL = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?P<domain>[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)")


@dataclass(frozen=True)
class Channel:
    """One place; `address` is an e-mail address or a webhook's URL, which is a secret as `secret` is."""

    kind: Kind
    address: str
    secret: str = ""

    @property
    def shown(self) -> str:
        """Return what may be shown: a mail address, or a webhook's host and no more."""
        return self.address if self.kind == "mail" else f"{urlsplit(self.address).hostname}/…"

    def __repr__(self) -> str:
        """Keep the address out of logs and tracebacks."""
        return f"Channel({self.kind!r}, {self.shown!r})"


def channel(kind: str, address: str, secret: str = "") -> Channel:
    """Return a channel as it was typed, or raise InputError; whether it may be reached is asked elsewhere."""
    address, secret = address.strip(), secret.strip()
    if kind not in KINDS:
        raise InputError("channel_unknown", name=kind[:40])
    if not address or len(address) > MOST_CHARS or len(secret) > MOST_CHARS:
        raise InputError("channel_address")
    if kind == "mail":
        if not _MAIL.fullmatch(address):
            raise InputError("mail_address", text=address[:100])
        return Channel("mail", address)
    return Channel(kind, address, secret if kind in SIGNED else "")


def mail_domain(address: str) -> str:
    """Return the domain of a mail address, in lower case."""
    return address.rpartition("@")[2].lower()


class Seal:
    """Seals channels with the process's secret."""

    def __init__(self, secret: str) -> None:
        key = hashlib.sha256(b"wenshu schedules " + secret.encode()).digest()
        self._seal = Fernet(base64.urlsafe_b64encode(key))

    def close(self, channels: Sequence[Channel]) -> str:
        """Return channels as text that only this secret opens."""
        return self._seal.encrypt(json.dumps([asdict(one) for one in channels]).encode()).decode()

    def open(self, sealed: str) -> tuple[Channel, ...]:
        """Return the channels, or raise SettingsError where they were sealed with another secret."""
        try:
            kept = json.loads(self._seal.decrypt(sealed.encode()))
        except InvalidToken as error:
            raise SettingsError("channels_sealed") from error
        return tuple(Channel(**one) for one in kept)
