"""Figures: what is counted, and in what, and a ratio with its whole."""

from language.numerals import HAN_GROUPS
from understanding.chart.saturation import rule
from understanding.chart.spans import Span
from understanding.figures.numbering import is_people
from understanding.figures.things import Figure, Kind, Thing
from understanding.figures.units import unit_group
from understanding.metric.vocabulary import metric_words

WORDS = ("people", "unread", "counter")
ASKED = ("count", "some")
UNITS = ("counter", "how_many")
WHICH = ("哪",)


@rule("figure", ("figure", "figure"), ("figure", "keep", "figure"))
def of_its_whole(ratio: Span, *parts: Span) -> Figure | None:
    """Read a ratio with its whole behind it: no-show rate of Tea orders, how far on the target."""
    found, whole = ratio.value, parts[-1]
    assert isinstance(found, Figure)
    return found if whole.start > ratio.end and found.whole == whole.value.metric else None


@rule("figure", ("figure", "figure"), ("thing", "figure"))
def how_many_of_them(some: Span, every: Span) -> Figure | None:
    """Read a number of some rows with how many are asked for of all: 晚到了几单, 退货订单有多少单."""
    found, asked = some.value, every.value
    assert isinstance(found, Figure | Thing) and isinstance(asked, Figure)
    same = asked.asks and found.rows and found.rows == asked.rows and found.metric != asked.metric
    return Figure(found.metric, numbered=True, people=found.people) if same else None


@rule(
    "figure",
    *((*one, "rows") for one in (("figure",), ("figure", "count"), ("figure", "some"))),
    *((*one, "figure") for one in (("rows",), ("count", "rows"), ("some", "rows"))),
)
def of_their_rows(*parts: Span) -> Figure | None:
    """Read a number of a table's rows with what these are called: 开工了几个工地, 有多少工地延期."""
    found = next(one.value for one in parts if one.type == "figure")
    table = next(one.value for one in parts if one.type == "rows")
    assert isinstance(found, Figure)
    return Figure(found.metric, numbered=True, rows=found.rows) if found.rows == table else None


@rule("figure", *(("figure", "empty", word) for word in ("grain", "unit", "counter")))
def told_in_its_unit(figure: Span, lead: Span, unit: Span) -> Figure | None:
    """Read a figure with the unit it is told in anyway: downtime in hours."""
    group = unit_group(str(unit.value))
    fits = (
        group and group in map(unit_group, figure.value.units) and lead.value in metric_words()["before_unit"]
    )
    return figure.value if fits else None


@rule("figure", *((*pair,) for unit in UNITS for pair in (("figure", unit), (unit, "figure"))))
def sold_in_a_unit(*parts: Span) -> Figure | None:
    """Read a verb of selling with a unit as what is sold in it: 卖了多少杯, cups sold, 卖出多少平米."""
    verb = next(one.value for one in parts if one.type == "figure")
    unit = next(str(one.value) for one in parts if one.type in UNITS)
    assert isinstance(verb, Figure)
    found = {metric for own, metric in verb.sold if _is_unit(own, unit) and metric != verb.metric}
    return Figure(found.pop(), numbered=True) if len(found) == 1 else None


def _is_unit(own: str, said: str) -> bool:
    """Tell whether a unit is another's or means the same: 平米 of 平方米."""
    return own == said or (unit_group(own) != "" and unit_group(own) == unit_group(said))


@rule(
    "figure", *(((*avg, "per", "counter", "figure")) for avg in ((), ("avg",))), ("figure", "per", "counter")
)
def for_each_unit(*parts: Span) -> Figure | None:
    """Read a figure for each unit of another as the ratio defined of the two: 每平米卖多少钱."""
    above = next(one.value for one in parts if one.type == "figure")
    unit = next(str(one.value) for one in parts if one.type == "counter")
    assert isinstance(above, Figure)
    found = [one for one in above.ratios if any(_is_unit(own, unit) for own in one.units)]
    return Figure(found[0].metric, numbered=False) if len(found) == 1 else None


@rule("figure", *((what, word) for what in ("figure", "thing") for word in WORDS))
def of_people(counted: Span, people: Span) -> Figure | None:
    """Read a number of people with the word for them: 流失的人."""
    found = counted.value
    assert isinstance(found, Figure | Thing)
    return Figure(found.metric, numbered=True) if found.people and is_people(str(people.value)) else None


@rule(
    "figure",
    ("figure", "share", "figure"),
    ("figure", "share", "figure", "share"),
    ("figure", "per", "figure"),
)
def ratio_of(above: Span, by: Span, below: Span, *_: Span) -> Figure | None:
    """Read one figure's share of another, or one per the other, as the ratio defined of the two."""
    divides = by.type == "share" or by.value in metric_words()["divides"]
    fits = [one for one in above.value.ratios if one.below == below.value.metric and divides]
    found = [one for one in fits if one.percent or by.type != "share"]
    return Figure(found[0].metric, numbered=False) if len(found) == 1 else None


