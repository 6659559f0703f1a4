"""The programs people run: the desktop and the command line, joined to engine and models by ``compose``."""
