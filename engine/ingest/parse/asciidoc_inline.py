"""AsciiDoc running text to readable text and Markdown.

1. What must not be looked into is set aside: passthroughs, then code, then links, references, notes and other macros.
   A sign stands in its place until the end.
2. The content of code and the labels of links are read in the same way, so markup may be nested.
3. Bold, italic and marked text become Markdown; raised and lowered text, keys and menus become their words.

Characters stay as they were typed (no curly quotes, no long dashes): what is searched for is what was written.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping

from engine.ingest.parse.asciidoc_attributes import Attributes
from engine.ingest.parse.builder import escaped
from engine.ingest.parse.raised import lowered, raised
from engine.ingest.parse.rich import Rich, code_span, joined, linked, marked, words
from engine.ingest.plain import html_text

_LONGEST = 100_000
"""A paragraph beyond this many characters is taken as it is written."""
_SPAN = 600
"""No markup goes over more characters than this; it bounds the time that odd texts take."""

_PASSTHROUGH = re.compile(
    rf"(?P<raw>\+\+\+(?P<raw_text>.{{0,{_SPAN}}}?)\+\+\+)"
    rf"|(?P<macro>\\?pass:(?P<subs>[\w,]*)\[(?P<pass_text>(?:[^\]\\]|\\.){{0,{_SPAN}}})\])"
    rf"|(?P<math>\\?(?:stem|latexmath|asciimath):[\w,]*\[(?P<math_text>(?:[^\]\\]|\\.){{0,{_SPAN}}})\])"
    rf"|(?P<code>(?<![\w;:\"'`])(?:\[[^\[\]\n]*\])?`\+(?P<code_text>\S|\S.{{0,{_SPAN}}}?\S)\+`(?![\w\"'`]))"
    rf"|(?P<two>\\?\+\+(?=\S)(?P<two_text>.{{1,{_SPAN}}}?)\+\+)"
    rf"|(?P<one>(?<![\w;:+\\])\+(?P<one_text>\S|\S.{{0,{_SPAN}}}?\S)\+(?![\w+]))",
    re.DOTALL,
)
_ROLE = r"(?:\[[^\[\]\n]*\])?"
_CODE = re.compile(rf"{_ROLE}(\\?)(?:``(\S.{{0,{_SPAN}}}?)``"
                   rf"|(?<![\w;:\"'`}}])`(\S|\S.{{0,{_SPAN}}}?\S)`(?![\w\"'`]))", re.DOTALL)
_QUOTED = re.compile(rf"(?<![\w;:}}])([\"'])`(\S|\S.{{0,{_SPAN}}}?\S)`\1(?!\w)", re.DOTALL)
_LABEL = r"\[(?P<{}>(?:[^\[\]\\]|\\.|\[[^\[\]]*\])*)\]"
_MACROS = re.compile(
    rf"(?P<escape>\\?)(?:"
    rf"(?P<inline>footnote(?:ref)?|\b(?:link|xref|image|icon|kbd|btn|menu|indexterm2?|anchor|mailto)):"
    rf"(?P<target>[^\s:\[\]<>][^\[\]\n<>]{{0,{_SPAN}}}|){_LABEL.format('label')}"
    rf"|<<(?P<reference>[\w#./\"{{\x01][^<>,]{{0,200}})(?:,\s*(?P<reference_text>[^<>]{{0,500}}?))?>>"
    rf"|<(?P<angled>(?:https?|ftp|irc|mailto|file):[^\s<>]+)>"
    rf"|(?P<address>\b(?:https?|ftp|irc|ircs)://[^\s\[\]<>\x01\x02]*(?:[^\s\[\]<>\x01\x02.,;:!?)'\"]|(?=\[)))(?:{_LABEL.format('address_label')})?"
    rf"|\(\(\((?P<hidden_term>[^()]*)\)\)\)|\(\((?P<term>[^()\n]+)\)\)"
    rf"|\[\[\[(?P<bibliography>[\w][\w:.-]*)(?:,\s*(?P<bibliography_text>[^\[\]]*))?\]\]\]"
    rf"|\[\[(?P<anchor>[A-Za-z_:][\w:.-]*)(?:,[^\[\]]*)?\]\]"
    rf")",
    re.DOTALL,
)
_STRONG, _EMPHASIS, _MARKED = (
    re.compile(rf"(\\?){_ROLE}(?:{mark}{mark}(\S.{{0,{_SPAN}}}?){mark}{mark}"
               rf"|(?<![\w&;:}}{mark}]){mark}(\S|\S.{{0,{_SPAN}}}?\S){mark}(?!\w))", re.DOTALL)
    for mark in (r"\*", "_", "#")
)
_LINE_THROUGH = re.compile(r"\[[^\[\]\n]*(?:\.|\b)(?:line-through|strike|del)\b[^\[\]\n]*\]", re.IGNORECASE)
_GONE = "\x04"
_AT_GONE = re.compile(" ?\x04")
_OLD_QUOTES = re.compile(r"``(\S|\S[^`']{0,600}?\S)''|(?<![\w`])`(\S|\S[^`']{0,600}?\S)'(?![\w'])")
_OLD_ITALICS = re.compile(r"(?<![\w;:}'`])'(\S|\S[^'`]{0,600}?\S)'(?![\w'])")
_RAISED = re.compile(r"\\?\^(\S{1,100}?)\^|\\?~(\S{1,100}?)~")
_HARD_BREAK = re.compile(r"[ \t]\+[ \t]*(?:\n|\Z)")
_HARD = Rich("\x03", "\\\x03")
_KEPT = re.compile("\x01(\\d+)\x02")
_ENTITY = re.compile(r"&(?:[A-Za-z]{2,31}|#\d{1,7}|#[xX][\dA-Fa-f]{1,6});")
_WIDE = "\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef"
_WIDE_BREAK = re.compile(f"(?<=[{_WIDE}])\\s*\n\\s*(?=[{_WIDE}])")
_BREAK = re.compile(r"[ \t]*\n[ \t]*")
_NAMED = re.compile(r"(?:^|,)\s*[\w-]+\s*=")
_MARKUP = re.compile(r"[`*_#^~+\[\\<({&:]")


class InlineReader:
    """Reads the running text of one document. ``titles`` are the headings by their ids, for references to them."""

    def __init__(self, attributes: Attributes, titles: Mapping[str, str]) -> None:
        self._attributes = attributes
        self._titles = titles

    def read(self, source: str) -> Rich:
        """A paragraph's text; single line breaks are blanks in ``plain``, hard ones stay."""
        is_plain = not _MARKUP.search(source) and not ("'" in source and "compat-mode" in self._attributes)
        if is_plain or len(source) > _LONGEST:
            return _with_breaks(words(source))
        return _with_breaks(_Pass(self._attributes, self._titles).read(source))

    def heading(self, source: str) -> Rich:
        """A heading's text; one that is struck out stays visible as such, since it still begins a section."""
        text = self.read(source)
        if text.plain.strip():
            return text
        shown = self.read(_LINE_THROUGH.sub("", source)).plain
        return Rich(shown, f"~~{escaped(shown, starts_line=False)}~~")


