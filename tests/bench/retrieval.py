"""`make bench`'s rows on retrieval: are a question's tables found among hundreds and thousands of others?"""

import statistics
import time
from collections.abc import Sequence
from pathlib import Path

from config.settings import ROOT
from database.rights import Rights
from database.schema import Schema, Table
from evaluation.golden import read_golden
from knowledge.tables import table_from
from services import Services
from teaching.loaders import load_paths
from teaching.training import train_schema
from tests.bench.pool import Labelled, distractors, labelled, recall

POOLS = (600, 2000)
GOLDEN = ROOT / "demo" / "golden.jsonl"
TABLES = ROOT / "demo" / "schema.sql"
DEEPEST = 10


async def retrieval(services: Services) -> list[tuple[str, str, str]]:
    """Teach pools of tables as plain DDL and return what, figure and goal of each measure."""
    questions = labelled(read_golden(GOLDEN))
    own = _demo_tables(TABLES)
    rows = []
    for size in POOLS:
        name = f"bench_{size}"
        pool = Schema((*own, *distractors(size - len(own))))
        began = time.perf_counter()
        await train_schema(services.knowledge, pool, name, "bench")
        taught = time.perf_counter() - began
        rows += await _asked(services, name, questions, size, taught)
    return rows


async def _asked(
    services: Services, name: str, questions: Sequence[Labelled], size: int, taught: float
) -> list[tuple[str, str, str]]:
    at_five, at_ten, in_prompt, tokens, walls = [], [], [], [], []
    rights = Rights("", name)
    for one in questions:
        began = time.perf_counter()
        ranked, linked = await services.knowledge.retrieve_ranked(
            one.question,
            name,
            rights=rights,
            today=services.settings.current_date(),
            budget_tokens=services.settings.prompt_budget_tokens,
        )
        walls.append(time.perf_counter() - began)
        names = [found.table.name for found in ranked]
        at_five.append(recall(one.tables, names, 5))
        at_ten.append(recall(one.tables, names, DEEPEST))
        sent = [table.name.rpartition(".")[2] for table in linked.tables if table.level == "full"]
        in_prompt.append(recall(one.tables, sent, len(sent)))
        tokens.append(linked.tokens)
    what = f"{len(questions)} questions among {size:,} tables, plain DDL"
    mean = statistics.fmean
    return [
        (f"{what}: recall@5 / @10", f"{mean(at_five):.3f} / {mean(at_ten):.3f}", "≥ .90 @10"),
        (
            f"{what}: in full in the prompt",
            f"{mean(in_prompt):.3f}, {statistics.median(tokens):.0f} tokens",
            "≥ .90",
        ),
        (f"{what}: retrieval", f"p50 {statistics.median(walls) * 1000:.0f} ms", "≤ 30"),
        (f"teaching {size:,} tables", f"{taught:.1f} s", "≤ 180 for 5,000"),
    ]


def _demo_tables(path: Path) -> list[Table]:
    return [table_from(item.payload) for item in load_paths([path]).items if item.kind == "ddl"]
