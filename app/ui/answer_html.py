"""An answer as HTML and as Markdown: its text as it is, each sentence followed by its verdict and its citations.

1. A citation is called by its label, the number that the engine gave it in order of use.
2. Marks from Unicode's private area are set around each claim's span in the Markdown, behind list and heading
   signs, so that the text can be rendered as a whole and keeps its lists, code and tables.
3. After rendering, each mark becomes our own HTML: what opens a flagged sentence, and verdict with links after it.

A link is ``cite:CLAIM.INDEX`` or ``conflict:INDEX.SIDE``; ``place_of`` says what it stands for.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, replace

from app.ui.faces import check_words, verdict_face
from app.ui.markdown_html import markdown_html
from app.ui.theme import Colours
from engine.types import Answer, Citation, Claim, Verdict

_OPEN, _CLOSE, _END = "\ue000", "\ue001", "\ue002"
_PRIVATE = re.compile("[\ue000-\ue002]")
_LEAD = re.compile(r"\s*(?:(?:[-*+]|\d+[.)])\s+|#{1,6}\s+|>\s?|\|\s?)*")
_OPENED = re.compile(f"{_OPEN}(\\d+){_END}")
_CLOSED = re.compile(f"{_CLOSE}(\\d+){_END}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """One citation with the verdicts of the sentences that use it."""

    citation: Citation
    verdicts: tuple[Verdict, ...]


def cited(claims: tuple[Claim, ...]) -> tuple[Cited, ...]:
    """The citations of an answer, each label once, in the order of use."""
    found: dict[str, Cited] = {}
    for claim in claims:
        for citation in claim.citations:
            known = found.get(citation.label) or Cited(citation=citation, verdicts=())
            found[citation.label] = replace(known, verdicts=(*known.verdicts, claim.verdict))
    return tuple(found.values())


def place_of(answer: Answer, link: str) -> Citation | None:
    """The citation that a link of this module stands for, None for any other link."""
    match = re.fullmatch(r"(cite|conflict):(\d+)\.(\d+)", link)
    if match is None:
        return None
    first, second = int(match[2]), int(match[3])
    if match[1] == "conflict":
        pairs = [(conflict.first, conflict.second) for conflict in answer.conflicts]
        return pairs[first][second] if first < len(pairs) and second < 2 else None
    citations = answer.claims[first].citations if first < len(answer.claims) else ()
    return citations[second] if second < len(citations) else None


def conflicts_html(answer: Answer, colours: Colours) -> str:
    """What two current places say differently, side by side."""
    return "".join(
        f'<p><b>{html.escape(conflict.subject)}</b></p><table width="100%" cellspacing="0" cellpadding="8" '
        f'style="margin-bottom: 12px"><tr>{_side(conflict.first, f"{index}.0", colours)}'
        f'<td width="12"></td>{_side(conflict.second, f"{index}.1", colours)}</tr></table>'
        for index, conflict in enumerate(answer.conflicts)
    )


def _side(citation: Citation, link: str, colours: Colours) -> str:
    place = html.escape(f"{place_words(citation)} · {citation.applies_to.raw}".rstrip(" ·"))
    return (f'<td width="50%" bgcolor="{colours.warn_soft}"><a href="conflict:{link}">{place}</a>'
            f"{markdown_html(citation.quote, colours)}</td>")


def answer_html(answer: Answer, colours: Colours) -> str:
    """The answer's text with verdict and citations behind each sentence."""
    rendered = markdown_html(_marked(answer.text, answer.claims), colours)
    wrapped = {int(match[1]) for match in _OPENED.finditer(rendered)}
    opened = _OPENED.sub(lambda match: _opening(answer.claims[int(match[1])], colours), rendered)

    def close(match: re.Match[str]) -> str:
        index = int(match[1])
        return ("</span>" if index in wrapped else "") + _verdict(index, answer.claims[index])
    return _CLOSED.sub(close, opened)


def answer_markdown(answer: Answer) -> str:
    """The answer for the clipboard: every sentence with its numbers and verdict, the sources listed below."""
    out, last = [f"**{answer.question}**\n\n"], 0
    for claim in sorted(answer.claims, key=lambda claim: claim.span.start):
        marks = "".join(f"[{citation.label}]" for citation in claim.citations)
        word = "" if claim.verdict is Verdict.SUPPORTED else f" ({verdict_face(claim.verdict).word})"
        out += [answer.text[last:claim.span.end].rstrip(), f" {marks}" if marks else "", word]
        last = claim.span.end
    out.append(answer.text[last:])
    sources = [f"{entry.citation.label}. {place_words(entry.citation)} ({entry.citation.applies_to.raw or '-'})"
               for entry in cited(answer.claims)]
    return "".join(out).rstrip() + ("\n\n" + "\n".join(sources) if sources else "") + "\n"


def place_words(citation: Citation) -> str:
    """Where a citation leads: file, last heading, and the page where there is one."""
    heading = citation.heading_path[-1] if citation.heading_path else ""
    page = f", {citation.page}" if citation.page else ""
    return f"{citation.path} › {heading}{page}" if heading else f"{citation.path}{page}"


def _marked(text: str, claims: tuple[Claim, ...]) -> str:
    """The Markdown with marks around every claim, placed where they disturb no block."""
    text = _PRIVATE.sub(" ", text)
    for index, claim in sorted(enumerate(claims), key=lambda pair: -pair[1].span.start):
        start, end = claim.span.start, claim.span.end
        body = text[start:end].rstrip()
        if body.startswith(("```", "~~~")) or body.endswith(("```", "~~~")):
            text = f"{text[:start]}{body}\n\n{_CLOSE}{index}{_END}\n\n{text[end:]}"
            continue
        lead = _LEAD.match(body)
        cut = lead.end() if lead else 0
        tail = "|" if body.endswith("|") else ""
        core = body[cut:len(body) - len(tail)]
        opening = f"{_OPEN}{index}{_END}" if "\n" not in core.strip() else ""
        text = f"{text[:start]}{body[:cut]}{opening}{core}{_CLOSE}{index}{_END}{tail}{text[start + len(body):]}"
    return text


def _opening(claim: Claim, colours: Colours) -> str:
    if claim.verdict is Verdict.CONTRADICTED:
        return f'<span style="text-decoration: line-through; color: {colours.muted}">'
    return "<span>"


def _verdict(index: int, claim: Claim) -> str:
    face = verdict_face(claim.verdict)
    links = "&nbsp;".join(f'<a href="cite:{index}.{order}">[{html.escape(citation.label)}]</a>'
                          for order, citation in enumerate(claim.citations))
    flagged = claim.verdict in (Verdict.CONTRADICTED, Verdict.NOT_ENOUGH_INFO)
    why = f": {check_words(claim.checks[-1])}" if flagged and claim.checks else ""
    words = f"{face.icon}&nbsp;{html.escape(face.word + why)}".replace(" ", "&nbsp;")
    return f' <span class="mark {face.tone}">{words}&nbsp;{links}</span>'
