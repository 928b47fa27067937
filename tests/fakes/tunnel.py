"""A port that leads to a Unix socket, as a tunnel or a container's port does, and can fall silent."""

import asyncio
import contextlib
from collections.abc import AsyncIterator


@contextlib.asynccontextmanager
async def tunnel(path: str) -> AsyncIterator[tuple[int, asyncio.Event]]:
    """Carry bytes both ways and give the port; while the event is cleared, what is sent arrives nowhere."""
    flowing = asyncio.Event()
    flowing.set()

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65536):
                await flowing.wait()
                writer.write(data)
                await writer.drain()
        writer.close()

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner_reader, inner_writer = await asyncio.open_unix_connection(path)
        await asyncio.gather(carry(reader, inner_writer), carry(inner_reader, writer))

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1], flowing
    finally:
        flowing.set()
        server.close()
