"""What is known of entities that were missed, in the words of a report."""

from __future__ import annotations

from understudy.core.types import GIVEN
from understudy.policy import Policy
from understudy.privacy.detection import Certificate
from understudy.privacy.sampling import ReadSample
from understudy.report.words import at_least, at_most, listing, plural

__all__ = ["recall"]


def recall(
    policy: Policy, certificate: Certificate | None, read_sample: ReadSample | None = None
) -> str:
    """What is known of entities that were missed."""
    if read_sample is not None:
        return _certified(read_sample)
    if certificate is not None:
        return _measured(certificate)
    if policy.detectors == (GIVEN,):
        return (
            "Entities were taken from the annotation that came with the corpus. The recall of that "
            "annotation is unknown, and nothing protects what it does not mark."
        )
    return (
        "Recall is unknown: no labelled sample was given to measure what the detectors "
        f"({listing(policy.detectors)}) miss, and nothing protects what they do not find."
    )


def _certified(read_sample: ReadSample) -> str:
    bounds, overall = read_sample.bounds, read_sample.bounds.overall
    sample = (
        f"People read a random sample of {bounds.read:,} of the {bounds.population:,} "
        f"{read_sample.unit} of this corpus"
    )
    if overall.recall is None:
        return (
            f"{sample} and found nothing private in it: recall is unknown. With a confidence of "
            f"{1 - bounds.alpha:.4g}, at most {at_most(bounds.leaking_high)} of the "
            f"{read_sample.unit} hold anything that was missed."
        )
    return (
        f"{sample}: {overall.entities - overall.missed:,} of its "
        f"{plural(overall.entities, 'private entity', 'private entities')} had been found. With a "
        f"confidence of {1 - bounds.alpha:.4g} each, recall in the whole corpus is at least "
        f"{at_least(overall.recall_low)}, and at most {at_most(bounds.leaking_high)} of the "
        f"{read_sample.unit} hold something that was missed."
    )


def _measured(certificate: Certificate) -> str:
    overall = certificate.overall
    sample = plural(certificate.documents, "document")
    if not overall.entities:
        return f"Recall is unknown: the labelled sample of {sample} holds no entity."
    return (
        f"In a labelled sample of {sample}, {overall.found:,} of "
        f"{plural(overall.entities, 'entity', 'entities')} were found. With a confidence of "
        f"{1 - certificate.alpha:.4g}, a random entity of such text is missed with a probability "
        f"of at most {overall.delta_det:.3g} (δ_det)."
    )
