"""The terminal: run the server, ask, check and run SQL, teach, connect, evaluate."""

import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import typer

from config import imports, loop, memory
from config.version import VERSION
from config.wording import say, say_error
from errors import KnowledgeError, WenshuError

if TYPE_CHECKING:
    from appdb.server import AppServer
    from appdb.setup import Step
    from config.settings import Settings
    from services import Services

memory.build_up()
imports.without_api_types()
T = TypeVar("T")
app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
user_app = typer.Typer(no_args_is_help=True, help="People who may sign in.")
app.add_typer(user_app, name="user")
metrics_app = typer.Typer(no_args_is_help=True, help="Metrics: routine questions answered without a model.")
app.add_typer(metrics_app, name="metrics")
knowledge_app = typer.Typer(no_args_is_help=True, help="What was taught: as a folder in git, and checked.")
app.add_typer(knowledge_app, name="knowledge")
file_app = typer.Typer(no_args_is_help=True, help="Files asked as data, each its owner's alone.")
app.add_typer(file_app, name="file")

token_app = typer.Typer(no_args_is_help=True, help="Tokens: what programs sign in with (docs/api.md).")
app.add_typer(token_app, name="token")
schedule_app = typer.Typer(no_args_is_help=True, help="Questions asked at their times, and alerts.")
app.add_typer(schedule_app, name="schedule")

