"""What is read of the machine."""

from __future__ import annotations

import platform
from pathlib import Path

import pytest

from models import machine

X86 = pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="asks about x86 instructions")


def cpu_info(folder: Path, *, threads: int, cores: int, flags: str) -> Path:
    path = folder / "cpuinfo"
    path.write_text("\n".join(
        f"processor\t: {n}\nphysical id\t: 0\ncore id\t\t: {n % cores}\nflags\t\t: fpu sse {flags}\n"
        for n in range(threads)))
    return path


def test_the_second_thread_of_a_core_is_not_counted(tmp_path: Path) -> None:
    assert machine.physical_cores(cpu_info(tmp_path, threads=2, cores=1, flags="")) == 1


def test_there_is_always_at_least_one_core(tmp_path: Path) -> None:
    assert machine.physical_cores(tmp_path / "absent") >= 1
    assert machine.physical_cores() >= 1


@X86
def test_avx2_must_be_on_every_core(tmp_path: Path) -> None:
    assert machine.has_avx2(cpu_info(tmp_path, threads=2, cores=2, flags="avx avx2"))
    assert not machine.has_avx2(cpu_info(tmp_path, threads=2, cores=2, flags="avx"))


def test_a_machine_that_tells_nothing_is_given_the_benefit_of_the_doubt(tmp_path: Path) -> None:
    assert machine.has_avx2(tmp_path / "absent")
    assert machine.available_memory_mib(tmp_path / "absent") is None


def test_available_memory_is_read_in_mebibytes(tmp_path: Path) -> None:
    info = tmp_path / "meminfo"
    info.write_text("MemTotal:       99999 kB\nMemAvailable:    4194304 kB\n")
    assert machine.available_memory_mib(info) == 4096
