"""The reasoner that needs no model: it counts a table's rows, declines the rest and words computed facts."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

from sqlglot import exp

from config.wording import Language, say
from database.dialects import dialect_named
from database.schema import Schema, Table
from errors import ModelError
from knowledge.items import LinkedTable
from knowledge.vocabulary import general_vocabulary
from reasoning.reasoner import Brief, Draft, Facts, NoSql, SqlDraft
from understanding.figures.given import asks_for_more
from understanding.figures.halves import asks_what
from understanding.metric.back import speaks_of_rows
from understanding.metric.nearest import changes_meaning
from understanding.metric.vocabulary import says_now
from understanding.pairs.clauses import Clauses, Said, clauses_of
from understanding.pairs.reuse import BUILT_ON
from understanding.verdicts import Reading
from understanding.words.pieces import QuestionReader

COUNT = Said("", "count")
# Of spent blind sets the readings that took only these for granted, and had no rival, were right in 32 of
# 32; of slips 6 of 8, so those are asked back; of another figure of the unit 12 of 12 where its name holds
# the one that was named.
TOLD = frozenset(["unread", "figure", "part_of_name"])
# Of 33 sets what was worked out from the tables was right in 23 of 24, a figure told by a verb or a unit in
# 26 of 26, one asked how much of by words of its name alone in 28 of 29 (the other by which members it was
# of); words of a definition pointed at the right one in 45 of 68, and what remains without the words
# that nothing reads was it in 37 of 119: these are asked back.
TOLD_OF_TABLES = frozenset(["unread", "derived"])


class OfflineReasoner:
    """Answers what can be answered without a model."""

    async def write_sql(self, brief: Brief) -> Draft:
        """Ask back what was read without certainty, or count the rows of one table, or decline."""
        read = None if brief.faults else brief.candidate
        if read is not None and is_told(read):
            kept = tuple(one for one in read.assumed if one != "part_of_name")  # how it was read has it whole
            told = replace(read, assumed=kept)
            return SqlDraft(read.sql, read.asked, reading=taken_for_granted(told, brief.language))
        if read is not None and read.alternatives:
            return NoSql("ambiguous", asked_back(read, brief.language), read.alternatives)
        table = None if brief.faults else counted_table(brief.question, brief.linked.tables)
        if table is not None:
            counted = say("offline.counted", brief.language, table=table)
            return SqlDraft(_count(table, brief), brief.question, reading=(counted,))
        return NoSql("no_model", question=brief.question)

    async def summarize(self, facts: Facts) -> AsyncIterator[str]:
        """Give the computed sentences, one by one."""
        space = " " if facts.language == "en" else ""
        sentences = facts.statements or (_row_count(facts),)
        for index, sentence in enumerate(sentences):
            yield sentence if index == 0 else space + sentence

    async def answer_general(self, question: str, language: Language) -> AsyncIterator[str]:
        """Raise: common knowledge needs a model."""
        raise ModelError("model_needed")
        yield ""  # makes this a generator, as the protocol wants


def is_told(read: Reading) -> bool:
    """Tell whether a reading is the only one and takes little for granted, so that its answer tells it."""
    derived = read.source == "derived"
    told = TOLD_OF_TABLES if derived else TOLD | ({"sibling"} if read.alone else frozenset())
    little = bool(read.assumed) and {*read.assumed} <= told
    one = len(read.alternatives) == 1 or read.alone
    idle = not any(changes_meaning(one) or asks_for_more(one) or asks_what(one) for one in read.unread)
    return bool(read.sql) and (derived or read.source == "metric") and little and one and idle


OF_WORDS = ("unread", "guess", "derived")  # what is said of these names words


def taken_for_granted(read: Reading, language: Language) -> tuple[str, ...]:
    """Return what a reading took for granted, each once in a sentence; none tells of words without a word.

    >>> taken_for_granted(Reading("candidate", assumed=("unread", "edit", "edit")), "zh")
    ('这可能是接着上一个问题问的。',)
    """
    told = [one for one in dict.fromkeys(read.assumed) if read.unread or one not in OF_WORDS]
    return tuple(say(f"metrics.assumed.{one}", language, words=_quoted(read, language)) for one in told)


def asked_back(read: Reading, language: Language) -> str:
    """Return the one line that asks whether a reading is meant, with what was taken for granted for it.

    >>> asked_back(Reading("candidate", alternatives=("投诉量是多少？",), assumed=("period",)), "zh")
    '没有说明时间。您想问的是：投诉量是多少？'
    """
    why = taken_for_granted(read, language)
    several = "metrics.meant_one_of" if why else "metrics.which"
    key = "metrics.meant" if len(read.alternatives) == 1 else several
    space = " " if language == "en" else ""
    return space.join([*why, say(key, language, question=read.alternatives[0])])


def _quoted(read: Reading, language: Language) -> str:
    words = [say("agent.quoted", language, word=word) for word in read.unread]
    return say("interpretation.comma", language).join(words)


def counted_table(question: str, tables: Sequence[LinkedTable]) -> str | None:
    """Return the table whose rows a question asks the number of, when it asks for nothing else."""
    if speaks_of_rows(question, BUILT_ON) or says_now(question):
        return None  # how many are they, or are there now: not all that were
    named = [_named(table) for table in tables]
    words = general_vocabulary().extended(Schema(tuple(named)))
    asked = clauses_of(QuestionReader(words).read(question, BUILT_ON), words)
    if not _only_counts(asked):
        return None
    (counted,) = asked.said - {COUNT}
    found = [table.full_name for table in named if ("", words.tables.get(table.full_name)) == counted]
    return found[0] if len(found) == 1 else None


def _only_counts(asked: Clauses) -> bool:
    slots = (asked.periods, asked.comparisons, asked.values, asked.numbers, asked.order)
    return COUNT in asked.said and len(asked.said) == 2 and not any(slots)


def _named(table: LinkedTable) -> Table:
    """Return a linked table's name and comment, the first line of its text."""
    schema, _, name = table.name.rpartition(".")
    first = table.ddl.partition("\n")[0]
    comment = first.removeprefix("--").strip() if first.startswith("--") else ""
    return Table(schema, name, (), comment)


def _count(table: str, brief: Brief) -> str:
    schema, _, name = table.rpartition(".")
    counted = exp.Count(this=exp.Star()).as_(say("offline.count", brief.language), quoted=True)
    source = exp.table_(name, db=schema or None, quoted=None)
    return exp.select(counted).from_(source).sql(dialect=dialect_named(brief.dialect).sqlglot_name)


def _row_count(facts: Facts) -> str:
    return say(
        "offline.rows" if facts.row_count else "offline.no_rows", facts.language, count=facts.row_count
    )
