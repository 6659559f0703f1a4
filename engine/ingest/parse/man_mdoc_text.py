"""Running text of the mdoc language: macros that style, enclose or name their arguments, nested in one line.

Gives text in roff's font escapes; blocks are in ``man_mdoc``.
"""

from __future__ import annotations

from collections.abc import Sequence

_BOLD, _ITALIC, _CODE, _ROMAN = "B", "I", "C", "R"
_STYLES = {
    "Fl": _BOLD, "Cm": _BOLD, "Ic": _BOLD, "Nm": _BOLD, "Sy": _BOLD, "Cd": _BOLD, "Fd": _BOLD, "Ms": _BOLD, "Xr": _BOLD,
    "Ar": _ITALIC, "Em": _ITALIC, "Fa": _ITALIC, "Ft": _ITALIC, "Va": _ITALIC, "Vt": _ITALIC, "Sx": _ITALIC,
    "Pa": _CODE, "Ev": _CODE, "Dv": _CODE, "Er": _CODE, "Li": _CODE, "Ql": _CODE, "Ad": _ROMAN, "An": _ROMAN,
    "Tn": _ROMAN, "No": _ROMAN, "Lb": _ROMAN, "Mt": _ROMAN, "Ux": _ROMAN, "Hf": _ROMAN,
}
_DEFAULTS = {"Fl": "-", "Ar": "file ...", "Pa": "~", "Ux": "UNIX"}
_SYSTEMS = {"Bx": "BSD", "Fx": "FreeBSD", "Nx": "NetBSD", "Ox": "OpenBSD", "Dx": "DragonFly", "Bsx": "BSD/OS",
            "At": "AT&T UNIX"}
_AROUND = {"Op": "[]", "Pq": "()", "Dq": "“”", "Sq": "‘’", "Qq": "\"\"", "Bq": "[]", "Brq": "{}", "Aq": "<>"}
_OPENING = {"Oo": "[", "Po": "(", "Do": "“", "So": "‘", "Qo": "\"", "Bo": "[", "Bro": "{", "Ao": "<"}
_CLOSING = {"Oc": "]", "Pc": ")", "Dc": "”", "Sc": "’", "Qc": "\"", "Bc": "]", "Brc": "}", "Ac": ">"}
_SPECIAL = frozenset("Ns Ap Pf Fn Fo Fc In Lk St Xo Xc Eo Ec Nd Rv Ex Sm Bt Ud Ta".split())
_AFTER = frozenset(".,:;)]?!")
_BEFORE = frozenset("([")

CALLABLE = frozenset({*_STYLES, *_SYSTEMS, *_AROUND, *_OPENING, *_CLOSING, *_SPECIAL})
"""Macros that may stand inside a line."""


