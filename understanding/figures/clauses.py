"""Which spans stand in a reading by themselves, what they cost, and where each has a part."""

from understanding.chart.spans import Span
from understanding.figures.leaves import SMALL
from understanding.figures.sentence import NoReading, Sentence
from understanding.metric.vocabulary import reaching_of
from understanding.words.closed import CHANGES

# Types that stand in a covering by themselves. What else is a leaf (why, define, not, per …) has no
# part in a reading; it is found so that no shorter words are read in its place, and leaves its units bare.
NAMED = ("remaining", "figure", "figure_first", "weak", "thing", "number_of", "how_many", "count", "some")
CUT = ("kind", "so_many", "cut", "unit", "which_time", "by", "keep", "average", "avg")
EARLIER = ("against", "same_time", "went")
SHARED = ("share", "share_of", "distribution")
CHOSEN = ("first", "rank", "rank_up", "sorted", "amount", "having", "limit", "state", "others")
TIMED = ("period", "ended", "comparison", "last_year", "previous", "trend", "cumulative", "recently")
COMPARED = (*CHANGES, "compare", *EARLIER)
BESIDE = (
    "remaining",
    "closing",
    "respectively",
    "filled",
    "singular",
    "plural",
    "high",
    "low",
    "total",
    "chart",
    "but",
    "or",
)
CLAUSES = frozenset(["verb", *NAMED, *CUT, *SHARED, *CHOSEN, *TIMED, *COMPARED, *BESIDE, *SMALL])
UNKNOWN = ("word", "unread", "people", "rows")
CLAUSE, SAYS_NOTHING, NOBODY_KNOWS = 100, 101, 2000
PART_OF_NAME = 25  # what a member costs more for all of its name that is not said
# Of coverings with as many spans: what joins and what stands alone is rather a part of another, and a limit
# that of the figure right behind its number.
AFTER = {
    "and": 2,
    "to": 2,
    "between": 2,
    "figure_limited": 2,
    "kind": 2,
    "amount": 1,
    "unit": 1,
    "each_of_them": 150,
    "so_many": 102,  # as a number and a kind
}


def price(span: Span) -> int | None:
    """Return what a span costs in a covering; None where it is only a part of others."""
    if span.type == "empty":
        return SAYS_NOTHING
    if span.type in UNKNOWN or (span.type == "not" and str(span.value).isascii()):
        return NOBODY_KNOWS  # did not show up
    if span.type not in CLAUSES:
        return None
    scores = [one.value.score for one in span.leaves if one.type == "member" and not one.value.told]
    unsaid = round(PART_OF_NAME * (1 - min(scores, default=1.0)))
    led = 2 * any(one.rule == "led_to" for one in span.leaves)
    return CLAUSE + unsaid + led + AFTER.get(span.type, 0) + AFTER.get(span.rule, 0)


def refuse_idle(sentence: Sentence, *, cut: bool, grain: bool, moved: bool) -> None:
    """Stop where a clause has no part in what is asked."""
    several = sum(one.type == "period" for one in sentence.every) > 1
    figures = len({one.value.metric for one in sentence.of("figure")}) > 1
    ranked, left_out = bool(sentence.of("first", "figure_first")), _leaves_out(sentence)
    changed, kept = sentence.has(*CHANGES, "comparison"), sentence.has("keep")
    than = sentence.has("comparison") and not cut  # higher last week than the week before
    sided = any((several, moved, than, cut and kept))
    has_part = {
        "respectively": any((cut, grain, several, figures)),
        "high": sided,
        "low": sided,
        "compare": any((cut and not _against_a_goal(sentence), several, changed, figures)),
        "against": moved or sentence.has(*CHANGES) or goes_higher(sentence),
        "went": moved or several,
        "same_time": moved or changed,
        "amount": ranked or _counts_the_named(sentence),
        "but": left_out or len(sentence.of("having", "state")) > 1,
        "or": kept,
        "cumulative": grain,
        "others": ranked or left_out,
    }
    if any(sentence.of(type_) and not has for type_, has in has_part.items()):
        raise NoReading


def _counts_the_named(sentence: Sentence) -> bool:
    """Tell a number that only says how many members are named before it: 南城、虎门、常平这三个."""
    amounts = sentence.of("amount")
    ahead = [one for one in sentence.outer("keep") if one.end <= amounts[0].start] if amounts else []
    named = [member for one in ahead for members in one.value.named for member in members.named]
    told = len(amounts) == 1 and bool(amounts[0].value.counter)
    return told and not amounts[0].value.percent and amounts[0].value.number == len(named) > 1


def _against_a_goal(sentence: Sentence) -> bool:
    """Tell what is held against a target, and says not what: how each city did against target."""
    goals = [
        one for one in sentence.of("figure") if reaching_of(one.value.metric, sentence.catalog) is not None
    ]
    return any(one.end == goal.start for one in sentence.of("compare") for goal in goals)


def goes_higher(sentence: Sentence) -> bool:
    """Tell whether one time is said to have more or less than another: more in May than in April."""
    return sentence.has("high", "low") and bool(sentence.of("against"))


def _leaves_out(sentence: Sentence) -> bool:
    return any(one.value.negated for one in sentence.of("keep"))
