"""Values that stand again in another form join their entity; ordinary words do not."""

from __future__ import annotations

import pytest

from making import KEY, document
from understudy.categorise.repeats import SURE, Page, Value, Values
from understudy.core.categories import categories
from understudy.pipeline import Pipeline, build
from understudy.policy import Policy
from understudy.replace.base import Rule

FRAMES = {
    "en": "Then we saw {} and went on. Later they told us of {} and that was it.",
    "es": "Ayer vimos a {} en la sala. Luego nos hablaron de {} y nada más.",
}
ZERO = "\u200b"
PEOPLE = {
    "en": ("Anwen Leclair", "Anwen", "Leclair", "aleclair"),
    "es": ("Íñigo Zubiría", "Íñigo", "Zubiría", "izubiria"),
}
NUMBER = "973-448-0216"
# How a value stands again, made of a full name, a given name, a surname and a user name; and what
# of it joins, where that is not all.
WAYS: dict[str, tuple[str, str | None]] = {
    "as it is": ("{full}", None),
    "lower case": ("{low}", None),
    "capitals": ("{high}", None),
    "possessive": ("{full}'s", "{full}"),
    "other possessive": ("{full}’s", "{full}"),
    "hyphen": ("{given}-{last}", None),
    "other hyphen": ("{given}\u2011{last}", None),
    "file name": ("{given}_{last}.pdf", "{given}_{last}"),
    "surname": ("{last}", None),
    "given name": ("{given}", None),
    "surname in lower case": ("{last_low}", None),
    "initial": ("{initial}. {last}", None),
    "inverted": ("{last}, {given}", None),
    "accents dropped": ("{bare}", None),
    "accents added": ("{accented}", None),
    "line break": ("{given}\n{last}", None),
    "two spaces": ("{given}  {last}", None),
    "no-break space": ("{given}\u00a0{last}", None),
    "broken at the end of a line": ("{given} {cut}", None),
    "run together": ("{given}{last}", None),
    "hashtag": ("#{given}{last}", "{given}{last}"),
    "handle": ("@{joined}", "{joined}"),
    "local part": ("{joined}@example.com", "{joined}"),
    "local part with a dot": ("{dotted}@example.com", "{dotted}"),
    "local part with an initial": ("{user}@example.com", "{user}"),
    "spelt": ("{spelt}", None),
    "zero-width sign": ("{given}" + ZERO + " {last}", None),
    "zero-width sign in a word": ("{zero}", None),
    "plural": ("{last}s", None),
    "plural possessive": ("{last}s'", "{last}s"),
}


def _filled(pattern: str, language: str) -> str:
    full, given, last, user = PEOPLE[language]
    bare = full.translate(str.maketrans("Íñí", "Ini"))
    return pattern.format(
        full=full,
        given=given,
        last=last,
        user=user,
        low=full.lower(),
        high=full.upper(),
        last_low=last.lower(),
        initial=given[0],
        bare=bare,
        accented=full.replace("e", "é").replace("Z", "Ž"),
        cut=f"{last[:4]}-\n{last[4:]}",
        joined=bare.replace(" ", "").lower(),
        dotted=bare.replace(" ", ".").lower(),
        spelt="-".join(last.upper()),
        zero=f"{given} {last[:3]}{ZERO}{last[3:]}",
    )


def _pipeline(strategy: str, **given: object) -> Pipeline:
    rule = Rule(strategy, **given)  # type: ignore[arg-type]
    return build(Policy("test", default=rule, known=categories()))


