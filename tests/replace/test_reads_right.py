"""Lines that readers found wrong, as kinds: what must hold of any release of invented sentences."""

from __future__ import annotations

import re

import pytest

from understudy import Deidentifier
from understudy.core.folding import flat_letters
from understudy.core.types import Span
from understudy.surrogates.people.names import FEMALE, MALE, gender_of, is_given
from understudy.surrogates.places.atlas import countries, place_name, words_of

DEIDENTIFIER = Deidentifier()
LABELS = {
    "o": "ORGANIZATION",
    "p": "PERSON",
    "l": "LOCATION",
    "a": "STREET_ADDRESS",
    "n": "CASE_NUMBER",
    "s": "SPELLING",
    "m": "EMAIL_ADDRESS",
    "u": "USERNAME",
}
KEYS = range(6)
TURKISH = frozenset(countries()["TR"].regions[""].towns)


def released(marked: str, language: str, key: int) -> list[str]:
    """The stand-ins for values in braces, each behind a letter for its kind."""
    text, spans = "", []
    for piece in marked.split("{"):
        value, brace, rest = piece.partition("}")
        if not brace:
            text += piece
            continue
        label, value = value[0], value[2:]
        spans.append(Span(len(text), len(text) + len(value), LABELS[label]))
        text += value + rest
    made = DEIDENTIFIER.replace(text, spans, language=language, key=bytes([key] * 32))
    return [edit.surrogate for edit in made.edits]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("text", "language", "wanted"),
    [
        ("{p:Zqarys Pugh} sang. {p:Zqarys} is his granddaughter.", "en", FEMALE),
        ("{p:Ysabo Pugh} sang. {p:Ysabo} was the uncle of all.", "en", MALE),
        ("Habló la concejala {p:Sagrarion Peña} ante todos.", "es", FEMALE),
        ("Habló la joven ingeniera química {p:Zuron Solé} ante todos.", "es", FEMALE),
        ("Habló el arquitecto {p:Zurina Solé} ante todos.", "es", MALE),
        ("El presidente de la Cámara, {p:Zurina Solé}, criticó el plan.", "es", MALE),
        ("Ayer {p:Zuron Solé}, nacida en el norte, cantó otra vez.", "es", FEMALE),
        ("Llegó una niña de 4 años, {p:Zuron Solé}, con fiebre.", "es", FEMALE),
        ("Vino con su madre. {p:Zuron Solé} compró la finca.", "es", MALE),
        ("Suspect 2, {p:Zuron Solé}, was held. The girlfriend left.", "en", MALE),
    ],
)
def test_what_somebody_is_tells_the_gender(text: str, language: str, wanted: str, key: int) -> None:
    given = released(text, language, key)[0].split()[0]
    assert gender_of(given.lower(), language) in ("", wanted)


@pytest.mark.parametrize("key", KEYS)
def test_a_family_in_the_plural(key: int) -> None:
    text = "{p:Rino Esposito} came. The {p:Espositos} live here, says {p:Tom Hill}."
    father, family, _ = released(text, "en", key)
    assert family.startswith(father.split()[-1])
    assert family != father.split()[-1]


@pytest.mark.parametrize("key", range(20))
def test_nobody_has_a_name_of_somebody_else(key: int) -> None:
    names = ["Ana", "Eva", "Sara", "Luz", "Inés", "Rosa", "Carmen", "Elena"]
    text = ", ".join(f"su hermana {{p:{name}}}" for name in names)
    found = released(text, "es", key)
    assert len(set(found)) == len(names)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("text", "language", "places"),
    [
        ("the Henderson boys, {p:Tim} and {p:Scott}, played ball for the whole year", "en", 2),
        ("Wife of the late {p:Hamish}, mother of {p:Fiona} and of all in the whole town", "en", 2),
        ("Nacida en el pueblo, hija de {p:Antonio} y {p:Dolores}, vecina de la villa", "es", 2),
        ("[12:01] {p:Laura}: habéis visto a alguien en la plaza esta tarde?", "es", 1),
        ("La enfermera {p:Sonia} tomó la tensión a todos los pacientes de la sala.", "es", 1),
    ],
)
def test_given_names_stay_given_names(text: str, language: str, places: int, key: int) -> None:
    found = released(text, language, key)
    assert len(found) == places
    assert all(is_given(flat_letters(one), language) for one in found)