Connection = Annotated[
    str | None, typer.Option("--connection", help="The database asked; default: the first.")
]
UserName = Annotated[str | None, typer.Option("--user", help="Act with this person's rights.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Batch = Annotated[str | None, typer.Option("--batch", help="A file of JSON lines, or - for standard input.")]


def _tell_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"Wenshu {VERSION}")
        raise typer.Exit()


@app.callback(help=__doc__)
def main(
    version: Annotated[
        bool, typer.Option("--version", callback=_tell_version, is_eager=True, help="Show the release.")
    ] = False,
) -> None:
    """Make standard output take every character, wherever it goes."""
    if isinstance(sys.stdout, TextIOWrapper):
        # Half a surrogate pair, which JSON may spell, is written as JSON spells it.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")


@app.command()
def run() -> None:
    """Prepare everything and serve the chat until Ctrl-C."""
    from commands.run import run as serve
    from config.settings import settings

    def steps(config: "Settings", server: "AppServer") -> "Sequence[Step]":
        from demo.first_start import steps  # only who prepares loads what the demo is made with

        return steps(config, server)

    raise typer.Exit(_told(lambda: serve(settings(), steps)))


@app.command()
def ask(
    question: Annotated[str | None, typer.Argument(help="The question.")] = None,
    connection: Connection = None,
    user: UserName = None,
    thread: Annotated[str | None, typer.Option(help="Go on with this conversation.")] = None,
    as_json: AsJson = False,
    batch: Batch = None,
    concurrency: Annotated[int, typer.Option(min=1, max=100, help="Questions at once in a batch.")] = 1,
) -> None:
    """Ask a question, or a batch of {"id","question","connection"?,"thread"?,"user"?} lines."""
    lines = _lines(batch) if batch else None
    if question is None and lines is None:
        raise typer.BadParameter("QUESTION or --batch")

    async def work(services: "Services") -> bool:
        from rich.console import Console

        from commands.ask import ask_batch, ask_one

        if lines is not None:
            await ask_batch(
                services, lines, sys.stdout, user=user, connection=connection, at_once=concurrency
            )
            return True
        return await ask_one(
            services,
            question or "",
            connection=connection,
            user=user,
            thread=thread,
            as_json=as_json,
            console=Console(),
        )

    raise typer.Exit(0 if _with_services(work, demo=True) else 1)


@app.command()
def sql(
    statement: Annotated[str | None, typer.Argument(help="One SELECT.")] = None,
    connection: Connection = None,
    user: UserName = None,
    as_json: AsJson = False,
    batch: Batch = None,
    yes: Annotated[bool, typer.Option("--yes", help="Also run what is costly or sensitive.")] = False,
) -> None:
    """Run a statement, or a batch of {"id","sql"} lines, through all five walls."""
    lines = _lines(batch) if batch else None
    if statement is None and lines is None:
        raise typer.BadParameter("SQL or --batch")

    async def work(services: "Services") -> bool:
        from commands.people import acting_user
        from commands.sql import Typist, show, sql_batch, sql_one

        person = await acting_user(services, user)
        typist = Typist(services.sql, person, _one(services, connection), yes)
        if lines is not None:
            await sql_batch(lines, sys.stdout, typist)
            return True
        answer = await sql_one(statement or "", typist)
        show(answer, as_json)
        return answer["refused"] is None

    raise typer.Exit(0 if _with_services(work, demo=True) else 1)


@app.command()
def connect(
    name: Annotated[str, typer.Argument(help="What the database is called from now on.")],
    url: Annotated[str, typer.Argument(help="postgresql://…, mysql://…, sqlite:///…, duckdb:///…")],
    schema: Annotated[list[str] | None, typer.Option(help="Only these schemas.")] = None,
    reader_role: Annotated[
        str, typer.Option(help="Create this read-only role and use it (PostgreSQL).")
    ] = "",
    today: Annotated[
        Literal["clock", "data_end"],
        typer.Option(help="What today is: by the clock, or the last day with data, for data that ended."),
    ] = "clock",
) -> None:
    """Register a database, read its schema with comments and keys, teach it."""
    from commands.connect import connect as take_in
    from commands.connect import read_line, report_lines
    from commands.people import OPERATOR

    async def work(services: "Services") -> None:
        found = await take_in(
            services, name, url, schema or (), OPERATOR.name, reader_role=reader_role, today=today
        )
        await services.audit.write(who=OPERATOR.name, act="connect", connection=name)
        for line in report_lines(found, "en"):
            typer.echo(line)
        if found.schema.tables:
            typer.echo(read_line(services, name, "en"))

    _with_services(work)


@app.command()
def mcp(user: UserName = None) -> None:
    """Serve an agent over standard input and output: the Model Context Protocol, with a person's rights."""
    from commands.mcp import own_output, serve

    out = own_output()
    _with_services(lambda services: serve(services, user, out), demo=True)


@app.command()
def train(
    paths: Annotated[
        list[Path],
        typer.Argument(
            help="Files and folders: .sql .md .txt .yaml .jsonl .json .csv .xlsx (Ossie and dbt too)"
        ),
    ],
    connection: Annotated[str, typer.Option(help="The name it is taught under; need not be connected.")],
    stage_only: Annotated[bool, typer.Option("--stage-only", help="Stage, do not publish.")] = False,
    prune: Annotated[
        bool, typer.Option("--prune", help="Retire definitions that these files taught and hold no more.")
    ] = False,
) -> None:
    """Teach files and folders, and say line by line what was added, unchanged and refused."""
    from commands.people import OPERATOR
    from commands.train import train_paths

    async def work(services: "Services") -> None:
        await train_paths(
            services.knowledge,
            paths,
            connection,
            OPERATOR.name,
            typer.echo,
            publish=not stage_only,
            prune=prune,
            database=services.databases.find(connection),
        )
        named = {"files": [path.name for path in paths], "published": not stage_only}
        await services.audit.write(who=OPERATOR.name, act="teach", connection=connection, detail=named)

    _with_services(work)


@app.command()
def retrieve(
    batch: Annotated[str, typer.Option("--batch", help="JSON lines of {id, question, connection}.")],
    connection: Annotated[str | None, typer.Option(help="For lines that name none.")] = None,
    user: UserName = None,
) -> None:
    """Print the tables, examples and values that retrieval finds for each question."""
    lines = _lines(batch)

    async def work(services: "Services") -> None:
        from commands.people import acting_user
        from commands.retrieve import retrieve_batch

        person = await acting_user(services, user)
        await retrieve_batch(
            services.knowledge,
            lines,
            sys.stdout,
            today=services.settings.current_date(),
            budget_tokens=services.settings.prompt_budget_tokens,
            connection=connection or next(iter(services.databases.names), ""),
            rights_for=lambda asked: services.access.rights(person, asked),
        )

    _with_services(work)


@app.command("check-sql")
def check_sql(
    batch: Annotated[str, typer.Option("--batch", help="JSON lines of {id, sql, dialect?}.")],
    dialect: Annotated[str, typer.Option(help="postgres, mysql, sqlite or duckdb.")] = "postgres",
) -> None:
    """Hold statements against the guard; needs no database."""
    from commands.check_sql import check_sql_batch

    lines = _lines(batch)
    _told(lambda: check_sql_batch(lines, dialect, sys.stdout))


@app.command()
def publish(connection: Connection = None) -> None:
    """Publish what is staged as the next version."""

    async def work(services: "Services") -> None:
        from commands.people import OPERATOR

        chosen = _one(services, connection)
        if not await services.records.counts(chosen):
            raise KnowledgeError("nothing_published", connection=chosen)
        version = await services.knowledge.publish(chosen, OPERATOR.name)
        await _teaching(services, "publish", chosen, version.version)
        typer.echo(say("cli.published", "en", version=version.version, items=version.items))

    _with_services(work)


@app.command()
def rebuild(connection: Connection = None) -> None:
    """Build the published knowledge's index anew."""

    async def work(services: "Services") -> None:
        from commands.people import OPERATOR

        chosen = _one(services, connection)
        version = await services.knowledge.rebuild(chosen, OPERATOR.name)
        await _teaching(services, "retrain", chosen, version.version)
        typer.echo(say("cli.published", "en", version=version.version, items=version.items))

    _with_services(work)


@app.command()
def evaluate(
    golden: Annotated[
        Path,
        typer.Argument(exists=True, help="Golden questions, JSON lines; or a benchmark's file or folder."),
    ],
    connection: Connection = None,
    as_json: AsJson = False,
    benchmark: Annotated[
        Literal["spider", "bird", "defog"] | None,
        typer.Option("--benchmark", help="Read a public benchmark that is on this disk."),
    ] = None,
    databases: Annotated[
        str, typer.Option(help="Its databases: a folder of SQLite files, or an address with {db} in it.")
    ] = "",
    plain: Annotated[
        bool, typer.Option("--plain", help="Ask the same with a plain whole-schema prompt too.")
    ] = False,
    only: Annotated[list[str] | None, typer.Option(help="Only questions of this database.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many, spread evenly.")] = None,
    at_once: Annotated[int, typer.Option(min=1, max=100, help="Questions asked together.")] = 4,
    blind: Annotated[
        bool, typer.Option("--blind", help="A folder of questions.jsonl and conversations.jsonl.")
    ] = False,
    replay: Annotated[
        bool, typer.Option("--replay", help="Recorded questions, with a model's recorded replies.")
    ] = False,
    record: Annotated[
        bool, typer.Option("--record", help="With --replay: ask the model that is set, keep what it replies.")
    ] = False,
) -> None:
    """Ask a golden set, on the day it was written for, or a benchmark, and report execution accuracy."""
    from rich.console import Console

    from commands.evaluate import day_of, run_evaluation, show_report
    from config.settings import settings

    if blind:
        _blind(golden, connection, as_json)
        return

    if replay:
        _replay(golden, connection, as_json, record=record)
        return

    if benchmark:
        _benchmark(
            golden,
            benchmark,
            databases,
            as_json,
            only=only or (),
            limit=limit,
            with_plain=plain,
            at_once=at_once,
        )
        return

    async def work(services: "Services") -> None:
        report = await run_evaluation(services, golden, _one(services, connection))
        show_report(report, as_json, Console())

    if golden.is_dir():
        raise typer.BadParameter("a folder needs --benchmark")
    settings().today = settings().today or _told(lambda: day_of(golden))
    _with_services(work, demo=True)


def _blind(folder: Path, connection: str | None, as_json: bool) -> None:
    """Ask a blind set on the day it was written for."""
    from rich.console import Console

    from commands.evaluate_blind import blind_day, run_blind, show_blind
    from config.settings import settings

    async def work(services: "Services") -> None:
        show_blind(await run_blind(services, folder, _one(services, connection)), as_json, Console())

    settings().today = settings().today or _told(lambda: blind_day(folder))
    _with_services(work, demo=True)


def _replay(path: Path, connection: str | None, as_json: bool, *, record: bool) -> None:
    """Ask recorded questions with a model's recorded replies."""
    from rich.console import Console

    from commands.evaluate_replay import run_replay, show_replay
    from config.settings import settings
    from evaluation.replay import day_of

    async def work(services: "Services") -> None:
        found = await run_replay(services, path, _one(services, connection), record=record)
        show_replay(found, as_json, Console())

    settings().today = settings().today or _told(lambda: day_of(path))
    _with_services(work, demo=True)


def _benchmark(
    path: Path, layout: Literal["spider", "bird", "defog"], databases: str, as_json: bool, **how: Any
) -> None:
    """Ask a benchmark's questions from a folder that is gone afterwards."""
    from tempfile import TemporaryDirectory

    from rich.console import Console

    from commands.benchmark import planned, run_benchmark, set_apart, show_benchmark
    from config.settings import settings

    run = _told(lambda: planned(path, layout, databases, **how))

    async def work(services: "Services") -> None:
        show_benchmark(await run_benchmark(services, run), as_json, Console())

    with TemporaryDirectory(prefix="wenshu-benchmark-") as folder:
        _told(lambda: set_apart(settings(), Path(folder), run))
        _with_services(work)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(dir_okay=False, help="Where it is written; a name in .tar.gz.")],
) -> None:
    """Write the app's database, settings without secrets and uploaded files into one file."""
    from commands.backup import back_up
    from config.settings import settings

    kept = _alone(lambda: back_up(settings(), file))
    told = {"tables": len(kept.manifest.tables), "files": kept.files, "megabytes": kept.bytes / 1e6}
    typer.echo(say("cli.backed_up", "en", path=file, release=kept.manifest.release, **told))


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="What backup wrote.")],
) -> None:
    """Bring a backup into a DATA_DIR or database that holds nothing yet."""
    from commands.restore import RESTORED
    from commands.restore import restore as bring_back
    from config.settings import settings

    kept = _alone(lambda: bring_back(settings(), file))
    manifest = kept.manifest
    typer.echo(say("cli.restored", "en", at=manifest.at, release=manifest.release, files=kept.files))
    typer.echo(say("cli.restored_settings", "en", path=settings().data_dir / RESTORED))
    if kept.sealed:
        typer.echo(say("cli.restored_sealed", "en", names=", ".join(kept.sealed)))