STRATEGIES = {name: _pipeline(name) for name in ("surrogate", "typed", "redact", "entity")}


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("language", FRAMES)
def test_a_person_is_found_in_every_form(language: str, way: str, strategy: str) -> None:
    form, joins = (_filled(one or WAYS[way][0], language) for one in WAYS[way])
    full = PEOPLE[language][0]
    text = FRAMES[language].format(full, form)
    (result,) = STRATEGIES[strategy].run([document(text, (full, "PERSON"), language=language)], KEY)
    first, second = result.edits
    assert (first.original, second.original) == (full, joins)
    assert second.entity.key == first.entity.key
    assert second.entity.span.source == "repeat"
    begin, end = FRAMES[language].split("{}")[1:]
    tail = result.text.rpartition(begin)[2].removesuffix(end)
    assert second.surrogate in tail
    assert form not in tail


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize(
    ("value", "category", "form", "joins"),
    [
        (NUMBER, "PHONE_NUMBER", "973 448 02 16", None),
        (NUMBER, "PHONE_NUMBER", "9734480216", None),
        (NUMBER, "PHONE_NUMBER", "973.448.0216", None),
        (NUMBER, "PHONE_NUMBER", "(973) 448-0216", "973) 448-0216"),
        (NUMBER, "PHONE_NUMBER", "973\u00a0448\u00a00216", None),
        (NUMBER, "PHONE_NUMBER", "a number that ends in 0216", "0216"),
        ("9734480216", "ID", "973-448-0216", None),
        ("AB-12345", "ID", "ab12345", None),
        ("Kim", "PERSON", "Kim", None),
        ("Ann Lee", "PERSON", "Lee", None),
        ("Sean O'Brien", "PERSON", "O’Brien", None),
        ("Sean O'Brien", "PERSON", "Sean OBrien", None),
        ("Mr Will Young", "PERSON", "Will", None),
        ("Anwen@Example.com", "EMAIL_ADDRESS", "anwen@example.com", None),
        ("Wexbury", "LOCATION", "#wexbury", "wexbury"),
        ("Wexbury", "LOCATION", "WEXBURY", None),
        ("Acme Widgets", "ORGANIZATION", "acme widgets", None),
        ("Acme Widgets", "ORGANIZATION", "#AcmeWidgets", "AcmeWidgets"),
        ("Acmelia", "ORGANIZATION", "ACMELIA", None),
        ("hwhitcomb", "USERNAME", "hwhitcomb@server", "hwhitcomb"),
        ("hwhitcomb", "USERNAME", "~HWhitcomb", "HWhitcomb"),
        ("zwordfisch", "PASSWORD", "zwordfisch", None),
    ],
)  # fmt: skip
def test_other_values_are_found(
    strategy: str, value: str, category: str, form: str, joins: str | None
) -> None:
    text = FRAMES["en"].format(value, form)
    (result,) = STRATEGIES[strategy].run([document(text, (value, category))], KEY)
    assert [edit.original for edit in result.edits] == [value, joins or form]


@pytest.mark.parametrize(
    ("value", "category", "rest"),
    [
        ("Will Young", "PERSON", "They will go when young people come. Will they? Young ones do."),
        ("Mark Brown", "PERSON", "Please mark the brown box."),
        ("Rose Park", "PERSON", "She rose early. The park was shut."),
        ("Ann Park", "PERSON", "We met in Hyde Park after lunch."),
        ("May Long", "PERSON", "It may take long. May I go?"),
        ("Bill Price", "PERSON", "The bill shows the price."),
        ("Ann Lee", "PERSON", "The lee side is annual planning in Leeds, ANNUAL, leeward."),
        ("Kim", "PERSON", "The kimono of KIMBERLEY, KIM and kim"),
        ("Grace Hope", "PERSON", "We hope for a grace period."),
        ("Sue Cook", "PERSON", "They sue the cook."),
        ("Art West", "PERSON", "The art of the west. Go west."),
        ("Al Io", "PERSON", "We met all iota alio."),
        ("Anwen Leclair", "PERSON", "Leclairville, Manwen, eleclair@example.com, the anwens"),
        ("Court", "ORGANIZATION", "The Court met. In this Court it is done. COURT"),
        ("Original", "ORGANIZATION", "The Original message"),
        ("Orange", "ORGANIZATION", "An orange, and an orange juice."),
        ("Reading", "LOCATION", "Reading is fun. She was reading."),
        ("Bath", "LOCATION", "She took a bath. Bath towels."),
        ("nurse", "OCCUPATION", "Another nurse came."),
        ("summer", "USERNAME", "In summer it is hot."),
        ("jdo", "USERNAME", "A word such as jdo is short."),
        ("hwhitcomb", "USERNAME", "hwhitcombs, thwhitcomb"),
        ("two days", "DATE", "We stayed one or two; days went by. Two Days"),
        ("46", "AGE", "Room 46 and page 46."),
        (NUMBER, "PHONE_NUMBER", "Order 973-448-02167 and 1973-448-0216 and 44 80 21, 10216"),
        ("12345", "ID", "The sum is 123 45 and 1 2 3 4 5."),
        ("123456", "ID", "It is 12 34 56 78 and 99 12 34 56."),
        ("Rosa Flores", "PERSON", "La rosa y otras flores del campo."),
        ("Paz Iglesias", "PERSON", "Hay paz en las iglesias. Paz y bien."),
        ("Ángel Rey", "PERSON", "El rey tenía un ángel de la guarda."),
        ("Luz Blanco", "PERSON", "Apaga la luz del cuarto blanco."),
        ("Consuelo Mar", "PERSON", "Buscaba consuelo cerca del mar."),
        ("Dolores Calle", "PERSON", "Tiene dolores en la calle."),
        ("León Campos", "PERSON", "El león corre por los campos."),
        ("Sala", "ORGANIZATION", "La Sala dictó. En esa Sala se vio."),
        ("Casa", "LOCATION", "Volvió a casa. La Casa es grande."),
    ],
)  # fmt: skip
def test_ordinary_words_do_not_spread(value: str, category: str, rest: str) -> None:
    language = "es" if any(word in rest for word in (" la ", "La ", "Hay", "El ", "del ")) else "en"
    head = {"en": "Then we saw {} and went on. ", "es": "Ayer vimos a {} en la plaza. "}[language]
    marked = document(head.format(value) + rest, (value, category), language=language)
    (result,) = STRATEGIES["surrogate"].run([marked], KEY)
    assert [edit.original for edit in result.edits] == [value]


