"""Who is to be looked at first, or whether to worry, step by step: each member, then within the first."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from analysis.asked import AnalysisAsked
from analysis.briefing.scorecard import scorecard
from analysis.concern.facts import Fact, Scope, counts_of, facts_of
from analysis.concern.reading import ALL, ONE, PEOPLE
from analysis.cuts import level_below
from analysis.outcome import Amount, Look, Name, Outcome, Percent, Read, Said, Steps, named_apart
from analysis.tables import table
from analysis.target.reading import missed_of
from analysis.why.looks import of_member
from answers.sentences.columns import in_sentence, plural_of
from config.wording import say
from database.result import QueryResult
from language.calendar import whole
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk

_NEXT, _WITHIN = 3, 3  # members told behind the first, and within it


def concern_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield how each member stands, then who within the first; return who is to be looked at, and why."""
    assert asked.query is not None
    cut = next(iter(asked.query.splits), "")
    if asked.about == PEOPLE:
        return _of_people(cut, asked, desk)
    assert asked.window is not None
    scope = Scope(asked.metrics, asked.window, cut, asked.filters)
    facts = yield from facts_of(scope, desk)
    if not facts:
        return Outcome(declined=Said("briefing.none", {"window": replace(asked.window, text="")}))
    if asked.about in (ONE, ALL):
        return (yield from _judged(facts[0], scope, asked, desk))
    return (yield from _first_of(facts, scope, asked, desk))


def _of_people(cut: str, asked: AnalysisAsked, desk: MetricDesk) -> Outcome:
    """Say that no figure tells whom to talk to, and by which our own people can be looked at."""
    lines = [line.metric for line in scorecard(desk, asked.filters) if desk.catalog.cuts(line.metric, cut)]
    lines.sort(key=lambda one: desk.catalog.metrics[one].kind != "ratio")  # how they work before how much
    month = Window(*whole("month", desk.today, -1), "month")
    queries = (MetricQuery((one,), (cut,), windows=(month,), filters=asked.filters) for one in lines)
    told = tuple(desk.answers.worded(one, desk.language, desk.today, desk.allowed) for one in queries)
    label = in_sentence(desk.catalog.dimensions[cut].label(desk.language), desk.language)
    about = {"dimension": label, "list": tuple(map(Name, lines))}
    code = "people" if lines else "people_none"
    return Outcome(declined=Said(f"concern.{code}", about), questions=tuple(filter(None, told))[:_NEXT])


