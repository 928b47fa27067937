"""The first users of the hooks: the audit trail, and a line of figures for each answer."""

import logging

from agent.hooks import Finished, Hook, Hooks, Moment
from agent.trace import Trace
from appdb.audit import AuditLog
from llm.usage import ModelCall

_log = logging.getLogger(__name__)
_AUDIT_PATIENCE_S = 15.0  # the pool's own patience and some; an answer without its record is the worse evil


class AuditTrail(Hook):
    """Writes who asked what, as which SQL it ran and how it ended."""

    patience_s = _AUDIT_PATIENCE_S

    def __init__(self, audit: AuditLog) -> None:
        self._audit = audit

    async def after_message(self, moment: Moment, finished: Finished) -> None:
        """Add one record."""
        answer, failure = finished.answer, finished.answer.failure if finished.answer else None
        more = {"said": finished.said, "also_ran": finished.also_ran}
        said = {name: value for name, value in more.items() if value}
        await self._audit.write(
            who=moment.user,
            act="ask",
            connection=moment.connection,
            question=finished.question,
            sql=finished.final_sql,
            policies=list(finished.policies) if finished.policies is not None else None,
            rows=answer.row_count if answer else None,
            ms=finished.ms,
            code=failure["code"] if failure else ("stopped" if finished.ends == "stopped" else None),
            detail={"turn": moment.turn, "kind": answer.kind if answer else finished.ends, **said},
        )


class Figures(Hook):
    """Logs what an answer cost, for whoever collects logs: LOG_FORMAT=json makes each a metric."""

    async def after_message(self, moment: Moment, finished: Finished) -> None:
        """Log one line."""
        answer = finished.answer
        figures = {
            "ends": finished.ends,
            "kind": answer.kind if answer else "",
            "source": answer.source if answer else "",
            "ms": finished.ms,
            "model_calls": answer.model_calls if answer else 0,
            "prompt_tokens": answer.prompt_tokens if answer else 0,
            "completion_tokens": answer.completion_tokens if answer else 0,
            "repairs": answer.repairs if answer else 0,
        }
        _log.info("answer_figures", extra={"connection": moment.connection, "turn": moment.turn, **figures})


class ModelWatch:
    """Tells the hooks and the trace of every call of a model."""

    def __init__(self, hooks: Hooks, trace: Trace) -> None:
        self._hooks, self._trace = hooks, trace

    async def before(self, call: ModelCall) -> None:
        """A prompt is about to be sent."""
        await self._hooks.tell("before_model", call)

    async def after(self, call: ModelCall, began: float) -> None:
        """A reply or a fault has come."""
        self._trace.model(call, began)
        await self._hooks.tell("after_model", call)
