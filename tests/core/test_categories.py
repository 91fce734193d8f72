"""The canonical categories and the label maps."""

from __future__ import annotations

from understudy.core.categories import UNKNOWN, ancestors, categories, label_maps
from understudy.languages import installed
from understudy.surrogates.public import PublicSource, has_public_source


def test_every_parent_is_a_category_and_no_lineage_is_a_circle() -> None:
    known = categories()
    for name, category in known.items():
        assert category.identifier in ("direct", "quasi")
        assert category.parent is None or category.parent in known
        lineage = list(ancestors(name, known))
        assert lineage[0] == name
        assert len(set(lineage)) == len(lineage)


def test_every_label_maps_to_a_category_or_to_nothing() -> None:
    known = categories()
    for labels in label_maps().values():
        assert all(not category or category in known for category in labels.values())


def test_the_unknown_is_a_direct_identifier_without_stand_ins() -> None:
    assert categories()[UNKNOWN].identifier == "direct"
    assert not has_public_source(categories()[UNKNOWN].draw)


def test_every_way_to_draw_has_two_values_or_more_in_every_language() -> None:
    for draw in {category.draw for category in categories().values() if category.draw}:
        assert has_public_source(draw)
        for language in installed():
            supports = PublicSource(draw).supports(language)
            assert all(support.size >= 2 for support in supports.values())
            if supports:
                assert PublicSource(draw).words(language).size >= 2


def test_ancestors_of_a_stranger() -> None:
    assert list(ancestors("NOBODY", categories())) == []
    assert list(ancestors("FEMALE_NAME", categories())) == ["FEMALE_NAME", "GIVEN_NAME", "PERSON"]
