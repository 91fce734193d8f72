"""The review: a web application in which people check what was found in a corpus."""
