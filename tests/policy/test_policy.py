"""Policies: what they say, and errors that name file, line and key."""

from __future__ import annotations

from pathlib import Path

import pytest

from making import document
from understudy.core.categories import label_maps
from understudy.core.errors import PolicyError
from understudy.core.types import Document, Span
from understudy.pipeline import build
from understudy.policy import PRESETS, Policy, load, parse, preset_text
from understudy.run.release import check_budget

WRONG = {
    "unknown key": ("schema = 1\nepsilon_mx = 1\n", 2, "epsilon_mx", "did you mean epsilon_max"),
    "unknown key of a rule": (
        'schema = 1\n\n[categories]\nPERSON = { strategy = "redact", q = 1 }\n',
        4,
        "categories.PERSON.q",
        "unknown key",
    ),
    "unknown key of a table": (
        'schema = 1\n[categories.PERSON]\nstrategy = "redact"\nsytle = "plain"\n',
        4,
        "categories.PERSON.sytle",
        "did you mean style",
    ),
    "an epsilon that leaves nothing": (
        'schema = 1\n[categories]\nPERSON = { strategy = "entity", source = "dp-corpus", '
        "histogram_epsilon = 1e-10 }\n",
        3,
        "categories.PERSON.histogram_epsilon",
        "must be at least 1e-09",
    ),
    "a shift that leaves no calendar": (
        'schema = 1\n[categories]\nDATE = { strategy = "surrogate", shift = "laplace", '
        "shift_epsilon = 1e-7 }\n",
        3,
        "categories.DATE.shift_epsilon",
        "must be at least 1e-06",
    ),
    "wrong type": ("schema = 1\nname = 3\n", 2, "name", "must be a string"),
    "a flag that is none": ("schema = 1\nleak_check = 1\n", 2, "leak_check", "true or false"),
    "a truth that is no number": ("schema = 1\ndelta = true\n", 2, "delta", "number"),
    "a number that is none": ("schema = 1\nthreshold = nan\n", 2, "threshold", "from 0 to 1"),
    "a table that is none": ("schema = 1\ncategories = 3\n", 2, "categories", "must be a table"),
    "a rule that is none": (
        'schema = 1\n[categories]\nPERSON = "redact"\n',
        3,
        "categories.PERSON",
        "must be a table",
    ),
    "unknown category": (
        'schema = 1\n[categories]\nPERSONN = { strategy = "redact" }\n',
        3,
        "categories.PERSONN",
        "did you mean PERSON",
    ),
    "unknown strategy": (
        'schema = 1\n[default]\nstrategy = "reduct"\n',
        3,
        "default.strategy",
        "redact",
    ),
    "no strategy": ("schema = 1\n[default]\np = 1\n", 2, "default", "needs a strategy"),
    "unknown detector": (
        'schema = 1\ndetectors = ["gven"]\n',
        2,
        "detectors",
        "did you mean given?",
    ),
    "misspelt strategy": (
        'schema = 1\n[default]\nstrategy = "redakt"\n',
        3,
        "default.strategy",
        "did you mean redact?",
    ),
    "no detector": ("schema = 1\ndetectors = []\n", 2, "detectors", "at least one"),
    "unknown language": (
        'schema = 1\nlanguage = "tlh"\n',
        2,
        "language",
        "en (English), es (Spanish)",
    ),
    "unknown unit": ('schema = 1\nunit = "word"\n', 2, "unit", "entity, token"),
    "unknown scope": ('schema = 1\nscope = "corpus"\n', 2, "scope", "document, subject"),
    "unknown definition": ('schema = 1\nsensitive = "all"\n', 2, "sensitive", "blanket"),
    "p above 1": (
        'schema = 1\n[default]\nstrategy = "redact"\np = 1.1\n',
        4,
        "default.p",
        "from 0 to 1",
    ),
    "p below 0": (
        'schema = 1\n[default]\nstrategy = "redact"\np = -0.1\n',
        4,
        "default.p",
        "from 0 to 1",
    ),
    "p and epsilon": (
        'schema = 1\n[categories]\nPERSON = { strategy = "entity", p = 0.5, epsilon = 1 }\n',
        3,
        "categories.PERSON.epsilon",
        "give one of them",
    ),
    "epsilon with redact": (
        'schema = 1\n[default]\nstrategy = "redact"\nepsilon = 1\n',
        4,
        "default.epsilon",
        "can buy an epsilon",
    ),
    "epsilon below 0": (
        'schema = 1\n[categories]\nPERSON = { strategy = "word", epsilon = -1 }\n',
        3,
        "categories.PERSON.epsilon",
        "0 or more",
    ),
    "a setting of another strategy": (
        'schema = 1\n[default]\nstrategy = "typed"\nmark = "X"\n',
        4,
        "default.mark",
        "goes with redact",
    ),
    "source with a strategy that draws nothing": (
        'schema = 1\n[default]\nstrategy = "hash"\nsource = "corpus"\n',
        4,
        "default.source",
        "not with hash",
    ),
    "file source without a file": (
        'schema = 1\n[categories]\nPERSON = { strategy = "word", source = "file" }\n',
        3,
        "categories.PERSON.source",
        "needs file",
    ),
    "file with a source that has no use for it": (
        'schema = 1\n[default]\nstrategy = "word"\nsource = "corpus"\nfile = "x.txt"\n',
        5,
        "default.file",
        "no use",
    ),
    "a list that is not there": (
        'schema = 1\n[categories]\nPERSON = { strategy = "word", file = "none.txt" }\n',
        3,
        "categories.PERSON.file",
        "cannot be read",
    ),
    "no public stand-ins": (
        'schema = 1\n[categories]\nMISC = { strategy = "entity" }\n',
        3,
        "categories.MISC",
        "no public stand-ins",
    ),
    "a noisy histogram for a data subject": (
        'schema = 1\nscope = "subject"\n[categories]\n'
        'PERSON = { strategy = "word", source = "dp-corpus" }\n',
        4,
        "categories.PERSON.source",
        "scope",
    ),
    "a value of an option that is none": (
        'schema = 1\ndetectors = ["heuristic"]\n[detector.heuristic]\nthreshold = "low"\n',
        4,
        "detector.heuristic.threshold",
        "must be a number from 0 to 1",
    ),
    "a key that is nearly strategy": (
        'schema = 1\n[categories]\nPERSON = { stratgy = "redact" }\n',
        3,
        "categories.PERSON.stratgy",
        "did you mean strategy",
    ),
    "years in the wrong order": (
        'schema = 1\n[categories]\nDATE = { strategy = "surrogate", date_range = [2001, 2000] }\n',
        3,
        "categories.DATE.date_range",
        "the first not after the last",
    ),
    "p where nothing is replaced": (
        'schema = 1\n[categories]\nDATE = { strategy = "keep", p = 0.5 }\n',
        3,
        "categories.DATE.p",
        "has no use with keep",
    ),
    "newer schema": ("schema = 2\n", 1, "schema", "reads schema 1"),
    "define what is there": ("schema = 1\n[define.PERSON]\n", 2, "define.PERSON", "already"),
    "define under a stranger": (
        'schema = 1\n[define]\nPET = { parent = "ANIMAL" }\n',
        3,
        "define.PET.parent",
        "unknown category",
    ),
    "define by a word": ('schema = 1\n[define]\nPET = "x"\n', 3, "define.PET", "must be a table"),
    "label of a stranger": (
        'schema = 1\n[labels]\nPER = "PERSN"\n',
        3,
        "labels.PER",
        "did you mean PERSON",
    ),
    "unknown label map": ('schema = 1\nlabels = "conl"\n', 2, "labels", "conll"),
}


