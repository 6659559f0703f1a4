"""Blocks become a tree of sections that people can be sent to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ingest.structure import sections
from tests.engine.ingest.texts import cut, read_markdown


def test_each_section_owns_what_stands_under_its_heading_only() -> None:
    page = read_markdown("---\ntitle: Page\n---\nIntro.\n\n# A\n\na\n\n## B\n\nb\n\n### C\n\n# D\n\nd\n")
    found = sections(page)
    assert [(s.level, s.heading, s.heading_path, s.line) for s, _ in found] == [
        (0, "Page", ("Page",), 4), (1, "A", ("A",), 6), (2, "B", ("A", "B"), 10), (3, "C", ("A", "B", "C"), 14),
        (1, "D", ("D",), 16),
    ]
    assert [cut(page, section) for section, _ in found] == ["Intro.", "# A\n\na", "## B\n\nb", "### C", "# D\n\nd"]
    assert [len(own) for _, own in found] == [1, 2, 2, 1, 2]


def test_levels_that_are_skipped_still_nest() -> None:
    found = sections(read_markdown("### A\n\n##### B\n\n## C\n"))
    assert [section.heading_path for section, _ in found] == [("A",), ("A", "B"), ("C",)]


@pytest.mark.parametrize(("source", "heading", "anchor"), [
    ("## Configure `MaxX` for **all** {#own}", "Configure `MaxX` for **all**", "own"),
    ("# Real # three ##", "Real # three", "real--three"),
    ("Two line\nheading\n---", "Two line heading", "two-line-heading"), ("# C#", "C#", "c"),
    ("## [Link](x) & more", "[Link](x) & more", "link--more"), ("# 日本語と中文", "日本語と中文", "日本語と中文"),
])
def test_a_heading_is_kept_as_its_source_writes_it(source: str, heading: str, anchor: str) -> None:
    (section, _), = sections(read_markdown(source))
    assert (section.heading, section.anchor) == (heading, anchor)


def test_a_heading_shows_no_backslashes_of_its_source() -> None:
    (section, _), = sections(read_markdown(r"# From Bob \<b@x.invalid> \[5\] to `a\_b`"))
    assert section.heading == r"From Bob <b@x.invalid> [5] to `a\_b`"


def test_a_document_without_text_has_no_sections() -> None:
    assert sections(read_markdown("---\ntitle: x\n---\n")) == ()


@pytest.mark.parametrize("mark", [
    "> ⚠️ **WARNING:** This scaler is deprecated and won't be maintained.", "**Deprecated since 2.12**, use new.md.",
    "Deprecated: see the new page.", "> [!WARNING]\n> This feature has been removed in 3.0.", "Superseded by v2.md.",
    "Status: Obsolete", "> Stability: 0 - Deprecated: use `x`.",
    "Old way is deprecated.", "The `old-way` auth has been deprecated.",
    "> **Notice:**\n> The Stan adapter (old way) is DEPRECATED and will be removed.",
    "This page is no longer maintained.", "本页已废弃，请参阅新页面。",
    "> 已弃用：请使用新版本。", "自 3.2 起弃用。", ":::warning\nThis API will be removed in 4.0.\n:::",
    "Replaced by `new`.", "Deprecated feature. Use the new one.", "Removed in KEDA 3.0.", "_Deprecated_ - use `x`.",
    "Retired on 1 May.", "No longer maintained since May 2020.", "**DEPRECATED**", "Deprecated",
    "These instructions are no longer maintained.", "> **Deprecated** This page tells how it was done.",
    "该接口自 2.0 起不再支持，请使用新接口。", "此页面已过时", "已被《新手册》取代。", "本功能不再推荐使用。",
])
def test_a_status_line_or_note_at_the_top_marks_the_section(mark: str) -> None:
    (section, _), = sections(read_markdown(f"## Old way\n\n{mark}\n\nText.\n"))
    assert section.deprecated


@pytest.mark.parametrize("text", [
    "> **NOTE:** The `type` parameter is deprecated in favor of `metricType`.", "Use it as before.",
    "> Stability: 2 - Stable", "- `cortexOrgID` - DEPRECATED: use headers.", "The old one was replaced by hand.",
    "Text.\n\nMore.\n\nDeprecated since 2.0.",
    "Deprecated parameters are listed below.", "A pod is removed when it is idle.",
    "Deprecated pages are kept out of searches.", "Deprecated pages and sections, and drafts, are not searched.",
    "Obsolete hardware must be returned.", "Removed files vanish from the index.", "This is not deprecated.",
    "This page is deprecated if its status line says so.", "Settings are deprecated when nobody uses them.",
    "Deprecated settings are no longer supported.", "Deprecated since version 3.6: The `loop` parameter is ignored.",
    "Removed in this step are all nodes that failed.", "The following settings are deprecated:",
    "已弃用的页面不会被搜索。", "系统不再支持旧设备的配对。", "自 2.0 起，弃用的参数将被忽略。", "参数 x 已弃用。",
])
def test_what_is_said_of_something_else_marks_nothing(text: str) -> None:
    (section, _), = sections(read_markdown(f"## Settings\n\n{text}\n"))
    assert not section.deprecated


def test_a_mark_holds_for_the_sections_below_and_no_others() -> None:
    found = sections(read_markdown("# A\n\n## Old (deprecated)\n\nx\n\n### Deep\n\ny\n\n## New\n\nz\n"))
    assert [bool(section.deprecated) for section, _ in found] == [False, True, True, False]


@given(st.lists(st.tuples(st.integers(1, 6), st.sampled_from(["A", "B", "A b"])), max_size=12))
def test_paths_follow_the_levels_and_anchors_are_unique(headings: list[tuple[int, str]]) -> None:
    page = read_markdown("".join(f"{'#' * level} {name}\n\nx\n\n" for level, name in headings))
    found = [section for section, _ in sections(page)]
    assert [(section.level, section.heading) for section in found] == headings
    assert len({section.anchor for section in found}) == len(found)
    for at, section in enumerate(found):
        above = [found[i] for i in range(at) if all(found[i].level < between.level for between in found[i + 1:at + 1])]
        assert section.heading_path == (*[up.heading for up in above], section.heading)
