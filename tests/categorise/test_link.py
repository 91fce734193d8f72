"""Mentions of one person share a key, and nobody else's do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.categorise.link import link
from understudy.core.types import Document, Span
from understudy.languages.names import near, spelt_word


def keys(*mentions: tuple[str, str] | str) -> list[str]:
    """The keys of mentions that stand in one document, people where no category is named."""
    text, found = "", []
    for mention in mentions:
        value, category = (mention, "PERSON") if isinstance(mention, str) else mention
        found.append((Span(len(text), len(text) + len(value), category), category))
        text += value + " . "
    return link(Document("d", text, "en"), found)


@pytest.mark.parametrize(
    "mentions",
    [
        ("John Smith", "Smith", "JOHN", "john smith"),
        ("Smith", "John Smith"),
        ("Elizabeth Tanner", "Liz", "Beth Tanner"),
        ("Francisco Robledo Arce", "Paco Robledo", "Fran", "Robledo"),
        ("José Manuel Zamora", "Chema", "Zamora"),
        ("Francisco", "Paco"),
        ("María Pérez", "Maria Perez", "María's"),
        ("Walter Kowalczyk", "Kowalczky", "Kowalzyk"),
        ("Dr. Farrow", "Farrow"),
        ("Marisol Vega Ruiz", "Marisol Vega", "Vega"),
        ("Smith, John", "John Smith"),
        ("John A. Smith", "Smith, John", "SMITH, J.", "J. Smith", "Smith, Dr. John"),
        ("María del Carmen Etxeberria", "Carmen"),
        ("José Antonio Ruiz Pla", "Antonio"),
        ("Walter Kowalczyk", "Walter Kowalzyk"),
        ("Walter Kowalczyk", "Wolter Kowalczyk"),
        ("Walter Kowalczyk", "W. Kowalczky"),
    ],
)
def test_one_person(mentions: tuple[str, ...]) -> None:
    assert len(set(keys(*mentions))) == 1


@pytest.mark.parametrize(
    "mentions",
    [
        ("John Smith", "Mary Smith"),
        ("John", "Mary"),
        ("María José Escudero", "José"),
        ("Anna", "Anne"),
        ("John Smith", "John Brown"),
        ("Smith, John", "Smith, Mary"),
        ("Walter Kowalczyk", "Wolter Kowalzyk"),  # one word at least is spelt alike
    ],
)
def test_two_people(mentions: tuple[str, ...]) -> None:
    assert len(set(keys(*mentions))) == len(mentions)


def test_an_ambiguous_surname_means_who_was_mentioned_last() -> None:
    john, smith, mary, again = keys("John Smith", "Smith", "Mary Smith", "Smith")
    assert (smith, again) == (john, mary)
    assert john != mary


def test_an_initial_that_is_a_title_elsewhere_is_an_initial() -> None:
    desmond, zorabel, initial = keys("Desmond Quill", "Zorabel Quill", "D. Quill")
    assert initial == desmond != zorabel


def test_the_longest_mention_names_the_key() -> None:
    assert keys("Liz", "Elizabeth Tanner") == ["elizabeth tanner"] * 2


def test_values_that_link_to_nothing_keep_their_folded_text() -> None:
    assert keys("John  SMITH", ("Boston", "LOCATION"), "Mary") == ["john smith", "boston", "mary"]


def test_signs_are_no_names_and_no_trouble() -> None:
    assert keys("?", "1", "John's", "mr") == ["?", "1", "john's", "mr"]


def test_given_keys_stay() -> None:
    text = "John Smith Smith"
    found = [(Span(0, 10, "PERSON", key="k"), "PERSON"), (Span(11, 16, "PERSON"), "PERSON")]
    assert link(Document("d", text, "en"), found) == ["k", "smith"]


@pytest.mark.parametrize(
    ("name", "spelling"),
    [
        ("Laura Iglesias", "ele, a, u, erre, a"),
        ("Gwendolyn Pruitt", "P R U I T T"),
        ("Gwendolyn Pruitt", "P as in Peter, R, U, I, double T"),
        ("Wenceslao Duque", "uve doble, E, N, C, E, S, L, A, O"),
        ("Laura", "L de Lugo, A, U, R de Roma, A"),
    ],
)
def test_a_spelling_has_the_key_of_what_it_spells(name: str, spelling: str) -> None:
    person, spelt = keys(name, (spelling, "SPELLING"))
    assert spelt == person


def test_a_spelt_place() -> None:
    place, spelt = keys(("Úbeda", "LOCATION"), ("U, B de Burgos, E, D, A", "SPELLING"), "Ana")[:2]
    assert spelt == place


def test_two_names_in_an_address_are_one_person() -> None:
    user, surname, given, other = keys(("@lars_whyte", "USERNAME"), "Whyte", "Lars", "Nils")
    assert user == surname == given != other
    mail, *two = keys(("nils.whyte@example.com", "EMAIL_ADDRESS"), "Whyte", "Lars")
    assert mail == two[0] != two[1]


def test_words_are_no_spelling() -> None:
    assert spelt_word("two of them", "es") == ""
    assert spelt_word("eme e de erre a ene o", "es") == "medrano"
    assert spelt_word("l de lugo a u", "es") == "lau"


def test_addresses_built_from_a_name() -> None:
    person, mail, said, user, other = keys(
        "Yolanda Price",
        ("yolanda_price@example.com", "EMAIL_ADDRESS"),
        ("Yolanda underscore Price at example dot com", "EMAIL_ADDRESS"),
        ("yprice82", "USERNAME"),
        ("y.price@work.example", "EMAIL_ADDRESS"),
    )
    assert mail == said == user == person
    assert other not in (person, "y.price@work.example")


@pytest.mark.parametrize(
    ("people", "written", "owner"),
    [
        (("Pedro Llamazares", "Covadonga Llamazares"), "covallamazares@x.es", 1),
        (("Covadonga Llamazares", "Pedro Llamazares"), "covallamazares@x.es", 0),
        (("Covadonga Gil", "Luis Paz"), "covagil@x.es", 0),
        (("Covadonga Llamazares", "Luis Paz"), "covallam@x.es", 0),
        (("Katherine O'Donnell", "Luis Paz"), "kathodonnell@x.es", 0),
        (("Marta Coll", "Luis Paz"), "marcos@x.es", -1),
        (("Covadonga Gil", "Covadonga Gilabert"), "covagi@x.es", -1),
    ],
)
def test_an_address_of_beginnings_is_of_whom_they_begin(
    people: tuple[str, ...], written: str, owner: int
) -> None:
    *named, mail = keys(*people, (written, "EMAIL_ADDRESS"))
    assert (mail in named) is (owner >= 0)
    assert owner < 0 or mail == named[owner]


def test_an_address_of_nobody_keeps_its_own_key() -> None:
    written, said = keys(
        ("info@shop.example", "EMAIL_ADDRESS"), ("info at shop dot example", "EMAIL_ADDRESS")
    )
    assert written == said == "info@shop.example"


@given(st.text("abc", min_size=6, max_size=9), st.data())
def test_near_finds_every_single_slip(word: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(word) - 2))
    slips = (
        word[:at] + "z" + word[at + 1 :],
        word[:at] + "z" + word[at:],
        word[:at] + word[at + 1] + word[at] + word[at + 2 :],
    )
    assert all(near(word, slip) and near(slip, word) for slip in slips)
    assert not near(word, word[:at] + "zyx" + word[at:])


NAMES = st.lists(
    st.sampled_from(["Ann", "Annie", "Robert", "Bob", "Smith", "Smyth", "Delgado", "Delgadoo"]),
    min_size=1,
    max_size=3,
).map(" ".join)


@given(st.lists(NAMES, max_size=8))
def test_linking_is_deterministic_and_joins_equal_full_names(mentions: list[str]) -> None:
    first = keys(*mentions)
    assert first == keys(*mentions)
    full = {mention: key for mention, key in zip(mentions, first, strict=True) if " " in mention}
    for mention, key in zip(mentions, first, strict=True):
        if mention in full:
            assert key == full[mention]
    assert set(first) <= {mention.lower() for mention in mentions}


def linked(marked: str, language: str = "en") -> list[str]:
    """The keys of the people in braces."""
    text, found = "", []
    for piece in marked.split("{"):
        value, brace, rest = piece.partition("}")
        if brace:
            found.append((Span(len(text), len(text) + len(value), "PERSON"), "PERSON"))
        text += value + rest
    return link(Document("d", text, language), found)


@pytest.mark.parametrize(
    ("text", "language", "people"),
    [
        ("{Ann Kowal}, née {Lind}, won as {Ann Lind}; {Adam Kowal} did not.", "en", "aaab"),
        ("{Denise Tarr} (now {Denise Pruitt}) testified. Ms. {Pruitt} left.", "en", "aaa"),
        ("{Marta Gil}, de soltera {Ruiz}. La Sra. {Ruiz} firmó.", "es", "aaa"),
        ("Name is {lakshmi}, last name {raghun}.", "en", "aa"),
        ("{Ann Lee} met {Eve Park}, now {Rob Hill} too.", "en", "abc"),
        ("{Sara K} or {Sara P}? {Sara Patel}.", "en", "abb"),
        ('{Benny Cruz} a.k.a. "{Lil Ben}", fled.', "en", "aa"),
        ("{Carla Lind} has a child, {Astrid}, born here. {Carla} moved.", "en", "aba"),
        ("{Leon March} met {Gina Pul}. {March} left. So did {Gina March Pul}.", "en", "abab"),
        ("Mr. {Adeyemi} ({Femi}) will chair.", "en", "aa"),
        ("My grandmother {Edna} ({née Park}); {Edna Stubbs}.", "en", "aaa"),
        ("{Saturnino Abad} y {Satur Abad}; {Carla Gil} y {Carl Gil}.", "es", "aabc"),
        ("{Dieguito Lobo} y {Diego}.", "es", "aa"),
        ("{Rosa Acht}. Son {Wim Acht} came. Mrs {Acht}'s room.", "en", "aba"),
        ("{Wim Acht} came. His wife {Rosa Acht} did. Mr {Acht} left.", "en", "aba"),
        ("{Zahra Idrissi}. Su hijo {Yusuf Idrissi}. La Sra. {Idrissi} reside aquí.", "es", "aba"),
        ("Mr {Bell Acht} left. Mrs {Acht} stayed.", "en", "ab"),
        ("{Tobias Gruen} and {Toby}; {Vikram Seth} and {Vik}.", "en", "aabb"),
        ("{Annabel Seth} and {Ann}.", "en", "ab"),
        ("{Alba Moreno} y {Albita}; {Juan Gil} y {Juanito}.", "es", "aabb"),
        ("{Guadalupe Mora} o {Lupita}.", "es", "aa"),
        ("Mr. {Acht} is ill. Wife, {Linda}, came. {Linda Acht} is his proxy.", "en", "abb"),
        ("For Mr & Mrs {Acht}. Contact: {Gerald Acht}.", "en", "ab"),
        ("La Sra. {Idrissi} llamó. Firma {Javier Idrissi}.", "es", "ab"),
        ("Mr. {Acht} is ill. Contact: {Robin Acht}.", "en", "aa"),
        ("{John}'s twin brothers {Jack} and {Luke} left.", "en", "abc"),
        ("{Francisco} y su hermano {Paco} viven aquí.", "es", "ab"),
        ("My brother {Jack} rang. {John} is at home.", "en", "aa"),
    ],
)
def test_who_is_meant_by_the_words_around(text: str, language: str, people: str) -> None:
    keys_found = linked(text, language)
    same = {(one, other) for one in range(len(people)) for other in range(one)}
    wrong = [
        pair
        for pair in same
        if (people[pair[0]] == people[pair[1]]) != (keys_found[pair[0]] == keys_found[pair[1]])
    ]
    assert not wrong, keys_found


def test_another_name_before_a_surname_tells_no_gender() -> None:
    """A mark beside a name is private: a surname "King" there is no title of the next."""
    one = linked("{Ann Lee} and {Bob Lee}. {King} {Lee} left.")
    other = linked("{Ann Lee} and {Bob Lee}. {Zqng} {Lee} left.")
    assert one[3] == other[3]