@pytest.mark.parametrize("name", WRONG)
def test_an_error_names_file_line_and_key(name: str, tmp_path: Path) -> None:
    text, line, key, hint = WRONG[name]
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(PolicyError) as caught:
        load(file)
    message = str(caught.value)
    assert message.startswith(f"{file}:{line}: {key}: ")
    assert hint in message


def test_a_policy_without_a_schema(tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match=r"^mine\.toml: policy: .*schema = 1"):
        parse('name = "x"\n', file="mine.toml")


def test_what_is_not_toml_is_named_with_its_line() -> None:
    with pytest.raises(PolicyError, match=r"^mine\.toml: not TOML: .*line 2"):
        parse("schema = 1\n= 3\n", file="mine.toml")


def test_a_policy_that_is_not_there_and_one_that_is_not_text(tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match=r"no such file.*surrogate, clinical"):
        load("surogate")
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe")
    with pytest.raises(PolicyError, match="cannot be read"):
        load(binary)


# --- lists -----------------------------------------------------------------------------------


def _with_list(folder: Path, name: str, content: bytes) -> Policy:
    (folder / name).write_bytes(content)
    text = f'schema = 1\n[categories]\nPERSON = {{ strategy = "word", file = "{name}" }}\n'
    return parse(text, file="mine.toml", folder=folder)


