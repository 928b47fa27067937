"""Schedules carried out: a clock that is moved, two replicas on one database, and whatever may go wrong."""

import asyncio
import datetime as dt
import itertools
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

import pytest

from agent.events import Answer
from appdb.pool import AppDatabase
from appdb.schedules import Run, Schedule, ScheduleStore
from appdb.shared import Shared
from appdb.users import PeopleStore, User
from config.settings import ROOT, Settings
from database.access import AccessRules
from errors import AccessError, DeliveryError, InputError, NotFoundError
from schedules.channels import Channel
from schedules.condition import Condition
from schedules.desk import Wanted
from schedules.message import Message
from schedules.wired import Schedules, wire

FRIDAY = dt.datetime(2026, 11, 20, 4, 0, tzinfo=dt.UTC)  # noon in Shanghai
MONDAY = dt.datetime(2026, 11, 23, 0, 0, tzinfo=dt.UTC)  # 8:00 there
HOOK = Channel("slack", "https://hooks.example.com/T/secret-token")
ANN = User("ann", "analyst", display_name="Ann")
DAY = dt.timedelta(days=1)
QUERY = {"version": 1, "metrics": ["revenue"], "windows": [{"from": "2026-11-09", "until": "2026-11-16"}]}
LAST_WEEK = Wanted("上周营业额", "demo", "每周一 8:00", "Asia/Shanghai", "zh", (HOOK,))
DAILY = replace(LAST_WEEK, question="昨天营业额", when="每天 8:00")


def figure(value: float | None, **more: Any) -> Answer:
    """Return an answer of one figure."""
    columns = [{"name": "营业额", "type": "number"}]
    words = f"上周营业额为 {value} 元。"
    return Answer(
        "data",
        words,
        "上周营业额",
        columns=columns,
        rows=[[value]],
        row_count=1,
        source="metric",
        query=QUERY,
        **more,
    )


@dataclass
class Office:
    """A clock, whoever answers, and what was sent; any number of replicas share them."""

    app: AppDatabase
    settings: Settings
    now: dt.datetime = FRIDAY
    answers: list[Answer | Exception] = field(default_factory=list)
    asked: list[dict[str, Any]] = field(default_factory=list)
    sent: list[tuple[Channel, Message]] = field(default_factory=list)
    refuses: set[str] = field(default_factory=set)
    connections: tuple[str, ...] = ("demo",)
    before_sending: Callable[[], Any] | None = None
    held: asyncio.Event | None = None  # what is asked from now on waits for it
    shared: list[Shared] = field(default_factory=list)
    begun: asyncio.Event = field(default_factory=asyncio.Event)

    def replica(self) -> Schedules:
        """Return another process's schedules on the same database."""
        access = AccessRules.load(ROOT / "config" / "access.yaml")
        people = PeopleStore(self.app)
        return wire(
            self.settings,
            self.app,
            "a secret of the tests that is long enough",
            ask=self.ask,
            find=people.find,
            access=access,
            connections=lambda owner: self.connections,
            sends=self,
            share=self.share,
            clock=lambda: self.now,
        )

    async def share(self, shared: Shared) -> None:
        """Keep what may be opened by its link."""
        self.shared.append(shared)

    async def ask(self, question: str, **who: Any) -> Answer:
        """Return what is told to be answered; the last answer stays."""
        self.asked.append({"question": question, **who})
        self.begun.set()
        if self.held is not None:
            await self.held.wait()
        found = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(found, Exception):
            raise found
        return replace(found, id=who.get("turn", ""))

    async def send(self, channel: Channel, message: Message, now: dt.datetime) -> None:
        """Keep what is sent."""
        if self.before_sending is not None:
            await self.before_sending()
        if channel.address in self.refuses:
            raise DeliveryError("webhook_refused", status=404)
        self.sent.append((channel, message))

    @property
    def texts(self) -> list[str]:
        """Return the texts that were sent."""
        return [message.text for _, message in self.sent]


