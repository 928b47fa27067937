"""What one table and one column are called: by their names, and by what comments say."""

import re
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Literal

from config.wording import Language, language_of
from database.schema import Column, Table
from knowledge.codes import in_both
from knowledge.definitions.column_words import words_of
from knowledge.definitions.columns import MOMENT, YES_NO, head_of, thing_words
from knowledge.definitions.inflecting import singular
from knowledge.metrics import Metric
from knowledge.values import TEXT_TYPE
from knowledge.vocabulary import NUMERIC, lexicon
from understanding.derived.naming import alike
from understanding.rows.words import Key, form, forms_of, notions, rows_words

Kind = Literal["text", "number", "time", "flag"]
ALSO = re.compile(r"[（(]([^（）()]{1,12})[）)]")
LONGEST_IDENTIFIER = 6
LEAST_OF_NAME = 2  # characters of a name's beginning that may stand for it
NO_NAMES = ("数", "量", "率", "额", "规模", " size")  # of a figure's word: what is left of it are its rows
_NUMBER_OF = re.compile(r"^(?:the )?number of ", re.IGNORECASE)
NOUN_ENDINGS = ("ment", "al", "ation", "ion", "ure", "y")  # of a verb: settlement, arrival, delivery
NOUN_STEMS = {"mit": "mission", "et": "etion", "ply": "plication", "end": "ension", "ify": "ification"}
PARTED = re.compile(r"([a-z]{3,}?)(over|in|out|up|off|down)")  # takeover is to take over
DOER = re.compile(r"([a-z]{3,})[eo]r")
CODED = re.compile(r"\s*(?:-?\d{1,4}|[A-Z][A-Z_]{0,9})\s*[ =:：\-—]")


def thing_names(table: Table) -> list[str]:
    """Return what a row of a table is called: by its name, its comment, and what that has in brackets."""
    head = head_of(table.comment)
    told = [one.strip() for text in (head, *ALSO.findall(table.comment)) for one in re.split(r"[/／]", text)]
    parts = [side for one in told for side in (*map(str.lower, in_both(one)), one)]
    short = (without(one, rows_words()["comment_endings"]) for one in parts)
    words = [one for one in words_of(table.name) if not one.isdigit()]  # a year belongs to no thing's name
    plain = " ".join((*words[:-1], singular(words[-1]))) if words else ""
    return list(dict.fromkeys(one for one in (plain, " ".join(thing_words(table)), *parts, *short) if one))


def other_things(table: Table) -> Iterator[str]:
    """Yield the general words for a row of a table, and its noun alone: 店 of 4S店, 楼 of 楼栋."""
    own = thing_names(table)
    by_language: dict[Language, list[str]] = {"zh": [], "en": []}
    for name in own:
        by_language[language_of(name)].append(name)
    known = rows_words()
    taken = {*own, *known["no_nouns"]}
    for spoken_names in alike(by_language).values():
        yield from (one for one in spoken_names if one not in taken)
    for name in by_language["zh"][:1]:
        for noun in known["nouns"]:
            if name.startswith(noun) or name.endswith(noun):
                yield from (noun, f"{noun}子")
    for name in by_language["zh"]:
        yield from (
            f"{name.removesuffix(ending)}单"
            for ending in known["papers"]
            if name.endswith(ending) and name != ending
        )


def one_of(name: str) -> str:
    """Return one of what a name is of: invoice of invoices."""
    *before, last = name.split(" ")
    return " ".join((*before, singular(last))) if name.isascii() else name


def of_people(table: Table) -> Iterator[str]:
    """Yield the words for people where a table is of those who work here."""
    people = {forms_of(one) for one in lexicon()["entities"]["employee"]}
    if people & set(map(forms_of, thing_names(table))):
        yield from rows_words()["people"]


