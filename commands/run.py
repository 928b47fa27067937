"""`cli.py run`, the parent process: prepares with progress, keeps the chat server, stops PostgreSQL last."""

import functools
import locale
import logging
import signal
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import FrameType

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from appdb.server import AppServer
from appdb.setup import Step, is_done, once, one_after_the_other
from commands.apart import apart
from commands.child import ChatServer, local_address
from commands.keeping import GivenUpError, KeptServer
from commands.preparation import (
    only_this_machine,
    prepare_app_root,
    prepare_demo_people,
    require_data_dir,
    require_free_port,
)
from commands.workers import workers_of, write_nginx
from config.logging import configure
from config.secret import auth_secret
from config.settings import ROOT, Settings
from config.wording import Language, say
from demo import people as demo_people
from errors import WenshuError

log = logging.getLogger(__name__)

FirstStart = Callable[[Settings, AppServer], Sequence[Step]]
READY_S = 120.0
WATCH_S = 0.2
CHECK_DATABASE_S = 5.0


def no_steps(settings: Settings, server: AppServer) -> Sequence[Step]:
    """Return no step of the first start."""
    return ()


def run(settings: Settings, first_start: FirstStart = no_steps, app: Path = ROOT / "app.py") -> int:
    """Serve the chat until it is told to stop, and return the exit code."""
    configure(settings)
    launcher = Launcher(settings, terminal_language(settings))
    return launcher.run(first_start, app)


def prepare(settings: Settings, first_start: FirstStart = no_steps) -> None:
    """Do what the first start does, without serving; progress goes to standard error."""
    require_data_dir(settings.data_dir)
    launcher = Launcher(settings, terminal_language(settings), Console(stderr=True, highlight=False))
    with AppServer(settings) as server:
        launcher.prepare(first_start(settings, server), server)


def terminal_language(settings: Settings) -> Language:
    """Return the language of the terminal: the setting's, else the locale's."""
    if settings.language != "auto":
        return settings.language
    return "zh" if (locale.getlocale()[0] or "").startswith(("zh", "Chinese")) else "en"