@app.command()
def audit(
    user: Annotated[str | None, typer.Option("--user", help="Only this person.")] = None,
    since: Annotated[str | None, typer.Option(help="2026-11-20, 2026-11-20T08:00, 24h, 7d.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=1_000_000, help="Most records.")] = 100,
    as_json: AsJson = False,
) -> None:
    """Show who did what: questions, SQL as run, policies, refusals, sign-ins, teaching, admin acts."""
    from datetime import datetime
    from zoneinfo import ZoneInfo

    from commands.audit import as_json as in_json
    from commands.audit import as_text, read_audit

    async def work(services: "Services") -> None:
        timezone = services.settings.timezone
        now = datetime.now(ZoneInfo(timezone))
        records = await read_audit(services.audit, user=user, since=since, limit=limit, now=now)
        for line in in_json(records) if as_json else as_text(records, timezone):
            typer.echo(line)

    _with_services(work)


@app.command()
def trace(
    turn: Annotated[str, typer.Argument(help="An answer's id, as `ask --json` and the audit name it.")],
    as_json: AsJson = False,
) -> None:
    """Show how one answer was found: its steps, prompts, retrieved context, SQL and errors."""
    from commands.trace import as_json as in_json
    from commands.trace import as_text

    async def work(services: "Services") -> None:
        stored = await services.traces.get(turn)
        for line in [in_json(stored)] if as_json else as_text(stored):
            typer.echo(line)

    _with_services(work)


@schedule_app.command("list")
def list_schedules(user: UserName = None, as_json: AsJson = False) -> None:
    """Show a person's schedules, or everybody's, without where they go."""
    import json

    from commands.schedule import list_schedules as listed
    from commands.schedule import told

    for line in _with_services(lambda services: listed(services, user)):
        typer.echo(json.dumps(line, ensure_ascii=False) if as_json else told(line))


@schedule_app.command("add")
def add_schedule(
    question: str,
    when: Annotated[str, typer.Option(help='"every Monday 8:00", "每周一 8:00", or five cron fields.')],
    to: Annotated[
        list[str], typer.Option(help="mail=ADDRESS, feishu=URL, dingtalk=URL, wecom=, slack=, teams=, json=.")
    ],
    user: UserName = None,
    connection: Connection = None,
    timezone: Annotated[str | None, typer.Option(help="Default: TIMEZONE.")] = None,
    secret: Annotated[str, typer.Option(help="What the robots sign with.", envvar="WEBHOOK_SECRET")] = "",
    alert: Annotated[str | None, typer.Option(help="above=20M, below=5, change=10% or anomaly.")] = None,
    quiet_h: Annotated[int, typer.Option(min=0, help="Hours of quiet after an alert.")] = 24,
) -> None:
    """Ask a question once as a person, and keep it to be asked and sent at its times."""
    from commands.schedule import add_schedule as added
    from commands.schedule import told

    kind, _, number = (alert or "").partition("=")
    places = [(name, address, secret) for name, _, address in (one.partition("=") for one in to)]

    async def work(services: "Services") -> dict[str, Any]:
        return await added(
            services,
            user=user,
            question=question,
            connection=_one(services, connection),
            when=when,
            timezone=timezone,
            condition=(kind, number, quiet_h) if alert else None,
            to=places,
        )

    kept = _with_services(work, demo=True)
    typer.echo(told(kept))
    typer.echo(kept["answer"])
    if not kept["holds_data"]:
        typer.echo(say("schedules.cli.without_data", "en"), err=True)


@schedule_app.command("remove")
def remove_schedule(ident: str) -> None:
    """Take a schedule out with its history."""
    from commands.schedule import remove_schedule as removed

    _with_services(lambda services: removed(services, ident))
    typer.echo(say("schedules.cli.removed", "en", id=ident))


@schedule_app.command("run-due")
def run_due() -> None:
    """Carry out what is due now; for where no server runs with SCHEDULES on."""
    from commands.schedule import ran
    from commands.schedule import run_due as carried_out

    typer.echo(ran(_with_services(carried_out, demo=True)))


FileOwner = Annotated[str, typer.Option("--user", help="Whose file it is.")]


@file_app.command("add")
def add_file(
    file: Annotated[
        Path, typer.Argument(exists=True, dir_okay=False, help=".csv .xlsx .parquet .json .jsonl")
    ],
    user: FileOwner,
    keep: Annotated[bool, typer.Option("--keep", help="Keep it however long it is not asked.")] = False,
    as_json: AsJson = False,
) -> None:
    """Make a file a database that only its owner may ask, and say what was found in it."""

    async def work(services: "Services") -> None:
        from commands.files import add_file as add

        for line in await add(services, file, user, kept=keep, as_json=as_json):
            typer.echo(line)

    _with_services(work)


@file_app.command("list")
def list_files(user: FileOwner) -> None:
    """List a person's files with the connection names they are asked by."""

    async def work(services: "Services") -> None:
        from commands.files import list_files as listed

        for line in await listed(services, user):
            typer.echo(line)

    _with_services(work)


@file_app.command("remove")
def remove_file(
    name: Annotated[str, typer.Argument(help="The connection name that `file list` shows.")], user: FileOwner
) -> None:
    """Delete a person's file with all that was learned about it."""

    async def work(services: "Services") -> None:
        from commands.files import remove_file as remove

        typer.echo(await remove(services, name, user))

    _with_services(work)


@user_app.command("password")
def set_password(
    name: str, password: Annotated[str | None, typer.Option(help="Default: one is made and printed.")] = None
) -> None:
    """Change a person's password; whoever is signed in with the old one is signed out."""
    from commands.people import change_password

    async def work(services: "Services") -> None:
        if made := await change_password(services, name, password):
            typer.echo(say("cli.password_changed", "en", password=made))

    _with_services(work)


@user_app.command("disable")
def disable_user(name: str) -> None:
    """Shut a person out at once."""
    _with_services(lambda services: _set_disabled(services, name, True))


@user_app.command("enable")
def enable_user(name: str) -> None:
    """Let a person in again."""
    _with_services(lambda services: _set_disabled(services, name, False))


async def _set_disabled(services: "Services", name: str, disabled: bool) -> None:
    from commands.people import set_disabled

    await set_disabled(services, name, disabled)


@metrics_app.command("suggest")
def suggest_metrics(connection: Connection = None) -> None:
    """Draft metric definitions from a live schema, as YAML to review and teach."""
    from commands.metrics import suggested

    async def work(services: "Services") -> None:
        typer.echo(await suggested(services, _one(services, connection)), nl=False)

    _with_services(work)


@token_app.command("add")
def add_token(
    person: Annotated[str, typer.Argument(help="Whose rights it acts with.")],
    name: Annotated[str, typer.Option(help="What it is for, as its list shows it.")],
    scopes: Annotated[str, typer.Option(help="ask,read,sql,feedback,delete,admin.")] = "ask,read",
    days: Annotated[int, typer.Option(help="How long it lives.")] = 90,
) -> None:
    """Make a token and print it, this once."""
    from commands.tokens import add_token as make

    async def work(services: "Services") -> None:
        chosen = [scope for scope in scopes.replace(",", " ").split() if scope]
        made, secret = await make(services, person, name, chosen, days)
        told = {"id": made.id, "person": person, "until": f"{made.expires_at:%Y-%m-%d}"}
        typer.echo(say("api.cli.token_made", "en", scopes=", ".join(made.scopes), **told))
        typer.echo(secret)

    _with_services(work)


@token_app.command("list")
def list_tokens(
    person: Annotated[str | None, typer.Argument(help="Only this person's.")] = None, as_json: AsJson = False
) -> None:
    """Show the tokens there are, without their secrets."""
    from datetime import UTC, datetime

    from appdb.tokens import TokenStore
    from commands.tokens import listed

    async def work(services: "Services") -> None:
        found = await TokenStore(services.app_database).list(person)
        for line in listed(found, datetime.now(UTC), as_json=as_json):
            typer.echo(line)

    _with_services(work)


@token_app.command("revoke")
def revoke_token(ident: Annotated[str, typer.Argument(help="Its id, as `token list` shows it.")]) -> None:
    """End a token now."""
    from commands.tokens import revoke_token as end

    async def work(services: "Services") -> None:
        ended = await end(services, ident)
        typer.echo(say("api.cli.token_revoked", "en", id=ended.id, person=ended.owner))

    _with_services(work)


@metrics_app.command("export")
def export_metrics(
    file: Annotated[Path, typer.Argument(dir_okay=False, help="The YAML file that is written.")],
    connection: Connection = None,
    format: Annotated[
        Literal["ossie", "wenshu"], typer.Option(help="Ossie (Open Semantic Interchange), or our own form.")
    ] = "ossie",
) -> None:
    """Write the published metrics, dimensions and joins as one file for other tools, or for this one."""
    from commands.metrics import export_metrics as export

    _with_services(lambda services: export(services, file, _one(services, connection), format, typer.echo))


@knowledge_app.command("export")
def export_knowledge(
    folder: Annotated[Path, typer.Argument(file_okay=False, help="Where it is written, for git.")],
    connection: Connection = None,
    staged: Annotated[bool, typer.Option("--staged", help="As the next version would be.")] = False,
) -> None:
    """Write what is published as Markdown, YAML and SQL, one thing a file or entry, always the same bytes."""
    from commands.knowledge import export_folder

    async def work(services: "Services") -> None:
        chosen = _one(services, connection)
        await export_folder(services, folder, chosen, typer.echo, staged=staged)

    _with_services(work)


@knowledge_app.command("import")
def import_knowledge(
    folder: Annotated[Path, typer.Argument(file_okay=False, help="A folder as export writes it.")],
    connection: Connection = None,
    publish: Annotated[bool, typer.Option("--publish", help="Publish what it changes.")] = False,
    prune: Annotated[bool, typer.Option("--prune", help="Remove what the folder does not hold.")] = False,
) -> None:
    """Stage what a folder changes; a mistake in it is named by file and line, and nothing is taken."""
    from commands.knowledge import import_folder
    from commands.people import OPERATOR

    async def work(services: "Services") -> bool:
        chosen = _one(services, connection)
        done = await import_folder(
            services, folder, chosen, OPERATOR.name, typer.echo, publish=publish, prune=prune
        )
        if done is not None:
            named = {"folder": folder.name, "published": publish, "items": sum(done.taught.added.values())}
            await services.audit.write(who=OPERATOR.name, act="teach.import", connection=chosen, detail=named)
        return done is not None

    raise typer.Exit(0 if _with_services(work) else 1)


@knowledge_app.command("health")
def check_knowledge(connection: Connection = None, as_json: AsJson = False) -> None:
    """Check every stored pair against the live database; exit code 1 where one is broken."""
    from commands.knowledge import check_health

    async def work(services: "Services") -> bool:
        return await check_health(services, _one(services, connection), typer.echo, as_json=as_json)

    raise typer.Exit(0 if _with_services(work) else 1)


@user_app.command("add")
def add_user(
    name: str,
    role: Annotated[str, typer.Option(help="A role of config/access.yaml.")] = "viewer",
    attr: Annotated[list[str] | None, typer.Option(help="key=value, as row policies use it.")] = None,
    password: Annotated[str | None, typer.Option(help="Default: one is made and printed.")] = None,
) -> None:
    """Add a person, or change their role and attributes."""
    from commands.people import add_person

    async def work(services: "Services") -> None:
        made = await add_person(services, name, role, attr or [], password)
        typer.echo(say("cli.person_added", "en", name=name, role=role))
        if made:
            typer.echo(say("cli.password_made", "en", password=made))

    _with_services(work)


async def _teaching(services: "Services", act: str, connection: str, version: int) -> None:
    from commands.people import OPERATOR

    await services.audit.write(
        who=OPERATOR.name, act=f"teach.{act}", connection=connection, detail={"version": version}
    )


def _one(services: "Services", connection: str | None) -> str:
    if connection:
        return connection
    if not services.databases.names:
        raise services.databases.nothing()
    return services.databases.names[0]


def _lines(source: str) -> Iterator[str]:
    """Open a batch before anything is built for it."""
    from commands.lines import batch_lines

    return _told(lambda: batch_lines(source))


def _end_as_with_ctrl_c(*numbers: signal.Signals) -> None:
    """Let these signals end the work in order, so that the embedded database is left as it was found."""
    # A script's background job begins deaf to Ctrl-C; asyncio and drivers act on it only where it is heard.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in numbers:
        signal.signal(number, lambda *_: signal.raise_signal(signal.SIGINT))


def _quiet(settings: "Settings") -> "Settings":
    """Keep what goes well out of a terminal somebody reads, unless LOG_LEVEL asks for it."""
    if "log_level" in settings.model_fields_set:
        return settings
    return settings.model_copy(update={"log_level": "WARNING"})


def _alone(work: Callable[[], T]) -> T:
    """Do work that needs no services."""
    from config.logging import configure
    from config.settings import settings

    def whole() -> T:
        configure(_quiet(settings()))
        _end_as_with_ctrl_c(signal.SIGTERM, signal.SIGHUP)
        return work()

    return _told(whole)


def _with_services(work: "Callable[[Services], Awaitable[T]]", *, demo: bool = False) -> T:
    """Build the services, do the work, give everything back; `demo` makes the demo ready first."""
    from config.logging import configure
    from config.settings import settings

    def whole() -> T:
        configure(_quiet(settings()))
        _end_as_with_ctrl_c(signal.SIGTERM, signal.SIGHUP)
        if demo and settings().demo:
            from commands.run import prepare
            from demo.first_start import steps

            prepare(settings(), steps)
        return loop.run(_served(work))

    return _told(whole)


async def _served(work: "Callable[[Services], Awaitable[T]]") -> T:
    async with _services() as opened:
        return await work(opened)


@asynccontextmanager
async def _services() -> "AsyncIterator[Services]":
    from appdb.share import UNLIMITED
    from config.settings import settings
    from services import build_services

    opened = await build_services(settings(), UNLIMITED)  # whoever has the terminal has the machine
    try:
        yield opened
    finally:
        await opened.close()


def _told(work: Callable[[], T]) -> T:
    """Do the work; an expected failure becomes its sentence and exit code 1."""
    try:
        return work()
    except WenshuError as error:
        typer.echo(say_error(error, "en"), err=True)
        if error.detail:
            typer.echo(error.detail, err=True)
        raise typer.Exit(1) from error


if __name__ == "__main__":
    app()
