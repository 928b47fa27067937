"""What the teaching card shows: what was understood of files, what was not, and what can be done next."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from appdb.own_files import OwnFile
from config.wording import Language, keys, say
from database.files.words import column_line, note_lines
from database.schema import Column
from knowledge.items import KnowledgeItem
from knowledge.tables import table_from
from teaching.loaders import Refused
from teaching.loaders.sheets import ROWS_KEPT, Sheet, pair_columns

KINDS = ("ddl", "documentation", "pair", "term", "metric")
ENTRIES_SHOWN = 30
COLUMNS_SHOWN = 12
DETAIL_CHARS = 160
REFUSED_SHOWN = 40

State = dict[str, Any]


def reading(share: float, language: Language) -> State:
    """Return the card while files are read."""
    return {"phase": "reading", "title": say("chat.upload.reading", language), "share": round(share, 3)}


def ready(
    items: Sequence[KnowledgeItem], refused: Sequence[str], language: Language, absent: Sequence[str] = ()
) -> State:
    """Return the card of what was understood, to be staged by a click; `absent` tables the database lacks."""
    lines = [say("chat.upload.read" if items else "chat.upload.nothing", language, count=len(items))]
    if absent:
        names = _listed(absent, COLUMNS_SHOWN, language)
        lines.append(say("chat.upload.absent", language, count=len(absent), names=names))
    return {
        "phase": "ready",
        "title": say("chat.upload.title", language),
        "said": " ".join(lines),
        "count": len(items),
        "sections": list(_sections(items, language)),
        "refused_title": say("chat.upload.refused", language, count=len(refused)),
        "refused": list(refused[:REFUSED_SHOWN]),
        "refused_more": _more(len(refused) - REFUSED_SHOWN, language),
        "stage": say("chat.upload.stage", language),
        "staging": say("chat.upload.staging", language),
    }


def asking_data(file: str, language: Language) -> State:
    """Return the card of a file that can only be asked as data."""
    return {
        "phase": "asking",
        "title": say("chat.upload.asking", language),
        "said": say("files.card.only_data", language, file=file),
        "choices": [{"as": "data", "label": say("chat.upload.as_data", language)}],
        "busy": say("files.card.reading", language, file=file),
    }


def as_data(
    one: OwnFile, examples: Sequence[str], days: int, language: Language, together: str = ""
) -> State:
    """Return the card of a file that is asked: what it holds, what was changed, what can be done with it."""
    tables, notes = one.profile["tables"], one.profile["notes"]
    rows = sum(table["rows"] for table in tables)
    if one.asked:
        lines = [say("files.card.said", language, rows=rows, tables=len(tables))]
        if examples:
            quoted = ("、" if language == "zh" else ", ").join(f"“{example}”" for example in examples)
            lines.append(say("files.card.figures", language, examples=quoted))
    else:
        lines = [say("files.card.asks_database", language, file=one.file)]
    lines += [together] if together else []
    until = "kept" if one.kept else "until" if days else "until_thread"
    acts = [
        ("back" if one.asked else "ask", "back" if one.asked else "ask"),
        ("unkeep" if one.kept else "keep", "unkeep" if one.kept else "keep"),
        ("remove", "remove"),
    ]
    changed = list(note_lines(notes, language, refused=False))
    refused = list(note_lines(notes, language, refused=True))
    sections = [_columns_of(table, language) for table in tables]
    if changed:
        sections.append(
            {
                "title": say("files.changed", language, count=len(changed)),
                "code": False,
                "entries": [{"name": line, "detail": ""} for line in changed[:REFUSED_SHOWN]],
                "more": _more(len(changed) - REFUSED_SHOWN, language),
            }
        )
    return {
        "phase": "data",
        "file": one.name,
        "asks": one.file if one.asked else "",
        "title": say("files.card.title", language, file=one.file),
        "said": " ".join(lines),
        "until": say(f"files.card.{until}", language, days=days),
        "sections": sections,
        "refused_title": say("files.refused", language, count=len(refused)),
        "refused": refused[:REFUSED_SHOWN],
        "refused_more": _more(len(refused) - REFUSED_SHOWN, language),
        "acts": [{"act": act, "label": say(f"files.card.{label}", language)} for act, label in acts],
    }


def _columns_of(table: Mapping[str, Any], language: Language) -> State:
    columns = table["columns"]
    return {
        "title": say("files.card.columns", language, title=table["title"], rows=table["rows"]),
        "code": False,
        "entries": [
            {"name": column["said"], "detail": column_line(column, language)}
            for column in columns[:ENTRIES_SHOWN]
        ],
        "more": _more(len(columns) - ENTRIES_SHOWN, language),
    }


def asking(sheet: Sheet, file: str, language: Language) -> State:
    """Return the card that asks what a table is: pairs, something to read, or data."""
    columns = pair_columns(sheet)
    shown = _listed(sheet.head, COLUMNS_SHOWN, language)
    kept = min(len(sheet.rows), ROWS_KEPT)
    choices = [
        {"as": "documentation", "label": say("chat.upload.as_documentation", language, count=kept)},
        {"as": "data", "label": say("chat.upload.as_data", language)},
    ]
    if columns is not None:
        label = say("chat.upload.as_pairs", language, question=columns[0], sql=columns[1])
        choices.insert(0, {"as": "pairs", "label": label})
    said = say("chat.upload.which", language, file=file, rows=len(sheet.rows), columns=shown)
    return {
        "phase": "asking",
        "title": say("chat.upload.asking", language),
        "said": said,
        "choices": choices,
        "busy": say("files.card.reading", language, file=file),
    }


def staged(added: int, unchanged: int, may_publish: bool, language: Language) -> State:
    """Return the card once its content is staged."""
    lines = [say("chat.upload.staged" if added else "chat.upload.nothing", language, count=added)]
    if unchanged:
        lines.append(say("chat.upload.unchanged", language, count=unchanged))
    link = say("chat.upload.publish", language) if may_publish and added else None
    title = say("chat.upload.done", language)
    return {"phase": "staged", "title": title, "said": " ".join(lines), "link": link}


def gone(language: Language) -> State:
    """Return the card of a draft that is over."""
    title = say("chat.upload.title", language)
    return {"phase": "gone", "title": title, "said": say("errors.draft_gone", language)}


def refused_line(refused: Refused, language: Language) -> str:
    """Return a refused place with its reason; the guard's own reason says more than that it refused."""
    known, codes = keys(language), (str(refused.params.get("rule", "")), refused.code, "knowledge_invalid")
    code = next(code for code in codes if f"errors.{code}" in known)
    reason = say(f"errors.{code}", language, **refused.params)
    if not refused.line:
        return say("chat.upload.refused_file", language, file=refused.file, reason=reason)
    return say("chat.upload.refused_line", language, file=refused.file, line=refused.line, reason=reason)


