"""The guard that keeps processes under test on this machine."""

import socket
import subprocess
import sys

import pytest

from tests.guard import process_environment
from tests.guard.closed_network import OutgoingTrafficError


def test_name_of_another_machine_is_not_even_looked_up() -> None:
    with pytest.raises(OutgoingTrafficError):
        socket.create_connection(("example.com", 443), timeout=1)


@pytest.mark.parametrize("address", ["192.0.2.1", "2001:db8::1"])
def test_address_of_another_machine_is_refused(address: str) -> None:
    with pytest.raises(OutgoingTrafficError):
        socket.create_connection((address, 443), timeout=1)


def test_this_machine_is_reached_by_name_and_address() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        for host in ("127.0.0.1", "localhost"):
            with socket.create_connection((host, server.getsockname()[1]), timeout=5) as client:
                assert client.getpeername()[0] == "127.0.0.1"


def test_processes_under_test_are_closed_too() -> None:
    code = "import urllib.request; urllib.request.urlopen('http://192.0.2.1', timeout=1)"
    done = subprocess.run(
        [sys.executable, "-c", code], env=process_environment(), capture_output=True, text=True
    )
    assert "tests may not reach '192.0.2.1'" in done.stderr
