"""Chainlit makes folders where it is imported; these tests give it one that goes away."""

import os
import tempfile

os.environ.setdefault("CHAINLIT_APP_ROOT", tempfile.mkdtemp(prefix="wenshu-chainlit-"))
