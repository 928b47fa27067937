"""The lock files and the bill of materials."""

import re

import pytest

from commands.sbom import BILL, LOCK, bill_of, text_of
from config.settings import ROOT

LOCKS = ["requirements.txt", "requirements-dev.txt", "requirements-uv.txt"]


def test_bill_lists_what_the_lock_pins() -> None:
    assert BILL.read_text("utf-8") == text_of(bill_of(LOCK.read_text("utf-8").splitlines())), "run make lock"


def test_bill_reads_extras_markers_and_hashes() -> None:
    pins = ["psycopg[binary,pool]==3.3.2 \\", "tzdata==2026.1 ; sys_platform == 'win32' \\"]
    lines = [pins[0], "    --hash=sha256:00", pins[1]]
    found = bill_of(lines)["components"]
    assert [part["purl"] for part in found] == ["pkg:pypi/psycopg@3.3.2", "pkg:pypi/tzdata@2026.1"]


@pytest.mark.parametrize("name", LOCKS)
def test_every_pin_has_hashes_and_no_lock_names_a_registry(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    pins = re.findall(r"^[a-z0-9][^\n]*==[^\n]*\n(?:    [^\n]*\n)*", text, re.MULTILINE)
    assert pins and all("--hash=sha256:" in pin for pin in pins)
    assert not re.search(r"https?://|file:|--(extra-)?index-url|--find-links", text)
