"""Denies internet sockets for as long as this process lives. Python runs a module of this name at every start.

The tests put this folder on PYTHONPATH, so that every Python child process is guarded too. Local sockets and pipes
stay allowed: processes of this program talk through them. What was tried is kept in ``attempts``, so that a test can
fail even when the code under test swallowed the error.
"""

import sys

CONNECTING = {"socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg"}
RESOLVING = {"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr", "socket.getnameinfo"}

attempts: list[str] = []


class NetworkDenied(RuntimeError):
    """Code under test tried to reach the network."""


def _deny(event: str, arguments: tuple[object, ...]) -> None:
    if event in CONNECTING:
        import _socket

        family = getattr(arguments[0], "family", None)
        if family not in (_socket.AF_INET, _socket.AF_INET6) or arguments[1] is None:
            return
    elif event not in RESOLVING:
        return
    attempt = f"{event} {arguments[1:] if event in CONNECTING else arguments}"
    attempts.append(attempt)
    raise NetworkDenied(f"Nothing may leave the machine, but this was tried: {attempt}")


sys.addaudithook(_deny)
