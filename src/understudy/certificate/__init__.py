"""The certificate of recall: a random sample that people read, and what it says of a corpus."""