@pytest.mark.parametrize("key", KEYS)
def test_an_article_before_a_town_fits(key: int) -> None:
    a, an = released("a {l:Tulsa} dentist met an {l:Akron} man in Ohio", "en", key)
    assert a[0] not in "AEIO"
    assert an[0] in "AEIOU"


@pytest.mark.parametrize("key", KEYS)
def test_a_street_stays_a_street(key: int) -> None:
    (whole,) = released("Vive en {a:la avenida del Cabildo, 33} con ellos.", "es", key)
    assert re.fullmatch(r"la avenida (?:de|del|\w).*, \d+", whole)
    (name,) = released("La detuvieron en la calle {a:Calvario} ayer.", "es", key)
    assert "calle" not in name.lower()
    (road,) = released("They live on {a:Pine Level Road} now.", "en", key)
    assert road.endswith(" Road")
    assert "Level" not in road.split()[1:]


@pytest.mark.parametrize("key", KEYS)
def test_a_region_tells_the_country_of_a_town(key: int) -> None:
    dayton, _, toledo = released("of {l:Dayton}, {l:Ohio}, grew up in {l:Toledo}", "en", key)
    assert toledo not in ("Madrid", "Toledo", "Barcelona", "Sevilla", "Seville")
    assert dayton != toledo


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("value", "language", "form"),
    [
        ("2019-CR-00417", "en", r"\d{4}-CR-\d+"),
        ("INV-2023-0098", "en", r"INV-\d{4}-\d+"),
        ("FAC-2023-118", "es", r"FAC-\d{4}-\d+"),
        ("345/2019", "es", r"\d+/\d{4}"),
        ("1:19-cv-01234-ABC", "en", r"\d:\d\d-cv-\d{5}-[A-Z]{3}"),
    ],
)
def test_a_number_keeps_its_form(value: str, language: str, form: str, key: int) -> None:
    (found,) = released(f"n. {{n:{value}}}", language, key)
    assert re.fullmatch(form, found)


@pytest.mark.parametrize("key", KEYS)
def test_a_letter_that_is_talked_about(key: int) -> None:
    text = "{p:Katherine} is with an {s:E} at the end: {s:K-A-T-H-E-R-I-N-E}."
    name, letter, spelt = released(text, "en", key)
    assert letter.lower() == name[-1].lower()
    assert spelt.replace("-", "").lower() == name.lower()


@pytest.mark.parametrize("key", KEYS)
def test_a_section_of_a_court_stays_one(key: int) -> None:
    text = "La {o:Sección Tercera de la Audiencia Provincial de Murcia} acuerda esto en {l:Murcia}."
    court, town = released(text, "es", key)
    assert court == f"Sección Tercera de la Audiencia Provincial de {town}"


@pytest.mark.parametrize("key", KEYS)
def test_a_name_that_is_spelt_by_hyphens(key: int) -> None:
    text = "Soy Micaela Rufo. Sí, R-U-F-O."
    spans = [Span(4, 16, "PERSON", key="c"), Span(22, 29, "PERSON", key="c")]
    made = DEIDENTIFIER.replace(text, spans, language="es", key=bytes([key] * 32))
    name, spelt = (edit.surrogate for edit in made.edits)
    assert flat_letters(spelt) == flat_letters(name.split()[-1])


@pytest.mark.parametrize("key", range(12))
def test_an_and_goes_with_the_name_behind_it(key: int) -> None:
    found = released("Su hermana {p:Ana} y su hermana {p:Rosa} y {p:Luis} cantan.", "es", key)
    assert not flat_letters(found[2]).startswith(("i", "hi"))


