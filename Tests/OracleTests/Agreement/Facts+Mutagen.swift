import Foundation
import TestSupport

extension Facts {
  /// What mutagen says of a file with sound, as the script below prints it.
  ///
  /// Of MPEG-4 files only the tags are taken: the rest is the fields of a sample entry, which ISO 14496-12 has as
  /// templates (12.2.3), and the length of a track that is not all shown.
  init(mutagen document: Document) {
    add("duration", document["length"].number, within: 0.0011)
    for name in ["title", "artist", "album", "genre", "composer", "copyright"] {
      add(name, document[name].text)
    }
    add("artwork", document["pictures"].list.compactMap(\.text).sorted().joined(separator: ", "))
    add("audio 1 sample rate", document["rate"].number)
    add("audio 1 channels", document["channels"].number)
    for (index, chapter) in document["chapters"].list.enumerated() {
      add("chapter \(index + 1) title", chapter["title"].text)
      add("chapter \(index + 1) start", chapter["start"].number)
    }
  }

  /// Prints one JSON object: what it says of each of the files named, by their names.
  static let mutagenScript = """
    import base64, json, sys
    import mutagen, mutagen.flac, mutagen.mp4

    NAMES = {
        "title": ["TIT2", "\\xa9nam", "title"], "artist": ["TPE1", "\\xa9ART", "artist"],
        "album": ["TALB", "\\xa9alb", "album"], "genre": ["TCON", "\\xa9gen", "genre"],
        "composer": ["TCOM", "\\xa9wrt", "composer"], "copyright": ["TCOP", "cprt", "copyright"],
    }

    def read(path):
        try:
            file = mutagen.File(path)
        except (mutagen.MutagenError, AttributeError):
            return {}
        if file is None:
            return {}
        info, tags = file.info, file.tags
        facts = {
            "length": getattr(info, "length", None), "rate": getattr(info, "sample_rate", None),
            "channels": getattr(info, "channels", None),
        }
        if isinstance(file, mutagen.mp4.MP4):
            facts = {}
        facts["chapters"] = []
        facts["pictures"] = [len(picture.data) for picture in getattr(file, "pictures", [])]
        if tags is None:
            return facts
        for name, keys in NAMES.items():
            for key in keys:
                # Vorbis comments refuse what is no ASCII.
                value = tags.get(key) if key.isascii() or not hasattr(tags, "vendor") else None
                if value is not None:
                    value = value.genres if hasattr(value, "genres") else getattr(value, "text", value)
                    facts[name] = str(value[0] if isinstance(value, list) else value)
                    break
        if hasattr(tags, "getall"):
            facts["pictures"] += [len(picture.data) for picture in tags.getall("APIC")]
            chapters = sorted(tags.getall("CHAP"), key=lambda chapter: chapter.start_time)
            facts["chapters"] = [
                {"start": chapter.start_time / 1000, "title": str(chapter.sub_frames.get("TIT2", ""))}
                for chapter in chapters
            ]
        elif "covr" in tags:
            facts["pictures"] += [len(picture) for picture in tags["covr"]]
        elif "metadata_block_picture" in tags:
            blocks = (mutagen.flac.Picture(base64.b64decode(block)) for block in tags["metadata_block_picture"])
            facts["pictures"] += [len(block.data) for block in blocks]
        return facts

    print(json.dumps({path: read(path) for path in sys.argv[1:]}))
    """
}

extension Facts {
  /// Whether Debian's python3 has it; says what is skipped where not.
  static let hasMutagen: Bool = {
    if (try? Tool.python3.run(["-c", "import mutagen"])) != nil { return true }
    print("skipped: python3-mutagen is not installed, so inspect is not compared with it")
    return false
  }()
}
