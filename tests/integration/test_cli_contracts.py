"""The terminal's contracts, held against real processes on one prepared DATA_DIR."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

from config.settings import ROOT
from tests.fakes.begun import Begun
from tests.fakes.openai_server import FakeOpenAI, Say
from tests.guard import process_environment

pytestmark = pytest.mark.slow

TOP = "上个月营业额最高的5个服务区是哪些？"
NOVEL = "停留时间超过一小时的车都去了哪些店？"  # nothing verified and no metric answers it
COUNT = "SELECT count(*) FROM service_areas"
STAGES = ["new_turn", "triage", "recall", "together", "analyse", "clause_by_clause", "link"]
TOOLS = ["generate_sql", "valid_sql", "run_sql", "generate_summary"]
FIELDS: dict[str, tuple[type, ...]] = {
    "id": (str,),
    "kind": (str,),
    "answer": (str,),
    "question": (str,),
    "sql": (str, type(None)),
    "columns": (list,),
    "rows": (list,),
    "row_count": (int,),
    "truncated": (bool,),
    "chart": (dict, type(None)),
    "suggestions": (list,),
    "path": (list,),
    "source": (str, type(None)),
    "triage": (dict,),
    "repairs": (int,),
    "failure": (dict, type(None)),
    "model_calls": (int,),
    "prompt_tokens": (int,),
    "completion_tokens": (int,),
    "ms": (dict,),
    "thread": (str,),
}


Kind = type[subprocess.Popen[Any]]


class Terminal:
    """`cli.py` on one DATA_DIR; `first` is what its first process answered, which began by itself."""

    first: dict[str, Any]

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        given = {"DATA_DIR": str(folder / "data"), "TODAY": "2026-11-20", "LANGUAGE": "en", **settings}
        self.environment = process_environment(**given)

    def start(self, *words: str, **settings: str) -> "subprocess.Popen[str]":
        return self._begun(Begun, words, settings, text=True, encoding="utf-8")

    def run(
        self, *words: str, given: str | bytes = "", kind: "Kind" = Begun, **settings: str
    ) -> "subprocess.CompletedProcess[str]":
        with self._begun(kind, words, settings) as process:
            try:
                sent = given.encode() if isinstance(given, str) else given
                out, err = process.communicate(sent, timeout=170)  # a little less than pytest's
            except BaseException:
                process.kill()
                raise
        code = process.returncode
        return subprocess.CompletedProcess(words, code, out.decode("utf-8"), err.decode("utf-8"))

    def _begun(
        self, kind: "Kind", words: tuple[str, ...], settings: dict[str, str], **text: Any
    ) -> "subprocess.Popen[Any]":
        return kind(
            [sys.executable, "cli.py", *words],
            cwd=ROOT,
            env={**self.environment, **settings},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            **text,
        )

    def lines(self, *words: str, given: str | bytes = "", **settings: str) -> list[dict[str, Any]]:
        """Return what a command printed, which must be JSON lines and nothing else."""
        done = self.run(*words, given=given, **settings)
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in done.stdout.split("\n") if line]

    def ask(self, question: str, *words: str, **settings: str) -> dict[str, Any]:
        (answer,) = self.lines("ask", "--json", *words, question, **settings)
        return answer


def batch(*records: object) -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


@pytest.fixture(scope="module")
def terminal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Terminal]:
    """Return the terminal with the demo prepared; one process attached keeps PostgreSQL up."""
    made = Terminal(tmp_path_factory.mktemp("cli"))
    words = ("ask", "--json", "--thread", "shared", "上个月营业额是多少？")
    made.first = json.loads(made.run(*words, kind=subprocess.Popen).stdout)
    held = made.start("sql", "--batch", "-")
    assert held.stdin is not None and held.stdout is not None
    held.stdin.write(batch({"id": 0, "sql": "SELECT 1"}))
    held.stdin.flush()
    assert json.loads(held.stdout.readline())["rows"] == [[1]], "answered before the next line has come"
    yield made
    held.communicate(timeout=30)


@pytest.fixture(scope="module")
def guest(terminal: Terminal) -> str:
    """Return the name of a viewer who was added in the terminal."""
    added = terminal.run("user", "add", "guest", "--role", "viewer", "--attr", "branch_id=2")
    assert added.returncode == 0 and "password" in added.stdout, added.stderr
    return "guest"


@pytest.fixture(scope="module")
def pets(terminal: Terminal, tmp_path_factory: pytest.TempPathFactory) -> "subprocess.CompletedProcess[str]":
    """Return what was told when a file database was connected as `pets`."""
    path = tmp_path_factory.mktemp("pets") / "pets.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE pets (id integer PRIMARY KEY, name text)")
        connection.execute("INSERT INTO pets VALUES (1, '旺财'), (2, '咪咪')")
    return terminal.run("connect", "pets", f"sqlite:///{path}")


def test_an_answer_has_every_field_of_the_contract(terminal: Terminal) -> None:
    answer = terminal.ask(TOP)
    assert {name: type(answer[name]) for name in FIELDS if not isinstance(answer[name], FIELDS[name])} == {}
    more = {"interpretation", "result_id", "as_of", "other", "remembered", "understood", "query", "parts"}
    more |= {"charts", "no_chart", "totals", "beside", "when"}
    assert set(answer) - set(FIELDS) == more
    assert (answer["kind"], answer["source"], answer["failure"]) == ("data", "verified", None)
    assert (
        answer["path"][: len(STAGES)] == STAGES
        and [name for name in answer["path"] if name in TOOLS] == TOOLS
    )
    assert set(answer["triage"]) == {"kind", "confidence", "reason", "method"}
    assert {"total", "first_event", *STAGES, *TOOLS} <= set(answer["ms"])
    assert all(isinstance(value, (int, float)) for value in answer["ms"].values())
    assert [set(column) for column in answer["columns"]] == [{"name", "type"}] * 2
    assert (answer["row_count"], len(answer["rows"]), answer["truncated"]) == (5, 5, False)
    assert answer["chart"]["data"]
    assert (answer["model_calls"], answer["prompt_tokens"], answer["completion_tokens"]) == (0, 0, 0)


def test_a_batch_answers_every_line_by_its_id_and_a_bad_one_stops_nothing(terminal: Terminal) -> None:
    """Also, questions of one thread keep their order when asked at once."""
    thread = [TOP, "那南城服务区呢？", "那上上个月呢？"]
    given = batch(
        {"id": 1, "question": TOP},
        {"id": "elsewhere", "question": TOP, "connection": "nowhere"},
        {"id": "nobody", "question": TOP, "user": "nobody"},
        {"id": "thread", "question": TOP, "thread": 7},
        {"id": "empty", "question": ""},
        {"id": "separator", "question": f"{TOP}\u2028"},
        *({"id": n, "question": text, "thread": "ordered"} for n, text in enumerate(thread, start=2)),
    ).encode()
    broken = b'not json\n[1]\n{"id": "x", "question": 5}\n\n\xff\xfe{}\n' + batch({"question": ""}).encode()
    escaped = b'{"id": "escaped", "question": "\\ud800 abc"}\n'
    answers = terminal.lines("ask", "--batch", "-", "--concurrency", "4", given=given + broken + escaped)
    in_order = [answer["id"] for answer in answers if answer["id"] in (2, 3, 4)]
    named = {1, "elsewhere", "nobody", "thread", "empty", "separator", "escaped", "x"}
    by_id = {answer["id"]: answer for answer in answers if answer["id"] in named}
    codes = {name: (answer["failure"] or {}).get("code") for name, answer in by_id.items()}
    assert codes == {
        1: None,
        "elsewhere": "connection_unknown",
        "nobody": "person_unknown",
        "thread": None,
        "empty": "question_empty",
        "separator": None,
        "escaped": "question_unreadable",
        "x": "question_line_invalid",
    }
    assert by_id["thread"]["thread"] == "7"
    assert in_order == [2, 3, 4]
    others = [answer for answer in answers if answer["id"] not in {*named, *in_order}]
    nameless = [answer["failure"]["code"] for answer in others]
    assert sorted(nameless) == ["question_empty", *["question_line_invalid"] * 3]
    assert all(set(FIELDS) <= set(answer) for answer in answers)


def test_each_answer_comes_while_the_batch_is_open_and_a_reader_that_leaves_ends_it_quietly(
    terminal: Terminal, guest: str
) -> None:
    process = terminal.start("ask", "--batch", "-", "--user", guest)
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None
    for number in (1, 2):
        process.stdin.write(batch({"id": number, "question": TOP, "thread": "open"}))
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())
        assert (answer["id"], answer["kind"]) == (number, "data")
    process.stdout.close()
    process.stdin.write(batch({"id": 3, "question": TOP}))
    process.stdin.flush()
    process.wait(30)
    assert "Traceback" not in process.stderr.read()
    process.stdin.close()
    process.stderr.close()


def test_a_follow_up_is_understood_by_another_process(terminal: Terminal) -> None:
    first = terminal.first
    second = terminal.ask("那上上个月呢？", "--thread", first["thread"])
    assert (second["kind"], second["thread"]) == ("data", "shared")
    assert "2026-09-01" in second["sql"] and "2026-10-01" in first["sql"]
    assert second["question"] != "那上上个月呢？", "the question stands alone"


def test_retrieval_ranks_tables_for_each_line(terminal: Terminal) -> None:
    given = batch(
        {"id": "a", "question": "上个月营业额最高的服务区", "connection": "demo"},
        {"id": "b", "question": "营业额", "connection": "nowhere"},
        "nothing",
    )
    found, unknown, broken = terminal.lines("retrieve", "--batch", "-", given=given)
    assert found["id"] == "a" and found["tables"][0].endswith("daily_revenue") and found["ms"] > 0
    assert isinstance(found["examples"], list) and isinstance(found["values"], list)
    assert (unknown["id"], unknown["tables"], unknown["failure"]["code"]) == ("b", [], "nothing_published")
    assert broken["failure"]["code"] == "question_line_invalid"


def test_statements_pass_the_walls_with_the_rights_of_the_person(terminal: Terminal, guest: str) -> None:
    given = batch({"id": 1, "sql": COUNT}, {"id": 2, "sql": "DELETE FROM service_areas"}, {"sql": 3})
    given += '{"id": 4, "sql": "SELECT \'\\ud800\'"}\n' + batch({"id": 5, "sql": "SELECT name FROM staff"})
    counted, writes, broken, half, staff = terminal.lines("sql", "--batch", "-", "--user", guest, given=given)
    assert (counted["rows"], counted["columns"], counted["refused"]) == ([[40]], ["count"], None)
    assert writes["refused"]["code"] == "sql_writes" and broken["refused"]["code"] == "batch_line_invalid"
    assert half["refused"]["code"] == "sql_unreadable"
    assert staff["id"] == 5
    one = terminal.run("sql", "--json", "DROP TABLE shops")
    assert one.returncode == 1 and json.loads(one.stdout)["refused"]["code"] == "sql_writes"


def test_statements_are_checked_without_a_database(tmp_path: Path) -> None:
    given = batch({"id": 1, "sql": "SELECT 1"}, {"id": 2, "sql": "DROP TABLE x"}, {"id": 3, "sql": "SELEC 1"})
    given += batch({"id": 4, "sql": "SELECT 1", "dialect": "klingon"}) + "broken\n"
    terminal = Terminal(tmp_path, LLM_TIMEOUT_S="abc")
    verdicts = terminal.lines("check-sql", "--batch", "-", "--dialect", "mysql", given=given)
    assert all(set(verdict) == {"id", "allowed", "code", "reason"} for verdict in verdicts)
    assert [verdict["allowed"] for verdict in verdicts] == [True, False, False, False, False]
    assert [verdict["code"] for verdict in verdicts[3:]] == ["dialect_unknown", "batch_line_invalid"]
    assert not (tmp_path / "data").exists()


def test_a_file_database_is_connected_and_at_once_asked(
    terminal: Terminal, pets: "subprocess.CompletedProcess[str]"
) -> None:
    assert pets.returncode == 0 and "2 columns" in pets.stdout, pets.stderr
    answer = terminal.ask("how many pets are there?", "--connection", "pets")
    assert (answer["rows"], "pets" in answer["sql"].partition("FROM")[2]) == ([[2]], True)


def test_a_database_that_cannot_be_connected_is_told_in_a_sentence(terminal: Terminal) -> None:
    done = terminal.run("connect", "gone", "postgresql://u:secret-word@127.0.0.1:1/x")
    assert (done.returncode, done.stdout) == (1, "")
    assert "database" in done.stderr and "Traceback" not in done.stderr and "secret-word" not in done.stderr


def test_teaching_needs_no_connection_and_is_published_and_rebuilt(
    terminal: Terminal, tmp_path: Path
) -> None:
    (tmp_path / "orders.sql").write_text("CREATE TABLE orders (id int, amount numeric);", "utf-8")
    (tmp_path / "pairs.jsonl").write_text(
        batch({"question": "总金额", "sql": "SELECT sum(amount) FROM orders"}) + "broken\n", "utf-8"
    )
    staged = terminal.run("train", str(tmp_path), "--connection", "later", "--stage-only")
    assert staged.returncode == 0 and "line 2" in staged.stdout
    published = terminal.run("publish", "--connection", "later")
    assert "Version 1 is published with 2 items." in published.stdout
    assert "Version 2" in terminal.run("rebuild", "--connection", "later").stdout
    given = batch({"id": 1, "question": "总金额", "connection": "later"})
    assert terminal.lines("retrieve", "--batch", "-", given=given)[0]["tables"] == ["orders"]


def test_definitions_that_cannot_be_used_are_named_when_they_are_taught_and_the_rest_is_asked(
    terminal: Terminal, pets: "subprocess.CompletedProcess[str]", tmp_path: Path
) -> None:
    assert pets.returncode == 0, pets.stderr
    (tmp_path / "pets.yaml").write_text(
        "metrics:\n"
        "  - {name: mean, names: {en: Mean age}, ratio: [age, pets]}\n"
        "  - {name: pets, names: {en: Pets}, table: pets, expression: COUNT(id), decimals: 0}\n"
        "  - {name: age, names: {en: Age}, table: pets, expression: SUM(aeg)}\n",
        "utf-8",
    )
    done = terminal.run("train", str(tmp_path / "pets.yaml"), "--connection", "pets")
    refused = [line for line in done.stdout.splitlines() if line.startswith("refused")]
    assert len(refused) == 2, done.stdout + done.stderr
    assert "line 4" in refused[0] and "aeg" in refused[0]
    assert "line 2" in refused[1] and "age" in refused[1]
    answer = terminal.ask("how many pets?", "--connection", "pets")
    assert (answer["source"], answer["rows"]) == ("metric", [[2]])


def test_a_golden_set_is_measured_as_json(terminal: Terminal, tmp_path: Path) -> None:
    golden = tmp_path / "golden.jsonl"
    golden.write_text(
        batch({"id": "right", "question": "有多少个服务区？", "gold": COUNT, "kind": "new"}), "utf-8"
    )
    (report,) = terminal.lines("evaluate", str(golden), "--connection", "demo", "--json")
    assert (report["accuracy"], report["counts"]) == (1.0, {"right": 1})


def test_a_password_is_made_once(terminal: Terminal, guest: str) -> None:
    again = terminal.run("user", "add", guest, "--role", "viewer")
    assert again.returncode == 0 and "password" not in again.stdout


@pytest.mark.parametrize(
    ("words", "settings", "said"),
    [
        (["ask", TOP], {"LLM_TIMEOUT_S": "abc"}, "LLM_TIMEOUT_S"),
        (["ask", TOP], {"DATA_DIR": "/proc/wenshu"}, "/proc/wenshu"),
        (["train", ".", "--connection", "x"], {"DATA_DIR": "/proc/wenshu"}, "/proc/wenshu"),
        (["evaluate", "/no/such.jsonl"], {}, "/no/such.jsonl"),
        (["train", "/no/such", "--connection", "x"], {}, "/no/such"),
        (["sql", "--user", "nobody", "SELECT 1"], {}, "nobody"),
        (["user", "add", "ann", "--role", "emperor"], {}, "emperor"),
        (["publish", "--connection", "never-taught"], {}, "never-taught"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_one_sentence_on_standard_error(
    terminal: Terminal, words: list[str], settings: dict[str, str], said: str
) -> None:
    done = terminal.run(*words, **settings)
    assert done.returncode in (1, 2) and done.stdout == ""
    assert said in done.stderr and "Traceback" not in done.stderr


def test_a_data_question_costs_two_model_calls(terminal: Terminal) -> None:
    with FakeOpenAI(answers={NOVEL: COUNT}) as fake:
        answer = terminal.ask(NOVEL, OPENAI_API_KEY="key", OPENAI_BASE_URL=fake.url)
    assert (answer["model_calls"], len(fake.requests), answer["source"]) == (2, 2, "generated")
    assert answer["rows"] == [[40]] and 0 < answer["prompt_tokens"] <= 4500 and answer["completion_tokens"]


def test_a_model_that_refuses_the_key_is_told_in_a_sentence(terminal: Terminal, guest: str) -> None:
    with FakeOpenAI(*[Say(status=401, message="bad key sk-do-not-show-me")] * 4) as fake:
        given = {"OPENAI_API_KEY": "sk-do-not-show-me", "OPENAI_BASE_URL": fake.url}
        done = terminal.run("ask", "--json", "--user", guest, NOVEL, **given)
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["kind"], answer["failure"]["code"]) == (1, "failed", "model_auth")
    assert "OPENAI_API_KEY" in answer["answer"] and "do-not-show-me" not in done.stdout + done.stderr


def test_a_second_model_answers_where_the_first_fails(terminal: Terminal) -> None:
    with FakeOpenAI(Say(status=404, message="no such model"), answers={NOVEL: COUNT}) as fake:
        given = {"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": fake.url, "LLM_FALLBACK_MODEL": "second"}
        answer = terminal.ask(NOVEL, **given, LLM_MODEL="first")
    assert [body["model"] for body in fake.requests] == ["first", "second", "first"]
    assert (answer["kind"], answer["rows"]) == ("data", [[40]])


def test_a_model_that_is_down_takes_nothing_from_what_needs_none(terminal: Terminal) -> None:
    down = {"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": "http://127.0.0.1:1/v1", "LLM_MAX_RETRIES": "0"}
    given = batch({"id": 1, "question": NOVEL}, {"id": 2, "question": TOP})
    failed, answered = terminal.lines("ask", "--batch", "-", given=given, **down)
    assert (failed["kind"], failed["failure"]["code"]) == ("failed", "model_unreachable")
    assert (answered["kind"], answered["row_count"]) == ("data", 5)


def test_a_batch_that_is_stopped_ends_at_once_and_keeps_what_was_done(terminal: Terminal) -> None:
    with FakeOpenAI(latency_s=60) as fake:
        given = {"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": fake.url, "RESULT_SUMMARY": "false"}
        process = terminal.start("ask", "--batch", "-", **given)
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(batch({"id": 1, "question": TOP}, {"id": 2, "question": NOVEL}))
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == 1
        until = time.monotonic() + 30
        while not fake.requests and time.monotonic() < until:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130 and out == "" and "Traceback" not in err


def test_a_batch_that_waits_for_lines_ends_in_order_when_told_to(terminal: Terminal) -> None:
    process = terminal.start("sql", "--batch", "-")
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(batch({"id": 1, "sql": "SELECT 1"}))
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["id"] == 1
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 130, "the embedded database was given back"
    assert "Traceback" not in process.communicate()[1]


def test_sigterm_ends_a_scripts_background_job_too(terminal: Terminal) -> None:
    with FakeOpenAI() as fake:
        fake.script(Say("", delay_s=60))
        words = f"{sys.executable} cli.py ask --json '{NOVEL}' & echo $!; wait $!"
        job = subprocess.Popen(
            ["sh", "-c", words],
            cwd=ROOT,
            env={**terminal.environment, "OPENAI_BASE_URL": fake.url},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert job.stdout is not None
        number = int(job.stdout.readline())
        until = time.monotonic() + 60
        while not fake.requests and time.monotonic() < until:
            time.sleep(0.05)
        os.kill(number, signal.SIGTERM)
        _, err = job.communicate(timeout=30)
    assert job.returncode == 130 and "Traceback" not in err


async def test_an_agent_on_standard_input_gets_the_protocol_alone_and_an_answer(terminal: Terminal) -> None:
    server = StdioServerParameters(
        command=sys.executable, args=["cli.py", "mcp"], env=terminal.environment, cwd=ROOT
    )
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        assert (await session.initialize()).serverInfo.name == "wenshu"
        assert "run_sql" in {tool.name for tool in (await session.list_tools()).tools}
        answer = await session.call_tool("ask", {"question": TOP})
    assert not answer.isError and answer.structuredContent is not None
    assert answer.structuredContent["row_count"] == 5 and answer.structuredContent["provenance"]["sql"]


def test_an_agents_server_ends_with_its_input_and_prints_nothing_of_its_own(terminal: Terminal) -> None:
    done = terminal.run("mcp", given="")
    assert (done.returncode, done.stdout) == (0, "")
    unknown = terminal.run("mcp", "--user", "nobody-here")
    assert unknown.returncode == 1 and unknown.stdout == "" and "nobody-here" in unknown.stderr
