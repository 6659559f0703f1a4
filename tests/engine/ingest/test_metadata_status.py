"""A page is current, deprecated, superseded or a draft, as it says itself or as its place says."""

from __future__ import annotations

import pytest

from engine.ingest.metadata import resolve
from engine.types import Found, Root, RootId
from tests.engine.ingest.texts import read_markdown


def state(source: str, path: str = "page.md", *found: Found) -> tuple[str, str]:
    """Since when the page is not current (or the word for it), and what takes its place."""
    metadata = resolve(read_markdown(source, path), root=Root(id=RootId(1), path="/srv/docs", label="d"), path=path)
    return metadata.deprecated_at, metadata.superseded_by


@pytest.mark.parametrize(("front", "expected"), [
    ("deprecated: true", ("deprecated", "")), ("deprecated: 2.12", ("2.12", "")), ("deprecated: yes",
    ("deprecated", "")),
    ("deprecated_since: 2.12\ndeprecated: true", ("2.12", "")), ("deprecated:\n  since: 2.12\n  by: new.md",
                                                              ("2.12", "new.md")),
    ("deprecated_at: 2024-05-01", ("2024-05-01", "")), ("status: Deprecated", ("deprecated", "")),
    ("status: obsolete", ("obsolete", "")), ("archived: true", ("archived", "")),
    ("superseded_by: pairing-v2.md", ("superseded", "pairing-v2.md")), ("replacedBy: New way",
    ("superseded", "New way")),
    ("deprecated: true\nsuperseded_by: b.md", ("deprecated", "b.md")), ("extra:\n  deprecated: true",
    ("deprecated", "")),
    ("deprecated: false", ("", "")), ("deprecated: ''", ("", "")), ("status: stable", ("", "")), ("superseded_by: ''",
    ("", "")),
    ("deprecated: no\nstatus: current", ("", "")), ("状态: x", ("", "")), ("status: 已废弃", ("已废弃", "")),
])
def test_front_matter_says_whether_a_page_is_current(front: str, expected: tuple[str, str]) -> None:
    assert state(f"---\n{front}\n---\n# Page\n\nText.\n") == expected


@pytest.mark.parametrize(("top", "expected"), [
    ("> ⚠️ **WARNING:** [`aws-eks` auth has been deprecated](https://x.invalid/1) and support for it will be removed "
     "from KEDA on v3. We strongly encourage the migration to [`aws` auth](./aws.md).", ("deprecated", "./aws.md")),
    ("> 💡 **WARNING:** This scaler is deprecated and won't receive any modification. [Read more](../x.md).",
     ("deprecated", "")),
    ("**Deprecated since 2.12**, use [the new page](new.md) instead.", ("2.12", "new.md")),
    ("Deprecated since KEDA 2.12 and will be removed in 3.0.", ("2.12", "")),
    ("Superseded by `pairing-v2.md`.", ("deprecated", "pairing-v2.md")),
    ("This page was replaced by Fast pairing.", ("deprecated", "Fast pairing")),
    ("Status: Obsolete", ("obsolete", "")), ("- Status: Deprecated since 3.0\n- Owner: QA", ("3.0", "")),
    ("| Status | Superseded |\n|---|---|\n| Superseded by | new.md |", ("superseded", "new.md")),
    ("本页自 3.2 起已弃用，请使用 [新页面](new.md)。", ("3.2", "new.md")), ("> 已废弃：已被 新手册 取代。",
    ("deprecated", "新手册")),
    ("Source code.\n\nThis module serves mail.\n\nDeprecated since version 3.6, will be removed in version 3.12: The "
     "module is deprecated. The module [aiosmtpd](x.md) replaces it.", ("3.6", "")),
    ("Deprecated since 3.11: it is of use for certain use cases.", ("3.11", "")),
    ("> [!WARNING]\n> This guide is no longer maintained.", ("deprecated", "")),
])
def test_a_note_or_status_line_at_the_top_marks_the_page(top: str, expected: tuple[str, str]) -> None:
    assert state(f"# Pairing\n\n{top}\n\nText.\n\n## Steps\n\nMore.\n", "aws-eks.md") == expected


@pytest.mark.parametrize("source", [
    "# Pairing\n\nText.\n\n## Old way\n\n> Deprecated since 2.0.\n",
    "# A\n\nDeprecated since 2.0.\n\n# B\n\nCurrent.\n",
    "---\ntitle: T\n---\n\nIntro.\n\n## S\n\nThis section is obsolete.\n",
    "# Pairing\n\n> **NOTE:** The `type` parameter is deprecated.\n",
    "# Deprecated metrics\n\nThe following are exposed.\n", "# Pairing\n\nIt replaces the deprecated `x` key.\n",
    "# Pairing\n\nText.\n\nMore.\n\nThis page is deprecated.\n", "# Pairing\n\n```\n# Deprecated: use y\n```\n",
    "# Pairing\n\nA.\n\nB.\n\nDeprecated since version 3.6: The `loop` parameter is ignored.\n",
])
def test_a_mark_on_a_part_of_the_page_leaves_the_page_current(source: str) -> None:
    assert state(source) == ("", "")


@pytest.mark.parametrize("title", ["Pairing (deprecated)", "[OBSOLETE] Pairing", "Deprecated: Pairing",
                                   "配对（已废弃）", "Pairing - obsolete", "Pairing _(Deprecated)_"])
def test_a_title_that_says_so_marks_the_page(title: str) -> None:
    assert state(f"# {title}\n\nText.\n")[0] == "deprecated"


@pytest.mark.parametrize(("path", "word"), [("deprecated/a.md", "deprecated"), ("archive/a.md", "archived"),
                                            ("old/a.md", "old"), ("a/b.md", "")])
def test_a_folder_marks_its_pages(path: str, word: str) -> None:
    assert state("# Page\n", path) == (word, "")


@pytest.mark.parametrize(("front", "path"), [
    ("draft: true", "a.md"), ("status: draft", "a.md"), ("status: In review", "a.md"), ("published: false", "a.md"),
    ("title: x", "pairing-v3-draft.md"), ("title: x", "drafts/a.md"), ("status: 草稿", "a.md"),
])
def test_a_draft_is_not_current(front: str, path: str) -> None:
    assert state(f"---\n{front}\n---\n# Page\n", path) == ("draft", "")


def test_a_deprecated_draft_is_deprecated_first() -> None:
    assert state("---\ndraft: true\ndeprecated: 2.0\n---\n# P\n") == ("2.0", "")


@pytest.mark.parametrize("front", ["draft: false", "published: true", "status: published", "published: 2024-05-01"])
def test_a_published_page_is_no_draft(front: str) -> None:
    assert state(f"---\n{front}\n---\n# P\n") == ("", "")
