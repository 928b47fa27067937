"""E-mail, by the standard library's client in a thread."""

import asyncio
import contextlib
import datetime as dt
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid

from config.settings import Settings
from errors import DeliveryError
from schedules.channels import mail_domain
from schedules.message import Message

TIMEOUT_S = 20.0


def is_offered(config: Settings) -> bool:
    """Tell whether mail can be sent at all."""
    return bool(config.smtp_host and config.smtp_from)


def may_go_to(address: str, config: Settings) -> bool:
    """Tell whether mail may go to an address."""
    domains = {part.strip().lower() for part in (config.smtp_domains or "").split(",") if part.strip()}
    return not domains or mail_domain(address) in domains


def mail_of(message: Message, sender: str, to: str, now: dt.datetime) -> EmailMessage:
    """Return a message as an e-mail of plain text; a line end in a header raises ValueError."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = sender, to, message.subject
    mail["Date"] = format_datetime(now)
    mail["Message-ID"] = make_msgid(domain=mail_domain(sender.rstrip(">")))
    mail["Auto-Submitted"] = "auto-generated"  # no out-of-office answers
    mail.set_content(message.text, cte="base64")
    return mail


async def send_mail(message: Message, to: str, config: Settings, now: dt.datetime) -> None:
    """Send a message, or raise DeliveryError."""
    if not is_offered(config):
        raise DeliveryError("mail_not_offered")
    if not may_go_to(to, config):
        raise DeliveryError("mail_domain")
    mail = mail_of(message, config.smtp_from or "", to, now)
    try:
        await asyncio.to_thread(_sent, mail, config)
    except smtplib.SMTPRecipientsRefused as error:
        raise DeliveryError("mail_refused", detail=type(error).__name__) from error
    except (smtplib.SMTPException, OSError) as error:
        raise DeliveryError("mail_failed", detail=type(error).__name__) from error


def _sent(mail: EmailMessage, config: Settings) -> None:
    host, port = config.smtp_host or "", config.smtp_port
    own = mail_domain((config.smtp_from or "").rstrip(">"))  # asking for our own name may take seconds
    trusted = ssl.create_default_context()
    client: smtplib.SMTP
    if config.smtp_security == "tls":
        client = smtplib.SMTP_SSL(host, port, local_hostname=own, timeout=TIMEOUT_S, context=trusted)
    else:
        client = smtplib.SMTP(host, port, local_hostname=own, timeout=TIMEOUT_S)
    with contextlib.closing(client):
        if config.smtp_security == "starttls":
            client.starttls(context=trusted)
        if config.smtp_user and config.smtp_password:
            client.login(config.smtp_user, config.smtp_password.get_secret_value())
        client.send_message(mail)
        with contextlib.suppress(smtplib.SMTPException, OSError):  # it was taken
            client.quit()
