"""Steps of reading: what is ranked, by which figure, how many; and dimensions nothing binds."""

from itertools import pairwise

from understanding.metric.binding import BOTH, CHANGES, ENGLISH_NO_ONE, JOINING, MOST_TOP, Stop
from understanding.metric.judging import has_extent, is_extent, is_time_taken, turned
from understanding.metric.members import Members
from understanding.metric.parts import Part
from understanding.metric.vocabulary import metric_words
from understanding.pairs.meaning import PLURAL, SUPERLATIVES
from understanding.question import (
    NotMine,
    Ranking,
)
from understanding.words.judging import is_speed


class Rankings(Members):
    """Finds rankings."""

    # Rankings

    def bind_ranking(self) -> Ranking | None:
        """Bind 最高的5个, top 5, 第二高 to what is ranked and by which figure."""
        self.bind_order()
        directions = self.parts.marks("top", "bottom")
        places = [p for p in self.parts.left("mark") if p.token == "place" or p.token.startswith("place:")]
        if not directions and places:
            directions = self.parts.marks("high", "low") or self.parts.marks("rank", "rank_up")
        if not directions:
            return self.order_only()
        self.refuse_several_ranked(directions[0])
        metric = self.ranking_metric(directions[0])
        for part in (*directions, *self.parts.marks("rank", "rank_up")):
            self.turn(part, metric)
        direction = self.one_direction(directions)
        fall = self.growth_of_ranked(directions)
        if fall is not None and fall.token == "decline":  # the largest decline is the lowest growth
            if direction == "bottom":
                raise Stop(NotMine("shape", (fall.text,)))
            direction = "bottom"
        self.parts.use("rank", "rank_up")
        number, place = self.ranking_number(directions, places)
        growth = self.by_growth(directions)
        ranked, within = self.ranked_things()
        if number is None and self.asks_for_one(directions[0]):
            number = 1
        if number is not None and not 1 <= number <= MOST_TOP:
            raise Stop(NotMine("shape", (str(number),)))
        self.ranked = ranked
        return Ranking(direction, number, metric, "growth" if growth else "value", within, place)  # type: ignore[arg-type]

    def refuse_several_ranked(self, mark: Part) -> None:
        """Stop where two figures are ranked at once: most revenue and complaints, 分别最高."""
        named = [part for part in self.metric_parts if part.metrics]
        if len(self.metrics) < BOTH:
            return
        if self.by_metric is not None:
            named = named[named.index(self.by_metric) :] if self.by_metric in named else []
        told = metric_words()["of_each"]
        each = bool(self.parts.has("respectively")) or any(part.text in told for part in self.parts.every)
        listed = any(
            all(one.text in JOINING for one in self.parts.between(left, right))
            and (left is self.by_metric or self.is_beside(mark, left, right))
            for left, right in pairwise(named)
        )
        if (each and self.by_metric is None) or listed:
            raise Stop(NotMine("shape", tuple(part.text for part in named)))

    def is_beside(self, mark: Part, left: Part, right: Part) -> bool:
        """Tell whether a direction stands right behind two figures in Chinese, or before them in English."""
        first, last = (right, mark) if self.language == "zh" else (mark, left)
        every = self.parts.every
        return every.index(first) < every.index(last) and not [
            one for one in self.parts.between(first, last) if one.kind in ("dimension", "metric", "value")
        ]

    def bind_order(self) -> None:
        """Read an order said with a superlative: longest first, lowest first."""
        for left, right in pairwise(self.parts.every):
            if (
                left.kind == right.kind == "mark"
                and left.token in ("top", "bottom")
                and right.text == "first"
            ):
                left.token, right.used = "rank" if left.token == "top" else "rank_up", True

    def turn(self, part: Part, metric: str) -> None:
        """Let best and worst, fastest and slowest mean what is best or fast of a figure."""
        text = self.parts.text[slice(*part.piece.span)]
        if is_extent(text) and not has_extent(self.catalog.metrics[metric]) and not self.by_growth([part]):
            raise Stop(NotMine("shape", (part.text,)))
        if is_speed(text) and not is_time_taken(self.catalog.metrics[metric]):
            if self.by_growth([part]):
                return
            raise Stop(NotMine("shape", (part.text,)))
        part.token, good = turned(text, part.token, self.catalog.metrics[metric])
        self.good = good or self.good

    def one_direction(self, directions: list[Part]) -> str:
        tokens = {"high": "top", "low": "bottom", "rank": "top", "rank_up": "bottom"}
        found = {tokens.get(part.token, part.token) for part in directions}
        texts = " ".join(part.text for part in directions)
        for part in directions:
            part.used = True
        if found == {"top", "bottom"} and "倒数" in texts:
            return "bottom"
        return found.pop() if len(found) == 1 else self.choose("direction", ("top", "bottom"))

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
        beside = {*map(self.parts.before, directions), *map(self.parts.after, directions)}  # the top 3
        asked = {part.text for part in self.parts.every} & set(metric_words()["asking_for_people"])
        one = asked and numbers[0] not in beside
        if len(numbers) > 1 or numbers[0].piece.number is None or one:  # of three, who has most
            raise Stop(NotMine("shape", tuple(part.text for part in numbers)))
        number = numbers[0].piece.number
        if self.is_percent(numbers[0]) or number != int(number):
            raise Stop(NotMine("shape", (numbers[0].text,)))
        numbers[0].used = True
        return int(number), bool(places)

    def by_growth(self, directions: list[Part]) -> bool:
        """Tell whether growth is ranked: 同比增长最快, biggest decline, top 3 by sales growth."""
        for part in directions:
            for other in (self.parts.before(part), self.parts.after(part)):
                if other is None:
                    continue
                if other.kind == "comparison" or (other.kind == "mark" and other.token in CHANGES):
                    return True
                if other.piece.tokens == ("rate",) and self.parts.has(*CHANGES):
                    return True
        return self.growth_of_ranked(directions) is not None

    def growth_of_ranked(self, directions: list[Part]) -> Part | None:
        """Return the growth said right behind the figure that is ranked: highest sales growth."""
        for part in (self.by_metric, *map(self.parts.after, directions)):
            if part is None or part.kind != "metric":
                continue
            for one in self.parts.every[self.parts.every.index(part) + 1 :][:1]:
                if one.kind == "mark" and one.token in CHANGES:
                    return one
        return None

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
            one = self.parts.has("singular", "which_time") or any(
                t.startswith(("哪个", "哪家", "哪一", "哪天", "哪条", "哪种")) for t in texts
            )
            return any(word in mark.text for word in SUPERLATIVES) or one
        if mark.text in ("top", "bottom"):
            following = self.parts.after(mark)
            return following is not None and following.kind == "dimension" and not self.is_plural(following)
        if mark.text in ENGLISH_NO_ONE or mark.text.split()[0] in ENGLISH_NO_ONE:
            return False
        return not any(self.is_plural(part) for part in self.parts.of("dimension", "grain"))

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
        for part in self.parts.marks("rank", "rank_up"):
            self.turn(part, self.ranking_metric(part))
        up = self.parts.use("rank_up")
        ranks = self.parts.use("rank")
        if up:
            self.ascending = True
        if ranks or up:
            free = self.parts.left("dimension")
            if len(free) == 1 and not self.splits:
                self.add_split(free[0])
            named = self.chosen_metric(self.by_metric)[0] if self.by_metric is not None else self.metrics[0]
            if (named in self.metrics[1:] and self.splits) or (self.grain and not self.splits):
                self.ascending = False
                return Ranking("bottom" if up else "top", None, named)
        return None

    def require_order(self) -> None:
        """Stop where an order is asked for that figures do not have: of one, of groups by something else."""
        for part in self.parts.every:
            if part.kind != "mark" or part.token not in ("rank", "rank_up"):
                continue
            if not (self.splits or self.grain) or self.is_by_another(part):
                raise Stop(NotMine("shape", (self.parts.text[slice(*part.piece.span)],)))

    def is_by_another(self, mark: Part) -> bool:
        """Tell whether an order goes by what is no figure: sorted by name, 各地区营业额按地区排序."""
        said = self.parts.text[slice(*mark.piece.span)].lower().split()
        if said[0] in metric_words()["sorts"] and said[-1] == "by":
            by = self.parts.after(mark, lambda one: one.kind == "mark")
            return by is None or not by.metrics
        by = self.parts.before(mark)
        each = self.parts.before(by) if by is not None and by.kind == "dimension" else None
        named = [one for one in self.parts.every if by is not None and one.dimensions == by.dimensions]
        return each is not None and each.token == "per" and len(named) >= BOTH

    # Dimensions without a mark

    def bind_rest_of_dimensions(self, ranking: Ranking | None) -> None:
        """Split by a dimension that a condition chooses from: 营业额超过300万的服务区有哪些."""
        for part in self.parts.left("dimension"):
            part.used = bool(set(part.dimensions) & set(self.splits))  # said twice
        free = self.parts.left("dimension")
        if free and self.conditions:
            for part in free:
                self.add_split(part)
            return
        if len(free) != 1 or ranking is not None:
            return
        if (
            self.parts.has("share", "distribution")
            or (self.parts.has("compare") and len(self.parts.of("period")) < BOTH)
            or self.asks_which()
            or self.way
            or self.names_members(free[0])
        ):
            self.add_split(free[0])
        elif not self.splits and self.stands_for_all(free[0]):
            self.chosen_dimension(free[0])
            free[0].used = True
        elif not self.splits and not self.parts.has("count", "not"):
            if self.choose(free[0].text, ("split", "whole")) == "split":
                self.add_split(free[0])
            else:
                self.chosen_dimension(free[0])
                free[0].used = True

    def names_members(self, part: Part) -> bool:
        """Tell whether a dimension is called by its members side by side: 周末和工作日."""
        text = self.parts.text[slice(*part.piece.span)].lower()
        joined = JOINING & set(text.split() if text.isascii() else text)
        return bool(joined) and not self.parts.has("total", "not")

    def stands_for_all(self, part: Part) -> bool:
        """Tell whether a dimension's things are meant together: in our service areas."""
        at = self.parts.every.index(part)
        before = self.parts.every[at - 1] if at else None
        if before is None or before.kind != "value":
            return before is not None and before.text in metric_words()["whole_of"]
        path = any(
            self.catalog.path(self.catalog.dimensions[name].table, self.catalog.dimensions[owner].table)
            for name in part.dimensions
            for owner, _, _ in before.members
            if self.catalog.dimensions[owner].table
        )
        return path and (self.language == "en" or bool(self.grain) or self.parts.has("total"))

    def asks_which(self) -> bool:
        texts = {part.text for part in self.parts.of("function")}
        return bool(texts & {"哪些", "哪几个", "列表", "清单", "明细", "一览", "list", "breakdown"})
