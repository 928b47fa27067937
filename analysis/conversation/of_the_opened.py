"""Did it take business from others, behind what one member was told of: the opening of that one."""

import re
from dataclasses import replace

from analysis.asked import AnalysisAsked, Kind
from analysis.conversation.frame import Frame
from analysis.conversation.in_force import Kept, in_force
from analysis.kinds import alone
from analysis.naming import recognised_beside_names
from config.wording import language_of

_IT = re.compile(r"它们?|\bit\b", re.IGNORECASE)


def of_the_opened(text: str, frame: Frame) -> tuple[Kind, AnalysisAsked, Kept] | None:
    """Return what the opening of the one member that was told of did to those that a message names.

    Those it names have opened, too: without the pronoun read it would be asked of them.
    """
    told, desk = recognised_beside_names(text, frame.desk), frame.desk
    shown = [one for one in in_force(frame).filters if len(one.values) == 1]
    if told is None or told.kind != "opening" or len(_IT.findall(text)) != 1 or len(shown) != 1:
        return None
    name = desk.answers.reader.known.member_name(shown[0].dimension, shown[0].values[0], language_of(text))
    whole = _IT.sub(lambda _: name, text)
    kind, asked = alone(whole, desk, hears=False)
    opened = asked.query.filters if isinstance(asked, AnalysisAsked) and asked.query else ()
    if kind != "opening" or not isinstance(asked, AnalysisAsked) or opened != (shown[0],):
        return None
    return kind, replace(asked, followed=True), Kept(whole, ())
