"""What the model side of this installation is made of, for ``doctor`` and for a report to us.

Owns gathering; printing is the command line's. The generator's library is asked in a child process, since loading it
may crash on an unsuitable CPU. Nothing here loads a model.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from multiprocessing.connection import Connection

from models import machine
from models.files import ModelFiles, ModelState, ModelStatus
from models.manifest import Fetch, Role
from models.onnx_runtime import offered_providers

LIBRARIES = ("llama-cpp-python", "numpy", "onnxruntime", "tokenizers")
ANSWER_SECONDS = 60.0
WITHOUT = {
    Role.EMBEDDER: "There is no search model, so nothing can be read or searched; bring one with: "
                   "citeside models import FOLDER.",
    Role.GENERATOR: "There is no model that writes answers, so answers are verbatim passages; bring one with: "
                    "citeside models import FOLDER.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class LlamaBuild:
    """How llama.cpp was built, in its own words; ``problem`` is a sentence when it could not be asked."""

    system_info: str = ""
    gpu: bool = False
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The state of the model side. ``providers`` are in order of preference; memory in MiB, None when unknown."""

    physical_cores: int
    has_avx2: bool
    available_memory_mib: int | None
    providers: tuple[str, ...]
    llama: LlamaBuild
    versions: tuple[tuple[str, str], ...]
    models: tuple[ModelStatus, ...]

    @property
    def problems(self) -> tuple[str, ...]:
        """Sentences about what is wrong or missing, nothing when all is well. One model a role is enough."""
        found = [] if self.has_avx2 else ["This CPU lacks AVX2; search and verbatim answers work."]
        found += [self.llama.problem] if self.llama.problem else []
        found += [status.detail for status in self.models if status.state is ModelState.DAMAGED]
        usable = {status.model.role for status in self.models
                  if status.paths and status.model.fetch is not Fetch.TEST}
        found += [sentence for role, sentence in WITHOUT.items() if role not in usable]
        return tuple(found)


def examine(files: ModelFiles, *, verify: bool = True) -> Report:
    """Gather the report; with ``verify`` every model file is read and its hash compared (about a second a GB)."""
    return Report(
        physical_cores=machine.physical_cores(),
        has_avx2=machine.has_avx2(),
        available_memory_mib=machine.available_memory_mib(),
        providers=offered_providers(),
        llama=llama_build(),
        versions=tuple((name, _version(name)) for name in LIBRARIES),
        models=files.status(verify=verify),
    )


def llama_build(ask: Callable[[Connection], None] | None = None) -> LlamaBuild:
    """What llama.cpp says of itself, asked in a process of its own; ``ask`` is that process's entry point."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=ask or describe_llama, args=(theirs,), name="citeside-doctor", daemon=True)
    process.start()
    theirs.close()
    try:
        if ours.poll(ANSWER_SECONDS):
            answer = ours.recv()
            return answer if isinstance(answer, LlamaBuild) else LlamaBuild(problem=str(answer))
        problem = f"The generator's library did not answer within {ANSWER_SECONDS:.0f} seconds"
    except EOFError:
        process.join()
        problem = f"Loading the generator's library ended its process (exit status {process.exitcode})"
    finally:
        ours.close()
        process.kill()
        process.join()
        process.close()
    return LlamaBuild(problem=f"{problem}; search and verbatim answers work without it.")


def describe_llama(pipe: Connection) -> None:
    """Entry point of the child process: send a LlamaBuild, or a sentence that says why there is none."""
    try:
        import llama_cpp
    except (ImportError, OSError, RuntimeError) as error:
        pipe.send(f"The generator's library llama-cpp-python cannot be loaded ({error}); "
                  "search and verbatim answers work without it.")
        return
    info = llama_cpp.llama_print_system_info().decode(errors="replace").strip()
    pipe.send(LlamaBuild(system_info=info, gpu=bool(llama_cpp.llama_supports_gpu_offload())))


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""
