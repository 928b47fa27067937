"""The spans that only mean something after a question: turns, levels, steps in time, rows just shown."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

from knowledge.vocabulary import Vocabulary, Word, lexicon
from language.units import key_of
from understanding.chart.saturation import rule
from understanding.chart.spans import Span
from understanding.figures.clauses import price as price_in_questions
from understanding.figures.leaves import SMALL, Leaves
from understanding.figures.rules import RULES as OF_QUESTIONS
from understanding.figures.rules.numbers import Amount
from understanding.figures.rules.ranks import SHOWN, First, at_a_place_alone
from understanding.figures.things import Kind
from understanding.metric.vocabulary import metric_words
from understanding.words.closed import CHANGES

LEVELS = ("finer", "coarser")
TURNS = ("restore", "reverse", "everything", "listed")
OWN = frozenset([*LEVELS, *TURNS, "step", "same", "dropped", "grain", "rate"])
# What of a question's clauses an edit has a part for; a type that is not named here leaves its words bare.
WHOSE = ("figure", "figure_first", "weak", "thing", "number_of", "keep", "share", "share_of", "distribution")
SPLIT = ("kind", "cut", "unit", "which_time", "average", "avg", "filled", "trend", "cumulative")
CHOSEN = ("first", "rank", "rank_up", "sorted", "by", "amount", "having", "limit", "state")
TIMED = ("period", "ended", "comparison", "last_year", "previous", "compare", "went", *CHANGES)
ASKED = ("how_many", "count", "some", "singular", "plural", "high", "low", "total", "respectively")
CLAUSES = frozenset([*WHOSE, *SPLIT, *CHOSEN, *TIMED, *ASKED, "chart", "or", *SMALL])
CLAUSE = 100
PARTS = ("kind", "grain", "unit", "cut")


@dataclass(frozen=True)
class EditLeaves(Leaves):
    """Finds the leaves of messages over one catalog."""

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """Return the words, those among them by which a message only says that it follows: 换成, instead."""
        found = super().vocabulary.copy()
        turning_back = lexicon()["turning"]["back"]
        for marker in [*lexicon()["follow_up"], *metric_words()["follow_up"], *turning_back]:
            known = found.words.get(key_of(str(marker).rstrip("*")))
            if known is None or known.tokens != ("per",):
                found.add(str(marker).rstrip("*"), Word("function", ()))
        for mark, wordings in {**metric_words()["levels"], **metric_words()["turns"]}.items():
            for wording in wordings:
                found.add(str(wording), Word("mark", (str(mark),)))
        for wording in _places():
            found.add(wording, Word("mark", ("nth",)))
        return found


@lru_cache(maxsize=1)
def _places() -> dict[str, int]:
    """Return the words for a place in an order, with that: the runner-up."""
    told = metric_words()["places_shown"].items()
    return {str(wording): int(place) for place, wordings in told for wording in wordings}


@rule("first", ("nth",), ("place", "amount"), ("bottom", "place", "amount"))
def at_a_place_shown(*parts: Span) -> First | None:
    """Read a place of the order that was shown: 第二名呢, who is second, 倒数第二."""
    last = parts[-1].value
    if isinstance(last, Amount):
        number = int(last.number) if last.number == int(last.number) and not last.percent else 0
    else:
        number = _places()[str(last).lower()]
    end = "bottom" if parts[0].type == "bottom" else SHOWN
    return First(end, str(parts[0].value), number, place=True) if number > 0 else None


@rule("dropped", *((no, part) for no in ("not", "rather_than") for part in PARTS))
def dropped(_: Span, part: Span) -> Kind | str | None:
    """Read a cut that a message gives up: not by month, rather than by city."""
    value = part.value[0] if part.type == "cut" and len(part.value) == 1 else part.value
    return value if isinstance(value, Kind | str) else None


@rule("cut", ("cut", "per"))
def cut_apart(cut: Span, by: Span) -> object:
    """Read a cut with the word for cutting behind it: 按渠道分."""
    return None if str(by.value).isascii() else cut.value


def _after_by(_: Span, said: Span) -> object:
    """Read by before a level or an order: 按上一级, 按从高到低."""
    return said.value


AFTER_BY = tuple(
    one for type_ in (*LEVELS, "rank", "rank_up") for one in rule(type_, ("per", type_))(_after_by)
)
OF_OTHERS = (one for one in OF_QUESTIONS if one not in at_a_place_alone)  # a place is of the order shown
RULES = (*OF_OTHERS, *dropped, *cut_apart, *at_a_place_shown, *AFTER_BY)


def price(span: Span) -> int | None:
    """Return what a span costs in a covering of a message."""
    if span.type in OWN:
        return CLAUSE
    return price_in_questions(span) if span.type in CLAUSES else None
