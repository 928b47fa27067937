"""Reads a question into a MetricQuery; every content word counts, or it is not its question."""

import datetime as dt
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from itertools import pairwise

from config.wording import Language
from knowledge.calendar import Holidays, days, in_whole_units
from knowledge.meaning import AFTER_NUMBER, COMPARERS, PLURAL, SUPERLATIVES
from knowledge.metric_parts import Part, Parts, parts_of
from knowledge.metric_vocabulary import metric_vocabulary, metric_words
from knowledge.metrics import Catalog
from knowledge.periods import find_periods
from knowledge.question import (
    Ambiguous,
    Compared,
    Condition,
    Filter,
    MetricQuery,
    MetricReading,
    NotMine,
    Ranking,
    Window,
)
from knowledge.reading import Pieces, QuestionReader
from knowledge.units import key_of, units
from knowledge.values import ValueIndex

Allowed = Callable[[str], bool]
JOINING = frozenset(
    ["和", "与", "及", "以及", "跟", "还有", "and", "or", "或", "或者", "&", "vs", "versus", "对比", "还是"]
)
GRAINS = ("day", "week", "month", "quarter", "year")
BARE_GRAINS = frozenset(
    [
        "日",
        "天",
        "周",
        "月",
        "月份",
        "季",
        "季度",
        "年",
        "day",
        "week",
        "month",
        "quarter",
        "year",
        "days",
        "weeks",
        "months",
        "quarters",
        "years",
    ]
)
RANKS = ("top", "bottom", "gt", "ge", "lt", "le")
CHANGES = ("change", "decline", "vary")
MOST_TOP = 1000
MOST_CHOICES = 4  # more readings than that are no choice
ENGLISH_NO_ONE = frozenset(["top", "bottom", "first"])
BOTH = 2


class Stop(Exception):
    """Reading ends: the question is not one of the metrics, or has readings of equal standing."""

    def __init__(self, outcome: NotMine | Ambiguous) -> None:
        super().__init__(str(outcome))
        self.outcome = outcome


class Unclear(Exception):
    """A word has more than one reading of equal standing; each choice is read to the end."""

    def __init__(self, place: str, choices: tuple[str, ...]) -> None:
        super().__init__(place)
        self.place, self.choices = place, choices


@dataclass
class MetricReader:
    """Reads questions with one catalog, one set of values."""

    catalog: Catalog
    values: ValueIndex | None = None
    fiscal_start: int = 1
    holidays: Holidays | None = None

    @cached_property
    def words(self) -> QuestionReader:
        """Return the reader of words with the catalog's vocabulary."""
        vocabulary = metric_vocabulary(self.catalog, self.values)
        return QuestionReader(vocabulary, self.values, self.fiscal_start, self.holidays)

    @cached_property
    def columns(self) -> dict[str, list[str]]:
        """Return which dimension each column with values belongs to: the first that names it."""
        found: dict[str, list[str]] = defaultdict(list)
        for dimension in self.catalog.dimensions.values():
            for column in dict.fromkeys((dimension.column, dimension.column_en)):
                if column and not found[self.catalog.full_column(column).lower()]:
                    found[self.catalog.full_column(column).lower()].append(dimension.name)
        return dict(found)

    def parts(self, text: str, today: dt.date, allowed: Allowed = lambda _: True) -> Parts:
        """Return a text's parts, nothing bound yet."""
        return parts_of(self.words.read(text, today, allowed), self.catalog, self.columns)

    def read(
        self, text: str, today: dt.date, allowed: Allowed = lambda _: True
    ) -> MetricReading | Ambiguous | NotMine:
        """Return what a question asks, exactly; or its readings; or why it is not one of the metrics."""
        if not self.catalog.metrics:
            return NotMine("no_metric")
        return self.read_pieces(self.words.read(text, today, allowed), today, {})

    def read_pieces(
        self, pieces: Pieces, today: dt.date, choices: dict[str, str]
    ) -> MetricReading | Ambiguous | NotMine:
        """Return what read pieces ask, with what was chosen where a word is unclear."""
        if torn := _torn(pieces):
            return NotMine("word", torn)
        binding = Binding(self, parts_of(pieces, self.catalog, self.columns), pieces.language, today)
        binding.choices = choices
        try:
            return binding.reading()
        except Stop as stop:
            return stop.outcome
        except Unclear as unclear:
            place = unclear.place
            if choices:
                return NotMine("shape", (place,))
            found = [self.read_pieces(pieces, today, {unclear.place: one}) for one in unclear.choices]
        readings = [one for one in found if isinstance(one, MetricReading)]
        if len({one.query.key for one in readings}) == 1:
            return readings[0]
        if len(readings) < BOTH:
            return NotMine("shape", (place,))
        return Ambiguous(tuple(one.query for one in readings), readings[0].language)

    def member_name(self, name: str, value: str, language: Language) -> str:
        """Return what a member is called in a language."""
        dimension = self.catalog.dimensions[name]
        if dimension.values or language == "zh" or not dimension.column_en or self.values is None:
            return dimension.value_label(value, language)
        column, key = self.catalog.full_column(dimension.column_en).lower(), key_of(value)
        found = [e for length, entries in self.values.at(key, 0) if length == len(key) for e in entries]
        return next((entry.value for entry in found if entry.column.lower() == column), value)

    def default_window(self, metric: str, grain: str, today: dt.date) -> Window | None:
        """Return the period a metric is taken over where the question names none."""
        text = metric_words()["default_periods"].get(grain) or self.catalog.metrics[metric].default_period
        latest = all(source.additivity == "semi" for source in self.catalog.sources(metric))
        if grain == "year" or not text or (latest and not grain):
            return None
        found = find_periods(str(text), today, fiscal_start=self.fiscal_start, holidays=self.holidays)
        return Window.of(found[0]) if found else None


