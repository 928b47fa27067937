"""E-mail against a mail server on this machine."""

import datetime as dt

import pytest

from config.settings import Settings
from errors import DeliveryError, InputError
from schedules.channels import Channel
from schedules.delivery import Delivery
from schedules.mail import mail_of
from schedules.message import Message
from tests.fakes.smtp_server import mail_server

NOW = dt.datetime(2026, 11, 23, 0, 0, tzinfo=dt.UTC)
MESSAGE = Message("问数：上周营业额", "上周营业额为 2,043.7 万元。", foot="按 Ann 的权限计算")
TO = Channel("mail", "boss@example.cn")


def settings(port: int, **more: object) -> Settings:
    """Return settings that send through a port of this machine."""
    values = {
        "smtp_host": "127.0.0.1",
        "smtp_port": port,
        "smtp_security": "none",
        "smtp_from": "w@example.cn",
    }
    return Settings(**{**values, **more})  # type: ignore[arg-type]


async def test_mail_arrives_with_its_words_in_chinese() -> None:
    async with mail_server() as box:
        await Delivery(settings(box.port)).send(TO, MESSAGE, NOW)
    [mail] = box.mails
    assert (mail["To"], mail["From"], mail["Subject"]) == (
        "boss@example.cn",
        "w@example.cn",
        "问数：上周营业额",
    )
    assert mail["Auto-Submitted"] == "auto-generated"
    assert "2,043.7 万元" in mail.get_content() and "Ann" in mail.get_content()


async def test_refused_address_and_unreachable_server_are_told_apart() -> None:
    async with mail_server() as box:
        box.refuses = frozenset({"boss@example.cn"})
        with pytest.raises(DeliveryError) as refused:
            await Delivery(settings(box.port)).send(TO, MESSAGE, NOW)
    assert refused.value.code == "mail_refused" and box.mails == []
    with pytest.raises(DeliveryError) as gone:
        await Delivery(settings(1)).send(TO, MESSAGE, NOW)
    assert gone.value.code == "mail_failed"


async def test_password_is_not_sent_where_the_server_cannot_protect_it() -> None:
    async with mail_server() as box:
        strict = settings(box.port, smtp_security="starttls", smtp_user="u", smtp_password="a password")
        with pytest.raises(DeliveryError):
            await Delivery(strict).send(TO, MESSAGE, NOW)
    assert box.mails == [] and not any("AUTH" in command.upper() for command in box.commands)


def test_mail_is_offered_only_where_it_is_set_and_to_domains_that_are() -> None:
    for config, code in (
        (Settings(), "mail_not_offered"),
        (settings(25, smtp_domains="other.cn"), "mail_domain"),
    ):
        with pytest.raises(InputError) as refused:
            Delivery(config).require((TO,))
        assert refused.value.code == code
    Delivery(settings(25, smtp_domains="Example.cn, other.cn")).require((TO,))


def test_number_of_places_is_bounded() -> None:
    for places in ((), (TO,) * 11):
        with pytest.raises(InputError) as refused:
            Delivery(settings(25)).require(places)
        assert refused.value.code == "channels_count"


def test_header_takes_no_second_line() -> None:
    with pytest.raises(ValueError, match="linefeed"):
        mail_of(Message("a\nBcc: c@d.cn", "x"), "w@example.cn", "b@example.cn", NOW)
