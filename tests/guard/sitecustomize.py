"""Closes the traffic of any Python process that has this folder on its PYTHONPATH."""

import closed_network  # noqa: F401
