"""A connection whose other end is gone is noticed within a minute, not after the system's two hours."""

import socket

IDLE_S = 30
INTERVAL_S = 10
COUNT = 3

# What libpq calls the same; unread data may wait as long before the connection counts as broken.
LIBPQ: dict[str, int] = {
    "keepalives": 1,
    "keepalives_idle": IDLE_S,
    "keepalives_interval": INTERVAL_S,
    "keepalives_count": COUNT,
    "tcp_user_timeout": (IDLE_S + INTERVAL_S * COUNT) * 1000,
}


def keep_alive(connection: socket.socket) -> None:
    """Let the system ask whether the other end is there; a Unix socket's always is."""
    if connection.family == socket.AF_UNIX:
        return
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (("TCP_KEEPIDLE", IDLE_S), ("TCP_KEEPINTVL", INTERVAL_S), ("TCP_KEEPCNT", COUNT)):
        if hasattr(socket, name):  # macOS has no TCP_KEEPIDLE
            connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