@pytest.mark.parametrize("key", KEYS)
def test_the_text_tells_the_country_of_its_towns(key: int) -> None:
    text = (
        "The Turkish Government were represented by their Agent. In the years that followed the "
        "matter was before several courts at different times and in many places of the land, and "
        "nobody ever heard of it. He was taken into custody in {l:Istanbul}."
    )
    (town,) = released(text, "en", key)
    assert town in TURKISH


@pytest.mark.parametrize("key", KEYS)
def test_who_brings_a_relative_is_not_the_relative(key: int) -> None:
    bringing, _ = released("{p:Siobhán} is bringing her fiancé {p:Declan} at eight.", "en", key)
    assert gender_of(flat_letters(bringing), "en") in ("", FEMALE)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("what's your last name? user: {p:zubin ostrava}. agent: sure, {p:zubin}", "en"),
        ("my first name {p:zubin} and my last name {p:ostrava}", "en"),
    ],
)
def test_given_names_and_surnames_are_two(text: str, language: str, key: int) -> None:
    whole = " ".join(released(text, language, key)).split()
    given, surname = whole[:2]
    assert is_given(flat_letters(given), language)
    assert given != surname
    assert not surname.startswith(given[:4])
    assert whole[2:] in ([], [given])


@pytest.mark.parametrize("key", KEYS)
def test_a_couple_is_a_man_and_a_woman(key: int) -> None:
    text = "Booked for Mr & Mrs {p:Zarrington}. Contact: {p:Gerald Zarrington}, at noon."
    both, husband = released(text, "en", key)
    assert husband.split()[-1] == both
    assert gender_of(flat_letters(husband.split()[0]), "en") in ("", MALE)


def known_in(place: str, code: str) -> bool:
    return any(place in region.towns for region in countries()[code].regions.values())


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("text", "language", "lands"),
    [
        ("We met in {l:Ennis}. Pat came from {l:Cork}.", "en", ("IE", "IE")),
        ("Born in {l:Thurles}, she moved to {l:Clonakilty}.", "en", ("IE", "IE")),
        ("El técnico vino ayer a {l:Lanús} y luego a {l:Avellaneda}.", "es", ("AR", "AR")),
        ("They flew from {l:Tokyo} to {l:Sendai}.", "en", ("JP", "JP")),
        ("Protests in {l:Tikrit} went on.", "en", ("IQ",)),
        ("He has lived in {l:San Jose} since fleeing Vietnam.", "en", ("US",)),
        ("I have been to {l:Leeds}, {l:York} and {l:Hull}.", "en", ("GB", "GB", "GB")),
    ],
)
def test_towns_stay_in_their_country(
    text: str, language: str, lands: tuple[str, ...], key: int
) -> None:
    found = released(text, language, key)
    assert [known_in(one, land) for one, land in zip(found, lands, strict=True)] == [True] * len(
        lands
    )


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("He lives in {l:Peckham}, {l:London} with his dog.", "en"),
        ("He lives in {l:Hackney}, {l:London} with his dog.", "en"),
        ("She moved to {l:Headingley, Leeds} last year.", "en"),
        ("Vive en {l:Palermo}, {l:Buenos Aires}, con su madre.", "es"),
        ("Vive en {l:Usaquén}, {l:Bogotá}, con su madre.", "es"),
    ],
)
def test_a_part_of_a_town_is_no_other_town(text: str, language: str, key: int) -> None:
    part, town = ", ".join(released(text, language, key)).split(", ")
    districts = words_of(language)["districts"].split("|")
    assert part in districts
    assert town not in districts


