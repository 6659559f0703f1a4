"""What the walk over a web page writes with: running text that becomes blocks, captions that wait, anchors on the way.

Owns when a block is written; what the elements mean is left to ``html_blocks``.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from engine.ingest.parse.builder import TextBuilder
from engine.ingest.parse.html_frames import Frames
from engine.ingest.parse.html_hidden import Attributes
from engine.ingest.parse.html_names import is_section
from engine.ingest.parse.html_running import Running
from engine.ingest.parse.html_walk import Leave

_CAPTION = re.compile(r"(?:Table|Tabelle|Tableau|Tabla|表)\s*\d[\d.]*")
_LONGEST_CAPTION = 250
_REPORT_EVERY = 200


class Writing:
    """Running text, frames and the little that stands between them."""

    def __init__(self, builder: TextBuilder, progress: Callable[[], None]) -> None:
        self.frames = Frames(builder)
        self.running = Running()
        self.begins_quote = False
        self.inner_anchor = ""
        self._section_anchor = self._point_anchor = ""
        self._caption = ("", "")
        self._progress = progress
        self._blocks = 0

    def flush(self) -> None:
        """End the running text: a block, or a line where text is held for one."""
        if self.running.held:
            self.running.inline.line_break()
            return
        plain, markup = self.running.inline.take()
        if not plain:
            return
        self.release_caption()
        if len(plain) <= _LONGEST_CAPTION and _CAPTION.match(plain):
            self._caption = (plain, markup)
        else:
            self.write(plain, markup)

    def end(self) -> None:
        """Write all that is still waiting."""
        self.flush()
        self.release_caption()

    def write(self, plain: str, markup: str) -> None:
        """Write a paragraph, or the head of what was opened."""
        quoted, self.begins_quote = self.begins_quote, False
        self.frames.text(plain, markup, quoted=quoted)
        self.written()

    def written(self, *, is_large: bool = False) -> None:
        """Note that a block was written: anchors before it are not for the next heading."""
        self._section_anchor = self._point_anchor = ""
        self._blocks += 1
        if is_large or self._blocks % _REPORT_EVERY == 0:
            self._progress()

    def release_caption(self) -> None:
        """Write a paragraph that was kept for a table that did not come."""
        (plain, markup), self._caption = self._caption, ("", "")
        if plain:
            self.write(plain, markup)

    def take_caption(self) -> str:
        """The paragraph (``Table 3: Limits``) right before a table, for its caption."""
        (plain, _), self._caption = self._caption, ("", "")
        return plain

    def hold(self, finish: Callable[[str, str], None], *, starts_line: bool = True) -> Callable[[], None]:
        """Collect all text up to the end of the element and hand it to ``finish``."""
        self.flush()
        self.inner_anchor = ""
        return self.running.hold(finish, starts_line=starts_line)

    def framed(self, opens: Callable[[], None]) -> Leave:
        """Open a frame that ends with the element."""
        self.end()
        depth = self.frames.depth
        opens()

        def leave() -> None:
            self.end()
            self.frames.close_to(depth)

        return leave

    def note_anchor(self, tag: str, attributes: Attributes) -> None:
        """Remember an element's id: for the heading it is in, it wraps, or it stands right before."""
        anchor = attributes.get("id") or (attributes.get("name") if tag == "a" else "") or ""
        if not anchor:
            return
        if self.running.held:
            self.inner_anchor = self.inner_anchor or anchor
        elif tag in ("a", "span"):
            self._point_anchor = anchor
        elif is_section(tag, attributes):
            self._section_anchor = anchor

    def anchor_for_heading(self, parent: str) -> str:
        """The anchor that a heading gets from what is around it; ``parent`` is the id of a wrapper it begins."""
        return self._section_anchor or parent or self._point_anchor
