"""Are the figures of a sentence of the same scope as its headline, or does it say of which they are?

A figure comes with a scope: whom alone, which months, and on which basis: without some, of all times, what is
left of a change, a plain mean. Two scopes in one text look like one where it does not name the other: 72
complaints in all, 66 of one kind; 200 of this year, 18 still open of any year.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import Literal

from answers.figures import Figure, figures_but_days, is_number
from answers.named_days import MONTHS, days_in, months_in, months_of_times, says_when
from answers.parting import comma_after, parts, phrases, sentences
from answers.series import A_YEAR_BEFORE, YEAR
from database.result import QueryResult

# Of all there is; without some; of any time; what is left of a change; a mean of unlike ones.
Basis = Literal["", "without", "ever", "rest", "mean"]
WITHOUT = re.compile(r"不算|不含|不包括|剔除|扣除|\b(?:without|excluding)\b", re.IGNORECASE)
_LEFT_OUT = re.compile(
    rf"{WITHOUT.pattern}|不计|除去|去掉|除[^，。；]{{1,20}}(?:外|之外)|其[余他它]|同店|可比|新[增开]"
    r"|\b(?:except|other than|apart from|like[- ]for[- ]like|others?|the rest|new|existing"
    r"|same(?! (?:\d+ )?(?:days?|weeks?|weekdays?|months?|quarters?|years?|times?|periods?)))\b",
    re.IGNORECASE,
)
_BASES: tuple[tuple[Basis, re.Pattern[str]], ...] = (
    ("without", WITHOUT),
    ("rest", re.compile(r"其余日子|\ball other days\b", re.IGNORECASE)),
    ("ever", re.compile(r"^\s*目前(?!为止)|(?<!stands )\bnow(?: [\w-]+)*$", re.IGNORECASE)),  # open now: 18
)
_ANY_TIME = re.compile(
    r"历年|不[分论限管][^，。；]{0,4}[时年月哪]|往年|所有(?:时间|年份)|累计|其中(?:这段时间|[今本])"
    r"|\b(?:any|every|all|earlier|previous|which(?:ever)?) (?:time|year|month|period)s?\b|\b(?:when)?ever\b"
    r"|\bof (?:them|these|which) (?:are |were )?(?:from|in|of) (?:that|this)\b|\bcumulative",
    re.IGNORECASE,
)
_STILL = re.compile(
    r"目前|现在|如今|当前|仍|还[有在没未]|至今|\b(?:now|still|currently|at present|as of)\b", re.I
)
_MOVED = re.compile(
    r"比|[多少]了|增[长加]|[上回][升涨]|下[降滑]|[高低]于"
    r"|\b(?:more|less|fewer|higher|lower|up|down|rose|fell|grew|gained|lost|better|worse)\b",
    re.IGNORECASE,
)
_CALENDAR = re.compile(r"节假?日|工作日|周末|天数|\b(?:calendar|holidays?|weekends?|working days?)\b", re.I)
_ALIKE = re.compile(
    r"同样的?星期|同一天?星期|同[一个]+(?:分公司|店|地方)|可比|同店"
    r"|\bsame weekdays?\b|\blike[- ]for[- ]like\b|\bat the same\b",
    re.IGNORECASE,
)
_PLAIN = re.compile(
    r"简单平均|未[作按经]|没有?按|不[同可]比|直接[平相]"
    r"|\b(?:plain|raw|simple|unadjusted|not (?:compared|like))\b",
    re.IGNORECASE,
)
_ANAPHORA = re.compile(r"其中|这些|该|\b(?:of (?:these|them|which|those)|these|those|its)\b", re.IGNORECASE)
_ON_THE_YEAR = re.compile(
    r"\b(?:against|on|than|over) (?:the |a |last )?year\b|\byear[- ]on[- ]year\b"
    r"|同比|[与比较跟][^，。；]{0,4}去年",
    re.IGNORECASE,
)
_PAIRS = (
    re.compile(r"\bfrom\s+(?P<a>[^;。，]{1,25}?)\s+to\s+(?P<b>[^,;。，)]{1,25})", re.IGNORECASE),
    re.compile(
        r"从\s*(?P<a>[^，。；]{1,20}?)\s*[升降增减涨跌提回]{0,2}[高低]?[到至]\s*(?P<b>[^，。；（]{1,20})"
    ),
)
# A stretch of its own, which is of no month that stands before it: 10 月最高；10 个整月合计完成 99.9 %
_OWN_STRETCH = re.compile(r"\d\s*个整?月|\b\d+ (?:whole )?months\b", re.IGNORECASE)
_FEW = 3  # names that a figure can be of alone: a list of more says what is counted
_LEAST = 2  # digits of a figure that stands somewhere seldom by chance
_SHORTEST = 2
_LETTERS = 4
_ASIDE = re.compile(r"[（(][^（）()]*[)）]")


@dataclass(frozen=True)
class Scope:
    """What a figure is of: whom it is of alone, which months, on which basis."""

    names: frozenset[str] = frozenset()
    months: frozenset[int] = frozenset()
    basis: Basis = ""

    def meet(self, other: "Scope") -> "Scope":
        """Return what holds wherever a figure that stands in both may come from."""
        months = self.months | other.months if self.months and other.months else frozenset[int]()
        return Scope(self.names & other.names, months, self.basis if self.basis == other.basis else "")


Others = Sequence[tuple[Figure, Scope]]  # the other figures of a sentence


@dataclass(frozen=True)
class Source:
    """Where a figure may stand: what tells so, and the scope it has there."""

    holds: Callable[[Figure, str], bool]
    scope: Scope = Scope()


@dataclass(frozen=True)
class _Said:
    """A sentence, what stands before it in its line, what the report is of: its first line, its months."""

    sentence: str
    before: str
    first: str
    question: str
    lead: frozenset[int]
    alike: bool

    @cached_property
    def figures(self) -> Sequence[Figure]:
        """Return every figure of the sentence."""
        return figures_but_days(self.sentence)

    @cached_property
    def frame(self) -> str:
        """Return all in which a name may stand, in small letters."""
        return f"{self.sentence} {self.before} {self.first} {self.question}".lower()

    def leaves_out(self, figure: Figure) -> bool:
        """Tell whether it says that a figure is without some: ahead of it, or behind it and of nothing else.

        287.0, without A +8.96 % leaves nobody out of the 287.0.
        """
        if any(_LEFT_OUT.search(one) for one in (self.before, self.question)):
            return True
        places = [found.start() for found in re.finditer(re.escape(_digits(figure)), self.sentence)]
        return any(
            found.start() < at or self._trails(found, at)
            for found in _LEFT_OUT.finditer(self.sentence)
            for at in places or [len(self.sentence)]
        )

    def _trails(self, word: re.Match[str], at: int) -> bool:
        """Tell a word of the same clause, or of one behind it without a figure of its own."""
        breaks = list(comma_after(self.sentence, at))
        begins = max((one for one in breaks if one <= word.start()), default=at)
        ends = min((one for one in breaks if one > word.start()), default=len(self.sentence))
        return begins == at or not figures_but_days(self.sentence[begins:ends])

    def clause_with(self, figure: Figure) -> str:
        """Return the part between semicolons with a figure."""
        return next((one for one in parts(self.sentence) if _digits(figure) in one), self.sentence)


class ScopeCheck:
    """Knows of whom, of which time and on which basis each figure at hand is."""

    def __init__(
        self,
        statements: Sequence[str],
        tables: Sequence[tuple[Source, QueryResult]],
        names: Sequence[str] = (),
        question: str = "",
    ) -> None:
        """Take what was computed, the tables, who is named in what was computed, and the question."""
        self._tables = tables
        self._question = question.lower()
        told = [source for text in statements for source in _sources_in(text, names)]
        self._sources = [*told, *(one for one, _ in tables)]
        self._lead = months_of_times(statements[0]) if statements else frozenset[int]()
        self._alike = bool(statements) and _ALIKE.search(statements[0]) is not None

    def unfounded(self, sentence: str, before: str = "", first: str = "") -> list[str]:
        """Return figures of another scope than a sentence says, or set against another time, each with why.

        `before` is what stands before it in its line, `first` what the report is of.
        """
        lead = months_of_times(first) or self._lead
        said = _Said(sentence, before, first, self._question, lead, self._alike)
        held = [(one, self._scope_of(one, sentence)) for one in said.figures]
        found = (
            (figure, _unsaid(figure, scope, said, [one for one in held if one[0] is not figure]))
            for figure, scope in held
        )
        told = [f"{figure.text} ({why})" for figure, why in found if why]
        return [*told, *self._other_times(sentence)]

    def _scope_of(self, figure: Figure, sentence: str) -> Scope:
        """Return what all that holds a figure has in common; nothing is said of one that nothing holds."""
        scopes = (one.scope for one in self._sources if one.holds(figure, sentence))
        return reduce(Scope.meet, scopes, next(scopes, Scope()))

    def _other_times(self, sentence: str) -> Iterator[str]:
        """Yield both ends of a change that a sentence sets against the year before, and that are not so."""
        head = _ON_THE_YEAR.search(sentence)
        if head is None:
            return
        for form in _PAIRS:
            for found in form.finditer(sentence, head.end()):
                ends = [figures_but_days(found[name])[:1] for name in ("a", "b")]
                if not all(ends) or any(days_in(found[0])) or any(months_in(found[0])):
                    continue
                apart = list(self._apart(ends[0][0], ends[1][0]))
                if apart and all(apart):
                    yield f"{ends[0][0].text} (this is of {apart[0]}, not of the year before)"

    def _apart(self, first: Figure, last: Figure) -> Iterator[str]:
        """Yield of which time the first is for each row with both, nothing where that is a year before."""
        for _, table in self._tables:
            for row in table.rows:
                at = [
                    [place for place, cell in enumerate(row) if is_number(cell) and one.is_written_of(cell)]
                    for one in (first, last)
                ]
                for before in at[0]:
                    for now in at[1]:
                        heads = (table.columns[before].name, table.columns[now].name)
                        yield "" if before == now or _may_be_a_year(*heads) else heads[0]


def basis_of(text: str) -> Basis:
    """Return on which basis the figures of a clause, or of a row called so, are.

    >>> basis_of("不算新增的"), basis_of("all other days"), basis_of("Complaints now open")
    ('without', 'rest', 'ever')
    """
    return next((one for one, word in _BASES if word.search(text)), "")


def _unsaid(figure: Figure, scope: Scope, said: _Said, others: Others) -> str:
    """Return what a sentence does not say of the scope of a figure."""
    return next(filter(None, (rule(figure, scope, said, others) for rule in _RULES)), "")


def _left_out(figure: Figure, scope: Scope, said: _Said, others: Others) -> str:
    without = scope.basis == "without" and figure.is_fine
    return (
        ""
        if not without or said.leaves_out(figure)
        else "this is without some; say without whom, ahead of it"
    )


def _narrower(figure: Figure, scope: Scope, said: _Said, others: Others) -> str:
    """Tell a figure of one kind alone that is not named, beside another that is not."""
    if figure.digits < _LEAST or not scope.names or _ANAPHORA.search(said.sentence):
        return ""
    unsaid = {name for name in scope.names if not _is_named(name, said.frame)}
    wide = any(not one.names & unsaid for _, one in others)
    if not wide or len(unsaid) < len(scope.names) or len(unsaid) > _FEW:
        return ""
    return f"this is only of {', '.join(sorted(unsaid))}"


def _other_month(figure: Figure, scope: Scope, said: _Said, others: Others) -> str:
    if not figure.is_fine or not scope.months or not said.lead or said.lead & scope.months:
        return ""
    if says_when(f"{said.before}{said.sentence}"):
        return ""
    return f"this is of {_month_name(min(scope.months))}; say so"


def _of_any_time(figure: Figure, scope: Scope, said: _Said, others: Others) -> str:
    """Tell a count of all there are, in a report of a time: 200 of this year, 18 open of any.

    One that is smaller than another in its sentence looks like a part of that.
    """
    timed = said.lead or says_when(said.first) or says_when(said.question)
    if scope.basis != "ever" or figure.digits < _LEAST or not timed:
        return ""
    text = f"{said.before}{said.sentence}"
    within = any(
        one.basis != "ever" and abs(it.value) > figure.value for it, one in others if not it.in_percent
    )
    if _ANY_TIME.search(text) or (_STILL.search(text) and not within):
        return ""
    return "this counts those of any time; say so, or tell how many are of this time"


def _remainder(figure: Figure, scope: Scope, said: _Said, others: Others) -> str:
    """Tell what is left of a change beside some days, told as growth: those are not as many days before."""
    if scope.basis != "rest" or not figure.is_fine:
        return ""
    part = said.clause_with(figure)
    if not _MOVED.search(part) or _CALENDAR.search(part):
        return ""
    return (
        "this is what is left of the change, over other days than before: no rise or fall; say so or leave it"
    )


def _plain_mean(figure: Figure, scope: Scope, said: _Said, others: Others) -> str:
    """Tell two means of unlike ones set against each other, in a report that compares like with like."""
    if scope.basis != "mean" or not figure.is_fine or not said.alike or _PLAIN.search(said.sentence):
        return ""
    if _ALIKE.search(said.sentence) or not any(one.basis == "mean" for _, one in others):
        return ""
    return "a plain mean of unlike ones, while the report compares like with like; say so or leave it"


_RULES = (_left_out, _narrower, _other_month, _of_any_time, _remainder, _plain_mean)


def _sources_in(text: str, names: Sequence[str]) -> Iterator[Source]:
    """Yield the clauses of a computed sentence that have figures, each with its scope.

    Each part between semicolons is of whom the sentence names so far, 1,645；落后：沙湾, but not in brackets:
    日历（国庆 7 天）约合 -354. A clause without
    figures says on which basis the next is: 不算新增的吴川（2026-06-30）为 +8.0 %.
    """
    for said in sentences(text):
        so_far, months = "", frozenset[int]()
        for part in parts(said):
            before = frozenset[int]() if _OWN_STRETCH.search(part) else months
            so_far, months = so_far + _ASIDE.sub(" ", part).lower(), months_of_times(part) or before
            basis: Basis = ""
            for clause in phrases(part):
                basis = basis_of(clause) or basis
                if values := [one.value for one in figures_but_days(clause)]:
                    named = _named_in(f"{so_far} {clause.lower()}", names)
                    yield Source(_standing_in(values), Scope(named, months, basis))
                    basis = ""


def _named_in(text: str, names: Sequence[str]) -> frozenset[str]:
    return frozenset(one.lower() for one in names if len(one) >= _SHORTEST and one.lower() in text)


def _standing_in(values: Sequence[float]) -> Callable[[Figure, str], bool]:
    return lambda figure, _: any(map(figure.is_of, values))


def _digits(figure: Figure) -> str:
    """Return a figure's number as it is written, without its unit and sign."""
    found = re.search(r"[\d.,，]*\d", figure.text)
    return found[0] if found else figure.text


def _month_name(month: int) -> str:
    return next(name for name, at in MONTHS.items() if at == month)


def _is_named(name: str, said: str) -> bool:
    """Tell a name, or the first word of it, in a text: toilet complaints are Toilets."""
    if name in said:
        return True
    words = [one.rstrip("s") for one in re.findall(r"[a-z]+", name) if len(one) >= _LETTERS]
    return any(one in said for one in words) or (not name.isascii() and name[:2] in said)


def _may_be_a_year(before: str, now: str) -> bool:
    """Tell headings whose times lie a year apart, or do not say when they are.

    >>> _may_be_a_year("4 Jun – 31 Aug 2026", "1 Sep – 28 Nov 2026"), _may_be_a_year("2025-10", "2026-10")
    (False, True)
    """
    if A_YEAR_BEFORE.search(before) or A_YEAR_BEFORE.search(now):
        return True
    months = [
        sorted({month for _, month in months_in(one)} | {month for month, _ in days_in(one)})
        for one in (before, now)
    ]
    years = [[int(year) for year in YEAR.findall(one)] for one in (before, now)]
    if not (all(months) and all(years)):
        return True
    return months[0] == months[1] and max(years[1]) - max(years[0]) == 1
