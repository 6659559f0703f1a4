"""Directives of Sphinx and its kin as nodes that docutils has, and one for any other name.

Nothing here opens a file: what would be put in from elsewhere is left out and counted in the settings' ``left_out``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.parsers.rst.directives import unchanged
from docutils.statemachine import StringList

_OBJECTS = frozenset("function method class attribute data exception decorator decoratormethod staticmethod "
                     "classmethod abstractmethod property option cmdoption envvar describe object type macro member "
                     "var struct union enum enumerator opcode confval setting event alias concept namespace signal "
                     "slot".split())
_CODE_LANGUAGES = {"doctest": "pycon", "testcode": "python", "ipython": "python", "prompt": "sh", "terminal": "sh",
                   "jinja": "jinja", "productionlist": "", "testoutput": "", "testsetup": ""}


class _AnyOption(dict[str, Callable[[str], Any]]):
    """Allows every option."""

    def __missing__(self, name: str) -> Callable[[str], Any]:
        return unchanged


class _Ours(Directive):
    """Takes any arguments, options and content."""

    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec = _AnyOption(name=unchanged)

    @property
    def argument(self) -> str:
        """All that stands behind the name."""
        return self.arguments[0] if self.arguments else ""

    def parsed(self, node: nodes.Element, content: StringList | None = None, *, titles: bool = False) -> nodes.Element:
        """``node`` with the parsed content in it."""
        self.set_source_info(node)
        self.state.nested_parse(self.content if content is None else content, self.content_offset, node,
                                match_titles=titles)
        return node

    def set_source_info(self, node: nodes.Node) -> None:
        """The place of the directive."""
        node.source, node.line = self.state_machine.get_source_and_line(self.lineno)

    def words(self, text: str) -> nodes.paragraph:
        """A paragraph of running text."""
        inline, _ = self.state.inline_text(text, self.lineno)
        node = nodes.paragraph(text, "", *inline)
        self.set_source_info(node)
        return node


class AnyDirective(_Ours):
    """Any other name: its argument and its content are shown. A lone path names a file to put in."""

    def run(self) -> list[nodes.Node]:
        made: list[nodes.Node] = []
        if "/" in self.argument and len(self.argument.split()) == 1 and not self.content:
            self.state.document.settings.left_out += 1
            return []
        if self.argument:
            words = self.words(self.argument)
            if self.content:
                words["classes"] = ["title"]
            made.append(words)
        return [*made, self.parsed(nodes.container())] if self.content else made


class Described(_Ours):
    """An object, an option or a variable with its description: a term with a definition."""

    def run(self) -> list[nodes.Node]:
        signatures = [line.strip().rstrip("\\").strip() for line in self.argument.split("\n") if line.strip()]
        if not signatures or (self.name == "class" and not _is_signature(signatures[0])):
            return [self.parsed(nodes.container())]
        item = nodes.definition_list_item()
        term = nodes.term("", "", *(part for place, line in enumerate(signatures)
                                    for part in ([nodes.Text(", ")] if place else []) + [nodes.Text(line)]))
        self.set_source_info(item)
        item += term
        body = nodes.definition()
        if said := [f"{name.capitalize()}: {value}" for name in _TOLD if (value := self.options.get(name))]:
            body += self.words(", ".join(said))
        item += self.parsed(body)
        return [nodes.definition_list("", item)]


class _Nothing(_Ours):
    """What no reader sees."""

    def run(self) -> list[nodes.Node]:
        return []


class _LeftOut(_Ours):
    """What would be put in from a file."""

    def run(self) -> list[nodes.Node]:
        self.state.document.settings.left_out += 1
        return []


class _Code(_Ours):
    """Code in the language of the argument, with its caption."""

    def run(self) -> list[nodes.Node]:
        text = "\n".join(self.content)
        name = self.name.lower()
        if not text:
            return []
        node = nodes.literal_block(text, text, language=_CODE_LANGUAGES.get(name, self.argument.split("\n")[0].strip()))
        self.set_source_info(node)
        if not self.options.get("caption"):
            return [node]
        caption = self.words(self.options["caption"])
        caption["classes"] = ["title"]
        return [caption, node]


class _Drawing(_Ours):
    """The source of a drawing; one in a file is not opened."""

    def run(self) -> list[nodes.Node]:
        text = "\n".join(self.content)
        made: list[nodes.Node] = [self.words(self.options["caption"])] if self.options.get("caption") else []
        if text:
            node = nodes.literal_block(text, text, language=self.name.lower())
            self.set_source_info(node)
            made.insert(0, node)
        return made


class _Changed(_Ours):
    """What came, changed or ended with a version."""

    def run(self) -> list[nodes.Node]:
        version, _, text = self.argument.partition(" ")
        version, _, more = version.partition("\n")
        text = " ".join((more, text)).strip()
        name = self.name.lower().rpartition(":")[2]
        said = f"{_CHANGES[name]} {version}"
        if name == "deprecated-removed":
            removed, _, text = text.partition(" ")
            said += f", removed in version {removed}" if removed else ""
        first = self.content[0] if self.content else ""
        if not text and first.strip():  # one sentence with the first paragraph
            end = next((place for place, line in enumerate(self.content) if not line.strip()), len(self.content))
            text = "\n".join(self.content[:end])
            rest = self.content[end:]
        else:
            rest = self.content
        is_end = name not in {"versionadded", "versionchanged"}
        made: nodes.Element = nodes.admonition() if is_end else nodes.container()
        made["label"] = "deprecated" if is_end else ""
        self.set_source_info(made)
        made += self.words(f"{said}: {text}" if text else f"{said}.")
        if rest:
            self.state.nested_parse(rest, self.content_offset, made)
        return [made]


class _Note(_Ours):
    """Notes that docutils does not have."""

    def run(self) -> list[nodes.Node]:
        node = nodes.admonition()
        node["label"] = "note"
        if self.argument:
            node += self.words(self.argument)
        return [self.parsed(node)]


class _Only(_Ours):
    """Content for one kind of output; that for a web page is shown. Sections in it stay sections."""

    def run(self) -> list[nodes.Node]:
        asked = self.argument.replace("(", " ").replace(")", " ").split()
        others = {"latex", "pdf", "man", "text", "epub", "texinfo"}
        if asked and set(asked) <= others | {"or", "and"}:
            return []
        if "html" in asked and "not" in asked:
            return []
        node = nodes.container()
        self.parsed(node, titles=True)
        return list(node.children)


class _Glossary(_Ours):
    """Terms, several of which may share a definition."""

    def run(self) -> list[nodes.Node]:
        lines = StringList()
        waiting: list[str] = []
        source, offset = self.content.source(0) if self.content else "", 0
        for place, line in enumerate(self.content):
            if line[:1].strip() and not line.startswith(".. "):
                waiting.append(line.split(" : ")[0].strip())
                following = self.content[place + 1] if place + 1 < len(self.content) else ""
                if following[:1].strip():
                    continue
                line, waiting = ", ".join(waiting), []
            lines.append(line, source, self.content.offset(place) if place < len(self.content) else offset)
        return [self.parsed(nodes.container(), lines)]


class _Rubric(_Ours):
    """A heading that is not in the table of contents."""

    def run(self) -> list[nodes.Node]:
        node = self.words(self.argument)
        node["classes"] = ["title"]
        return [node, self.parsed(nodes.container())] if self.content else [node]


_TOLD = ("type", "value", "default", "required")
"""Options of an object's directive that Sphinx shows beside its name."""
_CHANGES = {"versionadded": "New in version", "versionchanged": "Changed in version",
            "deprecated": "Deprecated since version", "deprecated-removed": "Deprecated since version",
            "versionremoved": "Removed in version"}