def _judged(fact: Fact, scope: Scope, asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the year and who within it; return whether to worry about one, or all, and about whom in it."""
    year = yield from _of_the_year(scope, desk)
    inner = level_below(scope.metrics, scope.filters, desk)
    within: list[Fact] = []
    if inner:
        below = replace(scope, cut=inner)
        within = yield from named_apart("within.", facts_of(below, desk, ""))
    bad = sorted((one for one in within if one.speaks), key=lambda one: one.rank)
    speaks = fact.matters or (year is not None and year.matters)
    parts = [*_parts(fact, desk), *([_year_told(year)] if year is not None and year.standing else [])]
    code = "worry" if speaks else "some" if any(one.matters for one in bad) else "calm"
    who = fact.name or say("analysis.concern.all", desk.language)
    said = [Said(f"concern.{code}", {"who": who, "when": _when(scope, fact), "list": tuple(parts)})]
    said += _within_told(bad, within, inner, desk)
    said += [] if speaks else [_seen_told(scope, [fact], desk)]
    questions = _questions([fact, *bad] if fact.name else bad, scope, inner or scope.cut, desk)
    shown = _table(within or [fact], inner or scope.cut, desk)
    return Outcome(tuple(said), shown, cautions=_left_told([fact, *within], desk), questions=questions)


def _left_told(facts: Sequence[Fact], desk: MetricDesk) -> tuple[Said, ...]:
    """Say who came or went and is left out of the growth, where it is not told beside each."""
    left = {one.level: one for fact in facts for one in fact.left}
    return tuple(Said("behind.alike", {"names": one.told(desk.language)}) for one in left.values())


def _first_of(facts: Sequence[Fact], scope: Scope, asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield who within the first; return which of several are to be looked at, the first of them first."""
    bad = sorted((one for one in facts if one.speaks), key=lambda one: one.rank)
    label = desk.catalog.dimensions[scope.cut].label(desk.language)
    params: dict[str, Any] = {
        "dimension": plural_of(in_sentence(label, desk.language), desk.language),
        "when": _when(scope, facts[0]),
        "every": len(facts),
        "count": len(bad),
        "metric": Name(scope.metrics[0]),
    }
    year = "" if len(scope.metrics) > 1 else "_year"
    if not bad:
        lead = Said(f"concern.none{year}", {**params, **_ends(facts, desk)})
        return Outcome((lead, _seen_told(scope, facts, desk)), _table(facts, scope.cut, desk))
    first, *others = bad
    inside = replace(scope, filters=(*scope.filters, of_member(scope.cut, first.name, desk)))
    inner = level_below(inside.metrics, inside.filters, desk)
    within = (yield from named_apart("within.", facts_of(replace(inside, cut=inner), desk))) if inner else []
    told = [Said("concern.first", {**params, "name": first.name, "list": tuple(_parts(first, desk))})]
    told += _within_told(
        sorted((one for one in within if one.speaks), key=lambda one: one.rank), within, inner, desk
    )
    told += _others_told(others, desk)
    fine = [one for one in facts if not one.speaks]
    if fine:
        seen = _seen(scope, fine, desk)
        told.append(Said(f"concern.rest{year}", {**params, **seen, "count": len(fine)}))
    questions = _questions(bad, scope, scope.cut, desk)
    left = _left_told(facts, desk)
    return Outcome(tuple(told), _table(facts, scope.cut, desk), cautions=left, questions=questions)


def _others_told(others: Sequence[Fact], desk: MetricDesk) -> Iterator[Said]:
    """Yield who comes next, how many more there are, and of how many it is a trifle."""
    matter, trifles = ([one for one in others if one.matters is kind] for kind in (True, False))
    if matter:
        listed = tuple(_member(one, desk) for one in matter[:_NEXT])
        left = len(matter) - len(listed)
        more = Said("concern.more", {"count": left}) if left else ""
        yield Said("concern.next", {"list": listed, "more": more})
    if trifles:
        yield Said("concern.trifles", {"count": len(trifles)})


def _seen_told(scope: Scope, facts: Sequence[Fact], desk: MetricDesk) -> Said:
    """Say by what members were looked at, where nothing speaks for worrying."""
    return Said(f"concern.seen{'' if len(scope.metrics) > 1 else '_year'}", _seen(scope, facts, desk))


def _seen(scope: Scope, facts: Sequence[Fact], desk: MetricDesk) -> dict[str, Any]:
    """Return what members were looked at by, and how many lack a target or a year before."""
    counts = counts_of(scope, desk)
    lacking = {
        "aim": sum(one.standing is None for one in facts) if len(scope.metrics) > 1 else 0,
        "year": sum(one.pair is None for one in facts),
    }
    lacks = tuple(Said(f"concern.no_{kind}", {"count": count}) for kind, count in lacking.items() if count)
    return {
        "metric": Name(scope.metrics[0]),
        "bad": Said("concern.no_more", {"list": tuple(map(Name, counts))}) if counts else "",
        "by": Said("concern.by_counts", {"list": tuple(map(Name, counts))}) if counts else "",
        "lacks": Said("concern.lacks", {"list": lacks}) if lacks else "",
    }


def _of_the_year(
    scope: Scope, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], Fact | None]:
    """Yield how the year stands beside its target, where a month of it is looked at."""
    if len(scope.metrics) < 2 or scope.whole.unit != "month":
        return None
    year = replace(scope, whole=Window(*whole("year", scope.whole.start), "year"))
    facts = yield from named_apart("year.", facts_of(year, desk))
    return facts[0] if facts else None


def _when(scope: Scope, fact: Fact) -> Window:
    return fact.standing.so_far if fact.standing else scope.whole


def _parts(fact: Fact, desk: MetricDesk, *, again: bool = False) -> Iterator[Said]:
    """Yield how a member stands: beside its target, beside the year before, and what it has more of.

    Behind another's the figure and the time of its target are not told `again`.
    """
    one = fact.standing
    if one is not None:
        way = "behind" if fact.is_behind else "in_time" if one.running else "met" if one.met else "missed"
        params = {
            "metric": Name(one.name), "whole": replace(one.whole, text=""), "share": Percent(one.share),
            "gap": Amount(fact.lacks or abs(one.target - one.actual), one.name, "size"),
            "over": one.due.gone() if one.due else "",
        }  # fmt: skip
        way = "short" if way == "behind" and one.lead is None else way
        yield Said(f"concern.part.{way}{'_too' if again else ''}", params)
    if fact.pair is not None and fact.pair.before:
        change = Percent(100 * fact.pair.change / abs(fact.pair.before), signed=True)
        alike = Said("concern.part.alike") if fact.left else ""
        less = Said("concern.part.without", {"new": fact.without[0].named()}) if fact.without else alike
        yield Said(
            f"concern.part.{'fell' if fact.fell else 'year'}",
            {"change": change, "less": less},
        )
    for name, pair in fact.worse:
        ends = {"now": Amount(pair.now or 0, name), "before": Amount(pair.before or 0, name)}  # type: ignore[arg-type]
        yield Said("concern.part.more", {"metric": Name(name), **ends})


