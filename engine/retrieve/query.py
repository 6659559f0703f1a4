"""Turns a request into a scope: which product, which version, and where that came from.

Order for the version: explicit wish, named in the question, the user's profile, the latest. There is no silent
fallback: a version that no document covers finds nothing, and the nearest ones are named.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.errors import EmptyQuestion, UnknownProduct, UnknownVersion
from engine.types import (
    ALL,
    LATEST,
    All,
    Catalogue,
    Latest,
    QueryKind,
    Request,
    Scope,
    ScopeSource,
    VersionRange,
    parse_version,
)

_NEAREST = 3
_VERSION_TOKEN = re.compile(
    r"(?<![\w.\-/])v?\d+(?:\.\d+)+(?:\.x)?(?:[-.]?(?:rc|beta|alpha)\d*)?\+?(?![\w/%]|\.\d)|(?<![\w.\-/])v?\d+\.x(?!\w)",
    re.IGNORECASE)
_NAMES_VERSION = re.compile(r"(?:\bversion|\brelease|\bver\.?|\bv|版本|バージョン)\s*$", re.IGNORECASE)
_HOWTO = re.compile(r"\bhow (?:do|can|to|should)\b|\bsteps?\b|\bset ?up\b|\binstall\b|\bconfigure\b|如何|怎么",
                    re.IGNORECASE)
_AGGREGATE = re.compile(r"\bhow many\b|\blist (?:all|every)\b|\bwhich (?:\w+ )?(?:all|ones)\b|\ball the\b|多少|哪些",
                        re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """A scope with where its version came from. ``versions`` has more than one entry for a comparison; ``named`` are
    the versions as the question writes them.

    ``missing`` is a version that was asked for and that no document covers; the scope then must not be searched.
    """

    scope: Scope
    source: ScopeSource
    notice: str
    kind: QueryKind
    versions: tuple[VersionRange, ...] = ()
    named: tuple[str, ...] = ()
    missing: str = ""
    nearest: tuple[str, ...] = ()


def resolve(request: Request, catalogue: Catalogue) -> Resolved:
    """The scope of a request. Raises EmptyQuestion, UnknownProduct, UnknownVersion."""
    if not request.question.strip():
        raise EmptyQuestion("The question is empty; type what you want to know.")
    product = _product(request, catalogue)
    known = catalogue.versions(None if product is ALL else product)
    named = _named(request.question, product, known)
    version, source, missing = _version(request, product, known, named, catalogue)
    scope = Scope(
        product=product, version=version, include_deprecated=request.include_deprecated,
        audiences=request.audiences, locale=ALL, roots=request.roots)
    nearest = nearest_versions(missing, known) if missing else ()
    compared = tuple(named.found) if source is ScopeSource.QUESTION and len(named.found) > 1 else ()
    return Resolved(
        scope=scope, source=source, notice=_notice(product, version, source, missing, nearest),
        kind=_kind(request.question, compared), versions=compared, named=named.written, missing=missing,
        nearest=nearest)


def nearest_versions(wanted: str, known: tuple[VersionRange, ...]) -> tuple[str, ...]:
    """The names of the known versions closest to ``wanted``, closest first."""
    target = parse_version(wanted)
    if target is None:
        return tuple(version.raw for version in known[:_NEAREST])
    below = [version for version in known if version.low <= target.low]
    above = [version for version in reversed(known) if version.low > target.low]
    mixed = [version for pair in zip(below, above, strict=False) for version in pair]
    rest = [version for version in (*below, *above) if version not in mixed]
    return tuple(version.raw for version in [*mixed, *rest][:_NEAREST])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Named:
    """Versions a question names: those that exist, and the first that does not."""

    found: tuple[VersionRange, ...]
    missing: str
    written: tuple[str, ...] = ()


def _product(request: Request, catalogue: Catalogue) -> str | All:
    if request.product is not None:
        for known in catalogue.products:
            if known.casefold() == request.product.casefold():
                return known
        listed = ", ".join(catalogue.products) or "none yet"
        raise UnknownProduct(f"No document belongs to product {request.product!r}; known products: {listed}.")
    words = request.question.casefold()
    in_question = [known for known in catalogue.products
                   if re.search(rf"(?<!\w){re.escape(known.casefold())}(?!\w)", words)]
    if len(in_question) == 1:
        return in_question[0]
    if request.profile_product in catalogue.products and request.profile_product:
        return request.profile_product
    return ALL


def _named(question: str, product: str | All, known: tuple[VersionRange, ...]) -> _Named:
    found: list[VersionRange] = []
    written: list[str] = []
    missing = ""
    for match in _VERSION_TOKEN.finditer(question):
        wanted = parse_version(match[0].rstrip("."))
        if wanted is None:
            continue
        if matched := _known_as(wanted, known):
            written.append(match[0])
            if matched not in found:
                found.append(matched)
        elif known and not missing and _is_meant_as_version(question[:match.start()], match[0], product):
            missing = match[0]
    return _Named(found=tuple(found), missing=missing, written=tuple(written))


def _is_meant_as_version(before: str, token: str, product: str | All) -> bool:
    """Whether a number that matches no document is still meant as a version: ``KEDA 9.9``, ``version 9.9``."""
    if token[0] in "vV" or _NAMES_VERSION.search(before):
        return True
    return product is not ALL and before.rstrip().casefold().endswith(product.casefold())


def _known_as(wanted: VersionRange, known: tuple[VersionRange, ...]) -> VersionRange | None:
    """The wanted range, under the documents' own name where exactly one of them covers it."""
    overlapping = [version for version in known if version.overlaps(wanted)]
    if not overlapping:
        return None
    return overlapping[0] if len(overlapping) == 1 and overlapping[0].low == wanted.low else wanted


