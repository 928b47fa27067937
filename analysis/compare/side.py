"""One member set beside others: its figures, and how the first of them grew like for like."""

from dataclasses import dataclass
from decimal import Decimal

from analysis.briefing.figures import Scored, Windows, unlike_told
from analysis.briefing.scorecard import Line
from analysis.openings import Openings
from analysis.outcome import Name, Said, rounded
from understanding.metric.desk import MetricDesk


@dataclass(frozen=True)
class Side:
    """One member's figures, the first first; who began or closed inside it, and growth without these."""

    name: str
    scored: tuple[Scored, ...]
    changed: Openings | None = None
    alike: tuple[Decimal, Decimal] | None = None  # now and a year before, without what opened or closed

    @property
    def lead(self) -> Scored:
        """Return the first figure."""
        return self.scored[0]

    @property
    def now(self) -> Decimal:
        """Return what the first figure came to."""
        return self.lead.now or Decimal(0)

    @property
    def rate(self) -> Decimal | None:
        """Return its growth on a year before in percent, like for like; None where nothing was then."""
        return growth(*(self.alike or (self.lead.now, self.lead.year)), self.lead.scales[1])

    @property
    def whole_rate(self) -> Decimal | None:
        """Return its growth with all that opened or closed."""
        return growth(self.lead.now, self.lead.year, self.lead.scales[1])

    @property
    def share(self) -> Decimal | None:
        """Return how much of its target it reached, in percent; None without a target."""
        return 100 * self.now / self.lead.target if self.lead.target else None

    @property
    def reached(self) -> Decimal | None:
        """Return by how many points that is ahead of what was due; None without a target."""
        due = self.lead.due.share if self.lead.due and self.lead.due.runs else Decimal(100)
        return None if self.share is None else self.share - due

    def scored_of(self, line: Line) -> Scored | None:
        """Return one of its figures."""
        return next((one for one in self.scored if one.line == line), None)

    def of(self, line: Line) -> Decimal | None:
        """Return what one of its figures came to."""
        found = self.scored_of(line)
        return found.now if found else None


def behind_it(side: Side, windows: Windows, desk: MetricDesk) -> tuple[tuple[Said, ...], tuple[Said, ...]]:
    """Return what makes the year before another time, and which figures are compared with it."""
    year = (windows[0], windows[2], windows[2])
    cautions = unlike_told(side.lead, year, desk, by_year=False) if side.lead.year else []
    names = tuple(Name(one.line.metric) for one in side.scored)
    return tuple(cautions), (Said("compare.how", {"metrics": names}),)


def growth(now: Decimal | None, then: Decimal | None, times: Decimal) -> Decimal | None:
    """Return a growth in percent to a tenth, beside `times` as many days.

    >>> growth(Decimal(31), Decimal(28), Decimal(31) / 28)
    Decimal('0.0')
    """
    return rounded(100 * (now / (then * times) - 1)) if now is not None and then else None
