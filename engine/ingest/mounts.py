"""Whether a folder lies on another machine: such a folder sends no events for what others change in it."""

from __future__ import annotations

import os
from pathlib import Path

_MOUNTS = Path("/proc/self/mounts")
_SHARES = ("nfs", "cifs", "smb", "9p", "afs", "ceph", "fuse.sshfs", "fuse.glusterfs", "fuse.rclone", "davfs", "ncpfs")


def is_share(path: str, *, mounts: Path = _MOUNTS) -> bool:
    """Whether ``path`` is on a network file system; False where the system does not tell."""
    if path.startswith("\\\\"):
        return True
    try:
        lines = mounts.read_text("utf-8", "surrogateescape").splitlines()
    except OSError:
        return False
    best, kind = "", ""
    for line in lines:
        _, place, found, *_ = line.split(" ")
        place = place.replace("\\040", " ").replace("\\011", "\t").replace("\\012", "\n").replace("\\134", "\\")
        if len(place) >= len(best) and os.path.commonpath([place, path]) == place:
            best, kind = place, found
    return kind.startswith(_SHARES)
