"""Which directive and which role a name means while one document is read: docutils' own, ours, or one for any name.

docutils keeps its names in tables of the whole process, and documents may add to them. Here they are looked up through
functions that are put in place for one run and taken out after it, and the tables are put back as they were.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives as directive_module
from docutils.parsers.rst import roles as role_module

from engine.ingest.parse.rst_directives import OURS, AnyDirective, Described, is_described
from engine.ingest.parse.rst_roles import any_role


@contextmanager
def every_name_known() -> Iterator[None]:
    """Within this, no directive and no role is unknown. Not for several threads at once."""
    directives: Any = directive_module
    roles: Any = role_module
    known_directive, known_role = directives.directive, roles.role
    directive_table, role_table = dict(directives._directives), dict(roles._roles)

    def directive(name: str, language: Any, document: nodes.document) -> tuple[Any, list[nodes.system_message]]:
        ours = OURS.get(name.lower().rpartition(":")[2])
        if ours is not None:
            return ours, []
        if is_described(name.lower()):
            return Described, []
        found, _ = known_directive(name, language, document)
        return found or AnyDirective, []

    def role(name: str, language: Any, line: int, reporter: Any) -> tuple[Any, list[nodes.system_message]]:
        if name in roles._roles or name.lower() in roles._roles:
            return roles._roles.get(name) or roles._roles[name.lower()], []
        found, _ = known_role(name, language, line, reporter) if name.lower() in _DOCUTILS_ROLES else (None, [])
        return found or any_role, []

    directives.directive, roles.role = directive, role
    try:
        yield
    finally:
        directives.directive, roles.role = known_directive, known_role
        for table, before in ((directives._directives, directive_table), (roles._roles, role_table)):
            table.clear()
            table.update(before)


_DOCUTILS_ROLES = frozenset("emphasis strong literal code math subscript sub superscript sup title-reference title t "
                            "pep-reference pep rfc-reference rfc raw abbreviation ab acronym ac".split())
