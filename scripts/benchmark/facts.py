"""Counts the facts of a file that are kept when it is copied to another container: the `facts` job of `scripts/bench`.

The facts are those that ffprobe finds in both files; what the programs report about their own work does not count.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

from measuring import verdict
from programs import AVWRITE, FFMPEG, HANDBRAKE, OURS, PEERS, ROOT

# Facts that describe the file and not its media, or that follow from the coding. They are left out.
OF_THE_FILE = {"major_brand", "minor_version", "compatible_brands", "encoder", "handler_name", "vendor_id", "duration",
               "software", "itunsmpb", "bps", "number_of_frames", "number_of_bytes"}
STREAM_FIELDS = ("width", "height", "sample_aspect_ratio", "field_order", "color_range", "color_space", "color_transfer",
                 "color_primaries", "chroma_location", "sample_rate", "channels", "channel_layout")
SIDE_FIELDS = ("rotation", "max_content", "max_average", "red_x", "red_y", "green_x", "green_y", "blue_x", "blue_y",
               "white_point_x", "white_point_y", "min_luminance", "max_luminance")
UNSAID = {"unknown", "N/A", "und", "0:1", "1:1", "progressive", ""}
# Bibliographic language codes (ISO 639-2/B), and the terminological codes (639-2/T) of the same languages.
LANGUAGES = {"ger": "deu", "fre": "fra", "dut": "nld", "chi": "zho"}

# Pairs of containers to copy from and to, and the options with codecs for an ffmpeg that keeps as much as it can.
PAIRS = {
    ("mov", "mp4"): ["-c", "copy", "-map", "-0:d?"],
    ("mov", "mkv"): ["-c", "copy", "-c:s", "srt", "-map", "-0:d?"],
    ("mp4", "mov"): ["-c", "copy", "-map", "-0:d?"],
    ("m4a", "mp3"): ["-c:a", "libmp3lame", "-c:v", "copy", "-map", "-0:d?"],
    ("mp3", "m4a"): ["-c:a", "aac", "-c:v", "copy", "-disposition:v", "attached_pic"],
    ("flac", "m4a"): ["-c:a", "aac", "-c:v", "copy", "-disposition:v", "attached_pic"],
    ("mkv", "mp4"): ["-c", "copy", "-c:s", "mov_text", "-map", "-0:t?", "-map", "-0:d?"],
}


def number(value: object) -> object:
    """The value, or the fraction in lowest terms if it is one, so that equal fractions compare as equal."""
    parts = str(value).split("/")
    return round(int(parts[0]) / int(parts[1]), 4) if len(parts) == 2 and parts[1].isdigit() and int(parts[1]) else value


def facts(path: Path) -> tuple[set, list]:
    """The facts that ffprobe finds: those with names, and texts, whose names differ between containers."""
    answer = subprocess.run(
        ["ffprobe", "-v", "error", "-of", "json", "-show_streams", "-show_format", "-show_chapters", path],
        check=True, stdout=subprocess.PIPE,
    )
    document = json.loads(answer.stdout)
    named, counts = set(), {}
    for stream in document["streams"]:
        kind = "cover" if stream["disposition"]["attached_pic"] else stream["codec_type"]
        counts[kind] = counts.get(kind, 0) + 1
        name = f"{kind} {counts[kind]}"
        if kind in ("data", "attachment"):
            continue
        named.add((name, "is there"))
        if kind == "cover":
            continue
        named |= {(name, field, str(stream[field])) for field in STREAM_FIELDS if str(stream.get(field, "")) not in UNSAID}
        tags = stream.get("tags", {})
        language = tags.get("language", "und")
        if language not in UNSAID:
            named.add((name, "language", LANGUAGES.get(language, language)))
        if "timecode" in tags:
            named.add((name, "timecode", tags["timecode"]))
        if stream["disposition"]["default"]:
            named.add((name, "default"))
        for data in stream.get("side_data_list", []):
            named |= {(name, field, number(data[field])) for field in SIDE_FIELDS if field in data}
    for place, chapter in enumerate(document["chapters"], 1):
        named.add((f"chapter {place}", "title", chapter.get("tags", {}).get("title")))
        named.add((f"chapter {place}", "start", round(float(chapter["start_time"]), 1)))
    tags = document["format"].get("tags", {})
    texts = [text for key, text in sorted(tags.items()) if key.lower().split("-")[0] not in OF_THE_FILE and text]
    return named, texts


def count(source: Path, output: Path) -> tuple[int, int]:
    """The number of facts of one file that the other also has, and the number of all its facts."""
    (named, texts), (kept, others) = facts(source), facts(output)
    held = sum(any(text in other or other in text for other in others) for text in texts)
    return len(named & kept) + held, len(named) + len(texts)


def commands(programs: dict[str, list[str]], source: Path, folder: Path, words: list[str], target: str) -> dict:
    """Each competitor's command and output. ffmpeg has two: the usual command, and one that keeps as much as it can."""
    made = {}
    for name, program in programs.items():
        plain = folder / f"{len(made)}.{target}"
        if program[0].endswith("HandBrakeCLI"):
            # HandBrake writes only these two containers, and reads no files without pictures.
            if target in ("mp4", "mkv") and source.suffix in (".mov", ".mp4", ".mkv"):
                made[name] = ([*program, "-i", source, "-o", plain, "--all-audio", "--all-subtitles", "--markers"], plain)
        elif program[-1] == "transcode":
            made[name] = ([*program, source, plain, "--speed", "ultrafast", "--force", "-q"], plain)
        else:
            quiet = [*program, "-nostdin", "-v", "error", "-y", "-i", source]
            made[name] = ([*quiet, plain], plain)
            best = folder / f"{len(made)}.{target}"
            tags = ["-movflags", "use_metadata_tags"] if target in ("mp4", "mov") else []
            made[name + ", asked for all"] = (
                [*quiet, "-map", "0", *words, "-map_metadata", "0", "-map_chapters", "0", *tags, best], best)
    return made


