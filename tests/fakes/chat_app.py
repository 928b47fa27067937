"""The real app.py on the scripted services; `chainlit run tests/fakes/chat_app.py`."""

import runpy
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import services  # noqa: E402  the path comes first
from tests.fakes import scripted_services  # noqa: E402

scripted_services.Services = services.Services  # named by rooms that the scripted ones never enter
sys.modules["services"] = scripted_services
runpy.run_path(str(ROOT / "app.py"))
