"""The network guard itself: a guard that guards nothing would be worse than none."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys

import pytest


def test_connecting_to_an_internet_address_is_denied_and_noted(network_attempts: list[str]) -> None:
    with (
        socket.socket(socket.AF_INET, socket.SOCK_STREAM) as inet,
        pytest.raises(RuntimeError, match="Nothing may leave the machine"),
    ):
        inet.connect(("127.0.0.1", 9))
    assert len(network_attempts) == 1
    network_attempts.clear()


def test_binding_sending_and_looking_up_names_are_denied_too(network_attempts: list[str]) -> None:
    with socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as inet6:
        with pytest.raises(RuntimeError, match=r"socket\.bind"):
            inet6.bind(("::1", 0))
        with pytest.raises(RuntimeError, match=r"socket\.sendto"):
            inet6.sendto(b"x", ("::1", 9))
    with pytest.raises(RuntimeError, match="getaddrinfo"):
        socket.getaddrinfo("localhost", 80)
    assert len(network_attempts) == 3
    network_attempts.clear()


def test_an_attempt_whose_error_was_swallowed_is_still_seen(network_attempts: list[str]) -> None:
    with contextlib.suppress(RuntimeError):
        socket.create_connection(("example.invalid", 80))
    assert network_attempts
    network_attempts.clear()


def test_a_python_child_process_is_guarded_as_well() -> None:
    code = "import socket; socket.socket().connect(('127.0.0.1', 9))"
    child = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert child.returncode == 1
    assert "NetworkDenied" in child.stderr


def test_local_sockets_and_pipes_stay_allowed() -> None:
    left, right = socket.socketpair()
    with left, right:
        left.sendall(b"hello")
        assert right.recv(5) == b"hello"
