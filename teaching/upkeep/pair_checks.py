"""A pair's SQL tried on the real database, under a person's rights, without running it."""

import asyncio
import datetime as dt
import itertools

import sqlglot
from sqlglot import TokenType, exp
from sqlglot.errors import SqlglotError

from database.connections import Database
from database.dialects import Dialect
from database.rights import Rights
from errors import ConnectionFailedError, CostError, DatabaseError, WenshuError
from knowledge.items import KnowledgeItem
from language.periods import find_periods
from teaching.loaders.report import LoadReport, Refused, Tick
from understanding.pairs.templates import PERIOD_SLOTS, TOP, Template, make_template, period_dates

AT_ONCE = 4
TRIED_ON = {name: dt.date(2026, 1, 1) for name in PERIOD_SLOTS}
TRIED_NUMBER = 1


async def try_pair(question: str, sql: str, database: Database, rights: Rights) -> None:
    """Take a pair's SQL, its slots filled, through guard, policy and EXPLAIN, or raise the wall's error."""
    schema = await database.load_schema()
    template = make_template("", question, sql, database.dialect, schema)
    await database.approve(_tried(template, database.dialect), rights)


async def checked_pairs(report: LoadReport, database: Database, rights: Rights, tick: Tick) -> LoadReport:
    """Return the report with each pair that the database refuses among the refused, at its line."""
    pairs = [(place, item) for place, item in enumerate(report.items) if item.kind == "pair"]
    gate, tried = asyncio.Semaphore(AT_ONCE), 0

    async def problem(item: KnowledgeItem) -> WenshuError | None:
        nonlocal tried
        async with gate:
            try:
                await try_pair(item.title, item.content, database, rights)
            except WenshuError as error:
                return error
            finally:
                tried += 1
                tick(tried / len(pairs))
        return None

    problems = await asyncio.gather(*(problem(item) for _, item in pairs))
    refused = {place: error for (place, _), error in zip(pairs, problems, strict=True) if error is not None}
    failed = [(report.items[place], error) for place, error in refused.items()]
    return LoadReport(
        [item for place, item in enumerate(report.items) if place not in refused],
        [*report.refused, *(_refused(item, report.line_of(item), error) for item, error in failed)],
        report.lines,
    )


def slotted(sql: str, question: str, asked_on: dt.date, dialect: Dialect, fiscal_start: int = 1) -> str:
    """Return SQL with the question's one period as slots where its dates stand, else as it is.

    An answer's SQL holds literal dates: kept so, "last month" would mean that month for ever.
    """
    periods = find_periods(question, asked_on, fiscal_start=fiscal_start)
    if len(periods) != 1:
        return sql
    names = {day.isoformat(): name for name, day in reversed(period_dates(periods[0]).items())}
    try:
        tokens = sqlglot.tokenize(sql, read=dialect.sqlglot_name)
    except SqlglotError:
        return sql
    places: list[tuple[int, int, str]] = []
    for before, token in itertools.pairwise([None, *tokens]):
        if token is not None and token.token_type is TokenType.STRING and token.text in names:
            typed = before is not None and before.token_type is TokenType.DATE
            start = before.start if before is not None and typed else token.start
            places.append((start, token.end + 1, names[token.text]))
    if not {"period_start", "period_end"} <= {name for _, _, name in places}:
        return sql
    for start, end, name in reversed(places):
        sql = f"{sql[:start]}:{name}{sql[end:]}"
    return sql


def _tried(template: Template, dialect: Dialect) -> str:
    def filled(node: exp.Expr) -> exp.Expr:
        if not isinstance(node, exp.Placeholder):
            return node
        name = str(node.this)
        if name in TRIED_ON:
            literal = exp.Literal.string(TRIED_ON[name].isoformat())
            return literal if isinstance(node.parent, exp.Cast) else exp.cast(literal, "date")
        if name == TOP or name in template.slots.numbers:
            return exp.Literal.number(TRIED_NUMBER)
        return exp.Null()

    return template.tree.transform(filled).sql(dialect=dialect.sqlglot_name)


def _refused(item: KnowledgeItem, line: int, error: WenshuError) -> Refused:
    if isinstance(error, ConnectionFailedError):
        return Refused(item.source, line, "pair_unchecked")
    if isinstance(error, DatabaseError) and error.detail and not isinstance(error, CostError):
        return Refused(item.source, line, "pair_sql_fails", {"detail": error.detail[:200]})
    return Refused(item.source, line, error.code, error.params)
