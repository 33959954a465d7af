"""The benchmark itself; `scripts/bench` starts it.

Competitors run in turn, round after round (A B C A B C ...), so that what else the machine does hits all of them
alike; what is compared is the median. A speed counts only if the output is worth as much: its size at most 1 % more and its
SSIM against the source at most 0.001 less than the faster peer's, or than that peer's which runs the same version of a
library.
"""

import argparse
import json
import math
import os
import platform
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import wave
from dataclasses import dataclass, field
from pathlib import Path

import bench_facts
import bench_passes
import bench_segments
import imageio_ffmpeg

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared" / "media"
WORK = ROOT / ".build" / "bench"

OURS = "avwrite"
DEBIAN = "ffmpeg (Debian)"
NINE = "FFmpeg 9"
PROBE = "ffprobe (Debian)"
LIMIT = "x264 alone"
THREE_RUNS = "three runs"
PEERS = (DEBIAN, NINE)

AVWRITE = str(ROOT / ".build" / "release" / "avwrite")
FFMPEG = {DEBIAN: "ffmpeg", NINE: imageio_ffmpeg.get_ffmpeg_exe()}

# In a command, the path of the competitor's own output.
OUTPUT = "\0output"

# We keep each picture with its own time, so the ffmpegs are told to as well: by default Debian's makes the phone's
# 313 pictures 314 of equal length, which would be other work, and picture 200 would be compared with picture 199.
KEEP_TIMES = "\0times"
TIMES_KEPT = {
    DEBIAN: ["-fps_mode", "passthrough", "-enc_time_base", "-1"],
    NINE: ["-fps_mode", "passthrough", "-enc_time_base", "demux"],
}

# The job that runs no competitors.
OBSERVING = "observing"
UNOBSERVED_CHANGE_NS = 50

# The job that counts facts and no seconds.
FACTS = "facts"
HANDBRAKE = "HandBrakeCLI"

# The job of encoding in segments beside one encoder.
SEGMENTS = "segments"

# The job of sizes and similarities over several passes, beside ffmpeg's two.
PASSES = "passes"

# The job of many files, beside a shell's loop over Debian's ffmpeg.
BATCH = "batch"
BATCH_FILES = 1000
BATCH_SHARE = 0.25
RERUN_SECONDS = 2

# How well the time left is foretold: after the first tenth of a job, the end that each event tells is to be within a tenth
# of the whole time, in nine of ten jobs; a job holds where nine of ten events do.
ETA = "eta"
ETA_BEGIN = 0.1
ETA_TOLERANCE = 0.1
ETA_SHARE = 0.9

SIZE_TOLERANCE = 0.01
SSIM_TOLERANCE = 0.001


@dataclass
class Run:
    """One run of one competitor: seconds of wall clock, seconds of processor, MiB at the peak."""

    wall: float
    cpu: float
    peak: float


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


# Inputs


def ffmpeg(*arguments: str) -> None:
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", *arguments], check=True)


def clip(name: str, folder: str = "bench") -> Path:
    path = SHARED / folder / name
    if path.exists():
        return path
    stand_in = ROOT / "Fixtures" / "media" / "h264-aac.mov"
    print(f"bench: ../shared/media/{folder}/{name} is absent; {stand_in.name} stands in, and is far too short", file=sys.stderr)
    return stand_in


def prepared(name: str, source: Path, *arguments: str) -> Path:
    """An input made from another one, kept for the next time."""
    path = WORK / "inputs" / f"{source.stem}-{name}"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_name("partial-" + path.name)
        before = ["-stream_loop", "-1"] if "-t" in arguments else []
        ffmpeg(*before, "-i", str(source), *arguments, str(partial))
        partial.rename(path)
    return path


def scaled(source: Path, height: int, *, turns: bool = False) -> Path:
    """Its pictures, nearly lossless; forwards and then backwards if they are to turn."""
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


# Jobs


def ours(*arguments: str) -> list[str]:
    return [AVWRITE, "transcode", *arguments, "--force", "--progress", "none"]


def peers(before: list[str], *arguments: str) -> dict[str, list[str]]:
    """What both ffmpegs run; KEEP_TIMES stands for the option by which each keeps every picture and its time."""
    return {
        peer: [FFMPEG[peer], "-nostdin", "-v", "error", "-y", *before]
        + [word for argument in arguments for word in (TIMES_KEPT[peer] if argument == KEEP_TIMES else [argument])]
        + [OUTPUT]
        for peer in PEERS
    }