@rule(
    "figure",
    *(((*avg, "per", *unit, "figure", "figure")) for avg in ((), ("avg",)) for unit in ((), ("counter",))),
)
def for_each_of(*parts: Span) -> Figure | None:
    """Read a figure for each of what another counts as the ratio defined of them: 平均每个停车位营业额."""
    below, above = (part.value for part in parts if part.type == "figure")
    assert isinstance(above, Figure) and isinstance(below, Figure)
    found = [one for one in above.ratios if one.below == below.metric and not one.percent]
    return Figure(found[0].metric, numbered=False) if len(found) == 1 else None


@rule("figure", ("share", "figure", "empty", "figure"))
def ratio_that_were(share: Span, below: Span, being: Span, above: Span) -> Figure | None:
    """Read what share of one figure another is as the ratio defined of them: of orders were returned."""
    told = being.value in metric_words()["being"]
    found = [one for one in above.value.ratios if one.below == below.value.metric and one.percent and told]
    return Figure(found[0].metric, numbered=False) if len(found) == 1 else None


@rule("figure", ("figure", "phrase"))
def number_of_people(counted: Span, number: Span) -> Figure | None:
    """Read a number of people with the word for their number: 拉新人数."""
    found = counted.value
    assert isinstance(found, Figure)
    heads = number.value[0] in metric_words()["how_many_people"]
    return Figure(found.metric, numbered=True, people=True) if heads and found.people else None


@rule("figure", ("count", "figure"))
def number_called_so(how_many: Span, amount: Span) -> Figure | None:
    """Read the number of what an amount is called by, where it is asked how many: how many refunds."""
    number = amount.value.number if how_many.value == "how many" else ""
    return Figure(number, numbered=True) if number else None


@rule("figure", ("share", "kind"), ("kind", "share"))
def share_of_things(*parts: Span) -> Figure | None:
    """Read of what a share is by what is counted: what share of our shops, 各分公司店铺占比.

    Not behind a question of its own: 最高的服务区是哪些，占多少.
    """
    kind = next(part.value for part in parts if part.type == "kind")
    assert isinstance(kind, Kind)
    ahead = str(next(part.value for part in parts if part.type == "share")).isascii()
    fits = kind.counted and ahead == (parts[0].type == "share")
    fits = fits and (ahead or parts[1].start - parts[0].end <= 1)
    return Figure(kind.counted, numbered=True) if fits else None


@rule("people", ("counter",))
def anybody(counter: Span) -> str | None:
    """Read people as those who did it, whoever they were: how long do people ride."""
    return str(counter.value) if counter.value in metric_words()["anybody"] else None


@rule("singular", ("empty", "counter"), ("empty", "sort"))
def which_one(which: Span, counter: Span) -> str | None:
    """Read which with the word that counts things: 哪辆车, 哪类设备."""
    return str(counter.value) if which.value in WHICH else None


@rule("how_many", *((asked, "counter") for asked in ASKED))
def how_many_counted(_: Span, counter: Span) -> str:
    """Read how many with the word that counts them: 多少元."""
    return str(counter.value)


@rule("how_many", ("some", "word"))
def how_many_ten_thousands(some: Span, number: Span) -> str | None:
    """Read how much in ten thousands or hundred millions, which is money: 签约额多少万."""
    counted = number.value in HAN_GROUPS and some.end == number.start
    return f"{number.value}元" if counted else None


@rule("number_of", *((asked, "unit") for asked in ASKED))
def how_many_units(_: Span, unit: Span) -> str:
    """Read how many days or months: 有几天."""
    return str(unit.value)


@rule("number_of", *((asked, "kind") for asked in ASKED), *(("kind", asked) for asked in ASKED))
def how_many_of(*parts: Span) -> Kind | None:
    """Read how many with a dimension: their number, or of how many a limit holds; how much counts none."""
    if any(part.value in metric_words()["asked_in_money"]["how"] for part in parts if part.type == "some"):
        return None
    kind = next(part.value for part in parts if part.type == "kind")
    assert isinstance(kind, Kind)
    return kind


RULES = (
    *anybody,
    *which_one,
    *how_many_of_them,
    *of_their_rows,
    *told_in_its_unit,
    *sold_in_a_unit,
    *for_each_unit,
    *ratio_of,
    *for_each_of,
    *ratio_that_were,
    *number_called_so,
    *number_of_people,
    *share_of_things,
    *of_people,
    *how_many_of,
    *of_its_whole,
    *how_many_units,
    *how_many_counted,
    *how_many_ten_thousands,
)
