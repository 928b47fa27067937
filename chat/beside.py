"""A question that a file and a database answer together, for the card of the file."""

from collections.abc import Mapping
from typing import Any

from analysis.together.figures import with_own_figures
from appdb.own_files import OwnFile
from appdb.users import User
from config.wording import Language, say
from knowledge.sight import open_columns
from knowledge.values import Allowed, ValueIndex
from query.metric_query import MetricQuery
from services import Services
from understanding.metric.answers import MetricAnswers

MOST_TRIED = 3


async def together_line(opened: Services, one: OwnFile, user: User, language: Language) -> str:
    """Return a line with such a question; nothing where no database shares names with the file."""
    own = await opened.taught.answers(one.name, opened.access.rights(user, one.name))
    figures = [] if own is None else list(with_own_figures(own.catalog).metrics.values())
    figure = next((metric.label(language) for metric in figures if not metric.counts_rows), "")
    open_to = [name for name in opened.databases.names if opened.access.may_use(user, name)]
    for name in open_to[:MOST_TRIED] if figure else ():
        rights = opened.access.rights(user, name)
        known = await opened.taught.answers(name, rights)
        today = await opened.taught.today(name, rights)
        query = shared(known, one.profile, open_columns(rights)) if known else None
        asked = known.worded(query, language, today, open_columns(rights)) if known and query else None
        if asked:
            told = {
                "question": asked.rstrip("?？").removesuffix("是多少"),
                "figure": figure,
                "source": one.file,
            }
            question = say("analysis.together.asked.against", language, **told)
            return say("files.card.together", language, example=question)
    return ""


def shared(known: MetricAnswers, profile: Mapping[str, Any], allowed: Allowed) -> MetricQuery | None:
    """Return a figure of a database cut by what names of a file are names of, where there is such a cut."""
    names = [
        str(value)
        for table in profile["tables"]
        for column in table["columns"]
        if column["type"] == "VARCHAR"
        for value, _ in column["commonest"]
    ]
    values, catalog = known.reader.known.values or ValueIndex(), known.catalog
    columns = {one.column.lower() for name in names for one in values.find(name, allowed) if one.text == name}
    for dimension in catalog.dimensions.values():
        if dimension.column and catalog.full_column(dimension.column).lower() in columns:
            for metric in (*catalog.scorecard, *catalog.metrics):
                if catalog.opens(metric, allowed) and catalog.cuts(metric, dimension.name):
                    return MetricQuery((metric,), splits=(dimension.name,))
    return None
