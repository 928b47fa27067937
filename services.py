"""Everything built once and wired: settings → databases, knowledge, reasoner, graph, assistant."""

import asyncio
import datetime as dt
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from agent.checkpoints import FencedSaver
from agent.graph import build_graph
from agent.hooks import load_hooks
from agent.memory import AnswerMemory
from agent.rooms import Rooms
from appdb.alone import alone_in
from appdb.audit import AuditLog
from appdb.connections import ConnectionStore
from appdb.drafts import DraftStore
from appdb.own_files import OwnFileStore
from appdb.places import Places
from appdb.pool import AppDatabase
from appdb.preferences import PreferenceStore
from appdb.results import ResultStore
from appdb.server import AppServer
from appdb.share import Share
from appdb.space import has_room
from appdb.teaching_runs import TeachingRuns
from appdb.traces import TraceStore
from appdb.turns import TurnStore
from appdb.users import PeopleStore, User
from assistant import Assistant
from config.secret import auth_secret
from config.settings import Settings
from config.settings import settings as process_settings
from database.access import AccessRules
from database.by_hand import SqlDesk
from database.connections import Databases
from database.registry import Registry
from database.rights import Rights
from database.spec import load_specs
from errors import WenshuError
from knowledge.base import KnowledgeBase
from knowledge.profiling.known_values import KnownValues
from knowledge.profiling.store import ProfileStore
from knowledge.records import RecordStore
from knowledge.use import UseCounter
from reasoning.fallback import FallbackReasoner
from reasoning.offline import OfflineReasoner
from reasoning.prompting import Shape
from reasoning.reasoner import Reasoner
from reasoning.suggesting import drafted
from schedules.wired import Schedules, wire
from teaching.live.descriptions import DescriptionStore
from teaching.live.reader import SchemaReader
from teaching.live.runs import ReadingStore
from teaching.live.tables import LiveTableStore
from teaching.live.teaching import LiveTeaching
from teaching.notes import NoteStore
from teaching.own_files import OwnFiles
from teaching.upkeep.checkup import NIGHTLY, Checkups
from teaching.upkeep.nightly import every_night
from teaching.upkeep.review import ReviewStore
from understanding.held import Understandings
from understanding.taught import Taught

if TYPE_CHECKING:
    from llm.openai import ChatClient
    from reasoning.describing import ModelDrafter
    from reasoning.naming import ModelNamer

log = logging.getLogger(__name__)

CHECKPOINTS_LOCK = 0x77656E0003
# Just after a start the values are still being read, and a question may be declined for want of them.
SCHEDULES_AFTER_S = 60.0


