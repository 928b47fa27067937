"""Chainlit's command without what it loads and replaces for nobody."""

import inspect
import subprocess
import sys

import literalai.client

from config.settings import ROOT

LOADED = """
import sys
from chat.serve import without_traceloop
without_traceloop()
import chainlit.cli
print(*sorted({"grpc", "pandas", "chainlit"} & sys.modules.keys()))
"""


def test_chainlit_is_loaded_without_the_reporter_that_its_client_would_bring() -> None:
    needed = "from traceloop.sdk import Traceloop" in inspect.getsource(literalai.client)
    said = subprocess.check_output([sys.executable, "-c", LOADED], cwd=ROOT, text=True)
    assert needed and said.split() == ["chainlit"]


LOOPED = """
import asyncio
from chat.serve import without_nesting, without_traceloop
without_traceloop()
without_nesting()
import chainlit.cli
async def loop():
    await asyncio.sleep(0)
    return f"{type(asyncio.get_running_loop()).__module__} {asyncio.Task.__module__}"
print(asyncio.run(loop()))
"""


def test_the_chat_runs_on_uvloop_with_tasks_that_chainlit_did_not_replace() -> None:
    said = subprocess.check_output([sys.executable, "-c", LOOPED], cwd=ROOT, text=True)
    assert said.split() == ["uvloop", "_asyncio"]
