"""What is not in memory before it is used."""

import inspect
import subprocess
import sys

from config.settings import ROOT
from knowledge.chroma_alone import EXPORTER

HEAVY = ("openai", "langchain_openai", "duckdb", "sqlalchemy", "chromadb", "pandas")
OF_STEPS = ("numpy", "sqlglot", "demo.database")


def loaded(modules: str, among: tuple[str, ...]) -> list[str]:
    words = f"import sys, {modules}; print(*sorted({set(among)} & sys.modules.keys()))"
    return subprocess.check_output([sys.executable, "-c", words], cwd=ROOT, text=True).split()


def test_services_load_no_client_engine_or_index_before_it_is_used() -> None:
    assert loaded("services", HEAVY) == []


def test_the_launcher_loads_neither_the_demo_nor_what_reads_sql() -> None:
    assert loaded("cli, commands.run", OF_STEPS) == []


def test_an_index_is_opened_without_the_exporter_that_chroma_would_bring() -> None:
    import chromadb.telemetry.opentelemetry as reporting

    opened = "knowledge.index; knowledge.index.without_exporter(); import knowledge.vanna_store"
    assert EXPORTER in inspect.getsource(reporting)
    assert loaded(opened, ("grpc", "chromadb")) == ["chromadb"]
