"""From which day on a figure is not complete, and why, in words."""

import datetime as dt
from dataclasses import dataclass

from config.wording import Language, say


@dataclass(frozen=True)
class Unsettled:
    """From which day on a figure is not complete: by its definition, or as `count` rows wait of `of`.

    What ripens goes on changing for `ripens` days after its day, by a day in `column`.
    """

    since: dt.date
    after: int | None = None  # days, by its definition
    waits: int = 0
    of: int = 0
    called: tuple[str, str] = ("", "")  # the state they are in, or what they lack; zh, en
    lacks: bool = False
    ripens: int = 0
    column: str = ""

    def reason(self, language: Language) -> str:
        """Return why, in words."""
        if self.after is not None:
            return say("settling.defined", language, count=self.after)
        called = self.called[language == "en"]
        if self.ripens:
            code = "by_day" if self.column else "by_state"
            return say(f"settling.ripens_{code}", language, count=self.ripens, called=called)
        code = "lacks" if self.lacks else "waits"
        return say(f"settling.{code}", language, waits=self.waits, of=self.of, called=called)
