"""Figures by name, and the quotients of two, which nobody defined: `complaints__per_1000__orders`."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from config.wording import LANGUAGES, Language, say
from knowledge.definitions.inflecting import singular

if TYPE_CHECKING:
    from knowledge.metrics import Metric

_NAME = re.compile(r"(?P<above>.+?)__(?:per(?:_(?P<scale>\d+))?|(?P<share>of))__(?P<below>.+)")


def quotient_name(above: str, below: str, scale: int = 1, *, share: bool = False) -> str:
    """Return the name that one figure per so many of another has, or as a percentage of it: a name in SQL.

    >>> quotient_name("complaints", "orders", 1000), quotient_name("refunds", "revenue", share=True)
    ('complaints__per_1000__orders', 'refunds__of__revenue')
    """
    sign = "of" if share else f"per_{scale}" if scale != 1 else "per"
    return f"{above}__{sign}__{below}"


def renamed(name: str, new: Mapping[str, str]) -> str:
    """Return a figure's name where some have a new one, of a quotient with those of its parts."""
    named = _NAME.fullmatch(name)
    if named is None or name in new:
        return new.get(name, name)
    above, below = (new.get(named[one], named[one]) for one in ("above", "below"))
    return f"{above}{name[named.end('above') : named.start('below')]}{below}"


def is_quotient(name: str) -> bool:
    """Tell the name of a figure that nobody defined."""
    return _NAME.fullmatch(name) is not None


class Figures(dict[str, "Metric"]):
    """The defined figures; by its name there is also the quotient of two of them, which is never listed."""

    def __init__(self, defined: Mapping[str, "Metric"]) -> None:
        super().__init__(defined)
        self._quotients: dict[str, Metric] = {}

    def __missing__(self, name: str) -> "Metric":
        if name not in self._quotients:
            named = _NAME.fullmatch(name)
            if named is None:
                raise KeyError(name)
            parts = self[named["above"]], self[named["below"]]
            self._quotients[name] = _quotient(name, *parts, int(named["scale"] or 1), named["share"])
        return self._quotients[name]

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or (isinstance(name, str) and self.get(name) is not None)

    def get(self, name: str, default: "Metric | None" = None) -> "Metric | None":  # type: ignore[override]
        """Return a figure, also one that is the quotient of two."""
        try:
            return self[name]
        except KeyError:
            return default

    def quotient_called(self, name: str, language: Language) -> "Metric | None":
        """Return the quotient, asked for by its name before, that heads a column so, in small letters."""
        found = (one for one in self._quotients.values() if one.heading(language).lower() == name)
        return next(found, None)


def _quotient(name: str, above: "Metric", below: "Metric", scale: int, share: str | None) -> "Metric":
    called = {one: _called(above, below, scale, share, one) for one in LANGUAGES}
    told = {
        one: say("derived.per_one", one, above=above.label(one), below=below.label(one)) for one in LANGUAGES
    }
    few = scale == 1 and not share and not above.decimals  # 0.0002 complaints an order
    return type(above)(
        name,
        called["zh"],
        called["en"],
        kind="ratio",
        additivity="ratio",
        parts=(above.name, below.name),
        scale=100 if share else scale,
        unit_zh="%" if share else above.unit_zh,
        unit_en="%" if share else above.unit_en,
        decimals=4 if few else 2,
        good=above.good,
        definition_zh=told["zh"],
        definition_en=told["en"],
    )


def _called(above: "Metric", below: "Metric", scale: int, share: str | None, language: Language) -> str:
    whose = {"above": above.label(language), "below": below.label(language)}
    if share:
        return say("quotient.share", language, **whose)
    return say("quotient.per", language, above=whose["above"], one=_ones(below, scale, language))


def _ones(below: "Metric", scale: int, language: Language) -> str:
    """Return one of what is divided by, or so many of them: vehicle, 1,000 orders, 千笔订单."""
    many = say(f"quotient.many.{scale}", language) if scale != 1 else ""
    if language == "zh":
        return f"{many}{below.unit_zh}{below.label('zh').rstrip('数量')}"
    called, unit = below.label("en").lower().split(), below.unit_en.lower().split()[-1:]
    words = called if {*unit} <= {*called} else below.unit_en.split()  # vehicles boarding; of energy kWh
    if many:
        return f"{many}{' '.join(words)}"
    return " ".join(singular(one) if one in unit else one for one in words) if unit else " ".join(words)
