"""Where the optional extra ``ocr`` (the package rapidocr) keeps its models; asked without loading anything of it."""

from __future__ import annotations

import importlib.util
from pathlib import Path

PACKAGE = "rapidocr"
_MODELS = {"Det.model_path": "*_det_*.onnx", "Rec.model_path": "*_rec_*.onnx", "Cls.model_path": "*_cls_*.onnx"}


def is_installed() -> bool:
    """Whether text in pictures can be recognised: the extra is there with its models."""
    return bool(model_paths())


def model_paths() -> dict[str, str]:
    """The models' files by the setting that names them; empty when any is missing."""
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        return {}
    folder = Path(spec.submodule_search_locations[0]) / "models"
    paths = {name: next(iter(sorted(folder.glob(pattern))), None) for name, pattern in _MODELS.items()}
    return {name: str(path) for name, path in paths.items() if path} if all(paths.values()) else {}
