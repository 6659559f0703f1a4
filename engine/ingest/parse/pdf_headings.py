"""Which lines of a PDF are headings, and of which level: by the bookmarks, and by type where they say nothing.

1. A bookmark's title is looked for among the lines of its page, numbers and punctuation aside, over up to three lines.
2. Lines in a style of headings so found are headings too, of the level that the style has.
3. Other styles are headings when they are larger or bolder than the text and their lines stand alone, are short, and
   read like headings. Lines in bold over deeper text are terms, not headings, when most lines of their style are.
4. Without bookmarks the styles are ranked by size, then weight. A largest style that is only on the first page is the
   title's. Numbers in one style tell apart what is of different depth.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from engine.ingest.parse.notes import note_of, note_type
from engine.ingest.parse.pdf_layout import Item
from engine.ingest.parse.pdf_lines import Line
from engine.ingest.parse.pdf_open import OutlineEntry

_NUMBERING = re.compile(r"\A(?:chapter|part|appendix|section|kapitel|teil|anhang|annex)?\s*"
                        r"(?P<number>\d+(?:\.\d+)*|[A-Z](?:\.\d+)+|[A-Z]|[IVXLC]+)(?:[.:)]|\b)\s+(?=\S)", re.IGNORECASE)
_NUMBER = re.compile(r"(?P<number>\d{1,3}(?:\.\d{1,3}){0,5}|[A-Z](?:\.\d{1,3}){1,5})\.?\s+(?=[^\W\d_])")
_PREFACE = re.compile(r"(?:(?:chapter|part|appendix|kapitel|teil|anhang)\s+[\dA-Z]{1,5}|(?:chapter )?(?:one|two|three|"
                      r"four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|"
                      r"twenty))\Z", re.IGNORECASE)
_CHAPTER = frozenset({"chapter", "part", "appendix", "kapitel", "teil", "anhang"})
_SECTION_WORDS = frozenset({"see also", "seealso", "abstract", "summary", "information", "info", "prerequisite",
                            "prerequisites", "notes", "best practice", "bug", "error", "success", "callout",
                            "前提条件", "说明"})
_CAPTION = re.compile(r"(?:figure|fig\.|table|tab\.|listing|abbildung|abb\.|tabelle|图|圖|表)\s*\d", re.IGNORECASE)
_BULLET = re.compile(r"[•◦▪▫●○■□‣∙·–—*➢✓❖►-]\s")
_WARNINGS = frozenset({"warning", "caution", "danger"})
_LARGER = 1.1
_MOST_LINES = 3
_MOST_CHARACTERS = 180
_MOST_WORDS = 22
_TERM_INDENT_EM = 0.7
_LEVELS = 6
_OFTEN, _MOSTLY = 0.2, 0.5
"""So many of all lines in a style must be bookmarked, or look like headings, else it is a style of text."""
_FEWEST_MATCHES = 3
_FEWEST_STEPS = 3
_FEWEST_PAGES, _MOST_TITLE_LINES, _MOST_RUNNING = 3, 40, 1

StyleKey = tuple[float, bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """A heading of ``count`` items from its place in the flow on."""

    level: int
    count: int


def headings(flow: Sequence[Item], outline: Sequence[OutlineEntry], body_size: float,
             leading: float) -> dict[int, Heading]:
    """Headings by their place in ``flow``; ``leading`` is the usual step between lines, in ems."""
    finder = _Finder(flow, body_size, leading)
    matched = finder.by_outline(outline)
    return finder.by_style(matched)


def folded(text: str) -> str:
    """The letters and figures of a text, in one case."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).casefold()))


def announces(text: str) -> str:
    """The type of note that a line announces which says nothing else."""
    word = text.rstrip(":：！! ")
    return "" if word.lower() in _SECTION_WORDS else note_type(word)


def unnumbered(text: str) -> str:
    """A heading without the number before it."""
    return _NUMBERING.sub("", text, count=1)


