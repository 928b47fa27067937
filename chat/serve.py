"""`python -m chat.serve chainlit run app.py`: Chainlit's command, lighter by a reporter and a loop in Python.

Chainlit imports the client of Literal AI, and that Traceloop, which reports to it: pandas, gRPC and 600 more
modules, 50 MB and 0.8 s of a start (measured). Nothing is reported from here. It also lets nest_asyncio put
loops, tasks and futures written in Python in asyncio's place, for handlers that wait inside a running loop:
none here does. With uvloop and asyncio's own tasks a question in the browser takes a tenth less CPU.
"""

import asyncio
import sys
from contextlib import suppress
from types import ModuleType

from config import imports, memory


class _Silent:
    """Stands where Traceloop's class is looked up; nobody here calls it."""


def without_traceloop() -> None:
    """Let Traceloop count as imported."""
    package, sdk = ModuleType("traceloop"), ModuleType("traceloop.sdk")
    package.__dict__.update(__path__=[], sdk=sdk)
    sdk.__dict__.update(Traceloop=_Silent)
    sys.modules.update({package.__name__: package, sdk.__name__: sdk})


def without_nesting() -> None:
    """Let nest_asyncio change nothing, and run on uvloop where the machine has it."""
    package = ModuleType("nest_asyncio")
    package.__dict__.update(apply=lambda loop=None: None)
    sys.modules[package.__name__] = package
    with suppress(ImportError):  # not on Windows
        import uvloop

        asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())


def main() -> None:
    """Carry out the command that stands after its name."""
    memory.build_up()
    imports.without_api_types()
    without_traceloop()
    without_nesting()
    from chainlit.cli import cli

    name, *words = sys.argv[1:]
    cli(words, prog_name=name)


if __name__ == "__main__":
    main()
