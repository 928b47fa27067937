"""Runs tests, publications and rebuilds behind the page that started them: one at a time per connection."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from appdb.golden import GoldenStore
from appdb.teaching_runs import Act, Phase, TeachingRun, TeachingRuns
from appdb.users import User
from errors import InputError, KnowledgeError, WenshuError
from evaluation.compare import Blocker, Compared, Comparison
from evaluation.gate import put_to_test
from evaluation.golden import asked
from services import Services
from teaching.upkeep.pending import pending

log = logging.getLogger(__name__)

LOOK_S = 0.5  # between two looks at whether to stop; how far it is gets written as often
LEAST_REASON = 5  # characters

_tasks: dict[str, asyncio.Task[None]] = {}  # by run


class _Stopped(WenshuError):
    """Somebody pressed cancel."""

    code = "run_cancelled"


@dataclass
class Course:
    """How far a run is, told by what works, and whether it was asked to stop."""

    phase: Phase = "build"
    done: int = 0
    whole: int = 0
    stopped: bool = False

    def build(self, done: int, whole: int) -> None:
        """Hear how far building is; called in a thread, it is also where building stops."""
        if self.stopped:
            raise _Stopped
        self.done, self.whole = done, whole

    def enter(self, phase: Phase, whole: int) -> None:
        """Begin another phase."""
        if self.stopped:
            raise _Stopped
        self.phase, self.done, self.whole = phase, 0, whole

    def advance(self) -> None:
        """Hear that one more is done; here a test stops whose cancelling got lost on the way."""
        if self.stopped:
            raise _Stopped
        self.done += 1


Work = Callable[[str, Course], Awaitable[None]]


@dataclass
class Teaching:
    """What the admin page starts and stops."""

    services: Services
    runs: TeachingRuns = field(init=False)
    golden: GoldenStore = field(init=False)

    def __post_init__(self) -> None:
        self.runs = TeachingRuns(self.services.app_database)
        self.golden = GoldenStore(self.services.app_database)

    async def test(self, connection: str, user: User, *, publish: bool) -> str:
        """Start a test of what is staged and, where `publish`, serve it if nothing speaks against it."""
        if not (await pending(self.services.app_database, connection)).total:
            raise InputError("nothing_staged")
        if not await self.golden.count(connection):
            raise InputError("golden_none")

        async def work(run: str, course: Course) -> None:
            version = await self.services.knowledge.prepare(connection, user.name, course.build)
            result = await self._tested(run, connection, user, version, course)
            if publish and not result.blockers(self.services.settings.golden_floor):
                course.enter("publish", 0)
                await self._serve(run, connection, version, "")

        return await self._start("test", connection, user, work)

    async def publish_untested(self, connection: str, user: User) -> str:
        """Start publishing what is staged, which only a connection without golden questions may."""
        if not (await pending(self.services.app_database, connection)).total:
            raise InputError("nothing_staged")
        if await self.golden.count(connection):
            raise InputError("golden_wanted")

        async def work(run: str, course: Course) -> None:
            version = await self.services.knowledge.prepare(connection, user.name, course.build)
            await self.runs.tested(run, await self._base(connection), version, None)
            course.enter("publish", 0)
            await self._serve(run, connection, version, "")

        return await self._start("publish", connection, user, work)

    async def rebuild(self, connection: str, user: User, *, staged: bool) -> str:
        """Start building the index of the published version, or of what is staged, anew."""
        knowledge = self.services.knowledge
        if await knowledge.records.current(connection) is None and not staged:
            raise KnowledgeError("nothing_published", connection=connection)
        if staged and not (await pending(self.services.app_database, connection)).total:
            raise InputError("nothing_staged")

        async def work(run: str, course: Course) -> None:
            base = await self._base(connection)
            if staged:
                version = await knowledge.prepare(connection, user.name, course.build, anew=True)
            else:
                version = (await knowledge.rebuild(connection, user.name, course.build)).version
            await self.runs.tested(run, base, version, None)

        return await self._start("prepare" if staged else "rebuild", connection, user, work)

    async def ended(self, connection: str, run: str) -> TeachingRun:
        """Wait until a run of this process has ended and return it, or raise what it failed with."""
        if run in _tasks:
            await asyncio.shield(_tasks[run])
        found = await self.runs.get(connection, run)
        if found.status == "failed":
            raise WenshuError(found.code, **found.params)
        return found

    async def confirm(self, connection: str, user: User, run: str, reason: str) -> TeachingRun:
        """Publish what a test built; what speaks against it must be answered with a reason."""
        reason = " ".join(reason.split())
        async with self.runs.alone(connection):
            found = await self.runs.get(connection, run)
            if found.summary is None or found.published:
                raise KnowledgeError("candidate_outdated", version=found.version)
            if self.blockers(found) and len(reason) < LEAST_REASON:
                raise InputError("reason_wanted")
            await self._serve(run, connection, found.version, reason)
        found = await self.runs.get(connection, run)
        await self._audit(user.name, "publish", connection, found, reason=reason)
        return found

    async def discard(self, connection: str, user: User, run: str) -> TeachingRun:
        """Give up what a test built; it stays staged."""
        async with self.runs.alone(connection):
            found = await self.runs.get(connection, run)
            await self.services.knowledge.discard_candidate(connection, found.version)
        await self._audit(user.name, "discard", connection, found)
        return found

    async def roll_back(self, connection: str, user: User, version: int) -> None:
        """Serve an earlier version again."""
        async with self.runs.alone(connection):
            await self.services.knowledge.rollback(connection, version, user.name)
        await self.services.audit.write(
            who=user.name, act="teach.rollback", connection=connection, detail={"version": version}
        )

    def blockers(self, run: TeachingRun) -> list[Blocker]:
        """Return what speaks against publishing what a run tested."""
        if run.summary is None:
            return []
        return Comparison.from_json(run.summary).blockers(self.services.settings.golden_floor)

    async def waits(self, run: TeachingRun) -> bool:
        """Tell whether what a run tested can still be published."""
        if run.summary is None or run.published or run.status == "running":
            return False
        versions = await self.services.records.versions(run.connection)
        return any(v.version == run.version and v.status == "candidate" for v in versions)

    async def _tested(
        self, run: str, connection: str, user: User, version: int, course: Course
    ) -> Comparison:
        questions = [asked(golden) for golden in await self.golden.page(connection)]
        base = await self._base(connection)
        course.enter("test", len(questions))

        async def seen(place: int, found: Compared) -> None:
            course.advance()
            await self.runs.keep_question(run, place, found.way, found.to_json())

        result = await put_to_test(self.services, run, user, connection, (base, version), questions, seen)
        if not await self.runs.progress(run, course.phase, course.done, course.whole):
            raise _Stopped  # asked for since the last look: what comes next would publish
        await self.runs.tested(run, base, version, result.to_json())
        return result

    async def _serve(self, run: str, connection: str, version: int, reason: str) -> None:
        await self.services.knowledge.publish_candidate(connection, version, reason)
        await self.runs.published(run, reason)

    async def _base(self, connection: str) -> int:
        current = await self.services.records.current(connection)
        return current.version if current else 0

    async def _start(self, act: Act, connection: str, user: User, work: Work) -> str:
        """Start a run and return its id; raise here where another goes on."""
        begun: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        task = asyncio.create_task(self._run(act, connection, user, work, begun))
        run = await begun
        _tasks[run] = task
        task.add_done_callback(lambda _: _tasks.pop(run, None))
        return run

    async def _run(
        self, act: Act, connection: str, user: User, work: Work, begun: asyncio.Future[str]
    ) -> None:
        try:
            async with self.runs.alone(connection):
                rights = self.services.access.rights(user, connection).fingerprint()
                run = await self.runs.begin(connection, act, user.name, rights)
                begun.set_result(run)
                await self._through(run, connection, work)
                found = await self.runs.get(connection, run)
                await self._audit(user.name, act, connection, found)
        except BaseException as error:
            if begun.done():
                raise
            begun.set_exception(error)

    async def _through(self, run: str, connection: str, work: Work) -> None:
        """Do a run's work to its end, and write which end it was."""
        try:
            async with self._watched(run) as course:
                await work(run, course)
        except _Stopped:
            await self.runs.end(run, "cancelled")
        except WenshuError as error:
            log.warning("teaching run failed", exc_info=error, extra={"connection": connection})
            await self.runs.end(run, "failed", error.code, error.params)
        except asyncio.CancelledError:
            await asyncio.shield(self.runs.end(run, "failed", "run_cut_off"))
            raise
        except Exception:
            log.exception("teaching run failed", extra={"connection": connection})
            await self.runs.end(run, "failed", "internal")
        else:
            await self.runs.end(run, "done")

    @asynccontextmanager
    async def _watched(self, run: str) -> AsyncIterator[Course]:
        """Write how far the block is and stop it when somebody, on whatever replica, asked for that."""
        course, block = Course(), asyncio.current_task()
        assert block is not None

        async def watch() -> None:
            going = True
            while going:
                await asyncio.sleep(LOOK_S)
                with contextlib.suppress(WenshuError):  # of our own storage: it is looked at again
                    going = await self.runs.progress(run, course.phase, course.done, course.whole)
            course.stopped = True
            if course.phase == "test":  # building stops by itself, publishing is one transaction
                block.cancel()

        watching = asyncio.create_task(watch())
        try:
            yield course
        except asyncio.CancelledError:
            if not course.stopped:
                raise
            block.uncancel()
            raise _Stopped from None
        finally:
            watching.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await watching

    async def _audit(self, who: str, act: str, connection: str, run: TeachingRun, **more: str) -> None:
        detail = {"run": run.id, "version": run.version, "status": run.status, **more}
        if run.summary is not None:
            detail |= {"ways": run.summary["ways"], "right": run.summary["after"]["right"]}
        if act != "discard":
            detail["published"] = run.published
        await self.services.audit.write(
            who=who, act=f"teach.{act}", connection=connection, code=run.code or None, detail=detail
        )


async def stop_runs() -> None:
    """Stop what runs in this process; it is marked as cut off and can be started again."""
    tasks = list(_tasks.values())
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