@pytest.mark.parametrize(
    ("score", "category", "found"),
    [
        (SURE - 0.01, "PERSON", []),
        (SURE, "PERSON", ["Zubiri"]),
        (0.9, "ORGANIZATION", []),
        (1.0, "ORGANIZATION", ["Zubiri"]),
    ],
)
def test_only_sure_marks_spread(score: float, category: str, found: list[str]) -> None:
    """A single word that a detector took for a body is often a common noun."""
    text = "and then Zubiri said so"
    values = Values([Value("Zubiri", category, score, 0)], "en")
    assert [text[one.start : one.end] for one in values.find(Page.of(text))] == found
    loud = Values([Value("NATO", category, max(score, SURE), 0)], "en")
    assert [one.start for one in loud.find(Page.of("by NATO"))] == [3]


def test_ordinary_names_spread_from_certain_marks_and_from_full_names() -> None:
    """Within a sentence and with a capital; a lone word that was guessed does not spread."""

    def stands(value: str, score: float, text: str) -> bool:
        return bool(Values([Value(value, "PERSON", score, 0)], "en").find(Page.of(text)))

    within = "and then Will said so"
    assert stands("Will Young", 1.0, within)
    assert stands("Will Young", 0.9, within)
    assert stands("Noor Price", 0.8, "so I told Price that it is late")
    assert not stands("Will", 0.9, within)
    assert not stands("Noor Price", 0.8, "Price list attached")
    assert not stands("Noor Price", 0.8, "so the price is fixed")
    assert not stands("Noor Price", 0.5, "so I told Price that it is late")


@pytest.mark.parametrize("strategy", ["surrogate", "entity"])
@pytest.mark.parametrize(
    ("forms", "coins"),
    [
        ("johnson and Susan Johnson", {True, False}),
        ("SusanJohnson, Susan" + ZERO + " Johnson", {False}),  # which no draw can give
    ],
)
def test_what_is_found_shares_the_coin_of_its_entity(
    strategy: str, forms: str, coins: set[bool]
) -> None:
    text = FRAMES["en"].format("Susan Johnson", forms)
    documents = [document(text, ("Susan Johnson", "PERSON"), id=str(n)) for n in range(20)]
    kept = [
        [edit.kept for edit in one.edits] for one in _pipeline(strategy, p=0.5).run(documents, KEY)
    ]
    assert all(len(of_document) > 2 and len(set(of_document)) == 1 for of_document in kept)
    assert {of_document[0] for of_document in kept} == coins


def test_of_two_people_with_one_surname_the_last_one_is_meant() -> None:
    text = "Anwen Leclair called. Then Leclair. Bruno Leclair wrote. Then Leclair."
    marked = document(text, ("Anwen Leclair", "PERSON"), ("Bruno Leclair", "PERSON"))
    (result,) = STRATEGIES["typed"].run([marked], KEY)
    keys = [edit.entity.key for edit in result.edits]
    assert keys == ["anwen leclair", "anwen leclair", "bruno leclair", "bruno leclair"]
