"""The rows that grow with the days: revenue, vehicles, weather, complaints, inspections, charging, targets.

Stories planted for charts to show, at the same dates each year: 罗浮山's charging stands still from 10 to 18
May; complaints about 厚街's toilets peak from 6 to 15 August; 沙湾's fuel station closes from 3 to 9 March.
Beside them coffee and tea grow by half a year, and three areas open during 2025 and 2026.
"""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from demo.days import Days
from demo.network import POSITIONS, areas, person, read, shops
from demo.noise import Floats, Ints, around_one, choice, rounded, uniform
from demo.traffic import Traffic, entered_by_area, new_energy_by_area, traffic, weather

Columns = Sequence[Sequence[Any]]  # one sequence per column, all equally long

FUEL = 3
ETC = 5
SOMETIMES = {3: 0.1, 4: 0.1}  # payment methods a shop sees only on some days, and how often
OUTAGE = ("罗浮山服务区", (5, 10), (5, 18))
TOILETS = ("厚街服务区", (8, 6), (8, 15))
FUEL_STOP = ("沙湾服务区", (3, 3), (3, 9))
COMPLAINT_WORDS = {
    1: "收银员态度不好，催促顾客。",
    2: "饭菜不新鲜，希望检查后厨。",
    3: "同样的商品比外面贵很多。",
    4: "卫生间有异味，长时间无人打扫。",
    5: "充电桩无法启动，排队很久。",
    6: "货车占用小车位，出入口拥堵。",
}


@dataclass(frozen=True)
class Block:
    """Rows of one table, column by column."""

    table: str
    columns: Columns


def blocks(days: Days, months: Sequence[dt.date]) -> Iterator[Block]:
    """Yield every growing table's rows for these days, and the targets of these months."""
    flow = traffic(days)
    entered = entered_by_area(flow)
    yield Block("daily_revenue", revenue(days, entered))
    yield Block("vehicle_flow", vehicle_flow(days, flow))
    yield Block("weather", weather_rows(days))
    yield Block("complaints", complaints(days, entered))
    yield Block("inspections", inspections(days))
    yield Block("charging_daily", charging(days, new_energy_by_area(flow)))
    yield Block("charging_faults", charging_faults(days))
    if months:
        yield Block("monthly_targets", targets(months))


def area_id(name: str) -> int:
    """Return the id of a service area."""
    return next(area.id for area in areas() if area.name == name)


def _of_category(what: str) -> Floats:
    """Return a figure of each shop's category."""
    categories = read("business")["categories"]
    return np.array([categories[shop.category - 1][what] for shop in shops()], dtype=np.float64)


def _open_shops(days: Days) -> Ints:
    """Mark by shop and day whether it was trading."""
    opened = np.array([shop.opened_on.toordinal() for shop in shops()])[:, None]
    closed = np.array([(shop.closed_on or dt.date.max).toordinal() for shop in shops()])[:, None]
    trading = (days.ordinals[None, :] >= opened) & (days.ordinals[None, :] < closed)
    name, first, last = FUEL_STOP
    stopped = np.array([shop.area == area_id(name) and shop.category == FUEL for shop in shops()])
    return np.asarray(trading & ~(stopped[:, None] & days.yearly(first, last)[None, :]), dtype=np.int64)


def _expected_orders(days: Days, entered: Ints) -> Floats:
    """Return each shop's orders on each day before chance."""
    categories = read("business")["categories"]
    rate = np.array([categories[shop.category - 1]["orders"] / 100 * shop.quality for shop in shops()])[
        :, None
    ]
    growth = np.array([categories[shop.category - 1]["growth"] for shop in shops()])[:, None]
    area = np.array([shop.area for shop in shops()]) - 1
    return np.asarray(entered[area] * rate * (1 + growth * days.years[None, :]) * _open_shops(days))


def revenue(days: Days, entered: Ints) -> Columns:
    """Return daily_revenue."""
    shop = np.array([shop.id for shop in shops()])[:, None]
    orders = _expected_orders(days, entered) * around_one("orders", 0.16, shop, days.ordinals[None, :])
    parts = [
        _revenue_by(method, days, orders) for method in range(1, len(read("business")["payment_methods"]) + 1)
    ]
    return [np.concatenate(column).tolist() for column in zip(*parts, strict=True)]


