"""Turns a request into a scope: which product, which version, and where that came from.

Order for the version: explicit wish, named in the question, that of the question before when this one goes on from it,
the user's profile, the latest. There is no silent
fallback: a version that no document covers finds nothing, and the nearest ones are named.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from engine.errors import EmptyQuestion, UnknownProduct, UnknownVersion
from engine.retrieve.followup import goes_on, together
from engine.retrieve.naming import Named, known_as, named_versions
from engine.store.terms import LETTER
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
    Turn,
    VersionRange,
    parse_version,
)

_NEAREST = 3
_HOWTO = re.compile(r"\bhow (?:do|can|to|should)\b|\bsteps?\b|\bset ?up\b|\binstall\b|\bconfigure\b|如何|怎么",
                    re.IGNORECASE)
_AGGREGATE = re.compile(r"\bhow many\b|\blist (?:all|every)\b|\bwhich (?:\w+ )?(?:all|ones)\b|\ball the\b"
                        r"|有多少|多少[个種种台项項]|哪些", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """A scope with where its version came from. ``versions`` has more than one entry for a comparison; ``named`` are
    the versions as the question writes them.

    ``sought`` is what is searched for, see ``followup``.

    ``missing`` is a version that was asked for and that no document covers. ``reason`` says why the scope must not be
    searched: the version is missing, or the question only says which one it is not; empty when it may be.
    """

    sought: str
    scope: Scope
    source: ScopeSource
    notice: str
    kind: QueryKind
    versions: tuple[VersionRange, ...] = ()
    named: tuple[str, ...] = ()
    missing: str = ""
    nearest: tuple[str, ...] = ()
    reason: str = ""


def resolve(request: Request, catalogue: Catalogue) -> Resolved:
    """The scope of a request. Raises EmptyQuestion, UnknownProduct, UnknownVersion."""
    if not request.question.strip():
        raise EmptyQuestion("The question is empty; type what you want to know.")
    before = _before(request, catalogue)
    product = _product(request, catalogue, before)
    known = catalogue.versions(None if product is ALL else product)
    named = named_versions(request.question, product, known)
    version, source, missing = _version(request, product, known, named, catalogue, before)
    sought = together(request.question, before, product, known) if before else request.question
    unclear = named.left_out if source is ScopeSource.LATEST or source is ScopeSource.PROFILE else ""
    scope = Scope(
        product=product, version=version, include_deprecated=request.include_deprecated,
        audiences=request.audiences, locale=ALL, roots=request.roots)
    absent = named.missing if source is ScopeSource.QUESTION else missing
    nearest = nearest_versions(absent or unclear, known) if absent or unclear else ()
    if unclear:
        nearest = tuple(name for name in nearest if name != unclear)
    compared = tuple(named.found) if source is ScopeSource.QUESTION and len(named.found) > 1 else ()
    notices = [f"Taken together with the question before: “{before.question}”"] if before else []
    notices += [_nothing_for(absent, product, nearest)] if absent else []
    if unclear:
        notices.append(f"The question leaves out version {unclear}; name the version that you are on"
                       + (f", for example {nearest[0]}." if nearest else "."))
    elif not missing:
        notices.append(_otherwise_named(version, source, named) or _searched(product, version, source))
    return Resolved(
        sought=sought, scope=scope, source=source, notice=" ".join(filter(None, notices)),
        kind=_kind(sought, compared), versions=compared, named=named.written, missing=missing,
        nearest=nearest, reason="the question does not say which version it is about" if unclear
        else f"no document covers version {missing}" if missing else "")


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


def _before(request: Request, catalogue: Catalogue) -> Turn | None:
    """The turn before, if the question goes on from it."""
    if request.before is None or not request.before.question.strip():
        return None
    named = named_versions(request.question, ALL, catalogue.versions(None))
    return request.before if goes_on(request.question, named.written) else None


def _product(request: Request, catalogue: Catalogue, before: Turn | None) -> str | All:
    if request.product is not None:
        for known in catalogue.products:
            if known.casefold() == request.product.casefold():
                return known
        listed = ", ".join(catalogue.products) or "none yet"
        raise UnknownProduct(f"No document belongs to product {request.product!r}; known products: {listed}.")
    words = request.question.casefold()
    in_question = [known for known in catalogue.products
                   if re.search(rf"(?<!{LETTER}){re.escape(known.casefold())}(?!{LETTER})", words)]
    if len(in_question) == 1:
        return in_question[0]
    if before:
        return _product(replace(request, question=before.question, product=before.product or None), catalogue, None)
    wanted = (request.profile_product or "").casefold()
    return next((known for known in catalogue.products if known.casefold() == wanted), ALL)


def _version(request: Request, product: str | All, known: tuple[VersionRange, ...], named: Named,
             catalogue: Catalogue, before: Turn | None) -> tuple[VersionRange | Latest | All, ScopeSource, str]:
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
    if named.is_latest:
        return (LATEST if product is ALL else catalogue.latest(product) or ALL), ScopeSource.QUESTION, ""
    earlier = _version_before(before, product, known) if before else None
    if earlier:
        return earlier, ScopeSource.BEFORE, ""
    profile = parse_version(request.profile_version or "")
    if profile and (matched := known_as(profile, known)):
        return matched, ScopeSource.PROFILE, ""
    return (LATEST if product is ALL else catalogue.latest(product) or ALL), ScopeSource.LATEST, ""


def _version_before(before: Turn, product: str | All, known: tuple[VersionRange, ...]) -> VersionRange | None:
    """The version of the turn before: of its scope, else the one that it names."""
    wanted = parse_version(before.version)
    if wanted:
        return known_as(wanted, known)
    named = named_versions(before.question, product, known)
    return named.found[0] if len(named.found) == 1 else None


def _explicit(text: str, known: tuple[VersionRange, ...]) -> tuple[VersionRange, bool]:
    """The wanted range, and whether the documents cover it (documents without versions cover everything)."""
    wanted = parse_version(text)
    if wanted is None:
        raise UnknownVersion(f"{text!r} does not look like a version; write it as 2.15, v1.28 or 2.x.")
    matched = known_as(wanted, known)
    return matched or wanted, matched is not None or not known


def _kind(question: str, compared: tuple[VersionRange, ...]) -> QueryKind:
    if compared:
        return QueryKind.COMPARE
    if _AGGREGATE.search(question):
        return QueryKind.AGGREGATE
    return QueryKind.HOWTO if _HOWTO.search(question) else QueryKind.LOOKUP


def _nothing_for(absent: str, product: str | All, nearest: tuple[str, ...]) -> str:
    name = "all products" if product is ALL else product
    return f"There is nothing for version {absent} of {name}; nearest: {', '.join(nearest)}."


def _otherwise_named(version: VersionRange | Latest | All, source: ScopeSource, named: Named) -> str:
    """The notice when the question names another version than the one that was chosen."""
    if source is not ScopeSource.EXPLICIT or not isinstance(version, VersionRange):
        return ""
    if not (named.found or named.missing) or any(found.overlaps(version) for found in named.found):
        return ""
    other = named.missing or named.found[0].raw
    return f"The question names version {other}; {version.raw} was searched, as chosen."


def _searched(product: str | All, version: VersionRange | Latest | All, source: ScopeSource) -> str:
    name = "all products" if product is ALL else product
    if version is LATEST:
        why = "as named in the question" if source is ScopeSource.QUESTION else "as none was named"
        return f"Searched the latest version of {name}, {why}."
    if version is ALL:
        return f"Searched all versions of {name}." if source is not ScopeSource.NONE else ""
    where = {ScopeSource.EXPLICIT: "as chosen", ScopeSource.QUESTION: "as named in the question",
             ScopeSource.PROFILE: "from your profile", ScopeSource.LATEST: "the latest, as none was named",
             ScopeSource.BEFORE: "as in the question before"}
    return f"Searched {name} {version.raw}, {where.get(source, '')}."
