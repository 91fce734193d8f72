"""What is said about the project in several files is the same in all of them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

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
