"""What is looked at for odd things first: figures by day and month, silences, events, totals, openings."""

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.anomaly.dark_kinds import KindPlan, kind_plans
from analysis.anomaly.day_series import Plan, day_plans, is_daily
from analysis.anomaly.holidays import days_plan
from analysis.anomaly.joint import joint_plans
from analysis.anomaly.levels import is_level
from analysis.anomaly.month_tables import Plan as MonthPlan
from analysis.anomaly.month_tables import month_plans
from analysis.anomaly.outcomes import Outcome as CameOut
from analysis.anomaly.outcomes import outcomes_of
from analysis.anomaly.silences import Plan as QuietPlan
from analysis.anomaly.silent_steps import silence_plans
from analysis.anomaly.standing_steps import Plan as StillPlan
from analysis.anomaly.standing_steps import standing_plans
from analysis.anomaly.stands import Stands, stands_of
from analysis.anomaly.stretches_alike import Alike, alike_of
from analysis.anomaly.totals import Totals, totals_of
from analysis.anomaly.undefined import Undefined, undefined_of
from analysis.anomaly.worsened import Worsened, worsened_of
from analysis.asked import AnalysisAsked
from analysis.briefing.scorecard import scorecard
from analysis.daily import SpecialDays
from analysis.home import days_kept
from analysis.openings import inside_look, openings_look
from analysis.outcome import Look
from analysis.series import adds_up
from understanding.metric.desk import MetricDesk

MOST_METRICS = 8
MOST_TESTED = 3  # figures of which it is asked whether days off matter


@dataclass(frozen=True)
class Planned:
    """What is looked at for odd things, all of it read at once."""

    days: Sequence[Plan]
    by_month: Sequence[MonthPlan]
    totals: Totals
    worsened: Worsened
    undefined: Undefined
    stands: Stands
    quiet: Sequence[QuietPlan]
    dark: Sequence[KindPlan]
    still: Sequence[StillPlan]
    alike: Sequence[Alike]
    outcomes: Sequence[CameOut]
    tested: Sequence[Plan]  # whether days off matter to these
    edges: Sequence[Look]  # since when and until when there is each place
    kinds: SpecialDays
    names: Sequence[str]  # the figures

    @property
    def looks(self) -> list[Look]:
        """Return all that is read first."""
        days = {look.name: look for plan in self.days for look in plan.looks}
        return [
            *days.values(),
            *self.totals.looks,
            *self.undefined.looks,
            *(look for plan in self.tested for look in plan.looks),
            *(look for one in self.alike for look in one.plan.looks),
            *(one.look for one in self.outcomes),
            *(look for one in self.by_month for look in one.looks),
            *(one.look for one in self.quiet),
            *(one.plan.look for one in self.dark),
            *(one.look for one in self.still),
            *self.edges,
            *self.worsened.looks,
            *self.stands.looks,
        ]


def planned(asked: AnalysisAsked, desk: MetricDesk) -> Planned | None:
    """Return what is looked at, or None where no figure has days or months that can be."""
    every = [one for one in asked.metrics or _main(asked, desk) if not is_level(one, desk)]
    sums = [one for one in every if adds_up(desk.catalog.metrics[one], desk)]
    found = list(day_plans(sums, asked, desk))
    found += joint_plans(sums, asked, desk)
    totals = totals_of(asked, desk)
    by_month = month_plans(tuple(dict.fromkeys((*every, *totals.names))), asked, desk)
    if not found and not by_month:
        return None
    kinds, quiet = days_kept(desk.catalog), silence_plans(every, asked, desk)
    return Planned(
        found,
        by_month,
        totals,
        worsened_of(every, totals.names, asked, desk),
        undefined_of(asked, desk),
        stands_of(asked, desk),
        quiet,
        kind_plans(quiet, asked, desk),
        standing_plans(every, asked, desk),
        alike_of(every, asked, desk),
        outcomes_of(asked, desk),
        _tested(found, asked, kinds, desk),
        _openings_looks(every, asked, desk),
        kinds,
        every,
    )


def _tested(
    planned: Sequence[Plan], asked: AnalysisAsked, kinds: SpecialDays, desk: MetricDesk
) -> list[Plan]:
    """Return the figures of which it is asked whether days off matter: named ones, and single events."""
    found = list[Plan]()
    for name in dict.fromkeys(plan.wanted.metric for plan in planned):
        asks = name in asked.metrics[:1] or (not asked.metrics and not is_daily(name, desk))
        plan = days_plan(name, asked, kinds, desk) if asks else None
        if plan is not None and len(found) < MOST_TESTED:
            found.append(plan)
    return found


def _openings_looks(names: Sequence[str], asked: AnalysisAsked, desk: MetricDesk) -> list[Look]:
    """Return the look at since when and until when there is each place of the first figure that has such."""
    above = tuple(dict.fromkeys(one for levels in desk.catalog.hierarchies for one in levels))
    looks = (openings_look([name], asked.filters, desk, above) for name in names)
    inside = inside_look(names[:1], asked.filters, desk) if names else None
    return [*[look for look in looks if look is not None][:1], *([inside] if inside else [])]


def _main(asked: AnalysisAsked, desk: MetricDesk) -> list[str]:
    """Return the figures of the scorecard, of a cut that is asked for those that it cuts."""
    found = [line.metric for line in scorecard(desk, asked.filters)][:MOST_METRICS]
    own = [one for one in found if asked.dimension and desk.catalog.cuts(one, asked.dimension)]
    return own or found