def _year_told(year: Fact) -> Said:
    one = year.standing
    assert one is not None
    way = "year_behind" if year.is_behind else "year_on"
    gap = Amount(year.lacks, one.name, "size")
    params = {"share": Percent(one.share), "over": one.due.gone() if one.due else "", "gap": gap}
    return Said(f"concern.part.{way}", params)


def _member(fact: Fact, desk: MetricDesk) -> Said:
    return Said("concern.member", {"name": fact.name, "parts": tuple(_parts(fact, desk, again=True))})


def _within_told(bad: Sequence[Fact], every: Sequence[Fact], cut: str, desk: MetricDesk) -> list[Said]:
    """Say who within it is to be looked at."""
    if not (bad and cut):
        return []
    label = desk.catalog.dimensions[cut].label(desk.language)
    many = plural_of(in_sentence(label, desk.language), desk.language)
    listed = tuple(_member(one, desk) for one in bad[:_WITHIN])
    return [
        Said("concern.within", {"dimension": many, "every": len(every), "count": len(bad), "list": listed})
    ]


def _ends(facts: Sequence[Fact], desk: MetricDesk) -> dict[str, Any]:
    """Return who is nearest to being behind, and who grew least, where nobody speaks for worrying."""
    aimed = [one for one in facts if one.standing is not None]
    paired = [one for one in facts if one.pair is not None and one.pair.before]
    ends: dict[str, Any] = {"aimed": "", "slowest": ""}
    if aimed:
        least = min(aimed, key=lambda one: one.standing.ahead if one.standing else 0)
        assert least.standing is not None
        ends["aimed"] = Said("concern.least", {"name": least.name, "share": Percent(least.standing.share)})
    if paired:
        slow = min(
            paired,
            key=lambda one: one.pair.change / abs(one.pair.before) if one.pair and one.pair.before else 0,
        )
        assert slow.pair is not None and slow.pair.before
        change = Percent(100 * slow.pair.change / abs(slow.pair.before), signed=True)
        ends["slowest"] = Said("concern.slowest", {"name": slow.name, "change": change})
    return ends


def _questions(bad: Sequence[Fact], scope: Scope, cut: str, desk: MetricDesk) -> tuple[str, ...]:
    """Return why who is behind missed its target."""
    told = []
    for one in bad:
        if one.is_behind and one.name and len(scope.metrics) > 1:
            kept = tuple(it for it in scope.filters if it.dimension != cut and len(it.values) == 1)
            own = of_member(cut, one.name, desk)
            query = MetricQuery(scope.metrics[1:2], windows=(scope.whole,), filters=(*kept, own))
            told.append(missed_of(query, desk))
    return tuple(dict.fromkeys(one for one in told if one))[:_NEXT]


def _table(facts: Sequence[Fact], cut: str, desk: MetricDesk) -> QueryResult | None:
    """Return each member's figure, target, share and growth, those to be looked at first."""
    ranked = sorted(facts, key=lambda one: one.rank)
    if len(ranked) < 2 or not cut:
        return None
    label = desk.catalog.dimensions[cut].label(desk.language)
    heads = [say(f"analysis.target.column.{one}", desk.language) for one in ("actual", "target", "share")]
    heads.append(say("analysis.behind.column_share", desk.language))
    rows = [
        (
            one.name,
            one.standing.actual if one.standing else (one.pair.now if one.pair else None),
            one.standing.target if one.standing else None,
            round(one.standing.share, 1) if one.standing else None,
            round(100 * one.pair.change / abs(one.pair.before), 1) if one.pair and one.pair.before else None,
        )
        for one in ranked
    ]
    told = [
        at for at in range(len(rows[0])) if any(row[at] is not None for row in rows)
    ]  # none without targets
    heads = [[label, *heads][at] for at in told]
    return table(heads, ([row[at] for at in told] for row in rows), digits=None)
