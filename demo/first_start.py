"""What starts do for the demo: create, fill and teach once, register and add missing days each time."""

import asyncio
import datetime as dt
import hashlib
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pydantic import SecretStr

from appdb.connections import ConnectionStore
from appdb.golden import Golden, GoldenStore
from appdb.pool import AppDatabase
from appdb.server import AppServer
from appdb.setup import Progress, Step
from config.secret import auth_secret
from config.settings import Settings
from database.connections import Databases
from database.registry import Registry
from database.spec import ConnectionSpec
from demo import database as demo
from demo.people import CONNECTION

AUTHOR = "demo"
TAUGHT = (Path(__file__).parent / "schema.sql", Path(__file__).parent / "knowledge")
GOLDEN = Path(__file__).parent / "golden.jsonl"
ISO_DATE = re.compile(r"'(\d{4}-\d\d-\d\d)'")
FILLED = "demo_fill"
GOLDEN_EVERY = 3  # of those that fit: a test then takes seconds, and has every kind of question


def steps(settings: Settings, server: AppServer) -> Sequence[Step]:
    """Return the demo's steps, or none where there is no server of our own to hold it."""
    admin_url = server.admin_url
    if not settings.demo or admin_url is None:
        asyncio.run(_register(settings, server.url, None))
        return ()
    url = demo.demo_url(admin_url)
    today = settings.current_date()

    def fill(progress: Progress) -> None:
        demo.create(admin_url)
        demo.fill(url, today, lambda share, _: progress(share))

    def keep_up(progress: Progress) -> None:
        demo.append_missing_days(url, today, lambda share, _: progress(share))
        asyncio.run(_register(settings, server.url, _spec(admin_url)))

    def teach(progress: Progress) -> None:
        asyncio.run(_teach(settings, server.url, progress))

    def golden(progress: Progress) -> None:
        asyncio.run(_keep_golden(server.url))

    return (
        Step(FILLED, "run.demo_fill", fill),
        Step("demo_days", "run.demo_days", keep_up, every_start=True),
        Step(f"demo_teach_{_fingerprint(TAUGHT)}", "run.demo_teach", teach),
        Step(f"demo_golden_{_fingerprint([GOLDEN])}", "run.demo_golden", golden),
    )


def _spec(admin_url: str) -> ConnectionSpec:
    return ConnectionSpec(
        name=CONNECTION,
        url=SecretStr(demo.reader_url(admin_url)),
        schemas=("public",),
        display_zh="高速公路服务区（演示）",
        display_en="Highway service areas (demo)",
    )


async def _register(settings: Settings, url: str, spec: ConnectionSpec | None) -> None:
    """Let the demo's address stand among the registered databases, or no longer."""
    async with await AppDatabase.open(url, size=1) as database:
        databases = Databases.open((), settings)
        registry = Registry(ConnectionStore(database), databases, auth_secret(settings))
        if spec is None:
            await registry.remove(CONNECTION, by=AUTHOR)
            return
        await registry.refresh()
        kept = CONNECTION in databases.names
        known = databases.get(CONNECTION).spec if kept else spec
        if not kept or known.url != spec.url:
            await registry.put(replace(known, url=spec.url), AUTHOR)  # the roles ticked for it stay


async def _teach(settings: Settings, url: str, progress: Progress) -> None:
    """Teach and publish what stands in the demo's folder."""
    from knowledge.base import KnowledgeBase
    from knowledge.records import RecordStore
    from teaching.loaders import load_paths

    report = load_paths(list(TAUGHT))
    async with await AppDatabase.open(url, size=2) as database:
        knowledge = KnowledgeBase(settings, RecordStore(database))
        await knowledge.stage(report.items, CONNECTION, AUTHOR)
        await knowledge.publish(
            CONNECTION, AUTHOR, "demo", lambda done, whole: progress(done / max(whole, 1))
        )
        await knowledge.close()


async def _keep_golden(url: str) -> None:
    """Give the demo some of its golden questions, so that publishing has something to test with."""
    from evaluation.golden import read_file

    found = [
        golden for _, golden in read_file(GOLDEN.name, GOLDEN.read_bytes()).questions if _is_over(golden)
    ]
    async with await AppDatabase.open(url, size=1) as database:
        told = [replace(golden, author=AUTHOR, source=GOLDEN.name) for golden in found[::GOLDEN_EVERY]]
        await GoldenStore(database).take(CONNECTION, told)


def _is_over(golden: Golden) -> bool:
    """Tell whether every period of the gold SQL had ended on the question's day: the demo's days go on."""
    dates = [dt.date.fromisoformat(day) for sql in golden.gold for day in ISO_DATE.findall(sql)]
    return golden.today is None or all(day <= golden.today for day in dates)


def _fingerprint(places: Sequence[Path]) -> str:
    """Return a digest of files and folders: what they hold anew is a step not yet done."""
    digest = hashlib.sha256()
    for place in places:
        for path in sorted([place] if place.is_file() else place.iterdir()):
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:12]
