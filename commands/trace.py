"""`trace`: how one answer was found, step by step, in the terminal."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from appdb.traces import StoredTrace


def as_json(stored: StoredTrace) -> str:
    """Return the whole trace as one JSON object."""
    about = {"created_at": stored.created_at.isoformat(), "rights": stored.rights}
    return json.dumps({**stored.trace, **about}, ensure_ascii=False)


def as_text(stored: StoredTrace) -> Iterator[str]:
    """Yield the trace for a person to read: one line a step, and what it read and gave below."""
    trace = stored.trace
    prompt, reply = trace["tokens"]
    yield f"{trace['question']}"
    yield (
        f"{stored.owner} · {stored.connection} · {trace['kind']} · {trace['ms']:.0f} ms ·"
        f" {trace['model_calls']} calls · {prompt} + {reply} tokens"
    )
    for step in trace["steps"]:
        mark = "✓" if step["ok"] else "✗"
        decision = f"  {step['decision']}" if "decision" in step else ""
        yield f"{mark} {step['at_ms']:8.1f} {step['ms']:8.1f} ms  {step['kind']:<9} {step['name']}{decision}"
        yield from _below(step)


def _below(step: Mapping[str, Any]) -> Iterator[str]:
    parts = [("in", step.get("input")), ("sql", step.get("final_sql") or step.get("sql"))]
    parts += [(message["role"], message["text"]) for message in step.get("messages", ())]
    parts += [("out", step.get("output")), ("error", step.get("error"))]
    for name, text in parts:
        if text:
            yield f"    {name}: " + " ".join(str(text).split())
    for kind, hits in step.get("found", {}).items():
        if isinstance(hits, list):
            yield f"    {kind}: " + ", ".join(f"{hit['name']} {hit.get('score', '')}".strip() for hit in hits)
    for change in step.get("wrote", ()):
        yield f"    {change['key']}: {change['before'] or '-'} → {change['after'] or '-'}"
