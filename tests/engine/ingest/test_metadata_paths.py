"""The place of a file says its version and product, and numbers that are no versions say nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ingest.metadata.paths import place_of


def version(path: str, root: str = "/srv/docs") -> str:
    found = place_of(root, path).version
    return found.raw if found else ""


@pytest.mark.parametrize(("path", "expected"), [
    ("2.15/deploy.md", "2.15"), ("v1.28/pods.md", "v1.28"), ("2.x/guide.md", "2.x"), ("version-2.6/a.md", "2.6"),
    ("docs/4.2/a.md", "4.2"), ("release-1.3/a.md", "1.3"), ("stable-2.1/a.md", "2.1"), ("v3.5/a/b/c.md", "v3.5"),
    ("versioned_docs/version-2.6/intro.md", "2.6"), ("2.31.0/ha.adoc", "2.31.0"), ("R12.1/admin.md", "R12.1"),
    ("2023b/release.md", "2023b"), ("24.04-LTS/net.md", "24.04 LTS"), ("24.04 LTS/net.md", "24.04 LTS"),
    ("15/runtime.html", "15"), ("docs/15/runtime.html", "15"), ("en/15/runtime.html", "15"), ("v2/a.md", "v2"),
    ("2_15/a.md", "2.15"), ("v1_28/a.md", "v1.28"), ("v2-15/a.md", "v2.15"), ("release-2-15-1/a.md", "2.15.1"),
    ("keda-2.15/a.md", "2.15"), ("apache-artemis-2.31.0/a.adoc", "2.31.0"), ("python3.11/html/index.html", "3.11"),
    ("5.0-rc1/a.md", "5.0-rc1"), ("4.1.0.Final/a.md", "4.1.0.Final"), ("2.15+/a.md", "2.15+"),
    ("rel_4.2_docs/a.md", "4.2"), ("branch-2.1/a.md", "2.1"), ("docs-4.2/a.md", "4.2"), ("2019/a.md", "2019"),
    ("11.2.0.4/install.md", "11.2.0.4"), ("product/en/4.2/a.md", "4.2"), ("1.28.x/a.md", "1.28.x"),
    ("4.2 (LTS)/a.md", "4.2 LTS"),
])
def test_a_folder_named_like_a_version_is_one(path: str, expected: str) -> None:
    assert version(path) == expected


@pytest.mark.parametrize(("path", "expected"), [
    ("guide-v3.1.pdf", "v3.1"), ("pairing-v1.md", "v1"), ("Relay 4.1 User Guide.pdf", "4.1"),
    ("release-notes-2.15.md", "2.15"), ("Manual_R12.1_EN.docx", "R12.1"), ("admin_guide_v2.0.docx", "v2.0"),
    ("2.4 release notes.md", "2.4"), ("relay-manual-4.1.0-rc1.pdf", "4.1.0-rc1"), ("2.31.0.adoc", "2.31.0"),
    ("2024-05-01-guide-v3.md", "v3"), ("v2.31.adoc", "v2.31"),
])
def test_a_file_named_with_its_version_has_it(path: str, expected: str) -> None:
    assert version(path) == expected


@pytest.mark.parametrize("path", [
    "01-intro/a.md", "01/a.md", "2024-05-01/notes.md", "2024/05/notes.md", "2024/05-releases/notes.md", "20240501/a.md",
    "2024.05.01/a.md", "2024-05/a.md", "10.0.0.1/config.md", "192.168.1.20/config.md",
    "current/a.md", "01.05.2024/a.md",
    "latest/a.md", "k8s/a.md", "api/v1/users.md", "v1beta1/a.md", "v1alpha1/a.md", "scalers/redis.md", "x86_64/a.md",
    "chapter-1.2/a.md", "tls-1.2/a.md", "guide/2/a.md", "man1/ls.md", "log4j2/a.md", "part001/page0001.md",
    "tls-1.2.md", "http-1.1.md", "upgrade-to-3.2.md", "migrate-from-2.1.md", "upgrade-guide-2.1-to-2.2.md",
    "2024-05-01-meeting.md", "1.2-installation-guide.md", "10.0.0.1.md", "snmp-v3.md", "api-v2.md", "sha256.md",
    "v009.md", "page-v007.md", "v2.md", "v01/a.md", "section-2.md",
    "step-3-of-5.md", "3.md", "ipv6.md", "notes.md", "day-2/a.md", "2nd-level/a.md", "100ms/a.md",
])
def test_dates_addresses_chapters_and_topics_are_no_versions(path: str) -> None:
    assert version(path) == ""


@pytest.mark.parametrize(("path", "expected"), [
    ("2.15/upgrade/2.14/notes.md", "2.15"), ("2.x/2.3/a.md", "2.3"), ("2.x/guide-v2.3.pdf", "v2.3"),
    ("2.19/release-notes-2.15.md", "2.19"), ("2.15/api/v1/users.md", "2.15"), ("v3/2.1/a.md", "v3"),
])
def test_the_first_version_from_the_top_counts_unless_a_later_one_narrows_it(path: str, expected: str) -> None:
    assert version(path) == expected


@pytest.mark.parametrize(("root", "expected"), [
    ("/srv/keda-2.15", "2.15"), ("/srv/docs/v1.28/", "v1.28"), ("C:\\docs\\release-1.3", "1.3"), ("/data/15", ""),
    ("/x/1/2/3/files", ""),
])
def test_the_root_itself_may_be_named_for_the_version(root: str, expected: str) -> None:
    assert version("guide.md", root) == expected


@pytest.mark.parametrize(("root", "path", "product"), [
    ("/srv/corpora", "keda/2.15/deploy.md", "keda"), ("/srv/keda", "2.15/deploy.md", "keda"),
    ("/srv/docs", "relay/en/4.2/a.md", "relay"), ("/srv/docs", "keda-2.15/a.md", "keda"),
    ("/srv/docs", "relay_v5.2/a.md", "relay"),
    ("/srv/docs", "2.15/a.md", ""), ("/srv/relay", "docs/4.2/a.md", "relay"), ("/srv/docs", "admin-guide/2.1/a.md", ""),
    ("/srv/keda", "deploy.md", ""), ("/srv/docs", "relay/pairing-v1.md", ""), ("/x/1/2/3/files", "ver/a-v1.md", ""),
])
def test_the_folder_above_the_version_is_the_product(root: str, path: str, product: str) -> None:
    assert place_of(root, path).product == product


@pytest.mark.parametrize(("path", "language"), [
    ("de/guide.md", "de"), ("docs/zh-CN/guide.md", "zh"), ("pt_BR/a.md", "pt"), ("guide.ja.md", "ja"),
    ("README.zh-CN.md", "zh"), ("guide_fr.docx", "fr"), ("i18n/it/a.md", "it"), ("it/network.md", ""),
    ("no/a.md", ""), ("scalers/redis.md", ""), ("a/b/c/d/de/x.md", ""), ("vi.md", ""), ("relay-io.md", ""),
])
def test_a_language_folder_or_ending_says_the_language(path: str, language: str) -> None:
    assert place_of("/srv/docs", path).language == language


@pytest.mark.parametrize(("path", "word"), [
    ("deprecated/a.md", "deprecated"), ("a/b/c/deprecated/x.md", "deprecated"), ("archive/a.md", "archived"),
    ("relay/archive/a.md", "archived"), ("old/a.md", "old"), ("guide-deprecated.md", "deprecated"),
    ("guide (obsolete).pdf", "obsolete"), ("cli/commands/archive/create.md", ""), ("deprecated.md", ""),
    ("archiving/a.md", ""), ("appendix-obsolete.html", ""),
    ("guide.md", ""), ("folder.old/a.md", ""), ("已废弃/a.md", "已废弃"),
])
def test_a_folder_for_what_is_out_of_date_marks_its_pages(path: str, word: str) -> None:
    assert place_of("/srv/docs", path).gone == word


@pytest.mark.parametrize(("path", "is_draft"), [
    ("pairing-v3-draft.md", True), ("draft-guide.md", True), ("drafts/a.md", True), ("guide (DRAFT).docx", True),
    ("draft.md", True), ("beer-draft-lines.md", False), ("overdraft.md", False), ("drafting.md", False),
])
def test_a_draft_is_known_by_its_name(path: str, is_draft: bool) -> None:
    assert place_of("/srv/docs", path).is_draft is is_draft


@given(st.text(max_size=40), st.text(max_size=20))
def test_any_path_has_a_place(path: str, root: str) -> None:
    place = place_of(root, path)
    assert place.version is None or place.version.raw
