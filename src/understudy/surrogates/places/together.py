"""What holds between the places of a scope: their countries, towns with the name of their region,
and short names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from understudy.surrogates.places.scene import Scene
from understudy.surrogates.places.site import Site
from understudy.surrogates.places.words import shortened

__all__ = ["codes_of", "country_of", "eponymous", "longer"]

_SPACE = re.compile(" ")


def codes_of(scene: Scene) -> Iterator[str]:
    """The countries of a scope in text order, each once."""
    seen: dict[str, None] = {}
    for row in scene.sites:
        for site in row:
            if site.kind == "country":
                seen[site.known.country if site.known else f"?{site.key}"] = None
            elif site.area >= 0:
                seen[country_of(scene, site)] = None
            elif site.kind == "coordinates":
                seen[scene.home] = None
    yield from seen


def country_of(scene: Scene, site: Site) -> str:
    """The country that a place lies in, by its area."""
    return scene.areas[site.area].country or scene.home


def eponymous(scene: Scene) -> dict[int, str]:
    """The areas with a town of their region's name, both of which are mentioned."""
    sites = [site for row in scene.sites for site in row]
    towns = {(site.area, site.key) for site in sites if site.kind == "city"}
    named = {(site.area, site.key) for site in sites if site.kind == "region"}
    return dict(sorted(towns & named))


def longer(scene: Scene, language: str) -> dict[str, str]:
    """Towns that are mentioned by the beginning of a longer name: "Jerez" of "Jerez de la …"."""
    keys = {site.key: None for row in scene.sites for site in row if site.kind == "city"}
    sizes = {len(key) for key in keys}
    found: dict[str, str] = {}
    for long in keys:  # its beginnings are looked up: to try each town with each takes too long
        for space in _SPACE.finditer(long):
            at = space.start()
            if at in sizes and long[:at] in keys and shortened(language).match(long[at:]):
                found[long[:at]] = long
    return {short: found[short] for short in keys if short in found}
