"""What goes wrong at a program's door, as problem+json (RFC 9457): a stable code and a sentence."""

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.routing import compile_path

from answers.visible import visible
from appdb.storable import json_text
from config.wording import LANGUAGES, Language, say_error
from errors import (
    AccessError,
    ConnectionFailedError,
    InputError,
    KnowledgeError,
    ModelError,
    NotFoundError,
    PolicyError,
    QueryTimeoutError,
    SettingsError,
    WenshuError,
)
from web.tokens import TokenNeeded

# What is no fault of the request as such, whatever its class.
_BY_CODE = {
    "confirm_needed": 409,
    "not_asked_back": 409,
    "key_of_another_request": 422,
    "request_running": 409,
    "queue_full": 429,
    "too_many_messages": 429,
    "too_many_tokens": 409,
}
_BY_CLASS: tuple[tuple[type[WenshuError], int], ...] = (
    (NotFoundError, 404),
    (AccessError, 403),
    (PolicyError, 403),
    (KnowledgeError, 409),
    (QueryTimeoutError, 504),
    (ConnectionFailedError, 503),
    (SettingsError, 503),
    (ModelError, 502),
    (InputError, 422),
)
_NOT_TAKEN = frozenset({"queue_full", "too_many_messages"})
_WAIT_S = {429: "60", 503: "10"}
_BY_STATUS = {400: "request_invalid", 404: "path_unknown", 405: "method_unknown", 413: "body_too_large"}


class Problem(BaseModel):
    """A refusal: `code` is stable, `detail` is a sentence for whoever asked."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    errors: list[dict[str, str]] | None = None


class Told(JSONResponse):
    """JSON with Chinese as it is, hidden signs written out, without what JSON does not know (NaN)."""

    def render(self, content: Any) -> bytes:
        """Return the content as UTF-8."""
        content = visible(content)
        try:
            return json.dumps(content, ensure_ascii=False, allow_nan=False).encode()
        except ValueError:
            return json_text(content).encode()


class ProblemResponse(Told):
    """One problem."""

    media_type = "application/problem+json"


def status_of(error: WenshuError) -> int:
    """Return the HTTP status of an error."""
    if error.code in _BY_CODE:
        return _BY_CODE[error.code]
    if type(error) is WenshuError:
        return 500
    return next((status for kind, status in _BY_CLASS if isinstance(error, kind)), 422)


def problem(error: WenshuError, language: Language, **more: Any) -> ProblemResponse:
    """Return an error as a problem."""
    return _response(status_of(error), error.code, say_error(error, language), **more)


def language_in(request: Request) -> Language:
    """Return the language of a request: what its body chose, else what its header prefers."""
    chosen = getattr(request.state, "language", None)
    if chosen in LANGUAGES:
        found: Language = chosen
        return found
    return "zh" if request.headers.get("accept-language", "").lower().startswith("zh") else "en"


def refused(failure: Mapping[str, str] | None) -> ProblemResponse | None:
    """Return the problem of a message that was not taken as a question; None where it was."""
    code = (failure or {}).get("code", "")
    if failure is None or code not in _NOT_TAKEN:
        return None
    return _response(_BY_CODE[code], code, failure["reason"])


async def on_error(request: Request, error: Exception) -> ProblemResponse:
    """Answer an error of ours."""
    assert isinstance(error, WenshuError)
    return problem(error, language_in(request))


async def on_nobody(request: Request, error: Exception) -> ProblemResponse:
    """Answer a request without a live token or sign-in."""
    found = _response(401, "token_needed", say_error(AccessError("token_needed"), language_in(request)))
    found.headers["WWW-Authenticate"] = 'Bearer realm="Wenshu"'
    return found


async def on_invalid(request: Request, error: Exception) -> ProblemResponse:
    """Answer a request whose fields are wrong, naming them."""
    assert isinstance(error, RequestValidationError)
    named = [
        {"at": ".".join(map(str, one["loc"])), "reason": str(one["msg"])[:300]} for one in error.errors()[:20]
    ]
    return problem(InputError("request_invalid"), language_in(request), errors=named)


async def on_http(request: Request, error: Exception) -> ProblemResponse:
    """Answer what the router refuses: an unknown path, a method that is not there."""
    assert isinstance(error, HTTPException)
    code = _BY_STATUS.get(error.status_code, "internal")
    headers = dict(error.headers or {})
    more = {"errors": [{"at": "body", "reason": str(error.detail)[:300]}]} if error.status_code == 400 else {}
    if error.status_code == 405 and (allowed := _methods_of(request)):
        headers["Allow"] = ", ".join(allowed)
    return _response(
        error.status_code, code, say_error(WenshuError(code), language_in(request)), headers=headers, **more
    )


def _methods_of(request: Request) -> list[str]:
    """Return every method of a path; the router names those of the first route alone."""
    path = request.scope["path"].removeprefix(request.scope.get("root_path", ""))
    paths = (request.app.openapi_schema or {}).get("paths", {})
    fitting = [methods for shape, methods in paths.items() if compile_path(shape)[0].match(path)]
    return sorted({method.upper() for methods in fitting for method in methods})


async def on_anything(request: Request, error: Exception) -> ProblemResponse:
    """Answer what nobody foresaw; the server logs it with its traceback."""
    return problem(WenshuError(), language_in(request))


HANDLERS: Mapping[Any, Any] = {
    WenshuError: on_error,
    TokenNeeded: on_nobody,
    RequestValidationError: on_invalid,
    HTTPException: on_http,
    Exception: on_anything,
}


def _response(
    status: int, code: str, detail: str, headers: Mapping[str, str] | None = None, **more: Any
) -> ProblemResponse:
    content = {
        "type": f"urn:wenshu:problem:{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": detail,
        **more,
    }
    wait = {"Retry-After": _WAIT_S[status]} if status in _WAIT_S else {}
    return ProblemResponse(content, status, {**(headers or {}), **wait, "Cache-Control": "no-store"})
