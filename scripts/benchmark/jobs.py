"""The jobs that all competitors do in turn."""

import shlex
from pathlib import Path

from inputs import clip, dimensions, ffmpeg, prepared
from job import OUTPUT, Job, Target
from programs import AVWRITE, DEBIAN, FFMPEG, LIMIT, NINE, OURS, PEERS, PROBE, THREE_RUNS

# The placeholder for the option that makes an ffmpeg keep each picture with its own time, as avwrite does. By default
# Debian's makes 314 pictures of equal length from the phone's 313: that is more work, and picture 200 would be compared
# with picture 199.
KEEP_TIMES = "\0times"
TIMES_KEPT = {
    DEBIAN: ["-fps_mode", "passthrough", "-enc_time_base", "-1"],
    NINE: ["-fps_mode", "passthrough", "-enc_time_base", "demux"],
}


def ours(*arguments: str) -> list[str]:
    return [AVWRITE, "transcode", *arguments, "--force", "--progress", "none"]


def peers(before: list[str], *arguments: str) -> dict[str, list[str]]:
    """The commands of both ffmpegs. KEEP_TIMES is replaced by the option of each that keeps every picture and its time."""
    return {
        peer: [FFMPEG[peer], "-nostdin", "-v", "error", "-y", *before]
        + [word for argument in arguments for word in (TIMES_KEPT[peer] if argument == KEEP_TIMES else [argument])]
        + [OUTPUT]
        for peer in PEERS
    }


def jobs(frames: Path) -> dict[str, "callable"]:
    """Functions that make the jobs, by name. A job is made only if it runs, since making its input takes time. Decoded
    pictures are written into the folder `frames`."""
    best_peer = "best peer"

    def encoding(name: str, title: str, speed: str, scale: float, targets: list[Target]) -> Job:
        source = clip("iphone14promax_1080p30_10s.mov")
        size = tuple(round(side * scale / 2) * 2 for side in dimensions(source))
        text = f"{size[0]}x{size[1]}"
        y4m = frames / f"{text}.y4m"
        resize = [] if scale == 1 else ["-vf", f"scale={size[0]}:{size[1]}"]
        ffmpeg("-i", str(source), *resize, "-pix_fmt", "yuv420p", "-vsync", "passthrough", str(y4m))
        # All competitors encode the sound again, to AAC at the same bit rate.
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
        """A job with an encoder of libavcodec. Debian's ffmpeg runs the same version with the same settings; FFmpeg 9 has a
        newer version, with other presets and outputs."""
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
        # Only the first output is compared. The other two are overwritten by each command.
        paths = [OUTPUT, *(str(frames / f"rendition-{number}.mp4") for number in (2, 3))]
        wishes = ["--video-codec", "h264", "--speed", "veryfast", "--audio-codec", "aac", "--audio-bitrate", "128k"]
        mine = [[path, "--size", f"{w}x{h}", *wishes, "--force"] for path, (w, h) in zip(paths, sizes)]
        alone = [shlex.join([AVWRITE, "transcode", str(source), *words, "--progress", "none"]) for words in mine]
        theirs = [
            ["-map", "0:v:0", "-map", "0:a:0", "-vf", f"scale={w}:{h}", KEEP_TIMES, "-c:v", "libx264", "-preset",
             "veryfast", "-crf", "23", "-pix_fmt", "yuv420p", "-c:a", "aac", "-b:a", "128k", "-movflags", "+faststart", path]
            for path, (w, h) in zip(paths, sizes)
        ]
        # OUTPUT is removed here, since `peers` adds it at the end.
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
        # The settings that avwrite gives the libraries, so that both make the same stream. Debian's ffmpeg would otherwise
        # set SVT-AV1's hierarchical levels to 4, where the library's own default is 5.
        "hevc": lambda: library("hevc", "hevc", "28", "superfast", "-c:v", "libx265", "-preset", "superfast",
                                "-x265-params", "frame-threads=1:log-level=none"),
        "vp9": lambda: library("vp9", "vp9", "31", "veryfast", "-c:v", "libvpx-vp9", "-deadline", "good", "-cpu-used", "5",
                               "-row-mt", "1", "-tile-columns", "1", "-threads", "4", "-b:v", "0"),
        "av1": lambda: library("av1", "av1", "35", "veryfast", "-c:v", "libsvtav1", "-preset", "10",
                               "-svtav1-params", "hierarchical-levels=5"),
        "inspect": inspect,
        "memory": memory,
    }
