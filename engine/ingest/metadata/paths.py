"""What the place of a file says: version, product, language, date, and whether it lies among what is out of date.

1. Read from the top down: the root's own name, the folders, the file's name. The first version counts: the folder
   right under a root is most often the version, and a page about upgrading from 2.14 inside ``2.15/`` is one of 2.15.
   A later one counts only when it lies within the first (``2.x/2.3/``).
2. The product is the folder above the version, or the name it is glued to (``keda-2.15/``), passing over names that
   every site has (``docs``, ``en``, ``versions``).
3. Numbers that are none: dates, addresses, chapters (``01-intro``), versions of an interface (``api/v1/``,
   ``v1beta1``), and what a page is about (``tls-1.2.md``, ``upgrade-to-3.2.md``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.ingest.metadata.path_versions import folder_version, name_version
from engine.types import Found, VersionRange

_GENERIC = frozenset(
    "docs doc documentation manual manuals guide guides html pdf text txt md markdown site sites www web public "
    "content contents source sources src book books library versions version releases release versioned branches "
    "branch versioned_docs tags archive archives archived old deprecated files file data tmp temp home user users "
    "admin api reference references tutorial tutorials help support download downloads pages articles current "
    "latest stable main master corpora corpus documents runbooks runbook notes wiki kb share usr release-notes".split())
_ABOVE = frozenset("docs doc documentation html versions version releases release versioned versioned_docs branches "
                   "tags public site content src".split())
_GONE = {"deprecated": "deprecated", "archive": "archived", "archived": "archived", "archives": "archived",
         "old": "old", "obsolete": "obsolete", "attic": "archived", "retired": "retired", "superseded": "superseded",
         "withdrawn": "withdrawn", "outdated": "outdated", "废弃": "废弃", "已废弃": "已废弃", "已弃用": "已弃用",
         "归档": "归档", "过期": "过期"}
_WITHIN_TREE = frozenset({"deprecated", "obsolete", "superseded", "withdrawn", "outdated", "已废弃", "已弃用"})
_NAME_GONE = re.compile(r"[-_. ](deprecated|superseded|archived)$"
                        r"|[(\[](deprecated|obsolete|superseded|archived|withdrawn)[)\]]$", re.IGNORECASE)
_NAME_DRAFT = re.compile(r"(?:^|[-_. (\[])(?:draft|wip)[)\]]?$|^(?:draft|wip)[-_. ]|草稿$", re.IGNORECASE)
_DRAFT_FOLDERS = frozenset({"draft", "drafts", "_drafts", "草稿"})
_LANGUAGES = frozenset("de fr es it pt nl pl ru uk cs sv da fi nb no tr ja ko zh en he ar el th hu ro vi id hi".split())
_WORDS_TOO = frozenset("it no id vi cs da el he th ar hi".split())
_CONTAINERS = frozenset("i18n l10n locale locales lang langs languages translations".split())
_CODE = re.compile(r"([a-z]{2})(?:[-_](?:[a-z]{2}|hans|hant)(?:[-_][a-z]{2})?)?", re.IGNORECASE)
_NAME_CODE = re.compile(r"[._-]([a-z]{2})(?:[-_](?:[A-Z]{2}|[a-z]{2}|Hans|Hant|hans|hant))?$")
_DATE = re.compile(r"(?<!\d)((?:19|20)\d\d)([-_.]?)(0[1-9]|1[0-2])(?:\2(0[1-9]|[12]\d|3[01]))?(?!\d)")
_SHALLOW = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """What a path says; empty or None where it says nothing. ``gone`` is the word of a folder such as ``archive``."""

    names: tuple[str, ...] = ()
    stem: str = ""
    version: VersionRange | None = None
    product: str = ""
    language: str = ""
    date: Found | None = None
    gone: str = ""
    is_draft: bool = False


def place_of(root_path: str, path: str) -> Place:
    """The place of a file at a root-relative path below a root."""
    *folders, name = path.split("/")
    stem = name.rsplit(".", 1)[0] or name
    root_name = re.split(r"[\\/]", root_path.rstrip("\\/"))[-1]
    names = (root_name, *folders)
    version, product = _version(names, stem)
    return Place(names=names, stem=stem, version=version, product=product, language=_language(folders, stem),
                 date=_date(folders, stem), gone=_gone(folders, stem),
                 is_draft=bool(_NAME_DRAFT.search(stem)) or any(name.lower() in _DRAFT_FOLDERS for name in folders))


def _version(names: Sequence[str], stem: str) -> tuple[VersionRange | None, str]:
    version: VersionRange | None = None
    product = ""
    for place, name in enumerate(names):
        above = names[place - 1] if place else ""
        found, owner = folder_version(name, is_first=_is_first(names, place), above=above,
                                      below=names[place + 1] if place + 1 < len(names) else stem)
        if found and (version is None or (version.low <= found.low and found.high <= version.high)):
            product = product or owner or (_owner(names[:place]) if version is None and place <= _SHALLOW else "")
            version = found
    named = name_version(stem)
    if named and (version is None or (version.low <= named.low and named.high <= version.high)):
        return named, product
    return version, product


def _is_first(names: Sequence[str], place: int) -> bool:
    """Whether a folder is the first below the root that is not one every site has."""
    return place > 0 and all(name.lower() in _ABOVE or _is_language(name) for name in names[1:place])


def _owner(above: Sequence[str]) -> str:
    """The nearest folder above a version that can be a product's name."""
    for name in reversed(above):
        words = re.split(r"[-_ ]", name.lower())
        if not _is_language(name) and not all(word in _GENERIC for word in words) and re.search(r"[^\W\d_]{2}", name):
            return name if not re.search(r"guide|manual|reference|docs?$", name.lower()) else ""
    return ""


def _is_language(name: str, above: str = "") -> bool:
    match = _CODE.fullmatch(name)
    if not match or match[1].lower() not in _LANGUAGES:
        return False
    is_regional = len(name) > 2 or above.lower() in _CONTAINERS
    return is_regional or (name.islower() and name not in _WORDS_TOO)


def _language(folders: Sequence[str], stem: str) -> str:
    for place, name in enumerate(folders[:_SHALLOW + 1]):
        if _is_language(name, folders[place - 1] if place else ""):
            return name[:2].lower()
    match = _NAME_CODE.search(stem)
    if match and match[1] in _LANGUAGES and (match[1] not in _WORDS_TOO or len(match[0]) > 3):
        return match[1]
    return ""


def _date(folders: Sequence[str], stem: str) -> Found | None:
    for name in (stem, *reversed(folders)):
        if (match := _DATE.search(name)) and (match[2] or match[4]) and match[2] != ".":
            return Found(name="date", value="-".join(filter(None, (match[1], match[3], match[4]))), source="path")
    return None


def _gone(folders: Sequence[str], stem: str) -> str:
    """The word for it when a folder or the file's name says that the page is out of date.

    ``archive`` and ``old`` count near the root only: deeper, they name a topic (``commands/archive/``).
    """
    for place, name in enumerate(folders):
        word = name.lower().strip("_. ")
        if word in _GONE and (place < 2 or word in _WITHIN_TREE):
            return _GONE[word]
    match = _NAME_GONE.search(stem)
    return (match[1] or match[2]).lower() if match and match.start() > 0 else ""
