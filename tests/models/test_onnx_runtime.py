"""Loading graphs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from models.errors import CannotRun, ModelDamaged
from models.onnx_runtime import OnnxSession, offered_providers
from tests.models.tiny import embedder_graph


def test_the_provider_in_use_is_one_of_those_offered_and_the_cpu_is_always_the_last_resort(tmp_path: Path) -> None:
    (tmp_path / "tiny.onnx").write_bytes(embedder_graph(np.eye(8, 4, dtype=np.float32)))
    assert OnnxSession(tmp_path / "tiny.onnx").provider in offered_providers()
    assert offered_providers()[-1] == "CPUExecutionProvider"


@pytest.mark.parametrize("content", [b"", b"junk", b"<html>sign in</html>"])
def test_a_file_that_is_no_graph_is_refused_in_one_sentence(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "tiny.onnx").write_bytes(content)
    with pytest.raises(ModelDamaged, match="cannot be loaded") as caught:
        OnnxSession(tmp_path / "tiny.onnx")
    assert "\n" not in str(caught.value)


def test_inputs_the_graph_cannot_take_end_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "tiny.onnx").write_bytes(embedder_graph(np.eye(8, 4, dtype=np.float32)))
    session = OnnxSession(tmp_path / "tiny.onnx")
    ids = np.array([[99]], np.int64)
    with pytest.raises(CannotRun, match="import another"):
        session.run({"input_ids": ids, "attention_mask": ids, "token_type_ids": ids})
