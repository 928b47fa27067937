"""Small words that ask for what an answer is anyway: rows in an order, things apart, a chart, all of it."""

from collections.abc import Mapping
from functools import lru_cache

from query.metric_query import MetricQuery
from understanding.metric.vocabulary import metric_words


def left_unread(small: tuple[str, ...], queries: tuple[MetricQuery, ...]) -> tuple[str, ...]:
    """Return the small words that ask for something which not every one of some queries gives."""
    return tuple(one for one in small if not queries or not all(is_given(one, query) for query in queries))


def asks_for_more(word: str) -> bool:
    """Tell a small word that asks for something: 排个队 for rows in an order."""
    return word.lower() in _given_by()


def is_given(word: str, query: MetricQuery) -> bool:
    """Tell whether a query gives what a small word asks for: 排一下 an order, 两家 two side by side."""
    alone = {one.dimension for one in query.filters if not one.negated and len(one.values) == 1}
    rows = bool({*query.splits} - alone or query.grain or query.counted)  # a split by one member is one row
    match _given_by().get(word.lower()):
        case "order" | "drawn":
            return rows
        case "parts":
            return rows or len(query.metrics) > 1
        case "two":
            return any(len(one.values) == 2 and one.dimension in query.splits for one in query.filters)
        case "faster":
            return rows and query.compared is not None
        case "everywhere":
            return not query.filters
        case _:
            return False


@lru_cache(maxsize=1)
def _given_by() -> Mapping[str, str]:
    words = metric_words()
    told = {str(one): sort for sort, those in words["given_by"].items() for one in those}
    return {**told, **{str(one): "everywhere" for one in words["everywhere"]}}
