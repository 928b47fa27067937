"""What is usually made of drafted figures: means, shares of states, what was reached, a scorecard."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from config.wording import LANGUAGES, Language, language_of, say
from knowledge.definitions.column_words import draft_words, says, words_of
from knowledge.definitions.inflecting import singular
from understanding.drafting.names import Entry, worded
from understanding.drafting.states import State, head_of_label

MOST = 8  # figures of a scorecard
REACHED = "_reached"
PARTS = ("其中", "of which")  # what begins so is a part of another amount
DONE = "已"  # of a state, not of its rate: 取消率


@dataclass(frozen=True)
class Made:
    """One table's drafted figures: its words, the number of its rows, its sums and its states by column."""

    words: tuple[str, ...]
    said: str  # its name and comment
    count: Entry | None
    sums: Sequence[Entry]
    states: Sequence[tuple[str, State]] = field(default=())
    begun: Entry | None = None  # how many of its things came

    @property
    def income(self) -> int:
        """Return how surely a table is of money that came in: 2 by its name, 1 by its comment, 0 if not."""
        words = draft_words()
        if says(self.said, (*words["spent"], *words["targets"])):
            return 0
        return 2 if says(" ".join(self.words), words["income"]) else int(says(self.said, words["income"]))


def made_of(made: Made) -> Iterator[Entry]:
    """Yield what is usual of one table: the mean of a row, of one piece, and shares of its states."""
    if made.count is None or not made.count.get("time"):
        return
    amounts = [one for one in made.sums if _is_amount(one)]
    if len(amounts) == 1:
        yield _mean(made.count, amounts[0], "mean")
        pieces = [one for one in made.sums if says(one["expression"], draft_words()["multiplied"]["count"])]
        if len(pieces) == 1:
            yield _mean(pieces[0], amounts[0], "each")
    for column, state in made.states:
        yield from _shares(made.count, column, state)


def reached(tables: Sequence[Made]) -> Iterator[Entry]:
    """Yield what was reached of each target, where one figure alone is what it is set for."""
    for target in (one for made in tables for one in made.sums if is_target(one)):
        figures = [it for made in tables if not _is_of_targets(made) for it in _figures(made, target)]
        best = [figure for sure, figure in figures if sure == max(one for one, _ in figures)]
        if len(best) == 1:
            name = f"{best[0]['name']}{REACHED}"
            ratio = _ratio(name, worded("reached", target["names"]), [best[0]["name"], target["name"]])
            yield ratio | {"decimals": 1, "good": "high"}


def scorecard(tables: Sequence[Made], made: Sequence[Entry]) -> list[str]:
    """Return the figures to look at first: money that comes in, what has a target, shares, events."""
    ratios = [one for one in made if "ratio" in one]
    of_targets = {one["ratio"][0] for one in ratios if one["name"].endswith(REACHED)}
    ranked = sorted((one for one in tables if one.income), key=lambda one: -one.income)
    sums = [one["name"] for made in ranked for one in made.sums if _is_amount(one)]
    events = [one.count for one in tables if one.count and one.count.get("time")]
    counts = [one["name"] for one in events if "until" not in one]
    aimed = [name for name in (*sums, *counts) if name in of_targets]
    shares = [one["name"] for one in ratios if one.get("unit") == "%"]
    found = dict.fromkeys((*sums[:1], *aimed, *shares[:2], *counts, *shares))
    return [*found][:MOST] if len(found) > 1 else []


def is_target(figure: Mapping[str, object]) -> bool:
    """Tell a figure that somebody set, by its own name or column."""
    named = figure["names"]
    told = " ".join(map(str, named.values())) if isinstance(named, Mapping) else ""
    return says(f"{figure['expression']} {told}", draft_words()["targets"])


def _is_of_targets(made: Made) -> bool:
    return any(map(is_target, made.sums))


def _is_amount(figure: Entry) -> bool:
    """Tell money of a row that came in, by its unit or name: no discount, no cost, no target."""
    words = draft_words()
    unit = figure.get("unit")
    is_money = isinstance(unit, Mapping) and str(unit.get("zh", "")).endswith("元")
    named = is_money or says(figure["expression"], words["multiplied"]["amount"])
    apart = (
        *words["spent"],
        *words["discounts"]["any"],
        *words["targets"],
        *words["multiplied"]["not_amount"],
    )
    told = f"{figure['expression']} {' '.join(figure['names'].values())}"
    if any(name.lower().startswith(PARTS) for name in figure["names"].values()):
        return False
    return named and figure["expression"].startswith("SUM(") and not says(told, apart)


