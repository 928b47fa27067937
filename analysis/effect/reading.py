"""Reads what holidays or weather are set beside a figure: 国庆对营业额影响多大, does rain hurt sales."""

from dataclasses import replace

from analysis.asked import AnalysisAsked, AskBack, NotRead, Recognised, says, without
from analysis.briefing.scorecard import scorecard
from analysis.outcome import Said
from analysis.rest import read_rest
from config.wording import say
from understanding.metric.desk import MetricDesk
from understanding.metric.offering import main_metrics

_MOST = 3


def read_effect(asked: Recognised, desk: MetricDesk) -> AnalysisAsked | AskBack | NotRead:
    """Return the figure and what it is set beside: one holiday, all of a time, or kinds of weather."""
    about = "weather" if says("effect", "weather", asked.text) else "holiday"
    plain = replace(asked, rest=without("effect", about, asked.rest))
    metrics = main_metrics(desk)
    rest = read_rest(plain, desk, metrics[0].name) if metrics else NotRead()
    if isinstance(rest, NotRead):
        return rest
    named = rest.window is not None and bool(rest.window.holiday)
    if about == "holiday" and not named:
        if not says("effect", "holiday", asked.text):
            return NotRead(why=Said("effect.unknown"))
        about = "holidays" if says("effect", "several", asked.text) or rest.window else "last"
    main = desk.catalog.scorecard[:1] if not rest.metric and not rest.doubtful else ()
    fits = bool(main) and any(one.metric == main[0] for one in scorecard(desk, rest.filters))
    if not fits and (not rest.metric or rest.doubtful):
        names = (
            [rest.metric] if rest.metric else [one.metric for one in scorecard(desk, rest.filters)][:_MOST]
        )
        return AskBack(
            "figure" if not rest.metric else "which", tuple(_question(one, asked, desk) for one in names)
        )
    return AnalysisAsked(
        "effect",
        asked.language,
        (rest.metric or main[0],),
        rest.window,
        filters=rest.filters,
        about=about,
        text=asked.text,
        figure_assumed=not rest.metric,
    )


def _question(metric: str, asked: Recognised, desk: MetricDesk) -> str:
    """Return the question with the figure in its place, by its words for what it is set beside."""
    what = desk.catalog.metrics[metric].label(desk.language)
    code = "effect_weather" if says("effect", "weather", asked.text) else "effect_holiday"
    return say(f"analysis.ask.{code}", desk.language, what=what if desk.language == "zh" else what.lower())
