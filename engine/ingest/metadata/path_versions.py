"""The version that a folder or a file is named for, and the numbers in names that are none.

Folders: ``2.15``, ``v1.28``, ``2.x``, ``version-2.6``, ``release-1.3``, ``2_15``, ``24.04-LTS``, ``keda-2.15``, and
right under a root a bare ``15``. Files: ``guide-v3.1``, ``pairing-v1``, ``Relay 4.1 User Guide``. None: dates,
addresses, chapters (``01-intro``), interfaces (``api/v1/``, ``v1beta1``), topics (``tls-1.2``), and what a page leads
to (``upgrade-to-3.2``).
"""

from __future__ import annotations

import re

from engine.types import VersionRange, parse_version

_API = frozenset("api apis rest rpc grpc schema schemas openapi swagger proto protos crd crds graphql webhooks "
                 "sdk".split())
_DATE = re.compile(r"(?<!\d)(?:19|20)\d\d([-_.]?)(?:0[1-9]|1[0-2])(?:\1(?:0[1-9]|[12]\d|3[01]))?(?!\d)")
_TAIL = r"(?P<tail>(?:[-_. ]\(?(?:docs?|documentation|lts|stable|manual|branch|final|ga|release|html|en)\)?)*)"
_MARKED = re.compile(
    r"(?P<word>v|ver|version|versions|release|releases|rel|r|branch|stable|tag|docs?|documentation|manual|lts)[-_. ]*"
    r"v?(?P<version>\d+(?:[-_.]\d+)*(?:\.[x*])*(?:[-_.]?(?:rc|beta|alpha|m)[-_.]?\d*|[a-z])?)" + _TAIL, re.IGNORECASE)
_PLAIN = re.compile(
    r"(?P<version>\d+(?:[._]\d+)+(?:\.[x*])*[a-z]?|\d+(?:\.[x*])+)"
    r"(?P<pre>[-_.]?(?:rc|beta|alpha|m|sp)[-_.]?\d*|[-_.](?:final|ga|snapshot))?\+?" + _TAIL, re.IGNORECASE)
_LETTERED = re.compile(r"(?:19|20)\d\d[a-z]|\d{1,2}[cg]")
_NUMBER = re.compile(r"[1-9]\d{0,2}|(?:19|20)\d\d")
_GLUED = re.compile(
    r"(?P<product>[^\W\d_][\w+]*(?:[-_ ][^\W\d_][\w+]*)*?)"
    r"(?:[-_ ]docs?[-_ ](?=\d)|(?:[-_ ]v?|[-_ ]?)(?=\d+\.\d))(?P<version>\d+(?:\.\d+)*(?:\.[x*])*)"
    + _TAIL, re.IGNORECASE)
_TOPICS = frozenset("chapter ch section sec part step appendix http tls ssl oauth usb ip ipv bluetooth unicode html "
                    "rfc iso volume vol lesson module unit figure fig table annex exercise week day to from in "
                    "since".split())
_BETA_INTERFACE = re.compile(r"v\d+(?:alpha|beta)\d+", re.IGNORECASE)


def folder_version(name: str, *, is_first: bool, above: str = "", below: str = "") -> tuple[VersionRange | None, str]:
    """The version that a folder is named for, and the product glued to it.

    ``is_first`` tells the folder right under the root, where a bare number is a version too; ``above`` and ``below``
    are its neighbours.
    """
    name = name.strip()
    if is_no_version(name) or _BETA_INTERFACE.fullmatch(name):
        return None, ""
    if match := _MARKED.fullmatch(name):
        version = _dotted(match["version"])
        is_interface = above.lower() in _API and match["word"].lower() == "v"
        is_plain_word = match["word"].lower() in ("doc", "docs", "documentation", "manual") and "." not in version
        if is_interface or is_plain_word or is_no_version(version):
            return None, ""
        mark = match["word"] if match["word"].lower() in ("v", "r") else ""
        return parse_version(f"{mark}{version}{' LTS' if 'lts' in name.lower() else ''}"), ""
    if match := _PLAIN.fullmatch(name):
        if "_" in match["version"] and not is_first:
            return None, ""
        is_open = "+" if name.endswith("+") else ""
        tail = " LTS" if "lts" in match["tail"].lower() else ""
        return parse_version(f"{_dotted(match['version'])}{match['pre'] or ''}{tail}{is_open}"), ""
    if _LETTERED.fullmatch(name) or (is_first and _NUMBER.fullmatch(name) and not _is_calendar(name, below)):
        return parse_version(name), ""
    if (match := _GLUED.fullmatch(name)) and (is_first or not above):
        owner = re.sub(r"[-_ ][vr]$", "", match["product"])
        if owner.lower().split("-")[-1].split(" ")[-1].split("_")[-1] not in _TOPICS:
            return parse_version(match["version"]), owner
    return None, ""