def _revenue_by(method: int, days: Days, orders: Floats) -> list[Any]:
    """Return the columns of one payment method."""
    shop = np.array([shop.id for shop in shops()])[:, None]
    fuel = np.array([shop.category == FUEL for shop in shops()])[:, None]
    tickets = _of_category("ticket") * np.array([shop.price for shop in shops()])
    refund = _of_category("refunds")[:, None] * 2
    day = days.ordinals[None, :]
    share = _payment_share(method, fuel, days)
    seen = uniform(f"paid {method}", shop, day) < SOMETIMES.get(method, 1.0)
    count = rounded(orders * share * around_one(f"share {method}", 0.2, shop, day)) * seen
    cents = rounded(count * tickets[:, None] * 100 * around_one(f"ticket {method}", 0.12, shop, day))
    refunds = np.minimum(rounded(count * refund * uniform(f"refund {method}", shop, day)), count)
    refunded = np.minimum(rounded(refunds * tickets[:, None] * 100 * 0.8), cents)
    place, when = np.nonzero(count > 0)
    area = np.array([shop.area for shop in shops()])
    chosen = (place, when)
    return [
        days.iso[when], area[place], place + 1, np.full(len(place), method),
        cents[chosen] / 100, count[chosen], refunded[chosen] / 100, refunds[chosen],
    ]  # fmt: skip


def _payment_share(method: int, fuel: Any, days: Days) -> Any:
    """Return the share of orders paid this way; ETC is for fuel, and slowly takes over there."""
    methods = read("business")["payment_methods"]
    etc = methods[ETC - 1]["share"] + 0.02 * days.years[None, :]
    if method == ETC:
        return np.where(fuel, etc, 0.0)
    return methods[method - 1]["share"] * np.where(fuel, 1 - etc, 1.0) / SOMETIMES.get(method, 1.0)


def vehicle_flow(days: Days, flow: Traffic) -> Columns:
    """Return vehicle_flow."""
    kept = np.broadcast_to(flow.open[:, None, :], flow.passed.shape) > 0
    side, kind, when = np.nonzero(kept)
    area = np.array([area.id for area in areas() for _ in area.sides])
    columns = [
        days.iso[when], area[side], side + 1, kind + 1,
        flow.passed[kept], flow.entered[kept], flow.stay_minutes[kept],
    ]  # fmt: skip
    return [column.tolist() for column in columns]


def weather_rows(days: Days) -> Columns:
    """Return weather."""
    seen = weather(days)
    branch, when = np.nonzero(seen.condition)
    values = (seen.condition, seen.high, seen.low, seen.rain)
    return [
        days.iso[when].tolist(),
        (branch + 1).tolist(),
        *(value[branch, when].tolist() for value in values),
    ]


def complaints(days: Days, entered: Ints) -> Columns:
    """Return complaints."""
    area = np.array([area.id for area in areas()])[:, None]
    rate = entered / 42_000
    name, first, last = TOILETS
    peak = days.yearly(first, last)[None, :] & (area == area_id(name))
    rate = np.where(peak, rate + 7, rate)
    count = np.floor(rate + uniform("complaints", area, days.ordinals[None, :])).astype(np.int64)
    place, when = (np.repeat(index, count[count > 0]) for index in np.nonzero(count))
    sequence = np.concatenate([np.arange(1, n + 1) for n in count[count > 0]] or [np.arange(0)])
    day = days.ordinals[when]
    stamp = np.array([int(text.replace("-", "")) for text in days.iso[when]], dtype=np.int64)
    key = stamp * 10_000 + (place + 1) * 100 + sequence
    kind = choice("complaint type", [22, 18, 17, 16, 15, 12], key)
    kind = np.where(peak[place, when] & (sequence > 1), 4, kind)
    status = choice("complaint status", [2, 4, 86, 8], key)
    spread = uniform("handling", key) * uniform("handling more", key, day)
    hours = rounded(20 + 900 * spread) / 10
    people = [person("customer", int(number)) for number in key]
    return [
        key.tolist(), (place + 1).tolist(), days.iso[when].tolist(), kind.tolist(),
        choice("channel", [40, 30, 18, 12], key).tolist(), status.tolist(),
        [value if done > 2 else None for value, done in zip(hours.tolist(), status, strict=True)],
        [name for name, _ in people], [phone for _, phone in people],
        [COMPLAINT_WORDS[int(code)] for code in kind],
    ]  # fmt: skip


