"""Bytes to pictures, on a thread of the bridge: decoding may take longer than the window may wait."""

from __future__ import annotations

from urllib.parse import unquote

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

from engine.types import OpenedDocument, PageImage

WIDEST = 1600
"""Pictures of documents are made this wide at most, in pixels."""


def page_picture(page: PageImage) -> QImage:
    """A drawn page, in the form that is quickest to show."""
    drawn = QImage(page.pixels, page.width, page.height, page.width * 3, QImage.Format.Format_RGB888)
    return drawn.convertToFormat(QImage.Format.Format_RGB32)


def document_pictures(opened: OpenedDocument) -> dict[str, QImage]:
    """The pictures of a document by their decoded addresses; one that cannot be read is shown as missing."""
    decoded = {unquote(picture.address): _decoded(picture.data) for picture in opened.pictures}
    return {address: image for address, image in decoded.items() if not image.isNull()}


def _decoded(data: bytes) -> QImage:
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    size = reader.size()
    if size.width() > WIDEST:
        reader.setScaledSize(size.scaled(QSize(WIDEST, 20 * WIDEST), Qt.AspectRatioMode.KeepAspectRatio))
    return reader.read()
