"""Takes a message apart into clauses that may each be a question, or what goes on from the one before it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from config.wording import Language
from knowledge.metrics import Catalog
from language.lists import words_in
from query.metric_query import MetricQuery
from understanding.figures.numbering import tells_people
from understanding.metric.vocabulary import TYPES, is_kind

MOST_PIECES = 4  # of one message: of more nobody asks one thing after the other


def ways_apart(text: str) -> Iterator[tuple[str, ...]]:
    """Yield a message as two clauses or more; each is a run of its words.

    First those of which fewest ask for several things, then of fewest clauses, that each begin by asking.

    >>> list(ways_apart("昨天准时率多少？哪个站最差"))
    [('昨天准时率多少', '哪个站最差')]
    """
    pieces = _pieces(text)
    if not 1 < len(pieces) <= MOST_PIECES:
        return
    places, asking = range(1, len(pieces)), [asks(_joined(text, [one])) for one in pieces]
    ways = range(1, 2 ** len(places))
    every = ([0, *(at for at in places if way >> (at - 1) & 1), len(pieces)] for way in ways)

    def cost(cuts: list[int]) -> tuple[int, int, int]:
        several = sum(sum(asking[left:right]) > 1 for left, right in pairwise(cuts))
        return several, len(cuts), sum(not asking[at] for at in cuts[1:-1])

    for cuts in sorted(every, key=cost):
        found = tuple(_joined(text, pieces[left:right]) for left, right in pairwise(cuts))
        if not any(_matches("narrowing", one) for one in found[1:]):
            yield found


def are_all_asked(queries: Sequence[MetricQuery]) -> bool:
    """Tell two readings of which neither is a guess: both ends of an order, or all and the end of them."""
    if len(queries) != len({one.key for one in queries}) or len(queries) != 2:
        return False
    (first, second), ranked = queries, [one for one in queries if one.ranking]
    if len(ranked) == 1:
        whole = first if ranked[0] is second else second
        cuts = (ranked[0].splits, ())
        return any(replace(ranked[0], ranking=None, splits=cut).key == whole.key for cut in cuts)
    ends = [one.ranking for one in ranked if one.ranking]
    if len(ends) != 2:
        kinds = {one.compared.kind for one in queries if one.compared}
        alike = replace(first, compared=None).key == replace(second, compared=None).key
        return alike and kinds == {"last_year", "previous"}
    return {one.direction for one in ends} == {"top", "bottom"} and first.key == replace(
        second, ranking=ends[0]
    ).key


def at_both_ends(text: str) -> tuple[str, ...]:
    """Return one for so many from both ends of an order as a question for each; the number may be said once.

    >>> at_both_ends("top 5 and bottom 5 shops by sales"), at_both_ends("销售额前后五名")
    (('top 5 shops by sales', 'bottom 5 shops by sales'), ())
    >>> at_both_ends("上个月销售额前五和后五的门店"), at_both_ends("best and worst 3 shops")
    (('上个月销售额前五的门店', '上个月销售额后五的门店'), ('best 3 shops', 'worst 3 shops'))
    """
    found = re.search(words_in("clauses")["both_ends"], text, re.IGNORECASE)
    if found is None or found["one"].lower() == found["other"].lower():
        return ()
    lent = "" if found["many"] else found["number"]
    ends = (found["first"] + lent, found["second"])
    return tuple(f"{text[: found.start()]}{one}{text[found.end() :]}" for one in ends)


def asks(clause: str) -> bool:
    """Tell a clause that asks something by a word of its own: how many, 哪个, 吗."""
    return _matches("asking", clause)


def asks_at_once(text: str) -> bool:
    """Tell a text whose first word asks.

    >>> asks_at_once("what have they sold"), asks_at_once("orders of which shop")
    (True, False)
    """
    found = re.search(words_in("clauses")["asking"], text.strip(), re.IGNORECASE)
    return found is not None and found.start() == 0


def asks_throughout(text: str) -> bool:
    """Tell a text of which each piece asks something of its own, and none names or asks for the rest.

    >>> asks_throughout("how many super ones, and which have none"), asks_throughout("总额？哪个店最多")
    (True, False)
    """
    pieces = [_joined(text, [one]) for one in _pieces(text)]
    return all(asks(one) and not _matches("of_the_rest", one) for one in pieces)


def of_all(clause: str) -> bool:
    """Tell a clause that asks for all of something, whatever one was chosen before: 一共多少, in total."""
    return _matches("of_all", clause)


def asks_which_they_are(text: str) -> bool:
    """Tell a question that ends by asking which those are that it counts: how many were late, and which ones?

    >>> asks_which_they_are("有几家店没达标？都是哪些"), asks_which_they_are("哪些店没达标，有几家")
    (True, False)
    """
    return _matches("which_they_are", text) or asks_for_all_of_them(text)


def asks_for_all_of_them(text: str) -> bool:
    """Tell a question that ends by asking for all, not only for the first: which is the worst? list them all.

    >>> asks_for_all_of_them("哪家店最差？全部列出来"), asks_for_all_of_them("which is the worst of them all")
    (True, False)
    """
    return _matches("all_of_them", text)


def asks_for_shares_behind(text: str) -> bool:
    """Tell a question that asks for something first and for its share in a clause behind that.

    >>> asks_for_shares_behind("谁卖得最多，占多少"), asks_for_shares_behind("谁占比最高，是多少")
    (True, False)
    """
    pieces = [_joined(text, [one]) for one in _pieces(text)]
    told = [_matches("of_a_share", one) for one in pieces]
    return any(told[1:]) and not told[0]


def leads_up(clause: str) -> bool:
    """Tell a clause that begins with what makes it a circumstance of the next: on days with, 如果."""
    return _matches("leading_up", clause)


@dataclass(frozen=True)
class MostOfIt:
    """Of what it is asked where most is: of a kind as it is called, of a sort, else of whom."""

    kind: str = ""
    sort: bool = False


def most_of_it(clause: str) -> MostOfIt | None:
    """Return of what a clause asks where most is, or None where it asks otherwise.

    >>> most_of_it("哪个店压得最多"), most_of_it("哪一类最多"), most_of_it("哪个站最差")
    (MostOfIt(kind='店', sort=False), MostOfIt(kind='', sort=True), None)
    """
    found = re.search(words_in("clauses")["most_of_it"], clause.strip(" ?？"), re.IGNORECASE)
    return MostOfIt(found["kind"] or found["noun"] or "", bool(found["sort"])) if found else None


def counted_by(most: MostOfIt, table: str, catalog: Catalog, language: Language) -> str:
    """Return what rows of a table are counted by: the kind that is named, their one sort, whose they are."""
    if most.kind:
        return most.kind
    every = [one for one in catalog.dimensions.values() if one.column]
    if most.sort:
        told = [one for one in every if is_kind(one, TYPES) and catalog.is_own(one, [table])]
    else:
        places = [one for one in every if one.key and not tells_people(one)]
        told = [one for one in places if len(catalog.path(table, one.table) or ()) == 1]
    return told[0].label(language).lower() if len(told) == 1 else ""


Piece = tuple[int, int]


def _pieces(text: str) -> list[Piece]:
    clauses = _between(words_in("clauses")["ends"], text, 0, len(text))
    pieces = [one for clause in clauses for one in _by_spaces(text, *clause)]
    return [one for one in pieces if re.search(r"\w", text[slice(*one)])]


def _by_spaces(text: str, start: int, end: int) -> list[Piece]:
    """Return what Chinese spaces end that ask on both sides: 今年投诉多少 哪类最多, not 今年 投诉多少."""
    found = list[Piece]()
    for one in _between(words_in("clauses")["spaces"], text, start, end):
        if found and not (asks(text[slice(*found[-1])]) and asks(text[slice(*one)])):
            one = (found.pop()[0], one[1])
        found.append(one)
    return found


def _between(ends: str, text: str, start: int, end: int) -> list[Piece]:
    """Return what stands between the ends that are found from one place to another."""
    found, at = list[Piece](), start
    for one in re.compile(ends, re.IGNORECASE).finditer(text, start, end):
        found.append((at, one.start()))
        at = one.end()
    return [*found, (at, end)]


def _joined(text: str, pieces: list[Piece]) -> str:
    return text[pieces[0][0] : pieces[-1][1]].strip(" ,，;；。.")


def _matches(words: str, clause: str) -> bool:
    return re.search(words_in("clauses")[words], clause.strip(), re.IGNORECASE) is not None
