"""A benchmark on disk, asked both ways by the real command, which leaves nothing behind."""

import json
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from commands.benchmark import BenchmarkRun, set_apart
from config.settings import ROOT, Settings
from errors import InputError
from tests.fakes.openai_server import FakeOpenAI
from tests.guard import process_environment

TOTALS = "SELECT c.name, sum(o.amount) FROM customer c JOIN orders o ON o.customer_id = c.id GROUP BY c.name"
QUESTIONS = {
    "Which letters do our customers begin with?": "SELECT substr(name, 1, 1) FROM customer",
    "What did each customer spend, most first?": f"{TOTALS} ORDER BY 2 DESC",
    "Which customer has the longest beard?": "SELECT beard FROM customer",
    "Who lives in Oslo?": 'SELECT name FROM customer WHERE city = "Oslo"',
}
REPLIES = {
    "Which letters do our customers begin with?": "SELECT substr(name, 1, 1) FROM customer",
    "What did each customer spend, most first?": f"{TOTALS} ORDER BY 2",
    "Who lives in Oslo?": "SELECT name FROM customer WHERE city = 'Oslo'",
}


@pytest.fixture
def spider(tmp_path: Path) -> Path:
    """Return a folder laid out as Spider is."""
    folder = tmp_path / "spider"
    file = folder / "database" / "shop" / "shop.sqlite"
    file.parent.mkdir(parents=True)
    with sqlite3.connect(file) as shop:
        shop.executescript(
            "CREATE TABLE customer (id integer PRIMARY KEY, name text, city text);"
            "CREATE TABLE orders (id integer PRIMARY KEY, customer_id integer, amount real);"
            "INSERT INTO customer VALUES (1, 'Ann', 'Oslo'), (2, 'Bob', 'Bergen');"
            "INSERT INTO orders VALUES (1, 1, 10), (2, 1, 5), (3, 2, 7);"
        )
    records = [{"db_id": "shop", "question": asked, "query": sql} for asked, sql in QUESTIONS.items()]
    (folder / "dev.json").write_text(json.dumps(records), "utf-8")
    return folder


@pytest.fixture
def temporary() -> Iterator[Path]:
    """Return a folder for temporary files with a short path: the name of a socket under it is bounded."""
    with tempfile.TemporaryDirectory(prefix="wb-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def evaluate(
    folder: Path, temporary: Path, *words: str, **settings: str
) -> "subprocess.CompletedProcess[str]":
    given = {"DATA_DIR": str(temporary / "data"), "TMPDIR": str(temporary), **settings}
    return subprocess.run(
        [sys.executable, "cli.py", "evaluate", str(folder), "--benchmark", "spider", *words],
        cwd=ROOT,
        env=process_environment(**given),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def test_both_ways_are_asked_judged_paired_and_leave_nothing_behind(spider: Path, temporary: Path) -> None:
    with FakeOpenAI(answers=REPLIES) as fake:
        done = evaluate(
            spider, temporary, "--plain", "--json", OPENAI_BASE_URL=fake.url, LLM_MODEL="scripted"
        )
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    ours = {one["question"]: one["ours"]["verdict"] for one in told["questions"]}
    assert list(ours.values()) == ["right", "wrong", "gold_failed", "right"]
    assert told["paired"] == {"both": 2, "only_ours": 0, "only_plain": 0, "neither": 1}
    assert (told["plain"]["right"], told["plain"]["wrong"], told["plain"]["model_calls"]) == (2, 1, 3)
    assert (told["prompts"], told["prompts_missing_tables"]) == (3, 0)
    assert told["by_database"]["shop"]["ours"]["right"] == 2
    plain = [
        body["messages"][1]["content"] for body in fake.requests if "CREATE TABLE" in str(body["messages"])
    ]
    assert len(plain) == 4 and all("CREATE TABLE orders (" in text for text in plain)
    assert not (temporary / "data").exists()
    assert list(temporary.glob("wenshu-benchmark-*")) == []
    assert [path.name for path in (spider / "database" / "shop").iterdir()] == ["shop.sqlite"]


def test_the_plain_prompt_needs_a_model(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        set_apart(Settings(), tmp_path, BenchmarkRun((), {}, with_plain=True, at_once=1))
    assert caught.value.code == "benchmark_needs_model"
