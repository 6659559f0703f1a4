"""What can go wrong with a model, in words for a person. A tree of its own: ``models`` does not know the engine.

ModelError
├── ModelMissing      a file the manifest names is nowhere: import it, or carry on without
├── ModelDamaged      a file is there but is not the one the manifest names
├── BadManifest       the manifest itself cannot be read: reinstall
├── CannotRun         this machine cannot run the model: search and verbatim answers work
├── PromptTooLong     the prompt and the answer do not fit the model's context
└── GeneratorDied     the generator's process ended; the next question starts a new one

Every message is one sentence, with what to do next.
"""

from __future__ import annotations


class ModelError(Exception):
    """Base of all errors about models; the message is one sentence for a person."""


class ModelMissing(ModelError):
    """A file of the model is in none of the model folders."""


class ModelDamaged(ModelError):
    """A file has the right name but not the size or hash the manifest names, or cannot be loaded."""


class BadManifest(ModelError):
    """The manifest cannot be read or names something twice."""


class CannotRun(ModelError):
    """The machine or the installation cannot run the model."""


class PromptTooLong(ModelError):
    """The prompt leaves no room for an answer in the model's context."""


class GeneratorDied(ModelError):
    """The generator's process ended before its answer did."""
