"""Files that ship with the program: icons, style, translations and the handbook (the sample library)."""
