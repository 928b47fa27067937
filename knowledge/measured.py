"""What metrics and dimensions are called, and which tables a question that names one of them needs."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from knowledge.definitions.files import dimension_from, metric_from
from knowledge.items import KnowledgeItem
from knowledge.metrics import Dimension, Metric
from language.words import is_han, pieces, stem, stop_words

SHORTEST_NAME = 2


class MeasuredNames:
    """The names, synonyms and members of one version's metrics and dimensions, with their tables."""

    def __init__(self, items: Iterable[KnowledgeItem]) -> None:
        kinds: dict[str, list[KnowledgeItem]] = defaultdict(list)
        for item in items:
            if item.kind == "metric":
                kinds[str(item.payload.get("type"))].append(item)
        metrics = {one.name: one for one in (metric_from(item.payload) for item in kinds["metric"])}
        self._tables: dict[str, tuple[str, ...]] = {}
        for dimension in (dimension_from(item.payload) for item in kinds["dimension"]):
            self._add(_dimension_names(dimension), (dimension.table,))
        for metric in metrics.values():
            self._add(_metric_names(metric), _metric_tables(metric, metrics))
        names: dict[str, list[str]] = defaultdict(list)
        for name, tables in self._tables.items():
            for table in tables:
                names[table].append(name)
        self.by_table: Mapping[str, Sequence[str]] = names
        self._longest_first = sorted(self._tables, key=len, reverse=True)

    def tables(self, question: str) -> list[str]:
        """Return the tables of what the question names, lower case, the longest name's first."""
        asked = _normal(question)
        named = (name for name in self._longest_first if name in asked)
        return list(dict.fromkeys(table for name in named for table in self._tables[name]))

    def tables_apart(self, question: str) -> list[str]:
        """Return the tables of what a question names, of no name within a longer one."""
        asked, found = _normal(question), dict[str, None]()
        for name in self._longest_first:
            if name in asked:
                found |= dict.fromkeys(self._tables[name])
                asked = asked.replace(name, " ")
        return list(found)

    def _add(self, names: Iterable[str], tables: Sequence[str]) -> None:
        lowered = tuple(table.lower() for table in tables if table)
        for name in names:
            normal = _normal(name)
            if lowered and _tells(normal):
                self._tables[normal] = tuple(dict.fromkeys((*self._tables.get(normal, ()), *lowered)))


def _metric_names(metric: Metric) -> list[str]:
    return [*metric.wordings, *(name for names in metric.states.values() for name in names)]


def _dimension_names(dimension: Dimension) -> list[str]:
    members = (*dimension.values.values(), *dimension.groups.values())
    return [*dimension.wordings, *(name for names in members for name in names)]


def _metric_tables(metric: Metric, metrics: dict[str, Metric]) -> tuple[str, ...]:
    """Return a metric's own table, or those of the two it is made of."""
    if metric.kind == "simple":
        return (metric.table,)
    parts = (metrics[part] for part in metric.parts if part in metrics and part != metric.name)
    return tuple(part.table for part in parts)


def _normal(text: str) -> str:
    """Return a text whose contained names can be found: stems between spaces, Han runs as they are.

    >>> _normal("Average Scores of 服务区")
    ' averag scor of 服务区'
    """
    return "".join(piece if is_han(piece) else f" {stem(piece)} " for piece in pieces(text)).replace(
        "  ", " "
    )


def _tells(name: str) -> bool:
    words = [word for word in name.split() if word not in stop_words() and not word.isdigit()]
    return len("".join(words)) >= SHORTEST_NAME
