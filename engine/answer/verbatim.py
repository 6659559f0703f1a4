"""The verbatim layer: the block that answers, as it stands in the document, shown before anything is generated.

The evidence is the found chunk of the best passages; warnings and notes of the same section stand beside it.
"""

from __future__ import annotations

from engine.types import Evidence, Passage, Retrieved

MAX_EVIDENCE = 1


def evidence(retrieved: Retrieved) -> tuple[Evidence, ...]:
    """The best passages' own blocks, best first; empty when nothing was found."""
    if not retrieved.documented:
        return ()
    return tuple(_block(passage) for passage in retrieved.passages[:MAX_EVIDENCE])


def _block(passage: Passage) -> Evidence:
    start = passage.focus.start - passage.span.start
    text = passage.text[start:start + passage.focus.end - passage.focus.start]
    companions = (passage.header_text,) if passage.header_text else ()
    return Evidence(passage=passage, text=text, span=passage.focus, companions=companions)
