"""The socket that commands listen on."""

from __future__ import annotations

import socket
import sys

import click
import pytest

from understudy.cli import cli, main
from understudy.cli.gateway import gateway
from understudy.cli.review_server import open_
from understudy.cli.review_start import start
from understudy.cli.serve import serve
from understudy.cli.serving import listening_socket


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_no_answer_waits_for_an_acknowledgement(host: str) -> None:
    """Head and body of an answer are two writes; with Nagle's algorithm the second one waits for
    the delayed acknowledgement of the first, which takes 40 ms."""
    with listening_socket(host, 0) as door, socket.create_connection(door.getsockname()[:2]):
        connection, _ = door.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@pytest.mark.parametrize(("command", "kept"), [("serve", False), ("gateway", False), ("run", True)])
def test_a_server_that_is_stopped_does_not_speak_of_resuming(
    command: str, kept: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(**_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys, "argv", ["understudy", command])
    monkeypatch.setattr(cli, "main", stop)
    with pytest.raises(SystemExit):
        main()
    assert ("--resume" in capsys.readouterr().err) == kept


@pytest.mark.parametrize(
    ("command", "port"), [(gateway, 8090), (open_, 8070), (serve, 8080), (start, 8070)]
)
def test_servers_of_one_machine_have_ports_of_their_own(command: click.Command, port: int) -> None:
    (found,) = [option.default for option in command.params if option.name == "port"]
    assert found == port
