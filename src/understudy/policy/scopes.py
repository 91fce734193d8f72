"""The scopes of draws under a policy: a document, a data subject, the corpus. Text that is edited
gets other draws, so each scope is known by a digest of all that is in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from understudy.core.draw import Draw, digest
from understudy.core.types import Document
from understudy.policy.policy import Policy

__all__ = [
    "corpus_digest",
    "corpus_draw",
    "document_number",
    "scope_of",
    "subject_digests",
    "vault_draw",
]


def scope_of(
    document: Document,
    key: bytes,
    policy: Policy,
    subjects: Mapping[str, bytes],
    *,
    from_vault: bool = False,
) -> Draw:
    """The draws of the document's scope under a policy: its own, or those of its data subject.

    ``from_vault``: the key is that of a vault, and draws of subjects outlast the release.
    """
    mark, subject = policy.fingerprint, document.subject
    if policy.scope == "subject" and subject is not None:
        if from_vault:
            return vault_draw(subject, key)
        return Draw(key, f"subject:{subject}", subjects[subject], mark)
    return Draw(key, f"document:{document.id}", document.text, mark)


def vault_draw(subject: str, key: bytes) -> Draw:
    """The draws of a data subject under the key of a vault, whatever its documents and the policy
    are: the next release draws the same for what is new."""
    return Draw(key, f"vault:{subject}", b"")


def corpus_draw(key: bytes, content: bytes, policy: Policy) -> Draw:
    """The draws of the counting pass over a corpus, of which ``content`` is a digest."""
    return Draw(key, "corpus:", content, policy.fingerprint)


def subject_digests(documents: Iterable[Document]) -> dict[str, bytes]:
    """One digest per data subject over all its documents, whatever their order."""
    sums: dict[str, int] = {}
    for document in documents:
        if document.subject is not None:
            sums[document.subject] = sums.get(document.subject, 0) + document_number(document)
    return {subject: total.to_bytes(48, "big") for subject, total in sums.items()}


def corpus_digest(documents: Iterable[Document]) -> bytes:
    """A digest of all ids and texts, whatever the order of the documents."""
    return sum(document_number(document) for document in documents).to_bytes(48, "big")


def document_number(document: Document) -> int:
    """A digest as a number: adding them up gives a digest of a set of documents."""
    return int.from_bytes(digest(f"{len(document.id)}:{document.id}{document.text}"), "big")