_DOCUMENT_WORD = re.compile(
    r"guide|manual|handbook|reference|datasheet|release.?notes|changelog|what.?s.?new|admin|user|documentation|runbook"
    r"|spec(?:ification)?s?(?![a-z])|install", re.IGNORECASE)
_ABOUT = re.compile(r"(?:^|[-_ .])(?:to|from|since|migrat\w*|upgrad\w*|updat\w*|vs|and|api|http|tls|ssl|ip|snmp"
                    r"|ssh|smb|oauth|usb|rev|revision|chapter|section|part|step|cvss|imap|ldap)[-_ .]*$", re.IGNORECASE)
_TOKEN = re.compile(r"(?<![A-Za-z\d.])"
                    r"(?P<version>[vVrR]?\d+(?:\.\d+)*(?:\.[xX])?(?:[-.]?(?:rc|beta|alpha)\d*)?[a-z]?)(?![A-Za-z\d]|\.\d)")


def name_version(stem: str) -> VersionRange | None:
    """The version in a file's name: ``guide-v3.1``, ``Relay 4.1 User Guide``, ``release-notes-2.15``."""
    stem = _DATE.sub(" ", stem)
    tokens = [match for match in _TOKEN.finditer(stem.replace("_", "-"))
              if match["version"][0] in "vV" or "." in match["version"]]
    if len(tokens) != 1 or is_no_version(tokens[0]["version"]):
        return None
    token = tokens[0]["version"]
    before = stem[:tokens[0].start()]
    if _ABOUT.search(before) or _BETA_INTERFACE.fullmatch(token):
        return None
    is_marked = token[0] in "vV" and before.strip("-_ ") != ""
    is_named = token[0] in "vVrR" or (before.strip("-_. ") != "" or "note" in stem.lower())
    is_document = "." in token and is_named and _DOCUMENT_WORD.search(stem) is not None
    is_alone = before == "" and tokens[0].end() == len(stem) and token.count(".") > (token[0] not in "vV")
    return parse_version(token) if is_marked or is_document or is_alone else None


def is_no_version(text: str) -> bool:
    """Whether a number is a date, an address or a chapter: ``2024-05-01``, ``10.0.0.1``, ``01``."""
    if re.fullmatch(r"(?:19|20)\d\d[-_](?:0?[1-9]|1[0-2])(?:[-_]\d\d?)?(?:[-_ T].*)?"
                    r"|(?:19|20)\d\d(?:0[1-9]|1[0-2])[0-3]\d"
                    r"|(?:19|20)\d\d[._]0\d[._][0-3]\d|(?:19|20)\d\d[._]1[0-2][._][0-3]\d"
                    r"|[0-3]?\d[._-][01]?\d[._-](?:19|20)\d\d", text):
        return True
    if re.fullmatch(r"[vV]?0\d.*", text):
        return True
    if match := re.fullmatch(r"(\d{1,3})\.(\d{1,3})\.\d{1,3}\.(\d{1,3})(?:[-_:/]\d+)?", text):
        first, second, last = int(match[1]), int(match[2]), int(match[3])
        return first in (10, 127) or first >= 100 or (first, second) == (0, 0) or last > 99
    return False


def _dotted(version: str) -> str:
    """``1_28`` and ``2-15`` as ``1.28`` and ``2.15``; a hyphen after dots stays (``2.3-4``)."""
    return version.replace("_", ".") if "." in version else re.sub(r"(?<=\d)[-_](?=\d)", ".", version)


def _is_calendar(name: str, below: str) -> bool:
    """Whether a bare number is a year whose next folder is a month."""
    return len(name) == 4 and re.fullmatch(r"(?:0?[1-9]|1[0-2])(?:\D.*)?", below) is not None