def part_things(table: Table) -> Iterator[str]:
    """Yield what may be a part of a table's name: 主人 of 宠物主人, fault of equipment fault."""
    words = thing_words(table)
    yield from (" ".join(words[at:]) for at in range(1, len(words)))
    for name in thing_names(table):
        if "\u4e00" <= name[0] <= "\u9fff":
            yield from (name[at:] for at in range(1, len(name) - 1))
            yield from (name[:at] for at in range(LEAST_OF_NAME, len(name)))


def row_names(metric: Metric) -> list[str]:
    """Return what the rows that a metric counts are called: 账单, not 账单数; clubs of number of clubs."""
    named = (_NUMBER_OF.sub("", one) for one in metric.wordings)
    return [one for one in named if len(one) > 1 and not one.endswith(NO_NAMES)]


def column_names(column: Column) -> Iterator[str]:
    """Yield the whole names of a column: the words of its name, what its comment calls it."""
    yield " ".join(words_of(column.name))
    words = name_words(column)
    yield " ".join(words)
    yield " ".join(spoken(words, "time" if MOMENT.search(column.type) else "text"))
    if len(words) > 1 and words[-1] in _time_units():
        yield from (f"{' '.join(words[:-1])} {one}" for one in rows_words()["lasting"])
    if head := comment_name(column):
        yield from (*map(str.lower, in_both(head)), head)


def name_words(column: Column) -> tuple[str, ...]:
    """Return the words of a column's name without the unit of its figures: area of area_m2."""
    *before, last = column.name.lower().split("_")
    return words_of("_".join(before) if before and last in rows_words()["unit_endings"] else column.name)


def _time_units() -> frozenset[str]:
    """Return the words that say in what a time is kept: days of lead_days."""
    units = rows_words()["units"]
    return frozenset(str(one) for kind in ("day", "hour", "minute", "week", "month") for one in units[kind])


def bare_names(column: Column) -> Iterator[str]:
    """Yield a column's names without what stands beside the notion: title of title_cd, 月租 of 月租金."""
    yield " ".join(bare_words(name_words(column)))
    head = comment_name(column)
    for one in (*in_both(head)[:1], head):
        if bare := without_whether(without(one, rows_words()["comment_endings"])):
            yield bare
        measure = without(one, rows_words()["measure_endings"]) if NUMERIC.search(column.type) else ""
        if len(measure) >= LEAST_OF_NAME:
            yield measure


def verb_names(column: Column) -> Iterator[str]:
    """Yield what a column records the time of: left of left_on, 离职 of 离职日期."""
    own = set(column_names(column))
    for one in (*bare_names(column), *_expiries(column)):
        if one not in own:
            yield one
            if parted := PARTED.fullmatch(one):
                yield f"{parted[1]} {parted[2]}"


def deed_nouns(column: Column) -> Iterator[str]:
    """Yield the nouns of what a column records the time of: settlement of settled_on, 下单 needs none."""
    for verb in verb_names(column):
        if verb.isascii() and " " not in verb:
            stem = form(verb)
            roots = dict.fromkeys((stem, stem.removesuffix("e"), stem.removesuffix("e") + "e"))
            yield from (stem, *roots)
            yield from (f"{root}{ending}" for root in roots for ending in NOUN_ENDINGS)
            yield from (
                f"{stem.removesuffix(old)}{new}" for old, new in NOUN_STEMS.items() if stem.endswith(old)
            )


def doer_verbs(column: Column) -> Iterator[str]:
    """Yield what is done by whom a column names: 审批 of 审批人, approve of approver_id."""
    head = chinese_name(column)
    verb = without(head, rows_words()["doers"])
    if verb != head and len(verb) >= LEAST_OF_NAME:
        yield verb
    *_, last = bare_words(name_words(column)) or ("",)
    if doer := DOER.fullmatch(last):
        root, doubled = doer[1], doer[1][-1:] * 2
        yield from (root, f"{root}e", *([root[:-1]] if root.endswith(doubled) else ()))


