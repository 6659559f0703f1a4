"""Start Citeside: put the private packages first on the path, then hand over to the command line.

In a source checkout there is no ``_private`` folder and the packages are already importable.
"""

import sys
from pathlib import Path

_private = Path(__file__).parent / "_private"
if _private.is_dir() and str(_private) not in sys.path:
    sys.path.insert(0, str(_private))


def main() -> int:
    """Run the command line with the process's arguments; returns the exit status (0 done, 1 failed, 2 usage)."""
    from app.cli.main import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