class _Pass:
    """One text, with what was set aside while it is read."""

    def __init__(self, attributes: Attributes, titles: Mapping[str, str]) -> None:
        self._attributes = attributes
        self._titles = titles
        self._kept: list[Rich] = []

    def read(self, source: str) -> Rich:
        if "compat-mode" in self._attributes:
            source = self._old_quotes(source)
        if "+" in source or "pass:" in source or "math:" in source or "stem:" in source:
            source = _PASSTHROUGH.sub(self._passthrough, source)
            source = _HARD_BREAK.sub(lambda match: self._keep(_HARD) if match[0].endswith("\n") else "", source)
        return self._rich(source)

    def _rich(self, source: str) -> Rich:
        """Everything but passthroughs."""
        if "`" in source:
            source = _CODE.sub(self._code, source)
            source = _QUOTED.sub(lambda match: f"{match[1]}{match[2]}{match[1]}", source)
        source = self._attributes.filled(source, lambda text: self._keep(words(text)))
        if ":" in source or "<<" in source or "((" in source or "[[" in source:
            source = _MACROS.sub(self._macro, source)
        if "*" in source:
            source = _STRONG.sub(lambda match: self._quoted(match, "**"), source)
        if "_" in source:
            source = _EMPHASIS.sub(lambda match: self._quoted(match, "*"), source)
        if "#" in source:
            source = _MARKED.sub(lambda match: self._quoted(match, ""), source)
        if "^" in source or "~" in source:
            source = _RAISED.sub(self._raised, source)
        if "&" in source:
            source = _ENTITY.sub(lambda match: self._keep(words(html.unescape(match[0]))), source)
        return self._restored(source)

    def _old_quotes(self, source: str) -> str:
        """The marks of the first AsciiDoc: quotes of two characters, italics in single quotes."""
        source = _OLD_QUOTES.sub(
            lambda match: self._keep(words(f"“{match[1]}”" if match[1] else f"‘{match[2]}’")), source)
        return _OLD_ITALICS.sub(lambda match: self._keep(marked(self._rich(match[1]), "*")), source)

    # --- setting aside ---

    def _keep(self, text: Rich) -> str:
        self._kept.append(text)
        return f"\x01{len(self._kept) - 1}\x02"

    def _restored(self, source: str) -> Rich:
        source = _AT_GONE.sub("", source) if _GONE in source else source
        if "\x01" not in source:
            return words(source)
        plain = _KEPT.sub(lambda match: self._kept[int(match[1])].plain, source)
        return Rich(plain, _KEPT.sub(lambda match: self._kept[int(match[1])].markup, escaped(source)))

    def _passthrough(self, match: re.Match[str]) -> str:
        if match[0].startswith("\\"):
            return match[0][1:]
        kind = match.lastgroup or ""
        name = next(name for name in ("raw", "macro", "math", "code", "two", "one") if match[name] is not None)
        text = match["pass_text" if name == "macro" else f"{name}_text"]
        assert kind
        if name == "macro":
            text = text.replace("\\]", "]")
            if re.search(r"[qnm]|quotes|normal|macros", match["subs"]):
                return self._keep(self._rich(text))
            if "a" in match["subs"]:
                text = self._attributes.filled(text)
        if name == "math":
            return self._keep(code_span(text.replace("\\]", "]")))
        if name == "code":
            return self._keep(code_span(text))
        is_raw = name == "raw" or (name == "macro" and "c" not in match["subs"])
        return self._keep(words(html_text(text) if is_raw and ("<" in text or "&" in text) else text))

    def _code(self, match: re.Match[str]) -> str:
        if match[1]:
            return self._keep(_typed("`")) + match[0].split("\\`", 1)[1]
        text = self._rich(match[2] or match[3])
        return self._keep(code_span(text.plain))

    def _quoted(self, match: re.Match[str], mark: str) -> str:
        if match[1]:
            return self._keep(_typed(match[0][1])) + match[0][2:]
        if _LINE_THROUGH.match(match[0]):
            return _GONE
        text = self._rich(match[2] or match[3])
        return self._keep(marked(text, mark) if mark else text)

    def _raised(self, match: re.Match[str]) -> str:
        if match[0].startswith("\\"):
            return self._keep(_typed(match[0][1])) + match[0][2:]
        before = match.string[max(0, match.start() - 1):match.start()]
        return raised(match[1], before) if match[1] else lowered(match[2], before)

    # --- macros ---

    def _macro(self, match: re.Match[str]) -> str:
        if match["escape"]:
            return self._keep(_typed(match[0][1])) + match[0][2:]
        if match["inline"]:
            return self._named(match["inline"], match["target"], match["label"].replace("\\]", "]"))
        if match["reference"]:
            return self._reference(match["reference"].strip(), match["reference_text"] or "")
        if match["address"] or match["angled"]:
            return self._address(match)
        if match["term"]:
            return match["term"].split(">>")[0]
        if match["bibliography"]:
            return self._keep(words(f"[{match['bibliography_text'] or match['bibliography']}]"))
        return ""

    def _address(self, match: re.Match[str]) -> str:
        address = self._restored(match["address"] or match["angled"]).plain
        label = _label(match["address_label"] or "")
        if label:
            return self._keep(linked(self._rich(label), address))
        shown = address.removeprefix("mailto:")
        return self._keep(Rich(shown, shown if escaped(shown) == shown else f"<{address}>"))

    def _named(self, name: str, target: str, label: str) -> str:
        if name in {"link", "mailto"}:
            target = self._restored(target).plain
            address = f"mailto:{target}" if name == "mailto" else target
            return self._keep(linked(self._rich(_label(label) or target), address))
        if name == "xref":
            return self._reference(target, label if not _NAMED.match(label) else "")
        if name == "image":
            return self._keep(self._rich(_label(label)))
        if name == "menu":
            return self._keep(words(" > ".join(filter(None, (target, *(part.strip() for part in label.split(">")))))))
        if name in {"kbd", "btn"}:
            return self._keep(words(label))
        if name in {"footnote", "footnoteref"}:
            text = label.partition(",")[2] if name == "footnoteref" else label
            return self._keep(joined((words(" ("), self._rich(text.strip()), words(")")))) if text.strip() else ""
        return label if name == "indexterm2" else ""

    def _reference(self, target: str, label: str) -> str:
        target = self._restored(target).plain
        file, _, anchor = target.rpartition("#")
        is_inside = not file and ".adoc" not in target and "/" not in target
        address = f"#{anchor or target}" if is_inside else target
        shown = label.strip() or self._titles.get(anchor if not file else "", "") or target.lstrip("#")
        text = self._rich(shown) if label.strip() else words(shown)
        return self._keep(linked(text, address if address != "#" else ""))


def _typed(character: str) -> Rich:
    """A character that the source protects from being markup."""
    return Rich(character, f"\\{character}" if character in "`*_#<[~" else character)


def _label(source: str) -> str:
    """The words in a macro's brackets: the first value, without settings such as ``window=_blank``."""
    source = source.replace("\\]", "]").strip()
    if source.startswith('"') and '"' in source[1:]:
        return source[1:source.index('"', 1)]
    if named := _NAMED.search(source):
        source = source[:named.start()]
    return source.rstrip("^").strip().replace("\n", " ")


def _with_breaks(text: Rich) -> Rich:
    """Source lines flow in ``plain``; they stay lines in the Markdown. Hard breaks stay in both."""
    plain, markup = text
    if "\n" in plain:
        plain = _BREAK.sub(" ", _WIDE_BREAK.sub("", plain))
        markup = _BREAK.sub("\n", markup)
    return Rich(plain.replace(_HARD.plain, "\n"), markup.replace(_HARD.plain, "\n"))
