"""Colours, fonts and zoom of the window. Owns the palette and the style sheets; widgets only ask for a colour.

The platform's own dark mode is not relied upon (offscreen and plain X11 do not know it): a ``Theme`` sets the
whole ``QPalette`` itself, links included, and says ``changed`` so that rendered text is rendered again.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import Enum
from importlib.resources import files
from string import Template

from PySide6.QtCore import QLocale, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QFontMetricsF, QPalette
from PySide6.QtWidgets import QApplication


class Mode(Enum):
    """How the window is coloured; SYSTEM follows the desktop's light or dark setting."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"
    HIGH_CONTRAST = "high contrast"


@dataclass(frozen=True, slots=True, kw_only=True)
class Colours:
    """One set of colours as ``#rrggbb``. ``good``, ``warn`` and ``bad`` always stand beside an icon and a word."""

    window: str
    panel: str
    text: str
    muted: str
    border: str
    control: str
    accent: str
    accent_text: str
    accent_soft: str
    highlight: str
    highlight_text: str
    good: str
    warn: str
    bad: str
    warn_soft: str
    bad_soft: str
    code: str


LIGHT = Colours(
    window="#f4f4f1", panel="#ffffff", text="#1f2328", muted="#59616b", border="#dcddd8", control="#b9bcb8",
    accent="#2a5ca8", accent_text="#ffffff", accent_soft="#e9eff8", highlight="#ffeaa0", highlight_text="#1f2328",
    good="#1a7041", warn="#855600", bad="#b3261e", warn_soft="#fdf4dc", bad_soft="#fcebe9", code="#f5f5f2",
)
DARK = Colours(
    window="#191b1e", panel="#212428", text="#e3e5e8", muted="#a3abb5", border="#363b41", control="#565d66",
    accent="#86aeea", accent_text="#10151c", accent_soft="#28323f", highlight="#66521a", highlight_text="#fff6dc",
    good="#74c996", warn="#e2b354", bad="#f2938a", warn_soft="#352d1a", bad_soft="#3a2523", code="#2a2e33",
)
HIGH_CONTRAST = Colours(
    window="#000000", panel="#000000", text="#ffffff", muted="#e8e8e8", border="#ffffff", control="#ffffff",
    accent="#ffd83d", accent_text="#000000", accent_soft="#161600", highlight="#ffff00", highlight_text="#000000",
    good="#7dff9b", warn="#ffd83d", bad="#ff9d94", warn_soft="#1f1a00", bad_soft="#2a0d0a", code="#141414",
)

_CJK = {
    "zh": ("Noto Sans CJK SC", "Noto Sans SC", "Microsoft YaHei", "PingFang SC", "WenQuanYi Micro Hei"),
    "zh-Hant": ("Noto Sans CJK TC", "Noto Sans TC", "Microsoft JhengHei", "PingFang TC"),
    "ja": ("Noto Sans CJK JP", "Noto Sans JP", "Yu Gothic UI", "Hiragino Sans"),
    "ko": ("Noto Sans CJK KR", "Noto Sans KR", "Malgun Gothic", "Apple SD Gothic Neo"),
}
_LATIN = ("Inter", "Noto Sans", "Source Sans 3", "Open Sans", "Noto Sans CJK SC", "Liberation Sans")
_FIXED = ("JetBrains Mono", "Cascadia Mono", "Consolas", "Menlo", "Noto Sans Mono", "DejaVu Sans Mono")
_PLAIN_FACES = frozenset({"Sans Serif", "Sans", "DejaVu Sans"})
_POINTS = 10.5
_LINE = 1.6
_ZOOM_RANGE = (0.7, 2.0)