@pytest.mark.parametrize("key", KEYS)
def test_a_list_of_towns_has_no_part_of_one(key: int) -> None:
    found = released("We toured {l:Zorbham}, {l:Leeds} and {l:Bath}.", "en", key)
    assert all(known_in(one, "GB") for one in found)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    "text",
    [
        "late of {l:Dungarvan}, {l:Co}. {l:Waterford}.",
        "late of {l:Dungarvan}, {l:Co. Waterford}.",
        "late of {l:Dungarvan}, Co. {l:Waterford}.",
        "late of {l:Navan, Co. Meath}.",
    ],
)
def test_an_irish_county_stays_one(text: str, key: int) -> None:
    town, *county = re.split(r", ", ", ".join(released(text, "en", key)))
    named = county[-1].removeprefix("Co. ")
    assert known_in(town, "IE")
    assert f"County {named}" in countries()["IE"].regions
    assert town in countries()["IE"].regions[f"County {named}"].towns


LAND = {"es": "ES", "en": "GB"}


@pytest.mark.parametrize("key", range(12))
@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Quedamos en el bar El {l:Rincón} a las ocho.", "es"),
        ("Quedamos en el bar {o:El Rincón} a las ocho.", "es"),
        ("Quedamos en el {o:bar El Rincón} a las ocho.", "es"),
        ("Vamos a la cafetería {o:Zubiri} de la esquina.", "es"),
        ("Cenamos en el restaurante {o:Casa Julián} de la esquina.", "es"),
        ("Meet me at {o:The Rusty Anchor} at eight.", "en"),
        ("She stayed at the {l:Zorbham Regency} for a week.", "en"),
        ("We had dinner at {l:Zorbhams} last week.", "en"),
    ],
)
def test_a_venue_is_no_town_and_no_firm(text: str, language: str, key: int) -> None:
    (name,) = released(text, language, key)
    name = re.sub(r"^bar |^El |^The ", "", name)
    assert not known_in(name, LAND[language])
    assert "&" not in name
    assert not name.startswith("Grupo")


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("text", "language", "kind"),
    [
        ("My landlord is {o:Zatel Lettings} of Leeds.", "en", " Lettings"),
        ("Advised to attend {o:Beaumont ED} today.", "en", " ED"),
        ("He works at {o:Brightwater Dental} here.", "en", " Dental"),
        ("The meeting is in the {l:Zorbham Ballroom} at ten.", "en", " Ballroom"),
        ("Control en el {o:CS de Basauri} mañana.", "es", "CS "),
        ("La empresa {o:Maderas Zubiri} cerró.", "es", "Maderas "),
    ],
)
def test_a_name_keeps_the_word_for_its_kind(text: str, language: str, kind: str, key: int) -> None:
    (name,) = released(text, language, key)
    assert name.endswith(kind) if kind[0] == " " else name.startswith(kind)


@pytest.mark.parametrize("key", range(12))
def test_the_towns_in_names_are_those_of_the_country(key: int) -> None:
    text = "{p:Ann Lee} of the {o:University of Zorbham} came to {l:Bristol} and {l:Hull}."
    name = released(text, "en", key)[1].removeprefix("University of ")
    assert known_in(name, "GB")


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("text", "language", "shape"),
    [
        ("Dr. {p:Anton Zowalczyk} ({m:azowal@mail.com})", "en", "{0[0]}{1[0]}"),
        ("{p:Bruno Zowal Gil}: {m:drbzowal@mail.com}", "es", "dr{0[0]}{1}"),
        ("{p:Bruno Zowal Gil}: {m:drbzgzowal@mail.com}", "es", "dr{0[0]}{1[0]}{2[0]}{1}"),
    ],
)
def test_an_address_follows_the_name(text: str, language: str, shape: str, key: int) -> None:
    name, mail = released(text, language, key)
    words = [flat_letters(word) for word in name.split()]
    assert mail.partition("@")[0].startswith(shape.format(*words))


