"""The first users of the hooks: a line of figures for each answer, and the watch over the model's calls."""

import logging

from agent.hooks import Finished, Hook, Hooks, Moment
from agent.trace import Trace
from llm.usage import ModelCall

_log = logging.getLogger(__name__)


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
