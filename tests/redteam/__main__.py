"""`make redteam`: attack a deployment, write what held and what did not.

Without --url the doors are those of a deployment started for it, on a free port and a folder of its own.
"""

import argparse
import asyncio
import datetime as dt
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from config.settings import ROOT
from demo.people import PASSWORD
from tests.redteam.doors import CHECKS, NOT_CHECKED, refused, request_cases
from tests.redteam.report import Outcome, Section, written
from tests.redteam.site import ADMIN, ATTACKER, VICTIM, Site, with_a_victim

DOORS = "Doors: sign-in, sessions, sockets, pages, uploads"
DOORS_PROMISE = "Everybody reaches only what is theirs, from our own page, while signed in"
Suite = tuple[str, str, tuple[str, ...]]
SUITES: tuple[Suite, ...] = (
    (
        "SQL guard",
        "No statement but one harmless query passes, and honest queries do",
        ("tests/unit/database/test_guard.py", "tests/unit/database/test_guard_properties.py"),
    ),
    (
        "Row policies and masks",
        "Each role sees its own rows, as the database's own row security would give them",
        ("tests/unit/database/test_policy.py", "tests/integration/test_policy_oracle.py"),
    ),
    (
        "Around the rows",
        "Remembered answers, values, errors, suggestions, prompts and traces obey the same rights",
        ("tests/integration/test_rights_at_the_edges.py",),
    ),
    (
        "Engines",
        "What runs is what was checked: read-only, bounded, stopped in time",
        (
            "tests/integration/test_walls.py",
            "tests/integration/test_runner_postgres.py",
            "tests/integration/test_runner_files.py",
            "tests/integration/test_runner_mariadb.py",
        ),
    ),
    (
        "A model that obeys the attacker",
        "Instructions in questions, documents, DDL, pairs and data change nothing and leak nothing",
        ("tests/integration/test_injections.py",),
    ),
    (
        "What the page shows",
        "No link, picture or HTML from a model or from data",
        ("tests/unit/answers/test_markdown.py",),
    ),
)


def main() -> int:
    """Attack, write the report, and return 1 where anything got through."""
    options = _options()
    own_doors: Suite = (DOORS, DOORS_PROMISE, ("tests/integration/test_doors.py",))
    sections = _sections(SUITES if options.url else (*SUITES, own_doors))
    if options.url:
        passwords = dict(pair.split("=", 1) for pair in options.password)
        site = Site(options.url.rstrip("/"), dict.fromkeys((ADMIN, ATTACKER, VICTIM), PASSWORD) | passwords)
        sections.append(Section(DOORS, DOORS_PROMISE, asyncio.run(attacked(site))))
    report = written(sections, options.url or "a deployment started for this", dt.datetime.now().astimezone())
    options.report.parent.mkdir(parents=True, exist_ok=True)
    options.report.write_text(report, "utf-8")
    print("\n".join(report.split("\n## ")[0].splitlines()))
    print(f"\nThe whole report: {options.report}")
    return 1 if any(section.failed or not section.outcomes for section in sections) else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make redteam", description=__doc__)
    parser.add_argument("--url", help="try the doors of a running deployment, such as http://localhost:8000")
    parser.add_argument(
        "--password",
        action="append",
        default=[],
        metavar="NAME=PASSWORD",
        help="of admin, analyst and viewer there; default: the demo's",
    )
    parser.add_argument("--report", type=Path, default=ROOT / "data" / "redteam.md")
    return parser.parse_args()


def _sections(suites: Sequence[Suite]) -> list[Section]:
    """Run the tests of all suites in one process of their own, which starts PostgreSQL and the demo once."""
    paths = [path for _, _, paths in suites for path in paths]
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder) / "results.xml"
        words = [sys.executable, "-m", "pytest", "-q", "--no-header", "--no-summary", "-W", "ignore"]
        more = [
            "-o",
            "console_output_style=times",
            "--continue-on-collection-errors",
            f"--junitxml={results}",
        ]
        print("The walls, the rights, the model and the page; a few minutes …", flush=True)
        said = subprocess.DEVNULL  # DuckDB counts at its end what it has not given back
        subprocess.run([*words, *more, *paths], cwd=ROOT, stderr=said, check=False)
        print()
        cases = list(ElementTree.parse(results).iter("testcase")) if results.exists() else []
    return [
        Section(title, promise, [_outcome(c) for c in cases if _is_of(c, of)])
        for title, promise, of in suites
    ]


def _is_of(case: ElementTree.Element, paths: Sequence[str]) -> bool:
    """Tell whether a case stands in one of these files; one that could not be read is a case by its name."""
    module = case.get("classname") or case.get("name", "")
    return module in [path.removesuffix(".py").replace("/", ".") for path in paths]


def _outcome(case: ElementTree.Element) -> Outcome:
    name = case.get("name", "")
    for kind in ("failure", "error"):
        if (found := case.find(kind)) is not None:
            return Outcome(name, wrong=found.get("message") or kind)
    skipped = case.find("skipped")
    return Outcome(name, skipped="" if skipped is None else skipped.get("message") or "skipped")


async def attacked(site: Site) -> list[Outcome]:
    """Try every door of a running deployment."""
    print(f"{DOORS} at {site.address} …", flush=True)
    outcomes = []
    async with with_a_victim(site):
        for case in request_cases():
            outcomes.append(await _tried(case["id"], lambda case=case: refused(site, case)))  # type: ignore[misc]
        for name, check in CHECKS.items():
            outcomes.append(await _tried(name, lambda check=check: check(site)))  # type: ignore[misc]
    return outcomes


async def _tried(name: str, attempt: Callable[[], Awaitable[str | None]]) -> Outcome:
    try:
        wrong = await attempt() or ""
    except Exception as error:  # a check that breaks has shown nothing: it counts as not held
        wrong = f"{type(error).__name__}: {error}"
    if wrong.startswith(NOT_CHECKED):
        return Outcome(name, skipped=wrong.removeprefix(NOT_CHECKED))
    return Outcome(name, wrong=wrong)


if __name__ == "__main__":
    raise SystemExit(main())