@dataclass(frozen=True)
class Services:
    """What front ends use."""

    settings: Settings
    server: AppServer
    app_database: AppDatabase
    people: PeopleStore
    results: ResultStore
    turns: TurnStore
    audit: AuditLog
    traces: TraceStore
    access: AccessRules
    databases: Databases
    sql: SqlDesk
    registry: Registry
    records: RecordStore
    knowledge: KnowledgeBase
    known_values: KnownValues
    taught: Taught
    own_files: OwnFiles
    notes: NoteStore
    drafts: DraftStore
    reviews: ReviewStore
    reasoner: Reasoner
    live_tables: LiveTableStore
    schema_reader: SchemaReader
    live_teaching: LiveTeaching
    clients: "tuple[ChatClient, ...]"
    drafter: "ModelDrafter | None"
    namer: "ModelNamer | None"
    rooms: Rooms
    assistant: Assistant
    schedules: Schedules
    writable: dict[str, tuple[str, ...]] = field(default_factory=dict)  # what each sign-in could write

    @property
    def app_database_url(self) -> str:
        """Return the address of the app's own database."""
        return self.server.url

    async def problems(self) -> list[str]:
        """Name what keeps the app from serving; empty is ready."""
        try:
            await self.app_database.row("SELECT 1 AS one")
        except Exception:  # psycopg and its pool raise many kinds; each means: not ready
            log.warning("not ready", exc_info=True)
            return ["app_database"]
        return [] if await asyncio.to_thread(has_room, self.settings.data_dir) else ["disk_full"]

    async def today(self, user: User, connection: str) -> dt.date:
        """Return the day that a person's questions to a database are read against."""
        return await self.taught.today(connection, self.access.rights(user, connection))

    async def warm_up(self) -> None:
        """Settle what a killed process left running, look for rights to write, and read ahead.

        A database that is away is left alone.
        """
        try:
            await TeachingRuns(self.app_database).settle()
        except WenshuError as error:
            log.warning("runs of killed processes not settled", extra={"cause": str(error)})
        for name in self.databases.names:
            try:
                await self.look_for_rights_to_write(name)
                await self.knowledge.warm_up(name)
                await self.taught.ready(name, Rights(role="", connection=name))
            except WenshuError as error:
                log.info("not read ahead", extra={"connection": name, "cause": str(error)})

    async def look_for_rights_to_write(self, name: str) -> None:
        """Note what a database's sign-in could write."""
        self.writable[name] = await self.databases.get(name).writable()
        if self.writable[name]:
            log.warning("sign-in can write", extra={"connection": name, "what": self.writable[name][:5]})

    async def check_nightly(self) -> None:
        """Check every connection's knowledge once a night; whichever replica comes first does it."""

        async def check() -> None:
            for name in self.databases.names:
                try:
                    await Checkups(self.app_database).run(self.databases.get(name), NIGHTLY)
                except WenshuError as error:
                    log.info("not checked tonight", extra={"connection": name, "cause": str(error)})

        await every_night(self.settings.health_hour, self.settings.timezone, check)

    async def forget(self, owner: str, thread: str) -> None:
        """Forget a conversation, and the files dropped into it that are not kept."""
        await self.assistant.forget(owner, thread)
        await self.own_files.forget_thread(owner, thread)

    async def take_up_abandoned(self) -> None:
        """Answer what a killed process left and nobody waits for."""
        await self.assistant.take_up_abandoned(self.people.find)

    async def carry_out_schedules(self) -> None:
        """Ask, for ever, what people want asked at its times; whichever process comes first does."""
        if self.settings.schedules:
            await asyncio.sleep(SCHEDULES_AFTER_S)
            await self.schedules.runner.for_ever()

    async def close(self) -> None:
        """Give everything back, the app's database last."""
        await self.assistant.close()
        await asyncio.gather(*(client.aclose() for client in self.clients))
        await self.schema_reader.close()
        await self.taught.close()
        await self.known_values.close()
        await self.knowledge.close()
        await self.databases.close()
        await self.app_database.close()
        await asyncio.to_thread(self.server.stop)


async def build_services(config: Settings, share: Share | None = None) -> Services:
    """Build everything from settings; `share` goes before what these let a person have at once."""
    server = AppServer(config)
    await asyncio.to_thread(server.start)
    app_database = await AppDatabase.open(server.url)
    try:
        return await _wired(config, server, app_database, share)
    except BaseException:
        await app_database.close()
        await asyncio.to_thread(server.stop)
        raise


