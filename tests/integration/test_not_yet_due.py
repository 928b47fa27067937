"""What is owed is told apart into what is overdue and what is not due yet: on PostgreSQL."""

from collections.abc import AsyncIterator

import pytest
from pydantic import SecretStr

from appdb.embedded import EmbeddedPostgres
from appdb.server import APP_ROLE
from config.settings import Settings
from services import Services
from tests.conftest import TODAY, create_database, drop_database
from tests.fakes.own_business import business, told

TABLES = f"""
CREATE TABLE tenant (tenant_id int PRIMARY KEY, name text NOT NULL);
INSERT INTO tenant VALUES (1, 'Aster'), (2, 'Birch'), (3, 'Cedar');
CREATE TABLE rent (rent_id int PRIMARY KEY, tenant_id int NOT NULL REFERENCES tenant, billed_on date NOT NULL,
  due_on date NOT NULL, paid_on date, amount numeric(10, 2) NOT NULL, paid numeric(10, 2) NOT NULL);
COMMENT ON TABLE rent IS 'Rent bills';
INSERT INTO rent SELECT n, 1 + n % 3, day, day + 60,
    CASE WHEN day < date '2026-09-01' AND NOT (n % 3 = 1 AND day >= date '2026-08-01') THEN day + 20 END,
    1000,
    CASE WHEN day < date '2026-09-01' AND NOT (n % 3 = 1 AND day >= date '2026-08-01') THEN 1000 ELSE 0 END
  FROM (SELECT n, date '2025-01-01' + n AS day FROM generate_series(1, 700) n) b WHERE day < date '{TODAY}';
CREATE TABLE fine (fine_id int PRIMARY KEY, tenant_id int NOT NULL REFERENCES tenant, fined_on date NOT NULL,
  paid_on date, amount numeric(10, 2) NOT NULL);
INSERT INTO fine SELECT n, 1 + n % 3, date '2026-01-01' + n,
    CASE WHEN n % 2 = 0 THEN date '2026-01-09' + n END, 10
  FROM generate_series(1, 300) n;
"""
DEFINED = """
metrics:
  - {name: rent_billed, names: {zh: 应收租金, en: Rent billed}, table: rent, expression: SUM(amount),
     time: billed_on, unit: {zh: 元, en: CNY}}
  - {name: arrears, names: {zh: 欠租, en: Arrears}, table: rent, expression: SUM(amount),
     filters: [paid_on IS NULL], unit: {zh: 元, en: CNY}, good: low}
  - {name: unpaid, names: {zh: 未付账单, en: Unpaid bills}, table: rent, expression: COUNT(*),
     filters: [paid_on IS NULL], decimals: 0}
  - {name: billed_ever, names: {zh: 累计应收, en: Billed ever}, table: rent, expression: SUM(amount),
     unit: {zh: 元, en: CNY}}
  - {name: paid_ever, names: {zh: 累计实收, en: Paid ever}, table: rent, expression: SUM(paid),
     unit: {zh: 元, en: CNY}}
  - {name: received, names: {zh: 实收租金, en: Rent received}, table: rent, expression: SUM(paid),
     time: paid_on,
     unit: {zh: 元, en: CNY}}
  - {name: owed, names: {zh: 应收余额, en: Receivables}, difference: [billed_ever, paid_ever],
     unit: {zh: 元, en: CNY}, good: low}
  - {name: late, names: {zh: 逾期租金, en: Overdue rent}, table: rent, expression: SUM(amount),
     filters: [paid_on IS NULL, due_on < CURRENT_DATE], unit: {zh: 元, en: CNY}, good: low}
  - {name: fines_open, names: {zh: 未缴罚款, en: Open fines}, table: fine, expression: SUM(amount),
     filters: [paid_on IS NULL], unit: {zh: 元, en: CNY}}
dimensions:
  - {name: tenant, names: {zh: 租户, en: Tenant}, column: tenant.name, key: tenant.tenant_id}
scorecard: [rent_billed, arrears]
"""


@pytest.fixture(scope="module")
async def rents(
    postgres: EmbeddedPostgres, app_template: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Services]:
    create_database(postgres, "rents")
    create_database(postgres, "of_rents", app_template, owner=APP_ROLE)
    folder = tmp_path_factory.mktemp("rents")
    own = SecretStr(postgres.url("of_rents", APP_ROLE))
    settings = Settings(data_dir=folder / "data", app_database_url=own, today=TODAY)
    async with business(settings, postgres.url("rents"), folder, TABLES, DEFINED) as services:
        yield services
    drop_database(postgres, "of_rents")
    drop_database(postgres, "rents")


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("欠租一共多少", "其中已逾期 31,000 元，还没到期 60,000 元。"),
        ("total arrears", "Of it CNY 31,000 is overdue and CNY 60,000 not due yet."),
        ("Aster的欠租", "其中已逾期 7,000 元，还没到期 20,000 元。"),
        ("未付账单有多少", "其中已逾期 31，还没到期 60。"),
        ("应收余额多少", "其中已逾期 31,000 元，还没到期 60,000 元。"),
        (
            "arrears by tenant",
            "Of it CNY 31,000 is overdue (Birch CNY 17,000; Aster CNY 7,000; Cedar CNY 7,000)",
        ),
        ("欠租最多的2个租户", "只看已逾期的：Birch 17,000 元；Aster 7,000 元；Cedar 7,000 元。"),
    ],
)
async def test_what_is_not_due_yet_is_told_apart(rents: Services, question: str, says: str) -> None:
    assert says in await told(rents, question)


@pytest.mark.parametrize(
    "question",
    [
        pytest.param("how much rent is overdue", id="it keeps to what is due"),
        pytest.param("open fines", id="no day by which it is due"),
        pytest.param("上个月应收租金", id="what was billed, not what is owed"),
        pytest.param("累计实收", id="what came in"),
    ],
)
async def test_nothing_is_told_apart_of_what_is_no_such_figure(rents: Services, question: str) -> None:
    found = await told(rents, question)
    assert "到期" not in found and "not due" not in found, found


async def test_a_report_tells_what_of_it_is_overdue(rents: Services) -> None:
    assert "arrears CNY 91,000 (CNY 31,000 of it overdue, the rest not due yet)" in await told(
        rents, "how are we doing"
    )


@pytest.mark.parametrize(
    "question", ["谁在拖累今年的实收租金", "who is dragging down rent received this year"]
)
async def test_who_holds_back_what_comes_in_is_who_is_overdue(rents: Services, question: str) -> None:
    found = await told(rents, question)
    assert "Birch" in found and ("17,000" in found and "31,000" in found and "91,000" not in found), found
