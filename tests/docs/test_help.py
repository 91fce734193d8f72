"""Command help can be read: no description is cut, and every option says what it does."""

from __future__ import annotations

import re

import click
import pytest
from click.testing import CliRunner
from test_reference import COMMANDS

from understudy.cli import cli

GROUPS = [("understudy", cli), *(one for one in COMMANDS if isinstance(one[1], click.Group))]


@pytest.mark.parametrize("name", [name for name, _ in GROUPS])
def test_no_description_is_cut(name: str) -> None:
    words = [*name.split()[1:], "--help"]
    said = CliRunner().invoke(cli, words, prog_name="understudy", terminal_width=80)
    assert said.exit_code == 0
    listed = said.output.partition("Commands:\n")[2]
    assert listed and "..." not in listed


@pytest.mark.parametrize(("name", "command"), COMMANDS, ids=[name for name, _ in COMMANDS])
def test_every_option_says_what_it_does(name: str, command: click.Command) -> None:
    for option in command.params:
        if isinstance(option, click.Option):
            said = re.sub(r"\[default: .*\]", "", option.help or "").split()
            # "A budget." or "Of all chance." leave the reader guessing.
            assert len(said) >= 3 and said[0] not in ("Of", "Between"), (name, option.opts, said)


@pytest.mark.parametrize(("name", "command"), COMMANDS, ids=[name for name, _ in COMMANDS])
def test_values_are_named_for_people(name: str, command: click.Command) -> None:
    context = click.Context(command)
    for option in command.params:
        if isinstance(option, click.Option) and not option.is_flag:
            assert not re.search("INTEGER|FLOAT|RANGE", option.make_metavar(context)), name