_UNSEEN = ("toctree index highlight highlightlang currentmodule module py:currentmodule sectionauthor codeauthor "
           "moduleauthor tabularcolumns meta default-domain todo todolist rst-class acks-unseen contents header footer "
           "sectnum section-numbering target-notes raw date cssclass role-unseen testcleanup testsetup feed "
           "comment ifconfig-unseen autosummary inheritance-diagram").split()
_FROM_FILES = "include literalinclude download-file mdinclude".split()
_CODES = "code-block sourcecode code highlight-block productionlist testcode testoutput doctest ipython prompt".split()
_DRAWINGS = "graphviz digraph graph uml plantuml mermaid blockdiag seqdiag actdiag nwdiag ditaa".split()

OURS: Mapping[str, type[Directive]] = {
    **dict.fromkeys(_UNSEEN, _Nothing), **dict.fromkeys(_FROM_FILES, _LeftOut), **dict.fromkeys(_CODES, _Code),
    **dict.fromkeys(_DRAWINGS, _Drawing), **dict.fromkeys(_CHANGES, _Changed),
    "seealso": _Note, "only": _Only, "glossary": _Glossary, "rubric": _Rubric, "centered": _Rubric,
}
"""By the name without its domain."""


def is_described(name: str) -> bool:
    """Whether a directive of that name describes an object."""
    return name.rpartition(":")[2] in _OBJECTS


def _is_signature(text: str) -> bool:
    """``.. class::`` names a class of objects in Sphinx and a class of style in docutils."""
    return not text.islower() or any(sign in text for sign in "(.")
