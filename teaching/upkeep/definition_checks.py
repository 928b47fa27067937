"""Definitions read from files, held to the checks of the admin page: what cannot be used is named."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from database.dialects import Dialect
from database.schema import Schema
from knowledge.definitions.files import catalog_from, metric_item, scorecard_item
from knowledge.items import KnowledgeItem
from knowledge.records import item_key
from language.units import key_of
from teaching.loaders.report import LoadReport, Refused
from understanding.drafting.checks import Problem, clashes, problems, way_problems

OF_TABLES = ("metric_table_unknown", "metric_column_unknown", "metric_not_one_a_day", "metric_columns_unlike")


def checked_definitions(
    report: LoadReport, standing: Iterable[KnowledgeItem], schema: Schema, dialect: Dialect, file: str = ""
) -> LoadReport:
    """Return a report of definitions that hold among those that stand; what a refused one makes goes too.

    All are read before any is judged, so that their order says nothing. Without tables only words are judged.
    A metric goes without a synonym that names another one, and that is told. `file` is where all were read,
    where their source is another.
    """
    left, refused = _once(report)
    told = {item_key(item) for item in left if item.kind == "metric"}
    others = [one for one in standing if one.kind == "metric" and item_key(one) not in told]
    left, lines, shared = _without_shared_synonyms(left, others, schema, report)
    while bad := _bad(left, others, schema, dialect):
        refused += [(item, bad[item_key(item)]) for item in left if _is(item) and item_key(item) in bad]
        left = [item for item in left if not (_is(item) and item_key(item) in bad)]
    left, told_apart = _with_known_scorecard(left, others, schema, lines)
    named = [(file or item.source, report.line_of(item), problem) for item, problem in refused]
    told_of = [Refused(place, line, one.code, one.params) for place, line, one in named]
    harmed = _harmed(left, others, schema, dialect, lines)
    warned = [
        Refused(file or one.file, one.line, one.code, one.params) for one in (*shared, *told_apart, *harmed)
    ]
    return LoadReport(left, [*report.refused, *told_of], lines, [*report.warned, *warned])


def _without_shared_synonyms(
    items: Sequence[KnowledgeItem], others: Sequence[KnowledgeItem], schema: Schema, report: LoadReport
) -> tuple[list[KnowledgeItem], dict[tuple[str, str, str], int], list[Refused]]:
    """Return the items without synonyms that are another metric's words, their lines, and what was left out.

    Both figures are wanted: refusing a rate for one of its words cost ten of eighty questions of a blind set.
    """
    catalog = catalog_from([*others, *(item for item in items if _is(item))], schema)
    shared: dict[str, list[Mapping[str, str]]] = {}
    for problem in clashes(catalog):
        mine, params = catalog.metrics[problem.name], {**problem.params}
        is_name = key_of(params["wording"]) in (key_of(mine.zh), key_of(mine.en))
        if is_name:  # a name goes before a synonym, wherever each stands
            params["other"] = problem.name
        shared.setdefault(problem.params["other"] if is_name else problem.name, []).append(params)
    kept, lines, left_out = [], dict(report.lines), []
    for item in items:
        if _is(item) and item.payload.get("type") == "metric":
            line = report.line_of(item)
            for found in shared.get(str(item.payload.get("name")), ()):
                item, words = _without(item, found["wording"])
                params = {"name": item.title, "other": found["other"]}
                left_out += [
                    Refused(item.source, line, "metric_synonym_shared", params | {"wording": word})
                    for word in words
                ]
            lines[item.source, item.title, item.content] = line
        kept.append(item)
    return kept, lines, left_out


def _with_known_scorecard(
    items: Sequence[KnowledgeItem],
    others: Sequence[KnowledgeItem],
    schema: Schema,
    lines: dict[tuple[str, str, str], int],
) -> tuple[list[KnowledgeItem], list[Refused]]:
    """Return the items, a scorecard without what is no figure, and what it does not show; lines are added to.

    One figure that is refused is no reason to brief nobody by the others.
    """
    catalog = catalog_from([*others, *(item for item in items if _is(item))], schema)
    kept: list[KnowledgeItem] = []
    told: list[Refused] = []
    for item in items:
        line = lines.get((item.source, item.title, item.content), 0)
        if item.payload.get("type") == "scorecard":
            listed = [str(name) for name in item.payload["metrics"]]
            known = [name for name in listed if name in catalog.metrics]
            told += [
                Refused(item.source, line, "scorecard_unknown", {"name": name})
                for name in listed
                if name not in known
            ]
            told += [
                Refused(item.source, line, "scorecard_part_undated", {"name": name})
                for name in known
                if any(one.time for one in catalog.sources(name)) and not catalog.is_dated(name)
            ]
            item = scorecard_item(known, item.source) if known != listed else item
            lines[item.source, item.title, item.content] = line
            if not known:
                continue
        kept.append(item)
    return kept, told


def _without(item: KnowledgeItem, wording: str) -> tuple[KnowledgeItem, list[str]]:
    """Return a definition without the synonyms of these words, and what they were."""
    said = item.payload.get("synonyms") or ()
    synonyms = [str(one) for one in ([said] if isinstance(said, str) else said)]
    shared = [one for one in synonyms if key_of(one) == key_of(wording)]
    if not shared:
        return item, []
    kept = [one for one in synonyms if one not in shared]
    entry = {key: value for key, value in item.payload.items() if key != "type"} | {"synonyms": kept}
    return metric_item(entry, item.source), shared


def _harmed(
    items: Sequence[KnowledgeItem],
    others: Sequence[KnowledgeItem],
    schema: Schema,
    dialect: Dialect,
    lines: Mapping[tuple[str, str, str], int],
) -> list[Refused]:
    """Return what does not hold any more of definitions that stand, at the line of what does that."""
    own = {str(item.payload.get("name")): item for item in items if _is(item)}
    if not own:
        return []
    before = {(one.name, one.code, one.kind) for one in problems(catalog_from(others, schema), dialect)}
    found = problems(catalog_from([*others, *filter(_is, items)], schema), dialect)
    harmed = []
    for one in found:
        by = next((own[name] for name in map(str, one.params.values()) if name in own), None)
        if by is not None and one.name not in own and (one.name, one.code, one.kind) not in before:
            line = lines.get((by.source, by.title, by.content), 0)
            harmed.append(Refused(by.source, line, one.code, one.params))
    return harmed


def _once(report: LoadReport) -> tuple[list[KnowledgeItem], list[tuple[KnowledgeItem, Problem]]]:
    """Return the items, and definitions that say something else of a name that one before them has."""
    seen: dict[str, KnowledgeItem] = {}
    kept: list[KnowledgeItem] = []
    refused: list[tuple[KnowledgeItem, Problem]] = []
    for item in report.items:
        first = seen.setdefault(item_key(item), item) if _is(item) else item
        if first.payload == item.payload:
            kept.append(item)
        else:
            name = str(item.payload.get("name") or item.title)
            refused.append((item, Problem(name, "metric_name_clash", {"wording": name, "other": name})))
    return kept, refused


def _bad(
    items: Sequence[KnowledgeItem], others: Sequence[KnowledgeItem], schema: Schema, dialect: Dialect
) -> dict[str, Problem]:
    """Return what is wrong with the definitions read, the first of each, by what they are about."""
    definitions = [item for item in items if _is(item)]
    if not definitions:
        return {}
    catalog = catalog_from([*others, *definitions], schema)
    found = [one for one in problems(catalog, dialect) if schema.tables or one.code not in OF_TABLES]
    bad: dict[str, Problem] = {}
    for item in definitions:
        ways = [one for one in way_problems(item, catalog) if schema.tables or one.code not in OF_TABLES]
        ways = (
            [] if item.payload.get("type") == "scorecard" else ways
        )  # it goes without what it does not know
        own = [*_of(item, found), *ways]
        if own:
            bad[item_key(item)] = own[0]
    return bad


def _of(item: KnowledgeItem, found: Iterable[Problem]) -> Iterator[Problem]:
    """Yield what is wrong with a metric or a dimension, which may have the same name."""
    kind = "dimension" if item.payload.get("type") == "dimension" else "metric"
    for one in found:
        if one.kind == kind and one.name == str(item.payload.get("name") or ""):
            yield one


def _is(item: KnowledgeItem) -> bool:
    return item.kind == "metric"
