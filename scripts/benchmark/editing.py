"""The jobs of editing: files joined, pictures and sound of a film as images."""

from pathlib import Path

from inputs import clip, prepared
from job import OUTPUT, Job, Target
from jobs import peers
from programs import AVWRITE, DEBIAN, FFMPEG, NINE, OURS, PEERS

CLIPS = 100
THUMBNAILS = 20
MINUTES = 10


def film() -> Path:
    return prepared(f"{MINUTES}min.mp4", clip("sintel_720p24_52s.mp4"), "-c", "copy", "-t", str(60 * MINUTES))


def join(folder: Path) -> Job:
    source = prepared("5s.mp4", clip("sintel_720p24_52s.mp4"), "-c", "copy", "-t", "5")
    # Separate files, as a camera makes them.
    paths = [folder / f"clip-{number:03}.mp4" for number in range(CLIPS)]
    for path in paths:
        if not path.exists():
            path.write_bytes(source.read_bytes())
    order = folder / "clips.txt"
    order.write_text("".join(f"file '{path}'\n" for path in paths))
    return Job(
        "join", f"{CLIPS} clips of 5 s joined", source,
        {
            OURS: [AVWRITE, "join", *map(str, paths), "-o", OUTPUT, "--force", "--progress", "none"],
            **peers(["-f", "concat", "-safe", "0", "-i", str(order)], "-map", "0", "-c", "copy", "-movflags", "+faststart"),
        },
        [Target("wall", "best peer", 0.5), Target("peak", "best peer", 1.1)],
        extension=".mp4",
    )


def thumbnails(folder: Path) -> Job:
    source = film()
    times = [60 * MINUTES * (number + 0.5) / THUMBNAILS for number in range(THUMBNAILS)]
    # The fastest way with ffmpeg is one run that seeks to each picture.
    inputs = [word for time in times for word in ("-ss", str(time), "-i", str(source))]
    outputs = [word for number in range(THUMBNAILS)
               for word in ("-map", f"{number}:v:0", "-frames:v", "1", str(folder / f"theirs-{number:02}.jpg"))]
    return Job(
        "thumbnails", f"{THUMBNAILS} thumbnails of {MINUTES} minutes, at exactly their times", source,
        {
            OURS: [AVWRITE, "thumbnails", str(source), *(word for time in times for word in ("--at", str(time))),
                   "--output-dir", str(folder), "--name", "ours", "--force", "--quiet"],
            **{peer: [FFMPEG[peer], "-nostdin", "-v", "error", "-y", *inputs, *outputs] for peer in PEERS},
        },
        [Target("wall", "best peer", 0.5), Target("peak", "best peer", 1.0)],
    )


def waveform(folder: Path) -> Job:
    source = film()
    return Job(
        "waveform", f"the waveform of {MINUTES} minutes of AAC, 1600x240", source,
        {
            OURS: [AVWRITE, "waveform", str(source), "--output-dir", str(folder), "--name", "ours", "--force", "--quiet"],
            **{peer: [FFMPEG[peer], "-nostdin", "-v", "error", "-y", "-i", str(source), "-filter_complex",
                      "[0:a:0]showwavespic=s=1600x240:draw=full", "-frames:v", "1", str(folder / "theirs.png")]
               for peer in (DEBIAN, NINE)},
        },
        [Target("wall", "best peer", 1.0), Target("peak", "best peer", 1.0)],
    )


def jobs(folder: Path) -> dict[str, "callable"]:
    """Functions that make the jobs, by name. Clips and images are written into `folder`."""
    return {"join": lambda: join(folder), "thumbnails": lambda: thumbnails(folder), "waveform": lambda: waveform(folder)}