@pytest.mark.parametrize(
    ("name", "content", "hint"),
    [
        ("one.txt", b"Ann\n\n  \n", "has 1"),
        ("twice.txt", b"Ann\nAnn\n", "has 1"),
        ("none.txt", b"", "has 0"),
        ("bad.csv", b"Ann,1\nBob,many\n", "line 2: the weight is not a number"),
        ("negative.csv", b"Ann,1\nBob,-1\n", "line 2: the weight is negative"),
        ("endless.csv", b"Ann,1\nBob,inf\n", "line 2: the weight is negative or not finite"),
        ("nan.csv", b"Ann,1\nBob,nan\n", "line 2: the weight is negative or not finite"),
        ("zero.csv", b"Ann,1\nBob,0\n", "has 1"),
        ("latin.txt", "José\nAna\n".encode("latin-1"), "is not UTF-8"),
    ],
)
def test_bad_lists(tmp_path: Path, name: str, content: bytes, hint: str) -> None:
    with pytest.raises(PolicyError) as caught:
        _with_list(tmp_path, name, content)
    assert str(caught.value).startswith("mine.toml:3: categories.PERSON.file: ")
    assert hint in str(caught.value)


def test_lists(tmp_path: Path) -> None:
    plain = _with_list(tmp_path, "plain.txt", b"\xef\xbb\xbfAnn\n Bob \n\nAnn\n")
    assert plain.rules["PERSON"].options["values"] == {"Ann": 1.0, "Bob": 1.0}
    assert plain.rules["PERSON"].source == "file"
    table = _with_list(tmp_path, "table.csv", b'name,n\nAnn,3\n"New, York",1\nBob\nAnn,1\n')
    assert table.rules["PERSON"].options["values"] == {"Ann": 4.0, "New, York": 1.0, "Bob": 1.0}


# --- what a policy says ----------------------------------------------------------------------


def test_a_rule_is_inherited_through_parents() -> None:
    policy = parse(
        'schema = 1\n[define]\nPET_NAME = { parent = "GIVEN_NAME" }\n'
        '[default]\nstrategy = "redact"\n'
        '[categories]\nPERSON = { strategy = "typed" }\nFEMALE_NAME = { strategy = "hash" }\n'
    )
    rules = {name: policy.rule(name).strategy for name in policy.known}
    assert rules["GIVEN_NAME"] == rules["MALE_NAME"] == rules["PET_NAME"] == "typed"
    assert rules["FEMALE_NAME"] == "hash"
    assert rules["LOCATION"] == "redact"


def test_a_public_rule_must_hold_for_the_children() -> None:
    text = (
        'schema = 1\n[define]\nPET = {}\nDOG = { parent = "PET" }\n'
        '[categories]\nPET = { strategy = "word" }\n'
    )
    with pytest.raises(PolicyError, match=r"policy:6: categories\.PET: .*PET"):
        parse(text)


def test_without_a_default_the_rest_is_redacted() -> None:
    assert parse("schema = 1\n").rule("AGE").strategy == "redact"


def test_an_unknown_label_is_redacted() -> None:
    pipeline = build(parse('schema = 1\n[categories]\nPERSON = { strategy = "typed" }\n'))
    (result,) = pipeline.run([document("call Rex now", ("Rex", "PET"))], bytes(32))
    assert result.text == "call █████ now"


@pytest.mark.parametrize("strategy", ["word", "entity"])
def test_a_default_that_draws_redacts_what_has_no_stand_ins(strategy: str) -> None:
    policy = parse(f'schema = 1\n[default]\nstrategy = "{strategy}"\n')
    assert policy.rule("UNKNOWN").strategy == policy.rule("MISC").strategy == "redact"
    assert policy.rule("PERSON").strategy == strategy
    (result,) = build(policy).run([document("call Rex now", ("Rex", "PET"))], bytes(32))
    assert result.text == "call █████ now"


def test_labels_by_map_and_by_table() -> None:
    mapped = parse('schema = 1\nlabels = "conll"\n')
    assert mapped.labels == label_maps()["conll"]
    assert mapped.category("PER") == "PERSON"
    own = parse('schema = 1\n[labels]\nname = "PERSON"\nchat = ""\n')
    assert own.category("name") == "PERSON"
    assert own.category("chat") is None
    assert own.category("LOCATION") == "LOCATION"
    assert own.category("anything") == "UNKNOWN"


def test_blanket_and_selective() -> None:
    text = "Ann, 46, of Rome"
    marked = document(text, ("Ann", "PERSON"), ("46", "AGE"), ("Rome", "CITY"))
    found = {
        sensitive: build(parse(f'schema = 1\nsensitive = "{sensitive}"\n')).run([marked], bytes(32))
        for sensitive in ("blanket", "selective")
    }
    assert found["blanket"][0].text == "█████, █████, of █████"
    assert found["selective"][0].text == "█████, 46, of Rome"


def test_selective_covers_unknown_labels() -> None:
    policy = parse('schema = 1\nsensitive = "selective"\n')
    assert policy.protects(policy.category("what") or "")


def test_the_threshold() -> None:
    weak = Document("d", "Ann and Bob", annotations=(Span(0, 3, "PERSON", 0.6),))
    assert build(parse("schema = 1\nthreshold = 0.6\n")).run([weak], bytes(32))[0].edits
    assert not build(parse("schema = 1\nthreshold = 0.7\n")).run([weak], bytes(32))[0].edits


