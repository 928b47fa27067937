"""What one person may take of the machine that all share."""

from dataclasses import dataclass

# Codes of messages that were refused for this; they do not count as sent.
REFUSED = ("queue_full", "too_many_messages")


@dataclass(frozen=True)
class Share:
    """Questions answered at once and waiting on one connection; messages a minute on all, 0 is any number."""

    running: int
    waiting: int
    messages_a_minute: int = 0


UNLIMITED = Share(running=1_000_000, waiting=1_000_000)
