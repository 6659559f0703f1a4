"""The scope, always visible and always true: product, version, audience, deprecated pages, and how many documents.

A version chip left on "Automatic" shows the version that the last answer used and where it came from.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QSize, Signal, SignalInstance
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QToolButton, QWidget

from app.ui.chip import Chip
from app.ui.faces import source_words
from app.ui.icons import icon
from app.ui.theme import Theme
from engine.types import ALL, LATEST, All, Catalogue, Request, Retrieved, ScopeSource, VersionRange, parse_version


@dataclass(frozen=True, slots=True, kw_only=True)
class ScopeChoice:
    """What the chips say: None where the choice is left to the engine."""

    product: str | None = None
    version: str | None = None
    all_versions: bool = False
    include_deprecated: bool = False
    audiences: frozenset[str] | All = ALL


class ScopeBar(QWidget):
    """The row of chips. ``changed``: a person chose another scope; ``adding``: a folder shall be added."""

    changed = Signal()
    adding = Signal()
    panel_toggled = Signal()
    library_toggled = Signal()
    settings_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("scope_bar")
        self._theme = theme
        self._catalogue = Catalogue()
        self._resolved: tuple[str | None, VersionRange | None] | None = None
        self.product = Chip(self.tr("Product"), self)
        self.version = Chip(self.tr("Version"), self)
        self.audience = Chip(self.tr("Audience"), self)
        self.deprecated = QCheckBox(self.tr("Deprecated pages"), self)
        self.deprecated.setAccessibleName(self.tr("Include deprecated pages"))
        self._count = QLabel(self)
        self._count.setProperty("role", "muted")
        self._add = self._tool(self.tr("Add a folder"), self.adding)
        self._library = self._tool(self.tr("Library (Ctrl+Shift+B)"), self.library_toggled)
        self._settings = self._tool(self.tr("Settings (Ctrl+,)"), self.settings_asked)
        self._panel = self._tool(self.tr("Show or hide the side panel"), self.panel_toggled)
        self._lay_out()
        self.product.activated.connect(self._choose_product)
        self.version.activated.connect(self._choose)
        self.audience.activated.connect(self._choose)
        self.deprecated.clicked.connect(self._choose)
        theme.changed.connect(self._recolour)
        self._recolour()
        self.show_catalogue(self._catalogue)
        self._count.clear()

    @property
    def choice(self) -> ScopeChoice:
        """What is chosen now."""
        version = self.version.currentData()
        audience = self.audience.currentData()
        return ScopeChoice(
            product=self.product.currentData(), version=None if version is ALL else version,
            all_versions=version is ALL, include_deprecated=self.deprecated.isChecked(),
            audiences=ALL if audience is None else frozenset({audience}),
        )

    def request(self, question: str) -> Request:
        """A question in the scope that is chosen."""
        choice = self.choice
        return Request(question=question, product=choice.product, version=choice.version,
                       all_versions=choice.all_versions, include_deprecated=choice.include_deprecated,
                       audiences=choice.audiences)

    def show_catalogue(self, catalogue: Catalogue) -> None:
        """Offer what exists now; what was chosen stays chosen while it exists."""
        self._catalogue = catalogue
        self.product.fill([(self.tr("All"), None), *((name, name) for name in catalogue.products)])
        self._fill_versions()
        self.audience.fill([(self.tr("All"), None), *((name, name) for name in catalogue.audiences if name)])
        self.audience.setVisible(self.audience.count() > 1)
        self._recount()

    def choose_version(self, version: str) -> None:
        """Choose a version by its name, as if a person had done it; names that do not exist are added."""
        if self.version.findData(version) < 0:
            self.version.addItem(version, version)
        self.version.setCurrentIndex(self.version.findData(version))
        self._choose()

    def choose_scope(self, product: str, version: str) -> None:
        """Choose product and version by name without asking anew; empty names leave the choice to the engine."""
        self.product.setCurrentIndex(max(0, self.product.findData(product or None)))
        self._fill_versions()
        if version and self.version.findData(version) < 0:
            self.version.addItem(version, version)
        self.version.setCurrentIndex(max(0, self.version.findData(version or None)))
        self.forget_outcome()

    def forget_outcome(self) -> None:
        """A question is being asked: the version that an earlier answer used no longer counts."""
        self.product.tell()
        self.version.tell()
        self._resolved = None
        self._recount()

    def show_outcome(self, retrieved: Retrieved) -> None:
        """Say which version an answer used, where that was left to the engine."""
        product, used = retrieved.scope.product, retrieved.scope.version
        self.product.tell("" if product is ALL else product)
        if retrieved.source is ScopeSource.EXPLICIT or used is ALL or used is LATEST:
            self.version.tell()
        else:
            assert isinstance(used, VersionRange)
            self.version.tell(used.raw, source_words(retrieved.source))
        self._resolved = (None if product is ALL else product, used if isinstance(used, VersionRange) else None)
        self._recount()

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 10, 14, 4)
        row.setSpacing(8)
        for widget in (self.product, self.version, self.audience):
            row.addWidget(widget)
        row.addSpacing(6)
        row.addWidget(self.deprecated)
        row.addStretch(1)
        row.addWidget(self._count)
        row.addSpacing(6)
        row.addWidget(self._add)
        row.addWidget(self._library)
        row.addWidget(self._settings)
        row.addWidget(self._panel)

    def _tool(self, words: str, signal: SignalInstance) -> QToolButton:
        button = QToolButton(self)
        button.setIconSize(QSize(20, 20))
        button.setToolTip(words)
        button.setAccessibleName(words)
        button.clicked.connect(signal)
        return button

    def _choose_product(self) -> None:
        self._fill_versions()
        self._choose()

    def _choose(self) -> None:
        self.forget_outcome()
        self.changed.emit()

    def _fill_versions(self) -> None:
        names = dict.fromkeys(version.raw for version in self._catalogue.versions(self.product.currentData()))
        self.version.fill([(self.tr("Automatic"), None), (self.tr("All"), ALL), *((name, name) for name in names)])

    def _recount(self) -> None:
        choice = self.choice
        product, version = self._resolved or (choice.product, parse_version(choice.version or ""))
        count = sum(
            entry.documents + (entry.deprecated if self.deprecated.isChecked() else 0)
            for entry in self._catalogue.entries
            if (product is None or entry.product.casefold() == product.casefold())
            and (version is None or version.overlaps(entry.applies_to))
        )
        self._count.setText(self.tr("1 document in scope") if count == 1
                            else self.tr("{0} documents in scope").format(count))

    def _recolour(self) -> None:
        self._add.setIcon(icon("folder", self._theme.colours.muted))
        self._library.setIcon(icon("library", self._theme.colours.muted))
        self._settings.setIcon(icon("settings", self._theme.colours.muted))
        self._panel.setIcon(icon("panel", self._theme.colours.muted))
