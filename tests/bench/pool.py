"""The labelled retrieval set: golden questions, the tables their SQL reads, and tables to drown these in."""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from pathlib import Path

import yaml

from database.schema import Column, ForeignKey, Table
from evaluation.golden import GoldenQuestion
from knowledge.snapshot import sql_names

WORDS = Path(__file__).parent / "pool_words.yaml"
LEAST_COLUMNS, MOST_COLUMNS = 4, 14
WITHOUT_COMMENTS = 0.4


@dataclass(frozen=True)
class Labelled:
    """A question with the bare names of the tables that answer it."""

    question: str
    tables: frozenset[str]


def labelled(golden: Iterable[GoldenQuestion]) -> list[Labelled]:
    """Return the questions that have an answer, each with the tables of its first gold statement."""
    found: dict[str, Labelled] = {}
    for one in golden:
        names = sql_names(one.gold[0]) if one.gold else None
        if names and names[0]:
            bare = frozenset(name.rpartition(".")[2] for name in names[0])
            found.setdefault(one.question, Labelled(one.question, bare))
    return list(found.values())


def recall(wanted: frozenset[str], ranked: Sequence[str], k: int) -> float:
    """Return which share of the wanted tables is among the first k."""
    return len(wanted & {name.lower() for name in ranked[:k]}) / len(wanted)


def distractors(count: int, seed: int = 7) -> list[Table]:
    """Return so many tables of other businesses, the same ones for the same seed; two in five uncommented."""
    return list(islice(_tables(random.Random(seed)), count))


def _tables(chance: random.Random) -> Iterator[Table]:
    words = yaml.load(WORDS.read_text("utf-8"), Loader=yaml.CSafeLoader)
    kinds = list(product(words["domains"].items(), words["entities"].items(), words["aspects"].items()))
    chance.shuffle(kinds)
    for (domain, domain_zh), (entity, entity_zh), (aspect, aspect_zh) in kinds:
        says = chance.random() >= WITHOUT_COMMENTS
        size = chance.randint(LEAST_COLUMNS, MOST_COLUMNS)
        chosen = chance.sample(words["columns"], size)
        name = "_".join(filter(None, (entity, aspect)))
        key = Column(f"{name}_id", "bigint", f"{entity_zh}编号" if says else "", nullable=False)
        other = chance.choice(list(words["entities"]))
        link = Column(f"{other}_id", "bigint", f"{words['entities'][other]}编号" if says else "")
        yield Table(
            schema=domain,
            name=name,
            columns=(
                key,
                *((link,) if other != entity else ()),
                *(Column(column, kind, zh if says else "") for column, kind, zh in chosen),
            ),
            comment=f"{domain_zh}{entity_zh}{aspect_zh}" if says else "",
            primary_key=(key.name,),
            foreign_keys=(ForeignKey((link.name,), domain, other, (link.name,)),) if other != entity else (),
        )