@pytest.mark.parametrize("name", PRESETS)
def test_presets_load_and_keep_their_own_budget(name: str) -> None:
    policy = load(name)
    assert policy.name == name
    assert policy.description
    assert policy.epsilon_max is not None
    pipeline = build(policy)
    check_budget(pipeline)
    most = max(event.epsilon for events in pipeline.events().values() for event in events)
    assert most <= policy.epsilon_max * (1 + 1e-9)
    assert parse(preset_text(name)).fingerprint == policy.fingerprint


def test_the_dp_preset_spends_its_budget() -> None:
    events = build(load("dp")).events()["PERSON"]
    assert max(event.epsilon for event in events) == pytest.approx(1.0)
    assert all(event.p < 1.0 for event in events)


# --- the fingerprint -------------------------------------------------------------------------

PLAIN = 'schema = 1\n[default]\nstrategy = "redact"\n'


@pytest.mark.parametrize(
    "text",
    [
        'schema = 1\nlanguage = "es"\n[default]\nstrategy = "redact"\n',
        'schema = 1\nthreshold = 0.4\n[default]\nstrategy = "redact"\n',
        'schema = 1\nsensitive = "selective"\n[default]\nstrategy = "redact"\n',
        'schema = 1\nunit = "token"\n[default]\nstrategy = "redact"\n',
        'schema = 1\nscope = "subject"\n[default]\nstrategy = "redact"\n',
        'schema = 1\ndelta = 1e-6\n[default]\nstrategy = "redact"\n',
        'schema = 1\nepsilon_max = 1\n[default]\nstrategy = "redact"\n',
        'schema = 1\nepsilon_document_max = 1\n[default]\nstrategy = "redact"\n',
        'schema = 1\nleak_check = false\n[default]\nstrategy = "redact"\n',
        'schema = 1\nlabels = "conll"\n[default]\nstrategy = "redact"\n',
        'schema = 1\n[default]\nstrategy = "redact"\nmark = "X"\n',
        'schema = 1\n[default]\nstrategy = "redact"\np = 0.9\n',
        'schema = 1\n[default]\nstrategy = "typed"\n',
        PLAIN + '[categories]\nPERSON = { strategy = "typed" }\n',
        PLAIN + '[categories]\nPERSON = { strategy = "word" }\n',
        PLAIN + '[categories]\nPERSON = { strategy = "word", source = "corpus" }\n',
        PLAIN + '[categories]\nPERSON = { strategy = "word", weights = "uniform" }\n',
        PLAIN + '[categories]\nPERSON = { strategy = "word", epsilon = 1 }\n',
        PLAIN + "[define]\nPET = {}\n",
        PLAIN + '[define]\nPET = { identifier = "quasi" }\n',
    ],
)
def test_every_setting_changes_the_fingerprint(text: str) -> None:
    assert parse(text).fingerprint != parse(PLAIN).fingerprint


def test_all_of_them_differ_from_each_other() -> None:
    presets = {load(name).fingerprint for name in PRESETS}
    assert len(presets) == len(PRESETS)


def test_name_and_description_do_not() -> None:
    named = 'schema = 1\nname = "mine"\ndescription = "of mine"\n' + PLAIN.partition("\n")[2]
    assert parse(named, file="a").fingerprint == parse(PLAIN, file="b").fingerprint


def test_the_content_of_a_list_counts_and_its_name_does_not(tmp_path: Path) -> None:
    one = _with_list(tmp_path, "one.txt", b"Ann\nBob\n").fingerprint
    assert _with_list(tmp_path, "two.txt", b"Bob\nAnn\n").fingerprint == one
    assert _with_list(tmp_path, "one.txt", b"Ann\nBob\nEve\n").fingerprint != one
    assert _with_list(tmp_path, "one.csv", b"Ann,1\nBob,2\n").fingerprint != one


def test_the_fingerprint_knows_what_is_in_the_files_of_a_detector(tmp_path: Path) -> None:
    text = 'schema = 1\ndetectors = ["crf"]\n[detector.crf]\nmodel = "m.crf"\n'
    (tmp_path / "m.crf").write_bytes(b"one")
    first = parse(text, folder=tmp_path).fingerprint
    assert parse(text, folder=tmp_path).fingerprint == first
    (tmp_path / "m.crf").write_bytes(b"two")
    assert parse(text, folder=tmp_path).fingerprint != first


def test_what_a_policy_finds_by_itself_leaves_out_what_the_source_has_marked() -> None:
    assert Policy("p", detectors=("given", "grammar", "heuristic")).finders == (
        "grammar",
        "heuristic",
    )
    assert Policy("p", detectors=("given",)).finders == ()
