"""The inputs: real clips, and files made from them, which are kept for the next run."""

import json
import subprocess
import sys
from pathlib import Path

from programs import ROOT, SHARED, WORK


def ffmpeg(*arguments: str) -> None:
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", *arguments], check=True)


def clip(name: str, folder: str = "bench") -> Path:
    path = SHARED / folder / name
    if path.exists():
        return path
    stand_in = ROOT / "Fixtures" / "media" / "h264-aac.mov"
    print(f"bench: ../shared/media/{folder}/{name} is absent; {stand_in.name} stands in, and is far too short", file=sys.stderr)
    return stand_in


def generated(name: str, *arguments: str) -> Path:
    """An input that ffmpeg generates, kept for the next run."""
    path = WORK / "inputs" / name
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_name("partial-" + path.name)
        ffmpeg(*arguments, str(partial))
        partial.rename(path)
    return path


def prepared(name: str, source: Path, *arguments: str) -> Path:
    """An input made from another one, kept for the next run."""
    before = ["-stream_loop", "-1"] if "-t" in arguments else []
    return generated(f"{source.stem}-{name}", *before, "-i", str(source), *arguments)


def scaled(source: Path, height: int, *, turns: bool = False) -> Path:
    """The pictures of the source at another height, nearly lossless. If `turns` is true, they run forwards and then
    backwards."""
    graph = f"scale=-2:{height}" + (",split[a][b];[b]reverse[c];[a][c]concat" if turns else "")
    return prepared(f"{height}.mov", source, "-vf", graph, "-an", "-c:v", "libx264", "-preset", "veryfast", "-crf", "12",
                    "-pix_fmt", "yuv420p")


def dimensions(path: Path) -> tuple[int, int]:
    answer = subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=width,height", "-of", "json", path],
        check=True, stdout=subprocess.PIPE,
    )
    stream = json.loads(answer.stdout)["streams"][0]
    return stream["width"], stream["height"]
