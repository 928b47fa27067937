"""The companies, branches, service areas, shops and people of the demo, and the rows of their tables."""

import datetime as dt
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import yaml

from demo.days import WORLD, holidays
from demo.noise import choice, uniform

Row = tuple[Any, ...]
SHOPS_BY_LEVEL = {1: (1, 2, 3, 4, 5), 2: (1, 2), 3: (2,)}
POSITIONS = (1, 1, 2, 2, 3, 3, 4, 5, 6, 2)  # of each service area's ten people
CLOSED_SHOP_DATE = dt.date(2026, 3, 31)
SIDE_NAMES = (("上行侧", "Upbound"), ("下行侧", "Downbound"))


@dataclass(frozen=True)
class Area:
    """A service area and what drives its figures."""

    id: int
    branch: int
    section: int
    name: str
    name_en: str
    level: int
    stake_km: float
    sides: tuple[int, ...]
    passing: int
    enter_share: float
    opened_on: dt.date
    piles: int


@dataclass(frozen=True)
class Shop:
    """A shop and what drives its figures."""

    id: int
    area: int
    side: int
    merchant: int
    category: int
    name: str
    name_en: str
    area_m2: int
    opened_on: dt.date
    closed_on: dt.date | None
    quality: float
    price: float


@lru_cache(maxsize=2)
def read(name: str) -> dict[str, Any]:
    """Return one of the demo's data files."""
    content = yaml.load((WORLD / f"{name}.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    return dict(content)


def pick(stream: str, low: float, high: float, *keys: int) -> float:
    """Return one number between low and high that depends on the keys alone."""
    return low + (high - low) * float(uniform(stream, *keys))


def person(stream: str, key: int) -> tuple[str, str]:
    """Return a name and a mobile number."""
    names = read("business")
    family = names["family_names"][int(pick(f"{stream} family", 0, len(names["family_names"]), key))]
    given = names["given_names"][int(pick(f"{stream} given", 0, len(names["given_names"]), key))]
    return family + given, f"13{int(pick(f'{stream} phone', 5, 10, key))}{int(pick(stream, 0, 1e8, key)):08d}"


@lru_cache(maxsize=1)
def areas() -> tuple[Area, ...]:
    """Return the service areas in the order of their ids."""
    places = read("places")
    sections = {section["name"]: number for number, section in enumerate(places["sections"], 1)}
    found: list[Area] = []
    side = 0
    for branch, row in enumerate(places["branches"], 1):
        for name, name_en, section, level, stake, sides, passing, enter, opened, piles in row["areas"]:
            ids = tuple(range(side + 1, side + sides + 1))
            side += sides
            found.append(
                Area(len(found) + 1, branch, sections[section], name, name_en, level, stake, ids,
                     passing * 1000, enter / 100, opened, piles)
            )  # fmt: skip
    return tuple(found)


@lru_cache(maxsize=1)
def shops() -> tuple[Shop, ...]:
    """Return the shops in the order of their ids."""
    found: list[Shop] = []
    for area in areas():
        wanted = SHOPS_BY_LEVEL[area.level]
        if area.level == 2 and area.id % 2 == 0:
            wanted = (*wanted, 3)
        if area.level == 2 and area.id % 3 == 0:
            wanted = (*wanted, 4)
        if area.level == 3 and len(area.sides) == 2:
            wanted = (1, *wanted)
        if area.level == 1 and area.id % 2 == 1:
            wanted = (*wanted, 6)
        found += [_shop(len(found) + place, area, category) for place, category in enumerate(wanted, 1)]
    return tuple(found)


def _shop(number: int, area: Area, category: int) -> Shop:
    business = read("business")
    merchants = [place for place, row in enumerate(business["merchants"], 1) if row[2] == category]
    merchant = merchants[int(pick("shop merchant", 0, len(merchants), number))]
    name, name_en, _ = business["merchants"][merchant - 1]
    low, high = business["categories"][category - 1]["area_m2"]
    closed = CLOSED_SHOP_DATE if category == 5 and area.id % 5 == 0 else None
    return Shop(
        id=number,
        area=area.id,
        side=area.sides[number % len(area.sides)],
        merchant=merchant,
        category=category,
        name=f"{name}{area.name.removesuffix('服务区')}店",
        name_en=f"{name_en} {area.name_en.removesuffix(' Service Area')}",
        area_m2=int(pick("shop area", low, high, number)),
        opened_on=max(area.opened_on, dt.date(2015 + number % 9, 1 + number % 12, 1)),
        closed_on=closed,
        quality=pick("shop quality", 0.75, 1.25, number),
        price=pick("shop price", 0.86, 1.16, number),
    )


def fixed_tables() -> dict[str, list[Row]]:
    """Return the rows of every table that does not grow with the days, parents first."""
    places, business = read("places"), read("business")
    routes = {route["code"]: number for number, route in enumerate(places["routes"], 1)}
    return {
        "companies": [
            (n, c["name"], c["name_en"], c["founded_on"]) for n, c in enumerate(places["companies"], 1)
        ],
        "branches": [
            (n, b["company"], b["name"], b["name_en"], b["city"], *person("manager", n))
            for n, b in enumerate(places["branches"], 1)
        ],
        "routes": [(n, r["code"], r["name"], r["name_en"]) for n, r in enumerate(places["routes"], 1)],
        "sections": [
            (n, routes[s["route"]], s["name"], s["name_en"], s["length_km"], s["lane_count"])
            for n, s in enumerate(places["sections"], 1)
        ],
        "service_areas": [_area_row(area) for area in areas()],
        "service_area_sides": [row for area in areas() for row in _side_rows(area)],
        "merchants": [_merchant_row(n, m) for n, m in enumerate(business["merchants"], 1)],
        "shop_categories": _named(business["categories"]),
        "shops": [_shop_row(shop) for shop in shops()],
        "payment_methods": _named(business["payment_methods"]),
        "vehicle_types": _named(business["vehicle_types"]),
        "holidays": [(day.date, day.name, day.name_en, day.day_number) for day in holidays()],
        "staff": [_staff_row(area, place) for area in areas() for place in range(len(POSITIONS))],
        "charging_piles": [row for area in areas() for row in _pile_rows(area)],
    }  # fmt: skip


def _named(rows: list[dict[str, Any]]) -> list[Row]:
    return [(number, row["name"], row["name_en"]) for number, row in enumerate(rows, 1)]


def _parking(area: Area) -> int:
    """Return the parking spaces of one side."""
    return int(area.passing * area.enter_share / 28)


def _area_row(area: Area) -> Row:
    spaces = _parking(area) * len(area.sides)
    return (
        area.id, area.branch, area.section, area.name, area.name_en, area.level, area.stake_km, spaces,
        2000 + spaces * 12, area.opened_on,
    )  # fmt: skip


def _side_rows(area: Area) -> list[Row]:
    return [
        (side, area.id, area.name + zh, f"{area.name_en} {en}", direction, _parking(area))
        for direction, (side, (zh, en)) in enumerate(zip(area.sides, SIDE_NAMES, strict=False), 1)
    ]


def _merchant_row(number: int, merchant: list[Any]) -> Row:
    signed = dt.date(2014 + number % 9, 1 + number % 12, 15)
    return (number, merchant[0], merchant[1], *person("merchant", number), signed, 1 if merchant[2] else 2)


def _shop_row(shop: Shop) -> Row:
    rent = round(shop.area_m2 * pick("shop rent", 60, 140, shop.id), -1)
    return (
        shop.id, shop.area, shop.side, shop.merchant, shop.category, shop.name, shop.name_en, shop.area_m2,
        rent, shop.opened_on, shop.closed_on, 2 if shop.closed_on else 1,
    )  # fmt: skip


def _staff_row(area: Area, place: int) -> Row:
    number = (area.id - 1) * len(POSITIONS) + place + 1
    hired = max(area.opened_on, dt.date(2012 + int(pick("hired", 0, 12, number)), 1 + number % 12, 1))
    gender, status = int(choice("gender", [52, 48], number)), int(choice("staff", [90, 6, 4], number))
    return (number, area.id, *person("staff", number), gender, POSITIONS[place], hired, status)


def _pile_rows(area: Area) -> list[Row]:
    installed = max(area.opened_on, dt.date(2022, 6, 1))
    return [
        (
            area.id * 100 + n, area.id, area.sides[n % len(area.sides)], f"CP-{area.id:02d}-{n:02d}",
            480 if n % 4 == 0 else 120, 2 if n % 4 == 0 else 1, installed,
        )
        for n in range(1, area.piles + 1)
    ]  # fmt: skip
