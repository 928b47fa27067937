"""A cut that lies in several tables: each figure takes its own column, on a real PostgreSQL."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml

from appdb.users import User
from commands.metrics import suggested
from commands.train import report_lines
from config.settings import ROOT
from services import Services, build_services
from teaching.training import TrainReport, train
from tests.conftest import SettingsFor

TABLES = (ROOT / "tests" / "cases" / "metrics" / "drafts" / "store.sql").read_text("utf-8")
ROWS = """
CREATE TABLE climate_target (
  climate text NOT NULL, target_month date NOT NULL, revenue_target numeric(12,2) NOT NULL,
  PRIMARY KEY (climate, target_month));
ALTER TABLE movement ADD climate text NOT NULL DEFAULT 'FROZEN';
INSERT INTO site VALUES (1, 'North'), (2, 'South');
INSERT INTO client VALUES (1, 'Ada', 30);
INSERT INTO room
  SELECT n, 1 + n % 2, 'R' || n, (ARRAY['FROZEN','CHILLED','DEEP'])[1 + n % 3], 100 * n, '2020-01-01'
  FROM generate_series(1, 6) n;
INSERT INTO stock_daily
  SELECT d, s, c, 10 * s, CASE c WHEN 'FROZEN' THEN 30 WHEN 'CHILLED' THEN 20 ELSE 10 END
  FROM generate_series(date '2026-09-01', date '2026-10-31', '1 day') d, generate_series(1, 2) s,
  unnest(ARRAY['FROZEN','CHILLED','DEEP']) c;
INSERT INTO movement (move_id, move_date, site_id, pallets, handling_fee, move_status, climate)
  SELECT n, date '2026-09-01' + n % 61, 1 + n % 2, 5, 7, CASE n % 10 WHEN 0 THEN 'CANCELLED' ELSE 'DONE' END,
  (ARRAY['FROZEN','CHILLED','DEEP'])[1 + n % 3] FROM generate_series(1, 300) n;
INSERT INTO alarm SELECT n, 1 + n % 6, timestamp '2026-10-02' + n * interval '1 hour', -15
  FROM generate_series(1, 20) n;
INSERT INTO complaint VALUES (1, '2026-10-05', 1, 50);
INSERT INTO climate_target SELECT c, m, 1000 FROM unnest(ARRAY['FROZEN','CHILLED','DEEP']) c,
  unnest(ARRAY[date '2026-09-01', date '2026-10-01']) m;
"""
FILE = """metrics:
  - {name: storage, names: Storage fee, table: stock_daily, expression: SUM(storage_fee),
     time: stock_date, decimals: 0}
  - {name: handling, names: Handling fee, table: movement, expression: SUM(handling_fee), time: move_date,
     filters: ["move_status = 'DONE'"], decimals: 0}
  - {name: revenue, names: Revenue, sum: [storage, handling], decimals: 0}
  - {name: target, names: Revenue target, table: climate_target, expression: SUM(revenue_target),
     time: target_month, time_grain: month, decimals: 0}
  - {name: reached, names: Target attainment, ratio: [revenue, target], unit: "%", decimals: 1}
  - {name: positions, names: Positions, table: room, expression: SUM(positions), decimals: 0}
  - {name: alarms, names: Alarms, table: alarm, expression: COUNT(alarm_id), time: raised_at, decimals: 0}
  - {name: complaints, names: Complaints, table: complaint, expression: COUNT(complaint_id),
     time: raised_on, decimals: 0}
dimensions:
  - name: climate
    names: {zh: 温区, en: Climate}
    column: [stock_daily.climate, movement.climate, room.climate, climate_target.climate]
    values: {FROZEN: [冷冻, Frozen], CHILLED: [冷藏, Chilled], DEEP: [超低温, Deep]}
  - {name: site, names: Site, column: site.site_name, key: site.site_id}