def _sections(items: Iterable[KnowledgeItem], language: Language) -> Iterable[State]:
    of_kind: dict[str, list[KnowledgeItem]] = {kind: [] for kind in KINDS}
    for item in items:
        of_kind[item.kind].append(item)
    for kind, found in of_kind.items():
        if found:
            yield {
                "title": say(f"chat.upload.{kind}", language, count=len(found)),
                "code": kind == "pair",
                "entries": [_entry(item, language) for item in found[:ENTRIES_SHOWN]],
                "more": _more(len(found) - ENTRIES_SHOWN, language),
            }


def _entry(item: KnowledgeItem, language: Language) -> dict[str, str]:
    if item.kind != "ddl":
        return {"name": item.title, "detail": _short(item.content)}
    table = table_from(item.payload)
    leads = {name: key.to_table for key in table.foreign_keys for name in key.columns[:1]}
    columns = [_column(column, column.name in table.primary_key, leads) for column in table.columns]
    name = f"{item.title} · {table.comment}" if table.comment else item.title
    return {"name": _short(name), "detail": _listed(columns, COLUMNS_SHOWN, language)}


def _column(column: Column, is_key: bool, leads: Mapping[str, str]) -> str:
    """Return a column in a few words: its type, what it is a key of or leads to, its comment."""
    arrow = f"→ {leads[column.name]}" if column.name in leads else ""
    parts = (column.name, column.type, "PK" if is_key else "", arrow, column.comment[:30])
    return " ".join(part for part in parts if part)


def _listed(names: Sequence[str], most: int, language: Language) -> str:
    comma = "、" if language == "zh" else ", "
    return comma.join(name[:80] for name in names[:most]) + (" …" if len(names) > most else "")


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= DETAIL_CHARS else f"{flat[:DETAIL_CHARS]} …"


def _more(count: int, language: Language) -> str:
    return say("chat.upload.more", language, count=count) if count > 0 else ""
