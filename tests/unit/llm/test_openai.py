"""The client over real HTTP: strict about tool calls, patient within a deadline, counting everything."""

import time
from collections.abc import AsyncIterator, Iterator

import pytest
from langchain_core.messages import HumanMessage
from pydantic import SecretStr

from config.settings import Settings
from errors import ModelError
from llm.openai import MOST_PROMPT_CHARS, MOST_REPLY_CHARS, ChatClient
from llm.usage import Meter, estimated_tokens, metered
from tests.fakes.openai_server import FakeOpenAI, Say

ASK = [HumanMessage("x")]
TOOL = {
    "type": "function",
    "function": {"name": "run_sql", "parameters": {"type": "object", "properties": {}}},
}


@pytest.fixture
def fake() -> Iterator[FakeOpenAI]:
    with FakeOpenAI() as server:
        yield server


made = list[ChatClient]()


@pytest.fixture(autouse=True)
async def _closed() -> AsyncIterator[None]:
    yield
    while made:
        await made.pop().aclose()


def client(fake: FakeOpenAI, **settings: object) -> ChatClient:
    values = {"openai_api_key": SecretStr("k"), "openai_base_url": fake.url, "llm_timeout_s": 2.0}
    made.append(ChatClient.of(Settings(**(values | settings))))  # type: ignore[arg-type]
    return made[-1]


async def test_settings_reach_the_provider(fake: FakeOpenAI) -> None:
    fake.script("ok")
    await client(fake, llm_model="m", llm_temperature=0.3, llm_max_tokens=77).complete(ASK)
    sent = fake.requests[0]
    assert (sent["model"], sent["temperature"], sent["max_tokens"]) == ("m", 0.3, 77)


async def test_newer_models_get_the_newer_name_of_the_limit(fake: FakeOpenAI) -> None:
    fake.script("ok")
    await client(fake, llm_model="gpt-5-mini", llm_max_tokens=77).complete(ASK)
    assert fake.requests[0]["max_completion_tokens"] == 77 and "max_tokens" not in fake.requests[0]


async def test_calls_and_tokens_are_counted_also_when_streamed(fake: FakeOpenAI) -> None:
    fake.script("four", "abcdefgh", Say("no usage here", usage=False))
    with metered(Meter()) as meter:
        await client(fake).complete(ASK)
        assert (meter.calls, meter.prompt_tokens, meter.completion_tokens) == (1, 1, 1)
        assert "".join([piece async for piece in client(fake).stream(ASK)]) == "abcdefgh"
        assert (meter.calls, meter.prompt_tokens, meter.completion_tokens) == (2, 2, 3)
        await client(fake).complete(ASK)
    assert meter.completion_tokens == 3 + estimated_tokens("no usage here")


@pytest.mark.parametrize("arguments", ['{"sql": "SELECT 1 WHERE id = 4', "[1]", '"text"', '{"a": 1}}'])
async def test_a_tool_call_that_is_no_whole_object_is_no_reply(fake: FakeOpenAI, arguments: str) -> None:
    fake.script(Say(tool="run_sql", arguments=arguments))
    with pytest.raises(ModelError) as raised:
        await client(fake, llm_max_retries=0).complete(ASK, [TOOL])
    assert raised.value.code == "model_bad_reply"


async def test_a_whole_tool_call_is_a_reply(fake: FakeOpenAI) -> None:
    fake.script(Say(tool="run_sql", arguments='{"a": 1}'))
    reply = await client(fake).complete(ASK, [TOOL])
    assert (reply.tool_calls, reply.arguments) == (("run_sql",), {"a": 1})
    assert fake.requests[0]["tools"] == [TOOL]


@pytest.mark.parametrize("streamed", [False, True])
async def test_the_key_reaches_the_provider_and_no_fault(fake: FakeOpenAI, streamed: bool) -> None:
    fake.script("ok", Say(status=401, code="invalid_api_key"))
    asked = client(fake, openai_api_key=SecretStr("sk-own"), llm_max_retries=0)

    async def ask() -> str:
        if not streamed:
            return (await asked.complete(ASK)).text
        return "".join([piece async for piece in asked.stream(ASK)])

    assert await ask() == "ok" and fake.keys == ["Bearer sk-own"]
    with pytest.raises(ModelError) as raised:
        await ask()
    assert raised.value.code == "model_auth" and "sk-own" not in raised.value.detail


async def test_a_reply_that_is_no_json_is_none(fake: FakeOpenAI) -> None:
    fake.script(Say(raw="<html>gateway</html>"))
    with pytest.raises(ModelError) as raised:
        await client(fake, llm_max_retries=0).complete(ASK)
    assert raised.value.code == "model_bad_reply"


async def test_a_refusal_is_told_from_silence_also_when_streamed(fake: FakeOpenAI) -> None:
    fake.script(Say(refusal="I can't"), Say(refusal="I can't"))
    with pytest.raises(ModelError) as raised:
        async for _ in client(fake).stream(ASK):
            pass
    assert raised.value.code == "model_refused"
    with pytest.raises(ModelError) as raised:
        await client(fake).complete(ASK)
    assert raised.value.code == "model_refused"


async def test_retry_after_beyond_the_deadline_is_not_waited_for(fake: FakeOpenAI) -> None:
    fake.script(Say(status=429, retry_after=1.5), "late")
    began = time.monotonic()
    with metered(Meter(deadline=began + 1)), pytest.raises(ModelError) as raised:
        await client(fake).complete(ASK)
    assert raised.value.code == "model_rate_limited" and raised.value.retry_after_s == 1.5
    assert len(fake.requests) == 1


async def test_broken_stream_is_begun_anew_only_before_its_first_word(fake: FakeOpenAI) -> None:
    fake.script(Say("hello world again", cut_after=1), "fresh")
    assert "".join([piece async for piece in client(fake).stream(ASK)]) == "fresh"
    fake.script(Say("hello world again and again", cut_after=2), "fresh")
    heard = []
    with pytest.raises(ModelError) as raised:
        async for piece in client(fake).stream(ASK):
            heard.append(piece)
    assert raised.value.code == "model_cut" and heard == ["hello world "]


async def test_unreachable_provider_is_named_so(fake: FakeOpenAI) -> None:
    dead = client(fake, openai_base_url="http://127.0.0.1:9/v1", llm_max_retries=1)
    with pytest.raises(ModelError) as raised:
        await dead.complete(ASK)
    assert raised.value.code == "model_unreachable"


async def test_a_reply_longer_than_any_answer_is_not_read(fake: FakeOpenAI) -> None:
    fake.script("x" * (MOST_REPLY_CHARS + 1), "y" * (MOST_REPLY_CHARS + 1), "z" * 1000)
    with pytest.raises(ModelError) as caught:
        await client(fake).complete(ASK)
    assert caught.value.code == "model_too_long"
    with pytest.raises(ModelError) as caught:
        assert not [piece async for piece in client(fake).stream(ASK) if len(piece) > MOST_REPLY_CHARS]
    assert caught.value.code == "model_too_long"
    assert len((await client(fake).complete(ASK)).text) == 1000


async def test_a_prompt_longer_than_any_model_takes_is_not_sent(fake: FakeOpenAI) -> None:
    with pytest.raises(ModelError) as caught:
        await client(fake).complete([HumanMessage("x" * (MOST_PROMPT_CHARS + 1))])
    assert caught.value.code == "model_context_too_long" and not fake.requests
