"""Ports nobody listens at, also while other tests look for one at the same moment."""

import socket
from contextlib import closing


def unused_port() -> int:
    """A port that the system hands to no two who ask at the same time."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
