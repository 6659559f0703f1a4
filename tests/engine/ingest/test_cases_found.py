"""Every hard case through the whole engine: questions find it at its place, odd trees of files are indexed once.

Questions go to all versions: the cases lie in one folder, and which version counts is tested where versions are.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import EmptyQuestion
from engine.ingest.child import ChildParser
from engine.types import IngestState, Passage, ProblemCode
from models.embedder import OnnxEmbedder
from tests.engine.ingest.cases import Case, all_cases, files_of, flat, generate, lay_out
from tests.library import SmallLibrary

pytestmark = pytest.mark.corpora

asked = pytest.mark.parametrize(("case", "query"), [
    pytest.param(case, query, id=f"{case['id']}-{query['q']}")
    for case in all_cases() for query in case["must"].get("queries", []) if files_of(case)])


def library_of(root: Path, base: Path, embedder: OnnxEmbedder | None = None) -> Iterator[SmallLibrary]:
    parser = ChildParser()
    library = SmallLibrary(base, parser=parser, embedder=embedder)
    library.assistant.add_root(str(root))
    library.sync()
    yield library
    library.store.close()
    parser.close()


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallLibrary]:
    yield from library_of(lay_out(tmp_path_factory.mktemp("root")), tmp_path_factory.mktemp("library"))


@pytest.fixture(scope="module")
def real_library(real_embedder: OnnxEmbedder, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallLibrary]:
    yield from library_of(lay_out(tmp_path_factory.mktemp("root")), tmp_path_factory.mktemp("library"), real_embedder)


def made(case_id: str, tmp_path: Path) -> Iterator[SmallLibrary]:
    yield from library_of(generate(case_id, tmp_path / "made"), tmp_path)


def check(case: Case, query: Case, library: SmallLibrary) -> None:
    passages = library.search(query["q"], all_versions=True, include_deprecated=True, k=10).passages
    found = [passage for passage in passages if {passage.path, *passage.also} & set(files_of(case))]
    if query.get("hit_any"):
        return
    assert found
    best = found[0]
    assert [words for words in query.get("must_show", []) if words not in shown(best)] == []
    assert query.get("page", page_of(best)) in map(page_of, found)
    assert query.get("line", best.line) in [passage.line for passage in found]
    assert tuple(query.get("section", best.heading_path)) in [passage.heading_path for passage in found]


def page_of(passage: Passage) -> int | None:
    """The page that opens: where the words that were found stand."""
    return passage.page


def shown(passage: Passage) -> str:
    return flat("\n".join([passage.header_text, passage.text, *passage.heading_path]))


@asked
def test_a_question_finds_its_case_at_its_place(case: Case, query: Case, library: SmallLibrary) -> None:
    check(case, query, library)


@pytest.mark.model
@asked
def test_a_question_finds_its_case_with_the_real_embedder(case: Case, query: Case, real_library: SmallLibrary) -> None:
    check(case, query, real_library)


@pytest.mark.parametrize("question", [
    question for case in all_cases() for question in case["must"].get("queries_no_error", [])])
def test_any_question_returns_normally(question: str, library: SmallLibrary) -> None:
    if question.strip():
        assert library.search(question, all_versions=True).passages is not None
    else:
        with pytest.raises(EmptyQuestion, match=r"\.$"):
            library.search(question, all_versions=True)


def test_near_copies_of_other_versions_do_not_fill_the_list(library: SmallLibrary) -> None:
    wanted = {"ver/pairing-v1.md", "ver/pairing-v2.md", "ver/pairing-v3-draft.md"}
    passages = library.search("How long must I hold the button to pair?", all_versions=True, k=5).passages
    assert [passage.path for passage in passages if passage.path in wanted] == ["ver/pairing-v2.md"]


def test_a_deprecated_page_is_found_when_asked_for_and_marked(library: SmallLibrary) -> None:
    found = library.search("hold both buttons for 9 seconds", all_versions=True, include_deprecated=True, k=10)
    passages = found.passages
    assert [passage.deprecated for passage in passages if passage.path == "md/front-yaml-deprecated.md"] == [True]


def test_copies_are_embedded_once_and_live_their_own_lives(tmp_path: Path) -> None:
    (tmp_path / "made/mirror").mkdir(parents=True)
    for name in ("copy-a.md", "mirror/copy-a.md"):
        (tmp_path / "made" / name).write_text("# Reset\n\nHold reset for 10 seconds.\n")
    for library in library_of(tmp_path / "made", tmp_path):
        assert len(library.embedder.embedded) == 1
        passage = library.search("hold reset").passages[0]
        assert {passage.path, *passage.also} == {"copy-a.md", "mirror/copy-a.md"}
        (tmp_path / "made" / passage.path).unlink()
        library.sync()
        left, = library.search("hold reset").passages
        assert (left.path, left.also) == (*passage.also, ())


def test_hidden_documents_take_no_place_among_the_results(tmp_path: Path) -> None:
    for library in made("vis-200-01", tmp_path):
        passages = library.search("quarterly valve audit", audiences=frozenset({"visitor"}), k=10).passages
        assert len(passages) == 10
        assert all(passage.path.startswith("vis/open/") for passage in passages)


def test_files_of_any_name_are_indexed_once(tmp_path: Path) -> None:
    for library in made("fs-names-01", tmp_path):
        entries = library.assistant.ledger()
        assert [entry.state for entry in entries] == [IngestState.INDEXED] * 11
        for number in range(11):
            paths = [passage.path for passage in library.search(f"NAMEDOC {number} fact {number * 5}", k=10).passages]
            assert paths
        stems = [unicodedata.normalize("NFC", entry.path) for entry in entries]
        assert stems.count("names/résumé.md") == 2


def test_links_lead_to_nothing_twice_and_to_nothing_outside(tmp_path: Path) -> None:
    start = time.monotonic()
    for library in made("fs-loop-01", tmp_path):
        paths = {entry.path for entry in library.assistant.ledger()}
        assert {Path(path).name for path in paths} >= {"top.md", "one.md", "two.md"}
        assert not any("OUTSIDE-SECRET" in passage.text for passage in library.search("OUTSIDE-SECRET-5").passages
                       if passage.path.startswith("loop/"))
    assert time.monotonic() - start < 60


def test_a_pipe_is_never_opened(tmp_path: Path) -> None:
    for library in made("fs-special-01", tmp_path):
        entries = {entry.path: entry for entry in library.assistant.ledger()}
        pipe = entries["special/notes.md"]
        assert (pipe.state, pipe.problem and pipe.problem.code) == (IngestState.SKIPPED, ProblemCode.UNSUPPORTED)
        assert entries["special/normal.md"].state is IngestState.INDEXED


_AS_NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
_LEDGER = """
import json, sys
from pathlib import Path
from tests.library import SmallLibrary
library = SmallLibrary(Path(sys.argv[2]))
library.assistant.add_root(sys.argv[1])
library.sync()
print(json.dumps({e.path: [e.state.value, e.problem and e.problem.code.value] for e in library.assistant.ledger()}))
"""


@pytest.mark.skipif(os.geteuid() == 0 and not shutil.which("setpriv"), reason="the administrator can read every file")
def test_a_file_without_permission_fails_alone(tmp_path: Path) -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        base = Path(folder)
        made = generate("fs-unreadable-01", base / "made")
        (base / "data").mkdir(mode=0o777)
        for path in (base, base / "data"):
            path.chmod(0o777)
        command = [*(_AS_NOBODY if os.geteuid() == 0 else []), sys.executable, "-B", "-c", _LEDGER]
        done = subprocess.run([*command, str(made), str(base / "data")], capture_output=True, text=True, check=True)
        (made / "unreadable/closed").chmod(0o700)
    ledger = json.loads(done.stdout)
    assert ledger["unreadable/locked.md"] == ["failed", "unreadable"]
    assert ledger["unreadable/open.md"] == ["indexed", None]
    assert ledger["unreadable/closed/"] == ["failed", "unreadable"]


def test_two_thousand_files_at_once_are_all_found(tmp_path: Path) -> None:
    for library in made("fs-tree-01", tmp_path):
        assert len(library.assistant.ledger()) == 2000
        for folder, page in ((0, 0), (7, 42), (19, 99)):
            paths = [passage.path for passage in library.search(f"STORMDOC {folder}-{page}", k=10).passages]
            assert f"storm/part{folder:03d}/page{page:04d}.md" in paths
