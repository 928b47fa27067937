"""The forms in which programs take a message: what is sent to each, and how each says that it took it."""

import base64
import hashlib
import hmac
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from schedules.channels import Channel, Kind
from schedules.message import Message

CUT = " …"
# Bytes of text for each; they take: WeCom 2048, Feishu and DingTalk 20 KB, Teams 28 KB, Slack 40 000.
_MOST = {"wecom": 2048, "feishu": 15_000, "dingtalk": 15_000, "teams": 18_000, "slack": 30_000}
_TAG = re.compile(r"<(?=[A-Za-z/@!#])")  # <at user_id="all">, <@userid>, <!channel>: what would call people


@dataclass(frozen=True)
class Post:
    """One request; its URL is a secret."""

    url: str = field(repr=False)
    body: bytes = field(repr=False)
    headers: Mapping[str, str] = field(default_factory=dict)


def post_of(channel: Channel, message: Message, seconds: int) -> Post:
    """Return the request that carries a message; `seconds` is the time, which some of them sign."""
    return _FORMS[channel.kind](channel, message, seconds)


def took_it(kind: Kind, status: int, body: bytes) -> bool:
    """Tell whether an answer says that the message was taken: most say no with status 200."""
    if not 200 <= status < 300:
        return False
    if kind in ("feishu", "dingtalk", "wecom"):
        try:
            said = json.loads(body)
        except ValueError:
            return False
        names = ("code", "StatusCode") if kind == "feishu" else ("errcode",)
        return isinstance(said, dict) and any(said.get(name) == 0 for name in names)
    return True


def _feishu(channel: Channel, message: Message, seconds: int) -> Post:
    """Feishu and Lark, custom bot: signed with an empty text under timestamp and secret as the key."""
    body: dict[str, Any] = {"msg_type": "text", "content": {"text": _text(message, "feishu")}}
    if channel.secret:
        key = f"{seconds}\n{channel.secret}".encode()
        body = {"timestamp": str(seconds), "sign": _base64(hmac.digest(key, b"", "sha256")), **body}
    return _json_post(channel.address, body)


def _dingtalk(channel: Channel, message: Message, seconds: int) -> Post:
    """DingTalk, custom robot: timestamp in milliseconds and signature go into the address."""
    url = channel.address
    if channel.secret:
        stamp = str(seconds * 1000)
        signed = hmac.digest(channel.secret.encode(), f"{stamp}\n{channel.secret}".encode(), "sha256")
        url = _with(url, timestamp=stamp, sign=_base64(signed))
    return _json_post(url, {"msgtype": "text", "text": {"content": _text(message, "dingtalk")}})


def _wecom(channel: Channel, message: Message, seconds: int) -> Post:
    """WeCom, group robot."""
    return _json_post(channel.address, {"msgtype": "text", "text": {"content": _text(message, "wecom")}})


def _slack(channel: Channel, message: Message, seconds: int) -> Post:
    """Slack, incoming webhook: three characters are escaped, and nothing is unfolded."""
    text = f"{message.subject}\n\n{message.text}"
    for char, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        text = text.replace(char, entity)
    return _json_post(
        channel.address,
        {"text": cut(text, _MOST["slack"]), "mrkdwn": False, "unfurl_links": False, "unfurl_media": False},
    )


def _teams(channel: Channel, message: Message, seconds: int) -> Post:
    """Teams, the Workflows webhook: an adaptive card in a message."""

    def block(text: str, **look: Any) -> dict[str, Any]:
        return {"type": "TextBlock", "text": text.replace("\n", "\n\n"), "wrap": True, **look}

    body = [block(message.subject, weight="Bolder", size="Medium"), block(message.words)]
    if message.table:
        body.append(block(cut(message.table, _MOST["teams"]), fontType="Monospace"))
    under = "\n".join((*message.notes, message.foot))
    card: dict[str, Any] = {
        "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
        "type": "AdaptiveCard",
        "version": "1.4",
        "body": [*body, block(under, isSubtle=True, size="Small")],
    }
    if message.link:
        card["actions"] = [{"type": "Action.OpenUrl", "title": "Wenshu", "url": message.link}]
    kind = "application/vnd.microsoft.card.adaptive"
    attached = {"contentType": kind, "contentUrl": None, "content": card}
    return _json_post(channel.address, {"type": "message", "attachments": [attached]})


def _json(channel: Channel, message: Message, seconds: int) -> Post:
    """Our own: the message and its data; with a secret a signature over time and body in the headers."""
    body = json.dumps(
        {
            "version": 1,
            "subject": message.subject,
            "text": message.text,
            "link": message.link,
            **message.data,
        },
        ensure_ascii=False,
        default=str,
    ).encode()
    headers = {"Content-Type": "application/json; charset=utf-8", "X-Wenshu-Timestamp": str(seconds)}
    if channel.secret:
        signed = hmac.new(channel.secret.encode(), f"{seconds}.".encode() + body, hashlib.sha256).hexdigest()
        headers["X-Wenshu-Signature"] = f"sha256={signed}"
    return Post(channel.address, body, headers)


_FORMS: Mapping[str, Callable[[Channel, Message, int], Post]] = {
    "feishu": _feishu,
    "dingtalk": _dingtalk,
    "wecom": _wecom,
    "slack": _slack,
    "teams": _teams,
    "json": _json,
}


def cut(text: str, most_bytes: int) -> str:
    """Return a text of at most so many bytes of UTF-8, whole characters only."""
    whole = text.encode()
    if len(whole) <= most_bytes:
        return text
    return whole[: most_bytes - len(CUT.encode())].decode("utf-8", "ignore") + CUT


def _text(message: Message, kind: str) -> str:
    """Return subject and text that call nobody; where too long, the table gives way before link and foot."""
    most = _MOST[kind]
    ending = _TAG.sub("＜", "\n".join(message.ending))
    parts = (message.subject, message.words, message.table)
    head = _TAG.sub("＜", "\n\n".join(part for part in parts if part))
    room = most - len(ending.encode()) - 2
    if room < most // 4:
        ending, room = cut(ending, most // 2), most - most // 2 - 2
    return f"{cut(head, room)}\n\n{ending}"


def _json_post(url: str, body: Mapping[str, Any]) -> Post:
    written = json.dumps(body, ensure_ascii=False).encode()
    return Post(url, written, {"Content-Type": "application/json; charset=utf-8"})


def _with(url: str, **query: str) -> str:
    parts = urlsplit(url)
    return urlunsplit(parts._replace(query=urlencode([*parse_qsl(parts.query), *query.items()])))


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()
