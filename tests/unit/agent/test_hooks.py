"""A hook may watch, rewrite a message, refuse a tool and replace rows; broken, it does no more than that."""

import asyncio

import pytest

from agent.hooks import Hook, Hooks, Moment, Refuse, ToolResult, ToolUse, load_hooks
from database.result import QueryResult, ResultColumn
from errors import PolicyError, SettingsError

USE = ToolUse("run_sql", "营业额", "SELECT 1")
ROWS = QueryResult((ResultColumn("n", "integer"),), ((1,),), False, 1.0)


class Polite(Hook):
    async def before_message(self, moment: Moment, text: str) -> str:
        return text.replace("请问", "")

    async def before_tool(self, moment: Moment, use: ToolUse) -> Refuse | None:
        return Refuse("周末不查数") if use.tool == "run_sql" and moment.user == "bob" else None


class Broken(Hook):
    async def before_message(self, moment: Moment, text: str) -> str:
        raise RuntimeError("boom")

    async def before_tool(self, moment: Moment, use: ToolUse) -> None:
        await asyncio.Event().wait()


class Stubborn(Hook):
    async def before_message(self, moment: Moment, text: str) -> str:
        while True:
            try:
                await asyncio.sleep(0.05)
                if text == "done":
                    return ""
            except asyncio.CancelledError:
                text = "done"


class Rewriting(Hook):
    async def after_tool(self, moment: Moment, result: ToolResult) -> ToolResult:
        return ToolResult("valid_sql", True, "other", sql="SELECT 2")


class NotAsync(Hook):
    def after_message(self, *_: object) -> None:  # type: ignore[override]
        """Would hold up everybody."""


def _hooks(*hooks: Hook, user: str = "ann") -> Hooks:
    return Hooks(hooks, timeout_s=0.05, moment=Moment(user, "t1"))


async def test_message_is_what_the_last_hook_made_of_it() -> None:
    assert await _hooks(Polite()).message("请问营业额") == "营业额"


async def test_hook_that_raises_or_hangs_leaves_the_message_as_it_was_and_the_trace_says_so() -> None:
    for hook in (Broken(), Stubborn()):
        hooks = _hooks(hook, Polite())
        assert await hooks.message("请问营业额") == "营业额"
        assert [(step["kind"], step["decision"]) for step in hooks.trace.steps] == [
            ("hook", "failed"),
            ("hook", "replaced"),
        ]


async def test_tool_is_refused_with_the_hooks_reason_and_for_whom_it_says() -> None:
    await _hooks(Polite()).allow(USE)
    with pytest.raises(PolicyError) as refused:
        await _hooks(Polite(), user="bob").allow(USE)
    assert (refused.value.code, refused.value.params["reason"]) == ("hook_refused", "周末不查数")


async def test_tool_is_refused_where_a_hook_cannot_say() -> None:
    with pytest.raises(PolicyError) as refused:
        await _hooks(Broken()).allow(USE)
    assert refused.value.code == "hook_failed"


async def test_result_keeps_all_but_its_sql_and_rows() -> None:
    result = await _hooks(Rewriting()).result(ToolResult("run_sql", False, "mine", rows=ROWS))
    assert result == ToolResult("run_sql", False, "mine", sql="SELECT 2", rows=ROWS)


@pytest.mark.parametrize(
    "path",
    [
        "nowhere.Hook",
        "agent.hooks.Nothing",
        "agent.hooks.Moment",
        "agent.hooks.Refuse",
        f"{__name__}.NotAsync",
    ],
)
def test_what_is_no_hook_is_named_at_the_start(path: str) -> None:
    with pytest.raises(SettingsError) as error:
        load_hooks(f"agent.observing.Figures, {path}")
    assert error.value.params["path"] == path


def test_hooks_are_loaded_in_their_order() -> None:
    loaded = load_hooks(f"{__name__}.Polite, {__name__}.Broken")
    assert [type(hook).__name__ for hook in loaded] == ["Polite", "Broken"]