async def _wired(
    config: Settings, server: AppServer, app_database: AppDatabase, share: Share | None
) -> Services:
    secret = auth_secret(config)
    declared = load_specs(config.connections_file) if config.connections_file else ()
    databases = Databases.open((), config, Places(app_database))
    registry = Registry(
        ConnectionStore(app_database), databases, secret, declared=[spec.name for spec in declared]
    )
    await registry.refresh()
    for spec in declared:
        await databases.add(spec)
    access = AccessRules.load(
        config.access_file, mask_key=secret, kept_to=databases.roles, owner_of=databases.owner
    )
    records = RecordStore(app_database)
    known_values = KnownValues(databases, ProfileStore(app_database))
    knowledge = KnowledgeBase(
        config,
        records,
        find_values=lambda *asked: taught.find_values(*asked),
        find_notes=lambda *asked: taught.column_notes(*asked),
        find_keys=lambda connection: taught.inferred_keys(connection),
        use=UseCounter(app_database),
    )
    taught = Taught(Understandings(config, databases, knowledge, known_values))
    own_files = OwnFiles(
        config,
        OwnFileStore(app_database),
        databases,
        knowledge,
        known_values,
        lambda database, rights: drafted(database, rights, known_values),
    )
    await own_files.refresh()
    saver = FencedSaver(app_database, JsonPlusSerializer())
    async with alone_in(app_database, CHECKPOINTS_LOCK):
        await saver.setup()
    results = ResultStore(app_database, config.result_days)
    turns = TurnStore(app_database, share or _share(config))
    audit = AuditLog(app_database)
    traces = TraceStore(app_database, config.trace_days)
    clients = _clients(config)
    reasoner = _reasoner(config, clients, knowledge.sql_messages)
    live = LiveTableStore(app_database)
    rooms = Rooms(
        graph=build_graph(saver, step_durable=config.durability == "async"),
        settings=config,
        databases=databases,
        rights_of=access.rights,
        knowledge=knowledge,
        notes=NoteStore(app_database),
        preferences=PreferenceStore(app_database),
        reuse=taught.reuse,
        metrics=taught.metric,
        rows=taught.rows,
        figures=taught,
        reasoner=reasoner,
        results=results,
        turns=turns,
        recall=AnswerMemory(),
        traces=traces,
        hooks=load_hooks(config.hooks or ""),
    )
    assistant, people = Assistant(rooms), PeopleStore(app_database)
    return Services(
        settings=config,
        server=server,
        app_database=app_database,
        people=people,
        results=results,
        turns=turns,
        audit=audit,
        traces=traces,
        access=access,
        databases=databases,
        sql=SqlDesk(databases, access, audit, config.sql_dry_run),
        registry=registry,
        records=records,
        knowledge=knowledge,
        known_values=known_values,
        taught=taught,
        own_files=own_files,
        notes=NoteStore(app_database),
        drafts=DraftStore(app_database),
        reviews=ReviewStore(app_database),
        reasoner=reasoner,
        live_tables=live,
        schema_reader=SchemaReader(
            databases,
            ReadingStore(app_database),
            live,
            lambda name: access.reaching(name).values(),
            lambda name: known_values.read(name, anew=True),
        ),
        live_teaching=LiveTeaching(records, live, DescriptionStore(app_database)),
        clients=clients,
        drafter=_drafter(config, clients),
        namer=_namer(clients),
        rooms=rooms,
        assistant=assistant,
        schedules=wire(
            config,
            app_database,
            secret,
            ask=assistant.ask_whole,
            find=people.find,
            access=access,
            connections=lambda owner: (*databases.names, *databases.owned(owner)),
        ),
    )


def _share(config: Settings, messages_a_minute: int = 0) -> Share:
    return Share(config.max_running_per_user, config.max_waiting_per_user, messages_a_minute)


def _clients(config: Settings) -> "tuple[ChatClient, ...]":
    """Return a client of each model that is set, the first of which is asked where nothing else is said."""
    if config.openai_api_key is None and config.openai_base_url is None:
        return ()
    # The provider's client takes half a second and 25 MB, for nothing where no model is set.
    from llm.openai import ChatClient

    names = [config.llm_model, *([config.llm_fallback_model] if config.llm_fallback_model else [])]
    return tuple(ChatClient.of(config, name) for name in names)


def _reasoner(config: Settings, clients: "Sequence[ChatClient]", shape: Shape) -> Reasoner:
    """Return the models with the offline reasoner behind them, or the latter alone where none is set."""
    offline = OfflineReasoner()
    if not clients:
        return offline
    from reasoning.model import ModelReasoner

    models = [ModelReasoner(one, strict_tools=config.strict_tools, shape=shape) for one in clients]
    return FallbackReasoner([*models, offline])


def _drafter(config: Settings, clients: "Sequence[ChatClient]") -> "ModelDrafter | None":
    """Return who drafts descriptions, or nobody where no model is set."""
    if not clients:
        return None
    from reasoning.describing import ModelDrafter

    return ModelDrafter(clients[0], shows_values=config.result_summary)


def _namer(clients: "Sequence[ChatClient]") -> "ModelNamer | None":
    """Return who names drafted figures, or nobody where no model is set."""
    if not clients:
        return None
    from reasoning.naming import ModelNamer

    return ModelNamer(clients[0])


_opened: Services | None = None


async def open_services() -> Services:
    """Build this process's services, once, for people who come over the network."""
    global _opened
    if _opened is None:
        config = process_settings()
        _opened = await build_services(config, _share(config, config.max_messages_per_minute))
    return _opened


def services() -> Services:
    """Return this process's services, or raise where they are not open."""
    if _opened is None:
        raise WenshuError("not_started")
    return _opened


async def close_services() -> None:
    """Close this process's services."""
    global _opened
    if _opened is not None:
        closing, _opened = _opened, None
        await closing.close()
