"""A hospital in SQLite: a domain the reader was not made on, the same rows each time."""

import datetime as dt
import random
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

CASES = Path(__file__).parents[1] / "cases" / "metrics"
START, END = dt.date(2025, 1, 1), dt.date(2026, 11, 20)
DEPARTMENTS = [
    ("心内科", "Cardiology", 1),
    ("骨科", "Orthopedics", 1),
    ("儿科", "Pediatrics", 2),
    ("急诊科", "Emergency Department", 1),
    ("皮肤科", "Dermatology", 2),
    ("普外科", "General Surgery", 2),
]
DOCTORS = [
    "王建国",
    "李秀英",
    "陈志强",
    "赵敏",
    "刘洋",
    "周婷",
    "吴磊",
    "郑爽",
    "孙丽",
    "马超",
    "朱琳",
    "胡军",
]
Rows = Iterable[Sequence[Any]]


def build(path: Path) -> None:
    """Write the hospital to a file."""
    with sqlite3.connect(path) as connection:
        connection.executescript((CASES / "hospital.sql").read_text())
        for table, rows in data().items():
            filled = list(rows)
            places = ",".join("?" * len(filled[0]))
            connection.executemany(f"INSERT INTO {table} VALUES ({places})", filled)
    connection.close()


def data(seed: int = 11) -> dict[str, Rows]:
    """Return the rows of every table, with gaps: nobody's appointments, stays that go on."""
    make = random.Random(seed)
    length = (END - START).days

    def day() -> str:
        return str(START + dt.timedelta(days=make.randrange(length)))

    found: dict[str, Rows] = {
        "campuses": [(1, "东院区", "East Campus"), (2, "西院区", "West Campus")],
        "departments": [(number, *one) for number, one in enumerate(DEPARTMENTS, 1)],
    }
    found["doctors"] = [(n, name, (n - 1) % 6 + 1, make.randint(1, 3)) for n, name in enumerate(DOCTORS, 1)]
    cities = ["南京", "苏州", "无锡", None]
    found["patients"] = [
        (n, make.choice("MF"), make.choice(cities), make.randint(1, 3)) for n in range(1, 121)
    ]
    kinds, waits = [1, 1, 1, 2], [None, *range(5, 90)]
    found["visits"] = [
        (n, make.randint(1, 120), make.randint(1, 12), day(), make.choice(kinds), make.choice(waits))
        for n in range(1, 2401)
    ]
    bills: list[tuple[Any, ...]] = []
    for visit in range(1, 2401):
        for _ in range(make.randint(0, 2)):
            item = make.choice(["药品", "检验", "检查", "挂号"])
            bills.append((len(bills) + 1, visit, item, make.randint(500, 90000) / 100))
    found["bills"] = bills
    states = [1, 1, 1, 2, 3]
    patients, channels = [None, *range(1, 121)], ["微信", "电话", "现场", None]
    found["appointments"] = [
        (n, make.choice(patients), make.randint(1, 12), day(), make.choice(states), make.choice(channels))
        for n in range(1, 1501)
    ]
    stays = [None, *range(1, 20)]
    found["admissions"] = [
        (n, make.randint(1, 120), make.randint(1, 6), day(), make.choice(stays)) for n in range(1, 601)
    ]
    found["bed_census"] = [
        (str(START + dt.timedelta(days=at)), department, make.randint(10, 30), 30 + department)
        for at in range(length)
        for department in range(1, 7)
    ]
    surgeons = [1, 2, 6, 7, 8, 12]
    found["surgeries"] = [
        (n, make.choice(surgeons), day(), make.randint(1, 4), make.randint(20, 300)) for n in range(1, 501)
    ]
    return found
