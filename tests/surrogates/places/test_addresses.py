"""Street addresses: what of them is read, and names, floors and numbers as real towns have them."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from marked_mentions import mentions_of, stream
from written_places import least, reaches, write_places

from understudy.languages import get
from understudy.surrogates.dice import TargetDice
from understudy.surrogates.places.atlas import lookup, words_of
from understudy.surrogates.places.doors import door
from understudy.surrogates.places.ranges import ranged
from understudy.surrogates.places.streets import pieces
from understudy.surrogates.places.tables import least_street, road_of, streets
from understudy.surrogates.settings import Settings

SEEDS = range(25)


def _street(text: str, seed: int, language: str = "es") -> str:
    marked = mentions_of(f"[{text}|STREET_ADDRESS]")
    (new,) = write_places(marked, stream(seed), Settings(language)).texts
    assert new is not None
    return new


def _kinds(text: str, language: str = "es") -> list[tuple[str, str]]:
    return [(one.kind, one.text) for one in pieces(text, language) if one.kind != "kept"]


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("Av. Real, 70 5º Iz", r"Av\. .+, [1-9]\d [1-9]º (Iz|Dch)"),
        ("C/ Real 5, 2º Izqda", r"C/ .+ [1-9], [1-9]º (Izqda|Dcha)"),
        ("C/ Real 5, 2º drcha", r"C/ .+ [1-9], [1-9]º (drcha|izda)"),
        ("C/ Real 5 ext.", r"C/ .+ [1-9] (ext|int)\."),
        ("C/ Real 5, Pral. 2ª", r"C/ .+ [1-9], (Pral|Entlo)\. [1-9]ª"),
        ("C/ Real 5, Ptal. 2, Blq. 3", r"C/ .+ [1-9], Ptal\. [1-9], Blq\. [1-9]"),
        ("C/ Real 5, At. 2", r"C/ .+ [1-9], At\. [1-9]"),
        ("C/ Real no 13, 2o", r"C/ .+ no [1-9]\d, [1-9]o"),
        ("C/ Real 5, 7mo D", r"C/ .+ [1-9], ([13]ro|2do|[456]to|7mo|8vo|9no) [A-F]"),
        ("C/ Real 5, 1er piso", r"C/ .+ [1-9], ([13]er|2do|[456]to|7mo|8vo|9no) piso"),
        ("C/ Real 5, 3ra", r"C/ .+ [1-9], ([13]ra|2da|[456]ta|7ma|8va|9na)"),
        ("C\\Real, 4", r"C\\.+, [1-9]"),
        ("C/ Real n º 4", r"C/ .+ n º [1-9]"),
        ("CRT. Carretera Vieja s/n", r"CRT\. .+ s/n"),
        ("Cra. 15a #26", r"Cra\. [1-9]\d[a-f] #[1-9]\d"),
        ("Av. Real 1976, #4598 AD", r"Av\. .+ [1-9]\d{3}, #[1-9]\d{3} [A-F]{2}"),
        ("Antiguo Camino Real 320", r"Antiguo Camino .+ [1-9]\d\d"),
        ("Camino Viejo de Zamora 12", r"Camino Viejo de.* [1-9]\d"),
        ("Polígono Industrial Las Eras nave 4", r"Polígono Industrial .+ nave [1-9]"),
        ("Ctra. de Zamora Km 12,500", r"Ctra\. de .+ Km [1-9]\d,\d{3}"),
        ("Paseo Font d´en Fargues, 119", r"Paseo [^´]+, [1-9]\d\d"),
    ],
)
def test_the_words_of_an_address_stay(text: str, shape: str) -> None:
    for seed in SEEDS:
        assert re.fullmatch(shape, _street(text, seed))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Calle Casa Blanca 3", "Casa Blanca"),
        ("Plaza Centro, 5", "Centro"),
        ("Calle del Centro 4", "del Centro"),
        ("Calle de la Puerta 5", "de la Puerta"),
        ("Calle Primero de Mayo, 3", "Primero de Mayo"),
        ("Avenida 9 de Julio 1200", "9 de Julio"),
        ("Calle del Dr. Esquerdo, 46", "del Dr. Esquerdo"),
        ("Ibarra kalea, 5", "Ibarra"),
        ("Calle de la Font d´en Fargues", "de la Font d´en Fargues"),
    ],
)
def test_a_name_is_read_whole(text: str, name: str) -> None:
    assert [said for kind, said in _kinds(text) if kind in ("street", "name")] == [name]


@pytest.mark.parametrize("text", ["Ctra. km 5", "Calle nº 3", "C/ no 3", "Calle N. º 3"])
def test_a_sign_behind_the_type_is_no_name(text: str) -> None:
    assert [kind for kind, _ in _kinds(text)] == ["digits"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Calle Gregorio Izquierdo 12", "Gregorio Izquierdo"),
        ("calle gregorio izquierdo", "gregorio izquierdo"),
        ("Calle Izquierdo 12, 2º", "Izquierdo"),
        ("Plaza del Dr. Izquierdo", "del Dr. Izquierdo"),
        ("Calle Gregorio Derecho, 4", "Gregorio Derecho"),
        ("Calle Nave 2", "Nave"),
        ("C/ Nave", "Nave"),
        ("Calle Bajos 3", "Bajos"),
        ("Calle de la Nave, 2", "de la Nave"),
        ("Calle Ana Casa 3", "Ana Casa"),
        ("Calle Ana Bajo Mora 3", "Ana Bajo Mora"),
        ("Urb. Casa 3", "Casa"),
        ("Calle Primero", "Primero"),
        ("Calle Apto", "Apto"),
    ],
)
def test_a_unit_without_a_number_before_it_is_of_the_name(text: str, name: str) -> None:
    assert _kinds(text)[0] == ("street", name)
    assert all(kind != "choice" for kind, _ in _kinds(text))
    for seed in SEEDS:
        assert name.rsplit(maxsplit=1)[-1].lower() not in _street(text, seed).lower().split()


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Calle Real bloque 2 piso 3", ["street", "digits", "floor"]),
        ("CALLE REAL BLOQUE C", ["street", "letter"]),
        ("Calle Real código postal 28001", ["street", "postal"]),
        ("Polígono Las Eras nave 4", ["street", "digits"]),
        ("Calle Real s/n bajo", ["street", "choice"]),
        ("C/ Real 5, 2º izquierdo", ["street", "digits", "floor", "choice"]),
        ("C/ Real 5, 2o derecho", ["street", "digits", "floor", "choice"]),
        ("Gregorio Izquierdo 12", ["name", "digits"]),
    ],
)
def test_a_unit_behind_a_name(text: str, kinds: list[str]) -> None:
    assert [kind for kind, _ in _kinds(text)] == kinds


@pytest.mark.parametrize("town", ["Estrada", "Praza", "Rua", "Ronda", "Rambla", "Antigua Calzada"])
def test_a_type_with_no_name_behind_another_street_is_a_town(town: str) -> None:
    assert _kinds(f"Calle Colón 5, {town}")[-1] == ("name", town)
    for seed in SEEDS:
        assert not {*town.split()} & {*_street(f"Calle Colón 5, {town}", seed).split()[2:]}


def test_a_street_with_a_number_for_its_name_may_be_the_second() -> None:
    assert [kind for kind, _ in _kinds("Edificio Real, Calle 10 #12")][-2:] == ["digits"] * 2
    assert _kinds("Flat 4, Highway 61", "en") == [("digits", "4"), ("digits", "61")]


@pytest.mark.parametrize("text", ["Estrada", "Carretera", "Rambla", "Praza"])
def test_what_a_street_is_drawn_from_does_not_depend_on_its_name(text: str) -> None:
    for seed in range(60):
        assert _street(f"Calle {text} 5", seed) == _street("Calle Mora 5", seed)
        assert _street(f"Calle de {text} 5", seed) == _street("Calle de Mora 5", seed)
    marked = [mentions_of(f"[Calle {one} 5|STREET_ADDRESS]") for one in (text, "Mora")]
    assert least(marked[0], Settings("es")) == least(marked[1], Settings("es"))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Calle Antigua de Mora 3", "Antigua de Mora"),
        ("Plaza Nueva de Zarzo", "Nueva de Zarzo"),
        ("Calle Industrial Pérez", "Industrial Pérez"),
        ("Calle Residencial Pinos 3", "Residencial Pinos"),
        ("Calle Prolongación de Mora", "Prolongación de Mora"),
        ("Ctra. Vieja de Mora", "de Mora"),
        ("Antigua Ctra. de Mora", "de Mora"),
        ("Urb. Residencial Los Pinos 4", "Los Pinos"),
        ("Prolongación Calle Mora 3", "Mora"),
    ],
)
def test_words_such_as_old_stay_beside_roads_alone(text: str, name: str) -> None:
    assert _kinds(text)[0] == ("street", name)


def test_the_number_of_a_road_is_drawn_with_its_letters() -> None:
    for text in ("Ctra. N-340 km 12,3", "Autovía de Lugo AP-6, Km 9"):
        shape = re.sub(r"de Lugo", ".+", re.sub(r"\d", r"\\d", re.sub("N|AP", _letters, text)))
        for seed in SEEDS:
            assert re.fullmatch(shape, _street(text, seed))
    kinds = ["letter", "digits", "digits", "metres"]
    assert [kind for kind, _ in _kinds("Ctra. N-340 km 12,3")] == kinds
    assert [kind for kind, _ in _kinds("Ctra. N-340, 12")] == ["letter", "digits", "digits"]


def _letters(match: re.Match[str]) -> str:
    return "[A-F]" * len(match[0])


def test_ordinals_with_a_point_stay() -> None:
    for seed in SEEDS:
        new = _street("C/ Real 5, 3.o D, 2.a", seed)
        assert re.fullmatch(r"C/ .+ [1-9], [1-9]\.o [A-F], [1-9]\.a", new)


def test_names_of_streets_have_their_small_words() -> None:
    names = words_of("es")["street_names"]["northern"].split("|")
    assert "de la Princesa" in names
    assert not {"de Princesa", "de Wifred"} & {*names}


def test_a_street_without_its_type_gets_none_where_it_has_no_number() -> None:
    for seed in SEEDS:
        assert not re.match(r"Calle\b", _street("Altos de Zarza, s/n", seed))
        assert re.fullmatch(r"[^,]+, [1-9]\d\d", _street("Sant Pere i Claret, 167", seed))


def test_a_name_in_small_letters_stays_so() -> None:
    for seed in SEEDS:
        new = _street("Calle la zarza 56, 3A", seed)
        assert new.startswith("Calle ")
        assert new[6:].split(" 5")[0].rsplit(" ", 2)[0].islower()


@pytest.mark.parametrize("text", ["5-7", "340-350", "98-100", "1 y 3", "12 - 14", "1200-1260"])
def test_a_range_rises_and_keeps_its_length(text: str) -> None:
    for seed in range(60):
        new = _street(f"C/ Mayor, {text}", seed).rsplit(", ", 1)[1]
        low, high = map(int, re.findall(r"\d+", new))
        assert low < high
        assert [len(run) for run in re.findall(r"\d+", new)] == [
            len(run) for run in re.findall(r"\d+", text)
        ]
        assert re.sub(r"\d+", "", new) == re.sub(r"\d+", "", text)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        (["5", "-", "7"], ["5-7"]),
        (["1", " ", "y", " ", "3"], ["1 y 3"]),
        (["7", "-", "5"], ["7-5"]),
        (["12", "-", "5"], ["12", "-", "5"]),
        (["12", "-", "05"], ["12", "-", "05"]),
        (["#", "10", "-", "20"], ["#", "10", "-", "20"]),
        (["1", "-", "2", "-", "3"], ["1", "-", "2", "-", "3"]),
        (["10000", "-", "20000"], ["10000", "-", "20000"]),
        (["3", "-"], ["3", "-"]),
    ],
)
def test_ranges(text: list[str], tokens: list[str]) -> None:
    assert ranged(text, "es") == tokens


def test_the_end_of_a_range_is_bounded() -> None:
    for text in ("5-7", "12-14", "98-100", "340-350"):
        marked = mentions_of(f"[C/ Mayor {text}|STREET_ADDRESS]")
        assert 0 < least(marked, Settings("es")) < least_street("es")
        assert reaches(marked, Settings("es"))
    assert _street("C/ Mayor 5-7", 3) == _street("C/ Real 3-1", 3)


def test_small_figures_behind_the_house_are_floors() -> None:
    assert _kinds("C/ Mayor 12, 10 B")[1:] == [("digits", "12"), ("floor", "10"), ("letter", "B")]
    assert _kinds("C/ Mayor nº 3")[1:] == [("digits", "3")]
    assert _kinds("Ctra. de Lugo km 12,500")[1:] == [("digits", "12"), ("metres", "500")]
    assert _kinds("Flat 4, 12 Elm Rd", "en") == [
        ("digits", "4"),
        ("digits", "12"),
        ("street", "Elm"),
    ]
    assert get("es").streets.floors([("kept", "s/n"), ("digits", "3"), ("digits", "300")]) == [
        "kept", "floor", "digits"
    ]  # fmt: skip


def test_houses_are_low_and_have_few_doors() -> None:
    new = [_street("C/ Mayor 12, 10 B", seed) for seed in range(200)]
    floors = [int(one.rsplit(", ", 1)[1].split()[0]) for one in new]
    assert all(10 <= floor < 30 for floor in floors)
    assert sum(floor < 15 for floor in floors) > 120
    doors = Counter(one[-1] for one in new)
    assert set(doors) <= set("ABCDEF")
    assert doors["A"] > doors["E"] + doors["F"]
    low = [int(_street("C/ Mayor 12, 3", seed)[-1]) for seed in range(200)]
    assert sum(floor < 5 for floor in low) > 110
    assert {*low} == set(range(1, 10))


def test_most_kilometres_go_by_hundreds_of_metres() -> None:
    new = [_street("Ctra. de Lugo km 12,500", seed) for seed in range(100)]
    assert sum(one.endswith("00") for one in new) > 65


@pytest.mark.parametrize("text", ["Ctra. Zafra - Llerena", "Carretera de Lugo s/n"])
def test_a_road_leads_to_a_town(text: str) -> None:
    for seed in SEEDS:
        new = re.sub(r"^(Ctra\.|Carretera de) | s/n$", "", _street(text, seed))
        for end in new.split(" - "):
            assert any(one.kind == "city" and one.country == "ES" for one in lookup(end, "es"))


@pytest.mark.parametrize(
    ("text", "group"),
    [
        ("Carrer de la Creu, 3", "northern"),
        ("Avinguda d'Aragó 3", "northern"),
        ("Rúa do Castro, 3", "western"),
        ("Ibarra kalea, 3", "basque"),
    ],
)
def test_the_language_of_the_type_is_that_of_the_name(text: str, group: str) -> None:
    listed = words_of("es")["street_names"][group].split("|")
    for seed in SEEDS:
        words = re.sub(r"^(Carrer|Avinguda|Rúa) | kalea|,? \d$", "", _street(text, seed))
        assert words in listed


@pytest.mark.parametrize("road", ["", *words_of("es")["street_kinds"]])
@pytest.mark.parametrize("outside", ["", "de la ", "del "])
@pytest.mark.parametrize("joined", [False, True])
def test_no_street_of_any_type_is_rarer_than_the_bound(
    joined: bool, outside: str, road: str
) -> None:
    table = streets("es", joined=joined, outside=outside, road=road)
    assert table.pi_min >= least_street("es")
    assert all(table.values)


def test_types_have_their_groups() -> None:
    assert road_of(["Ctra.", " ", "de Lugo"], "es") == "towns"
    assert road_of(["Calle", " ", "de Lugo"], "es") == ""
    assert road_of(["Elm", " ", "Road"], "en") == ""


@pytest.mark.parametrize("language", ["en", "es"])
def test_streets_are_named_after_many_things(language: str) -> None:
    known = words_of(language)
    assert sum(known["street_shares"].values()) == 100
    for listed in known["street_names"].values():
        names = listed.split("|")
        assert len(names) == len(set(names))
        assert all(name == name.strip() and name for name in names)
    text = "C/ Mayor 3" if language == "es" else "3 Main Street"
    new = {_street(text, seed, language)[:-2] for seed in range(400)}
    assert len(new) > 250


def test_an_article_may_be_left_of_the_small_words() -> None:
    table = streets("es", joined=False).weights()
    assert table["Fuente"] > table["la Fuente"] > 0
    assert table["la Fuente"] == pytest.approx(table["La Fuente"])
    assert "el Doctor Fleming" not in table
    assert not any(name.startswith(("de ", "del ", "d'", "dels ")) for name in table)


def test_an_ordinal_is_written_in_capitals_too() -> None:
    seven = TargetDice({("floor", 0): "7"})
    assert door("nth", "1ra", "", "upper", 0, seven, "es") == "7MA"
    assert door("nth", "1er", "", "lower", 0, seven, "es") == "7mo"
