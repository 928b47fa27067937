"""Every check of the doors, in the order they are tried."""

from tests.redteam import sessions, sockets, pages, aftermath  # noqa: F401, I001  each adds its checks, in this order
from tests.redteam.checks import CHECKS, NOT_CHECKED, refused, request_cases

__all__ = ["CHECKS", "NOT_CHECKED", "refused", "request_cases"]
