"""The contract of a language pack.

    from understudy.testing import check_language

    def test_the_pack() -> None:
        check_language("ca")

A failure is an ``AssertionError`` that names the files and keys in question.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from understudy.core.categories import categories
from understudy.core.errors import UnderstudyError
from understudy.core.folding import lower_without_accents
from understudy.identify.grammar.detector import compiled
from understudy.languages import get, guess, installed, parts, world
from understudy.languages.frozen import names_of
from understudy.languages.language import ENCODER, FROZEN, GRAMMARS, PARTS, TABLES, Language
from understudy.languages.lexicon import lexicon
from understudy.surrogates.dates.words import read_date
from understudy.surrogates.organizations.patterns import wrong_patterns
from understudy.surrogates.public import PublicSource, has_public_source
from understudy.testing.coherence import broken, cases_of
from understudy.testing.numbers import wrong_numbers
from understudy.testing.tables import problems

__all__ = ["check_language"]

_KEYS = 6
"""A case of coherence is tried under so many keys."""
_SECTIONS: Mapping[str, tuple[str, ...]] = {
    "cldr": ("months", "months_short", "weekdays", "weekdays_short", "country_names", "currencies"),
    "countries": ("countries",),
    "words": ("words",),
}
_SIZES = {
    "months": 12,
    "months_short": 12,
    "weekdays": 7,
    "weekdays_short": 7,
    "weekdays_many": 7,
    "seasons": 4,
    "decades": 8,
}
_FEWEST = 10
"""Fewer function words than this do not tell a language."""
_LISTS = ("first_names_female", "first_names_male", "last_names")


def check_language(pack: str | Language, *, exhaustive: bool = False) -> tuple[str, ...]:
    """Checks that a language pack keeps its contract, and says what could not be checked.

    The pack is an installed language: its code, or its record. With ``exhaustive`` every number
    from 0 to 999,999 is written and read, and not a sample of three thousand.
    """
    code = pack if isinstance(pack, str) else pack.code
    if code not in installed():
        raise AssertionError(
            f"no language {code!r} is installed: there must be an entry point of that name in the "
            f"group understudy.languages; there are: {', '.join(installed())}"
        )
    language = get(code)
    if not isinstance(language, Language):
        raise AssertionError(f"the entry point {code!r} must name a Language")
    if not isinstance(pack, str) and pack != language:
        raise AssertionError(f"pack.py: the language that is installed as {code!r} is another")
    _tell(language, *_of_record(language), *_of_tables(language), *_of_parts(language))
    for check in _CHECKS:
        _tell(language, *check(language))
    wrong, notes = wrong_numbers(code, exhaustive=exhaustive)
    _tell(language, *wrong)
    return notes


def _tell(language: Language, *found: str) -> None:
    if found:
        raise AssertionError(f"{language.package}:\n" + "\n".join(f"  {one}" for one in found))


def _of_record(language: Language) -> Iterator[str]:
    if language.code not in language.reads:
        yield "pack.py: reads: must have the language itself"
    for code in language.reads:
        if code not in installed():
            yield f"pack.py: reads: no language {code!r} is installed"
    if not language.locales:
        yield "pack.py: locales: must have one country at least"
    if language.encoder not in ENCODER:
        yield f"pack.py: encoder: must be one of {', '.join(ENCODER)}"
    for code in language.locales:
        try:
            language.locale(code)
        except FileNotFoundError:
            yield f"pack.py: locales: there is no table of {code}; write locales/{code}.toml"
        except (KeyError, ValueError, TypeError) as error:
            yield f"locales/{code}.toml: {type(error).__name__}: {error}"
        if code not in world.table("places"):
            yield f"pack.py: locales: {code} is no country of languages/world/places.toml"


def _of_tables(language: Language) -> Iterator[str]:
    for name in TABLES:
        try:
            table = language.table(name)
        except FileNotFoundError:
            yield f"{name}.toml: is missing"
        except ValueError as error:
            yield f"{name}.toml: {error}"
        else:
            yield from problems(name, table)
    for name in FROZEN:
        try:
            lists = language.frozen(name)
        except FileNotFoundError:
            yield f"frozen/{name}.txt: is missing"
            continue
        for section in _SECTIONS.get(name, ()):
            if not lists.get(section):
                yield f"frozen/{name}.txt: [{section}]: must have values"


def _of_parts(language: Language) -> Iterator[str]:
    for name in PARTS:
        try:
            part = language.part(name)
        except ModuleNotFoundError:
            yield f"{name}.py: is missing"
            continue
        protocol = vars(getattr(parts, name.capitalize()))
        for one, wanted in protocol.items():
            if one.startswith("_"):
                continue
            if not hasattr(part, one):
                yield f"{name}.py: {one}: is missing"
            elif callable(wanted) and not _takes(getattr(part, one), wanted):
                yield f"{name}.py: {one}: must take {inspect.signature(wanted)} without self"


def _takes(function: object, wanted: Callable[..., Any]) -> bool:
    if not callable(function):
        return False
    return list(inspect.signature(function).parameters) == [
        name for name in inspect.signature(wanted).parameters if name != "self"
    ]


def _of_facts(language: Language) -> Iterator[str]:
    table = language.table("facts")
    if table["name"] != language.name:
        yield f"facts.toml: name: is {table['name']!r}, and {language.name!r} in pack.py"
    words = table["function_words"]
    if len(words) < _FEWEST or any(word != word.lower() or " " in word for word in words):
        yield f"facts.toml: function_words: must be {_FEWEST} single words, in small letters"
    elif guess(" ".join(words), default="") != language.code:
        yield "facts.toml: function_words: must tell the language from the others"
    if len(table["unknown_places"]) != 3:
        yield "facts.toml: unknown_places: must be three shares"
    for key, name in (("name_locales", "facts"), ("names", "sources")):
        for locale in language.table(name)[key]:
            try:
                lists = names_of(locale)
            except (FileNotFoundError, ModuleNotFoundError):
                yield f"{name}.toml: {key}: there is no list of names {locale!r}"
                continue
            if name == "facts":
                for kind in _LISTS:
                    if not lists.get(kind):
                        yield f"{name}.toml: {key}: {locale!r} has no [{kind}]"


def _of_calendar(language: Language) -> Iterator[str]:
    table = language.table("calendar")
    for key, size in _SIZES.items():
        if len(table[key]) != size:
            yield f"calendar.toml: {key}: has {len(table[key])} entries, and must have {size}"
    for number, month in enumerate(table["months"], 1):
        both = (f"3 {month} 2016", table["month_year"].format(month=month, year=2016))
        for written in both:
            fields = {one.kind: one.value for one in read_date(written, language.code) or ()}
            if (fields.get("month"), fields.get("year")) != (number, 2016):
                yield f"calendar.toml: months: {written!r} is not read as it is written"
    for number, day in enumerate(table["weekdays"], 1):
        fields = {one.kind: one.value for one in read_date(day, language.code) or ()}
        if fields.get("weekday") != number:
            yield f"calendar.toml: weekdays: {day!r} is not read as it is written"
    if [lower_without_accents(one) for one in language.table("check")["weekdays"]] != [
        lower_without_accents(one) for one in table["weekdays"]
    ]:
        yield "check.toml: weekdays: are others than those of calendar.toml"
    yield from _of_phrases(table["phrases"])


def _of_phrases(phrases: Mapping[str, Any]) -> Iterator[str]:
    words = phrases.get("words", {})
    if not words.get("alone"):
        yield "calendar.toml: phrases.words.alone: must have words"
    for name, group in phrases.items():
        if name == "words":
            continue
        for template in group.get("templates", ()):
            try:
                template.format_map({place: "" for place, known in words.items() if known})
            except (KeyError, ValueError) as error:
                yield f"calendar.toml: phrases.{name}.templates: {template!r}: no words for {error}"
        if not group.get("leads") or not group.get("templates"):
            yield f"calendar.toml: phrases.{name}: must have leads and templates"


def _of_agreement(language: Language) -> Iterator[str]:
    agreement = language.agreement
    if not agreement.FORMS:
        yield "agreement.py: FORMS: must have one form at least"
    for word in language.table("world")["demonyms"].values():
        for form in agreement.FORMS:
            if not agreement.inflected(word, form):
                yield f"agreement.py: inflected({word!r}, {form!r}): gives nothing"
    for name in language.table("facts")["exemplars"].values():
        bare, ending = agreement.ending(name)
        if agreement.with_ending(bare, ending) != name:
            yield f"agreement.py: with_ending: does not give back what ending took from {name!r}"
        for word in sorted(agreement.ASKING):
            if not isinstance(agreement.fits(word, name), bool):
                yield f"agreement.py: fits({word!r}, {name!r}): must be true or false"


def _of_grammars(language: Language) -> Iterator[str]:
    folder = language.grammars
    known = {f"{name}.bnf" for name in GRAMMARS}
    for file in folder.iterdir() if folder.is_dir() else ():
        if file.is_file() and file.name not in known:
            yield f"grammars/{file.name}: grammars are called {', '.join(sorted(known))}"
    try:
        compiled(language.code, frozenset(), (), ())
    except UnderstudyError as error:
        yield f"grammars: {error}"


def _of_draws(language: Language) -> Iterator[str]:
    """Every category that has public stand-ins has them in the language."""
    lexicon(language.code)
    for draw in sorted({one.draw for one in categories().values()}):
        if has_public_source(draw):
            source = PublicSource(draw)
            if not source.open_forms and not source.supports(language.code):
                yield f"facts.toml: nothing to draw a stand-in for {draw!r} from"


def _of_coherence(language: Language) -> Iterator[str]:
    for file, text in _cases(language):
        for case in cases_of(text, language.code):
            for problem in broken(case, _KEYS):
                yield f"coherence/{file}: {case.name}: {problem}"


def _cases(language: Language) -> Iterator[tuple[str, str]]:
    folder = language.folder.joinpath("coherence")
    for file in folder.iterdir() if folder.is_dir() else ():
        if file.name.endswith(".toml"):
            yield file.name, file.read_text(encoding="utf-8")


def _of_bodies(language: Language) -> Iterator[str]:
    """Patterns of names of organizations, where the language has any."""
    for wrong in wrong_patterns(language.table("bodies")):
        yield f"bodies.toml: {wrong}"


_CHECKS = (
    _of_bodies,
    _of_facts,
    _of_calendar,
    _of_agreement,
    _of_grammars,
    _of_draws,
    _of_coherence,
)
