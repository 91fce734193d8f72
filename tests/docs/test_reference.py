"""The reference pages are complete: no command, option, key, strategy or format is left out."""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Iterator
from dataclasses import MISSING, fields
from pathlib import Path
from types import ModuleType
from typing import Any

import click
import pytest

from understudy.cli import cli
from understudy.core.categories import categories, label_maps
from understudy.core.settings import known_keys
from understudy.corpus import formats
from understudy.identify.settings import detector_of
from understudy.policy import PRESETS, Policy
from understudy.policy.schema import DEFINE, TOP
from understudy.registry import SUFFIXES, names
from understudy.replace.part import all_keys
from understudy.run.order import Order

DOCS = Path(__file__).resolve().parents[2] / "docs"
_ROW = re.compile(r"^\| `([^`]+)` \|([^|]*)\|([^|]*)\|", re.MULTILINE)


def _page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def _sections(page: str) -> dict[str, str]:
    """Heading → what stands below it, up to the next heading."""
    parts = re.split(r"^#+ +(.+?) *$", page, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def _slug(title: str) -> str:
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def _commands(command: click.Command, path: str) -> Iterator[tuple[str, click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from _commands(inner, f"{path} {name}")


COMMANDS = [one for one in _commands(cli, "understudy") if one[0] != "understudy"]


def _long_options(command: click.Command) -> set[str]:
    return {
        name
        for parameter in command.params
        for name in (*parameter.opts, *parameter.secondary_opts)
        if name.startswith("--")
    }


@pytest.mark.parametrize(("name", "command"), COMMANDS, ids=[name for name, _ in COMMANDS])
def test_every_command_and_option_is_on_the_page(name: str, command: click.Command) -> None:
    """An option stands in the command's section, or in one that the section links to."""
    sections = _sections(_page("cli.md"))
    assert name in sections, f"cli.md has no section {name!r}"
    linked = re.findall(r"\(#([\w-]+)\)", sections[name])
    text = sections[name] + "".join(
        below for title, below in sections.items() if _slug(title) in linked
    )
    missing = [one for one in _long_options(command) if not re.search(rf"`[^`\n]*{one}[ `]", text)]
    assert not missing, f"cli.md: {name}: {missing}"


def test_no_option_is_on_the_page_that_there_is_not() -> None:
    known = {"--help", "--version"}.union(*(_long_options(command) for _, command in COMMANDS))
    assert set(re.findall(r"--[a-z][a-z-]+", _page("cli.md"))) <= known


def _rows(page: str, section: str) -> dict[str, tuple[str, str]]:
    """The first cells of a table: key → type, default."""
    found = _ROW.findall(_sections(_page(page))[section])
    return {key: (kind.strip(), default.strip()) for key, kind, default in found}


@pytest.mark.parametrize(
    ("section", "keys"),
    [("Top level", TOP), ("Rules", {"strategy", *all_keys()}), ("Definitions", DEFINE)],
)
def test_every_key_of_a_policy_is_on_the_page(section: str, keys: dict[str, object]) -> None:
    assert set(_rows("policy.md", section)) == set(keys)


def test_defaults_of_a_policy_are_those_of_the_code() -> None:
    rows = _rows("policy.md", "Top level")
    for one in fields(Policy):
        if one.name in rows and one.default not in (MISSING, None):
            value = list(one.default) if isinstance(one.default, tuple) else one.default
            shown = f"`{value}`" if isinstance(value, float) else f"`{json.dumps(value)}`"
            assert rows[one.name][1] == shown, one.name


def test_fields_of_an_order_are_on_the_page() -> None:
    rows = _ROW.findall(_sections(_page("python.md"))["On files"])
    assert [row[0] for row in rows] == [one.name for one in fields(Order)]


def test_every_strategy_has_its_section_and_its_readings() -> None:
    sections = _sections(_page("strategies.md"))
    readings = re.findall(r"^\| (\w+) \|", sections["Both readings"], re.MULTILINE)
    for name in names("strategies"):
        assert "```python" in sections[name], name
        assert "nvariant" in sections[name], name
        assert name in readings, name


def test_every_way_to_draw_is_explained() -> None:
    below = _sections(_page("strategies.md"))["Public stand-ins"]
    told = {
        name.strip()
        for cell in re.findall(r"^\| ([a-z_, ]+) \|", below, re.MULTILINE)
        for name in cell.split(",")
    }
    assert {one.draw for one in categories().values() if one.draw} <= told


def test_every_category_label_map_and_preset_is_on_the_page() -> None:
    page = _page("policy.md")
    for name in (*categories(), *label_maps(), *PRESETS):
        assert f"| `{name}` |" in page, name


def test_every_format_has_its_section_and_every_suffix_its_format() -> None:
    page = _page("formats.md")
    sections = _sections(page)
    assert set(formats()) <= set(sections)
    rows = re.findall(r"^\| (`\..+?) \| (\w+) \|", page, re.MULTILINE)
    told = {suffix: name for cell, name in rows for suffix in re.findall(r"`(\.\w+)`", cell)}
    assert told == SUFFIXES


def test_every_room_is_on_the_page() -> None:
    page = _page("architecture.md")
    source = DOCS.parent / "src" / "understudy"
    rooms = [path.name for path in source.glob("*.py")]
    rooms += [f"{path.name}/" for path in source.glob("*/") if (path / "__init__.py").exists()]
    assert rooms
    for room in rooms:
        assert f"`{room}" in page or room in ("__init__.py", "__main__.py"), room


@pytest.fixture(scope="module")
def tables() -> ModuleType:
    spec = importlib.util.spec_from_file_location("tables_of_docs", DOCS / "tables.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_tables_are_what_their_files_say(tables: ModuleType) -> None:
    for name, made in tables.TABLES.items():
        page = _page(name)
        assert tables.filled(page, made) == page, f"{name}: run python docs/tables.py"


def test_scores_come_from_the_file(tables: ModuleType, tmp_path: Path) -> None:
    assert tables.detected(tmp_path / "none.json") == ""
    cell = {"value": 0.97149, "interval": [0.9, 1.0]}
    micro = {"gold": 216, **dict.fromkeys(tables._SCORES, cell)}
    micro["exact_precision"] = {"value": None, "interval": None}
    bare = {name: {"value": 0.5, "interval": None} for name in tables._TOUCHED}
    corpora = {"odd": {"sides": {"ours": {"micro": micro, "unlabelled": bare}}}}
    path = tmp_path / "detection.json"
    path.write_text(json.dumps({"commit": "c" * 40, "python": "3.11", "corpora": corpora}))
    assert "| odd | ours | 216 | 0.971 | – | 0.971 | 0.971 | 0.971 | 0.500 | 0.500 |" in (
        tables.detected(path)
    )


def test_names_and_confusions_come_from_the_file(tables: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "naming.json"
    assert tables.named(path) == tables.confused(path) == ""
    cell = {"value": 0.8123, "interval": [0.7, 0.9]}
    confusions = {"PERSON": {"PERSON": 7, "nothing": 2}, "nothing": {"LOCATION": 1}}
    side = {"f1": cell, "bare_f1": cell, "touched": cell, "confusions": confusions}
    corpora = {"odd": {"names": 1234, "sides": {"ours": side}}}
    facts = {"commit": "c" * 40, "model": "d" * 64, "python": "3.11"}
    path.write_text(json.dumps({**facts, "corpora": corpora}))
    scores = " | ".join(["0.812 (0.700–0.900)"] * 3)
    assert f"| odd | ours | 1,234 | {scores} |" in tables.named(path)
    made = tables.confused(path)
    assert "| ours | person | 7 | 0 | 0 | 0 | 2 |" in made
    assert "| ours | nothing | 0 | 1 | 0 | 0 | 0 |" in made


def test_scores_of_the_model_come_from_the_file(tables: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    assert tables.trained(path) == ""
    found: dict[str, Any] = {"model": "d" * 64, "primary": "natural", "seed": 5}
    path.write_text(json.dumps(found))
    assert tables.trained(path) == f"Measured on the model {'d' * 12}."
    cases = {"cased": {"f1": 0.81234, "gold": 1234}, "lower": {"f1": 0.7, "gold": 1234}}
    cell = {"value": 0.51239, "n": 4321, "interval": [0.4, 0.6]}
    speed = {"words_per_second": 9876}
    alone = {"sentences": {"load_s": 0.4321, "peak_mb": 222.2}}
    one = {"bytes": 24_600_000, "sentences": speed, "documents": speed, "alone": alone}
    parts = {
        "entities": {name: {"odd": {"natural": cases}} for name in ("full", "fast")},
        "slots": {name: {"odd": {"DATE_TIME": cell}} for name in ("full", "fast")},
        "masked": {"en": {"accuracy": cell, "perplexity": 9.0}},
        "speech": {"es": {"lower": cell}},
        "running": {"bytes": 1, "full": one, "fast": one},
    }
    path.write_text(json.dumps({**found, **{name: {"scores": of} for name, of in parts.items()}}))
    made = tables.trained(path)
    assert "| odd | 1,234 | 0.812 | 0.700 | 0.812 | 0.700 |" in made
    assert "| odd, date time | 4,321 | 0.512 | 0.512 |" in made
    assert "| masked pieces, en, accuracy | 4,321 | 0.512 |" in made
    assert "| part of speech, es, lower | 4,321 | 0.512 |" in made
    assert "| full | 24.6 | 0.43 | 9,876 | 9,876 | 222 |" in made


def test_rates_come_from_the_file(tables: ModuleType, tmp_path: Path) -> None:
    assert tables.identified(tmp_path / "none.json") == ""
    speed = {
        "words_per_second": {"ours": 1234567.8, "theirs": 1000.0},
        "ratios": {"theirs": {"ours": 1234.56}},
    }
    sides = {"ours": {"megabytes_per_second": {"prose": 1.234, "digits": 6.5}}}
    found = {
        **{"commit": "c" * 40, "python": "3.11", "machine": "x86, 2 cores", "rounds": 3},
        "speed": speed,
        "linearity_megabytes_per_second": {"1000": 1.2345},
        "adversarial": {"megabytes": 100, "sides": sides},
    }
    path = tmp_path / "identify.json"
    path.write_text(json.dumps(found))
    made = tables.identified(path)
    assert "| ours | 1,234,568 | 1234.6 |" in made
    assert "| theirs | 1,000 |  |" in made
    assert "| 1,000 | 1.23 |" in made
    assert "| digits | 6.50 |" in made


def test_rounds_come_from_the_file(tables: ModuleType, tmp_path: Path) -> None:
    assert tables.iterated(tmp_path / "none.json") == ""
    path = tmp_path / "learn.json"
    rounds = [{"labelled": 2500, "wall_s": 9.87, "cpu_s": 3.21}]
    found = {
        "commit": "c" * 40,
        "python": "3.11",
        "machine": "x",
        "utterances": 50000,
        "batch": 250,
    }
    path.write_text(json.dumps({**found, "next": rounds}))
    assert "| 2,500 | 9.9 | 3.2 |" in tables.iterated(path)


def test_figures_come_from_the_file(tables: ModuleType, tmp_path: Path) -> None:
    assert tables.measured(tmp_path / "none.json") == ""
    rates = dict.fromkeys(tables._RATES, 1234.6)
    speed = {"corpus": "snips", "strategy": "typed", "megabytes": 20, "ratio": 2.504, **rates}
    peak = {"corpus": "snips", "megabytes": 1, "peak_mb": 99.6}
    found = {"commit": "c" * 40, "python": "3.11", "cores": 2, "rounds": 3}
    path = tmp_path / "replace.json"
    path.write_text(json.dumps({**found, "speed": [speed], "memory": [peak]}))
    made = tables.measured(path)
    assert "| snips | typed | 20 | 1,235 | 1,235 | 1,235 | 1,235 | 2.50 |" in made
    assert "| snips | 1 | 100 |" in made
    page = "<!-- a -->\nold\n<!-- end -->"
    assert tables.filled(page, {"a": lambda: "new"}) == "<!-- a -->\nnew\n<!-- end -->"
    with pytest.raises(ValueError, match="0 places"):
        tables.filled(page, {"b": lambda: "new"})


def test_every_option_of_a_detector_is_described() -> None:
    page = _sections(_page("detection.md"))["Options of detectors"]
    rows = re.findall(r"^\| (`[^|]+`) \| ([^|]+) \|$", page, re.MULTILINE)
    described = {
        detector: set(re.findall(r"`(\w+)`", options))
        for detectors, options in rows
        for detector in re.findall(r"`(\w+)`", detectors)
    }
    parts = [detector_of(name) for name in names("detectors")]
    declared = {part.name: part.options for part in parts if part.options is not None}
    assert described == {name: set(known_keys(options)) for name, options in declared.items()}
    assert set(declared) == set(names("detectors"))


def test_the_first_table_has_every_command() -> None:
    told = re.findall(r"^\| \[(\w+)\]\(#understudy-", _page("cli.md"), re.MULTILINE)
    assert sorted(told) == sorted(cli.list_commands(click.Context(cli)))


def test_the_picture_of_the_flow_has_the_number_of_formats() -> None:
    assert f">{len(formats())} formats<" in _page("flow.svg")
