"""The chat on a disk that fills up and is freed again: a small tmpfs, which only root can mount."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.fakes.chat_client import chatting
from tests.fakes.chat_server import ChatServer, running_chat

pytestmark = pytest.mark.slow

SIZE = "48m"


@pytest.fixture(scope="module")
def small_disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Mount a small disk where the served chat's DATA_DIR will be."""
    folder: Path = tmp_path_factory.mktemp("small")
    (folder / "data").mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(folder / "data")]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("no tmpfs can be mounted here: a full disk is tried as root only")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder / "data")], check=True)


@pytest.fixture(scope="module")
def chat(chat_url: str, small_disk: Path) -> Iterator[ChatServer]:
    """Serve the chat from it."""
    with running_chat(chat_url, small_disk) as server:
        yield server


def _fill(folder: Path) -> Path:
    ballast = folder / "data" / "ballast"
    with ballast.open("wb", buffering=0) as file:
        for size in (1 << 20, 512):
            while True:
                try:
                    file.write(b"\0" * size)
                except OSError:
                    break
    return ballast


async def test_answers_are_shown_without_their_file_and_uploads_refused_until_there_is_room(
    chat: ChatServer, small_disk: Path
) -> None:
    async with chatting(chat.address) as page:
        ballast = _fill(small_disk)
        said = await page.ask("上个月营业额最高的5个服务区是哪些？")
        assert "1,284,300.5" in said["output"] and not said.get("isError")
        assert page.of(said)["ResultCard"]["props"]["rows"]
        with pytest.raises(httpx.HTTPStatusError) as refused:
            await page.upload("areas.csv", b"a,b\n1,2\n", "text/csv")
        assert refused.value.response.status_code == 507
        assert refused.value.response.json() == {"detail": "storage_full"}
        ballast.unlink()
        again = await page.ask("上个月营业额最高的5个服务区是哪些？")
        key = page.of(again)["chart"]["chainlitKey"]
        drawn = await page.http.get(f"/project/file/{key}", params={"session_id": page.session})
        assert drawn.status_code == 200
        assert await page.upload("areas.csv", b"a,b\n1,2\n", "text/csv")
