"""What a policy declares of a document's mentions, and in which fields two documents differ.

Coherent stand-ins promise ε = 0 between documents with the same sketches, and nothing between
others. So the judge must know the sketches: they are read as the strategy reads them,
and compared field by field. Stand-ins whose sketches are equal must have one law, whatever else of
the document differs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from understudy.core.errors import UsageError
from understudy.core.types import Document, Entity
from understudy.pipeline import Pipeline
from understudy.replace.base import language_of
from understudy.replace.surrogate.bundles import DATED, Gathered, View, gathered
from understudy.replace.surrogate.declared import SPELT, YEARS
from understudy.replace.surrogate.families import has_surname, names_in, shared_places
from understudy.replace.surrogate.joining import spelt_name
from understudy.replace.surrogate.lending import lent_place
from understudy.replace.surrogate.ordering import lands_shown, usual_order
from understudy.replace.surrogate.staying import reason_to_stay
from understudy.replace.surrogate.strategy import SurrogateReplacement
from understudy.replace.surrogate.writers import KIND_OF
from understudy.surrogates.dates.order import in_figures
from understudy.surrogates.dice import Least
from understudy.surrogates.kernel import Kind, declared
from understudy.surrogates.organizations.sketch import AFTER_PERSON
from understudy.surrogates.people.sketch import Respelling
from understudy.surrogates.people.spelling import read_respelling
from understudy.surrogates.public import PublicSource

__all__ = ["LINKED", "Difference", "Sketched", "difference", "sketched", "strategy_of"]

LINKED = "which mentions there are, and which belong together"
_SHARED = "which of several names people and organizations share"
_STAYS = "words of public lists that stay"
_FORM = "form of what is drawn by itself"


_Names = tuple[tuple[int, int, bool], ...]
"""Which name of one is which of the other, by their places, and whether in the plural."""


class Thing(NamedTuple):
    """The mentions of one draw, by their places, and the sketch that they are written from."""

    kind: str
    mentions: tuple[int, ...]
    sketch: Any
    unread: tuple[int, ...]
    """Those that the sketch gives up; they are drawn by themselves."""
    off: frozenset[tuple[str, str]] = frozenset()
    """The fields that the policy has given up."""


class Sketched(NamedTuple):
    """All that is declared of a document."""

    categories: tuple[str, ...]
    stays: Mapping[int, str]
    things: tuple[Thing, ...]
    forms: Mapping[int, str]
    """The form of each mention that is drawn by itself."""
    tied: tuple[tuple[int, int], ...]
    """Mentions that also show another's draw: a spelling, an address at a body's domain."""
    spelt: Mapping[int, Respelling]
    """How the names of towns and bodies are spelt."""
    shared: tuple[tuple[int, int, _Names], ...] = ()
    """Mentions that show a name of another's, with the places of the names."""
    dated: tuple[tuple[int, int, int, str], ...] = ()
    """Numbers that bear a year, a day or an opening, what each follows, and the years between."""


class Difference(NamedTuple):
    """What differs between two documents, as it is declared."""

    fields: tuple[str, ...]
    """The declared fields; empty where the sketches are equal."""
    undeclared: tuple[str, ...]
    """Fields of a sketch that nobody declares, or whose values are not of the declared domain."""
    alike: frozenset[int]
    """The mentions whose stand-ins must have one law."""


def strategy_of(pipeline: Pipeline) -> SurrogateReplacement:
    """The strategy of a pipeline that draws from sketches, or a refusal."""
    known = [one for one in pipeline.strategies.values() if isinstance(one, SurrogateReplacement)]
    if len(known) != 1:
        raise UsageError("this strategy has no sketches that could be compared")
    return known[0]