@pytest.mark.parametrize("key", KEYS)
def test_two_addresses_of_one_name(key: int) -> None:
    user, mail = released("user {u:p.zokonkwo82}, mail {m:precious.zokonkwo@mail.com}", "en", key)
    given, _, surname = mail.partition("@")[0].partition(".")
    assert user.startswith(f"{given[0]}.{surname}")


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("His son, {p:PJ Byrne}, found him, and {p:PJ} left.", "en"),
        ("We met {p:JD Vega} there, and {p:JD} left.", "en"),
        ("Vino {p:JR Vega} con todos, y {p:JR} se fue.", "es"),
    ],
)
def test_two_initials_stay_initials(text: str, language: str, key: int) -> None:
    whole, alone = released(text, language, key)
    assert re.fullmatch(r"[A-ZÁÉÍÓÚÑÖ]{2} \S+(?: \S+)*", whole)
    assert alone == whole.split()[0]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("text", "language", "code"),
    [
        ("They live in {l:Truro}, {l:Zqwent}, with a dog.", "en", "GB"),
        ("Vive en {l:Osuna}, {l:Zorbalia}, desde ayer.", "es", "ES"),
    ],
)
def test_what_stands_behind_a_town_is_its_region(
    text: str, language: str, code: str, key: int
) -> None:
    town, region = released(text, language, key)
    towns = countries()[code].regions[region].towns
    assert town in {place_name(one, code, language) for one in towns}


@pytest.mark.parametrize("key", KEYS)
def test_a_town_in_a_list_is_no_region(key: int) -> None:
    found = released("Fui a {l:Sevilla}, {l:Zorba} y {l:Cádiz}.", "es", key)
    called = {
        place_name(town, "ES", "es")
        for region in countries()["ES"].regions.values()
        for town in region.towns
    }
    assert len(set(found)) == 3
    assert set(found) <= called


@pytest.mark.parametrize("key", KEYS)
def test_irish_particles_stay_with_the_surname(key: int) -> None:
    text = "{p:Séamus Ó Briain} rang; {p:Mr Ó Briain} and {p:Aoife Ní Bhriain} will come."
    man, again, woman = released(text, "en", key)
    assert re.fullmatch(r"\S+ Ó \S+", man)
    assert again == f"Mr {man.partition(' ')[2]}"
    assert re.fullmatch(r"\S+ Ní \S+", woman)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("text", "country"),
    [
        ("Your loan, KES 150,000, fell due. " + "Kindly call us soon. " * 5, "KE"),
        ("You owe £300 in all. " + "Please pay it in the next days. " * 4, "GB"),
    ],
)
def test_a_town_lies_in_the_country_of_which_the_words_speak(
    text: str, country: str, key: int
) -> None:
    (town,) = released(text + "Or visit the branch in {l:Zorbury}.", "en", key)
    assert any(town in region.towns for region in countries()[country].regions.values())


@pytest.mark.parametrize("key", KEYS)
def test_letters_behind_a_name_and_a_nun_before_it_stay(key: int) -> None:
    counsel, sister = released("{p:Mr. Ferreira SC} asked, {p:Sr Philomena} told.", "en", key)
    assert re.fullmatch(r"Mr\. \S+ SC", counsel)
    assert gender_of(flat_letters(sister.partition(" ")[2]), "en") in (FEMALE, "")


@pytest.mark.parametrize("key", KEYS)
def test_farms_and_barns_stay_what_they_are(key: int) -> None:
    farm, barn = released("from {l:Lane End Farm} to {l:Cherry Orchard Barn}", "en", key)
    assert farm.endswith(" Farm")
    assert barn.endswith(" Barn")


@pytest.mark.parametrize("key", KEYS)
def test_the_town_of_a_branch_is_no_inn(key: int) -> None:
    (town,) = released("Please call me at the {l:Harrogate} branch, it costs £5.", "en", key)
    assert any(town in region.towns for region in countries()["GB"].regions.values())


@pytest.mark.parametrize("key", KEYS)
def test_an_earlier_name_keeps_the_given_name(key: int) -> None:
    text = "{p:Ottilie Brand}, {m:o.brand@gmx.net}, formerly {p:Ottilie Krause}, wrote."
    now, _, before = released(text, "en", key)
    assert now.split()[0] == before.split()[0]
    assert now != before
