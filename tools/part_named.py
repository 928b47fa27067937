"""A message that names somebody by a part of a name, behind a figure: and Lingnan?"""

import asyncio

from agent.context import Context
from reasoning.reasoner import PastTurn
from tools.referents import asked_again
from understanding.asked import Asked
from understanding.metric.part_names import with_members_put
from understanding.verdicts import Reading


async def by_part_of_a_name(asked: Asked, previous: PastTurn | None, context: Context) -> Reading | None:
    """Return the figure shown of each member who may be meant, to be asked back; None where nobody may."""
    if previous is None or context.metrics is None or context.figures is None:
        return None
    who = (context.connection, context.rights, context.today, context.language)
    desk = await context.figures.desk(*who)
    texts = await asyncio.to_thread(with_members_put, asked.question, desk) if desk is not None else ()
    found = [await context.metrics(context.asked(text, previous)) for text in texts]
    meant = asked_again(*(one for one in found if one.query is not None and one.query.filters))
    return meant if meant.alternatives else None