@pytest.fixture
async def office(app_database: AppDatabase, settings_for: Callable[..., Settings]) -> Office:
    """Return an office in which Ann works."""
    people = PeopleStore(app_database)
    await people.put(ANN.name, None, ANN.role, display_name="Ann")
    await people.put("bob", None, "viewer")
    await people.put("eve", None, "admin")
    settings = settings_for(public_url="https://wenshu.example", schedule_most_failures=3)
    return Office(app_database, settings, answers=[figure(5.0)])


async def added(office: Office, wanted: Wanted = LAST_WEEK) -> tuple[Schedules, Schedule]:
    """Schedule something as Ann."""
    replica = office.replica()
    schedule, _ = await replica.desk.add(ANN, wanted)
    office.asked.clear()
    office.begun.clear()
    return replica, schedule


async def history(office: Office, schedule: Schedule) -> list[Run]:
    """Return its runs, the oldest first."""
    return list(reversed(await ScheduleStore(office.app).runs(schedule.id, 100)))


async def state(office: Office, schedule: Schedule) -> Schedule:
    return await ScheduleStore(office.app).get(schedule.id)


async def test_question_is_asked_at_its_time_as_its_owner_and_the_answer_is_sent(office: Office) -> None:
    replica, schedule = await added(office)
    assert schedule.next_at == MONDAY and await replica.runner.look() == 0
    office.now = MONDAY
    assert await replica.runner.look() == 1 and await replica.runner.look() == 0
    [asked] = office.asked
    assert (asked["question"], asked["user"].name, asked["connection"]) == ("上周营业额", "ann", "demo")
    assert asked["fresh"] is True
    [(channel, message)] = office.sent
    assert channel == HOOK and message.subject == "问数：上周营业额"
    assert "上周营业额为 5.0 元" in message.text and "按 Ann（角色 analyst）的权限" in message.text
    assert "https://wenshu.example/schedules" in message.text
    assert message.link == f"https://wenshu.example/answers/{asked['turn']}"
    access = AccessRules.load(ROOT / "config" / "access.yaml")
    assert office.shared == [Shared(asked["turn"], "ann", access.rights(ANN, "demo").fingerprint())]
    [run] = await history(office, schedule)
    assert (run.status, run.deliveries, run.turn) == ("sent", {"0": "sent"}, asked["turn"])
    assert (await state(office, schedule)).next_at == MONDAY + 7 * DAY


async def test_two_replicas_deliver_once(office: Office) -> None:
    replica, schedule = await added(office)
    office.now, office.held = MONDAY, (held := asyncio.Event())
    looks = [asyncio.create_task(one.runner.look()) for one in (replica, office.replica(), office.replica())]
    for others in itertools.islice(asyncio.as_completed(looks), 2):
        assert await others == 0
    held.set()
    counts = await asyncio.gather(*looks)
    assert sum(counts) == 1 and len(office.sent) == 1 and len(await history(office, schedule)) == 1


async def test_what_a_late_replica_still_wants_to_send_is_not_sent(office: Office) -> None:
    replica, schedule = await added(office)
    office.now, office.held = MONDAY, (held := asyncio.Event())
    late = asyncio.create_task(replica.runner._one_by_one())  # one claim: its look has others
    await office.begun.wait()
    office.held = None
    await office.app.run("UPDATE schedules SET claimed_until = '-infinity'")  # as after a long pause of it
    assert await office.replica().runner.look() == 1
    held.set()
    await late
    assert len(office.asked) == 2 and len(office.sent) == 1
    [run] = await history(office, schedule)
    assert (run.status, run.tries) == ("sent", 2)


async def test_delivery_that_was_begun_before_a_kill_is_not_sent_twice(office: Office) -> None:
    second = Channel("teams", "https://teams.example.com/x")
    replica, schedule = await added(office, replace(LAST_WEEK, channels=(HOOK, second)))
    office.now = MONDAY

    async def kill() -> None:
        office.before_sending = None
        raise asyncio.CancelledError

    office.before_sending = kill
    await replica.runner.look()
    assert office.sent == []
    await office.app.run("UPDATE schedules SET claimed_until = '-infinity'")
    await office.replica().runner.look()
    assert [channel for channel, _ in office.sent] == [second]
    [run] = await history(office, schedule)
    assert run.deliveries == {"0": "unknown", "1": "sent"} and run.status == "sent"


