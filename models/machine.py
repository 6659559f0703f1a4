"""What this machine can do: cores, memory, instructions. Read from the system, nothing is measured.

Linux is read exactly; for other systems each function says what it falls back to. Owns no decision.
"""

from __future__ import annotations

import ctypes
import os
import platform
import sys
from pathlib import Path

CPU_INFO = Path("/proc/cpuinfo")
MEMORY_INFO = Path("/proc/meminfo")
PROCESSOR_HAS_AVX2 = 40
"""Windows' PF_AVX2_INSTRUCTIONS_AVAILABLE."""


def physical_cores(cpu_info: Path = CPU_INFO) -> int:
    """Cores this process may use, without the second thread of each; at least 1.

    Where the system does not tell, half the logical processors of an x86 machine and all of any other.
    """
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if cores := _linux_cores(cpu_info):
        return max(1, min(usable, cores))
    is_x86 = platform.machine().lower() in ("x86_64", "amd64", "i686", "x86")
    return max(1, usable // 2 if is_x86 and usable > 1 else usable)


def has_avx2(cpu_info: Path = CPU_INFO) -> bool:
    """Whether llama.cpp's x86 build can run. Other architectures need no such instructions: True.

    Intel Macs are not supported; any Mac counts as able. Where nothing can be read the answer is True, and the child
    process that loads the model bears the risk.
    """
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return True
    if sys.platform == "win32":
        return bool(ctypes.windll.kernel32.IsProcessorFeaturePresent(PROCESSOR_HAS_AVX2))
    flags = _cpu_info_values(cpu_info, "flags")
    return not flags or all("avx2" in line.split() for line in flags)


def available_memory_mib(memory_info: Path = MEMORY_INFO) -> int | None:
    """Memory that a program may take without swapping, in MiB; None where the system does not tell."""
    if not memory_info.is_file():
        return None
    for line in memory_info.read_text().splitlines():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) // 1024
    return None


def _linux_cores(cpu_info: Path) -> int:
    sockets = _cpu_info_values(cpu_info, "physical id")
    cores = _cpu_info_values(cpu_info, "core id")
    return len(set(zip(sockets, cores, strict=False)))


def _cpu_info_values(cpu_info: Path, name: str) -> list[str]:
    if not cpu_info.is_file():
        return []
    lines = (line.partition(":") for line in cpu_info.read_text().splitlines())
    return [value.strip() for key, _, value in lines if key.strip() == name]
