"""States of what is measured, by which a verb keeps only some of it: open tickets, cancelled orders, 退."""

from knowledge.metrics import Metric
from language.words import is_han
from language.words import stem as verb_of
from understanding.figures.sentence import Sentence


def names_a_state(sentence: Sentence, metric: Metric, verb: str) -> bool:
    """Tell a verb that a state of what is measured is called by."""
    catalog, word = sentence.catalog, verb_of(verb)
    tables = {catalog.full(one.table) for one in catalog.sources(metric.name)}
    own = [
        one for one in catalog.dimensions.values() if any(catalog.is_own(one, [table]) for table in tables)
    ]
    called = (name for one in own for names in (*one.values.values(), *one.groups.values()) for name in names)
    return any(
        word in name if is_han(word) else word in map(verb_of, name.lower().split()) for name in called
    )