async def test_missed_times_are_told_once_and_not_made_up_for(office: Office) -> None:
    replica, schedule = await added(office, DAILY)
    office.now = FRIDAY + 10 * DAY
    assert await replica.runner.look() == 1
    assert "错过了之前的 9 次" in office.texts[0] and len(office.sent) == 1
    [run] = await history(office, schedule)
    assert run.missed == 9
    office.now += DAY
    await replica.runner.look()
    assert "错过" not in office.texts[1]


async def test_late_run_says_when_it_was_due(office: Office) -> None:
    replica, _ = await added(office)
    office.now = MONDAY + dt.timedelta(hours=3)
    await replica.runner.look()
    assert "本应在 2026-11-23 08:00 发送" in office.texts[0]


async def test_failure_is_told_once_and_after_some_it_stops_and_says_so(office: Office) -> None:
    replica, schedule = await added(office, DAILY)
    office.answers = [Answer("unanswerable", "没有这个指标。", "昨天营业额")]
    for day in range(1, 6):
        office.now = FRIDAY + day * DAY
        await replica.runner.look()
    assert len(office.asked) == 3, "it stopped"
    assert len(office.sent) == 2 and "这次没有结果" in office.texts[0] and "不再发送" in office.texts[1]
    assert "没有这个指标" in office.texts[0]
    kept = await state(office, schedule)
    assert kept.state == "stopped" and kept.why and kept.why["code"] == "schedule_no_answer"
    office.answers = [figure(5.0)]
    await replica.desk.resume(ANN, schedule.id)
    office.now += DAY
    await replica.runner.look()
    assert "5.0" in office.texts[-1] and (await state(office, schedule)).failures == 0


async def test_one_good_run_forgives_the_failures_before(office: Office) -> None:
    replica, schedule = await added(office, DAILY)
    bad = Answer("failed", "连不上。", "昨天营业额")
    office.answers = [bad, bad, figure(1.0), bad, bad, figure(2.0)]
    for day in range(1, 7):
        office.now = FRIDAY + day * DAY
        await replica.runner.look()
    assert (await state(office, schedule)).state == "active"


async def test_disabled_owner_stops_it_and_nothing_is_asked(office: Office) -> None:
    replica, schedule = await added(office)
    await PeopleStore(office.app).set_disabled("ann", True)
    office.now = MONDAY
    await replica.runner.look()
    assert office.asked == [] and "ann 已不能使用问数" in office.texts[0]
    kept = await state(office, schedule)
    assert kept.state == "stopped" and kept.why and kept.why["code"] == "schedule_owner_gone"


async def test_connection_that_is_gone_or_forbidden_stops_it(office: Office) -> None:
    replica, gone = await added(office)
    office.connections = ()
    office.now = MONDAY
    await replica.runner.look()
    assert office.asked == [] and "demo 已不再连接" in office.texts[0]
    assert (await state(office, gone)).state == "stopped"


async def test_answer_is_of_the_rights_the_owner_has_then(office: Office) -> None:
    replica, _ = await added(office, DAILY)
    await PeopleStore(office.app).set_role("ann", "branch_manager")
    office.now = FRIDAY + DAY
    await replica.runner.look()
    assert office.asked[0]["user"].role == "branch_manager"
    assert "角色 branch_manager" in office.texts[0]
    await PeopleStore(office.app).set_role("ann", "no such role")
    office.now += DAY
    await replica.runner.look()
    assert len(office.asked) == 1 and "不再发送" in office.texts[1]


