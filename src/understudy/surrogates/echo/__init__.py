"""Reading back: stand-ins in a text that somebody else wrote become the originals again.

A language model that was shown stand-ins answers with them, in forms of its own: "Ms. Vance",
"dorothy", "Vance's", "2 June" for "06/02/2017". ``Echo`` knows the forms in which each stand-in may
be written, and writes the same form of the original. What may be an ordinary word, or two people,
is decided by the words around; where they do not tell, it stays a stand-in and is counted.

    forms, people, wholes, figures, days   which forms there are
    tokens, view, search                   where a text has one, as the text arrives
    doubt                                  whether it is one there
"""

from understudy.surrogates.echo.forms import Pair
from understudy.surrogates.echo.search import Echo, Restored, Stream

__all__ = ["Echo", "Pair", "Restored", "Stream"]