@dataclass
class Binding:
    """One question on its way from parts to a query; each step accounts for what it understands."""

    reader: MetricReader
    parts: Parts
    language: Language
    today: dt.date
    metrics: list[str] = field(default_factory=list)
    filters: dict[tuple[str, bool], list[str]] = field(default_factory=dict)
    conditions: list[Condition] = field(default_factory=list)
    splits: list[str] = field(default_factory=list)
    grain: str = ""
    average: str = ""
    ranked: str = ""  # the dimension or grain that is ranked
    chart: str = ""
    choices: dict[str, str] = field(default_factory=dict)

    @property
    def catalog(self) -> Catalog:
        """Return the definitions."""
        return self.reader.catalog

    def reading(self) -> MetricReading:
        """Take all steps and return the query, or raise Stop."""
        self.refuse_unknown()
        self.read_metrics()
        self.refuse_lists()
        self.bind_splits()
        self.bind_conditions()
        self.bind_values()
        self.bind_average()
        ranking = self.bind_ranking()
        self.bind_rest_of_dimensions(ranking)
        compared, windows, assumed, ranking = self.bind_time(ranking)
        share = self.bind_share()
        running = self.bind_small_words(ranking, compared)
        query = MetricQuery(
            tuple(self.metrics),
            tuple(self.splits),
            self.grain,  # type: ignore[arg-type]
            windows,
            assumed,
            compared,
            tuple(
                Filter(name, tuple(dict.fromkeys(v)), negated) for (name, negated), v in self.filters.items()
            ),
            tuple(self.conditions),
            ranking,
            share,
            self.average,
            running,
            self.ascending,
        )
        self.require_all_used()
        return MetricReading(self.checked(query), self.language, self.chart)

    ascending: bool = False

    # What is not known at all

    def refuse_unknown(self) -> None:
        """Stop at words nothing here knows, and at questions figures cannot answer."""
        if why := self.parts.marks("why", "other_data", "define"):
            raise Stop(NotMine("shape", tuple(part.text for part in why)))
        for mark in self.parts.marks("last_year", "previous"):
            mark.kind, mark.used = "comparison_word", True
        compared = bool(self.parts.of("comparison", "comparison_word"))
        unknown = []
        for part in self.parts.left("other"):
            if part.piece.tokens == ("rate",) and (compared or self.parts.has(*CHANGES)):
                part.used = True
            else:
                unknown.append(part.text)
        if unknown:
            raise Stop(NotMine("word", tuple(unknown)))

    # Metrics

    def read_metrics(self) -> None:
        """Find what is measured; a dimension that is counted stands for the metric that counts it."""
        named = self.parts.left("metric")
        self.metric_parts = named
        weak = self.parts.left("weak")
        for part in weak:
            part.used = True
        named = named or weak[:1]
        for part in named:
            part.used = True
            self.metrics += [name for name in self.chosen_metric(part) if name not in self.metrics]
        for part in self.parts.left("state"):
            name, comparer, number = part.token.split(":")
            part.used = True
            self.conditions.append(Condition(name, comparer, Decimal(number)))  # type: ignore[arg-type]
            self.metrics = self.metrics or [name]
        if not self.metrics:
            self.metrics = self.counted()
        if not self.metrics:
            raise Stop(NotMine("no_metric"))
        if not self.metric_parts:
            self.metric_parts = named

    def refuse_lists(self) -> None:
        """Stop where records are asked for, not a figure: 有哪些投诉, which inspections failed."""
        for part in self.metric_parts:
            if not any(self.catalog.metrics[name].is_count for name in part.metrics):
                continue
            at = self.parts.every.index(part)
            before = self.parts.every[at - 1] if at else None
            after = self.parts.every[at + 1] if at + 1 < len(self.parts.every) else None
            asked = (
                before is not None and before.kind == "function" and before.text in metric_words()["which"]
            )
            told = (
                after is not None and after.kind == "function" and after.text in metric_words()["which_after"]
            )
            if (asked or told) and not (self.parts.of("dimension") and self.parts.has(*RANKS)):
                raise Stop(NotMine("shape", (part.text,)))

    def chosen_metric(self, part: Part) -> tuple[str, ...]:
        """Return the metric a word names; of several, the one the question's other parts allow."""
        if len(part.metrics) == 1:
            return part.metrics
        wanted = {name for other in self.parts.of("dimension") for name in other.dimensions[:1]}
        fitting = [m for m in part.metrics if all(self.catalog.cuts(m, d) for d in wanted)]
        fitting = fitting or list(part.metrics)
        if len(fitting) > 1:
            fitting = [self.choose(part.text, tuple(fitting))]
        return (fitting[0],)

    def choose(self, place: str, choices: tuple[str, ...]) -> str:
        """Return what was chosen for an unclear word, or ask for every reading of it."""
        if len(choices) > MOST_CHOICES:
            raise Stop(NotMine("shape", (place,)))
        if place not in self.choices:
            raise Unclear(place, choices)
        return self.choices[place]

    def counted(self) -> list[str]:
        counts = {m.counts: m.name for m in self.catalog.metrics.values() if m.counts}
        marks = self.parts.marks("count", "some")
        for mark in marks:
            for other in (self.parts.after(mark), self.parts.before(mark)):
                found = [counts[d] for d in other.dimensions if d in counts] if other else []
                if other and len(found) == 1 and not other.used:
                    other.used = mark.used = True
                    return found
        return []

    def cuts_all(self, dimension: str) -> bool:
        """Tell whether every metric can be cut by a dimension."""
        return all(self.catalog.cuts(metric, dimension) for metric in self.metrics)

    def chosen_dimension(self, part: Part) -> str:
        """Return the dimension a word names; of several, the one these metrics can be cut by."""
        fitting = [name for name in part.dimensions if self.cuts_all(name)]
        if not fitting:
            raise Stop(NotMine("unreachable", (part.text,)))
        return fitting[0] if len(fitting) == 1 else self.choose(part.text, tuple(fitting))

    # Splits

    def bind_splits(self) -> None:
        """Bind 各, 按, by, each … to what follows, and to what is joined to that."""
        for mark in self.parts.marks("per"):
            target = self.parts.after(mark)
            mark.used = True
            if target is None:
                mark.used = False
            elif target.kind == "mark" and target.token == "per":
                continue
            elif target.kind == "dimension":
                self.add_split(target)
            elif target.kind == "grain":
                target.split = True
            elif target.kind == "value" and self.is_weekday_word(target):
                target.used = True
                self.splits.append("weekday")
            elif target.kind == "metric":
                self.by_metric = target
            elif target.kind == "mark" and target.token in (
                "rank",
                "rank_up",
                "top",
                "bottom",
                "share",
                "count",
            ):
                continue
            elif target.kind == "value":
                self.split_by_values(target, mark)
            else:
                mark.used = False
        self.respectively()
        for part in self.parts.left("grain"):
            self.add_grain(part)

    by_metric: Part | None = None
    metric_parts: list[Part] = field(default_factory=list)

    def is_weekday_word(self, part: Part) -> bool:
        return part.text.lower() == "weekday" and "weekday" in self.catalog.dimensions

    def split_by_values(self, part: Part, mark: Part) -> None:
        """Leave 各 before a value unread: it is no split."""
        mark.used = False

    def add_split(self, part: Part) -> None:
        """Split by a dimension and by those joined to it: by branch and category."""
        while True:
            part.used = True
            name = self.chosen_dimension(part)
            if name not in self.splits:
                self.splits.append(name)
            at = self.parts.every.index(part) + 1
            following = self.parts.every[at] if at < len(self.parts.every) else None
            if following is not None and following.kind in ("function", "mark") and following.text in JOINING:
                following = self.parts.every[at + 1] if at + 1 < len(self.parts.every) else None
            if following is not None and following.kind == "mark" and following.token == "per":
                return
            if following is None or following.used or following.kind not in ("dimension", "grain"):
                return
            if following.kind == "grain":
                following.split = True
                return
            if not any(self.cuts_all(name) for name in following.dimensions):
                return
            part = following

    def add_joined(self, grain: Part) -> None:
        """Split by a dimension that is joined to a grain: by month and region."""
        at = self.parts.every.index(grain) + 1
        joint, other = [*self.parts.every[at : at + 2], None, None][:2]
        if joint is None or other is None or joint.text not in JOINING or other.kind != "dimension":
            return
        self.add_split(other)

    def respectively(self) -> None:
        """Let 分别 split by the one dimension named."""
        marks = self.parts.use("respectively")
        free = self.parts.left("dimension")
        if marks and len(free) == 1 and not self.splits and not self.parts.left("value"):
            self.add_split(free[0])

    def add_grain(self, part: Part) -> None:
        if part.token == "hour" or (part.token not in (*GRAINS, "weekday")):
            raise Stop(NotMine("word", (part.text,)))
        if part.token == "weekday":
            part.used = True
            self.splits.append("weekday")
            return
        ranked = self.parts.has("top", "bottom") or self.parts.has("gt", "ge", "lt", "le")
        if not part.split and part.text in BARE_GRAINS and not ranked:
            raise Stop(NotMine("word", (part.text,)))
        part.used = True
        if part.split or part.text not in BARE_GRAINS:
            self.add_joined(part)
        if not self.grain:
            self.grain = part.token
        elif self.grain != part.token:
            raise Stop(NotMine("shape", (part.text,)))

    # Conditions

    def bind_conditions(self) -> None:
        """Bind 超过100万, at least 3 to the metric they speak of."""
        for number in self.parts.left("number"):
            before, after = self.parts.before(number), self.parts.after(number)
            mark = None
            if before and before.kind == "mark" and before.token in COMPARERS and not before.used:
                mark = before
            elif after and after.kind == "mark" and after.token in COMPARERS and after.text in AFTER_NUMBER:
                mark = after
            if mark is None or number.piece.number is None:
                continue
            metric = self.condition_metric(number)
            percent = self.parts.text[number.piece.span[1] :].lstrip().startswith(("%", "％"))
            is_percent = self.catalog.metrics[metric].unit("zh") == "%"
            if percent and not is_percent:
                raise Stop(NotMine("shape", (number.text + "%",)))
            number.used = mark.used = True
            self.conditions.append(Condition(metric, mark.token, number.piece.number))  # type: ignore[arg-type]

    def condition_metric(self, number: Part) -> str:
        parts = [part for part in self.parts.of("metric", "weak") if part.metrics]
        if not parts:
            return self.metrics[0]
        best = self.parts.nearest(number, parts, -1 if self.language == "zh" else 1)
        if self.language == "en":
            before = self.parts.nearest(number, parts, -1)
            if before and (
                best is None or self.parts.distance(before, number) <= self.parts.distance(best, number)
            ):
                best = before
        best = best or parts[0]
        return self.chosen_metric(best)[0]

    # Values

    def bind_values(self) -> None:
        """Turn named members into filters; 除了 and except leave them out."""
        values = self.parts.left("value")
        self.bind_negations(values)
        mentioned: dict[str, list[Part]] = defaultdict(list)
        for part in values:
            name, members = self.chosen_member(part)
            part.used = True
            self.absorb_kind(part, name)
            self.filters.setdefault((name, part.negated), []).extend(members)
            mentioned[name].append(part)
        for mark in self.parts.marks("or"):
            mark.used = bool(values)
        every_member = []
        for (name, negated), members in self.filters.items():
            if negated or len(mentioned[name]) < BOTH or name in self.splits:
                continue
            if not self.parts.marks("total"):
                self.splits.append(name)
                if not self.parts.has("place"):
                    self.parts.use("high", "low", "singular")
                codes = self.catalog.dimensions[name].values
                if codes and set(codes) == set(members):
                    every_member.append((name, negated))
                self.parts.use("respectively", "compare")
        for key in every_member:
            del self.filters[key]

    def bind_negations(self, values: list[Part]) -> None:
        for mark in self.parts.marks("not"):
            at = self.parts.every.index(mark) + 1
            bound = False
            for part in self.parts.every[at:]:
                if part.kind == "value" and part in values:
                    part.negated = mark.used = bound = True
                elif (part.kind == "dimension" and not bound and self.next_is_value(part)) or (
                    part.kind == "dimension" and bound
                ):
                    continue
                elif part.kind == "function" and (not bound or part.text in JOINING or part.text == "的"):
                    if bound and part.text == "的":
                        break
                    continue
                else:
                    break
        for mark in self.parts.marks("besides"):
            before = [part for part in values if part.piece.span[1] <= mark.piece.span[0]]
            if any(part.negated for part in before):
                mark.used = True

    def next_is_value(self, part: Part) -> bool:
        following = self.parts.after(part)
        return following is not None and following.kind == "value"

    def chosen_member(self, part: Part) -> tuple[str, list[str]]:
        """Return the dimension and values a word names; what stands beside it decides, or the surest."""
        fitting = [m for m in part.members if self.cuts_all(m[0])]
        if not fitting:
            raise Stop(NotMine("unreachable", (part.text,)))
        beside = {name for other in self.neighbours(part) for name in other.dimensions}
        fitting = [m for m in fitting if m[0] in beside] or fitting
        best = max(score for _, _, score in fitting)
        fitting = [m for m in fitting if m[2] >= best - 0.04]
        found = list(dict.fromkeys((name, self.canonical(name, value)) for name, value, _ in fitting))
        if len(found) > 1:
            chosen = self.choose(part.text, tuple(f"{name}={value}" for name, value in found))
            found = [pair for pair in found if f"{pair[0]}={pair[1]}" == chosen]
        name, value = found[0]
        return name, value.split("|") if value in self.catalog.dimensions[name].groups else [value]

    def canonical(self, name: str, value: str) -> str:
        """Return a member's value in the dimension's own column, also where the other language's was found."""
        dimension = self.catalog.dimensions[name]
        if not dimension.column_en or self.reader.values is None:
            return value
        column = self.catalog.full_column(dimension.column).lower()
        key = key_of(value)
        for length, entries in self.reader.values.at(key, 0):
            if length == len(key):
                own = [entry.value for entry in entries if entry.column.lower() == column]
                return own[0] if own else value
        return value

    def neighbours(self, part: Part) -> list[Part]:
        found = [self.parts.before(part), self.parts.after(part)]
        return [one for one in found if one is not None and one.kind == "dimension" and not one.used]

    def absorb_kind(self, part: Part, name: str) -> None:
        """Account for the kind of thing a value is, said beside it: 餐饮业态, Nancheng branch."""
        for other in self.neighbours(part):
            if name in other.dimensions and not other.split:
                before = self.parts.before(other)
                if before is not None and before.kind == "mark" and before.token in ("per", "count", "some"):
                    continue
                at = self.parts.every.index(other)
                gap = self.parts.between(part, other)
                if all(
                    one.text in ("的", "of", "the", "这个", "in", "是", "for") or one.kind != "function"
                    for one in gap
                ):
                    other.used = at >= 0

    # Averages

    def bind_average(self) -> None:
        """Bind 日均, average per shop; an average that the metric itself is needs no word."""
        marks = self.parts.marks("avg")
        if not marks:
            return
        natural = [m for m in self.metrics if self.catalog.metrics[m].additivity in ("average", "ratio")]
        for mark in marks:
            mark.used = True
        if len(natural) == len(self.metrics):
            return
        if len(self.metrics) != 1 or self.catalog.metrics[self.metrics[0]].kind != "simple":
            raise Stop(NotMine("shape", (marks[0].text,)))
        if self.grain:
            self.average, self.grain = self.grain, ""
            return
        target = self.average_over(marks[0])
        if target is None:
            raise Stop(NotMine("shape", (marks[0].text,)))
        self.average = target

    def average_over(self, mark: Part) -> str | None:
        """Return the dimension an average is for one of: 平均每个服务区, average revenue per shop."""
        at = self.parts.every.index(mark)
        for part in self.parts.every[at + 1 :]:
            if part.kind == "mark" and part.token == "per":
                target = self.parts.after(part)
                text = part.text.lower()
                if (
                    target is None
                    or target.kind != "dimension"
                    or text in ("by", "按", "按照", "各", "各个", "grouped by")
                ):
                    return None
                name = self.chosen_dimension(target)
                if name in self.splits:
                    self.splits.remove(name)
                return name
            if part.kind not in ("function", "metric", "weak"):
                return None
        return None

    # Rankings

    def bind_ranking(self) -> Ranking | None:
        """Bind 最高的5个, top 5, 第二高 to what is ranked and by which figure."""
        directions = self.parts.marks("top", "bottom")
        places = [p for p in self.parts.left("mark") if p.token == "place" or p.token.startswith("place:")]
        if not directions and places:
            directions = self.parts.marks("high", "low")
        if not directions:
            return self.order_only()
        direction = self.one_direction(directions)
        self.parts.use("rank", "rank_up")
        number, place = self.ranking_number(directions, places)
        growth = self.by_growth(directions)
        ranked, within = self.ranked_things()
        if number is None and self.asks_for_one(directions[0]):
            number = 1
        if number is not None and not 1 <= number <= MOST_TOP:
            raise Stop(NotMine("shape", (str(number),)))
        metric = self.ranking_metric(directions[0])
        self.ranked = ranked
        return Ranking(direction, number, metric, "growth" if growth else "value", within, place)  # type: ignore[arg-type]

    def one_direction(self, directions: list[Part]) -> str:
        tokens = {"high": "top", "low": "bottom"}
        found = {tokens.get(part.token, part.token) for part in directions}
        texts = " ".join(part.text for part in directions)
        for part in directions:
            part.used = True
        if found == {"top", "bottom"} and "倒数" in texts:
            return "bottom"
        if len(found) != 1:
            raise Stop(NotMine("shape", tuple(part.text for part in directions)))
        return found.pop()

    def ranking_number(self, directions: list[Part], places: list[Part]) -> tuple[int | None, bool]:
        for part in places:
            part.used = True
            if part.token.startswith("place:"):
                return int(part.token.partition(":")[2]), True
        numbers = self.parts.left("number")
        if not numbers:
            if places:
                raise Stop(NotMine("shape", (places[0].text,)))
            return None, False
        if len(numbers) > 1 or numbers[0].piece.number is None:
            raise Stop(NotMine("shape", tuple(part.text for part in numbers)))
        number = numbers[0].piece.number
        percent = self.parts.text[numbers[0].piece.span[1] :].lstrip().startswith(("%", "％"))
        if percent or number != int(number):
            raise Stop(NotMine("shape", (numbers[0].text,)))
        numbers[0].used = True
        return int(number), bool(places)

    def by_growth(self, directions: list[Part]) -> bool:
        """Tell whether growth is ranked: 同比增长最快, biggest decline."""
        for part in directions:
            for other in (self.parts.before(part), self.parts.after(part)):
                if other is not None and other.kind == "mark" and other.token in CHANGES:
                    return True
                if other is not None and other.piece.tokens == ("rate",) and self.parts.has(*CHANGES):
                    return True
                if other is not None and other.kind == "comparison":
                    return True
        return False

    def ranked_things(self) -> tuple[str, tuple[str, ...]]:
        """Return what is ranked, and within what: 每个分公司营业额最高的服务区."""
        free = self.parts.left("dimension")
        if len(free) > 1:
            raise Stop(NotMine("shape", tuple(part.text for part in free)))
        if free:
            free[0].used = True
            name = self.chosen_dimension(free[0])
            within = tuple(self.splits) + ((f"{self.grain}_start",) if self.grain else ())
            self.splits = [*[one for one in self.splits if one != name], name]
            return name, tuple(one for one in within if one != name)
        if len(self.splits) == 1 and not self.grain:
            return self.splits[0], ()
        if self.grain and not self.splits:
            return self.grain, ()
        if self.splits and self.grain:
            return self.splits[-1], (*self.splits[:-1], f"{self.grain}_start")
        if len(self.splits) > 1:
            return "", ()
        raise Stop(NotMine("shape", ("?",)))

    def asks_for_one(self, mark: Part) -> bool:
        """Tell whether the one highest is asked for: 哪个, which branch; not 哪些, which branches."""
        texts = {part.text for part in self.parts.every}
        if texts & PLURAL:
            return False
        if self.language == "zh":
            one = self.parts.has("singular") or any(
                t.startswith(("哪个", "哪家", "哪一", "哪天", "哪条", "哪种")) for t in texts
            )
            return mark.text.startswith(SUPERLATIVES) or one
        if mark.text in ENGLISH_NO_ONE or mark.text.split()[0] in ENGLISH_NO_ONE:
            return False
        named = self.parts.of("dimension", "grain")
        return not any(self.parts.text[slice(*p.piece.span)].lower().rstrip("'").endswith("s") for p in named)

    def ranking_metric(self, mark: Part) -> str:
        if self.by_metric is not None:
            return self.chosen_metric(self.by_metric)[0]
        if len(self.metrics) == 1:
            return self.metrics[0]
        parts = [part for part in self.metric_parts if part.metrics]
        steps = (-1, 1) if self.language == "zh" else (1, -1)
        for step in steps:
            found = self.parts.nearest(mark, parts, step)
            if found is not None:
                return self.chosen_metric(found)[0]
        return self.metrics[0]

    def order_only(self) -> Ranking | None:
        """Read 排名, 从低到高: an order without a number."""
        up = self.parts.use("rank_up")
        ranks = self.parts.use("rank")
        if up:
            self.ascending = True
        if ranks or up:
            free = self.parts.left("dimension")
            if len(free) == 1 and not self.splits:
                self.add_split(free[0])
        return None

    # Dimensions without a mark

    def bind_rest_of_dimensions(self, ranking: Ranking | None) -> None:
        """Split by a dimension that a condition chooses from: 营业额超过300万的服务区有哪些."""
        free = self.parts.left("dimension")
        if free and self.conditions:
            for part in free:
                self.add_split(part)
            return
        if len(free) != 1 or ranking is not None:
            return
        if self.parts.has("share", "distribution", "compare") or self.asks_which():
            self.add_split(free[0])
        elif not self.splits and not self.parts.has("count", "not"):
            if self.choose(free[0].text, ("split", "whole")) == "split":
                self.add_split(free[0])
            else:
                self.chosen_dimension(free[0])
                free[0].used = True

    def asks_which(self) -> bool:
        texts = {part.text for part in self.parts.of("function")}
        return bool(texts & {"哪些", "哪几个", "列表", "清单", "明细", "一览", "list", "breakdown"})

    # Time

    def bind_time(
        self, ranking: Ranking | None
    ) -> tuple[Compared | None, tuple[Window, ...], bool, Ranking | None]:
        """Bind periods and comparisons; where no period is named, the metric's default is taken and said."""
        self.bind_trend()
        periods = [part.piece.period for part in self.parts.left("period") if part.piece.period]
        windows = tuple(Window.of(in_whole_units(period, self.grain)) for period in periods)
        for part in self.parts.left("period"):
            part.used = True
        compared = self.comparison(windows)
        if compared and compared.kind == "named":
            windows = (max(windows, key=lambda one: one.start),)
        timed = any(source.time for name in self.metrics for source in self.catalog.sources(name))
        if windows and not timed:
            raise Stop(NotMine("no_data", tuple(window.text for window in windows)))
        if (self.grain or compared) and not timed:
            raise Stop(NotMine("shape", (self.grain,)))
        if windows and any(window.start > self.today for window in windows):
            raise Stop(NotMine("no_data", tuple(window.text for window in windows)))
        assumed = timed and not windows and not self.as_it_stands()
        if assumed:
            found = self.reader.default_window(self.metrics[0], self.grain, self.today)
            windows = (found,) if found else ()
            assumed = bool(found)
        if compared and not windows:
            raise Stop(NotMine("shape", ("?",)))
        return compared, self.several(windows, compared), assumed, ranking

    def as_it_stands(self) -> bool:
        """Tell whether all of a number of things are asked for: 目前有多少投诉."""
        told = {part.text for part in self.parts.of("function")} & set(metric_words()["as_it_stands"])
        return (
            bool(told)
            and all(self.catalog.metrics[name].is_count for name in self.metrics)
            and not self.grain
        )

    def several(self, windows: tuple[Window, ...], compared: Compared | None) -> tuple[Window, ...]:
        """Let several months of one figure be its months; overlapping periods cannot stand side by side."""
        if len(windows) <= 1:
            return windows
        ordered = tuple(sorted(windows, key=lambda one: one.start))
        if any(left.end > right.start for left, right in pairwise(ordered)):
            raise Stop(NotMine("shape", tuple(window.text for window in windows)))
        units = {window.unit for window in windows}
        single = all(window.count == 1 and not window.holiday for window in windows)
        if not self.splits and not self.grain and single and len(units) == 1 and units <= set(GRAINS):
            self.grain = units.pop()
            return ordered
        if self.grain or self.average:
            raise Stop(NotMine("shape", tuple(window.text for window in windows)))
        return windows

    def comparison(self, windows: tuple[Window, ...]) -> Compared | None:
        found = {part.token for part in self.parts.of("comparison", "comparison_word")}
        units = {p.piece.comparison.unit for p in self.parts.of("comparison") if p.piece.comparison}
        for part in self.parts.of("comparison"):
            part.used = True
        changes = self.parts.marks(*CHANGES, "compare")
        if len(found) > 1:
            raise Stop(NotMine("shape", ("?",)))
        if found:
            kind = found.pop()
            unit = (units - {""}).pop() if units - {""} else ""
            window = windows[0] if windows else None
            if kind == "previous" and unit and window and window.unit != unit and self.grain != unit:
                raise Stop(NotMine("shape", (unit,)))
            if len(windows) > 1:
                raise Stop(NotMine("shape", tuple(one.text for one in windows)))
            self.parts.use(*CHANGES, "compare", "high", "low")
            return Compared(kind)  # type: ignore[arg-type]
        if len(windows) == BOTH and changes and not self.grain:
            self.parts.use(*CHANGES, "compare", "high", "low")
            early = min(windows, key=lambda one: one.start)
            late = max(windows, key=lambda one: one.start)
            if early.end > late.start:
                raise Stop(NotMine("shape", tuple(one.text for one in windows)))
            return Compared("named", early)
        if [part for part in changes if part.token != "compare"]:
            kind = self.choose("growth", ("last_year", "previous"))
            self.parts.use(*CHANGES, "compare", "high", "low")
            return Compared(kind)  # type: ignore[arg-type]
        return None

    def bind_trend(self) -> None:
        """Give 趋势 a grain by the length of its period."""
        marks = self.parts.use("trend")
        if not marks or self.grain:
            return
        periods = [part.piece.period for part in self.parts.left("period") if part.piece.period]
        length = (periods[0].end - periods[0].start).days if periods else 0
        if not periods:
            self.grain = "day"
            return
        self.grain = next(str(grain) for most, grain in metric_words()["trend_grains"] if length <= most)

    # Shares and what is left

    def bind_share(self) -> bool:
        """Read 占比, share of: of the members split by, or of those named among all."""
        marks = self.parts.use("share", "distribution")
        if not marks:
            return False
        kept = [key for key in self.filters if not key[1]]
        if not self.splits:
            if len(kept) != 1:
                raise Stop(NotMine("shape", (marks[0].text,)))
            self.splits.append(kept[0][0])
        elif [key for key in kept if key[0] not in self.splits and self.is_share_of_value(marks[0], key[0])]:
            raise Stop(NotMine("shape", (marks[0].text,)))
        if len(self.metrics) != 1 or self.grain or self.average:
            raise Stop(NotMine("shape", (marks[0].text,)))
        if self.catalog.metrics[self.metrics[0]].additivity not in ("sum",):
            raise Stop(NotMine("shape", (marks[0].text,)))
        return True

    def is_share_of_value(self, mark: Part, name: str) -> bool:
        """Tell whether a named member's own share may be meant beside a split, which has two readings."""
        values = [p for p in self.parts.of("value") if any(m[0] == name for m in p.members)]
        if self.language == "en":
            return any(p.piece.span[0] < mark.piece.span[0] for p in values)
        splits = [p for p in self.parts.of("dimension") if set(p.dimensions) & set(self.splits)]
        return any(p.piece.span[0] > s.piece.span[0] for p in values for s in splits)

    def bind_small_words(self, ranking: Ranking | None, compared: Compared | None) -> bool:
        """Account for words that add nothing here, and return whether a running total is wanted."""
        self.parts.use("singular", "plural", "respectively", "some", "total")
        for mark in self.parts.marks("lt"):
            mark.used = mark.text == "under"  # a branch
        if any(self.catalog.metrics[name].is_count for name in self.metrics):
            self.parts.use("count")
        if self.splits or compared or len(self.parts.of("period")) > 1:
            self.parts.use("compare")
        if compared or (ranking and ranking.by == "growth"):
            self.parts.use(*CHANGES)
        for mark in [part for part in self.parts.left("mark") if part.token.startswith("chart:")]:
            mark.used = True
            self.chart = mark.token.partition(":")[2]
        cumulative = self.parts.use("cumulative")
        return bool(cumulative and self.grain)

    def require_all_used(self) -> None:
        """Stop where any content word is not accounted for."""
        left = [part for part in self.parts.left() if part.kind != "function"]
        if left:
            kinds = {"dimension", "grain", "number", "value"}
            reason = "shape" if any(part.kind in kinds or part.kind == "mark" for part in left) else "word"
            raise Stop(NotMine(reason, tuple(part.text for part in left)))  # type: ignore[arg-type]

    def checked(self, query: MetricQuery) -> MetricQuery:
        """Refuse what cannot be composed exactly."""
        names = {*query.metrics, *(c.metric for c in query.conditions)} | (
            {query.ranking.metric} if query.ranking else set()
        )
        used = {*query.splits, *(f.dimension for f in query.filters)}
        used |= {query.average} if query.average in self.catalog.dimensions else set()
        for name in names:
            for dimension in used:
                if not self.catalog.cuts(name, dimension):
                    raise Stop(NotMine("unreachable", (self.label(dimension),)))
            order = {"day": 0, "week": 1, "month": 2, "quarter": 3, "year": 4}
            for source in self.catalog.sources(name):
                if query.grain and source.time and order[source.time_grain] > order[query.grain]:
                    raise Stop(NotMine("no_data", (query.grain,)))
                if source.time_grain == "month" and any(
                    not whole_months(w, self.today) for w in query.windows
                ):
                    raise Stop(NotMine("no_data", tuple(w.text for w in query.windows)))
                if query.average and (
                    source.additivity != "sum" or (not source.time and query.average in GRAINS)
                ):
                    raise Stop(NotMine("shape", (query.average,)))
        if (query.conditions or query.ranking) and not query.splits and not query.grain:
            raise Stop(NotMine("shape", tuple(query.metrics)))
        if query.conditions and (query.compared or len(query.windows) > 1):
            raise Stop(NotMine("shape", ("?",)))
        if query.ranking and len(query.windows) > 1 and not query.grain:
            raise Stop(NotMine("shape", ("?",)))
        if query.average and (query.compared or len(query.windows) > 1 or query.share):
            raise Stop(NotMine("shape", ("?",)))
        if query.running and any(self.catalog.metrics[m].additivity != "sum" for m in query.metrics):
            raise Stop(NotMine("shape", ("?",)))
        if query.ranking and query.ranking.by == "growth" and not query.compared:
            raise Stop(NotMine("shape", ("?",)))
        return query

    def label(self, dimension: str) -> str:
        return self.catalog.dimensions[dimension].label(self.language)


def _torn(pieces: Pieces) -> tuple[str, ...]:
    """Return units that only begin in a period, 30Berlin: their end would go unread."""
    ends = [piece.span[1] for piece in pieces.parts if piece.kind in ("period", "comparison")]
    return tuple(u.text for u in units(pieces.text) if any(u.start < end < u.end for end in ends))


def whole_months(window: Window, today: dt.date) -> bool:
    """Tell whether a window is made of whole months, or ends today in the one that runs."""
    ends = window.end.day == 1 or window.end in (today, today + days(1))
    return window.start.day == 1 and ends
