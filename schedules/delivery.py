"""One message to one channel."""

import datetime as dt

from config.settings import Settings
from errors import DeliveryError, InputError
from schedules.channels import MOST_CHANNELS, Channel
from schedules.forms import post_of, took_it
from schedules.mail import is_offered, may_go_to, send_mail
from schedules.message import Message
from schedules.outgoing import allowed_hosts, require_allowed, send


class Delivery:
    """Sends messages as the settings allow."""

    def __init__(self, config: Settings) -> None:
        self._config = config
        self._hosts = allowed_hosts(config.webhook_hosts)

    @property
    def offers_mail(self) -> bool:
        """Tell whether mail can be sent."""
        return is_offered(self._config)

    def require(self, channels: tuple[Channel, ...]) -> None:
        """Raise InputError where nothing could be sent to one of these."""
        if not channels or len(channels) > MOST_CHANNELS:
            raise InputError("channels_count", most=MOST_CHANNELS)
        for one in channels:
            if one.kind != "mail":
                require_allowed(one.address, self._hosts)
            elif not self.offers_mail:
                raise InputError("mail_not_offered")
            elif not may_go_to(one.address, self._config):
                raise InputError("mail_domain")

    async def send(self, channel: Channel, message: Message, now: dt.datetime) -> None:
        """Send a message, or raise DeliveryError with a code that names no address."""
        if channel.kind == "mail":
            await send_mail(message, channel.address, self._config, now)
            return
        status, body = await send(post_of(channel, message, int(now.timestamp())), self._hosts)
        if not took_it(channel.kind, status, body):
            raise DeliveryError("webhook_refused", status=status)