class Theme(QObject):
    """The one place that colours the application. ``zoom`` is a factor between 0.7 and 2."""

    changed = Signal()

    def __init__(self, app: QApplication, mode: Mode = Mode.SYSTEM, locale: QLocale | None = None, *,
                 zoom: float = 1.0) -> None:
        super().__init__(app)
        self._app = app
        self._mode = mode
        self._zoom = _in_range(zoom)
        self._families = font_families(locale or QLocale.system(), QFontDatabase.families())
        app.setStyle("Fusion")
        app.styleHints().colorSchemeChanged.connect(self._follow)
        self._apply()

    @property
    def mode(self) -> Mode:
        """The mode as chosen."""
        return self._mode

    @property
    def colours(self) -> Colours:
        """The set in force."""
        if self._mode is Mode.SYSTEM:
            return DARK if self._app.styleHints().colorScheme() is Qt.ColorScheme.Dark else LIGHT
        return {Mode.LIGHT: LIGHT, Mode.DARK: DARK, Mode.HIGH_CONTRAST: HIGH_CONTRAST}[self._mode]

    @property
    def zoom(self) -> float:
        """Size of all text, 1 is normal."""
        return self._zoom

    @property
    def families(self) -> tuple[str, ...]:
        """Families of running text, best first."""
        return self._families

    def set_mode(self, mode: Mode) -> None:
        """Recolour everything at once."""
        self._mode = mode
        self._apply()

    def set_zoom(self, zoom: float) -> None:
        """Resize all text; values outside the range are brought to its ends."""
        self._zoom = _in_range(zoom)
        self._apply()

    def points(self, step: float = 0.0) -> float:
        """Size of text in points, ``step`` larger or smaller than running text."""
        return (_POINTS + step) * self._zoom

    def font(self, step: float = 0.0) -> QFont:
        """Font of running text, ``step`` points larger or smaller."""
        font = QFont()
        font.setFamilies(list(self._families))
        font.setPointSizeF(self.points(step))
        return font

    def text_sheet(self) -> str:
        """Style sheet for rendered documents and answers, in the part of CSS that ``QTextDocument`` knows."""
        return self._sheet("document.css")

    def _follow(self) -> None:
        if self._mode is Mode.SYSTEM:
            self._apply()

    def _apply(self) -> None:
        self._app.setFont(self.font())
        self._app.setPalette(palette(self.colours))
        self._app.setStyleSheet(self._sheet("window.qss"))
        self.changed.emit()

    def _sheet(self, name: str) -> str:
        text = files("resources").joinpath("style", name).read_text(encoding="utf-8")
        steps = {"size": 0.0, "small": -1.2, "code_size": -1.0, "h1": 6.0, "h2": 3.5, "h3": 1.5}
        sizes = {key: f"{self.points(step):.1f}" for key, step in steps.items()}
        fixed = ", ".join(f"'{family}'" for family in _FIXED)
        on_accent = "light" if self.colours.accent_text == LIGHT.accent_text else "dark"
        icons = str(files("resources").joinpath("icons")).replace("\\", "/")
        return Template(text).substitute(asdict(self.colours), fixed=fixed, line=self._line_height(), icons=icons,
                                         check=f"check-{on_accent}.svg", **sizes)

    def _line_height(self) -> str:
        """Line height in per cent of the face's own: faces differ by a third in what they call a line."""
        metrics = QFontMetricsF(self.font())
        em = QFontInfo(self.font()).pixelSize()
        return f"{100 * _LINE * em / metrics.lineSpacing():.0f}"



def font_families(locale: QLocale, installed: list[str]) -> tuple[str, ...]:
    """Families for running text: the desktop's own face where it chose one, then faces that hold CJK characters.

    Han characters are drawn differently in Chinese, Japanese and Korean, so the order of the CJK faces follows the
    locale (Simplified Chinese first where the locale says nothing). Only installed families are named.
    """
    known = set(installed)
    own = QFontInfo(QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)).family()
    language = locale.name().split("_")[0]
    if language == "zh" and locale.script() is QLocale.Script.TraditionalHanScript:
        language = "zh-Hant"
    cjk = [*_CJK.get(language, ()), *(name for names in _CJK.values() for name in names)]
    latin = [*_LATIN, own] if own in _PLAIN_FACES else [own, *_LATIN]
    wanted = [*cjk[:len(_CJK.get(language, ()))], *latin, *cjk]
    return tuple(dict.fromkeys(name for name in wanted if name in known)) or (own,)


def palette(colours: Colours) -> QPalette:
    """The complete Qt palette of a set of colours; links are legible on both backgrounds."""
    made = QPalette()
    roles = {
        QPalette.ColorRole.Window: colours.window, QPalette.ColorRole.WindowText: colours.text,
        QPalette.ColorRole.Base: colours.panel, QPalette.ColorRole.AlternateBase: colours.code,
        QPalette.ColorRole.Text: colours.text, QPalette.ColorRole.PlaceholderText: colours.muted,
        QPalette.ColorRole.Button: colours.panel, QPalette.ColorRole.ButtonText: colours.text,
        QPalette.ColorRole.ToolTipBase: colours.panel, QPalette.ColorRole.ToolTipText: colours.text,
        QPalette.ColorRole.Highlight: colours.accent, QPalette.ColorRole.HighlightedText: colours.accent_text,
        QPalette.ColorRole.Link: colours.accent, QPalette.ColorRole.LinkVisited: colours.accent,
        QPalette.ColorRole.Light: colours.panel, QPalette.ColorRole.Midlight: colours.border,
        QPalette.ColorRole.Mid: colours.control, QPalette.ColorRole.Dark: colours.control,
        QPalette.ColorRole.Shadow: colours.border, QPalette.ColorRole.BrightText: colours.bad,
        QPalette.ColorRole.Accent: colours.accent,
    }
    for role, colour in roles.items():
        made.setColor(role, QColor(colour))
    for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, role, QColor(colours.muted))
    return made


def _in_range(zoom: float) -> float:
    return min(max(round(zoom, 2), _ZOOM_RANGE[0]), _ZOOM_RANGE[1])
