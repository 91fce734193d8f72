"""Labels that well-known models and engines use, as canonical categories."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from understudy.core.categories import UNKNOWN, categories
from understudy.core.errors import PolicyError
from understudy.identify.settings import DetectorSettings

__all__ = ["Labels", "category_of", "labels_of", "wanted"]

NOT_PRIVATE = ""

MODELS: Mapping[str, str] = {
    # OntoNotes and CoNLL, as taggers of names use them
    "PER": "PERSON",
    "LOC": "LOCATION",
    "ORG": "ORGANIZATION",
    "GPE": "LOCATION",
    "FAC": "FACILITY",
    "NORP": "NRP",
    "LANGUAGE": "NRP",
    "EVENT": "MISC",
    "WORK_OF_ART": "CREATIVE_WORK",
    "MONEY": "AMOUNT",
    "CARDINAL": "NUMBER",
    "LAW": NOT_PRIVATE,
    "PERCENT": NOT_PRIVATE,
    "ORDINAL": NOT_PRIVATE,
    # Presidio
    "ORGANISATION": "ORGANIZATION",
    "ADDRESS": "STREET_ADDRESS",
    "ZIP_CODE": "POSTAL_CODE",
    "CRYPTO": "CRYPTO_WALLET",
    "US_BANK_NUMBER": "BANK_ACCOUNT",
    "US_PASSPORT": "PASSPORT",
    "ES_PASSPORT": "PASSPORT",
    "UK_PASSPORT": "PASSPORT",
    "IT_PASSPORT": "PASSPORT",
    "IN_PASSPORT": "PASSPORT",
    "IN_VEHICLE_REGISTRATION": "LICENSE_PLATE",
    "UK_VEHICLE_REGISTRATION": "LICENSE_PLATE",
    "US_ITIN": "ID",
    "US_NPI": "MEDICAL_LICENSE",
    "US_MBI": "MEMBER_ID",
    "UK_NHS": "MEMBER_ID",
    "UK_NINO": "ID",
    "IT_FISCAL_CODE": "ID",
    "IT_DRIVER_LICENSE": "ID",
    "IT_VAT_CODE": "ID",
    "IT_IDENTITY_CARD": "ID",
    "PL_PESEL": "ID",
    "SG_NRIC_FIN": "ID",
    "SG_UEN": "ID",
    "AU_ABN": "ID",
    "AU_ACN": "ID",
    "AU_TFN": "ID",
    "AU_MEDICARE": "MEMBER_ID",
    "IN_PAN": "ID",
    "IN_AADHAAR": "ID",
    "IN_VOTER": "ID",
    "IN_GSTIN": "ID",
    "FI_PERSONAL_IDENTITY_CODE": "ID",
    "KR_RRN": "ID",
    "TH_TNIN": "ID",
}


def labels_of(given: Mapping[str, str], settings: DetectorSettings, detector: str) -> Labels:
    """The shipped labels and those of the detector's own table in the policy."""
    for label, category in given.items():
        if category and category not in categories():
            raise PolicyError(f"detector.{detector}.labels.{label}: unknown category")
    return Labels({**MODELS, **given}, settings.categories)


def category_of(label: str, labels: Mapping[str, str]) -> str:
    """The category of a label, whatever its case and BIO prefix; empty where not private."""
    bare = label[2:] if label[:2] in ("B-", "I-", "E-", "S-", "L-", "U-") else label
    for name in (bare, bare.upper()):
        category = labels.get(name, name)
        if not category or category in categories():
            return category
    return UNKNOWN


@dataclass(frozen=True)
class Labels:
    """What becomes of a model's labels."""

    table: Mapping[str, str] = field(default_factory=lambda: MODELS)
    """label → category; empty where the label is not private."""
    categories: frozenset[str] = frozenset()
    """The categories wanted; empty means all."""

    def category(self, label: str) -> str:
        """The category of a label; empty where it is not private, or not wanted."""
        category = category_of(label, self.table)
        return category if wanted(category, self.categories) else ""


def wanted(category: str, categories: frozenset[str]) -> bool:
    """Whether a category is private and one of those asked for; none asked for means all."""
    return bool(category) and (not categories or category in categories)
