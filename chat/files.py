"""Files that belong to conversations: charts and uploads, kept under DATA_DIR by a key nobody can guess."""

import asyncio
import re
from pathlib import Path
from typing import Any

from chainlit.data.storage_clients.base import BaseStorageClient

KEY = re.compile(r"[0-9a-f]{32}")


class LocalFiles(BaseStorageClient):  # type: ignore[misc]
    """A folder of files; two levels, so that no folder grows without end."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def path(self, key: str) -> Path | None:
        """Return where a key's file lies, or None for what is no key of ours."""
        return self._folder / key[:2] / key if KEY.fullmatch(key) else None

    async def upload_file(
        self,
        object_key: str,
        data: bytes | str,
        mime: str = "application/octet-stream",
        overwrite: bool = True,
        content_disposition: str | None = None,
    ) -> dict[str, Any]:
        """Keep a file and return its address."""
        path = self.path(object_key)
        if path is None:
            return {}
        await asyncio.to_thread(_write, path, data.encode() if isinstance(data, str) else data)
        return {"object_key": object_key, "url": await self.get_read_url(object_key)}

    async def delete_file(self, object_key: str) -> bool:
        """Remove a file."""
        path = self.path(object_key)
        if path is not None:
            await asyncio.to_thread(path.unlink, missing_ok=True)
        return path is not None

    async def get_read_url(self, object_key: str) -> str:
        """Return the address of our own route, which asks who is reading."""
        return f"/files/{object_key}"

    async def close(self) -> None:
        """Nothing is held open."""


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_suffix(".part")
    half.write_bytes(data)
    half.replace(path)
