"""One person, one new identity, in every mention."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from understudy.core.folding import flat, flat_letters
from understudy.surrogates import kernel
from understudy.surrogates.dice import RandomDice
from understudy.surrogates.kernel import declared
from understudy.surrogates.mention import Mention, Written
from understudy.surrogates.people.identity import Identity, draw_identity
from understudy.surrogates.people.kind import KIND
from understudy.surrogates.people.names import (
    FEMALE,
    MALE,
    gender_of,
    given_table,
    known,
    shorts,
    surname_table,
)
from understudy.surrogates.people.origins import origin_table
from understudy.surrogates.people.sketch import Need, Sketch
from understudy.surrogates.people.write import Drawn, text_of
from understudy.surrogates.settings import Settings
from understudy.surrogates.tables import Table, another

EN, ES = Settings(language="en"), Settings(language="es")


def numbers(seed: int) -> Iterator[int]:
    rng = random.Random(seed)
    while True:
        yield rng.getrandbits(64)


def mention(marked: str) -> Mention:
    """``text|CATEGORY``, a person where there is no category; ``before[text`` has context."""
    before, bracket, rest = marked.rpartition("[")
    text, _, category = rest.partition("|")
    return Mention(text, category or "PERSON", before if bracket else "")


def mentions(*marked: str) -> list[Mention]:
    return [mention(one) for one in marked]


def sketch_of(found: list[Mention], chosen: Settings) -> Sketch:
    sketch = KIND.read(found, chosen).sketch
    assert isinstance(sketch, Sketch)
    return sketch


def write_people(found: list[Mention], stream: Iterator[int], chosen: Settings) -> Written:
    return kernel.written(KIND, KIND.read(found, chosen), chosen, stream)


def least(found: list[Mention], chosen: Settings) -> float:
    return kernel.least(KIND, KIND.read(found, chosen).sketch, chosen)


def reaches(found: list[Mention], chosen: Settings) -> bool:
    return kernel.reaches(KIND, KIND.read(found, chosen), found, chosen)


def identity_of(need: Need, language: str, seed: int) -> Identity:
    return draw_identity(need, language, RandomDice(numbers(seed)))


JANE = Identity(
    "female",
    ("Ana", "Belén"),
    ("Anabel", "Anita"),
    "Anna",
    ("Peña", "Ríos", "Sol"),
    particles=("van ", "", ""),
    link="del ",
)
"""A fixed identity: what mentions show of it tells how they were read."""


def shown(language: str, *marked: str) -> tuple[str, ...]:
    sketch = sketch_of(mentions(*marked), Settings(language=language))
    extras = tuple("0" * 9 for _ in sketch.draws)
    return tuple(text_of(pieces, Drawn(JANE, extras)) for pieces in sketch.shown)


READ = [
    ("en", ["John Smith"], ["Ana Peña"]),
    ("en", ["John Smith", "Smith", "John"], ["Ana Peña", "Peña", "Ana"]),
    ("en", ["Smith, John"], ["Peña, Ana"]),
    ("en", ["Mr. Smith"], ["Mr. Peña"]),
    ("en", ["Mr [Smith"], ["Peña"]),
    ("en", ["J. Smith", "John"], ["A. Peña", "Ana"]),
    ("en", ["John Smith", "JS"], ["Ana Peña", "AP"]),
    ("en", ["John Smith", "J.S."], ["Ana Peña", "A.P."]),
    ("en", ["John F. Kennedy", "JFK"], ["Ana B. Peña", "ABP"]),
    ("en", ["JOHN SMITH", "john smith"], ["ANA PEÑA", "ana peña"]),
    ("en", ["John Smith's", "Smith’s"], ["Ana Peña's", "Peña’s"]),
    ("en", ["James'"], ["Ana's"]),
    ("en", ["John Smith Jr."], ["Ana Peña Jr."]),
    ("en", ["John Smith III"], ["Ana Peña II"]),
    ("en", ["Dr. Mary Ann Jones"], ["Dr. Ana Belén Peña"]),
    ("en", ["Jean-Pierre Dupont"], ["Ana-Belén Peña"]),
    ("en", ["Sarah Smith-Jones", "Smith-Jones"], ["Ana Peña-Ríos", "Peña-Ríos"]),
    ("en", ["Elizabeth Bennet", "Liz", "Beth"], ["Ana Peña", "Anabel", "Anita"]),
    ("en", ["Liz Bennet", "Elizabeth"], ["Anabel Peña", "Ana"]),
    ("en", ["Dashiell Monroe", "Dash"], ["Ana Peña", "Anabel"]),
    ("en", ["Ludwig van Buren", "van Buren"], ["Ana van Peña", "van Peña"]),
    ("en", ["Mary O'Brien", "O’Brien"], ["Ana van Peña", "van Peña"]),
    ("en", ["Ewan McGregor", "MCGREGOR"], ["Ana van Peña", "VAN PEÑA"]),
    ("en", ["John Smith", "the Smiths"], ["Ana Peña", "the Peñas"]),
    ("en", ["Mr. and Mrs. Smith"], ["Mr. and Mrs. Peña"]),
    ("en", ["Catherine Smith", "Catehrine"], ["Ana Peña", "Ana"]),
    ("es", ["Laura García López", "García", "Laura"], ["Ana Peña Ríos", "Peña", "Ana"]),
    ("es", ["García López, Laura"], ["Peña Ríos, Ana"]),
    ("es", ["García López"], ["Peña Ríos"]),
    ("es", ["María José García", "María"], ["Ana Belén Peña", "Ana"]),
    ("es", ["M.ª José García"], ["M.ª Belén Peña"]),
    ("es", ["José M.ª Pérez"], ["Ana M.ª Peña"]),
    ("es", ["M.ª García"], ["A. Peña"]),
    ("es", ["María del Carmen Ruiz"], ["Ana del Belén Peña"]),
    ("es", ["María del Carmen Ruiz", "Mari Carmen"], ["Ana del Belén Peña", "Mari Belén"]),
    ("es", ["Juan de la Cruz"], ["Ana van Peña"]),
    ("es", ["Ortega y Gasset"], ["Peña y Ríos"]),
    ("es", ["Sr. García", "el Sr. García"], ["Sr. Peña", "el Sr. Peña"]),
    ("es", ["Don Antonio", "D. Antonio"], ["Don Ana", "D. Ana"]),
    ("es", ["Sr. D. Antonio García"], ["Sr. D. Ana Peña"]),
    ("es", ["Doña[ Carmen"], [" Ana"]),
    ("es", ["Francisco Pérez", "Paco", "Fran"], ["Ana Peña", "Anabel", "Anita"]),
    ("es", ["Jaume", "Jaime"], ["Anna", "Ana"]),
    ("es", ["José María Gil", "Chema"], ["Ana Belén Peña", "Anabel"]),
    ("es", ["García-Sardiña López, Laura"], ["Peña-Ríos Sol, Ana"]),
    ("es", ["Jose Munoz", "JOSE"], ["Ana Pena", "ANA"]),
    ("es", ["José Muñoz", "jose"], ["Ana Peña", "ana"]),
    ("es", ["<Lau-> Laura", "<Laura> Laura"], ["<An-> Ana", "<Ana> Ana"]),
    ("es", ["Laura=", "+Laura", "Lau=ra"], ["Ana=", "+Ana", "Ana="]),
    ("es", ["<%ehhh> Laura", "<%Laura>"], ["<%eh> Ana", "<Ana>"]),
    ("es", ["García|SURNAME", "Santiago|GIVEN_NAME"], ["Peña", "Ana"]),
    ("es", ["Santiago|SURNAME"], ["Peña"]),
    ("es", ["Sra.|TITLE"], ["Sra."]),
    ("es", ["Juan García García"], ["Ana Peña Peña"]),
    ("es", ["Laura G."], ["Ana P."]),
    ("es", ["Beatriz (Bea) Ruiz"], ["Ana (Anabel) Peña"]),
    ("en", ["John Smith", "???"], ["Ana Peña", "Anabel"]),
    ("en", ["Mary Smith (née Jones)"], ["Ana Belén (Peña)"]),
    ("en", ["According to [Smith et al."], ["Peña."]),
    ("en", ["Mr. & Mrs. Smith"], ["Mr. & Mrs. Peña"]),
    ("en", ["President Zorb", "Dr. Lokey, Teb"], ["President Ríos", "Dr. Peña, Ana"]),
    ("es", ["Excmo. Sr. D. Juan Pérez"], ["Excmo. Sr. D. Ana Peña"]),
    ("es", ["Fco. Javier Gil"], ["A. Belén Peña"]),
    ("en", ["Agent 007"], ["Ana Peña"]),
    ("en", ["Mary Sm1th"], ["Ana Peña"]),
    ("es", ["De la Cruz", "DE LA CRUZ"], ["Van Peña", "VAN PEÑA"]),
]


@pytest.mark.parametrize(("language", "texts", "wanted"), READ)
def test_a_mention_keeps_its_structure(language: str, texts: list[str], wanted: list[str]) -> None:
    assert list(shown(language, *texts)) == wanted


GENDERS = [
    ("en", ["John Smith"], MALE),
    ("en", ["Mrs. Smith"], ""),
    ("en", ["Mrs. Smith", "Robin"], FEMALE),
    ("en", ["Malala Smith"], FEMALE),
    ("en", ["Zqrb Smith"], MALE),
    ("en", ["Мария Иванова"], FEMALE),
    ("en", ["J. Smith"], ""),
    ("en", ["Mrs. John Smith"], FEMALE),
    ("en", ["Mr. Ashley Jones"], MALE),
    ("en", ["my wife [Robin"], FEMALE),
    ("en", ["Robin|MALE_NAME"], MALE),
    ("en", ["Liz"], FEMALE),
    ("en", ["said [Smith"], ""),
    ("es", ["María José García"], FEMALE),
    ("es", ["José María García"], MALE),
    ("es", ["la doctora [García", "Reyes"], FEMALE),
    ("es", ["Dña. Reyes"], FEMALE),
    ("es", ["Jean-Pierre"], MALE),
]


@pytest.mark.parametrize(("language", "texts", "wanted"), GENDERS)
def test_gender(language: str, texts: list[str], wanted: str) -> None:
    assert sketch_of(mentions(*texts), Settings(language=language)).need.gender == wanted
    assert sketch_of(mentions(*texts), Settings(language=language, gender=False)).need.gender == ""


def test_an_attribute_tells_the_gender() -> None:
    marked = Mention("Jordan", "PERSON", attributes=(("gender", "FEMALE"),))
    assert sketch_of([marked], EN).need.gender == FEMALE


@pytest.mark.parametrize(("language", "text"), [("en", "Mr. Smith"), ("es", "la Dra. García")])
def test_titles_follow_a_gender_that_is_drawn(language: str, text: str) -> None:
    free = Settings(language=language, gender=False)
    found = {
        str(write_people(mentions(text), numbers(seed), free).texts[0]).rsplit(" ", 1)[0]
        for seed in range(40)
    }
    assert found == ({"Mr.", "Ms."} if language == "en" else {"la Dra.", "el Dr."})


def test_gender_is_an_invariant_only_where_it_is_kept() -> None:
    kept, free = (
        {one.name for one in declared(KIND, EN._replace(gender=gender))} for gender in (True, False)
    )
    assert kept - free == {"gender"}


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("gender", [FEMALE, MALE])
def test_drawn_names_have_the_gender(language: str, gender: str) -> None:
    other = MALE if gender == FEMALE else FEMALE
    for seed in range(200):
        found = identity_of(Need(gender, 1, short=1), language, seed)
        assert gender_of(flat_letters(found.givens[0]), language) != other
        assert set(found.shorts) == set(shorts(flat_letters(found.givens[0]), language))


def test_compound_names_exist() -> None:
    pairs = set(known("es")["names"][FEMALE])
    for seed in range(100):
        found = identity_of(Need(FEMALE, 2), "es", seed)
        assert " ".join(found.givens) in pairs
        assert " ".join(identity_of(Need(FEMALE, 2, "del"), "es", seed).givens) in {
            f"María {name}" for name in known("es")["names"]["linked"]["del"]
        }


def test_a_second_name_by_itself_has_the_gender_too() -> None:
    texts = mentions("María Antonia Ruiz", "Antonia")
    for seed in range(100):
        alone = write_people(texts, numbers(seed), ES).texts[1]
        assert gender_of(flat_letters(str(alone)), "es") != MALE


def test_particles_take_surnames_that_go_with_them() -> None:
    for seed in range(50):
        (text,) = write_people(mentions("Juan de los Ríos"), numbers(seed), ES).texts
        assert str(text).rsplit(" ", 1)[1] in known("es")["particles"]["de los"]


def test_an_equivalent_is_one() -> None:
    pairs = known("es")["equivalents"]["ca"]
    for seed in range(50):
        other, own = write_people(mentions("Jaume", "Jaime"), numbers(seed), ES).texts
        assert pairs[str(own)] == other


SAME_PLAN = [
    ("en", ["John Smith", "Mr. Smith", "JS"], ["Paul Jones", "Mr. Jones", "PJ"]),
    ("en", ["Elizabeth", "Liz"], ["Katherine", "Kate"]),
    ("en", ["Pat O'Brien"], ["Pat O'Connor"]),
    ("en", ["john.smith82@gmail.com|EMAIL_ADDRESS"], ["paul.jones17@gmail.com|EMAIL_ADDRESS"]),
    ("en", ["Laura", "L, A, U, R, A|SPELLING"], ["Megan", "M, E, G, A, N|SPELLING"]),
    ("es", ["María José García López"], ["Ana Isabel Ruiz Gil"]),
    ("es", ["Laura", "ele a u erre a|SPELLING"], ["Marta", "eme a erre te a|SPELLING"]),
    ("es", ["Juan de la Cruz", "<Ju-> Juan"], ["Luis de la Torre", "<Lu-> Luis"]),
]


@pytest.mark.parametrize(("language", "one", "other"), SAME_PLAN)
def test_the_law_depends_on_the_structure_alone(
    language: str, one: list[str], other: list[str]
) -> None:
    chosen = Settings(language=language)
    assert sketch_of(mentions(*one), chosen) == sketch_of(mentions(*other), chosen)
    for seed in range(5):
        assert (
            write_people(mentions(*one), numbers(seed), chosen).texts
            == write_people(mentions(*other), numbers(seed), chosen).texts
        )


_categories = st.sampled_from(
    ["PERSON", "SURNAME", "FEMALE_NAME", "EMAIL_ADDRESS", "USERNAME", "SPELLING", "TITLE", "DATE"]
)
_pieces = st.sampled_from(
    (
        *("Laura", "de", "la", "O'", "Mc", "M.ª", "D.", "y", " ", ", ", "-", "<", "->", "=", "+"),
        *("Paco", "double", "ele", "a", "L", "as in", "at", "arroba", "punto", "dot", "@", ".com"),
        *("9", "veinte", "Sr.", "and", "con acento", "ñ", "ª", "\u0301", "İ", "'s"),
    )
)
_texts = st.one_of(st.text(max_size=30), st.lists(_pieces, max_size=8).map(" ".join))
_made = st.builds(Mention, _texts, _categories, st.text(max_size=8), st.text(max_size=3))


@given(st.lists(_made, max_size=4), st.sampled_from(["en", "es"]), st.booleans())
@settings(max_examples=400, deadline=None)
def test_nothing_breaks_it(found: list[Mention], language: str, free: bool) -> None:
    chosen = Settings(language=language, gender=free, reserved=free)
    first = write_people(found, numbers(3), chosen)
    assert first == write_people(found, numbers(3), chosen)
    assert len(first.texts) == len(found)
    assert 0.0 <= least(found, chosen) <= 1.0
    assert reaches(found, chosen) in (True, False)


REACHED = [
    ("en", ["John Smith", "Smith", "J. Smith"], True),
    ("en", ["Robert Smith", "Bob"], True),
    ("en", ["Robert Smith", "Bert", "Bob"], True),
    ("en", ["Xyzzy Smith"], False),
    ("en", ["John Smith", "john.smith@gmail.com|EMAIL_ADDRESS"], False),
    ("es", ["José Manuel García", "GARCÍA"], True),
    ("es", ["Héctor Iñaki García"], False),
    ("es", ["Laura", "L de Lugo, A de Ávila, U, R, A|SPELLING"], True),
    ("es", ["Laura", "L de Lola, A de Ávila, U, R, A|SPELLING"], False),
    ("es", ["Jaume", "Jaime"], True),
]


@pytest.mark.parametrize(("language", "texts", "wanted"), REACHED)
def test_reaches(language: str, texts: list[str], wanted: bool) -> None:
    assert reaches(mentions(*texts), Settings(language=language)) is wanted


def test_what_is_reached_can_be_drawn() -> None:
    table = known("en")["particles"]["mc"]
    wanted = mentions("Mary Jane McGregor", "Mary Jane")
    assert reaches(wanted, EN)
    drawn = Counter(write_people(wanted, numbers(seed), EN).texts for seed in range(12000))
    assert drawn["Mary Jane McGregor", "Mary Jane"] > 0
    assert len(drawn) == len(table) * len(known("en")["names"][FEMALE])
    assert min(drawn.values()) > 12000 * least(wanted, EN) / 5


def test_least_is_a_lower_bound() -> None:
    texts = mentions("Mr. McGregor")
    assert least(texts, EN) == pytest.approx(1 / len(known("en")["particles"]["mc"]))
    shares = origin_table("en").weights()
    parts = [
        share * given_table("en", of, origin=one).pi_min * surname_table("en", "", one).pi_min
        for one, share in shares.items()
        for of in (FEMALE, MALE)
    ]
    assert least(mentions("J. Smith"), EN) == pytest.approx(0.5 * min(parts))


def test_people_have_names_of_their_origin() -> None:
    russian = set(surname_table("en", "", "russian").values)
    need = Need(FEMALE, 1, surnames=("",))
    drawn = [identity_of(need, "en", seed) for seed in range(3000)]
    firsts = {one.givens[0] for one in drawn if one.surnames[0] in russian}
    assert {"Svetlana", "Oksana", "Zoya"} & firsts
    assert "Fatima" not in firsts
    assert reaches(mentions("Svetlana Kuznetsov"), EN)
    assert not reaches(mentions("Svetlana Takahashi"), EN)


@pytest.mark.parametrize(
    ("need", "language"), [(Need(MALE, 3), "en"), (Need(FEMALE, 3), "es"), (Need("", 2), "en")]
)
def test_nobody_has_a_name_twice(need: Need, language: str) -> None:
    for seed in range(1500):
        names = identity_of(need, language, seed).givens
        assert len(set(names)) == need.givens
        flats = {flat_letters(name) for name in names}
        assert not any(flat_letters(form) in flats for one in flats for form in shorts(one, "en"))


@pytest.mark.parametrize("table", [Table.of("abcde"), Table.of({"a": 8, "b": 1, "c": 4, "d": 3})])
@pytest.mark.parametrize("taken", [set("b"), set("ad"), set("xz")])
def test_a_draw_beside_names_that_are_taken(table: Table, taken: set[str]) -> None:
    """None of the others gets less likely, so that the bound of the whole table holds."""
    size = 20_000
    counts = Counter(another(table, (at << 64) // size, taken) for at in range(size))
    for name, weight in table.weights().items():
        assert counts[name] == 0 if name in taken else counts[name] >= size * weight - 2
    assert another(table, 2**64 - 1, taken) in set(table.values) - taken
    assert another(Table(("a",)), 5, {"a"}) == "a"


def test_common_short_forms_are_used_more_often() -> None:
    need = Need(MALE, 1, short=1)
    drawn = [identity_of(need, "en", seed) for seed in range(3000)]
    forms = Counter(one.shorts[0] for one in drawn if one.givens == ("Michael",))
    assert forms["Mike"] > forms["Mick"] > forms["Micky"] > 0


def test_relatives_are_drawn_apart() -> None:
    """Two people who share a surname are two calls, which know nothing of each other."""
    surnames = [
        write_people(mentions(name), stream, EN).texts
        for stream in (numbers(1),)
        for name in ("John Smith", "Mary Smith")
    ]
    assert str(surnames[0][0]).split()[1] != str(surnames[1][0]).split()[1]


def test_numbers_are_consumed_alike_for_alike_structure() -> None:
    ends = []
    for texts in (["John Smith", "jsmith82|USERNAME"], ["Paul Jones", "pjones41|USERNAME"]):
        stream = itertools.count()
        write_people(mentions(*texts), stream, EN)
        ends.append(next(stream))
    assert ends[0] == ends[1]


def test_no_original_name_stays() -> None:
    texts = mentions("Zebulon Quarmby", "Quarmby", "zquarmby@tindlefax.com|EMAIL_ADDRESS", "Zeb")
    for seed in range(20):
        for text in write_people(texts, numbers(seed), EN).texts:
            assert "quarm" not in flat(str(text))
            assert "tindle" not in flat(str(text))


@pytest.mark.parametrize(
    ("marked", "new"),
    [
        ("Apellidos: [Hortaleza Diaz", "Pena Rios"),
        ("Apellidos: [Vicente García", "Peña Ríos"),
        ("Nombre de pila: [Rot", "Ana"),
        ("Nombre y apellidos: [Juan Pérez Gómez", "Ana Peña Ríos"),
        ("Paciente. Apellidos: [Vicente García", "Peña Ríos"),
    ],
)
def test_the_label_of_a_form_tells_which_names_follow(marked: str, new: str) -> None:
    assert shown("es", marked) == (new,)


@pytest.mark.parametrize(
    ("marked", "new"),
    [
        ("Jose Burón", "Ana Peña"),
        ("José Rodriguez", "Ana Pena"),
        ("Jose Rodriguez Betanco", "Ana Pena Rios"),
        ("Laura Gil Burgos", "Ana Peña Ríos"),
        ("Apellidos: [Gil Burgos", "Pena Rios"),
        ("Apellidos: [Gil Galán", "Peña Ríos"),
        ("Responsable: [Laura Gil", "Ana Peña"),
    ],
)
def test_a_name_without_its_accent_gives_one_without(marked: str, new: str) -> None:
    assert shown("es", marked) == (new,)
