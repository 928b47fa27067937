"""`python -m chat.serve chainlit run app.py`: Chainlit's command, lighter by a reporter that nobody uses.

Chainlit imports the client of Literal AI, and that Traceloop, which reports to it: pandas, gRPC and 600 more
modules, 50 MB and 0.8 s of a start (measured). Nothing is reported from here.
"""

import sys
from types import ModuleType


class _Silent:
    """Stands where Traceloop's class is looked up; nobody here calls it."""


def without_traceloop() -> None:
    """Let Traceloop count as imported."""
    package, sdk = ModuleType("traceloop"), ModuleType("traceloop.sdk")
    package.__dict__.update(__path__=[], sdk=sdk)
    sdk.__dict__.update(Traceloop=_Silent)
    sys.modules.update({package.__name__: package, sdk.__name__: sdk})


def main() -> None:
    """Carry out the command that stands after its name."""
    without_traceloop()
    from chainlit.cli import cli

    name, *words = sys.argv[1:]
    cli(words, prog_name=name)


if __name__ == "__main__":
    main()
