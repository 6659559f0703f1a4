"""What a document is about is found rather than asked for, and every value says where it came from."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pytest

from engine.ingest.metadata import Metadata, resolve
from engine.types import Block, BlockKind, Found, Parsed, Root, RootId, Span
from tests.engine.ingest.texts import read_markdown

ROOT = Root(id=RootId(1), path="/srv/docs", label="docs")


def described(source: str, path: str = "page.md", root: Root = ROOT) -> Metadata:
    return resolve(read_markdown(source, path), root=root, path=path)


def with_found(*found: Found, text: str = "", media_type: str = "text/html", pages: int = 0) -> Metadata:
    parsed = Parsed(media_type=media_type, title=text, text=text, blocks=(), found=found, page_count=pages)
    return resolve(parsed, root=ROOT, path="page.html")


def record(metadata: Metadata, name: str) -> tuple[str, str]:
    return next(((found.value, found.source) for found in metadata.found if found.name == name), ("", ""))


@pytest.mark.parametrize(("root", "front", "path", "expected"), [
    ({"version": "9.1"}, "version: 4.1", "2.15/a.md", ("9.1", "root setting")),
    ({"version_regex": r"rel(\d+)"}, "version: 4.1", "rel7/a.md", ("7", "root setting")),
    ({}, "version: 4.1", "2.15/a.md", ("4.1", "front matter")),
    ({}, "title: x", "2.15/a.md", ("2.15", "path")),
    ({}, "title: x", "a.md", ("3.3", "page text")),
])
def test_the_version_comes_from_the_root_then_front_matter_then_path_then_text(
    root: dict[str, Any], front: str, path: str, expected: tuple[str, str]
) -> None:
    metadata = described(f"---\n{front}\n---\n\n# Pump\n\nApplies to: Pump 3.3\n", path,
                         replace(ROOT, **root))
    assert (metadata.applies_to.raw, record(metadata, "version")[1]) == expected


@pytest.mark.parametrize(("front", "raw"), [
    ("version: 1.10", "1.10"), ("version: '2.x'", "2.x"), ("applies_to: Relay 4.0 and later", "4.0 and later"),
    ("appliesTo: '>= 2.1, < 3'", ">= 2.1, < 3"), ("versions: ['1.1', '1.2']", "1.1, 1.2"),
    ("params:\n  version: v2", "v2"), ("product-version: 24.04 LTS", "24.04 LTS"),
    ("availability: v1.5+", ""), ("since: 2.4", ""), ("weight: 20", ""), ("version: latest", ""),
    ("min_version: 2.4", ""), ("introduced: '2.1'", ""), ("min_version: 2.4\nmax_version: 2.6", "2.4 - 2.6"),
    ("applies_to:\n  min: '2.4'\n  max: '2.6'", "2.4 - 2.6"), ("appliesTo:\n  from: '2.4'", ">= 2.4"),
    ("firmware: 4.1", "4.1"),
])
def test_front_matter_versions_are_kept_as_written_and_a_features_availability_is_none(front: str, raw: str) -> None:
    assert described(f"---\n{front}\n---\n# Page\n").applies_to.raw == raw


@pytest.mark.parametrize(("opening", "raw"), [
    ("# Guide\n\nVersion: 4.1\n", "4.1"), ("# Guide\n\n**Applies to:** Lumen Relay 4.0 – 4.2\n", "4.0 – 4.2"),
    ("# Guide\n\nApplies to versions 2.4 and later\n", "2.4 and later"), ("# Guide\n\nVersion 4.1\n", "4.1"),
    ("# Guide\n\n| Product | Relay |\n|---|---|\n| Version | 4.1 |\n", "4.1"),
    ("# Guide\n\n- Product version: 4.1\n- Date: 2024-05-01\n", "4.1"),
    ("# 指南\n\n适用版本：2.4 及以上\n", "2.4 及以上"),
    ("# Guide\n\nThis guide applies to KEDA 2.4 and later.\n", "2.4 and later"),
    ("# Guide\n\nThese instructions are for version 2.1 only. Others differ.\n", "2.1 only"),
    ("# 指南\n\n本文档适用于 V2.4 版本。\n", "V2.4 版本"), ("# Relay 4.1 Administration Guide\n\nText.\n", "4.1"),
    ("# GNU Plot, version 5.4\n\nText.\n", "5.4"), ("# PostgreSQL 15.18 Documentation\n\nText.\n", "15.18"),
    ("# Relay v4 manual\n", "v4"), ("# What's new in 4.1\n", "4.1"),
])
def test_the_opening_lines_and_the_title_say_the_version(opening: str, raw: str) -> None:
    metadata = described(opening)
    assert (metadata.applies_to.raw, record(metadata, "version")[1]) == (raw, "page text")


@pytest.mark.parametrize("source", [
    "# Guide\n\nUse version 2 of the key.\n", "# Upgrade to 3.2\n\nText.\n", "# What changed between 2.0 and 2.1\n",
    "# Guide\n\n```yaml\nversion: 1.2\n```\n", "# Parts\n\nText.\n\n## Pump\n\nVersion: 1.3\n", "# Chapter 2.1\n",
    "# TLS 1.2 reference\n", "# REST API v2\n", "# Guide\n\nAvailable since version 2.4.\n", "# Kubernetes 1.28\n",
    "# Guide\n\nVersion: see the label\n", "# Migrating from 1.9\n", "# 2024-05-01 meeting\n", "# Error 404.1\n",
    "# Guide\n\nThis page describes the 3 ways to do it.\n",
])
def test_a_number_in_the_text_is_not_taken_for_the_pages_version(source: str) -> None:
    assert described(source).applies_to.is_unversioned


@pytest.mark.parametrize(("found", "raw", "source"), [
    (Found(name="Version", value="4.1", source="page metadata"), "4.1", "page metadata"),
    (Found(name="docsearch:version", value="4.1", source="page metadata"), "4.1", "page metadata"),
    (Found(name="version", value="Lumen Relay 4.1", source="page metadata"), "4.1", "page metadata"),
    (Found(name="title", value="Uses — Python 3.11.2 documentation", source="page metadata"), "3.11.2", "page text"),
    (Found(name="version", value="4.1", source="document properties"), "4.1", "document properties"),
    (Found(name="title", value="Relay 4.1 Manual", source="document properties"), "4.1", "page text"),
    (Found(name="generator", value="Sphinx 5.3", source="page metadata"), "", ""),
])
def test_every_format_may_say_it_in_its_own_metadata(found: Found, raw: str, source: str) -> None:
    metadata = with_found(found)
    assert (metadata.applies_to.raw, record(metadata, "version")[1]) == (raw, source)


@pytest.mark.parametrize("line", ["Version 4.1", "for GLPK Version 4.1", "Package v4.1 – 25 May 2022",
                                  "Relay Release 4.1", "para GLPK Versión 4.1"])
def test_the_first_page_of_a_manual_is_read_as_a_title_page(line: str) -> None:
    words = ("Lumen Relay", line, "User manual")
    text = "\n\n".join(words)
    starts = [text.index(word) for word in words]
    blocks = [Block(kind=BlockKind.HEADING, level=1, plain=word, span=Span(start, start + len(word)))
              for word, start in zip(words, starts, strict=True)]
    parsed = Parsed(media_type="application/pdf", title="x", text=text, blocks=tuple(blocks), page_count=9)
    assert resolve(parsed, root=ROOT, path="manual.pdf").applies_to.raw.removeprefix("v") == "4.1"


@pytest.mark.parametrize(("front", "path", "root", "expected"), [
    ("product: Relay", "keda/2.15/a.md", "", ("Relay", "front matter")),
    ("title: x", "keda/2.15/a.md", "", ("keda", "path")),
    ("product: Relay", "keda/2.15/a.md", "Pump", ("Pump", "root setting")),
    ("title: x", "a.md", "", ("Pump X", "page text")),
])
def test_the_product_comes_from_the_same_places(front: str, path: str, root: str, expected: tuple[str, str]) -> None:
    metadata = described(f"---\n{front}\n---\n\n# P\n\nProduct: Pump X\n", path,
                         replace(ROOT, product=root))
    assert (metadata.product, record(metadata, "product")[1]) == expected


@pytest.mark.parametrize(("front", "root", "audience"), [
    ("audience: internal", "", "internal"), ("audience: internal", "service", "service"),
    ("visibility: hidden", "", "hidden"), ("audience: public", "", ""), ("title: x", "", ""),
])
def test_the_audience_is_the_roots_else_the_pages(front: str, root: str, audience: str) -> None:
    metadata = described(f"---\n{front}\n---\n# P\n", root=Root(id=RootId(1), path="/d", label="d", audience=root))
    assert metadata.audience == audience


def test_canonical_and_everything_else_that_was_found_stays_in_the_record() -> None:
    metadata = described("---\ncanonical: /guide/\ntags: [a, b]\n---\n# P\n")
    assert metadata.canonical == "/guide/"
    assert record(metadata, "tags") == ("a, b", "front matter")


def test_a_page_that_says_nothing_is_open_to_all_versions_and_current() -> None:
    metadata = described("# Page\n\nText.\n")
    assert metadata.applies_to.is_unversioned
    assert (metadata.product, metadata.deprecated_at, metadata.superseded_by, metadata.doc_type, metadata.locale,
            metadata.audience, metadata.effective_date, metadata.found) == ("", "", "", "", "", "", "", ())


@pytest.mark.parametrize("unit", ["[", "(", ": ", "> ", "version ", "1.", "a:", "this guide ", "- ", "2024-", "use ",
                                  "v1 "])
def test_a_page_made_to_be_slow_is_described_at_once(unit: str) -> None:
    noise = unit * (40_000 // len(unit))
    start = time.monotonic()
    front = "".join(f'{name}: "{noise[:3000]}"\n' for name in ("title", "version", "date", "status"))
    described(f"---\n{front}---\n\n{noise}\n")
    assert time.monotonic() - start < 10