def sketched(pipeline: Pipeline, document: Document) -> tuple[Sketched, Sequence[Entity]]:
    """What is declared of a document, and its entities."""
    strategy = strategy_of(pipeline)
    (entities,) = pipeline.identify([document])
    setting = strategy.setting
    language = language_of(document, setting)
    place = {entity: at for at, entity in enumerate(entities)}

    def text(entity: Entity) -> str:
        return document.text[entity.span.start : entity.span.end]

    def canonical(entity: Entity) -> str:
        return setting.canonical.get(entity.category, entity.category)

    def form(entity: Entity) -> str:
        draw = setting.draws.get(entity.category, "")
        own = strategy.alone.drawing.sources.get(entity.category)
        source = own or (PublicSource(draw) if draw else None)
        return source.form(text(entity), language) if source else ""

    stays = {}
    for at, entity in enumerate(entities):
        kept = entity.category not in strategy.alone.rules
        reason = reason_to_stay(text(entity), canonical(entity), language, gender=kept)
        if reason:
            stays[at] = f"{reason}: {text(entity)}"
    found = gathered(
        document, [one for one in entities if place[one] not in stays], setting, language
    )
    view = View(document, entities, setting, strategy.keeps_country)
    things = []
    names: dict[int, int] = {}  # words of stand-ins
    lands: list[str] = []
    # Dates come last: the countries that other stand-ins keep may tell their order.
    for bundle in sorted(found.bundles, key=lambda one: one.kind == DATED):
        own_language = bundle.language(language)
        categories = {one.category for one in bundle.entities}
        rule = strategy.rule_of(bundle.kind, categories, own_language)
        kind = KIND_OF[bundle.kind]
        mentions, settings = view.mentions(bundle), rule.settings
        if bundle.kind == DATED and in_figures([one.text for one in mentions]):
            usual = usual_order(document, view.public, (), lands, language)
            settings = settings._replace(usual_order=usual)
        sketch = kind.read(mentions, settings).sketch
        lands += lands_shown(bundle.kind, sketch, settings)
        own = tuple(place[one] for one in bundle.entities)
        texts = kind.write(sketch, settings, Least())
        unread = tuple(at for at, new in zip(own, texts, strict=True) if new is None)
        shows = {(one.record, one.field) for one in declared(kind, settings)}
        every = {(one.record, one.field) for one in kind.invariants}
        things.append(Thing(bundle.kind, own, sketch, unread, frozenset(every - shows)))
        names |= {at: len(names_in(new)) for at, new in zip(own, texts, strict=True) if new}
    spelt: dict[int, Respelling] = {}
    alone = [at for thing in things for at in thing.unread]
    for one, leader in found.spelt:
        read = read_respelling(text(one), spelt_name(text(leader), language), language)
        if read is None:
            alone.append(place[one])
        else:
            spelt[place[one]] = read
    alone += [place[one] for one in found.rest]
    forms = {at: f"{form(entities[at])} {_case(text(entities[at]))}" for at in alone}
    pairs = (*found.spelt, *found.hosted, *found.related, *found.lent)
    tied = [(place[one], place[other]) for one, other in pairs]
    return (
        Sketched(
            tuple(one.category for one in entities),
            stays,
            tuple(sorted(things, key=lambda thing: thing.mentions)),
            forms,
            tuple(sorted(set(tied))),
            spelt,
            _shared(found, place, text, language, names),
            _dated(found, place),
        ),
        entities,
    )


def _dated(found: Gathered, place: Mapping[Entity, int]) -> tuple[tuple[int, int, int, str], ...]:
    """Numbers that bear a year, a day or an opening, with what each follows."""
    return tuple(
        sorted(
            (place[one.number], place[one.other], one.distance, one.shows) for one in found.dated
        )
    )


def _shared(
    found: Gathered,
    place: Mapping[Entity, int],
    text: Callable[[Entity], str],
    language: str,
    names: Mapping[int, int],
) -> tuple[tuple[int, int, _Names], ...]:
    """Mentions that show a name of another's, with the places of the names."""
    shared: list[tuple[int, int, _Names]] = [
        (
            place[one],
            place[other],
            tuple(
                shared_places(
                    *(text(one), text(other), language),
                    (names.get(place[one], 0), names.get(place[other], 0)),
                )
            ),
        )
        for one, other in dict.fromkeys(found.related)
    ]
    for bundle in found.bundles:
        lender = bundle.after
        if lender is not None and lender.kind == AFTER_PERSON:
            at = lent_place(lender, text(lender.entity))
            told = at is not None and has_surname(names.get(place[lender.entity], 0), at)
            lent: _Names = ((0, at, False),) if at is not None and told else ()
            shared += [(place[one], place[lender.entity], lent) for one in bundle.entities]
    return tuple(sorted(shared))


def _case(text: str) -> str:
    return f"{text.islower()} {text.isupper()} {text.istitle()}"


