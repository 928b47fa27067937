"""What goes over a chat's socket is what Socket.IO would write."""

import json
from typing import Any

import pytest
from socketio.packet import EVENT, Packet

from chat.packets import TextPacket

MESSAGES = {
    "plain": ["task_start", {}],
    "words": ["stream_token", {"id": "a-answer", "token": "营业额 “3,600” 元\n"}],
    "card": ["element", {"props": {"rows": [[1, 2.5, None, "南城"], []], "truncated": False}}],
    "half a surrogate": ["new_message", {"output": "\ud83d"}],
    "a large number": ["element", {"props": {"rows": [[2**70]]}}],
    "a key that is no text": ["element", {"props": {1: "one"}}],
}


@pytest.mark.parametrize("data", MESSAGES.values(), ids=MESSAGES.keys())
def test_a_message_reads_as_the_one_that_socket_io_writes(data: list[Any]) -> None:
    ours, theirs = (made(EVENT, data=data, namespace="/").encode() for made in (TextPacket, Packet))
    assert ours[0] == theirs[0] and json.loads(ours[1:]) == json.loads(theirs[1:])
    assert TextPacket(encoded_packet=ours).data == Packet(encoded_packet=theirs).data


def test_what_is_no_number_does_not_make_a_message_unreadable() -> None:
    sent = TextPacket(EVENT, data=["element", {"value": float("nan")}]).encode()
    assert sent == '2["element",{"value":null}]'