class MdocText:
    """Renders lines. ``name`` is what the page documents."""

    def __init__(self) -> None:
        self.name = ""
        self._spaced = True
        self._function: list[str] | None = None

    def line(self, tokens: Sequence[str]) -> str:
        """The text of a line whose first token is a macro; a lone closing sign begins with a backspace mark."""
        made = _Words(spaced=self._spaced)
        self._render(list(tokens), made)
        return made.text

    def _render(self, tokens: list[str], made: _Words) -> None:
        while tokens:
            token = tokens.pop(0)
            if token in _AROUND and token != "Ql":
                tail = _taken_tail(tokens)
                made.add(_AROUND[token][0])
                made.glue = True
                self._render(tokens, made)
                made.attach(_AROUND[token][1])
                for sign in tail:
                    made.attach(sign)
                tokens = []
            elif token in _OPENING:
                made.add(_OPENING[token])
                made.glue = True
            elif token in _CLOSING:
                made.attach(_CLOSING[token])
            elif token in _STYLES:
                self._styled(token, _taken_args(tokens), made)
            elif token in _SYSTEMS or token in _SPECIAL:
                tokens = self._special(token, tokens, made)
            else:
                made.sign_or_word(token)

    def _styled(self, macro: str, args: list[str], made: _Words) -> None:
        if macro == "Nm" and not self.name and args:
            self.name = args[0]
        if macro == "Xr" and len(args) > 1:
            made.add(f"\\fB{args[0]}\\fR({args[1]})")
            args = args[2:]
            for arg in args:
                made.sign_or_word(arg)
            return
        font = _STYLES[macro]
        if not args or args[0] in _AFTER:
            default = self.name if macro == "Nm" else _DEFAULTS.get(macro, "")
            if default:
                made.add(f"\\f{font}{default}\\fR")
        for arg in args:
            if arg in _AFTER or arg in _BEFORE or arg == "|":
                made.sign_or_word(arg)
            elif font == _ITALIC and made.text.endswith("\\fR") and arg is not args[0]:
                made.text = made.text.removesuffix("\\fR")
                made.add(f"{arg}\\fR")
            else:
                made.add(f"\\f{font}{'-' if macro == 'Fl' else ''}{arg}\\fR")

    def _special(self, macro: str, tokens: list[str], made: _Words) -> list[str]:
        if macro in _SYSTEMS:
            made.add(_SYSTEMS[macro])
        elif macro == "Ns":
            made.glue = True
        elif macro == "Ap":
            made.attach("'")
            made.glue = True
        elif macro == "Pf" and tokens:
            made.add(tokens.pop(0))
            made.glue = True
        elif macro == "Sm":
            made.spaced = self._spaced = (tokens.pop(0) if tokens else "on") != "off"
        elif macro == "Nd":
            made.add("-")
            for token in tokens:
                made.sign_or_word(token)
            return []
        elif macro in {"Rv", "Ex"}:
            made.add(_standard(macro, self.name, tokens))
            return []
        else:
            self._named(macro, _taken_args(tokens), made)
        return tokens

    def _named(self, macro: str, args: list[str], made: _Words) -> None:
        """Macros whose first argument is a name: a function, a header, an address, a standard."""
        words = [arg for arg in args if arg not in _AFTER]
        name = words[0] if words else ""
        if macro in {"Fn", "Fo"} and name:
            made.add(f"\\fB{name}\\fR({', '.join(f'{chr(92)}fI{word}{chr(92)}fR' for word in words[1:])}")
            made.glue = True
        if macro in {"Fn", "Fc"}:
            made.attach(")")
        elif macro == "In" and name:
            made.add(f"\\fB#include <{name}>\\fR")
        elif macro == "Lk" and name:
            made.add(" ".join([*words[1:], f"<{name}>" if words[1:] else name]))
        elif macro == "St" and name:
            made.add(name.removeprefix("-").replace("p1003.1", "POSIX.1").replace("ansiC", "ANSI C"))
        elif macro in {"Eo", "Ec"} and name:
            made.attach(name)
        for sign in args:
            if sign in _AFTER:
                made.attach(sign)


class _Words:
    """Words with blanks between them, but where something glues them together."""

    def __init__(self, *, spaced: bool) -> None:
        self.text = ""
        self.glue = False
        self.spaced = spaced

    def add(self, word: str) -> None:
        if self.text and not self.glue and self.spaced:
            self.text += " "
        self.text += word
        self.glue = False

    def attach(self, word: str) -> None:
        self.glue = True
        self.add(word)

    def sign_or_word(self, token: str) -> None:
        if token in _AFTER:
            self.attach(token)
        else:
            self.add(token)
            self.glue = token in _BEFORE


def _taken_args(tokens: list[str]) -> list[str]:
    """Arguments up to the next macro."""
    count = next((place for place, token in enumerate(tokens) if token in CALLABLE), len(tokens))
    args = tokens[:count]
    del tokens[:count]
    return args


def _taken_tail(tokens: list[str]) -> list[str]:
    """Closing signs at the end of the line, which stay outside an enclosure."""
    tail: list[str] = []
    while tokens and tokens[-1] in _AFTER and len(tokens) > 1:
        tail.insert(0, tokens.pop())
    return tail


def _standard(macro: str, name: str, args: Sequence[str]) -> str:
    names = [arg for arg in args if not arg.startswith("-")] or [name]
    shown = ", ".join(f"\\fB{one}{'()' if macro == 'Rv' else ''}\\fR" for one in names)
    if macro == "Ex":
        return f"The {shown} utility exits 0 on success, and >0 if an error occurs."
    return (f"The {shown} function returns the value 0 if successful; otherwise the value -1 is returned and "
            "\\fIerrno\\fR is set to indicate the error.")
