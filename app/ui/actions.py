"""Every key of the window in one table, from which both the actions and the printed help are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget


class Act(Enum):
    """What a key does."""

    ASK = auto()
    NEWLINE = auto()
    SEARCH = auto()
    STOP = auto()
    QUESTION = auto()
    PANES = auto()
    SIDE_PANEL = auto()
    CITATION = auto()
    NEXT_CITATION = auto()
    PREVIOUS_CITATION = auto()
    FIND = auto()
    NEXT_MATCH = auto()
    PREVIOUS_MATCH = auto()
    BACK = auto()
    FORWARD = auto()
    OUTSIDE = auto()
    TEXT_VIEW = auto()
    LIBRARY = auto()
    ADD_FOLDER = auto()
    WHY = auto()
    HELP = auto()
    EXPORT = auto()
    NEW = auto()
    SETTINGS = auto()
    QUALITY = auto()
    ZOOM_IN = auto()
    ZOOM_OUT = auto()
    ZOOM_RESET = auto()
    THEME = auto()
    QUIT = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One line of the table. ``typed`` keys belong to the question field alone; the others work everywhere."""

    act: Act
    keys: tuple[str, ...]
    words: str
    typed: bool = False


def key_table() -> tuple[Key, ...]:
    """All keys with what they do, in the current language. A citation has the keys Alt+1 to Alt+9, in order."""
    tr = QCoreApplication.translate
    return (
        Key(act=Act.ASK, keys=("Return", "Enter"), words=tr("Actions", "Ask"), typed=True),
        Key(act=Act.NEWLINE, keys=("Shift+Return", "Shift+Enter"), words=tr("Actions", "New line"), typed=True),
        Key(act=Act.SEARCH, keys=("Ctrl+Return", "Ctrl+Enter"), words=tr("Actions", "Search only"), typed=True),
        Key(act=Act.STOP, keys=("Esc",), words=tr("Actions", "Stop, or clear the question")),
        Key(act=Act.QUESTION, keys=("Ctrl+L",), words=tr("Actions", "Go to the question")),
        Key(act=Act.PANES, keys=("F6",), words=tr("Actions", "Next pane")),
        Key(act=Act.SIDE_PANEL, keys=("Ctrl+B",), words=tr("Actions", "Show or hide the side panel")),
        Key(act=Act.CITATION, keys=tuple(f"Alt+{number}" for number in range(1, 10)),
            words=tr("Actions", "Open citation 1 to 9")),
        Key(act=Act.NEXT_CITATION, keys=("Alt+Down",), words=tr("Actions", "Next citation")),
        Key(act=Act.PREVIOUS_CITATION, keys=("Alt+Up",), words=tr("Actions", "Previous citation")),
        Key(act=Act.FIND, keys=("Ctrl+F",), words=tr("Actions", "Find in the document")),
        Key(act=Act.NEXT_MATCH, keys=("F3",), words=tr("Actions", "Next match, or next citation")),
        Key(act=Act.PREVIOUS_MATCH, keys=("Shift+F3",), words=tr("Actions", "Previous match, or previous citation")),
        Key(act=Act.BACK, keys=("Alt+Left",), words=tr("Actions", "Back to the place before")),
        Key(act=Act.FORWARD, keys=("Alt+Right",), words=tr("Actions", "Forward again")),
        Key(act=Act.OUTSIDE, keys=("Ctrl+Shift+O",), words=tr("Actions", "Open the document in the system's viewer")),
        Key(act=Act.TEXT_VIEW, keys=("Ctrl+T",), words=tr("Actions", "Show a page as a picture or as text")),
        Key(act=Act.LIBRARY, keys=("Ctrl+Shift+B",), words=tr("Actions", "Library: folders, files and their state")),
        Key(act=Act.ADD_FOLDER, keys=("Ctrl+Shift+A",), words=tr("Actions", "Add a folder")),
        Key(act=Act.WHY, keys=("Ctrl+Shift+T",), words=tr("Actions", "Why this answer")),
        Key(act=Act.HELP, keys=("F1",), words=tr("Actions", "Handbook")),
        Key(act=Act.EXPORT, keys=("Ctrl+E",), words=tr("Actions", "Write the conversation to a file")),
        Key(act=Act.NEW, keys=("Ctrl+N",), words=tr("Actions", "New conversation")),
        Key(act=Act.SETTINGS, keys=("Ctrl+,",), words=tr("Actions", "Settings and models")),
        Key(act=Act.QUALITY, keys=("Ctrl+Shift+Q",), words=tr("Actions", "Quality: figures over sets of questions")),
        Key(act=Act.ZOOM_IN, keys=("Ctrl++", "Ctrl+="), words=tr("Actions", "Larger text")),
        Key(act=Act.ZOOM_OUT, keys=("Ctrl+-",), words=tr("Actions", "Smaller text")),
        Key(act=Act.ZOOM_RESET, keys=("Ctrl+0",), words=tr("Actions", "Normal text size")),
        Key(act=Act.THEME, keys=("Ctrl+Shift+L",), words=tr("Actions", "Next colours: system, light, dark, contrast")),
        Key(act=Act.QUIT, keys=("Ctrl+Q",), words=tr("Actions", "Close Citeside")),
    )


def install(window: QWidget, deeds: Mapping[Act, Callable[[int], None]]) -> None:
    """Make an action of every window-wide key; its deed gets the place of the key pressed among its keys (from 0)."""
    for key in key_table():
        if key.typed:
            continue
        each_apart = key.act is Act.CITATION
        for index, names in enumerate([(name,) for name in key.keys] if each_apart else [key.keys]):
            action = QAction(key.words, window)
            action.setShortcuts([QKeySequence(name) for name in names])
            action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
            action.triggered.connect(lambda _checked=False, act=key.act, index=index: deeds[act](index))
            window.addAction(action)


def typed_act(pressed: QKeySequence) -> Act | None:
    """What a key pressed in the question field means there, None for ordinary typing."""
    for key in key_table():
        if key.typed and any(pressed == QKeySequence(name) for name in key.keys):
            return key.act
    return None


def help_lines() -> tuple[tuple[str, str], ...]:
    """(keys, what they do) in the system's own spelling of keys."""
    native = QKeySequence.SequenceFormat.NativeText
    return tuple((", ".join(QKeySequence(name).toString(native) for name in key.keys), key.words)
                 for key in key_table())
