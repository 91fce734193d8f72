"""The name of an organization taken apart."""

from __future__ import annotations

import pytest

from understudy.surrogates.organizations.parse import Raw, label_of, parsed, parsed_product


def _shown(part: Raw) -> str:
    """``link+article kind/order <name> legal``, without what is not there."""
    kind = f"{part.kind}/{part.order}" if part.kind else ""
    legal = f"{',' if part.comma else ''}{part.legal}"
    link = f"{part.link.strip() or '_'}+" if part.link else ""
    said = (link + part.article, kind, f"<{part.name}>" if part.words else "", legal)
    return " ".join(piece for piece in said if piece)


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Acme", "en", "<Acme>"),
        ("Acme Ltd", "en", "<Acme> Ltd"),
        ("Acme, Inc.", "en", "<Acme> ,Inc."),
        ("ACME INC.", "en", "<ACME> Inc."),
        ("Larkfield Water Company", "en", "water company/after <Larkfield>"),
        ("General Motors", "en", "motors/after <General>"),
        ("Bank of the West", "en", "bank/of <the West>"),
        ("Center for Science", "en", "center/for <Science>"),
        ("the Wexley Grammar School", "en", "the grammar school/after <Wexley>"),
        ("New York City Police Department", "en", "police department/after <New York City>"),
        ("Supreme Court", "en", "supreme court/alone"),
        ("Supreme Court (Oberster Gerichtshof)", "en", "supreme court/alone"),
        ("United", "en", "<United>"),
        ("Hotel Larkspur", "en", "hotel/before <Larkspur>"),
        ("Smith & Sons", "en", "& sons/after <Smith>"),
        (
            "Faculty of Law of the Wexley City College",
            "en",
            "faculty/of <Law> | of the+ city college/after <Wexley>",
        ),
        ("Directorate of State Roads", "en", "directorate/of <State Roads>"),
        ("Harvard Medical School, Boston", "en", "medical school/after <Harvard>"),
        ("Hospital Universitario La Fe", "es", "hospital universitario/before <La Fe>"),
        ("Universidad de Granada", "es", "universidad/de <Granada>"),
        ("Museo del Prado", "es", "museo/de <Prado>"),
        ("Transportes Pérez, S.L.", "es", "transportes/before <Pérez> ,S.L."),
        ("Iberia Seguros", "es", "seguros/after <Iberia>"),
        ("La Caixa", "es", "La <Caixa>"),
        ("Fondo Nacional del Café", "es", "<Fondo Nacional del Café>"),
        ("Instituto Nacional de Seguridad", "es", "instituto nacional/de <Seguridad>"),
        (
            "Servicio de Pediatría del Hospital La Paz",
            "es",
            "servicio/de <Pediatría> | del+ hospital/before <La Paz>",
        ),
        ("el banco", "es", "el banco/alone"),
    ],
)
def test_a_name_is_taken_apart(text: str, language: str, expected: str) -> None:
    assert " | ".join(map(_shown, parsed(text, language))) == expected


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Galaxy S21 Pro", "en", ("", "pro", "S21")),
        ("Windows 10.1", "en", ("", "", "10.1")),
        ("tarifa Ballena 50", "es", ("tarifa", "", "50")),
        ("seguro de hogar", "es", ("seguro", "", "")),
        ("plan", "en", ("", "", "")),
    ],
)
def test_a_product_is_taken_apart(text: str, language: str, expected: tuple[str, str, str]) -> None:
    raw, grade, figure = parsed_product(text, language)
    assert (raw.kind, grade, figure) == expected


@pytest.mark.parametrize(
    ("name", "language", "label"),
    [
        ("Calder & Finch Insurance", "en", "calderfinch"),
        ("Harper's Bakery", "en", "harper"),
        ("Clínica San Anselmo", "es", "sananselmo"),
        ("the Court", "en", "thecourt"),
    ],
)
def test_the_label_of_a_domain(name: str, language: str, label: str) -> None:
    assert label_of(name, language) == label
