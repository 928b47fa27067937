"""The bill of materials: what the lock pins, as CycloneDX, which scanners read; `make lock` writes it."""

import json
import re
from collections.abc import Iterable
from typing import Any

from config.settings import ROOT
from config.version import VERSION

LOCK, BILL = ROOT / "requirements.txt", ROOT / "sbom.json"
PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==([^\s;\\]+)")


def bill_of(lines: Iterable[str]) -> dict[str, Any]:
    """Return the bill for the lines of a lock; a package pinned for two Pythons stands there twice."""
    pins = sorted({found.groups() for line in lines if (found := PIN.match(line))})
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "wenshu", "version": VERSION}},
        "components": [
            {
                "type": "library",
                "bom-ref": f"{name}=={version}",
                "name": name,
                "version": version,
                "purl": f"pkg:pypi/{name.lower().replace('_', '-')}@{version}",
            }
            for name, version in pins
        ],
    }


def text_of(bill: dict[str, Any]) -> str:
    """Return the file's text, the same for the same lock."""
    return json.dumps(bill, indent=1) + "\n"


if __name__ == "__main__":
    BILL.write_text(text_of(bill_of(LOCK.read_text("utf-8").splitlines())), "utf-8")
