"""Figures that nobody taught: how many of each thing, those there now, new ones, and measures."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from sqlglot import exp

from config.wording import LANGUAGES, say
from database.schema import Column, Table
from knowledge.definitions.column_words import draft_words, words_of
from knowledge.definitions.lifespan import lifespan_of
from query.plan.members import presence
from understanding.derived.naming import alike, came, derived_words, end_by_comment, every_one, forms
from understanding.derived.tables import Entry, Tables, is_count, is_new
from understanding.figures.day_counts import days_counted
from understanding.metric.vocabulary import read_key


def figures(tables: Tables) -> Iterator[Entry]:
    """Yield the drafted figures that nothing taught gives, also called without how often: rent.

    Beside what a definition holds, `rival` names the count of those there now, `end` the column that tells
    them apart, `doubt` the one by which rows may not count, `loose` what a measure is called by its table.
    """
    yield from _called_in_short(tables, list(_drafted(tables)))
    yield from _days(tables)


def _days(tables: Tables) -> Iterator[Entry]:
    """Yield how many days each table has that tells what every day was like: days of the weather."""
    for one in tables.taught.dimensions.values():
        table = tables.schema.table(tables.taught.full(one.stored)) if one.on_time and one.values else None
        keys = [key for key in (table.primary_key if table else ()) if key not in one.along]
        if table is None or len(keys) != 1 or presence(one):
            continue
        names, said = {"zh": one.zh, "en": one.en.lower()}, derived_words()["day_counts"]
        yield {
            "name": tables.free(f"{one.name}_days"),
            "names": {key: said[key].format(name=name) for key, name in names.items() if name},
            "synonyms": [],
            "table": one.stored,
            "expression": days_counted(keys[0]),
            "time": keys[0],
            "unit": {"zh": "天", "en": "days"},
            "decimals": 0,
        }


def _called_in_short(tables: Tables, entries: list[Entry]) -> Iterator[Entry]:
    """Yield figures also called without how often it is, or with it behind, where one alone is so: rent."""
    short = [[said for one in every_one(entry["names"]) for said in _in_short(one)] for entry in entries]
    said = Counter(read_key(one) for own in short for one in own)
    for one in entries:
        said.update(map(read_key, (*every_one(one["names"]), *one["synonyms"])))
    for entry, own in zip(entries, short, strict=True):
        told = [one for one in own if said[read_key(one)] == 1]
        yield tables.unclaimed(entry | {"synonyms": [*entry["synonyms"], *told]}) if told else entry


def _in_short(name: str) -> Iterator[str]:
    """Yield a name without the word at its beginning that says how often, and with it said apart: 月."""
    for word, apart in derived_words()["often"].items():
        lead = f"{word} " if word.isascii() else word
        rest = name.lower().removeprefix(lead) if name.isascii() else name.removeprefix(lead)
        if rest != name.lower() and len(rest) > 1:
            yield from (rest, *(f"{rest} {one}" if word.isascii() else f"{one}{rest}" for one in apart))


def _drafted(tables: Tables) -> Iterator[Entry]:
    for drafted in tables.drafted.get("metrics", []):
        table = tables.schema.table(str(drafted["table"]))
        if table is None or tables.is_taught(drafted, table):
            continue
        entry = drafted | {"name": tables.free(str(drafted["name"]))} | tables.said(table)
        if is_new(drafted):
            yield tables.unclaimed(entry | {"synonyms": _new(tables, entry, table)})
        elif is_count(drafted):
            yield from map(tables.unclaimed, _counts(tables, entry, table))
        else:
            yield tables.unclaimed(_measure(tables, entry, table))


def _new(tables: Tables, entry: Mapping[str, Any], table: Table) -> list[str]:
    """Return what those that came new are called: 新客户, 建档客户, new clients."""
    names, known = alike(tables.called(table)), derived_words()
    day = came(table.column(str(entry["time"])))
    by_day = [form.format(name=one, day=day) for form in known["came"] for one in names["zh"] if day]
    short = [said for one in names["zh"] for said in known["in_short"].get(one, ())]
    return [*forms("new", names), *by_day, *short]


def _counts(tables: Tables, entry: Entry, table: Table) -> Iterator[Entry]:
    names = tables.called(table)
    counted = tables.dimension_of(table) if "counts" in entry else ""
    wordings = forms("counted", names) if counted else [*forms("counted", names), *every_one(names)]
    entry = {key: value for key, value in entry.items() if key != "counts"}
    entry |= {"counts": counted, "synonyms": wordings} if counted else {"synonyms": wordings}
    span = lifespan_of(table)
    end = table.column(span.ends) or end_by_comment(table)
    if end is not None and entry.get("time", span.begins) == span.begins:
        lasting = {key: value for key, value in entry.items() if key != "time"}  # there now, whenever it came
        yield from _now_and_ever(tables, lasting, table, end)
    else:
        yield entry | _kept(tables, table)


def _now_and_ever(tables: Tables, entry: Entry, table: Table, end: Column) -> Iterator[Entry]:
    """Yield the count of what is there now and that of all there ever were, by names of their own."""
    names, known = tables.called(table), derived_words()
    now = tables.free(f"current_{entry['name']}")
    is_open = exp.column(end.name, quoted=not end.name.islower()).is_(exp.null())
    told = {
        key: {one: known[key][one].format(name=names[one][0]) for one in LANGUAGES if names[one]}
        for key in ("now", "ever")
    }
    current = {key: value for key, value in entry.items() if key not in ("counts", "synonyms")}
    yield current | {
        "name": now,
        "names": told["now"],
        "filters": [is_open.sql(dialect=tables.dialect.sqlglot_name)],
    }
    yield entry | {"names": told["ever"], "rival": now, "end": f"{tables.schema.short(table)}.{end.name}"}


def _measure(tables: Tables, entry: Entry, table: Table) -> Entry:
    names = tables.called(table)
    wordings = forms("amounts", names) if _is_the_amount(tables, entry) else []
    if wordings and "zh" not in entry["names"] and names["zh"]:
        said = derived_words()["amount"].format(name=names["zh"][0])
        entry = entry | {"names": entry["names"] | {"zh": said}}
    return entry | {"synonyms": wordings, "loose": wordings} | _kept(tables, table)


def _kept(tables: Tables, table: Table) -> Entry:
    """Return which rows count as taught sums have it, and what leaves it in doubt."""
    if filters := tables.filters(table):
        kept = " AND ".join(filters)
        said = {
            one: say("derived.kept", one, table=tables.schema.short(table), kept=kept) for one in LANGUAGES
        }
        return {"filters": list(filters), "definition": said}
    return {"doubt": tables.doubtful(table)}


def _is_the_amount(tables: Tables, entry: Mapping[str, Any]) -> bool:
    """Tell the one amount of what happened: what boarding brought in."""
    named = set(draft_words()["multiplied"]["amount"])
    sums = [
        one["name"]
        for one in tables.drafted["metrics"]
        if one["table"] == entry["table"] and one["expression"].startswith("SUM(") and "time" in one
        if any(named & set(words_of(name)) for name in tables.columns_in(one["expression"]))
    ]
    return [tables.free(name) for name in sums] == [entry["name"]]