def sources(fixture: Path, folder: Path) -> dict[str, Path]:
    """The fixture with the most facts, and files in other containers that ffmpeg makes of it."""
    made = {"mov": fixture}
    for kind, words in {
        "mp4": ["-map", "0:v:0", "-map", "0:a", "-map", "0:s", "-c", "copy"],
        "mkv": ["-map", "0:v:0", "-map", "0:a", "-map", "0:s", "-c", "copy", "-c:s", "srt"],
        "m4a": ["-map", "0:a:0"], "mp3": ["-map", "0:a:0"], "flac": ["-map", "0:a:0"],
    }.items():
        made[kind] = folder / f"source.{kind}"
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", "-i", fixture, "-map_metadata", "0", *words, made[kind]],
                       check=True)
    return made


def compare(programs: dict[str, list[str]], fixture: Path, folder: Path) -> dict:
    """Copies the fixture for every pair of containers with every program that is installed."""
    files = sources(fixture, folder)
    print("\nfacts: how many that ffprobe sees in a file it sees in what is made of it")
    rows, targets = [], []
    for (source, target), words in PAIRS.items():
        counts, total = {}, 0
        for name, (command, output) in commands(programs, files[source], folder, words, target).items():
            done = subprocess.run([str(word) for word in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            if done.returncode == 0 and output.exists():
                counts[name], total = count(files[source], output)
            else:
                counts[name] = None
        ours, others = next(iter(counts.values())), [found or 0 for found in list(counts.values())[1:]]
        holds = ours is not None and ours >= max(others)
        rows.append({"from": source, "to": target, "facts": total, "kept": counts})
        targets.append({"quantity": f"facts, {source} to {target}", "value": ours, "at_least": max(others), "pass": holds})
        shown = ", ".join(f"{name} {'fails' if found is None else found}" for name, found in counts.items())
        print(f"  {verdict(holds)} {source} to {target}, of {total}: {shown}")
    return {"job": "facts", "title": "what is kept from one container to another", "pairs": rows, "targets": targets}


def run(directory: Path) -> dict:
    """Counts what each program keeps of the fixture with the most facts."""
    programs = {OURS: [AVWRITE, "transcode"], **{peer: [FFMPEG[peer]] for peer in PEERS}}
    if handbrake := shutil.which(HANDBRAKE):
        programs[HANDBRAKE] = [handbrake]
    else:
        print(f"bench: {HANDBRAKE} is not installed", file=sys.stderr)
    return compare(programs, ROOT / "Fixtures" / "media" / "many-facts.mov", directory)
