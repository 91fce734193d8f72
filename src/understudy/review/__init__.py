"""The review: people look at what was found in a corpus, and decide, in the browser."""
