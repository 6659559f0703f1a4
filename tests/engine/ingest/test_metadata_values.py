"""Dates, kinds and languages of documents are read from what is there, and left empty when nothing says them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ingest.metadata import Metadata, resolve
from engine.ingest.metadata.dates import iso_date
from engine.ingest.metadata.doc_type import kind_of
from engine.ingest.metadata.facts import name_of
from engine.ingest.metadata.language import code_of, language_of_script
from engine.types import Found, Parsed, Root, RootId
from tests.engine.ingest.texts import read_markdown

ROOT = Root(id=RootId(1), path="/srv/docs", label="docs")


def described(source: str, path: str = "page.md", root: str = "/srv/docs") -> Metadata:
    return resolve(read_markdown(source, path), root=Root(id=RootId(1), path=root, label="d"), path=path)


@pytest.mark.parametrize(("text", "iso"), [
    ("2024-05-01", "2024-05-01"), ("2024-05-01T10:20:30Z", "2024-05-01"), ("2024-05-01 10:00 +02:00", "2024-05-01"),
    ("2024/5/1", "2024-05-01"), ("2024-05", "2024-05"), ("2024", "2024"), ("1 May 2024", "2024-05-01"),
    ("May 1, 2024", "2024-05-01"), ("Wednesday, 1st May 2024", "2024-05-01"), ("May 2024", "2024-05"),
    ("1. Mai 2024", "2024-05-01"), ("01.05.2024", "2024-05-01"), ("2024年5月1日", "2024-05-01"),
    ("2024年5月", "2024-05"),
    ("D:20240501102030+02'00'", "2024-05-01"), ("20240501", "2024-05-01"),
    ("Wed, 01 May 2024 10:00:00 GMT", "2024-05-01"),
    ("Wed May  1 10:00:00 2024", "2024-05-01"), ("03/04/2024", ""), ("2024-13-01", ""), ("2024-02-30", ""),
    ("soon", ""),
    ("", ""), ("4.1", ""), ("31 June 2024", ""), ("20245", ""),
])
def test_a_date_is_read_in_the_ways_people_write_it(text: str, iso: str) -> None:
    assert iso_date(text) == iso


@given(st.text(max_size=40))
def test_any_text_is_a_sortable_date_or_none(text: str) -> None:
    assert iso_date(text)[:4].isdigit() or iso_date(text) == ""


@pytest.mark.parametrize(("source", "path", "expected"), [
    ("---\ndate: 2024-01-02\neffective_date: 2024-05-01\n---\n", "a.md", "2024-05-01"),
    ("---\nlastmod: 2024-05-01\ndate: 2020-01-01\n---\n", "a.md", "2024-05-01"),
    ("---\ndate: when ready\n---\n\nLast updated: 1 May 2024\n", "a.md", "2024-05-01"),
    ("# A\n\nEffective date: 2024-05-01\n", "2023-01-01-a.md", "2024-05-01"),
    ("# A\n", "notes/2023-01-01-a.md", "2023-01-01"), ("# A\n", "2023-01/a.md", "2023-01"), ("# A\n", "2.15/a.md", ""),
])
def test_the_date_since_when_it_holds_goes_before_the_last_change(source: str, path: str, expected: str) -> None:
    assert described(source, path).effective_date == expected


def test_document_properties_come_last() -> None:
    found = (Found(name="Created", value="D:20200101", source="document properties"),
             Found(name="modDate", value="D:20240501120000Z", source="document properties"))
    parsed = Parsed(media_type="application/pdf", title="x", text="", blocks=(), found=found)
    assert resolve(parsed, root=ROOT, path="a.pdf").effective_date == "2024-05-01"


@pytest.mark.parametrize(("words", "kind"), [
    ("release-notes", "release notes"), ("CHANGELOG", "release notes"), ("What's New", "release notes"), ("faq", "faq"),
    ("Frequently Asked Questions", "faq"), ("runbooks", "runbook"), ("API reference", "reference"),
    ("api", "reference"),
    ("API guide", "guide"), ("Getting Started", "guide"), ("User Guide", "guide"), ("INCIDENT-42", "ticket"),
    ("post-mortem", "ticket"), ("cli", "reference"), ("参考手册", "reference"), ("安装指南", "guide"),
    ("常见问题", "faq"),
    ("scalers", ""), ("rapid", ""), ("clients", ""), ("misguided", ""),
])
def test_a_name_or_title_tells_the_kind(words: str, kind: str) -> None:
    assert kind_of(words) == kind


_FAQ = "# Pump\n\n## Why is it loud?\n\nA.\n\n## Why is it hot?\n\nA.\n\n## Is it safe?\n\nA.\n"
_RUNBOOK = "# PumpDown\n\n## Meaning\n\nA.\n\n## Impact\n\nA.\n\n## Diagnosis\n\nA.\n\n## Mitigation\n\nA.\n"
_CHANGES = "# Pump\n\n## 2.1.0 (2024-05-01)\n\nA.\n\n## [2.0.1]\n\nA.\n\n## v2.0\n\nA.\n"
_STEPS = "# Pump\n\n1. Open.\n2. Turn.\n3. Close.\n"
_TABLE = "# Pump\n\nText.\n\n| Key | Default |\n|---|---|\n| pump.speed.maximum | 300 |\n| pump.speed.minimum | 20 |\n"


@pytest.mark.parametrize(("source", "path", "kind"), [
    ("---\ndoc_type: runbook\n---\n# FAQ\n", "guide.md", "runbook"), ("---\ntype: docs\n---\n# P\n", "p.md", ""),
    ("---\ndoc_type: memo\n---\n# P\n", "p.md", "memo"), (_FAQ, "reference/pump.md", "faq"),
    (_FAQ, "faq/pump.md", "faq"),
    (_RUNBOOK, "node/PumpDown.md", "runbook"), (_CHANGES, "versions.md", "release notes"), (_STEPS, "p.md", "guide"),
    (_TABLE, "p.md", "reference"), (_STEPS, "reference/p.md", "reference"), (_STEPS, "runbooks/x/p.md", "runbook"),
    ("# Pump\n\nText.\n", "p.md", ""), ("# Pump\n\nDocument type: Runbook\n", "p.md", "runbook"),
])
def test_the_kind_is_stated_named_or_shown_by_structure(source: str, path: str, kind: str) -> None:
    assert described(source, path).doc_type == kind


@pytest.mark.parametrize(("text", "language"), [
    ("每三十天更换一次冷却液，并检查压力。请使用 kubectl apply。", "zh"),
    ("冷却水を三十日ごとに交換してください。", "ja"), ("압력은 매일 확인하십시오.", "ko"),
    ("Замените фильтр каждые 90 дней.", "ru"), ("Замініть фільтр кожні 90 днів, її ємність і тиск.", "uk"),
    ("يجب تغيير المرشح كل تسعين يوما", "ar"), ("יש להחליף את המסנן כל תשעים יום", "he"),
    ("Αλλάξτε το φίλτρο κάθε 90 ημέρες", "el"),
    ("เปลี่ยนตัวกรองทุก 90 วัน", "th"), ("Replace the filter every 90 days.", ""), ("消息", ""), ("", ""),
    ("12 34 56 78", ""),
    ("Replace the filter (滤网) every 90 days and note the date in the log book.", ""),
])
def test_the_script_tells_the_language_unless_it_is_latin(text: str, language: str) -> None:
    assert language_of_script(text) == language


@pytest.mark.parametrize(("source", "path", "language"), [
    ("---\nlang: pt_BR\n---\n# P\n", "de/p.md", "pt"), ("# P\n", "de/p.md", "de"),
    ("# 手册\n\n每三十天更换一次冷却液，并检查压力。\n", "p.md", "zh"),
    ("# P\n\n```\n每三十天更换一次冷却液，并检查压力\n```\n", "p.md", ""),
])
def test_what_is_stated_goes_before_the_script(source: str, path: str, language: str) -> None:
    assert described(source, path).locale == language


def test_a_page_template_that_says_english_does_not_outvote_the_script() -> None:
    page = read_markdown("# 手册\n\n每三十天更换一次冷却液，并检查压力。\n")
    said = (Found(name="lang", value="en", source="page metadata"),)
    marked = Parsed(media_type="text/html", title="x", text=page.text, blocks=page.blocks, found=said)
    plain = Parsed(media_type="text/html", title="x", text="", blocks=(), found=said)
    assert resolve(marked, root=ROOT, path="a.html").locale == "zh"
    assert resolve(plain, root=ROOT, path="a.html").locale == "en"


@pytest.mark.parametrize(("text", "code"), [("zh-Hans-CN", "zh"), ("EN", "en"), ("German", "de"),
("english please", ""),
                                            ("x", ""), ("pt_BR", "pt")])
def test_a_language_is_known_by_code_or_name(text: str, code: str) -> None:
    assert code_of(text) == code


@pytest.mark.parametrize(("written", "name"), [
    ("appliesTo", "applies-to"), ("applies_to", "applies-to"), ("Product Version", "product-version"),
    ("extra.deprecated", "deprecated"), ("docsearch:version", "version"), ("page-version", "version"),
    ("DC.date", "date"), ("dcterms.modified", "modified"), ("version", "version"), ("page", "page"),
])
def test_one_name_is_written_in_many_ways(written: str, name: str) -> None:
    assert name_of(written) == name