"""
OCTOBER = "date '2026-10-01' AND date '2026-10-31'"


@pytest.fixture
async def store(
    settings_for: SettingsFor, app_database_url: str, empty_database_url: str, tmp_path: Path
) -> AsyncIterator[Services]:
    """Return the real services over a cold store on PostgreSQL, whose climates stand in four tables."""
    with psycopg.connect(empty_database_url, autocommit=True) as connection:
        connection.execute(TABLES + ROWS)
    (tmp_path / "data").mkdir()
    connections = tmp_path / "connections.yaml"
    connections.write_text(f"connections:\n  store:\n    url: {empty_database_url}\n", "utf-8")
    own: dict[str, Any] = {"connections_file": connections, "demo": False}
    services = await build_services(settings_for(app_database_url=app_database_url, **own))
    yield services
    await services.close()


async def taught(services: Services, folder: Path, text: str = FILE) -> TrainReport:
    file = folder / "store.yaml"
    file.write_text(text, "utf-8")
    database = services.databases.get("store")
    return await train(services.knowledge, [file], "store", "ann", database=database)


async def answered(services: Services, question: str) -> Any:
    return await services.assistant.ask_whole(question, user=User("ann", role="admin"))


def truth(url: str, sql: str) -> list[list[Any]]:
    with psycopg.connect(url) as connection:
        return sorted([str(row[0]), *map(float, row[1:])] for row in connection.execute(sql).fetchall())


NAMED = "CASE climate WHEN 'FROZEN' THEN 'Frozen' WHEN 'CHILLED' THEN 'Chilled' ELSE 'Deep' END"
REVENUE = f"""SELECT {NAMED}, SUM(fee) FROM (
  SELECT climate, storage_fee AS fee FROM stock_daily WHERE stock_date BETWEEN {OCTOBER} UNION ALL
  SELECT climate, handling_fee FROM movement WHERE move_status = 'DONE' AND move_date BETWEEN {OCTOBER}) f
  GROUP BY 1"""


@pytest.mark.parametrize(
    ("question", "sql"),
    [
        ("storage fee by climate in October 2026",
         f"SELECT {NAMED}, SUM(storage_fee) FROM stock_daily WHERE stock_date BETWEEN {OCTOBER} GROUP BY 1"),
        ("revenue by climate in October 2026", REVENUE),
        ("target attainment by climate in October 2026",
         REVENUE.replace("SUM(fee)", "ROUND(SUM(fee) / 10, 1)")),
        ("positions by climate", f"SELECT {NAMED}, SUM(positions) FROM room GROUP BY 1"),
        ("alarms by climate in October 2026",
         f"SELECT {NAMED}, COUNT(*) FROM alarm JOIN room USING (room_id) GROUP BY 1"),
    ],
)  # fmt: skip
async def test_each_figure_takes_the_column_of_its_own_table_or_the_nearest(
    store: Services, empty_database_url: str, tmp_path: Path, question: str, sql: str
) -> None:
    assert (await taught(store, tmp_path)).refused == []
    answer = await answered(store, question)
    shown = sorted([row[0], float(row[1])] for row in answer.rows)
    assert shown == [row[:2] for row in truth(empty_database_url, sql)]


async def test_members_are_kept_in_each_part_and_what_reaches_none_is_declined(
    store: Services, empty_database_url: str, tmp_path: Path
) -> None:
    await taught(store, tmp_path)
    frozen = await answered(store, "Frozen revenue in October 2026")
    of_all = {row[0]: row[1] for row in truth(empty_database_url, REVENUE)}
    assert float(frozen.rows[0][0]) == of_all["Frozen"]
    declined = await answered(store, "complaints by climate in October 2026")
    assert not declined.rows and "Climate" in declined.answer
    why = await answered(store, "Why did Frozen revenue in October 2026 change against September?")
    assert "Revenue of Frozen" in why.answer and f"{of_all['Frozen']:,.0f}" in why.answer


async def test_members_that_no_definition_names_are_found_in_every_column(
    store: Services, empty_database_url: str, tmp_path: Path
) -> None:
    bare = FILE.replace(
        "    values: {FROZEN: [冷冻, Frozen], CHILLED: [冷藏, Chilled], DEEP: [超低温, Deep]}\n", ""
    )
    assert bare != FILE and (await taught(store, tmp_path, bare)).refused == []
    of_all = {row[0]: row[1] for row in truth(empty_database_url, REVENUE)}
    for question in ("revenue of FROZEN in October 2026", "2026年10月FROZEN的Revenue"):
        answer = await answered(store, question)
        assert [float(cell) for cell in answer.rows[0] if cell != "FROZEN"] == [of_all["Frozen"]], (
            answer.answer
        )


async def test_teaching_says_which_figures_take_which_column_and_refuses_unlike_ones(
    store: Services, tmp_path: Path
) -> None:
    report = await taught(store, tmp_path)
    told = [one.params["figures"] for one in report.warned if one.code == "dimension_lies"]
    assert told == [
        "stock_daily.climate: storage; movement.climate: handling; room.climate: positions, alarms; "
        "climate_target.climate: target; –: complaints"
    ]
    assert any("lies in several tables" in line for line in report_lines(report, "en"))
    unlike = await taught(store, tmp_path, FILE.replace("room.climate", "room.positions"))
    assert [(one.code, one.params["column"]) for one in unlike.refused] == [
        ("metric_columns_unlike", "room.positions")
    ]
    keyed = await taught(store, tmp_path, FILE.replace("names: {zh: 温区, en: Climate}", "key: room.room_id"))
    assert [one.params.get("field") for one in keyed.refused] == ["column, key"]


async def test_a_draft_proposes_one_cut_where_the_same_codes_stand_in_several_tables(store: Services) -> None:
    text = await suggested(store, "store")
    cuts = {one["name"]: one for one in yaml.load(text, Loader=yaml.CSafeLoader)["dimensions"]}
    assert sorted(cuts["climate"]["column"]) == [
        "climate_target.climate", "movement.climate", "room.climate", "stock_daily.climate"
    ]  # fmt: skip
    assert cuts["climate"]["values"]["FROZEN"] == ["冷冻", "frozen"]
    assert "stands in several tables with the same codes" in text
