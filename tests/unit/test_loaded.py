"""What is not in memory before it is used."""

import inspect
import subprocess
import sys

from config.settings import ROOT
from knowledge.chroma_alone import EXPORTER

HEAVY = ("openai", "langchain_openai", "duckdb", "sqlalchemy", "chromadb", "pandas", "aiohttp")
OF_STEPS = ("numpy", "sqlglot", "demo.database")
OF_THE_DEMO = ("numpy", "sqlalchemy", "demo.days")
API_TYPES = ("langsmith.types.run", "langsmith.types.run_select_field")


def loaded(modules: str, among: tuple[str, ...]) -> list[str]:
    words = f"import sys, {modules}; print(*sorted({set(among)} & sys.modules.keys()))"
    return subprocess.check_output([sys.executable, "-c", words], cwd=ROOT, text=True).split()


def test_services_load_no_client_engine_or_index_before_it_is_used_and_of_langsmiths_types_one() -> None:
    assert loaded("cli, services", (*HEAVY, *API_TYPES)) == ["langsmith.types.run_select_field"]


def test_each_of_langsmiths_types_can_still_be_loaded() -> None:
    whole = "config.imports; config.imports.without_api_types(); import langsmith.types.run"
    assert loaded(whole, API_TYPES) == ["langsmith.types.run"]


def test_the_days_of_the_demo_are_loaded_where_some_are_missing() -> None:
    assert loaded("demo.database", OF_THE_DEMO) == []


def test_the_launcher_loads_neither_the_demo_nor_what_reads_sql() -> None:
    assert loaded("cli, commands.run", OF_STEPS) == []


def test_an_index_is_opened_without_the_exporter_that_chroma_would_bring() -> None:
    import chromadb.telemetry.opentelemetry as reporting

    opened = "knowledge.index; knowledge.index.without_exporter(); import knowledge.vanna_store"
    assert EXPORTER in inspect.getsource(reporting)
    assert loaded(opened, ("grpc", "chromadb")) == ["chromadb"]