async def test_question_that_is_read_otherwise_by_now_is_not_sent(office: Office) -> None:
    replica, schedule = await added(office, DAILY)
    later = {**QUERY, "windows": [{"from": "2026-11-16", "until": "2026-11-23"}]}
    office.answers = [
        replace(figure(6.0), query=later),
        replace(figure(7.0), query={**QUERY, "metrics": ["profit"]}),
    ]
    office.now = FRIDAY + DAY
    await replica.runner.look()
    office.now += DAY
    await replica.runner.look()
    assert "6.0" in office.texts[0], "another week is no other reading"
    assert "7.0" not in office.texts[1] and "理解与设定时不同" in office.texts[1]
    assert [run.status for run in await history(office, schedule)] == ["sent", "failed"]


async def test_alert_is_told_once_per_event_with_a_quiet_time(office: Office) -> None:
    wanted = replace(DAILY, condition=Condition("below", Decimal(10), quiet_h=30))
    office.answers = [figure(20.0)]
    replica, schedule = await added(office, wanted)
    office.answers = [figure(value) for value in (20.0, 9.0, 8.0, 20.0, 7.0, 7.0)]
    for day in range(1, 7):
        office.now = FRIDAY + day * DAY
        await replica.runner.look()
    assert [run.status for run in await history(office, schedule)] == [
        *("quiet", "sent", "quiet", "quiet", "sent", "quiet")
    ]
    assert all("条件成立：低于 10" in text for text in office.texts) and len(office.texts) == 2
    assert office.sent[0][1].subject == "问数提醒：昨天营业额"


async def test_alert_that_reached_nobody_is_told_at_the_next_look(office: Office) -> None:
    wanted = replace(DAILY, condition=Condition("above", Decimal(1), quiet_h=0))
    replica, schedule = await added(office, wanted)
    office.refuses = {HOOK.address}
    office.now = FRIDAY + DAY
    await replica.runner.look()
    office.refuses = set()
    office.now += DAY
    await replica.runner.look()
    statuses = [run.status for run in await history(office, schedule)]
    assert statuses == ["failed", "sent"] and len(office.sent) == 1


async def test_one_dead_place_does_not_keep_others_from_theirs(office: Office) -> None:
    second = Channel("teams", "https://teams.example.com/x")
    replica, schedule = await added(office, replace(LAST_WEEK, channels=(HOOK, second)))
    office.refuses, office.now = {HOOK.address}, MONDAY
    await replica.runner.look()
    [run] = await history(office, schedule)
    assert run.status == "sent" and run.deliveries == {"0": "webhook_refused", "1": "sent"}


async def test_change_is_not_told_across_other_rights(office: Office) -> None:
    wanted = replace(DAILY, condition=Condition("change", Decimal(10)))
    office.answers = [figure(100.0)]
    replica, schedule = await added(office, wanted)
    office.answers = [figure(20.0), figure(30.0)]
    people = PeopleStore(office.app)
    await people.put("ann", None, "branch_manager", {"branch_id": "2"})
    for day in (1, 2):
        office.now = FRIDAY + day * DAY
        await replica.runner.look()
    assert [run.status for run in await history(office, schedule)] == ["quiet", "sent"]
    assert "上次看时 20，变化 +50.0%" in office.texts[0]


async def test_run_by_hand_is_beside_its_times_and_says_whether_the_condition_holds(office: Office) -> None:
    wanted = replace(DAILY, condition=Condition("above", Decimal(10), quiet_h=0))
    replica, schedule = await added(office, wanted)
    await replica.desk.run_now(ANN, schedule.id)
    assert await replica.runner.look() == 1
    assert "条件现在不成立：高于 10" in office.texts[0] and "手动发送" in office.texts[0]
    kept = await state(office, schedule)
    assert (kept.asked_at, kept.next_at, kept.memory) == (None, schedule.next_at, {})


async def test_paused_is_not_asked_and_what_it_missed_is_not_made_up_for(office: Office) -> None:
    replica, schedule = await added(office, DAILY)
    await replica.desk.pause(ANN, schedule.id)
    office.now = FRIDAY + 5 * DAY
    assert await replica.runner.look() == 0
    await replica.desk.resume(ANN, schedule.id)
    assert await replica.runner.look() == 0
    office.now += DAY
    await replica.runner.look()
    assert "错过" not in office.texts[0]


