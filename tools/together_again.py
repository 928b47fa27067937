"""A few words that change a question to two sources: its first part is changed, and the whole worded anew."""

from dataclasses import replace

from analysis.together.figures import without_period
from config.wording import say
from query.metric_query import MetricQuery
from reasoning.reasoner import PastTurn
from tools.sides import Side, metric_of
from tools.together import MOST_CHOICES, Plan


async def worded_again(plan: Plan, message: str, first: Side, other: Side, *, named: bool) -> tuple[str, ...]:
    """Return the whole questions a message may come to after this one; none where it changes nothing of it.

    They are questions: whoever asks them anew reads both sources by the same rules as the first time.
    `named` names the first source too.
    """
    context = first.context
    if context.metrics is None:
        return ()
    before = PastTurn(plan.text, first.composed(plan.query), source="metric")
    reading = await context.metrics(context.asked(message, before))
    if plan.asked.kind != "beside":
        return (_of_members(plan, reading.query, first, other),) if reading.verdict == "certain" else ()
    if reading.verdict == "certain" and reading.query and reading.asked != message:
        asked: tuple[str, ...] = (_with_names(plan, reading.query, first) or reading.asked,)
    else:
        asked = reading.alternatives[:MOST_CHOICES] if reading.verdict == "candidate" else ()
    source = first.title if named else ""
    return tuple(_beside(plan, _bare(one), first, other, source) for one in asked)


def _with_names(plan: Plan, query: MetricQuery, first: Side) -> str:
    """Return a question of one name's figure as figures by names: the other source is matched by them."""
    if query.splits or query.grain or not plan.query.splits:
        return ""
    cut = replace(query, splits=plan.query.splits)
    return first.answers.worded(cut, first.language, first.context.today, first.allowed) or ""


def _beside(plan: Plan, question: str, first: Side, other: Side, source: str) -> str:
    language = first.language
    if source:
        question = say("analysis.together.of", language, question=question, source=source)
    labels = (without_period(metric_of(other, name).label(language)) for name in plan.measures)
    figure = say("summary.list_and", language).join(labels)
    form = "against" if plan.compares else "beside"
    told = {"question": question, "figure": figure, "source": other.title}
    return _matched(plan, say(f"analysis.together.asked.{form}", language, **told), first)


def _of_members(plan: Plan, query: MetricQuery | None, first: Side, other: Side) -> str:
    """Return who of the other source has figures, or none, in words; nothing where they have none."""
    language, context = first.language, first.context
    alone = replace(query, splits=()) if query and query.splits == plan.query.splits else None
    worded = first.answers.worded(alone, language, context.today, first.allowed) if alone else None
    if alone is None or worded is None:
        return ""
    figure = first.catalog.metrics[alone.metrics[0]].label(language)
    told = {
        "figure": figure,
        "when": _bare(worded).replace(figure, "", 1).strip().removesuffix("的"),
        "who": first.catalog.dimensions[plan.query.splits[0]].label(language),
        "source": other.title,
    }
    return _matched(plan, say(f"analysis.together.asked.{plan.asked.kind}", language, **told), first)


def _matched(plan: Plan, question: str, first: Side) -> str:
    if not plan.match_on:
        return question
    return say("analysis.together.match_on", first.language, question=question, column=plan.match_on)


def _bare(question: str) -> str:
    """Return what a question is about, without what makes it one."""
    return question.rstrip("?？ ").removesuffix("是多少")
