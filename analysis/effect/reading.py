"""Reads what holidays or weather are set beside a figure: 国庆对营业额影响多大, does rain hurt sales."""

from collections.abc import Sequence
from dataclasses import replace

from analysis.asked import AnalysisAsked, AskBack, NotRead, Recognised, says, without
from analysis.briefing.scorecard import scorecard
from analysis.effect.weather import weather_of
from analysis.outcome import Said
from analysis.rest import read_rest
from config.wording import say
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk
from understanding.metric.offering import main_metrics

_MOST = 3


def read_effect(asked: Recognised, desk: MetricDesk) -> AnalysisAsked | AskBack | NotRead:
    """Return the figure and what it is set beside: one holiday, all of a time, or kinds of weather."""
    beside = "weather" if says("effect", "weather", asked.text) else "holiday"
    plain = replace(asked, rest=without("effect", beside, asked.rest))
    metrics = main_metrics(desk)
    rest = read_rest(plain, desk, metrics[0].name) if metrics else NotRead()
    if isinstance(rest, NotRead):
        return rest
    about = _about(beside, rest.window, asked)
    if not about:
        return NotRead(why=Said("effect.unknown"))
    listed = [one.metric for one in scorecard(desk, rest.filters)]
    assumed = [one for one in desk.catalog.scorecard[:1] if one in listed and not rest.metric]
    if rest.doubtful or not (rest.metric or assumed):
        names = [rest.metric] if rest.metric else listed[:_MOST]
        questions = tuple(_question(one, asked, desk) for one in names)
        return AskBack("which" if rest.metric else "figure", questions)
    return AnalysisAsked(
        "effect",
        asked.language,
        (rest.metric or assumed[0],),
        rest.window,
        filters=rest.filters,
        about=about,
        text=asked.text,
        figure_assumed=not rest.metric,
    )


def beside_days(
    query: MetricQuery, cut: Sequence[str], asked: Recognised, desk: MetricDesk
) -> AnalysisAsked | None:
    """Return what a model asks for: a figure by the dimension of weather, else beside days off."""
    weather = weather_of(query.metrics[0], desk)
    dimension = desk.catalog.dimensions.get(cut[0]) if len(cut) == 1 else None
    if cut and (dimension is None or not dimension.on_time):
        return None
    about = "weather" if dimension is not None and dimension is weather else "holidays"
    kept = tuple(one for one in query.filters if one.dimension not in cut)
    window, language = query.window, asked.language
    return AnalysisAsked(
        "effect", language, query.metrics, window, filters=kept, about=about, text=asked.text
    )


def _about(beside: str, window: Window | None, asked: Recognised) -> str:
    """Return what a figure is set beside: weather, the holiday named, several, the last; or nothing."""
    if beside == "weather" or (window and window.holiday):
        return beside
    if not says("effect", "holiday", asked.text):
        return ""
    return "holidays" if says("effect", "several", asked.text) or window else "last"


def _question(metric: str, asked: Recognised, desk: MetricDesk) -> str:
    """Return the question with the figure in its place, by its words for what it is set beside."""
    what = desk.catalog.metrics[metric].label(desk.language)
    code = "effect_weather" if says("effect", "weather", asked.text) else "effect_holiday"
    return say(f"analysis.ask.{code}", desk.language, what=what if desk.language == "zh" else what.lower())
