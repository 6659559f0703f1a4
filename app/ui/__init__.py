"""The widgets. They know ``engine.types`` and the bridge's signals, nothing else of the engine."""
