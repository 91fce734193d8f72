"""What is said about the project in several files is the same in all of them."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

from packaging.requirements import Requirement

from test_layers import HOUSE

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def _text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_one_version_everywhere() -> None:
    version = PROJECT["version"]
    assert re.findall(r"^version: (.+)$", _text("CITATION.cff"), re.MULTILINE) == [version]
    headings = re.findall(r"^## \[(.+?)\](?: - (\S+))?$", _text("CHANGELOG.md"), re.MULTILINE)
    assert headings[0] == ("Unreleased", "")
    assert headings[1][0] == version
    dated = re.findall(r"^date-released: (.+)$", _text("CITATION.cff"), re.MULTILINE)
    assert dated == [headings[1][1]]


def test_workflows_run_every_version_of_the_classifiers() -> None:
    named = {
        line.rpartition(" ")[2]
        for line in PROJECT["classifiers"]
        if line.startswith("Programming Language :: Python :: 3.")
    }
    run = set(re.findall(r'"(3\.\d+)"', _text(".github/workflows/tests.yml")))
    assert named and named <= run


def test_what_is_local_of_the_hooks_is_in_the_extra() -> None:
    """A hook that runs a tool of the environment needs one that the set-up installs."""
    extras = PROJECT["optional-dependencies"]
    assert any("docs,test" in one for one in extras["dev"])
    installed = {re.split(r"[><=\[]", one)[0] for one in extras["test"] + extras["docs"]}
    entries = re.findall(r"^ +entry: (\w+)", _text(".pre-commit-config.yaml"), re.MULTILINE)
    assert entries and set(entries) <= installed
    assert "https" not in _text(".pre-commit-config.yaml")


_NAMED_OTHERWISE = {
    "ahocorasick": "pyahocorasick",
    "argon2": "argon2-cffi",
    "pycrfsuite": "python-crfsuite",
    "re2": "google-re2",
    "sklearn": "scikit-learn",
    "stdnum": "python-stdnum",
}
"""What is imported under a name that its distribution does not have."""


def _names(wanted: Iterable[str]) -> set[str]:
    found = (re.split(r"[><=\[]", one)[0].lower().replace("_", "-") for one in wanted)
    return set(found)


def test_whatever_is_imported_is_a_dependency() -> None:
    """What another dependency brings along is one of ours, too, where we import it ourselves."""
    extras = PROJECT["optional-dependencies"]
    users = [wanted for name, of in extras.items() if name not in ("dev", "docs") for wanted in of]
    declared = _names((*PROJECT["dependencies"], *users))
    known = {"understudy", *sys.stdlib_module_names}
    missing = {
        (top, path.relative_to(HOUSE).as_posix())
        for path in HOUSE.rglob("*.py")
        for top in {module.partition(".")[0] for module in _imported(path)} - known
        if _NAMED_OTHERWISE.get(top, top).replace("_", "-") not in declared
    }
    assert missing == set()


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_what_ci_pins_is_what_an_extra_allows() -> None:
    lines = [line.partition("#")[0].strip() for line in _text(".ci/constraints.txt").splitlines()]
    pinned = dict(line.split("==") for line in lines if line)
    assert pinned
    for name, version in pinned.items():
        ranges = [
            one
            for of in PROJECT["optional-dependencies"].values()
            for one in of
            if _names([one]) == {name}
        ]
        assert ranges
        assert all(Requirement(one).specifier.contains(version) for one in ranges)


def test_the_example_that_the_package_is_tried_with_is_that_of_the_readme() -> None:
    """A run that would be refused (a column that nobody decided on) must not wait for a release."""
    readme = re.search(r"understudy run (examples/\S+) .*--policy (\S+)", _text("README.md"))
    workflow = _text(".github/workflows/package.yml")
    tried = re.search(
        r'understudy run "\$GITHUB_WORKSPACE/(\S+)" .*?--policy "\$GITHUB_WORKSPACE/(\S+)"',
        workflow,
        re.DOTALL,
    )
    assert readme is not None and tried is not None
    assert tried.groups() == readme.groups()