def _figures(made: Made, target: Entry) -> Iterator[tuple[int, Entry]]:
    """Yield the figures of a table that a target may be set for, and how surely, by what it is called."""
    money = isinstance(target.get("unit"), Mapping)
    words = {singular(word) for word in words_of(target["names"]["en"])} - {"new", *draft_words()["targets"]}
    income = {singular(word) for word in draft_words()["income"]}
    if money:
        amounts = [one for one in made.sums if _is_amount(one) and "." not in one.get("time", ".")]
        called = bool(words) and words <= {*made.words}
        if len(amounts) == 1 and (called or (words <= income and made.income)):
            yield (3 if called else made.income), amounts[0]
    elif words and words <= {*made.words}:
        came = made.begun or made.count
        if came is not None and came.get("time"):
            yield 0, came


def _mean(below: Entry, above: Entry, key: str) -> Entry:
    unit = {"unit": above["unit"]} if "unit" in above else {}
    names = worded(key, above["names"])
    ratio = [above["name"], below["name"]]
    return {"name": f"{above['name']}_{key}", "names": names, "ratio": ratio, **unit, "decimals": 2}


def _shares(count: Entry, column: str, state: State) -> Iterator[Entry]:
    """Yield how many rows are in a state that is told as a share of all, or of what passed and failed."""
    words = draft_words()["states"]
    labels = {
        code: [head_of_label(one) for one in (names or (code,))]
        for code, names in state.values.items()
        if code not in state.left
    }
    failed = [code for code, names in labels.items() if any(says(one, words["failed"]) for one in names)]
    passed = [code for code, names in labels.items() if any(says(one, words["passed"]) for one in names)]
    passed = [code for code in passed if code not in failed]
    if len(passed) == len(failed) == 1:
        decided = _counted(count, "decided", [], state.condition(column, [*passed, *failed]))
        ok = _counted(count, "passed", labels[passed[0]], state.condition(column, passed))
        rate = _ratio(
            f"{count['name']}_pass_rate", _told("pass_rate", count, []), [ok["name"], decided["name"]]
        )
        yield from (decided, ok, rate | {"good": "high"})
        return
    for code, names in labels.items():
        if any(says(one, words["share"]) for one in names):
            key = "_".join(words_of(names[-1])) if names[-1].isascii() else code.lower()
            part = _counted(count, key, names, state.condition(column, [code]))
            rate = _ratio(
                f"{part['name']}_rate", _told("share_in", count, names), [part["name"], count["name"]]
            )
            yield from (part, rate | {"good": "low"})


def _counted(count: Entry, key: str, labels: Sequence[str], condition: str) -> Entry:
    """Return how many rows of a table are in some of its states."""
    kept = {name: value for name, value in count.items() if name not in ("definition", "verbs")}
    names = _told("in_state" if labels else "decided", count, labels)
    return kept | {"name": f"{count['name']}_{key}", "names": names, "filters": [condition]}


def _told(key: str, count: Entry, labels: Sequence[str]) -> dict[str, str]:
    """Return what is made of a count of rows, in the languages that its state has a name in."""
    known: dict[Language, str] = {language_of(one): one for one in reversed(labels)}
    spoken = [one for one in LANGUAGES if one in known or not labels]
    said: dict[str, str] = {}
    for one in spoken:
        state = known.get(one, "").removeprefix(DONE).lower()
        rows = count["names"][one] if language_of(count["names"][one]) == one else ""
        name = say(f"drafts.{key}", one, name=rows, state=state)
        said[one] = name[:1].upper() + name[1:]
    return {one: said.get(one, said[spoken[0]]) for one in LANGUAGES}


def _ratio(name: str, names: Mapping[str, str], parts: Sequence[str]) -> Entry:
    return {"name": name, "names": dict(names), "ratio": [*parts], "scale": 100, "unit": "%", "decimals": 2}
