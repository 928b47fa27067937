"""The form of each program's webhook, held against a stand-in on this machine."""

import base64
import datetime as dt
import hashlib
import hmac
import ipaddress
import json
import logging
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from aiohttp.abc import AbstractResolver

from agent.events import Answer
from config.settings import Settings
from errors import DeliveryError, InputError
from schedules.channels import KINDS, Channel, Seal, channel
from schedules.delivery import Delivery
from schedules.forms import CUT, Post, cut, post_of
from schedules.message import Message, answer_message, plain
from schedules.outgoing import is_public, require_allowed, send
from tests.fakes.webhooks import Webhook, webhook

NOW = dt.datetime(2026, 11, 23, 0, 0, tzinfo=dt.UTC)
STAMP = int(NOW.timestamp())
MESSAGE = Message(
    "问数：上周营业额",
    "上周营业额为 2,043.7 万元。",
    '服务区 | 营业额\n南城 <at user_id="all">x</at> & <!channel> | 5',
    ("来源：按指标定义计算",),
    "https://wenshu.example/answers/1",
    "按 Ann 的权限计算",
    {"rows": [[5]]},
)


@pytest.fixture
def hook() -> Iterator[Webhook]:
    """Return a webhook that listens."""
    with webhook() as found:
        yield found


def delivery(hook: Webhook) -> Delivery:
    """Return a delivery that may reach it."""
    return Delivery(Settings(webhook_hosts=hook.host))


async def sent(hook: Webhook, kind: Any, secret: str = "", message: Message = MESSAGE) -> Any:
    """Send a message to the webhook and return the body that came."""
    await delivery(hook).send(Channel(kind, hook.url, secret), message, NOW)
    return hook.bodies[-1]


async def test_feishu_takes_a_text_and_a_signature_in_the_body(hook: Webhook) -> None:
    hook.body = b'{"code": 0, "msg": "success", "data": {}}'
    body = await sent(hook, "feishu", "a secret")
    expected = hmac.new(f"{STAMP}\na secret".encode(), b"", hashlib.sha256).digest()
    assert (body["timestamp"], body["sign"]) == (str(STAMP), base64.b64encode(expected).decode())
    assert body["msg_type"] == "text" and "2,043.7 万元" in body["content"]["text"]
    assert "https://wenshu.example/answers/1" in body["content"]["text"]
    assert "<at" not in body["content"]["text"], "nobody is called by what the data say"
    assert "sign" not in await sent(hook, "feishu")


async def test_dingtalk_takes_a_text_and_a_signature_in_the_address(hook: Webhook) -> None:
    hook.body = b'{"errcode": 0, "errmsg": "ok"}'
    url = f"{hook.url}?access_token=t"
    await delivery(hook).send(Channel("dingtalk", url, "SEC1"), MESSAGE, NOW)
    query = parse_qs(urlsplit(hook.paths[-1]).query)
    expected = hmac.new(b"SEC1", f"{STAMP}000\nSEC1".encode(), hashlib.sha256).digest()
    assert query["access_token"] == ["t"] and query["timestamp"] == [f"{STAMP}000"]
    assert query["sign"] == [base64.b64encode(expected).decode()]
    assert hook.bodies[-1]["msgtype"] == "text" and "at" not in hook.bodies[-1]


async def test_wecom_takes_at_most_2048_bytes_and_the_link_stays(hook: Webhook) -> None:
    hook.body = b'{"errcode": 0, "errmsg": "ok"}'
    long = Message("题", "话" * 900, "表" * 900, ("注",), MESSAGE.link, "脚")
    text = (await sent(hook, "wecom", message=long))["text"]["content"]
    assert len(text.encode()) <= 2048 and CUT in text
    assert text.endswith(f"{MESSAGE.link}\n脚")


async def test_slack_takes_escaped_text_and_plain_ok(hook: Webhook) -> None:
    hook.body = b"ok"
    text = (await sent(hook, "slack"))["text"]
    assert "&lt;!channel&gt;" in text and "&amp;" in text and "<" not in text