def inspections(days: Days) -> Columns:
    """Return inspections: each area once a month, on a day of its own."""
    rows = []
    for area in areas():
        for date in days.dates:
            key = date.year * 10_000 + date.month * 100 + area.id
            if date < area.opened_on or date.day != 2 + int(uniform("inspected", key) * 25):
                continue
            score = 100 - 3 * area.level - int(uniform("score", key) * 180) / 10
            result = 1 if score >= 80 else 2 if score >= 75 else 3
            issues = int((100 - score) / 5)
            inspector = (area.id % len(areas())) * len(POSITIONS) + 1  # a manager of the next area
            kind = int(choice("inspection type", [1, 1, 1], key))
            rows.append((key, area.id, inspector, date.isoformat(), kind, round(score, 1), result, issues))
    return list(zip(*rows, strict=True)) if rows else []


def charging(days: Days, arrivals: Ints) -> Columns:
    """Return charging_daily."""
    with_piles = np.array([area.piles > 0 for area in areas()])
    area = np.array([area.id for area in areas()])[:, None]
    piles = np.array([area.piles for area in areas()])[:, None]
    day = days.ordinals[None, :]
    wanted = arrivals * 0.05 * around_one("charging", 0.3, area, day)
    name, first, last = OUTAGE
    out = days.yearly(first, last)[None, :] & (area == area_id(name))
    sessions = np.minimum(rounded(wanted), piles * 30) * np.where(out, 0, 1)
    energy = rounded(sessions * 283 * around_one("energy", 0.2, area, day))  # tenths of a kWh
    opened = np.array([area.opened_on.toordinal() for area in areas()])[:, None]
    place, when = np.nonzero((day >= opened) & with_piles[:, None])
    chosen = (place, when)
    minutes = rounded(sessions * 38 * around_one("charging minutes", 0.2, area, day))
    columns = [
        days.iso[when], place + 1, sessions[chosen], energy[chosen] / 10, minutes[chosen],
        rounded(energy * 14.5)[chosen] / 100,
    ]  # fmt: skip
    return [column.tolist() for column in columns]


def charging_faults(days: Days) -> Columns:
    """Return charging_faults: a few by chance, and each pile of the yearly outage."""
    rows = []
    name, first, _ = OUTAGE
    for area in areas():
        for pile in range(area.id * 100 + 1, area.id * 100 + area.piles + 1):
            hit = uniform("fault", pile, days.ordinals) < 0.004
            for date, faulty in zip(days.dates, hit.tolist(), strict=True):
                story = area.name == name and (date.month, date.day) == first
                if date < area.opened_on or not (faulty or story):
                    continue
                key = int(f"{date:%Y%m%d}") * 10_000 + pile
                cause = 1 if story else int(choice("fault cause", [10, 40, 30, 20], key))
                hours = 216.0 if story else 2 + int(uniform("downtime", key) * 700) / 10
                rows.append((key, pile, date.isoformat(), cause, round(hours, 1)))
    return list(zip(*rows, strict=True)) if rows else []


def targets(months: Sequence[dt.date]) -> Columns:
    """Return monthly_targets: what was to be expected, more or less ambitiously."""
    tickets = _of_category("ticket") * np.array([shop.price for shop in shops()])
    of_area = np.array([shop.area for shop in shops()])
    rows = []
    for month in months:
        following = (month + dt.timedelta(days=31)).replace(day=1)
        days = Days(month, following)
        entered = entered_by_area(traffic(days, noisy=False))
        sold = (_expected_orders(days, entered) * tickets[:, None]).sum(axis=1)
        for area in areas():
            if following <= area.opened_on:
                continue
            wish = 0.92 + 0.14 * float(uniform("target", area.id, month.toordinal()))
            revenue_target = round(float(sold[of_area == area.id].sum()) * wish / 10_000) * 10_000
            entered_target = round(int(entered[area.id - 1].sum()) * wish / 100) * 100
            rows.append((area.id, month.isoformat(), revenue_target, entered_target))
    return list(zip(*rows, strict=True))
