"""The words of a catalog: made once for all that read with them, and nobody's additions are another's."""

from knowledge.metrics import Catalog
from knowledge.vocabulary import Vocabulary, Word
from tests.unit.understanding.test_metric_questions import READER
from understanding.figures.leaves import Leaves
from understanding.metric.known import Known
from understanding.metric.stems import catalog_words, with_rows, with_stems
from understanding.metric.vocabulary import metric_vocabulary


def anew(catalog: Catalog) -> Vocabulary:
    """Return the words of a catalog, made by nobody before."""
    return with_stems(metric_vocabulary(catalog, None), Known(catalog))


def test_words_that_are_made_once_are_those_made_for_each_reader() -> None:
    known = Known(READER.catalog)
    catalog_words(known)
    assert vars(catalog_words(known)) == vars(anew(READER.catalog))
    assert vars(Leaves(known).vocabulary) == vars(with_rows(anew(READER.catalog), known))


def test_what_one_reader_adds_to_the_words_is_not_known_to_another() -> None:
    known = Known(READER.catalog)
    catalog_words(known).add("乱七八糟", Word("word", ("odd",)))
    assert catalog_words(known).get("乱七八糟") is None
