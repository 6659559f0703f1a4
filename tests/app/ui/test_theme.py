"""Colours are legible, fonts fit the language, zoom has ends."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLocale
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from app.ui.theme import DARK, HIGH_CONTRAST, LIGHT, Colours, Mode, Theme, font_families, palette

ALL = [pytest.param(LIGHT, id="light"), pytest.param(DARK, id="dark"), pytest.param(HIGH_CONTRAST, id="contrast")]
LEGIBLE = 4.5


def contrast(one: str, other: str) -> float:
    """Contrast of two colours by the formula of WCAG 2."""
    first, second = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (first + 0.05) / (second + 0.05)


def _luminance(name: str) -> float:
    parts = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
             for part in (QColor(name).redF(), QColor(name).greenF(), QColor(name).blueF())]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


@pytest.mark.parametrize("colours", ALL)
@pytest.mark.parametrize("ink", ["text", "muted", "accent", "good", "warn", "bad"])
@pytest.mark.parametrize("ground", ["window", "panel", "code", "accent_soft"])
def test_every_text_is_legible_on_every_ground(colours: Colours, ink: str, ground: str) -> None:
    assert contrast(getattr(colours, ink), getattr(colours, ground)) >= LEGIBLE


@pytest.mark.parametrize("colours", ALL)
def test_highlight_button_and_banner_texts_are_legible(colours: Colours) -> None:
    pairs = [(colours.highlight_text, colours.highlight), (colours.accent_text, colours.accent),
             (colours.warn, colours.warn_soft), (colours.text, colours.warn_soft), (colours.bad, colours.bad_soft)]
    assert min(contrast(*pair) for pair in pairs) >= LEGIBLE


@pytest.mark.parametrize("colours", ALL)
def test_the_palette_colours_links_too(qapp: QApplication, colours: Colours) -> None:
    made = palette(colours)
    assert made.color(QPalette.ColorRole.Link).name() == colours.accent
    assert made.color(QPalette.ColorRole.LinkVisited).name() == colours.accent


def test_changing_the_mode_recolours_the_application_and_says_so(qapp: QApplication, theme: Theme) -> None:
    told: list[Mode] = []
    theme.changed.connect(lambda: told.append(theme.mode))
    for mode in Mode:
        theme.set_mode(mode)
        assert qapp.palette().color(QPalette.ColorRole.Base).name() == theme.colours.panel
    assert told == list(Mode)


def test_zoom_stays_between_its_ends(theme: Theme) -> None:
    theme.set_zoom(9)
    assert theme.zoom == 2.0
    theme.set_zoom(0.1)
    assert theme.zoom == 0.7


@given(st.sampled_from(["zh_CN", "zh_TW", "ja_JP", "ko_KR", "en_US", "de_DE"]),
       st.lists(st.sampled_from(["Noto Sans CJK SC", "Noto Sans CJK TC", "Noto Sans CJK JP", "Noto Sans CJK KR",
                                 "Inter", "DejaVu Sans", "Microsoft YaHei"]), unique=True))
def test_only_installed_families_are_named_and_there_is_always_one(
        qapp: QApplication, locale: str, installed: list[str]) -> None:
    families = font_families(QLocale(locale), installed)
    assert families
    assert len(set(families)) == len(families)
    assert set(families) <= set(installed) or len(families) == 1


@pytest.mark.parametrize(("locale", "family"), [
    ("zh_CN", "Noto Sans CJK SC"), ("zh_TW", "Noto Sans CJK TC"), ("ja_JP", "Noto Sans CJK JP"),
    ("ko_KR", "Noto Sans CJK KR"),
])
def test_han_characters_are_drawn_in_the_manner_of_the_language(
        qapp: QApplication, locale: str, family: str) -> None:
    installed = ["Noto Sans CJK JP", "Noto Sans CJK KR", "Noto Sans CJK SC", "Noto Sans CJK TC", "DejaVu Sans"]
    cjk = [name for name in font_families(QLocale(locale), installed) if "CJK" in name]
    assert cjk[0] == family