def difference(one: Sketched, other: Sketched, language: str) -> Difference:
    """In which declared fields two documents differ, and which mentions must be alike."""
    if one.categories != other.categories:
        return Difference((LINKED,), (), frozenset())
    found = _Found(set(range(len(one.categories))))
    for name, ours, theirs in (
        (_STAYS, one.stays, other.stays),
        (_FORM, one.forms, other.forms),
        (SPELT.name, one.spelt, other.spelt),
    ):
        for at in sorted({*ours, *theirs}):
            if ours.get(at) != theirs.get(at):
                found.differ(name, (at,))
    twins = {(thing.kind, thing.mentions): thing for thing in other.things}
    for thing in one.things:
        twin = twins.pop((thing.kind, thing.mentions), None)
        if twin is None:
            found.differ(LINKED, thing.mentions)
        else:
            _compare(thing, twin, language, found)
    for thing in twins.values():
        found.differ(LINKED, thing.mentions)
    if one.tied != other.tied:
        found.differ(LINKED, [at for pairs in (one.tied, other.tied) for at, _ in pairs])
    if one.shared != other.shared:
        found.differ(_SHARED, [at for at, *_ in {*one.shared} ^ {*other.shared}])
    if one.dated != other.dated:
        found.differ(YEARS.name, [at for at, *_ in {*one.dated} ^ {*other.dated}])
    found.alike -= {at for at, other_at, *_ in one.dated if other_at not in found.alike}
    found.alike -= {at for at, leader in one.tied if leader not in found.alike}
    return Difference(tuple(found.fields), tuple(found.undeclared), frozenset(found.alike))


class _Found:
    """What has been found so far."""

    def __init__(self, alike: set[int]) -> None:
        self.alike = alike
        self.fields: dict[str, None] = {}
        self.undeclared: dict[str, None] = {}

    def differ(self, name: str, mentions: Iterable[int]) -> None:
        self.fields[name] = None
        self.alike -= {*mentions}


def _compare(thing: Thing, twin: Thing, language: str, found: _Found) -> None:
    """The sketches of the same mentions in both documents."""
    kind = KIND_OF[thing.kind]
    for record, field in sorted(set(_fields(thing.sketch, twin.sketch))):
        name = _declared(kind, record, field)
        if name:
            found.fields[f"{thing.kind}: {record}.{field} ({name})"] = None
        else:
            found.undeclared[f"{thing.kind}: {record}.{field}"] = None
    for side in (thing, twin):
        found.undeclared |= dict.fromkeys(_outside(kind, side, language))
    found.undeclared |= dict.fromkeys(_given_up(thing, twin))
    if _typed(thing.sketch) != _typed(twin.sketch):
        found.alike -= {*thing.mentions}


def _typed(value: Any) -> Any:
    """A value with the names of its types: two records of other classes may be equal tuples."""
    inner = tuple(map(_typed, value)) if isinstance(value, tuple) else value
    return type(value).__name__, inner


def _long(value: Any) -> int:
    return len(value) if isinstance(value, tuple) else 0


def _declared(kind: Kind, record: str, field: str) -> str:
    return next(
        (one.name for one in kind.invariants if (one.record, one.field) == (record, field)), ""
    )


def _outside(kind: Kind, thing: Thing, language: str) -> Iterator[str]:
    """The fields of a sketch that hold what their domain does not."""
    known = {(one.record, one.field): one for one in kind.invariants}
    for record, field, value in _leaves(thing.sketch, "", ""):
        invariant = known.get((record, field))
        if invariant is None or not invariant.holds(value, language):
            yield f"{thing.kind}: {record}.{field}"


def _given_up(thing: Thing, twin: Thing) -> Iterator[str]:
    """The fields that the policy has given up, and that hold more than one value all the same."""
    held: dict[tuple[str, str], set[Any]] = {}
    for side in (thing, twin):
        for record, field, value in _leaves(side.sketch, "", ""):
            if (record, field) in thing.off:
                held.setdefault((record, field), set()).add(value)
    for (record, field), values in held.items():
        if len(values) > 1:
            yield f"{thing.kind}: {record}.{field}, which the policy gives up"


def _leaves(value: Any, record: str, field: str) -> Iterator[tuple[str, str, Any]]:
    if hasattr(value, "_fields"):
        for name in value._fields:
            yield from _leaves(getattr(value, name), type(value).__name__, name)
    elif isinstance(value, tuple):
        for one in value:
            yield from _leaves(one, record, field)
    else:
        yield record, field, value


def _fields(one: Any, other: Any, record: str = "", field: str = "") -> Iterator[tuple[str, str]]:
    """The fields in which two sketches differ; a record in another's place differs in the field
    that holds it."""
    if _typed(one) == _typed(other):
        return
    records = [hasattr(side, "_fields") for side in (one, other)]
    if all(records) and type(one) is type(other):
        for name in one._fields:
            own = type(one).__name__, name
            yield from _fields(getattr(one, name), getattr(other, name), *own)
    elif not any(records) and _long(one) == _long(other) > 0:
        for first, second in zip(one, other, strict=True):
            yield from _fields(first, second, record, field)
    else:
        ours, theirs = (Counter(_leaves(side, record, field)) for side in (one, other))
        unlike = [*(ours - theirs), *(theirs - ours)]
        yield from dict.fromkeys((name, inner) for name, inner, _ in unlike)
