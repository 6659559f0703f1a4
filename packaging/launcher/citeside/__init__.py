"""The installed name. The program's own packages live in ``_private`` so that the wheel adds one top-level name."""
