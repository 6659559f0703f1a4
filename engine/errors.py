"""The tree of errors, sorted by what the reader of the message should do.

CitesideError
├── EnvironmentTrouble    the machine or installation: say so, carry on without
│   ├── StoreUnavailable  the index cannot be opened or written
│   │   └── StoreDamaged  its content makes no sense: the next start keeps it aside and begins anew
│   ├── GeneratorLost     the generator process died or could not start
│   └── RerankerLost      the reranker cannot be computed on this machine
├── BadRequest            the person asked for something that cannot be: say what can
│   ├── UnknownProduct
│   ├── UnknownVersion
│   ├── EmptyQuestion
│   ├── BadRoot
│   ├── RootGone
│   └── NotFound
├── DocumentTrouble       one file: mark it, go on with the next
└── Bug                   ours: report it

Every message is one sentence that a person understands, with what to do next.
"""

from __future__ import annotations

from engine.types.corpus import ProblemCode


class CitesideError(Exception):
    """Base of all errors whose message is meant for a person."""


class EnvironmentTrouble(CitesideError):
    """The machine or the installation lacks something."""


class StoreUnavailable(EnvironmentTrouble):
    """The index file cannot be opened, is damaged, newer than this program, or the disk is full."""


class StoreDamaged(StoreUnavailable):
    """The index file does not hold what it should; opening it again keeps it aside and begins anew."""


class GeneratorLost(EnvironmentTrouble):
    """The generator process died or could not be started."""


class RerankerLost(EnvironmentTrouble):
    """The reranker gave no usable score."""


class BadRequest(CitesideError):
    """The request cannot be met as it stands; nothing was changed."""


class UnknownProduct(BadRequest):
    """No indexed document belongs to the named product."""


class UnknownVersion(BadRequest):
    """What was given as a version does not look like one."""


class EmptyQuestion(BadRequest):
    """There is nothing to search for."""


class BadRoot(BadRequest):
    """The folder is missing, is no folder, or is already registered."""


class RootGone(BadRequest):
    """The folder is not in the library any more."""


class NotFound(BadRequest):
    """No file, trace or answer of that name is known."""


class DocumentTrouble(CitesideError):
    """One document cannot be read; the others are not concerned."""

    def __init__(self, code: ProblemCode, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail


class Bug(CitesideError):
    """A rule of ours was broken by ourselves."""
