"""The report on the model side of the installation."""

from __future__ import annotations

import os
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from models.doctor import examine, llama_build
from models.files import ModelFiles, ModelState
from models.manifest import Role, Use
from tests.models.tiny import file_of, manifest_of, model_of


def crash(_: Connection) -> None:
    os._exit(132)


def complain(pipe: Connection) -> None:
    pipe.send("The library is not there.")


def test_a_library_that_kills_its_process_is_a_sentence_in_the_report_and_not_the_end_of_ours() -> None:
    build = llama_build(ask=crash)
    assert "exit status 132" in build.problem
    assert build.system_info == ""


def test_what_the_child_complains_of_is_passed_on() -> None:
    assert llama_build(ask=complain).problem == "The library is not there."


@pytest.mark.llm
def test_llama_cpp_is_built_without_the_instructions_of_one_machine() -> None:
    build = llama_build()
    assert build.problem == ""
    assert "AVX512" not in build.system_info
    assert "AMX" not in build.system_info


def test_damaged_models_and_roles_without_any_are_named_and_a_spare_model_that_is_absent_is_not(tmp_path: Path) -> None:
    graph, weights = b"graph", b"weights"
    embedder = model_of(file_of(graph, "e.onnx", Use.GRAPH), role=Role.EMBEDDER, model_id="e")
    spare = model_of(file_of(b"other", "spare.onnx", Use.GRAPH), role=Role.EMBEDDER, model_id="spare")
    generator = model_of(file_of(weights, "g.gguf"), model_id="g")
    (tmp_path / "e.onnx").write_bytes(graph)
    (tmp_path / "g.gguf").write_bytes(b"WEIGHTS")
    report = examine(ModelFiles(manifest_of(embedder, spare, generator), [tmp_path]))
    assert [status.state for status in report.models] == [
        ModelState.VERIFIED, ModelState.MISSING, ModelState.DAMAGED]
    said = " ".join(report.problems)
    assert "g.gguf is not the file" in said
    assert "no model that writes answers" in said
    assert "spare" not in said
    assert "no search model" not in said


def test_versions_and_providers_are_reported(tmp_path: Path) -> None:
    report = examine(ModelFiles(manifest_of(), [tmp_path]), verify=False)
    assert dict(report.versions)["onnxruntime"]
    assert report.providers[-1] == "CPUExecutionProvider"
    assert report.physical_cores >= 1
