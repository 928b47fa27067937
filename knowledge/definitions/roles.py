"""Role-playing dimensions: each key of a row that leads to the same people or places as another one."""

from collections.abc import Iterator
from dataclasses import replace

from config.wording import Language, language_of
from database.schema import Table
from knowledge.codes import in_both
from knowledge.definitions.column_words import draft_words, words_of
from knowledge.definitions.columns import head_of
from knowledge.metrics import Catalog, Dimension, Join


def with_roles(catalog: Catalog) -> Catalog:
    """Return a catalog with a dimension for each role that no taught one is: repaired by, reported by.

    A key that is called otherwise than what it points at is a role of the dimension whose things these are,
    called as its column is; of several the dimension itself may take one (`Catalog.path`). Beside a taught
    dimension so called it says whose role it is, staff (driver): the two can be told apart.
    """
    own = {one.key: one for one in reversed([*catalog.dimensions.values()]) if one.key and not one.by}
    found = {
        role.name: role
        for base in own.values()
        if catalog.names_rows(base.name)
        for table in catalog.schema.tables
        for role in _roles(catalog, table, base)
        if role.name not in catalog.dimensions
    }
    return replace(catalog, dimensions={**catalog.dimensions, **found}) if found else catalog


def _roles(catalog: Catalog, table: Table, base: Dimension) -> Iterator[Dimension]:
    keys = [one for one in catalog.own_keys(table.full_name, base.table) if len(one.columns) == 1]
    taken, names = catalog.path(table.full_name, base.table), {one.lower() for one in base.wordings}
    for key in keys:
        role = _role(base, table, key)
        same = key.columns == key.to_columns or not names.isdisjoint((role.zh.lower(), role.en.lower()))
        if taken != (key,) or not same:
            yield _apart(role, base, table, catalog)


def _role(base: Dimension, table: Table, key: Join) -> Dimension:
    (name,) = key.columns
    column = table.column(name)
    zh, en = _called(column.comment if column else "")
    english = en or " ".join(_without_key(words_of(name)))
    alone = not english.endswith((" by", " to", " from"))
    return replace(
        base,
        name=f"{base.name}_{name}",
        zh=zh or _as_role(base, english, "zh"),
        en=(english if alone else _as_role(base, english, "en")).capitalize(),
        synonyms=(english,),
        verbs=(),
        by=name,
        role_of=base.name,
    )


def _apart(role: Dimension, base: Dimension, table: Table, catalog: Catalog) -> Dimension:
    """Return a role so called that no taught dimension has its name; its bare words are its own where the
    rows of its table do not lead to that one.
    """
    others = [one for one in catalog.dimensions.values() if one.name != base.name]
    alike = [one for one in others if _words(one) & _words(role)]
    if not alike:
        return role
    near = {
        word for one in alike if catalog.path(table.full_name, one.table) is not None for word in _words(one)
    }
    taken = {word for one in alike for word in _words(one)}
    names: dict[Language, str] = {"zh": role.zh, "en": role.en}
    told = {
        language: _as_role(base, name, language) if name.lower() in taken else name
        for language, name in names.items()
    }
    words = dict.fromkeys((*role.synonyms, *(name for name in names.values() if name not in told.values())))
    bare = tuple(word for word in words if word.lower() not in near)
    return replace(role, zh=told["zh"], en=told["en"].capitalize(), synonyms=bare)


def _words(dimension: Dimension) -> set[str]:
    return {word.lower() for word in dimension.wordings}


def _as_role(base: Dimension, english: str, language: Language) -> str:
    """Return what a thing is in one role: Staff (repaired by), 员工（repaired by）."""
    label = base.label(language)
    return f"{label}（{english}）" if language == "zh" else f"{label} ({english.lower()})"


def _called(comment: str) -> tuple[str, str]:
    """Return what a comment calls a key, in Chinese and English, without that it is one: 司机 of 司机编号."""
    head = head_of(comment)
    zh, en = in_both(head) or ((head, "") if language_of(head) == "zh" else ("", head))
    ending = next((one for one in draft_words()["bare_keys"] if zh.endswith(one) and zh != one), "")
    return zh.removesuffix(ending), en


def _without_key(words: tuple[str, ...]) -> tuple[str, ...]:
    """Leave out that a column is a key: driver of driver_id."""
    return words[:-1] if len(words) > 1 and words[-1] in draft_words()["bare_keys"] else words