async def test_teams_takes_an_adaptive_card(hook: Webhook) -> None:
    hook.status, hook.body = 202, b""
    body = await sent(hook, "teams")
    [attached] = body["attachments"]
    assert body["type"] == "message"
    assert attached["contentType"] == "application/vnd.microsoft.card.adaptive"
    card = attached["content"]
    assert card["type"] == "AdaptiveCard" and card["actions"][0]["url"] == MESSAGE.link
    assert any("2,043.7" in block["text"] for block in card["body"])


async def test_json_carries_the_data_and_a_signature_over_time_and_body(hook: Webhook) -> None:
    hook.body = b""
    body = await sent(hook, "json", "key")
    assert body["rows"] == [[5]] and body["link"] == MESSAGE.link and body["version"] == 1
    signed = hmac.new(b"key", f"{STAMP}.".encode() + hook.raw[-1], hashlib.sha256).hexdigest()
    assert hook.sent_headers[-1]["X-Wenshu-Signature"] == f"sha256={signed}"
    assert hook.sent_headers[-1]["X-Wenshu-Timestamp"] == str(STAMP)


@pytest.mark.parametrize(
    ("kind", "status", "body"),
    [
        ("feishu", 200, b'{"code": 19021, "msg": "sign match fail"}'),
        ("feishu", 200, b"<html>"),
        ("dingtalk", 200, b'{"errcode": 310000, "errmsg": "sign not match"}'),
        ("wecom", 200, b'{"errcode": 93000, "errmsg": "invalid webhook url"}'),
        ("slack", 404, b"no_service"),
        ("teams", 400, b""),
        ("json", 500, b""),
        ("json", 302, b""),
    ],
)
async def test_refusal_is_seen_though_the_status_is_200(
    hook: Webhook, kind: str, status: int, body: bytes
) -> None:
    hook.status, hook.body = status, body
    with pytest.raises(DeliveryError) as refused:
        await sent(hook, kind)
    assert refused.value.code == "webhook_refused"


async def test_redirect_is_not_followed(hook: Webhook) -> None:
    with webhook() as inner:
        hook.status, hook.headers = 307, {"Location": inner.url}
        with pytest.raises(DeliveryError):
            await sent(hook, "json")
        assert inner.raw == []


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://hooks.example.com/x", "webhook_https"),
        ("https://127.0.0.1/x", "webhook_private"),
        ("https://10.1.2.3/x", "webhook_private"),
        ("https://１２７.0.0.1/x", "webhook_private"),  # the client writes these as 127.0.0.1
        ("https://127。0。0。1/x", "webhook_private"),
        ("https://①⑥⑨.②⑤④.①⑥⑨.②⑤④/x", "webhook_private"),
        ("https://169.254.169.254/latest/meta-data", "webhook_private"),
        ("https://[::1]/x", "webhook_private"),
        ("https://[::ffff:10.0.0.1]/x", "webhook_private"),
        ("https://[64:ff9b::a00:1]/x", "webhook_private"),
        ("https://[fd00::1]/x", "webhook_private"),
        ("https://localhost/x", "webhook_private"),
        ("https://0.0.0.0/x", "webhook_private"),
        ("https://100.64.0.1/x", "webhook_private"),
        ("https://user:pass@hooks.example.com/x", "webhook_url"),
        ("ftp://hooks.example.com/x", "webhook_url"),
        ("file:///etc/passwd", "webhook_url"),
        ("https:///x", "webhook_url"),
        ("https://hooks.example.com:99999/x", "webhook_url"),
        ("javascript:alert(1)", "webhook_url"),
    ],
)
def test_address_that_leads_inside_is_refused(url: str, code: str) -> None:
    with pytest.raises(InputError) as refused:
        require_allowed(url, frozenset())
    assert refused.value.code == code


def test_what_an_operator_allows_may_be_private_and_plain() -> None:
    assert require_allowed("http://10.1.2.3:8080/x", {"10.1.2.3:8080"}).port == 8080
    assert require_allowed("http://robot.lan/x", {"robot.lan"}).hostname == "robot.lan"
    with pytest.raises(InputError):
        require_allowed("http://10.1.2.3:8081/x", {"10.1.2.3:8080"})


