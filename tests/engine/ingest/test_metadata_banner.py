"""A page says at its top which version it is of, and whether that is an old or a coming one; others' versions do not
count."""

from __future__ import annotations

import pytest

from engine.ingest.metadata import Metadata, resolve
from engine.types import Root, RootId
from tests.engine.ingest.texts import read_markdown, read_text


def described(source: str, path: str = "page.md") -> Metadata:
    read = read_text if path.endswith(".txt") else read_markdown
    return resolve(read(source, path), root=Root(id=RootId(1), path="/srv/docs", label="d"), path=path)


def state(top: str) -> tuple[str, str, str]:
    """Version, since when the page is not current (or the word for it), what takes its place."""
    metadata = described(f"# Relay pairing\n\n{top}\n\nText of the page.\n\n## Steps\n\nMore.\n")
    return metadata.applies_to.raw, metadata.deprecated_at, metadata.superseded_by


@pytest.mark.parametrize(("top", "expected"), [
    ("> This is documentation for **Relay 2.3**, which is no longer actively maintained. For up-to-date documentation, "
     "see the **[latest version](https://x.invalid/docs/)** (3.1).", ("2.3", "deprecated", "3.1")),
    ("This is documentation for Relay 2.x, which is no longer actively maintained.", ("2.x", "deprecated", "")),
    ("You are viewing documentation for an older version (2.1). [View the latest](../3.0/pairing.md).",
     ("2.1", "deprecated", "../3.0/pairing.md")),
    ("This version is out of date; see the [latest](../latest/pairing.md).",
     ("", "deprecated", "../latest/pairing.md")),
    ("You are reading the documentation for Relay 1.9. This version is out of date. The latest version is 3.2.",
     ("1.9", "deprecated", "3.2")),
    ("Relay v1.24 documentation is no longer actively maintained. The version you are currently viewing is a static "
     "snapshot.", ("v1.24", "deprecated", "")),
    ("> **Warning:** This document is for an old version of Relay 4.2.", ("4.2", "deprecated", "")),
    ("You are not reading the most recent version of this documentation. v3.1 is the latest version available.",
     ("", "deprecated", "")),
    ("A newer version of this documentation is available: [2.5](x.md).", ("", "deprecated", "")),
    ("此为 Relay 2.3 版的文档，现已不再积极维护。最新的文档请参阅 [最新版本](../3.1/x.md)（3.1）。",
     ("2.3", "deprecated", "../3.1/x.md")),
    ("您正在查看旧版本（2.1）的文档。", ("2.1", "deprecated", "")),
    ("Relay v1.24 版本的文档已不再维护。你现在看到的版本来自于一份静态的快照。", ("v1.24", "deprecated", "")),
])
def test_the_banner_of_an_old_version_names_it_and_what_takes_its_place(top: str,
                                                                        expected: tuple[str, str, str]) -> None:
    assert state(top) == expected


@pytest.mark.parametrize(("top", "version"), [
    ("This document is for an in-development version of Relay 5.0.", "5.0"),
    ("This is unreleased documentation for Relay **Next** version.", ""),
    ("This document describes an unreleased version.", ""),
    ("This documentation is for the next version 4.0, which is not yet released.", "4.0"),
    ("此为 Relay 尚未发行的文档。", ""),
])
def test_the_banner_of_a_coming_version_marks_a_draft(top: str, version: str) -> None:
    assert state(top)[:2] == (version, "draft")


@pytest.mark.parametrize(("source", "path", "expected"), [
    ("# Relay\n\nApplies to version 2.1. This feature is deprecated and will be removed in 3.0.\n", "a.md",
     ("2.1", "deprecated")),
    ("# Relay\n\nApplies to: Relay 2.1. Deprecated since 2.4.\n", "a.md", ("2.1", "2.4")),
    ("# Relay\n\nApplies to version 2.x. Version 2.x is deprecated.\n", "a.md", ("2.x", "deprecated")),
    ("# 配对\n\n适用于版本 2.1。该功能已弃用，请使用新功能。\n", "a.md", ("2.1", "deprecated")),
    ("配对指南\n\n适用版本：2.1。本功能已弃用。\n\n正文。\n", "a.txt", ("2.1", "deprecated")),
    ("配对指南\n适用版本：2.1\n本功能自 3.0 起已弃用。\n\n正文。\n", "a.txt", ("2.1", "3.0")),
    ("Pairing guide\n\nApplies to version 2.1. This guide is deprecated.\n\nText.\n", "a.txt", ("2.1", "deprecated")),
    ("# Relay\n\nApplies to version 2.1. The `type` option is deprecated.\n", "a.md", ("2.1", "")),
    ("# 安装\n\n适用版本：2.1。该参数已弃用。\n", "a.md", ("2.1", "")),
    ("# Relay\n\nProduct: Relay\nVersion: R12.1 SP2\nDate: 3 May 2024\n", "a.md", ("R12.1 SP2", "")),
])
def test_version_and_deprecation_are_found_in_one_paragraph(source: str, path: str, expected: tuple[str, str]) -> None:
    metadata = described(source, path)
    assert (metadata.applies_to.raw, metadata.deprecated_at) == expected


@pytest.mark.parametrize("source", [
    "# Migrating from 2.x to 3.0\n\nVersion 2.x is deprecated. Install 3.0.\n\n## Steps\n\nMore.\n",
    "# Upgrade from Python 2\n\nPython 2 is no longer supported.\n", "# API v2\n\nAPI v1 is deprecated. Use v2.\n",
    "# Relay 3.0\n\n> Relay 2.1 is end of life. Relay 3.0 replaces it.\n",
    "# 迁移指南\n\n2.x 版本已弃用，请安装 3.0。\n",
    "# Release notes 3.0\n\nThis version removes what was deprecated.\n",
    "# Install\n\nThis version is no longer supported on Windows 7.\n",
    "# Install\n\nIf you are viewing documentation for an older version, switch to the latest.\n",
    "# Install\n\nThis guide covers upgrading from an older version.\n",
    "# Install\n\nThis page describes an older version of the API that some clients use.\n",
    "# Install\n\nThis document describes the next version of the protocol.\n",
    "# Install\n\nOlder versions are no longer maintained.\n",
])
def test_what_is_said_of_another_version_leaves_the_page_current(source: str) -> None:
    assert described(source).deprecated_at == ""


@pytest.mark.parametrize("source", ["# Relay 2.1\n\nRelay 2.1 is end of life.\n", "# API v1\n\nAPI v1 is deprecated.\n",
                                    "---\nproduct: Relay\nversion: 2.x\n---\n# Pairing\n\nRelay 2.x is deprecated.\n"])
def test_a_version_that_the_page_itself_is_for_counts(source: str) -> None:
    assert described(source).deprecated_at == "deprecated"
