"""Icons from our own SVG files, drawn in the colour of the theme and sharp at every scale."""

from __future__ import annotations

from importlib.resources import files

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

_SIZES = (20, 40, 60)
_WINDOW_SIZES = (16, 32, 48, 128)


def icon(name: str, colour: str) -> QIcon:
    """The icon ``resources/icons/NAME.svg`` with its strokes in ``colour`` (``#rrggbb``)."""
    made = QIcon()
    for size in _SIZES:
        made.addPixmap(_drawn(_source(name).replace("currentColor", colour), size))
    return made


def window_icon() -> QIcon:
    """The program's own icon, in its own colours."""
    made = QIcon()
    for size in _WINDOW_SIZES:
        made.addPixmap(_drawn(_source("citeside"), size))
    return made


def _source(name: str) -> str:
    return files("resources").joinpath("icons", f"{name}.svg").read_text(encoding="utf-8")


def _drawn(svg: str, size: int) -> QPixmap:
    picture = QPixmap(QSize(size, size))
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(0, 0, size, size))
    painter.end()
    return picture
