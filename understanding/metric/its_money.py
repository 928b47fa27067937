"""What a clause asks of the figure before it and no more: how much money it came to, what part of another."""

import re
from dataclasses import replace

from knowledge.metrics import Catalog
from language.lists import words_in
from query.metric_query import MetricQuery
from understanding.figures.numbering import is_money


def asks_its_money(text: str) -> bool:
    """Tell a clause that asks for an amount of money and for nothing else: 一共多少钱, how much in money."""
    return (
        re.fullmatch(words_in("clauses")["its_money"], text.strip(" ,，。.?？!！"), re.IGNORECASE) is not None
    )


def its_whole(text: str) -> str:
    """Return of what a clause asks which part that is: what's that as a percent of sales, 占营业额多少."""
    found = re.fullmatch(words_in("clauses")["its_part"], text.strip(" ,，。.?？!！"), re.IGNORECASE)
    return (found["of"] or found["zh"] or "") if found else ""


def in_money(query: MetricQuery, catalog: Catalog) -> MetricQuery | None:
    """Return a question of one plain figure as that of the money of its rows, where there is one such."""
    more = query.ranking or query.conditions or query.share or query.compared or query.average
    if more or len(query.metrics) != 1 or is_money(catalog.metrics[query.metrics[0]]):
        return None
    money = _money_of(query.metrics[0], catalog)
    return replace(query, metrics=(money,)) if money else None


def _money_of(name: str, catalog: Catalog) -> str:
    """Return the sum of money of a figure's rows: the one that is told for each of it, else the only one."""
    own, every = catalog.metrics[name], catalog.metrics.values()
    sums = [
        one.name
        for one in every
        if one.kind == own.kind == "simple" and one.additivity == "sum" and one.rows == own.rows
        if is_money(one) and one.name != name
    ]
    for_each = [one for one in sums if any({*it.parts} == {one, name} for it in every if it.kind == "ratio")]
    found = for_each or sums
    return found[0] if len(found) == 1 else ""
