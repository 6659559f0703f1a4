"""Sections of two small manuals, for the tests of training."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from models.train.sections import Section

TOPICS = ("backup", "restore", "metrics", "proxy", "cluster", "storage", "login", "upgrade", "logging", "queues")


def section(heading: str, body: str, *, page: str = "guide.md", names: tuple[str, ...] = ("Guide",),
            project: str = "acme/tool", is_question: bool = False) -> Section:
    return Section(project=project, page=page, names=names, heading=heading, body=body, is_question=is_question)


def manual() -> list[Section]:
    """Ten pages of three sections, each about something of its own, one heading of each page a question."""
    found = []
    for topic in TOPICS:
        page, names = f"{topic}.md", (topic.title(),)
        found += [
            section(f"Where does the {topic} keep its files?",
                    f"The {topic} keeps its files below /var/lib/{topic} unless the option --{topic}-folder names "
                    "another place on the same disk.", page=page, names=names, is_question=True),
            section(f"Change the {topic} interval",
                    f"Set {topic}_interval to the number of seconds between two runs. The default is 300 seconds, "
                    f"and every value below ten is refused by the {topic} service.", page=page, names=names),
            section(f"Problems of the {topic} service",
                    f"error: the {topic} service cannot be reached on port 9000\n"
                    f"Look whether the {topic} service runs and whether its port is open to this machine.",
                    page=page, names=names)]
    return found


def write_rows(path: Path, sections: list[Section]) -> None:
    """The sections as a file of training text."""
    with gzip.open(path, "wt", encoding="utf-8") as stream:
        for of in sections:
            stream.write(json.dumps({
                "repo": of.project, "path": of.page, "title": of.names[0], "heading_path": [*of.names[1:], of.heading],
                "heading": of.heading, "body": of.body, "is_question": of.is_question}) + "\n")