def jobs(frames: Path) -> dict[str, "callable"]:
    """The jobs by name, made when they are wanted: inputs take time. `frames` is where decoded pictures may lie."""
    best_peer = "best peer"

    def encoding(name: str, title: str, speed: str, scale: float, targets: list[Target]) -> Job:
        source = clip("iphone14promax_1080p30_10s.mov")
        size = tuple(round(side * scale / 2) * 2 for side in dimensions(source))
        text = f"{size[0]}x{size[1]}"
        y4m = frames / f"{text}.y4m"
        resize = [] if scale == 1 else ["-vf", f"scale={size[0]}:{size[1]}"]
        ffmpeg("-i", str(source), *resize, "-pix_fmt", "yuv420p", "-vsync", "passthrough", str(y4m))
        # Both sides encode the sound again, to AAC at the same rate.
        return Job(
            name, f"{title} ({text}), {speed}, CRF 23, AAC 128 kb/s", source,
            {
                OURS: ours(str(source), OUTPUT, *([] if scale == 1 else ["--size", text]), "--video-codec", "h264",
                           "--crf", "23", "--speed", speed, "--audio-codec", "aac", "--audio-bitrate", "128k"),
                **peers(["-i", str(source)], "-map", "0:v:0", "-map", "0:a:0", *resize, KEEP_TIMES, "-c:v", "libx264",
                        "-crf", "23", "-preset", speed, "-pix_fmt", "yuv420p", "-c:a", "aac", "-b:a", "128k",
                        "-movflags", "+faststart"),
                LIMIT: ["x264", "--quiet", "--no-progress", "--preset", speed, "--crf", "23", "-o", OUTPUT, str(y4m)],
            },
            targets, extension=".mp4", compares_pictures=True,
        )

    def library(name: str, codec: str, quality: str, speed: str, *encoder: str) -> Job:
        """An encoder of libavcodec's, which Debian's ffmpeg runs in the same version with the same settings; FFmpeg 9 has
        a newer one, whose presets and outputs are others."""
        source = clip("iphone14promax_1080p30_10s.mov")
        width, height = (round(side / 3) * 2 // 2 * 2 for side in dimensions(source))
        return Job(
            name, f"H.264 to {name} ({width}x{height}), {speed}, quality {quality}", source,
            {
                OURS: ours(str(source), OUTPUT, "--size", f"{width}x{height}", "--video-codec", codec, "--crf", quality,
                           "--speed", speed, "--audio-codec", "copy"),
                **peers(["-i", str(source)], "-map", "0:v:0", "-map", "0:a:0", "-vf", f"scale={width}:{height}",
                        KEEP_TIMES, *encoder, "-crf", quality, "-pix_fmt", "yuv420p", "-c:a", "copy",
                        "-movflags", "+faststart"),
            },
            [Target("wall", DEBIAN, 1.00), Target("peak", DEBIAN, 1.00)],
            extension=".mp4", compares_pictures=True, like=DEBIAN,
        )

    def lossless(name: str, codec: str, extension: str) -> Job:
        source = prepared("sound.wav", clip("sintel_720p24_52s.mp4"), "-vn", "-c:a", "pcm_s16le")
        return Job(
            name, f"wav to {name}", source,
            {
                OURS: ours(str(source), OUTPUT, "--audio-codec", codec),
                **peers(["-i", str(source)], "-c:a", codec, *(["-movflags", "+faststart"] if extension == ".m4a" else [])),
            },
            [Target("wall", best_peer, 1.00), Target("peak", best_peer, 1.00)],
            extension=extension, repeats=3,
        )

    def h264() -> Job:
        return encoding("h264", "H.264 to H.264", "medium", 1, [
            Target("wall", best_peer, 0.95), Target("wall", LIMIT, 1.06), Target("peak", best_peer, 1.00),
        ])

    def scale() -> Job:
        return encoding("scale", "H.264 to H.264, scaled to two thirds", "veryfast", 2 / 3, [
            Target("wall", best_peer, 0.85), Target("peak", best_peer, 1.00),
        ])

    def renditions() -> Job:
        source = clip("iphone14promax_1080p30_10s.mov")
        width, height = dimensions(source)
        sizes = [tuple(round(side * scale / 2) * 2 for side in (width, height)) for scale in (1, 2 / 3, 1 / 3)]
        # The first is the one that is compared; each command writes the others over what the last one left.
        paths = [OUTPUT, *(str(frames / f"rendition-{number}.mp4") for number in (2, 3))]
        wishes = ["--video-codec", "h264", "--speed", "veryfast", "--audio-codec", "aac", "--audio-bitrate", "128k"]
        mine = [[path, "--size", f"{w}x{h}", *wishes, "--force"] for path, (w, h) in zip(paths, sizes)]
        alone = [shlex.join([AVWRITE, "transcode", str(source), *words, "--progress", "none"]) for words in mine]
        theirs = [
            ["-map", "0:v:0", "-map", "0:a:0", "-vf", f"scale={w}:{h}", KEEP_TIMES, "-c:v", "libx264", "-preset",
             "veryfast", "-crf", "23", "-pix_fmt", "yuv420p", "-c:a", "aac", "-b:a", "128k", "-movflags", "+faststart", path]
            for path, (w, h) in zip(paths, sizes)
        ]
        # OUTPUT comes last, where `peers` puts it.
        words = theirs[1] + theirs[2] + theirs[0][:-1]
        return Job(
            "renditions", "three renditions from one reading, veryfast, CRF 23, AAC 128 kb/s", source,
            {
                OURS: [AVWRITE, "transcode", str(source), *mine[0], "--progress", "none",
                       *(word for extra in mine[1:] for word in ["--also", *extra])],
                THREE_RUNS: ["sh", "-c", " && ".join(alone).replace(shlex.quote(OUTPUT), '"$0"'), OUTPUT],
                **peers(["-i", str(source)], *words),
            },
            [Target("wall", best_peer, 1.00), Target("wall", THREE_RUNS, 0.9)],
            extension=".mp4", compares_pictures=True,
        )

    def copy() -> Job:
        source = clip("iphone14promax_1080p30_10s.mov")
        return Job(
            "copy", "passthrough, `moov` first", source,
            {
                OURS: ours(str(source), OUTPUT, "--video-codec", "copy", "--audio-codec", "copy"),
                **peers(["-i", str(source)], "-map", "0:v:0", "-map", "0:a:0", "-c", "copy", "-movflags", "+faststart"),
            },
            [Target("wall", NINE, 1.00), Target("wall", DEBIAN, 0.5), Target("peak", best_peer, 1.00)],
            extension=".mp4", repeats=5,
        )

    def sound(name: str, codec: str, library: str, rate: str, extension: str) -> Job:
        source = prepared("sound.wav", clip("sintel_720p24_52s.mp4"), "-vn", "-c:a", "pcm_s16le")
        return Job(
            name, f"wav to {name}, {rate}b/s", source,
            {
                OURS: ours(str(source), OUTPUT, "--audio-codec", codec, "--audio-bitrate", rate),
                **peers(["-i", str(source)], "-c:a", library, "-b:a", rate,
                        *(["-movflags", "+faststart"] if extension == ".m4a" else [])),
            },
            [Target("wall", best_peer, 1.00), Target("peak", best_peer, 1.00)],
            extension=extension,
        )

    def inspect() -> Job:
        source = clip("iphone14promax_1080p30_10s.mov")
        return Job(
            "inspect", "what a file is, as JSON", source,
            {
                OURS: [AVWRITE, "inspect", "--json", str(source)],
                PROBE: ["ffprobe", "-v", "error", "-show_format", "-show_streams", "-of", "json", str(source)],
            },
            [Target("wall", PROBE, 0.6), Target("peak", PROBE, 1.00)],
            repeats=20,
        )

    def memory() -> Job:
        source = clip("sintel_720p24_52s.mp4")
        short = prepared("1min.mp4", source, "-c", "copy", "-t", "60")
        long = prepared("10min.mp4", source, "-c", "copy", "-t", "600")
        encode = ["--video-codec", "h264", "--crf", "23", "--speed", "ultrafast", "--audio-codec", "aac"]
        pass_on = ["--video-codec", "copy", "--audio-codec", "copy"]
        return Job(
            "memory", "a 10-minute input beside a 1-minute one", long,
            {
                "encode 1 min": ours(str(short), OUTPUT, *encode),
                "encode 10 min": ours(str(long), OUTPUT, *encode),
                "copy 1 min": ours(str(short), OUTPUT, *pass_on),
                "copy 10 min": ours(str(long), OUTPUT, *pass_on),
            },
            [Target("peak", f"{kind} 1 min", 1.10, f"{kind} 10 min") for kind in ("encode", "copy")],
            extension=".mp4", rounds=1,
        )

    return {
        "h264": h264,
        "scale": scale,
        "renditions": renditions,
        "copy": copy,
        "mp3": lambda: sound("mp3", "mp3", "libmp3lame", "192k", ".mp3"),
        "m4a": lambda: sound("m4a", "aac", "aac", "128k", ".m4a"),
        "opus": lambda: sound("opus", "opus", "libopus", "96k", ".ogg"),
        "alac": lambda: lossless("alac", "alac", ".m4a"),
        "flac": lambda: lossless("flac", "flac", ".flac"),
        # The settings that we give the libraries, so that both sides make the same stream.
        "hevc": lambda: library("hevc", "hevc", "28", "superfast", "-c:v", "libx265", "-preset", "superfast",
                                "-x265-params", "frame-threads=3:log-level=none"),
        "vp9": lambda: library("vp9", "vp9", "31", "veryfast", "-c:v", "libvpx-vp9", "-deadline", "good", "-cpu-used", "5",
                               "-row-mt", "1", "-tile-columns", "1", "-threads", "4", "-b:v", "0"),
        "av1": lambda: library("av1", "av1", "35", "veryfast", "-c:v", "libsvtav1", "-preset", "10"),
        "inspect": inspect,
        "memory": memory,
    }


# Measuring


def observing() -> dict:
    """What a change that nobody observes costs: of a stored property, and of one that follows from several facts."""
    build = ["swift", "build", "--package-path", str(ROOT), "-c", "release", "--product", "observingbench",
             "--static-swift-stdlib"]
    subprocess.run(build, check=True, stdout=sys.stderr)
    program = ROOT / ".build" / "release" / "observingbench"
    figures = json.loads(subprocess.run([program], check=True, stdout=subprocess.PIPE).stdout)
    print("\nobserving: a change that nobody observes, ns of processor time")
    targets = []
    for name, nanoseconds in sorted(figures.items()):
        holds = nanoseconds <= UNOBSERVED_CHANGE_NS
        targets.append({"quantity": f"ns, {name}", "value": nanoseconds, "at_most": UNOBSERVED_CHANGE_NS, "pass": holds})
        print(f"  {verdict(holds)} {name} property {nanoseconds:.1f} ns, at most {UNOBSERVED_CHANGE_NS}")
    sys.stdout.flush()
    return {"job": OBSERVING, "title": "a change that nobody observes", "targets": targets}


def short_sounds(folder: Path) -> None:
    """Files of half a second, each of other sound."""
    for number in range(BATCH_FILES):
        rate, count = 44_100, 22_050
        with wave.open(str(folder / f"{number:04}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(rate)
            tone = 200 + number
            samples = (int(12_000 * math.sin(2 * math.pi * tone * place / rate)) for place in range(count))
            file.writeframes(b"".join(sample.to_bytes(2, "little", signed=True) for sample in samples))


def batch(rounds: int, directory: Path) -> dict:
    """Many short files in one process, and the same command again, which finds them done."""
    source, log = directory / "sounds", directory / "messages"
    source.mkdir()
    short_sounds(source)
    print(f"\nbatch: {BATCH_FILES} wav files of half a second, {rounds} runs of each, medians")
    targets = []
    for extension, codec in ((".m4a", "aac"), (".mp3", "libmp3lame")):
        walls: dict[str, list[float]] = {OURS: [], "again": [], DEBIAN: []}
        for _ in range(rounds):
            ours_folder, theirs = directory / "ours", directory / "theirs"
            command = [AVWRITE, "batch", str(source), "--output-dir", str(ours_folder), "--format", extension[1:], "-q"]
            loop = f'for f in "$0"/*.wav; do b=${{f##*/}}; ffmpeg -nostdin -v error -i "$f" -c:a {codec} "$1/${{b%.wav}}{extension}"; done'
            theirs.mkdir()
            walls[OURS].append(measured(command, log).wall)
            walls["again"].append(measured(command, log).wall)
            walls[DEBIAN].append(measured(["sh", "-c", loop, str(source), str(theirs)], log).wall)
            for folder in (ours_folder, theirs):
                if len(list(folder.iterdir())) != BATCH_FILES:
                    sys.exit(f"bench: not every file is in {folder.name}")
                shutil.rmtree(folder)
        ours_wall, again, theirs_wall = (statistics.median(walls[name]) for name in (OURS, "again", DEBIAN))
        share = ours_wall / theirs_wall
        targets += [
            {"quantity": f"wall, {extension}", "of": "a loop over " + DEBIAN, "ratio": share, "at_most": BATCH_SHARE,
             "pass": share <= BATCH_SHARE},
            {"quantity": f"s, {extension} again", "value": again, "at_most": RERUN_SECONDS, "pass": again <= RERUN_SECONDS},
        ]
        print(f"  {verdict(share <= BATCH_SHARE)} {extension} {ours_wall:.2f} s, {share:.3f} of a loop over {DEBIAN}"
              f" ({theirs_wall:.2f} s), at most {BATCH_SHARE}")
        print(f"  {verdict(again <= RERUN_SECONDS)} {extension} again {again:.2f} s, at most {RERUN_SECONDS}")
    sys.stdout.flush()
    return {"job": BATCH, "title": "many short files", "targets": targets}


def facts(directory: Path) -> dict:
    """What each program keeps of the fixture with the most facts."""
    programs = {OURS: [AVWRITE, "transcode"], **{peer: [FFMPEG[peer]] for peer in PEERS}}
    if handbrake := shutil.which(HANDBRAKE):
        programs[HANDBRAKE] = [handbrake]
    else:
        print(f"bench: {HANDBRAKE} is not installed", file=sys.stderr)
    return bench_facts.compare(programs, ROOT / "Fixtures" / "media" / "many-facts.mov", directory)


def segments(directory: Path) -> dict:
    """A film with cuts, and a camera's pictures without any: they run to and fro."""
    film, phone = clip("sintel_720p24_52s.mp4"), clip("iphone14promax_1080p30_10s.mov")
    sources = {
        "film": prepared("3min.mov", scaled(film, 360), "-c:v", "copy", "-t", "180"),
        "camera": prepared("2min.mov", scaled(phone, 640, turns=True), "-c:v", "copy", "-t", "120"),
    }
    return bench_segments.compare(AVWRITE, sources, directory)


def passes(directory: Path) -> dict:
    """Six kinds of pictures, each with the rate factor that one pass has; short ones run to and fro."""
    sources = {
        "film": (scaled(clip("sintel_720p24_52s.mp4"), 360), 24),
        "phone": (scaled(clip("iphone14promax_1080p30_10s.mov"), 640, turns=True), 27),
        "walk": (scaled(clip("max-heromode.mp4", "mp4"), 360, turns=True), 30),
        "still camera": (scaled(clip("bottle-detection.mp4", "mp4"), 360), 22),
        "darkness": (scaled(clip("nasa_13013.mp4", "mp4"), 180, turns=True), 20),
        "cartoon": (scaled(clip("bbb_prog_10s.mp4", "mp4"), 240, turns=True), 26),
    }
    return bench_passes.compare(AVWRITE, FFMPEG[DEBIAN], sources, directory)


def foretold(command: list[str], kind: str) -> tuple[float, list[tuple[float, float | None]]]:
    """Runs a command that writes events to its standard output. Returns when it told its end, and what each event of the kind
    foretold: its instant and the seconds left, all by this program's clock."""
    begin = time.perf_counter()
    events: list[tuple[float, float | None]] = []
    end = 0.0
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        for line in process.stdout:
            event = json.loads(line)
            end = time.perf_counter() - begin
            if event["type"] == kind:
                events.append((end, event["eta_s"]))
    if process.returncode != 0:
        sys.exit(f"bench: {' '.join(command)}\nended with {process.returncode}")
    return end, events


def eta_jobs(directory: Path) -> dict[str, list[str]]:
    """Ten jobs of many kinds, each of which takes so long that somebody would ask for its end. The phone's ten seconds come six
    times: their pictures become twice as much work after three of them, which no table tells."""
    phone, film = clip("iphone14promax_1080p30_10s.mov"), clip("sintel_720p24_52s.mp4")
    minutes = prepared("10min.wav", film, "-vn", "-c:a", "pcm_s16le", "-t", "600")
    minute = prepared("60s.mov", phone, "-map", "0:v:0", "-map", "0:a:0", "-c", "copy", "-t", "60")
    # Every picture in the first half, one of four in the second.
    uneven = prepared("uneven.mp4", film, "-vf", "select='if(lt(t,26),1,not(mod(n,4)))'", "-fps_mode", "vfr", "-c:v",
                      "libx264", "-preset", "ultrafast", "-crf", "20", "-c:a", "copy")
    mixed = directory / "mixed"
    mixed.mkdir()
    for number in range(4):
        ffmpeg("-ss", str(number * 12), "-i", str(film), "-t", "8", "-c", "copy", str(mixed / f"film-{number}.mp4"))
        ffmpeg("-ss", str(number * 120), "-i", str(minutes), "-t", "60", "-c", "copy", str(mixed / f"sound-{number}.wav"))

    def job(source: Path, name: str, *words: str) -> list[str]:
        return [AVWRITE, "transcode", str(source), str(directory / name), "--force", "--events", "-", "-q", *words]

    h264 = ["--video-codec", "h264"]
    also = [word for name, size in (("sd.mp4", "640x360"), ("small.mp4", "320x180"))
            for word in ("--also", str(directory / name), *h264, "--max-size", size, "--force")]
    return {
        "h264": job(minute, "a.mp4", *h264),
        "scaled": job(minute, "b.mp4", *h264, "--max-size", "720x720", "--speed", "veryfast"),
        "film": job(film, "c.mp4", *h264, "--speed", "veryfast"),
        "uneven times": job(uneven, "d.mp4", *h264, "--speed", "veryfast"),
        "hevc": job(minute, "e.mp4", "--video-codec", "hevc", "--speed", "superfast", "--max-size", "640x640"),
        "renditions": job(minute, "f.mp4", *h264, "--max-size", "960x960", "--speed", "veryfast", *also),
        "mp3": job(minutes, "g.mp3"),
        "m4a": job(minutes, "h.m4a"),
        "loudness": job(minutes, "i.mp3", "--preset", "podcast"),
        "batch": [AVWRITE, "batch", str(mixed), "--output-dir", str(directory / "made"), "--format", "mp4", "--speed",
                  "veryfast", "--video-codec", "h264", "--events", "-", "-q"],
    }


def eta(directory: Path) -> dict:
    """How well jobs foretell their ends."""
    print(f"\neta: the end that is foretold, after the first {ETA_BEGIN:.0%} of the time")
    runs, holding = {}, 0
    for name, command in eta_jobs(directory).items():
        end, events = foretold(command, "overview" if command[1] == "batch" else "progress")
        late = [(instant, left) for instant, left in events if ETA_BEGIN * end <= instant < end]
        if not late:
            sys.exit(f"bench: {name} is too short to foretell anything")
        near = [left is not None and abs(instant + left - end) <= ETA_TOLERANCE * end for instant, left in late]
        exact = [left is not None and abs(left - (end - instant)) <= ETA_TOLERANCE * (end - instant) for instant, left in late]
        share, share_left = sum(near) / len(near), sum(exact) / len(exact)
        # What the first of these events says: the reading at one moment, which is no target.
        instant, left = late[0]
        first = None if left is None else (instant + left - end) / end
        holding += share >= ETA_SHARE
        runs[name] = {"wall": end, "events": len(late), "end_within": share, "left_within": share_left,
                      "first_error": first}
        print(f"  {name:14}{end:7.1f} s, {len(late):4} events: the end within {ETA_TOLERANCE:.0%} of all in {share:.0%},"
              f" what is left within {ETA_TOLERANCE:.0%} of itself in {share_left:.0%},"
              f" the first {'nothing' if first is None else format(first, '+.0%')}")
    passes = holding >= ETA_SHARE * len(runs)
    print(f"  {verdict(passes)} {holding} of {len(runs)} jobs, at least {ETA_SHARE:.0%}")
    sys.stdout.flush()
    targets = [{"quantity": "jobs that foretell their end", "value": holding / len(runs), "at_least": ETA_SHARE, "pass": passes}]
    return {"job": ETA, "title": "the time left", "runs": runs, "targets": targets}


def measured(command: list[str], log: Path) -> Run:
    """Runs a command to its end, its messages in `log`. The peak is never less than Python's own, about 20 MiB."""
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, str(log), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644),
    ]
    begin = time.perf_counter()
    process = os.posix_spawnp(command[0], command, os.environ, file_actions=actions)
    _, status, usage = os.wait4(process, 0)
    wall = time.perf_counter() - begin
    if status != 0:
        sys.exit(f"bench: {' '.join(command)}\nended with {os.waitstatus_to_exitcode(status)}:\n{log.read_text()}")
    return Run(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def output_of(job: Job, competitor: str, directory: Path) -> Path:
    suffix = ".264" if competitor == LIMIT else job.extension
    return directory / (re.sub(r"\W+", "-", f"{job.name}-{competitor}") + suffix)


def perform(job: Job, rounds: int, directory: Path) -> None:
    job.source.read_bytes()  # into the page cache: no competitor pays for being the first
    for turn in range(rounds):
        for competitor, command in job.commands.items():
            output = output_of(job, competitor, directory)
            for _ in range(job.repeats):
                output.unlink(missing_ok=True)
                run = measured(
                    [str(output) if word == OUTPUT else word for word in command], directory / "messages"
                )
                job.runs.setdefault(competitor, []).append(run)
                if OUTPUT in command and not output.exists():
                    sys.exit(f"bench: {competitor} ended well and made no {output.name}")
        print(f"bench: {job.name}, round {turn + 1} of {rounds}", file=sys.stderr)


def median(job: Job, competitor: str, quantity: str) -> float:
    return statistics.median(getattr(run, quantity) for run in job.runs[competitor])


def best_peer_of(job: Job, quantity: str) -> str:
    return min((peer for peer in PEERS if peer in job.runs), key=lambda peer: median(job, peer, quantity))


def ssim(output: Path, source: Path) -> float:
    """The mean SSIM of all planes against the source, picture by picture, at the source's size."""
    width, height = dimensions(source)
    graph = (
        f"[0:v]scale={width}:{height}:flags=bicubic,settb=1/1000,setpts=N[made];"
        "[1:v]settb=1/1000,setpts=N[source];[made][source]ssim"
    )
    result = subprocess.run(
        [FFMPEG[DEBIAN], "-nostdin", "-hide_banner", "-i", output, "-i", source, "-lavfi", graph, "-f", "null", "-"],
        check=True, stderr=subprocess.PIPE, text=True,
    )
    found = re.search(r"SSIM.* All:([0-9.]+)", result.stderr)
    if found is None:
        sys.exit(f"bench: no SSIM of {output}:\n{result.stderr}")
    return float(found.group(1))


# The report


def verdict(holds: bool) -> str:
    return "PASS" if holds else "FAIL"


def worth(job: Job, directory: Path) -> tuple[dict[str, dict], list[dict]]:
    """What each output is, and whether ours is worth the same as the faster peer's: size, and SSIM of pictures."""
    outputs: dict[str, dict] = {}
    for competitor, command in job.commands.items():
        if OUTPUT not in command or competitor == LIMIT:
            continue
        path = output_of(job, competitor, directory)
        outputs[competitor] = {"bytes": path.stat().st_size}
        if job.compares_pictures:
            outputs[competitor]["ssim"] = ssim(path, job.source)
    if OURS not in outputs:
        return outputs, []
    peer = best_peer_of(job, "wall") if job.like == "best peer" else job.like
    mine, theirs = outputs[OURS], outputs[peer]
    ratio = mine["bytes"] / theirs["bytes"]
    checks = [{"what": "size", "of": peer, "value": ratio, "text": f"{ratio:.4f} of {peer}'s, at most {1 + SIZE_TOLERANCE}",
               "pass": ratio <= 1 + SIZE_TOLERANCE}]
    if job.compares_pictures:
        difference = mine["ssim"] - theirs["ssim"]
        checks.append({"what": "SSIM", "of": peer, "value": difference,
                       "text": f"{difference:+.5f} beside {peer}'s, at least {-SSIM_TOLERANCE}",
                       "pass": difference >= -SSIM_TOLERANCE})
    return outputs, checks


def report(job: Job, directory: Path) -> dict:
    outputs, checks = worth(job, directory)
    print(f"\n{job.name}: {job.title}\n  input {job.source.name}, {len(next(iter(job.runs.values())))} runs of each, medians")
    print(f"  {'':18}{'wall s':>10}{'CPU s':>10}{'peak MiB':>10}{'bytes':>13}{'SSIM':>10}")
    for competitor in job.commands:
        row = [median(job, competitor, quantity) for quantity in ("wall", "cpu", "peak")]
        made = outputs.get(competitor, {})
        print(f"  {competitor:18}{row[0]:10.3f}{row[1]:10.3f}{row[2]:10.1f}{made.get('bytes', ''):>13}"
              + (f"{made['ssim']:10.5f}" if "ssim" in made else ""))
    targets = []
    for target in job.targets:
        of = best_peer_of(job, target.quantity) if target.of == "best peer" else target.of
        ratio = median(job, target.ours, target.quantity) / median(job, of, target.quantity)
        targets.append({"quantity": target.quantity, "of": of, "ratio": ratio, "at_most": target.at_most,
                        "pass": ratio <= target.at_most})
        print(f"  {verdict(ratio <= target.at_most)} {target.quantity} {ratio:.3f} of {of}, at most {target.at_most:.2f}")
    for check in checks:
        print(f"  {verdict(check['pass'])} {check['what']} {check['text']} (a speed counts only if this holds)")
    if any(OURS == target.ours for target in job.targets) and len(job.runs) > 1:
        for competitor in job.runs:
            if competitor != OURS:
                print(f"       CPU {median(job, OURS, 'cpu') / median(job, competitor, 'cpu'):.3f} of {competitor}")
    sys.stdout.flush()
    return {
        "job": job.name, "title": job.title, "input": job.source.name,
        "runs": {competitor: [vars(run) for run in runs] for competitor, runs in job.runs.items()},
        "medians": {c: {q: median(job, c, q) for q in ("wall", "cpu", "peak")} for c in job.runs},
        "outputs": outputs, "worth": [{k: v for k, v in c.items() if k != "text"} for c in checks], "targets": targets,
    }


def first_line(*command: str) -> str:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.split("\n")[0]


def processor() -> str:
    names = re.findall(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    return f"{names[0] if names else platform.machine()}, {os.cpu_count()} processors"


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__.split("\n\n")[1])
    parser.add_argument("--rounds", type=int, default=5, help="how often each competitor has its turn (default 5)")
    parser.add_argument("--job", action="append", choices=[*jobs(WORK), BATCH, FACTS, SEGMENTS, PASSES, ETA, OBSERVING],
                        help="a job to run; may be given again")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there as JSON")
    options = parser.parse_args()

    # Decoded pictures lie in memory if there is room, so that the limit is x264's and not the disk's.
    memory = Path("/dev/shm")
    roomy = memory.is_dir() and shutil.disk_usage(memory).free > 4 << 30
    WORK.mkdir(parents=True, exist_ok=True)
    versions = {DEBIAN: first_line("ffmpeg", "-version"), NINE: first_line(FFMPEG[NINE], "-version"),
                LIMIT: first_line("x264", "--version")}
    print(processor())
    for name, version in versions.items():
        print(f"  {name:18}{version}")
    results = []
    with tempfile.TemporaryDirectory(dir=memory if roomy else WORK) as frames, \
         tempfile.TemporaryDirectory(dir=WORK) as outputs:
        for name, make in jobs(Path(frames)).items():
            if options.job and name not in options.job:
                continue
            job = make()
            perform(job, job.rounds or options.rounds, Path(outputs))
            results.append(report(job, Path(outputs)))
        if not options.job or BATCH in options.job:
            results.append(batch(options.rounds, Path(outputs)))
        if not options.job or FACTS in options.job:
            results.append(facts(Path(outputs)))
        if not options.job or SEGMENTS in options.job:
            results.append(segments(Path(outputs)))
        if not options.job or PASSES in options.job:
            results.append(passes(Path(outputs)))
        if not options.job or ETA in options.job:
            results.append(eta(Path(outputs)))
    if not options.job or OBSERVING in options.job:
        results.append(observing())
    if options.json:
        options.json.write_text(json.dumps(
            {"machine": processor(), "versions": versions, "rounds": options.rounds, "jobs": results}, indent=2) + "\n")


if __name__ == "__main__":
    main()
