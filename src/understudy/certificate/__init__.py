"""The certificate of recall: people read a random sample, and the result bounds what was missed."""
