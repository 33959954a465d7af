"""A job: the commands of the competitors, and the limits of what ours may need compared with a peer."""

from dataclasses import dataclass, field
from pathlib import Path

from measuring import Run
from programs import OURS

# The placeholder in a command for the path of the competitor's own output.
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
    # The command of each competitor.
    commands: dict[str, list[str]]
    targets: list[Target]
    extension: str = ""
    compares_pictures: bool = False
    # The competitor whose output ours must be as good as: "best peer", or the one with our version of the encoder's library.
    like: str = "best peer"
    # The number of runs in each round, more than one for short jobs.
    repeats: int = 1
    rounds: int | None = None
    runs: dict[str, list[Run]] = field(default_factory=dict)
