"""The documents of a small invented library, with the questions asked of them, for the window's tests and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.types import (
    UNVERSIONED,
    ChunkKind,
    Citation,
    Claim,
    DocumentId,
    Passage,
    RootId,
    Span,
    Verdict,
    VersionRange,
    parse_version,
)

SCHEDULES = """---
title: Schedules
---

A *schedule* opens and closes a worker pool at fixed times. It is written in the pool's file and read again
whenever the file changes.

## Fields

| Field | Type | Default | Meaning |
|---|---|---|---|
| `open` | cron line | none | when workers are started |
| `close` | cron line | none | when they are asked to finish |
| `floor` | number | `1` | workers kept outside the open hours |
| `drain` | minutes | `{drain}` | time a worker has to finish its job |

## Close a pool at night

> [!WARNING]
> Jobs that take longer than `drain` are stopped and put back into the queue.

To let a pool go to nothing outside working hours, set `floor: 0` and give the pool a `close` time. Workers then
finish what they hold and leave; the last one is gone **{drain} minutes** after the `close` time at the latest.
Set [`drain`](fields.md#drain) to a longer time when your jobs need it.

1. Open the pool's file in `/etc/lantern/pools`.
2. Set `floor` to `0` and add the times:

   ```yaml
   pool: nightly-reports
   floor: 0
   schedule:
     open: "0 6 * * 1-5"    # weekdays at six
     close: "0 20 * * 1-5"
   drain: {drain}
   ```

3. Run `lantern pools check` and read what it prints.
4. Run `lantern pools reload`. No restart is needed.

It is almost always a mistake to set `ceiling: 0` instead: the pool then never opens again.

## Time zones

Times are read in the zone of the server unless the pool names one with `zone`. The change to summer time moves the
opening hour; use `zone: UTC` where that must not happen.

![How a pool opens and closes](pool.png)
"""

LIMITS = """# Limits

## Workers

A pool starts at most `ceiling` workers. The floor of a pool must not be above its ceiling.

## Draining

While a worker drains it takes no new job. The command `lantern pools status` shows it as `draining`.
"""

CHINESE = """# 定时开关

## 夜间关闭工作池

若要在工作时间之外让工作池完全停止，请将 `floor` 设为 `0`，并为工作池指定 `close` 时间。此后各工作进程会完成手上的
任务再退出；最后一个进程最迟在 `close` 时间之后 **10 分钟** 退出。

> **警告** 运行时间超过 `drain` 的任务会被中止并放回队列。

1. 打开 `/etc/lantern/pools` 中的工作池文件。
2. 将 `floor` 设为 `0`，并填写时间。
3. 运行 `lantern pools reload`，无需重启。
"""

QUESTION = "How do I close a worker pool at night?"
CHINESE_QUESTION = "如何在夜间关闭工作池？"
"""Asked of the Chinese page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One document of the invented library."""

    id: int
    path: str
    title: str
    text: str
    version: str
    deprecated: bool = False
    superseded_by: str = ""

    @property
    def applies_to(self) -> VersionRange:
        """The version as a range."""
        return parse_version(self.version) or UNVERSIONED

    def span(self, quote: str) -> Span:
        """Where ``quote`` stands."""
        start = self.text.index(quote)
        return Span(start, start + len(quote))


PAGES = {
    "2.4": Page(id=1, path="operate/schedules.md", title="Schedules", text=SCHEDULES.format(drain=10), version="2.4"),
    "2.3": Page(id=2, path="operate/schedules.md", title="Schedules", text=SCHEDULES.format(drain=5), version="2.3"),
    "limits": Page(id=3, path="reference/limits.md", title="Limits", text=LIMITS, version="2.4"),
    "zh": Page(id=4, path="zh/schedules.md", title="定时开关", text=CHINESE, version="2.4"),
    "old": Page(id=5, path="archive/night-mode.md", title="Night mode", text="# Night mode\n\nSet `night: on`.\n",
                version="2.0", deprecated=True, superseded_by="operate/schedules.md"),
}


def passage(page: Page, quote: str, heading_path: tuple[str, ...], label: str = "S1") -> Passage:
    """The part of a page that ``quote`` names, as a passage."""
    return Passage(
        label=label, document=DocumentId(page.id), root=RootId(1), path=page.path, title=page.title, revision="r1",
        product="Lantern", applies_to=page.applies_to, deprecated=page.deprecated, superseded_by=page.superseded_by,
        effective_date="", heading=heading_path[-1], heading_path=heading_path, anchor="", line=0, text=quote,
        span=page.span(quote), focus=page.span(quote), kind=ChunkKind.PROSE,
    )


def citation(page: Page, quote: str, heading_path: tuple[str, ...], label: str) -> Citation:
    """A citation of ``quote`` in a page."""
    return Citation(
        label=label, document=DocumentId(page.id), root=RootId(1), path=page.path, revision="r1",
        applies_to=page.applies_to, heading_path=heading_path, anchor="", line=0, span=page.span(quote), quote=quote,
    )


def between(text: str, first: str, last: str) -> str:
    """The slice of a text from ``first`` to the end of ``last``."""
    start = text.index(first)
    return text[start:text.index(last, start) + len(last)]


def claims_of(parts: Sequence[tuple[str, Verdict, tuple[Citation, ...], tuple[str, ...]]],
              text: str) -> tuple[Claim, ...]:
    """Claims with their spans, found in the answer's text in order."""
    claims, at = [], 0
    for words, verdict, citations, checks in parts:
        start = text.index(words, at)
        at = start + len(words)
        claims.append(Claim(text=words, span=Span(start, at), verdict=verdict, citations=citations, checks=checks))
    return tuple(claims)
