"""From which day on a figure is not complete, and why, in words."""

import datetime as dt
from dataclasses import dataclass

from config.wording import Language, say


@dataclass(frozen=True)
class Unsettled:
    """From which day on a figure is not complete: by its definition, or as `count` rows wait of `of`."""

    since: dt.date
    after: int | None = None  # days, by its definition
    waits: int = 0
    of: int = 0
    called: tuple[str, str] = ("", "")  # the state they are in, or what they lack; zh, en
    lacks: bool = False

    def reason(self, language: Language) -> str:
        """Return why, in words."""
        if self.after is not None:
            return say("settling.defined", language, count=self.after)
        called = self.called[language == "en"]
        code = "lacks" if self.lacks else "waits"
        return say(f"settling.{code}", language, waits=self.waits, of=self.of, called=called)
