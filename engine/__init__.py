"""The engine: from files to answers, with no window, no model runtime and no network."""