class Launcher:
    """One start of the server, from the checks to the last process gone."""

    def __init__(self, settings: Settings, language: Language, console: Console | None = None) -> None:
        self._settings = settings
        self._language = language
        self._console = console or Console(highlight=False, soft_wrap=True)
        self._signals = 0
        self._in_step = False
        self._children: list[ChatServer | KeptServer] = []

    def run(self, first_start: FirstStart, app: Path) -> int:
        """Check, prepare, serve; whatever was started is stopped in the end."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._on_signal)
        settings = self._settings
        workers = workers_of(settings)
        for worker in workers:
            require_free_port(worker.host, worker.port)
        require_data_dir(settings.data_dir)
        secret = auth_secret(settings)
        server = AppServer(settings)

        def start(worker: Settings) -> ChatServer:
            return ChatServer(worker, app, prepare_app_root(worker), secret)

        children = [start(worker) for worker in workers]
        self._children = [*children]
        try:
            with self._console.status(self._say("run.database")):
                server.start()
            self._prepare_apart(first_start, server)
            if self._signals:
                return 0
            starts = [functools.partial(_again, start, worker) for worker in workers]
            return self._serve(server, children, starts)
        except Stopped:
            return 0
        finally:
            with ThreadPoolExecutor(len(self._children)) as together:
                list(together.map(lambda child: child.stop(), self._children))
            server.stop()

    def _prepare_apart(self, first_start: FirstStart, server: AppServer) -> None:
        """Do all steps in a copy of this process: what they load, 60 MB, would stay while it serves."""
        self._in_step = True
        apart(lambda: self.prepare([*self._own_steps(server), *first_start(self._settings, server)], server))
        self._in_step = False

    def _own_steps(self, server: AppServer) -> list[Step]:
        wanted = self._settings.demo and only_this_machine(self._settings)
        return [
            Step("people", "run.people", lambda _: prepare_demo_people(server.url, wanted), every_start=True)
        ]

    def prepare(self, steps: Sequence[Step], server: AppServer) -> None:
        """Do the steps that are due, each with its progress."""
        for step in steps:
            if step.every_start or not is_done(server.url, step.name):
                self._do(step, server)

    def _do(self, step: Step, server: AppServer) -> None:
        title = self._say(step.title_key)
        started = time.monotonic()
        quiet = not self._console.is_terminal
        if quiet and not step.every_start:
            self._console.print(f"{title} …")
        columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
        with Progress(*columns, console=self._console, transient=True, disable=quiet) as bar:
            task = bar.add_task(title, total=None)

            def progress(share: float) -> None:
                bar.update(task, total=1.0, completed=share)

            self._in_step = True
            if step.every_start:
                one_after_the_other(server.url, step.name, lambda: step.work(progress))
            else:
                once(server.url, step.name, lambda _: step.work(progress))
            self._in_step = False
        if not step.every_start:
            self._console.print(self._say("run.step_done", title=title, seconds=time.monotonic() - started))

    def _serve(
        self, server: AppServer, children: Sequence[ChatServer], starts: Sequence[Callable[[], ChatServer]]
    ) -> int:
        for child in children:
            child.let_serve()
        with self._console.status(self._say("run.server")):
            late = [c for c in children if not c.wait_until_it_answers(READY_S, lambda: self._signals > 0)]
        if self._signals:
            return 0
        if late and late[0].exit_code is None:
            raise WenshuError("server_did_not_answer", seconds=int(READY_S))
        if late:  # what cannot start at all is not helped by another start
            return self._ended("run.died", late[0].exit_code or 1)
        if len(children) > 1:
            path = write_nginx(self._settings)
            self._console.print(self._say("run.nginx", path=path, count=len(children)))
        self._welcome()
        now = time.monotonic()
        kept = [KeptServer(child, again, now) for child, again in zip(children, starts, strict=True)]
        self._children = [*kept]
        try:
            self._watch(kept, server)
        except GivenUpError as error:
            return self._ended("run.gave_up", error.code)
        return 0

    def _ended(self, key: str, code: int) -> int:
        self._console.print(self._say(key, code=code))
        return code

    def _watch(self, kept: Sequence[KeptServer], server: AppServer) -> None:
        """Until a signal comes, start again what has died: chat server and PostgreSQL."""
        checked = time.monotonic()
        while not self._signals:
            time.sleep(WATCH_S)
            for one in kept:
                one.look(time.monotonic())
            if time.monotonic() - checked > CHECK_DATABASE_S:
                checked = time.monotonic()
                try:
                    server.ensure()
                except WenshuError:
                    log.exception("the embedded PostgreSQL does not come back")

    def _welcome(self) -> None:
        settings = self._settings
        shown = local_address(settings).replace("127.0.0.1", "localhost")
        self._console.print(self._say("run.ready", address=f"[bold]{shown}[/bold]"))
        if not settings.demo:
            return
        if not only_this_machine(settings):
            self._console.print(self._say("run.add_user"))
            return
        self._console.print(self._say("run.sign_in"))
        table = Table(box=None, padding=(0, 2))
        for column in ("name", "password", "role"):
            table.add_column(self._say(f"run.{column}"))
        for user in demo_people.PEOPLE:
            table.add_row(user.name, demo_people.PASSWORD, user.role)
        self._console.print(table)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self._signals += 1
        if self._in_step:  # a step bears being cut off, and may take longer than anybody waits
            self._in_step = False
            raise Stopped

    def _say(self, key: str, **params: object) -> str:
        return say(key, self._language, **params)


def _again(start: Callable[[Settings], ChatServer], worker: Settings) -> ChatServer:
    """Start a worker that need not wait for anything."""
    following = start(worker)
    following.let_serve()
    return following


class Stopped(KeyboardInterrupt):
    """The operator stopped the start half-way; drivers treat it as Ctrl-C and cancel what they run."""
