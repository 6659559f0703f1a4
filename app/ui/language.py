"""The language of the window: which one, and the translations that go with it, ours and Qt's own."""

from __future__ import annotations

from importlib.resources import files

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

TRANSLATED = ("zh_CN",)


def locale_of(language: str) -> QLocale:
    """The locale for a kept language; ``system`` is what the system says."""
    return QLocale.system() if language == "system" else QLocale(language)


def translation_for(locale: QLocale) -> str:
    """The translation that fits a locale, empty for English and where there is none."""
    wanted = locale.name()
    if locale.language() is QLocale.Language.Chinese and locale.script() is not QLocale.Script.TraditionalHanScript:
        wanted = "zh_CN"
    return wanted if wanted in TRANSLATED else ""


def speak(app: QApplication, locale: QLocale) -> list[QTranslator]:
    """Make the application speak the language of ``locale`` as far as there is a translation.

    Numbers and dates follow the locale as well. Returns the translators, which live as long as the application.
    """
    QLocale.setDefault(locale)
    app.setLayoutDirection(locale.textDirection())
    name = translation_for(locale)
    made: list[QTranslator] = []
    if name:
        own, qt = QTranslator(app), QTranslator(app)
        if own.load(str(files("resources").joinpath("translations", f"citeside_{name}.qm"))):
            made.append(own)
        if qt.load(f"qtbase_{name}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
            made.append(qt)
        for translator in made:
            app.installTranslator(translator)
    return made
