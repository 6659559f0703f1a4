"""Brings the translation files up to date with the code: ``python packaging/translations.py``.

1. Every text that the window shows is found in the code: ``self.tr("…")`` belongs to its class, ``translate("Context",
   "…")`` and its short name ``tr("Context", "…")`` to the context named, and what stands in a list called SENTENCES to
   the context Engine. (Qt's own tool misreads the short name.)
2. ``resources/translations/citeside_LANG.ts`` is written anew with all of them; translations that are there stay, new
   texts are marked unfinished, texts that are gone are dropped.
3. Qt's ``lrelease`` makes the ``.qm`` that the program loads.
"""

from __future__ import annotations

import ast
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"
Texts = dict[tuple[str, str], str]
"""(context, text) to translation, empty when unfinished."""


def texts_in_code(root: Path = ROOT) -> list[tuple[str, str]]:
    """(context, text) of everything that can be translated, each once, sorted."""
    found: set[tuple[str, str]] = set()
    for path in sorted((root / "app").rglob("*.py")):
        found.update(_texts(ast.parse(path.read_text("utf-8")), ""))
    return sorted(found)


def _texts(node: ast.AST, context: str) -> Iterator[tuple[str, str]]:
    for child in ast.iter_child_nodes(node):
        inside = child.name if isinstance(child, ast.ClassDef) else context
        if isinstance(child, ast.Call):
            yield from _of_call(child, inside)
        elif isinstance(child, ast.AnnAssign) and getattr(child.target, "id", "") == "SENTENCES":
            yield from (("Engine", text) for text in ast.literal_eval(child.value or ast.Tuple(elts=[])))
        yield from _texts(child, inside)


def _of_call(call: ast.Call, context: str) -> Iterator[tuple[str, str]]:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    words = [argument.value for argument in call.args
             if isinstance(argument, ast.Constant) and isinstance(argument.value, str)]
    is_method = isinstance(call.func, ast.Attribute) and name == "tr"
    if is_method and words and context:
        yield context, words[0]
    elif name in ("tr", "translate") and len(words) >= 2:
        yield words[0], words[1]


def read(file: Path) -> Texts:
    """The translations of a ``.ts`` file; unfinished ones are empty."""
    if not file.is_file():
        return {}
    texts: Texts = {}
    for context in ET.parse(file).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            is_finished = translation is not None and translation.get("type") is None
            texts[context.findtext("name", ""), message.findtext("source", "")] = (
                (translation.text or "") if translation is not None and is_finished else "")
    return texts


def write(file: Path, language: str, texts: list[tuple[str, str]], known: Texts) -> None:
    """A ``.ts`` file with all texts; what is not known is marked unfinished."""
    root = ET.Element("TS", version="2.1", language=language, sourcelanguage="en")
    for context in sorted({context for context, _ in texts}):
        branch = ET.SubElement(root, "context")
        ET.SubElement(branch, "name").text = context
        for _, text in (pair for pair in texts if pair[0] == context):
            message = ET.SubElement(branch, "message")
            ET.SubElement(message, "source").text = text
            translation = ET.SubElement(message, "translation")
            translation.text = known.get((context, text), "")
            if not translation.text:
                translation.set("type", "unfinished")
    ET.indent(root, space="  ")
    file.write_text('<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n'
                    + ET.tostring(root, encoding="unicode") + "\n", "utf-8")


def release(file: Path, target: Path) -> None:
    """Make the ``.qm`` of a ``.ts`` file with the tool of the Qt that is installed."""
    subprocess.run([str(Path(sys.executable).parent / "pyside6-lrelease"), "-silent", str(file), "-qm", str(target)],
                   check=True)


def main() -> None:
    """Every language that has a file."""
    for file in sorted(FOLDER.glob("citeside_*.ts")):
        language = file.stem.removeprefix("citeside_")
        known = read(file)
        texts = texts_in_code()
        write(file, language, texts, known)
        release(file, file.with_suffix(".qm"))
        unfinished = sum(not known.get(text) for text in texts)
        print(f"translations: {language} has {len(texts)} texts, {unfinished} unfinished")


if __name__ == "__main__":
    main()
