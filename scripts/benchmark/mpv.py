"""Controls mpv by its JSON interface."""

import json
import socket
from collections.abc import Iterator
from pathlib import Path

from measuring import Running

# The processor decodes all pictures, none is skipped, and none is drawn.
OPTIONS = ["--no-config", "--really-quiet", "--vo=null", "--framedrop=no", "--hwdec=no", "--ao=pulse"]


class MPV:
    """A run of mpv, which sends its events over a socket that it is given at the start."""

    def __init__(self, path: Path, variables: dict, *options: str) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self.running = Running(
                ["mpv", *OPTIONS, f"--input-ipc-client=fd://{theirs.fileno()}", *options, str(path)], variables,
                pass_fds=[theirs.fileno()])
        self.stream = ours.makefile("rw", buffering=1, encoding="utf-8")
        ours.close()

    def command(self, *words: object) -> None:
        """Sends a command. Its answer is among the messages."""
        self.stream.write(json.dumps({"command": words}) + "\n")

    def messages(self) -> Iterator[dict]:
        """The events and answers from now on, until mpv ends."""
        try:
            for line in self.stream:
                yield json.loads(line)
        except ConnectionResetError:
            return

    def wait_for(self, event: str) -> None:
        for message in self.messages():
            if message.get("event") == event:
                return
        raise SystemExit(f"bench: mpv ended before it told {event}")