def _expiries(column: Column) -> Iterator[str]:
    """Yield how people say that something ends: 健康证到期 of 健康证有效期至, contract ends."""
    known = rows_words()
    head = chinese_name(column)
    thing = without(head, known["expiry_endings"])
    if head and (thing != head or head in known["expiry_endings"]):
        yield from (f"{of}{verb}" for of in dict.fromkeys(("", thing)) for verb in ("到期", "过期"))
    *before, last = words_of(column.name)
    if last in known["expires"]:
        yield from (" ".join((*of, verb)) for of in ((), before) for verb in ("expire", "end", "run out"))


def expiring_thing(column: Column) -> str:
    """Return what holds until a column's day: 作业证 of 作业证有效期至, or nothing."""
    head = chinese_name(column)
    thing = without(head, rows_words()["expiry_endings"])
    return thing if thing != head else ""


def verb_of(column: Column, language: Literal["zh", "en"]) -> str:
    """Return the verb that a column records the day of: 开业 of 开业日期, opened of opened_on."""
    for one in verb_names(column):
        if language == "zh" and len(one) > 1 and language_of(one) == "zh":
            return one
        if language == "en" and one.isascii() and one.endswith("ed"):
            return one
    return ""


def comment_name(column: Column) -> str:
    """Return what a comment calls a column; a list of codes is no name."""
    head = head_of(column.comment)
    return "" if CODED.match(head) else head


def chinese_name(column: Column) -> str:
    """Return the Chinese name that a comment gives a column, or nothing."""
    head = comment_name(column)
    return next((one for one in (*in_both(head)[:1], head) if language_of(one) == "zh"), "")


def notion_of(column: Column) -> Iterator[Key]:
    """Yield the words of the notion that a column's name ends with: 负责 of 客户经理."""
    head = chinese_name(column)
    for at in range(1, len(head) - 1):
        yield from notions().get(forms_of(head[at:]), ())


def part_names(column: Column) -> Iterator[str]:
    """Yield what may be a part of a column's name: its last word, and several of its words."""
    words = bare_words(name_words(column))[:LONGEST_IDENTIFIER]
    for size in range(1, len(words)):
        yield from (" ".join(some) for some in combinations(words, size) if size > 1 or some[0] == words[-1])
    head = chinese_name(column)
    yield from (head[at:] for at in range(1, len(head) - 1))
    if TEXT_TYPE.search(column.type):  # 来源 of 来源渠道
        yield from (head[:at] for at in range(LEAST_OF_NAME, len(head) - 1))
    if YES_NO.search(column.type):  # 外包 of 是否外包队伍
        bare = next((name for name in bare_names(column) if language_of(name) == "zh"), "")
        yield from (bare[:at] for at in range(LEAST_OF_NAME, len(bare)))


def bare_words(words: tuple[str, ...]) -> tuple[str, ...]:
    """Leave out what a name has beside its notion: left_on, is_active, title_cd."""
    known = rows_words()
    if len(words) > 1 and words[-1] in known["column_endings"]:
        words = words[:-1]
    return words[1:] if len(words) > 1 and words[0] in known["column_beginnings"] else words


def spoken(words: tuple[str, ...], kind: Kind) -> tuple[str, ...]:
    """Return a column's name as people say it: left date of left_on, title of title_cd, visit id."""
    bare = bare_words(words)
    if kind == "time":
        return (*bare, "date") if bare != words else words
    return words if words[-1:] in (("id",), ("no",)) else bare


def without_whether(text: str) -> str:
    """Return what a yes or no is of: 外包 of 是否外包."""
    for beginning in rows_words()["comment_beginnings"]:
        text = text.removeprefix(beginning)
    return text


def without(text: str, endings: Iterable[str]) -> str:
    found = next((one for one in endings if text.endswith(one) and len(text) > len(one)), "")
    return text.removesuffix(found)
