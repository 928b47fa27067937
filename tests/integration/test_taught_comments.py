"""A COMMENT ON that was taught, and that the database does not have, is read and told like one of its own."""

import psycopg

from appdb.users import User
from services import Services
from tests.fakes.teaching import train_files

USER = User("ann", role="admin", display_name="Ann")
TAUGHT = """COMMENT ON TABLE area IS '服务区';
COMMENT ON COLUMN area.opened IS '开业日';
COMMENT ON COLUMN area.level IS '等级：A 中心区，B 普通区';"""


async def test_codes_and_names_that_were_taught_are_read_and_told(
    taught_shop: Services, shop_url: str
) -> None:
    with psycopg.connect(shop_url, autocommit=True) as connection:
        connection.execute("ALTER TABLE area ADD level text NOT NULL DEFAULT 'A', ADD opened date")
        connection.execute("UPDATE area SET level = 'B', opened = '2026-09-05' WHERE id = 1")
    await taught_shop.databases.get("shop").refresh_schema()
    columns = "CREATE TABLE area (id int PRIMARY KEY, name text NOT NULL, level text, opened date);\n"
    files = [("area.sql", (columns + TAUGHT).encode())]
    report = await train_files(taught_shop.knowledge, files, "shop", "ann", publish=True)
    assert not report.refused
    answer = await taught_shop.assistant.ask_whole(
        "有多少个中心区的服务区", user=USER, thread="a", connection="shop"
    )
    assert answer.rows == [[2]] and "中心区" in answer.answer
    answer = await taught_shop.assistant.ask_whole(
        "2025年开业的服务区有哪些", user=USER, thread="b", connection="shop"
    )
    assert answer.rows == [] and "opened" not in answer.answer.lower()
