"""A job: what each competitor runs, and what ours may need of what a peer needs."""

from dataclasses import dataclass, field
from pathlib import Path

from measuring import Run
from programs import OURS

# In a command, the path of the competitor's own output.
OUTPUT = "\0output"


@dataclass
class Target:
    """`ours` needs at most `at_most` times what `of` needs. `of` is a competitor, or "best peer"."""

    quantity: str
    of: str
    at_most: float
    ours: str = OURS


@dataclass
class Job:
    name: str
    title: str
    source: Path
    # What each competitor runs.
    commands: dict[str, list[str]]
    targets: list[Target]
    extension: str = ""
    compares_pictures: bool = False
    # Whose output ours must be worth: "best peer", or the one that has our version of the encoder's library.
    like: str = "best peer"
    # Short jobs are run more often in each round.
    repeats: int = 1
    rounds: int | None = None
    runs: dict[str, list[Run]] = field(default_factory=dict)