def _version(request: Request, product: str | All, known: tuple[VersionRange, ...], named: _Named,
             catalogue: Catalogue) -> tuple[VersionRange | Latest | All, ScopeSource, str]:
    if request.version is not None:
        version, is_known = _explicit(request.version, known)
        return version, ScopeSource.EXPLICIT, "" if is_known else request.version
    if request.all_versions or not known:
        return ALL, ScopeSource.EXPLICIT if request.all_versions else ScopeSource.NONE, ""
    if named.found:
        return (named.found[0] if len(named.found) == 1 else ALL), ScopeSource.QUESTION, ""
    if named.missing:
        wanted = parse_version(named.missing)
        return wanted or ALL, ScopeSource.QUESTION, named.missing
    profile = parse_version(request.profile_version or "")
    if profile and (matched := _known_as(profile, known)):
        return matched, ScopeSource.PROFILE, ""
    return (LATEST if product is ALL else catalogue.latest(product) or ALL), ScopeSource.LATEST, ""


def _explicit(text: str, known: tuple[VersionRange, ...]) -> tuple[VersionRange, bool]:
    """The wanted range, and whether the documents cover it (documents without versions cover everything)."""
    wanted = parse_version(text)
    if wanted is None:
        raise UnknownVersion(f"{text!r} does not look like a version; write it as 2.15, v1.28 or 2.x.")
    matched = _known_as(wanted, known)
    return matched or wanted, matched is not None or not known


def _kind(question: str, compared: tuple[VersionRange, ...]) -> QueryKind:
    if compared:
        return QueryKind.COMPARE
    if _AGGREGATE.search(question):
        return QueryKind.AGGREGATE
    return QueryKind.HOWTO if _HOWTO.search(question) else QueryKind.LOOKUP


def _notice(product: str | All, version: VersionRange | Latest | All, source: ScopeSource, missing: str,
            nearest: tuple[str, ...]) -> str:
    name = "all products" if product is ALL else product
    if missing:
        return f"There is nothing for version {missing} of {name}; nearest: {', '.join(nearest)}."
    if version is LATEST:
        return f"Searched the latest version of {name}, as none was named."
    if version is ALL:
        return f"Searched all versions of {name}." if source is not ScopeSource.NONE else ""
    where = {ScopeSource.EXPLICIT: "as chosen", ScopeSource.QUESTION: "as named in the question",
             ScopeSource.PROFILE: "from your profile", ScopeSource.LATEST: "the latest, as none was named"}
    return f"Searched {name} {version.raw}, {where.get(source, '')}."
