"""What goes wrong with a provider, mapped once to our own errors."""

import asyncio
import json
import re

import aiohttp
import openai

from errors import ModelError
from llm.wire import Refused

_TOO_LONG = re.compile(
    r"context.{0,10}length|maximum context|too many tokens|prompt is too long", re.IGNORECASE
)
RETRYABLE = frozenset(
    {
        "model_rate_limited",
        "model_unavailable",
        "model_unreachable",
        "model_cut",
        "model_empty",
        "model_bad_reply",
    }
)


def model_error(error: Exception, *, streaming: bool = False) -> ModelError:
    """Return what an exception out of a model call means; `detail` is for the log."""
    if isinstance(error, ModelError):
        return error
    detail = f"{type(error).__name__}: {error}"[:500]
    if isinstance(error, TimeoutError | openai.APITimeoutError | asyncio.TimeoutError):
        return ModelError("model_timeout", detail=detail)
    if isinstance(error, openai.APIStatusError):
        told = error.response.headers.get("retry-after", "")
        return _by_status(Refused(error.status_code, str(error.code or ""), str(error), told), detail)
    if isinstance(error, Refused):
        return _by_status(error, detail)
    if isinstance(error, openai.APIConnectionError | aiohttp.ClientError | OSError):
        return ModelError("model_cut" if streaming else "model_unreachable", detail=detail)
    if isinstance(error, openai.APIError):  # an error event within a stream
        return ModelError("model_cut", detail=detail)
    if isinstance(error, ValueError | TypeError | KeyError | AttributeError | json.JSONDecodeError):
        return ModelError("model_bad_reply", detail=detail)
    return ModelError("model_failed", detail=detail)


def _by_status(error: Refused, detail: str) -> ModelError:
    status, code = error.status, error.code
    if status in (401, 403):
        return ModelError("model_auth", detail=detail)
    if code == "insufficient_quota" or status == 402:
        return ModelError("model_quota", detail=detail)
    if status == 429:
        return ModelError("model_rate_limited", retry_after_s=_retry_after(error), detail=detail)
    if status == 404:
        return ModelError("model_unknown", detail=detail)
    if code == "context_length_exceeded" or status == 413 or _TOO_LONG.search(str(error)):
        return ModelError("model_context_too_long", detail=detail)
    if code == "content_filter":
        return ModelError("model_refused", detail=detail)
    if status >= 500 or status in (408, 409):
        return ModelError("model_unavailable", retry_after_s=_retry_after(error), detail=detail)
    return ModelError("model_bad_request", detail=detail)


def _retry_after(error: Refused) -> float | None:
    """Return the seconds a provider asks to wait; a date instead of seconds counts as not said."""
    try:
        return max(0.0, float(error.retry_after))
    except ValueError:
        return None
