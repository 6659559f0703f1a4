"""The command line as scripts and people use it, with the real embedder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.cli.main import run

pytestmark = pytest.mark.model


class Terminal:
    """Runs commands over one data folder and keeps what they print."""

    def __init__(self, data_dir: Path, capture: pytest.CaptureFixture[bytes]) -> None:
        self.data_dir = data_dir
        self._capture = capture
        self.errors = ""

    def run(self, *arguments: str) -> int:
        """Exit status; what went to stderr is in ``errors``."""
        status, _ = self._run(arguments)
        return status

    def json(self, *arguments: str, status: int = 0) -> dict[str, Any]:
        """The one JSON object on stdout."""
        found, out = self._run((*arguments, "--json"))
        assert found == status, self.errors
        loaded: dict[str, Any] = json.loads(out)
        return loaded

    def _run(self, arguments: tuple[str, ...]) -> tuple[int, str]:
        self._capture.readouterr()
        status = run(["--data-dir", str(self.data_dir), *arguments])
        out, errors = self._capture.readouterr()
        self.errors = errors.decode()
        return status, out.decode()


@pytest.fixture
def terminal(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> Terminal:
    return Terminal(tmp_path / "data", capsysbinary)


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    for version, seconds in (("1.0", 40), ("2.0", 90)):
        folder = tmp_path / "docs" / version
        folder.mkdir(parents=True)
        (folder / "relay.md").write_text(f"# Relay timeouts\n\nA route becomes stale after {seconds} seconds.\n")
    return tmp_path / "docs"


def test_a_folder_is_added_read_searched_and_answered(terminal: Terminal, docs: Path) -> None:
    assert terminal.json("add", str(docs), "--product", "relay")["product"] == "relay"
    synced = terminal.json("sync")
    assert (synced["added"], synced["failed"]) == (2, [])
    assert terminal.json("sync")["chunks_embedded"] == 0
    hits = terminal.json("search", "when is a route stale", "--product", "relay", "--version", "1.0")["hits"]
    assert [(hit["path"], hit["version"]) for hit in hits] == [("1.0/relay.md", "1.0")]
    assert hits[0]["heading_path"] == ["Relay timeouts"]
    answer = terminal.json("ask", "when is a route stale", "--product", "relay", "--version", "2.0", "--no-generate")
    assert answer["state"] == "VERBATIM"
    assert "90 seconds" in answer["answer"]
    assert terminal.json("trace", answer["trace_id"])["question"] == "when is a route stale"
    status = terminal.json("status")
    assert {entry["version"] for entry in status["versions"]} == {"1.0", "2.0"}


def test_a_question_goes_on_from_the_one_given_with_after(terminal: Terminal, docs: Path) -> None:
    terminal.json("add", str(docs), "--product", "relay")
    terminal.json("sync")
    found = terminal.json("ask", "And in 1.0?", "--after", "when is a route stale in relay 2.0", "--no-generate")
    assert found["scope"]["version"] == "1.0"
    assert "when is a route stale" in found["notice"]
    assert "40 seconds" in found["answer"]


def test_show_prints_a_file_as_the_index_sees_it(terminal: Terminal, docs: Path) -> None:
    terminal.json("add", str(docs), "--product", "relay")
    shown = terminal.json("show", str(docs / "1.0" / "relay.md"))
    assert shown["status"] == "indexed"
    assert shown["metadata"]["version"] == {"value": "1.0", "from": "path"}
    assert shown["sections"][0]["heading"] == "Relay timeouts"
    text = (docs / "1.0" / "relay.md").read_text()
    for chunk in shown["chunks"]:
        start, end = chunk["span"]
        assert text[start:end] == chunk["text"]


@pytest.mark.parametrize(("arguments", "status", "sentence"), [
    (("add", "/no/such/folder"), 1, "does not exist"),
    (("search", ""), 2, "empty"),
    (("search", "x", "--product", "nope"), 1, "known products: relay"),
    (("search", "x", "--product", "relay", "--version", "9.9"), 1, "nearest: 2.0"),
    (("ask", "x", "--product", "relay", "--version", "banana"), 1, "does not look like a version"),
    (("trace", "nope"), 1, "no trace"),
    (("show", "nothing.md"), 1, "no file"),
    (("sync", "--nonsense"), 2, "No such option"),
    (("add", "x", "--version", "1", "--version-from", "y"), 2, "not both"),
    (("add", "x", "--version-from", "("), 2, "regular expression"),
    (("models", "import", "/no/such/place"), 1, "."),
    (("eval", "/no/such/set.jsonl"), 1, "cannot be read: No such file or directory."),
    (("add", ""), 2, "the path is empty"),
    (("show", " "), 2, "the path is empty"),
    (("search", "stale in 9.9?", "--product", "relay", "--version", "\udcff"), 1, "does not look like a version"),
])
def test_a_bad_request_gets_one_sentence_and_changes_nothing(
        terminal: Terminal, docs: Path, arguments: tuple[str, ...], status: int, sentence: str) -> None:
    terminal.json("add", str(docs), "--product", "relay")
    terminal.json("sync")
    before = terminal.json("status")
    assert terminal.run(*arguments) == status
    assert sentence in terminal.errors
    assert len(terminal.errors.strip().splitlines()) == 1
    assert "Traceback" not in terminal.errors
    assert terminal.json("status") == before


def test_an_unknown_version_still_prints_an_empty_result_for_scripts(terminal: Terminal, docs: Path) -> None:
    terminal.json("add", str(docs), "--product", "relay")
    terminal.json("sync")
    found = terminal.json("search", "stale", "--product", "relay", "--version", "9.9", status=1)
    assert found["hits"] == []
    assert found["nearest_versions"][0] == "2.0"


def test_an_empty_library_answers_from_the_handbook(terminal: Terminal) -> None:
    found = terminal.json("search", "How do I add a folder to the library?")
    assert found["hits"][0]["product"] == "Citeside"
    assert "To add a folder" in found["hits"][0]["text"]


def test_a_pasted_flag_is_a_question_and_a_mistyped_option_is_not(terminal: Terminal, docs: Path) -> None:
    (docs / "1.0" / "flags.md").write_text("# Flags\n\n`--drain-wait` sets how long a route is drained.\n")
    terminal.json("add", str(docs), "--product", "relay")
    terminal.json("sync")
    found = terminal.json("search", "--drain-wait", "--product", "relay", "--version", "1.0")
    assert found["hits"][0]["path"] == "1.0/flags.md"
    assert terminal.run("search", "stale", "--vresion", "1.0") == 2
    assert len(terminal.errors.strip().splitlines()) == 1


def test_a_library_that_was_never_read_says_so_and_an_empty_one_does_not(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    terminal.json("add", str(tmp_path / "none"))
    assert terminal.run("search", "stale") == 1
    assert "citeside sync" in terminal.errors
    terminal.json("sync")
    assert terminal.json("search", "stale")["hits"] == []


def test_a_question_of_undecodable_bytes_is_searched_and_kept_like_any_other(terminal: Terminal, docs: Path) -> None:
    terminal.json("add", str(docs), "--product", "relay")
    terminal.json("sync")
    assert terminal.run("search", "\udcff\udcfe stale", "--product", "relay") == 0, terminal.errors
    found = terminal.json("search", "\udcff\udcfe stale", "--product", "relay")
    assert terminal.json("trace", found["trace_id"])["question"] == "?? stale"


def test_a_data_folder_without_a_name_is_not_the_current_folder(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["--data-dir", "", "status"]) == 2
    assert "the path is empty" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"SQLite format 3\0" + b"\7" * 200, b"not an index " * 50])
def test_doctor_notices_a_damaged_index_and_leaves_it_alone(terminal: Terminal, content: bytes) -> None:
    terminal.data_dir.mkdir()
    (terminal.data_dir / "citeside.db").write_bytes(content)
    assert "damaged" in terminal.json("doctor", status=1)["problems"][0]
    assert (terminal.data_dir / "citeside.db").read_bytes() == content


def test_doctor_notices_a_page_that_was_overwritten(terminal: Terminal, docs: Path) -> None:
    terminal.json("add", str(docs), "--product", "relay")
    terminal.json("sync")
    assert not any("damaged" in problem for problem in terminal.json("doctor")["problems"])
    file = terminal.data_dir / "citeside.db"
    whole = file.read_bytes()
    file.write_bytes(whole[:8192] + b"\xff" * 40_000 + whole[48192:])
    assert "damaged" in terminal.json("doctor", status=1)["problems"][0]


def test_doctor_notices_a_data_folder_that_is_a_file(terminal: Terminal) -> None:
    terminal.data_dir.write_text("not a folder")
    assert "is a file" in terminal.json("doctor", status=1)["problems"][0]


def test_doctor_tells_what_the_installation_is_made_of(terminal: Terminal) -> None:
    report = terminal.json("doctor")
    for name in ("sqlite", "fts5", "vec0", "execution_provider", "data_dir"):
        assert report[name]
    embedder = next(model for model in report["models"] if model["role"] == "embedder")
    assert embedder["state"] == "verified"
    assert len(embedder["files"][0]["sha256"]) == 64


def test_a_question_set_is_scored(terminal: Terminal, docs: Path, tmp_path: Path) -> None:
    terminal.json("add", str(docs), "--product", "relay")
    terminal.json("sync")
    question = {
        "id": "q1", "question": "when is a route stale", "product": "relay", "version": "1.0",
        "version_in_question": False, "expected": [{"path": "1.0/relay.md", "heading": "Relay timeouts"}],
        "expected_mode": "any", "answer_facts": ["40"], "wrong_version_facts": ["90"], "kind": "lookup"}
    (tmp_path / "set.jsonl").write_text(json.dumps(question) + "\n")
    report = terminal.json("eval", str(tmp_path / "set.jsonl"), "--out", str(tmp_path / "results.jsonl"))
    assert report["kinds"]["all"]["recall@1"] == 1.0
    assert report["kinds"]["all"]["wrong_version"] == 0.0
    assert terminal.run("eval", str(tmp_path / "set.jsonl"), "--out", str(tmp_path / "no" / "results.jsonl")) == 1
    assert "results.jsonl cannot be written" in terminal.errors
    line = json.loads((tmp_path / "results.jsonl").read_text())
    assert (line["id"], line["hits"][0]["version"]) == ("q1", "1.0")


def test_a_version_named_in_the_question_that_is_not_there_ends_as_one_that_was_chosen(terminal: Terminal,
                                                                                      docs: Path) -> None:
    terminal.json("add", str(docs), "--product", "relay")
    terminal.json("sync")
    found = terminal.json("ask", "when is a route stale in relay 9.9", "--no-generate", status=1)
    assert (found["state"], found["passages"], found["nearest_versions"][0]) == ("NO_EVIDENCE", [], "2.0")


def test_one_version_and_all_versions_together_are_refused(terminal: Terminal) -> None:
    assert terminal.run("search", "seal", "--version", "1.0", "--all-versions") == 2
    assert "contradict" in terminal.errors


def test_without_a_version_each_is_quoted_when_they_differ(terminal: Terminal, docs: Path) -> None:
    terminal.json("add", str(docs), "--product", "relay")
    terminal.json("sync")
    found = terminal.json("ask", "when does a route become stale", "--no-generate")
    assert found["state"] == "NEEDS_VERSION"
    assert [(one["version"], one["path"]) for one in found["versions"]] == [
        ("2.0", "2.0/relay.md"), ("1.0", "1.0/relay.md")]
    assert "90 seconds" in terminal.json("search", "when does a route become stale")["versions"][0]["text"]
