"""Chainlit's command without what it loads for nobody."""

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