async def test_removed_while_it_runs_is_not_sent(office: Office) -> None:
    replica, schedule = await added(office)
    office.now, office.held = MONDAY, (held := asyncio.Event())
    looking = asyncio.create_task(replica.runner.look())
    await office.begun.wait()
    await replica.desk.remove(ANN, schedule.id)
    held.set()
    await looking
    assert office.sent == []


async def test_fault_of_ours_is_told_without_its_words(office: Office) -> None:
    replica, schedule = await added(office)
    office.answers, office.now = [RuntimeError("postgresql://reader:password@db")], MONDAY
    await replica.runner.look()
    [run] = await history(office, schedule)
    assert run.status == "failed" and "password" not in office.texts[0] + str(run.why)


async def test_only_ones_own_can_be_changed_and_admins_may_pause_and_remove(office: Office) -> None:
    replica, schedule = await added(office)
    bob, eve = User("bob", "viewer"), User("eve", "admin")
    for act in (replica.desk.pause, replica.desk.resume, replica.desk.run_now, replica.desk.remove):
        with pytest.raises(NotFoundError):
            await act(bob, schedule.id)
    for act in (replica.desk.resume, replica.desk.run_now):
        with pytest.raises(NotFoundError):
            await act(eve, schedule.id)
    await replica.desk.pause(eve, schedule.id)
    assert (await state(office, schedule)).state == "paused"
    await replica.desk.remove(eve, schedule.id)
    assert await replica.desk.store.of() == []


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"connection": "elsewhere"}, NotFoundError),
        ({"when": "now and then"}, InputError),
        ({"when": "* * * * *"}, InputError),
        ({"channels": ()}, InputError),
        ({"channels": (Channel("slack", "http://10.0.0.1/x"),)}, InputError),
        ({"channels": (Channel("mail", "a@b.cn"),)}, InputError),
        ({"query": {**QUERY, "metrics": ["profit"]}}, InputError),
        ({"condition": Condition("anomaly")}, InputError),
    ],
)
async def test_what_could_not_be_carried_out_is_not_kept(
    office: Office, changes: dict[str, Any], error: type[Exception]
) -> None:
    desk = office.replica().desk
    with pytest.raises(error):
        await desk.add(ANN, replace(LAST_WEEK, **changes))
    assert await desk.store.of() == []


async def test_question_without_data_and_people_without_export_have_no_schedule(office: Office) -> None:
    desk = office.replica().desk
    office.answers = [Answer("clarify", "哪一个营业额？", "上周营业额")]
    with pytest.raises(InputError) as refused:
        await desk.add(ANN, LAST_WEEK)
    assert refused.value.code == "schedule_no_answer"
    with pytest.raises(AccessError):
        await desk.add(User("x", "nobody"), LAST_WEEK)


async def test_number_of_schedules_is_bounded(office: Office) -> None:
    office.settings = office.settings.model_copy(update={"max_schedules_per_user": 1})
    replica, _ = await added(office)
    with pytest.raises(InputError) as refused:
        await replica.desk.add(ANN, DAILY)
    assert refused.value.code == "schedules_too_many"


async def test_no_address_stands_in_the_database(office: Office) -> None:
    replica, _ = await added(office)
    office.now = MONDAY
    await replica.runner.look()
    rows = await office.app.rows(
        "SELECT to_jsonb(s)::text AS row FROM schedules s"
        " UNION ALL SELECT to_jsonb(r)::text FROM schedule_runs r"
        " UNION ALL SELECT to_jsonb(a)::text FROM audit a"
    )
    assert len(rows) >= 4 and not any("secret-token" in row["row"] for row in rows)
    acts = [row["act"] for row in await office.app.rows("SELECT act FROM audit ORDER BY id")]
    assert acts == ["schedule.add", "schedule.send"]