class Names(AbstractResolver):
    """A name service that says of every name what it is told."""

    def __init__(self, address: str) -> None:
        self.address = address

    async def resolve(self, host: str, port: int = 0, family: Any = 0) -> list[Any]:
        """Return the address."""
        one = {"hostname": host, "host": self.address, "port": port, "family": 2, "proto": 6, "flags": 0}
        return [one]

    async def close(self) -> None:
        """Nothing is held."""


async def test_public_name_of_a_private_address_is_not_sent_to(hook: Webhook) -> None:
    port = hook.host.partition(":")[2]
    post = Post(f"https://rebound.example.com:{port}/x", b"{}")
    with pytest.raises(DeliveryError) as refused:
        await send(post, frozenset(), Names("127.0.0.1"))
    assert refused.value.code == "webhook_unreachable" and hook.paths == []


async def test_nothing_that_is_raised_or_logged_names_the_address(
    hook: Webhook, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    gone = Channel("feishu", "http://127.0.0.1:1/hook/secret-token", "a-secret")
    with pytest.raises(DeliveryError) as refused:
        await Delivery(Settings(webhook_hosts="127.0.0.1")).send(gone, MESSAGE, NOW)
    everything = f"{refused.value!r} {refused.value.__cause__!r} {gone!r} {caplog.text}"
    assert "secret-token" not in everything and "a-secret" not in everything
    assert "secret-token" not in repr(post_of(gone, MESSAGE, STAMP))


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True),
        ("2001:4860:4860::8888", True),
        ("192.0.2.1", False),
        ("224.0.0.1", False),
        ("2002:a00:1::", False),
    ],
)
def test_open_net_is_told_from_closed_ones(address: str, public: bool) -> None:
    assert is_public(ipaddress.ip_address(address)) is public


def test_channels_are_sealed_and_only_their_host_is_shown() -> None:
    held = (
        channel("feishu", " https://open.feishu.cn/open-apis/bot/v2/hook/abc ", "s"),
        channel("mail", "a@b.cn"),
    )
    sealed = Seal("one secret").close(held)
    assert "abc" not in sealed and Seal("one secret").open(sealed) == held
    assert [one.shown for one in held] == ["open.feishu.cn/…", "a@b.cn"]
    with pytest.raises(Exception, match="channels_sealed"):
        Seal("another").open(sealed)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("mail",)])
def test_every_form_is_json_that_carries_the_words(kind: Any) -> None:
    body = json.loads(post_of(Channel(kind, "https://x.example/y"), MESSAGE, STAMP).body)
    assert "2,043.7" in json.dumps(body, ensure_ascii=False)


@pytest.mark.parametrize(
    "typed", [("mail", "nobody"), ("mail", "a@b.cn\nBcc: c@d.cn"), ("pigeon", "x"), ("json", "")]
)
def test_what_is_no_place_is_refused(typed: tuple[str, str]) -> None:
    with pytest.raises(InputError):
        channel(*typed)


def test_text_is_cut_between_characters() -> None:
    assert cut("话话话话", 12) == "话话话话"
    assert cut("话话话话话", 12).encode()[:6].decode() == "话话" and len(cut("话" * 9, 12).encode()) <= 12


def test_message_says_words_table_origin_and_rights_without_links_of_the_data() -> None:
    answer = Answer(
        "data",
        "**南城**第一，见 [这里](https://evil.example/x)。",
        "各服务区营业额",
        columns=[{"name": "服务区", "type": "text"}, {"name": "营业额", "type": "number"}],
        rows=[[f"区{number}", 1234.5] for number in range(20)],
        row_count=20,
        source="metric",
        interpretation=["条件：上周"],
        id="t1",
    )
    made = answer_message(answer, subject="问\n数", before=["先"], link="L", foot="F", language="zh")
    assert made.subject == "问 数" and made.words == "先\n南城第一，见 这里。"
    lines = made.table.splitlines()
    assert lines[:2] == ["服务区 | 营业额", "区0 | 1,234.5"] and lines[-1] == "……还有 5 行"
    assert made.ending == ("来源：按指标定义计算", "条件：上周", "L", "F")
    assert made.data["truncated"] is True and "evil" not in made.text + json.dumps(made.data)
    assert plain("a\u202eb") == "a⟨U+202E⟩b"
