"""How many days were so: heavy rain days, 起雾的日子有几天, of a dimension that has a row each day."""

from query.plan.members import presence
from understanding.chart.spans import Span
from understanding.figures.sentence import Sentence, replaced
from understanding.figures.things import Figure
from understanding.metric.vocabulary import metric_words

NAMED = ("figure", "figure_first", "weak", "thing", "state")
ASKED = ("count", "some", "how_many", "first", "rank", "having", "limit")
DAY = "day"
COUNTED = "day_counts"


def with_days(sentence: Sentence) -> Sentence:
    """Read how many days a member of such a dimension has as the figure that counts them.

    Days are asked for by their unit, or by a member that is called a day: 大雨天最多.
    """
    if sentence.has(*NAMED):
        return sentence
    members = [one for one in sentence.outer("member") if _counted_of(sentence, one)]
    units = [one for one in sentence.of("number_of", "unit", "cut") if _is_day(one)]
    units += [one for one in sentence.of("unread", "word") if _says_day(sentence.written(one))]
    called = [one for one in members if _says_day(sentence.written(one))]
    if len(members) != 1 or not (units or (called and sentence.has(*ASKED))):
        return sentence
    asked = [*units, *(one for one in sentence.of("count", "some", "how_many"))]
    metric = _counted_of(sentence, members[0])
    place = (asked or members)[0]
    figure = Span(place.start, place.end, "figure", Figure(metric, numbered=True), COUNTED)
    return replaced(sentence, asked, figure)


def _counted_of(sentence: Sentence, member: Span) -> str:
    """Return the figure that counts the days of a member, where there is one."""
    catalog, dimension = sentence.catalog, sentence.catalog.dimensions[member.value.dimension]
    if not dimension.on_time or presence(dimension):
        return ""
    own = [
        one for one in catalog.metrics.values() if catalog.full(one.table) == catalog.full(dimension.table)
    ]
    days = [one.name for one in own if one.kind == "simple" and one.expression == days_counted(one.time)]
    return days[0] if len(days) == 1 else ""


def days_counted(column: str) -> str:
    """Return the expression that counts the days of a column."""
    return f"COUNT(DISTINCT {column.rpartition('.')[2]})"


def _is_day(span: Span) -> bool:
    if span.type == "cut":
        return tuple(span.value) == (DAY,)
    return str(span.value) == DAY


def _says_day(text: str) -> bool:
    return text.lower().endswith(tuple(metric_words()["days_called"]))
