"""Whether the machine runs on its battery, where the system tells."""

from __future__ import annotations

from pathlib import Path

_SUPPLIES = Path("/sys/class/power_supply")


def on_battery(*, supplies: Path = _SUPPLIES) -> bool:
    """True when there is a battery and no mains supply is connected; False when that cannot be known."""
    has_battery = False
    try:
        for supply in supplies.iterdir():
            kind = (supply / "type").read_text().strip()
            if kind == "Mains" and (supply / "online").read_text().strip() == "1":
                return False
            scope = supply / "scope"
            is_of_a_device = scope.exists() and scope.read_text().strip() == "Device"  # a mouse, a headset
            has_battery |= kind == "Battery" and not is_of_a_device
    except OSError:
        return False
    return has_battery
