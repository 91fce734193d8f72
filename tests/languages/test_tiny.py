"""A language is added without a line outside its folder: a tiny pack comes in through the entry
point, in a process of its own."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import understudy

TINY = Path(__file__).with_name("tiny")
SOURCE = Path(understudy.__file__).parents[1]
KEY = hashlib.sha256(b"a tiny language").hexdigest()
TEXT = (
    "Saluton, mi nomiĝas Klara Baghy kaj mi loĝas en Bjalistoko. Mi estas naskita la 3 de majo "
    "1980. Sinjorino Baghy laboras kun Ludoviko Kalocsay, klara.baghy@gmail.com. Ŝi venis "
    "je 15:30.\n"
)
ENGLISH = "My name is Ann Lee and I live in Boston. The appointment is on May 3rd, 2016 at 5 pm.\n"
SPANISH = (
    "Me llamo Juan García y vivo en Sevilla, calle Mayor 3. La cita es el 3 de mayo de 2016.\n"
)


def python(*arguments: str, pack: bool = True) -> subprocess.CompletedProcess[str]:
    paths = [str(SOURCE), *([str(TINY)] if pack else [])]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
    done = subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done


def corpus(folder: Path, *texts: str) -> Path:
    path = folder / "corpus.jsonl"
    lines = [json.dumps({"id": str(at), "text": text}) for at, text in enumerate(texts)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def released(
    source: Path, policy: str, name: str, *, pack: bool = True
) -> tuple[Path, subprocess.CompletedProcess[str]]:
    output, key = source.with_name(name), source.with_name("key")
    key.write_text(KEY, encoding="utf-8")
    key.chmod(0o600)
    arguments = ("run", str(source), "-o", str(output), "--policy", policy, "--key-file", str(key))
    return output, python("-m", "understudy", *arguments, pack=pack)


def test_the_pack_keeps_the_contract() -> None:
    code = "from understudy.testing import check_language; print(check_language('eo'))"
    assert python("-c", code).stdout == "()\n"


def test_postal_codes_have_the_form_that_the_table_of_the_pack_says() -> None:
    """Poland is a country of the pack alone: in English its codes mean the US."""
    code = (
        "from understudy.surrogates.places.coded import country_of_code; "
        "print(country_of_code('15062', 'eo'), country_of_code('15062', 'en'))"
    )
    assert python("-c", code).stdout == "PL US\n"


@pytest.mark.parametrize("policy", ["surrogate", "patterns"])
def test_a_document_goes_through_a_run(tmp_path: Path, policy: str) -> None:
    output, done = released(corpus(tmp_path, TEXT), policy, "release.jsonl")
    text = json.loads(output.read_text(encoding="utf-8"))["text"]
    for private in ("Baghy", "Kalocsay", "Bjalistoko", "3 de majo 1980", "gmail", "15:30"):
        assert private not in text
    for word in ("Saluton, mi nomiĝas", "Mi estas naskita la", "Sinjorino", "laboras kun"):
        assert word in text
    warned = "1 document is in Esperanto, which the shipped language model was not trained on"
    assert (warned in done.stdout + done.stderr) == (policy == "surrogate")


def test_lists_that_a_language_may_leave_out_are_empty() -> None:
    code = (
        "from understudy import Document, build, load_policy; "
        "text = 'Mi nomiĝas Klara Baghy kaj mi loĝas en Bjalistoko.'; "
        "(found,) = build(load_policy('surrogate')).identify([Document('d', text, language='eo')]);"
        "print(*(text[one.span.start : one.span.end] for one in found), sep='|')"
    )
    assert python("-c", code).stdout == "Klara Baghy|Bjalistoko\n"


@pytest.mark.parametrize("policy", ["surrogate", "patterns"])
def test_other_languages_are_released_as_without_the_pack(tmp_path: Path, policy: str) -> None:
    source = corpus(tmp_path, ENGLISH, SPANISH)
    with_pack, _ = released(source, policy, "with.jsonl")
    without, _ = released(source, policy, "without.jsonl", pack=False)
    assert with_pack.read_bytes() == without.read_bytes()


def test_without_the_pack_its_language_is_refused(tmp_path: Path) -> None:
    code = "from understudy.languages import supported; print(supported('eo'))"
    assert python("-c", code, pack=False).stdout == "None\n"
    assert python("-c", code).stdout == "eo\n"


ANY_TEXT = """
import sys, tomllib
from pathlib import Path
from understudy.core.categories import categories
from understudy.core.draw import seed_key
from understudy.core.types import Document
from understudy.pipeline import build
from understudy.policy import Policy
from understudy.replace.base import Rule
from understudy.testing.coherence import read_marked

for strategy in ("surrogate", "entity", "word"):
    pipeline = build(Policy("p", default=Rule(strategy), leak_check=False, known=categories()))
    for path in sorted(Path(sys.argv[1]).glob("*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            text, spans = read_marked(case["text"])
            (result,) = pipeline.run([Document("d", text, "eo", annotations=spans)], seed_key(1))
            assert len(result.edits) == len(spans), case["name"]
"""


def test_a_language_with_few_words_has_a_stand_in_for_every_mention() -> None:
    """Whatever stands in a text, and however short the lists are: no pairs of given names, one
    country, one name with a short form, no name of several words."""
    cases = Path(__file__).parents[1] / "coherence"
    python("-c", ANY_TEXT, str(cases))


PLAIN_NAMES = """
from understudy.core.categories import categories
from understudy.core.draw import seed_key
from understudy.core.types import Document
from understudy.pipeline import build
from understudy.policy import Policy
from understudy.replace.base import Rule
from understudy.surrogates.organizations.patterns import slot
from understudy.testing.coherence import read_marked

pipeline = build(Policy("p", default=Rule("surrogate"), leak_check=False, known=categories()))
text, spans = read_marked("La [Banko Zorblax|ORGANIZATION], la [Zorblax|ORGANIZATION].")
for key in range(10):
    (result,) = pipeline.run([Document("d", text, "eo", annotations=spans)], seed_key(key))
    full, short = (edit.surrogate for edit in result.edits)
    assert full == "Banko " + short, (full, short)
    assert short in slot("surname", "eo").values
"""


def test_without_patterns_of_its_own_a_language_calls_organizations_by_surnames() -> None:
    python("-c", PLAIN_NAMES)