class _Finder:
    def __init__(self, flow: Sequence[Item], body_size: float, leading: float) -> None:
        self._flow = flow
        self._body = body_size
        self._leading = leading
        self._matched: dict[int, Heading] = {}
        self._folded: dict[int, str] = {}
        self._lines = Counter((round(item.size * 2) / 2, item.is_bold) for item in flow if isinstance(item, Line))

    def by_outline(self, outline: Sequence[OutlineEntry]) -> dict[int, Heading]:
        """Bookmarks whose title was found."""
        pages: dict[int, list[int]] = defaultdict(list)
        for place, item in enumerate(self._flow):
            if isinstance(item, Line):
                pages[item.page].append(place)
        found: dict[int, Heading] = {}
        taken: set[int] = set()
        for entry in outline:
            wanted = folded(entry.title)
            for page in (entry.page, entry.page + 1, entry.page - 1):
                hit = self._match(pages.get(page, ()), wanted, folded(unnumbered(entry.title)), taken)
                if hit is not None:
                    place, count = hit
                    before = self._preface(place)
                    found[place - before] = Heading(level=min(entry.level, _LEVELS), count=count + before)
                    taken.update(range(place - before, place + count))
                    break
        self._matched = found
        return found

    def _match(self, places: Sequence[int], wanted: str, bare: str, taken: set[int]) -> tuple[int, int] | None:
        """The lines that say ``wanted``; among several the one in the largest type."""
        best: tuple[float, int, int] | None = None
        for start in places:
            if start in taken:
                continue
            text = said = ""
            for count in range(1, _MOST_LINES + 1):
                item = self._flow[start + count - 1] if start + count <= len(self._flow) else None
                if not isinstance(item, Line):
                    break
                text = f"{text} {item.text}" if text else item.text
                said = f"{said}{self._said(start + count - 1, item)}"
                is_headed = count == 1 and len(item.cells) > 1 and folded(item.cells[0].text) == wanted
                is_bare = bare and said.endswith(bare) and (said == bare or folded(unnumbered(text)) == bare)
                if said == wanted or is_headed or is_bare:
                    first = self._flow[start]
                    assert isinstance(first, Line)
                    weight = first.size + (0.5 if first.is_bold else 0.0)
                    if best is None or weight > best[0]:
                        best = (weight, start, count)
                    break
                if len(said) > len(wanted) + 12:
                    break
        return best[1:] if best else None

    def _said(self, place: int, line: Line) -> str:
        """The letters and figures of a line, found out once."""
        if place not in self._folded:
            self._folded[place] = folded(line.text)
        return self._folded[place]

    def _preface(self, place: int) -> int:
        """How many lines above say ``Chapter 3`` (in one line or two) and belong to the heading."""
        above = [item.text if isinstance(item, Line) and item.page == self._flow[place].page else ""
                 for item in self._flow[max(0, place - 2):place]]
        if above and _PREFACE.match(above[-1]):
            return 2 if len(above) > 1 and above[0].lower() in _CHAPTER else 1
        return 0

    def by_style(self, matched: dict[int, Heading]) -> dict[int, Heading]:
        """Headings matched, and those whose type says so."""
        known = self._known_styles(matched) if len(matched) >= _FEWEST_MATCHES else {}
        taken = {place + extra for place, heading in matched.items() for extra in range(heading.count)}
        groups = [(place, count) for place, count in self._groups(taken)]
        by_key: dict[StyleKey, list[tuple[int, int]]] = defaultdict(list)
        for place, count in groups:
            by_key[self._key(place)].append((place, count))
        kept = {key: members for key, members in by_key.items() if key in known or self._is_heading_style(key, members)}
        levels = self._levels(kept, known)
        found = dict(matched)
        for key, members in kept.items():
            depths = [self._depth(place) for place, _ in members]
            shallowest = min((depth for depth in depths if depth), default=0)
            for (place, count), depth in zip(members, depths, strict=True):
                deeper = depth - shallowest if depth and key not in known else 0
                found[place] = Heading(level=min(levels[key] + deeper, _LEVELS), count=count)
        return found

    def _key(self, place: int) -> StyleKey:
        line = self._flow[place]
        assert isinstance(line, Line)
        return round(line.size * 2) / 2, line.is_bold

    def _is_on_title_page(self, place: int) -> bool:
        """Whether a line stands on a first page that is a title page, and is not in its largest type."""
        line, last = self._flow[place], self._flow[-1]
        first = next((item.page for item in self._flow if isinstance(item, Line)), 0)
        if not isinstance(line, Line) or line.page != first or last.page - first < _FEWEST_PAGES or (
                any(self._flow[matched].page == first for matched in self._matched)):
            return False
        lines = [item for item in self._flow[:_MOST_TITLE_LINES] if isinstance(item, Line) and item.page == first]
        running = sum(below.text[0].islower() and above.text[-1] not in ".:;!?" for above, below in pairwise(lines))
        is_largest = line.size >= max(item.size for item in lines)
        return len(lines) < _MOST_TITLE_LINES and running <= _MOST_RUNNING and not is_largest

    def _known_styles(self, matched: dict[int, Heading]) -> dict[StyleKey, int]:
        """Styles of bookmarked headings that differ from the text, with the level most of them have."""
        seen: dict[StyleKey, Counter[int]] = defaultdict(Counter)
        for place, heading in matched.items():
            key = self._key(place + heading.count - 1)
            if key[1] or key[0] > _LARGER * self._body:
                seen[key][heading.level] += 1
        return {key: max(levels, key=lambda level: (levels[level], level)) for key, levels in seen.items()
                if sum(levels.values()) >= _OFTEN * self._lines[key]}

    def _groups(self, taken: set[int]) -> Iterator[tuple[int, int]]:
        """Runs of lines in one distinct style that could be headings."""
        place = 0
        while place < len(self._flow):
            count = 0 if place in taken else self._group(place, taken)
            if count and self._reads_like_one(place, count) and not self._is_on_title_page(place):
                yield place, count
            place += max(1, count)

    def _group(self, place: int, taken: set[int]) -> int:
        """How many lines from here on are one stretch in a style that is set apart from the text."""
        first = self._flow[place]
        if not isinstance(first, Line) or first.is_mono or not (
                first.size >= _LARGER * self._body or (first.is_bold and first.size >= 0.93 * self._body)):
            return 0
        count = 1
        while place + count < len(self._flow) and place + count not in taken:
            last, line = self._flow[place + count - 1], self._flow[place + count]
            if not isinstance(line, Line) or not isinstance(last, Line) or self._key(place + count) != self._key(place):
                break
            step = line.base - last.base
            if line.page != last.page or not 0 < step <= 1.25 * self._leading * line.size or _NUMBER.match(line.text):
                break
            count += 1
        return count

    def _reads_like_one(self, place: int, count: int) -> bool:
        lines = [item for item in self._flow[place:place + count] if isinstance(item, Line)]
        text = " ".join(line.text for line in lines)
        is_spread = any(len(line.cells) > 2 or (len(line.cells) == 2 and not _NUMBER.match(line.text))
                        for line in lines)
        if is_spread or count > _MOST_LINES or len(text) > _MOST_CHARACTERS or len(text.split()) > _MOST_WORDS:
            return False
        if sum(map(str.isalpha, text)) < (1 if not text.isascii() else 2) or announces(text):
            return False
        if note_of(text, text, quoted=False) in _WARNINGS and lines[0].size < _LARGER * self._body:
            return False
        if _CAPTION.match(text) or _BULLET.match(text) or text.endswith((",", ";")):
            return False
        is_sentence = text.endswith((".", "。")) and len(text.split()) > 6
        begins_well = text[0] not in "([{<=+" and not text[0].islower()
        return not is_sentence and begins_well and self._stands_alone(place, lines)

    def _stands_alone(self, place: int, lines: Sequence[Line]) -> bool:
        """Whether there is room above, or a change of style, and the text does not go on in the same line."""
        above = self._flow[place - 1] if place else None
        if not isinstance(above, Line) or above.page != lines[0].page or above.base >= lines[0].base:
            return True
        step = lines[0].base - above.base
        is_larger = lines[0].size >= _LARGER * self._body
        has_room = step > 1.1 * self._leading * max(above.size, lines[0].size)
        return has_room or (is_larger and above.size != lines[0].size)

    def _is_heading_style(self, key: StyleKey, members: Sequence[tuple[int, int]]) -> bool:
        """Whether lines of this style head what follows, rather than being its terms."""
        size, _ = key
        if sum(count for _, count in members) < _MOSTLY * self._lines[key]:
            return False
        over_deeper = sum(self._is_over_deeper(place, count) for place, count in members)
        return 2 * over_deeper <= len(members) or size >= _LARGER * self._body

    def _is_over_deeper(self, place: int, count: int) -> bool:
        last = self._flow[place + count - 1]
        below = self._flow[place + count] if place + count < len(self._flow) else None
        return (isinstance(last, Line) and isinstance(below, Line) and below.page == last.page
                and below.base > last.base and below.base - last.base < 1.3 * self._leading * last.size
                and below.x0 - last.x0 > _TERM_INDENT_EM * last.size and not _BULLET.match(below.text))

    def _levels(self, kept: dict[StyleKey, list[tuple[int, int]]], known: dict[StyleKey, int]) -> dict[StyleKey, int]:
        """A level for every style: known ones keep theirs, the others follow in order of size and weight."""
        ranked = sorted({*kept, *known}, reverse=True)
        levels: dict[StyleKey, int] = {}
        above = 0
        previous: StyleKey | None = None
        for key in ranked:
            is_same = previous is not None and previous[1] == key[1] and previous[0] - key[0] <= 0.04 * key[0]
            level = known.get(key, above if is_same and above else above + 1)
            levels[key] = min(max(level, 1), _LEVELS)
            above, previous = levels[key], key
        return levels

    def _depth(self, place: int) -> int:
        """How deep the number of a heading is; 0 without one."""
        line = self._flow[place]
        match = _NUMBER.match(line.text)
        return match["number"].count(".") + 1 if match else 0


def body_type(sizes: Counter[float]) -> float:
    """The type size most letters have."""
    return max(sizes, key=sizes.__getitem__, default=10.0)


def usual_leading(flow: Sequence[Item], body_size: float) -> float:
    """The step between lines of the text, in ems; 1.2 when there are too few that differ."""
    steps = []
    for above, below in pairwise(flow):
        if isinstance(above, Line) and isinstance(below, Line) and above.page == below.page and (
                abs(above.size - body_size) < 0.6 and abs(below.size - body_size) < 0.6):
            step = (below.base - above.base) / body_size
            if 0.9 < step < 2.2:
                steps.append(round(step, 2))
    if len(steps) >= _FEWEST_STEPS and len(set(steps)) == 1:
        return steps[0]
    if len(steps) < 8:
        return min(steps, default=1.2) if steps and min(steps) < 1.6 else 1.2
    counts = Counter(steps)
    most = max(counts.values())
    return min((step for step, count in counts.items() if count >= 0.5 * most), default=median(steps))
