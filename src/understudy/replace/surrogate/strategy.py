"""Coherent stand-ins: all mentions of a thing are written from one draw (``bundles``).

Each bundle has one memoised draw per scope. Its writer draws from public lists by the form of the
mentions alone, which is a public invariant and named in the event; all mentions are
post-processing of that draw. So a bundle is one value of the Lemma (Adelani et al. 2020): always
replaced (p = 1) it costs ε = 0; with p < 1 one coin keeps all its mentions or none, and it costs
ln(1 + (1 − p)/(p·π_min)) with π_min the least probability of an outcome of its form. Mentions that
no draw could have given are always replaced, like a value outside the support of π.

What a writer cannot read is drawn as by ``entity``, and always replaced.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple, cast

from understudy.core.draw import Draw
from understudy.core.folding import fold
from understudy.core.types import (
    MAY_STAY,
    Document,
    Edit,
    Entity,
    PrivacyEvent,
    Strategy,
    Tally,
)
from understudy.languages import DEFAULT
from understudy.replace.base import Rule, Setting, language_of
from understudy.replace.entity import EntityReplacement
from understudy.replace.entity import build as build_entity
from understudy.replace.surrogate.bundles import (
    DATED,
    KINDS,
    NUMBERS,
    PEOPLE,
    PLACES,
    Bundle,
    Gathered,
    View,
    gathered,
)
from understudy.replace.surrogate.declared import STAYING
from understudy.replace.surrogate.families import one_surname
from understudy.replace.surrogate.following import hosted_edits, spelt_edits
from understudy.replace.surrogate.kin import with_one_surname
from understudy.replace.surrogate.kinds import SHOWN
from understudy.replace.surrogate.lending import Lender, lent_edits
from understudy.replace.surrogate.ordering import lands_shown, order_open, usual_order
from understudy.replace.surrogate.outcomes import (
    DrawnNames,
    Outcome,
    Thing,
    edits_of,
    outcome_of,
)
from understudy.replace.surrogate.pricing import (
    BundleRule,
    bundle_rule,
    policy_events,
)
from understudy.replace.surrogate.staying import MAY_STAY_BY_LISTS, reason_to_stay
from understudy.replace.surrogate.subjects import (
    Joined,
    Known,
    Sheet,
    Value,
    joined,
    packed,
    recalled,
    sheet_of,
    united,
    unpacked,
)
from understudy.replace.surrogate.writers import Draft, drafted, fitting
from understudy.replace.surrogate.years import year_edits
from understudy.surrogates.dates.order import in_figures, order_in
from understudy.surrogates.dates.read import Anchor, anchor_of
from understudy.surrogates.mention import Mention
from understudy.surrogates.public import PublicSource
from understudy.surrogates.settings import Settings

__all__ = ["Readings", "SurrogateReplacement", "build"]

_GENDERED = frozenset(("GENDER", "TITLE"))
"""What stays where the gender does; "La Doña Haro" would be no stand-in for "La Sra. Paz"."""


class Readings(NamedTuple):
    """A document as it is read: what of it is drawn, and what stays."""

    document: Document
    language: str
    found: Gathered
    things: list[Thing]
    staying: list[Edit]
    originals: frozenset[str]
    """The folded values of the document, where a stand-in must not clash with them."""
    together: Mapping[int, Sequence[Entity]]
    """What is read with the other documents of the data subject, by the bundles of its sheet."""

    def __repr__(self) -> str:
        return f"Readings({len(self.things)} things)"


@dataclass(frozen=True)
class SurrogateReplacement:
    """The strategy ``surrogate``: coherent stand-ins for all mentions of each thing."""

    rules: Mapping[str, Rule]
    setting: Setting
    alone: EntityReplacement
    """For the categories that no writer knows, by the rules of the policy."""
    unread: EntityReplacement
    """For mentions that a writer cannot read: always replaced."""
    sheets: Mapping[str, Sheet] = field(default_factory=dict, repr=False)
    """data subject → what its documents say, where the scope is the subject."""
    known: Mapping[str, Known] | None = field(default=None, repr=False)
    """data subject → what earlier releases drew; None where nothing is to be remembered."""
    _joined: dict[str, Joined] = field(default_factory=dict, repr=False, compare=False)
    """The sheets that were linked so far."""
    _outcomes: dict[tuple[str, int], Outcome] = field(
        default_factory=dict, repr=False, compare=False
    )
    """What was drawn for bundles of the sheets: the same in every document of the subject."""
    _bundle_rules: dict[tuple[str, frozenset[str], str], BundleRule] = field(
        default_factory=dict, repr=False, compare=False
    )

    @cached_property
    def free(self) -> bool:
        """Whether no draw can cost anything, known without a look at the lists."""
        rules = [
            self.rule_of(KINDS.get(self._canonical(name), ""), (name,), DEFAULT)
            for name in self.rules
        ]
        return all(rule.free for rule in rules)

    @property
    def counts(self) -> bool:
        """Whether the documents of a data subject are read together, which takes a look at all."""
        return self.setting.scope == "subject" and bool(self.rules)

    def tally(self, document: Document, entities: Sequence[Entity], draw: Draw) -> Tally:
        if document.subject is None:
            return {}
        language = language_of(document, self.setting)
        drawn = [one for one in entities if not self._stays(one, document, language)]
        found = gathered(document, drawn, self.setting, language)
        dated = [bundle for bundle in found.bundles if bundle.kind == DATED]
        anchor, order = None, ""
        view = View(document, entities, self.setting, self.keeps_country)
        if dated:
            mentions = view.mentions(dated[0])
            order = order_in([one.text for one in mentions])
            anchor = anchor_of(mentions, self._rule(dated[0], language).settings)
        orders = (order,) if order else ()
        sheet = sheet_of(document, entities, found, view, language, anchor, orders)
        return {document.subject: sheet}

    def merge(self, tallies: Iterable[Tally]) -> Tally:
        found: dict[str, Sheet] = {}
        for tally in tallies:
            for subject, sheet in cast(Mapping[str, Sheet], tally).items():
                found[subject] = united(found[subject], sheet) if subject in found else sheet
        return found

    def prepare(self, tally: Tally, draw: Draw) -> Strategy:
        sheets = dict(cast(Mapping[str, Sheet], tally))
        for subject, known in (self.known or {}).items():
            if subject in sheets:
                whole = united(known.sheet, sheets[subject])
                anchor = known.sheet.anchor or whole.anchor
                sheets[subject] = whole._replace(anchor=anchor)
        return replace(self, sheets=sheets, _bundle_rules={}, _joined={}, _outcomes={})

    def recall(self, known: Mapping[str, Sequence[Any]]) -> Strategy:
        return replace(self, known={name: unpacked(rows) for name, rows in known.items()})

    def remember(self, draw_of: Callable[[str], Draw]) -> Mapping[str, Any]:
        found: dict[str, Any] = {}
        for subject, sheet in self.sheets.items():
            document = Document(subject, "", subject=subject)
            joint = self._sheet(document)
            if joint is None:
                continue
            before = (self.known or {}).get(subject)
            drawn: dict[Value, str] = {}
            keys: dict[Value, str] = {}
            for number, bundle in enumerate(joint.bundles):
                if not self._rule(bundle, joint.language).certain:
                    continue
                texts = self._outcome(document, number, draw_of(subject)).written.texts
                for value, at in joint.of_bundle(number):
                    text = texts[at]
                    if text is not None and (before is None or value not in before.drawn):
                        drawn[value], keys[value] = text, bundle.key
            fresh = {value: sheet.values[value] for value in drawn}
            if fresh or before is None:
                found[subject] = packed(sheet._replace(values=fresh, documents=1), drawn, keys)
        return found

    def events(self) -> Mapping[str, tuple[PrivacyEvent, ...]]:
        found = dict(self.alone.events()) if self.alone.rules else {}
        for category in self.rules:
            kind = KINDS.get(self._canonical(category), "")
            if kind:
                found[category] = policy_events(self.rule_of(kind, (category,), DEFAULT))
            elif category not in found:
                found[category] = policy_events(self.rule_of("", (category,), DEFAULT))
        return found

    def _canonical(self, category: str) -> str:
        return self.setting.canonical.get(category, category)

    def rule_of(self, kind: str, categories: Iterable[str], language: str) -> BundleRule:
        """What the policy says of a bundle of these categories."""
        place = (kind, frozenset(categories), language)
        found = self._bundle_rules.get(place)
        if found is None:
            rules = [self.rules[name] for name in sorted(place[1], key=self._rank)]
            found = self._bundle_rules[place] = bundle_rule(
                kind, rules, language, self.setting.unit
            )
        return found

    def keeps_country(self, categories: Iterable[str]) -> bool:
        """Whether places of these categories stay in their country."""
        return self.rule_of(PLACES, categories, DEFAULT).settings.country

    def _rank(self, category: str) -> tuple[int, str]:
        names = list(KINDS)
        own = self._canonical(category)
        return (names.index(own) if own in names else len(names), category)

    def _rule(self, bundle: Bundle, language: str) -> BundleRule:
        return self.rule_of(bundle.kind, {one.category for one in bundle.entities}, language)

    def replace(
        self, document: Document, entities: Sequence[Entity], draw: Draw
    ) -> tuple[Edit, ...]:
        return self.drawn(self.reading(document, entities), draw)

    def reading(self, document: Document, entities: Sequence[Entity]) -> Readings:
        """A document as it is read, before anything is drawn: the same whatever the key."""
        language = language_of(document, self.setting)
        staying = {
            one: reason for one in entities if (reason := self._stays(one, document, language))
        }
        drawn = [one for one in entities if one not in staying]
        together, single = self._together(document, drawn)
        found = gathered(document, single, self.setting, language)
        if together and any(self._canonical(one.category) == "SPELLING" for one in single):
            found = self._with_leaders(document, drawn, together, language)
        view = View(document, entities, self.setting, self.keeps_country)
        things = self._things(document, found.bundles, view, language)
        apart = entities if any(one.rule.readable for one in things) else ()
        return Readings(
            document,
            language,
            found,
            things,
            [self._left(one, document, language, why) for one, why in staying.items()],
            frozenset(fold(_text(document, one)) for one in apart),
            together,
        )

    def drawn(self, read: Readings, draw: Draw) -> tuple[Edit, ...]:
        """The edits of one draw."""
        document, language, found = read.document, read.language, read.found
        edits: list[Edit] = []
        unread: list[Entity] = []
        for number, together in read.together.items():
            made, left = self._of_sheet(document, number, together, draw)
            edits += made
            unread += left
        taken = DrawnNames()
        for one in read.things:
            made, left = self._bundle(one, read.originals, draw, taken)
            edits += made
            unread += left
        edits += read.staying
        alone = [one for one in found.rest if one.category in self.alone.rules]
        unread += [one for one in found.rest if one.category not in self.alone.rules]
        if alone:
            edits += _as_own(self.alone.replace(document, alone, draw))
        if found.related:
            edits = one_surname(edits, found.related, _by_mention(found.bundles), language)
        if found.lent:
            edits = lent_edits(edits, _lenders(found.bundles))
        if found.dated:
            edits = year_edits(edits, found.dated, language)
        if found.hosted:
            edits = hosted_edits(edits, found.hosted, language)
        if found.spelt:
            edits += spelt_edits(document, found.spelt, edits, unread, language)
        if unread:
            edits += _as_own(self.unread.replace(document, unread, draw))
        edits.sort()
        return tuple(edits)

    def fitting(
        self, document: Document, entities: Sequence[Entity], most: int | None = None
    ) -> Counter[tuple[str, int]]:
        """Mentions by kind and by how many public values fit their sketches; of those things alone
        that are among so many first mentions.

        A person, a number and an organization are read with all their mentions, dates and places
        mention by mention. Dates that are shifted have an account of their own.
        """
        language = language_of(document, self.setting)
        first = {(one.category, one.key) for one in entities[:most]}
        drawn = [
            one
            for one in entities
            if (one.category, one.key) in first and not self._stays(one, document, language)
        ]
        view = View(document, entities, self.setting, self.keeps_country)
        found: Counter[tuple[str, int]] = Counter()
        for bundle in gathered(document, drawn, self.setting, language).bundles:
            rule = self._rule(bundle, bundle.language(language))
            if rule.shifted:
                continue
            mentions = view.mentions(bundle)
            apart = bundle.kind in (DATED, PLACES)
            for own in [[one] for one in mentions] if apart else [mentions]:
                draft = drafted(bundle.kind, tuple(own), rule.settings, None)
                replaced = len(own) - len(draft.left)
                if replaced > 0:
                    size = fitting(bundle.kind, draft.sketch, rule.settings)
                    found[SHOWN.get(bundle.kind, bundle.kind), size] += replaced
        return found

    def _stays(self, entity: Entity, document: Document, language: str) -> str:
        """Why a mention stays by a public list; empty where it does not."""
        category = self._canonical(entity.category)
        if category not in MAY_STAY_BY_LISTS:
            return ""
        kept = entity.category not in self.alone.rules
        return reason_to_stay(_text(document, entity), category, language, gender=kept)

    def _left(self, entity: Entity, document: Document, language: str, reason: str) -> Edit:
        text = _text(document, entity)
        event = self.rule_of("", (entity.category,), language).stays(STAYING[reason].name)
        return Edit(entity, text, text, MAY_STAY, "surrogate", event, (entity.key,), reason)

    def undecided(self, document: Document, entities: Sequence[Entity]) -> int:
        """How many dates are in figures in the order of the language, since nothing public tells
        theirs."""
        texts = [_text(document, one) for one in entities
                 if KINDS.get(self._canonical(one.category)) == DATED]  # fmt: skip
        if not in_figures(texts):
            return 0
        things = self.reading(document, entities).things
        return sum(order_open(one.bundle.kind, one.draft) for one in things)

    def _things(
        self, document: Document, bundles: Sequence[Bundle], view: View, language: str
    ) -> list[Thing]:
        """Everything read; dates after the rest, whose countries say how they are written."""
        found: dict[int, Thing] = {}
        lands: list[str] = []
        for at in sorted(range(len(bundles)), key=lambda one: bundles[one].kind == DATED):
            bundle = bundles[at]
            rule, mentions = self._rule(bundle, bundle.language(language)), view.mentions(bundle)
            settings = rule.settings
            if bundle.kind == DATED and in_figures([one.text for one in mentions]):
                lands += self._lands_of_subject(document)
                others = self._orders(document)
                usual = usual_order(document, view.public, others, lands, language)
                settings = settings._replace(usual_order=usual)
            found[at] = self._thing(document, bundle, mentions, rule, settings)
            lands += lands_shown(bundle.kind, found[at].draft.sketch, settings)
        return [found[at] for at in range(len(bundles))]

    def _orders(self, document: Document) -> tuple[str, ...]:
        sheet = self.sheets.get(document.subject or "")
        return sheet.orders if sheet else ()

    def _lands_of_subject(self, document: Document) -> Iterator[str]:
        """The countries of what is read with the other documents of the subject."""
        sheet = self._sheet(document)
        for bundle, mentions in zip(sheet.bundles, sheet.mentions, strict=True) if sheet else ():
            if bundle.kind in (PLACES, NUMBERS) and sheet:
                rule = self._rule(bundle, sheet.language)
                thing = self._thing(document, bundle, mentions, rule)
                yield from lands_shown(bundle.kind, thing.draft.sketch, rule.settings)

    def _thing(
        self,
        document: Document,
        bundle: Bundle,
        mentions: Sequence[Mention],
        rule: BundleRule,
        settings: Settings | None = None,
    ) -> Thing:
        own = settings or rule.settings
        asked = (bundle.kind, tuple(mentions), own, self._anchor(bundle, document))
        draft = drafted(*asked) if rule.certain else Draft(*asked)
        priced = rule.priced(draft)
        name = self._name(bundle, rule, document)
        return Thing(bundle, rule, draft, priced, rule.event(priced, draft), name)

    def _sheet(self, document: Document) -> Joined | None:
        """What all documents of the data subject say, where it has several."""
        subject = document.subject
        sheet = None if subject is None else self.sheets.get(subject)
        if subject is None or sheet is None or self.setting.unit == "token":
            return None
        if sheet.documents < 2 and self.known is None:
            return None
        if subject not in self._joined:
            known = (self.known or {}).get(subject)
            keys = None if known is None else known.keys
            self._joined[subject] = joined(sheet, subject, self.setting, keys)
        return self._joined[subject]

    def _together(
        self, document: Document, entities: Sequence[Entity]
    ) -> tuple[dict[int, list[Entity]], Sequence[Entity]]:
        """The entities by the bundles of their subject's sheet, and those that are on none.

        Below p = 1 one draw holds for one document, so that each is read by itself.
        """
        sheet = self._sheet(document)
        if sheet is None:
            return {}, entities
        found: dict[int, list[Entity]] = {}
        single: list[Entity] = []
        for entity in entities:
            place = sheet.places.get(Value(_text(document, entity), entity.category))
            if place is None or not self._rule(sheet.bundles[place.bundle], sheet.language).certain:
                single.append(entity)
            else:
                found.setdefault(place.bundle, []).append(entity)
        return found, single

    def _with_leaders(
        self,
        document: Document,
        drawn: Sequence[Entity],
        together: Mapping[int, Sequence[Entity]],
        language: str,
    ) -> Gathered:
        """What is in no bundle of the sheet; what is spelt may be the name of something there."""
        whole = gathered(document, drawn, self.setting, language)
        spelt = {one for one, _ in whole.spelt}
        taken = {one for own in together.values() for one in own} | spelt
        rest = [one for one in drawn if one not in taken]
        return gathered(document, rest, self.setting, language)._replace(spelt=whole.spelt)

    def _of_sheet(
        self, document: Document, number: int, entities: Sequence[Entity], draw: Draw
    ) -> tuple[list[Edit], list[Entity]]:
        """The edits of what is read with the other documents of the subject."""
        sheet = self._sheet(document)
        if sheet is None:
            raise AssertionError("only what is on a sheet is written from one")
        outcome = self._outcome(document, number, draw)
        bundle, mentions = sheet.bundles[number], sheet.mentions[number]
        rule = self._rule(bundle, sheet.language)
        places = [
            sheet.places[Value(_text(document, one), one.category)].mention for one in entities
        ]
        return edits_of(entities, places, mentions, outcome, rule)

    def _outcome(self, document: Document, number: int, draw: Draw) -> Outcome:
        """What was drawn for a bundle of a sheet, now or by an earlier release, with one surname
        for people who share one."""
        subject, sheet = str(document.subject), self._sheet(document)
        if (subject, number) in self._outcomes or sheet is None:
            return self._outcomes[subject, number]

        def rule_of(bundle: Bundle) -> BundleRule:
            return self._rule(bundle, sheet.language)

        kin = [one for one in sheet.kin.get(number, ()) if rule_of(sheet.bundles[one]).certain]
        found = {one: self._apart(document, one, draw) for one in {number, *kin}}
        if number in kin:
            known = (self.known or {}).get(subject)
            drawn = () if known is None else known.drawn
            found = with_one_surname(sheet, found, rule_of, drawn)
        self._outcomes.update({(subject, one): outcome for one, outcome in found.items()})
        return found[number]

    def _apart(self, document: Document, number: int, draw: Draw) -> Outcome:
        """What was drawn for a bundle of a sheet, whoever else is on it."""
        sheet = self._sheet(document)
        if sheet is None:
            raise AssertionError("only what is on a sheet is drawn for one")
        bundle, mentions = sheet.bundles[number], sheet.mentions[number]
        originals = frozenset(fold(one.text) for one in mentions)
        thing = self._thing(document, bundle, mentions, self._rule(bundle, sheet.language))
        outcome = outcome_of(thing, originals, draw)
        known = (self.known or {}).get(str(document.subject))
        if known is None:
            return outcome
        values = list(sheet.of_bundle(number))
        texts = recalled(bundle.kind, values, outcome.written.texts, known)
        return outcome._replace(written=outcome.written._replace(texts=texts))

    def _bundle(
        self, thing: Thing, originals: frozenset[str], draw: Draw, taken: DrawnNames
    ) -> tuple[list[Edit], list[Entity]]:
        """The edits of a bundle, and what of it could not be read."""
        outcome = outcome_of(thing, originals, draw, taken)
        mentions = thing.draft.mentions
        places = range(len(mentions))
        return edits_of(thing.bundle.entities, places, mentions, outcome, thing.rule)

    def _name(self, bundle: Bundle, rule: BundleRule, document: Document) -> str:
        """The name of the draw; below p = 1 one draw holds for one document only."""
        name = f"{bundle.kind} {bundle.key}"
        if self.setting.scope == "document" or rule.certain:
            return name
        return f"{name} of {document.id}"

    def _anchor(self, bundle: Bundle, document: Document) -> Anchor | None:
        """The latest date of the data subject: secret, and no part of the settings."""
        if bundle.kind != DATED or document.subject is None:
            return None
        sheet = self.sheets.get(document.subject)
        return None if sheet is None else sheet.anchor


def _text(document: Document, entity: Entity) -> str:
    return document.text[entity.span.start : entity.span.end]


def _by_mention(bundles: Iterable[Bundle]) -> Mapping[Entity, Sequence[Entity]]:
    people = (bundle for bundle in bundles if bundle.kind == PEOPLE)
    return {one: bundle.entities for bundle in people for one in bundle.entities}


def _lenders(bundles: Iterable[Bundle]) -> Mapping[Entity, Lender]:
    return {one: bundle.after for bundle in bundles for one in bundle.entities if bundle.after}


def _as_own(edits: Iterable[Edit]) -> list[Edit]:
    return [edit._replace(strategy="surrogate") for edit in edits]


def build(rules: Mapping[str, Rule], setting: Setting) -> SurrogateReplacement:
    """Categories that no writer knows are drawn as by ``entity``; gender stays where it may."""
    own = {
        name: rule
        for name, rule in rules.items()
        if setting.canonical.get(name, name) not in KINDS
        and not (name in _GENDERED and rule.options.get("gender", True))
    }
    sure = {name: Rule("surrogate", options={}) for name in rules}
    alone = _genderless(build_entity(own, setting), own)
    return SurrogateReplacement(rules, setting, alone, build_entity(sure, setting))


def _genderless(alone: EntityReplacement, rules: Mapping[str, Rule]) -> EntityReplacement:
    """Titles and words for relatives are drawn from all where the policy gives up the gender."""
    sources = {
        name: replace(source, gendered=False)
        for name, source in alone.drawing.sources.items()
        if isinstance(source, PublicSource) and not rules[name].options.get("gender", True)
    }
    drawing = replace(alone.drawing, sources={**alone.drawing.sources, **sources}, _choices={})
    return EntityReplacement(drawing)
