"""Rules of coherence: each reads a released document again, with means of its own.

A rule gives the changes that it could judge, each with whether it holds. It asks of a release only
what was true of the original: what did not fit before need not fit now.
"""
