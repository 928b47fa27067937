"""A mail server on this machine: it takes mail without asking, or refuses it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage


@dataclass
class Mailbox:
    """Where it listens, whom it refuses, and what came."""

    port: int = 0
    refuses: frozenset[str] = frozenset()
    mails: list[EmailMessage] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)


@contextlib.asynccontextmanager
async def mail_server() -> AsyncIterator[Mailbox]:
    """Listen on a free port until the block ends."""
    box = Mailbox()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        def say(line: str) -> None:
            writer.write(f"{line}\r\n".encode())

        say("220 mail.test ready")
        while line := await reader.readline():
            command = line.decode().strip()
            box.commands.append(command)
            verb = command.partition(" ")[0].upper()
            if verb == "DATA":
                say("354 go on")
                data = await reader.readuntil(b"\r\n.\r\n")
                box.mails.append(message_from_bytes(data[:-5], policy=policy.default))  # type: ignore[arg-type]
                say("250 taken")
            elif verb == "RCPT" and any(one in command for one in box.refuses):
                say("550 nobody here")
            elif verb == "QUIT":
                say("221 bye")
                break
            else:
                say("250 ok")
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    box.port = server.sockets[0].getsockname()[1]
    async with server:
        yield box
