"""Templates: every slot can be filled, everything marked is where the spans say."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import templates
from speech import whole
from tagset import ALL

LANGUAGES = ("en", "es")
TITLES = ("Mr", "Mrs", "Dr", "Sr", "Sra", "Dra", "don", "doña", "señor", "Judge")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_of_every_slot_can_be_filled(language: str) -> None:
    slots, _ = templates.load(language)
    for slot in slots.values():
        for form in slot.forms:
            example = templates.fill(language, form, random.Random(1))
            assert whole(example)
            assert "{" not in example.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_template_can_be_filled(language: str) -> None:
    _, texts = templates.load(language)
    assert len(texts) >= 150
    assert len(set(texts)) == len(texts)
    for text in texts:
        example = templates.fill(language, text, random.Random(2))
        assert whole(example)
        assert "{" not in example.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_tags_occur_and_all_are_known(language: str) -> None:
    found = list(templates.generate(language, 600, 3))
    assert {tags[0] for example in found for _, _, tags in example.spans} == ALL
    assert all(example.known == ALL for example in found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_seed_gives_the_same_examples(language: str) -> None:
    first = list(templates.generate(language, 30, 5))
    assert first == list(templates.generate(language, 30, 5))
    assert first != list(templates.generate(language, 30, 6))


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_are_outside_people(language: str) -> None:
    for example in templates.generate(language, 600, 7):
        for start, end, tags in example.spans:
            if tags == ("PERSON",):
                assert example.text[start:end].split()[0].rstrip(".") not in TITLES


def test_the_article_of_a_date_is_outside_it() -> None:
    example = templates.fill("es", "Nos vemos {cuando}.", _choosing("el próximo {dia}", "es"))
    assert not any(example.text[start:].startswith("el ") for start, _, _ in example.spans)
    assert example.spans


def test_one_key_is_one_person() -> None:
    example = templates.fill("en", "{full:a} / {surname:a} / {email:a}", random.Random(3))
    full, surname, _ = example.text.split(" / ")
    assert surname in full


def test_a_becomes_an_before_a_vowel() -> None:
    text, _ = templates.assembled(templates._articled([("I am a ", ""), ("actor", "OCCUPATION")]))
    assert text == "I am an actor"


def test_an_address_is_parts() -> None:
    rng = random.Random(1)
    example = templates.fill("en", "{street}, {city} {zip}", rng)
    tags = [tags[0] for _, _, tags in example.spans]
    assert tags == ["STREET_ADDRESS", "LOCATION", "POSTAL_CODE"]


@given(st.integers(0, 10_000), st.sampled_from(LANGUAGES))
def test_spans_hold_whatever_the_seed(seed: int, language: str) -> None:
    assert all(whole(example) for example in templates.generate(language, 3, seed))


def _choosing(form: str, language: str) -> random.Random:
    """A source of chance whose first choice is the form."""
    forms = templates.load(language)[0]["cuando"].forms
    for seed in range(2_000):
        if random.Random(seed).choice(forms) == form:
            return random.Random(seed)
    raise AssertionError(form)


def test_every_process_draws_the_same_values() -> None:
    asked = "import names; print([names.pool(one, 'city') for one in ('it_IT', 'es_ES', 'en_US')])"
    path = os.pathsep.join((str(Path(templates.__file__).parent), *filter(None, sys.path)))
    said = {
        subprocess.run(
            [sys.executable, "-c", asked],
            env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(said) == 1
