import Foundation
import TestSupport
import Testing

/// Metadata of one container in every other, as other programs read it there.
///
/// A song with every usual fact is carried from an MPEG-4 file into each container, and from each into each.
@Suite(
  .enabled(
    if: Facts.hasMutagen
      && [Tool.ffprobe, .exiftool].allSatisfy { $0.isInstalled(for: "metadata in other containers is not read") }))
struct MetadataPairTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let containers = ["mov", "mp4", "m4a", "mp3", "flac", "ogg", "mka", "aiff", "caf"]

  /// Each fact by a value that no other has. Those with a number of two say how it is written where there are two fields.
  private static let facts: [String: [String]] = [
    "title": ["Gliding"], "artist": ["Ann Artist"], "album": ["Some Album"], "album artist": ["Band of Ann"],
    "composer": ["Carl Composer"], "genre": ["Chamber"], "track number": ["3/12", "(3, 12)", "3"],
    "disc number": ["1/2", "(1, 2)", "1"], "date": ["2024-05-06"], "comment": ["said beside"],
    "description": ["what it is"], "copyright": ["2024 Nobody"], "lyrics": ["la la la"], "tempo": ["128"],
    "grouping": ["Second Group"], "sorting": ["Gliding, The"], "recording code": ["XX-ABC-24-00001"],
    "free text": ["4006381333931"], "encoded by": ["Someone"], "conductor": ["Conny Conductor"],
  ]

  /// Writes the facts into an MPEG-4 file.
  private static let script = """
    import sys
    from mutagen.mp4 import MP4, MP4FreeForm, MP4Cover
    file = MP4(sys.argv[1])
    texts = {
        "\\xa9nam": "Gliding", "\\xa9ART": "Ann Artist", "\\xa9alb": "Some Album", "aART": "Band of Ann",
        "\\xa9wrt": "Carl Composer", "\\xa9gen": "Chamber", "\\xa9day": "2024-05-06", "\\xa9cmt": "said beside",
        "desc": "what it is", "cprt": "2024 Nobody", "\\xa9lyr": "la la la", "\\xa9grp": "Second Group",
        "sonm": "Gliding, The", "\\xa9enc": "Someone", "\\xa9con": "Conny Conductor",
    }
    for key, text in texts.items():
        file[key] = [text]
    file["trkn"], file["disk"], file["tmpo"] = [(3, 12)], [(1, 2)], [128]
    file["----:com.apple.iTunes:ISRC"] = [MP4FreeForm(b"XX-ABC-24-00001")]
    file["----:com.apple.iTunes:BARCODE"] = [MP4FreeForm(b"4006381333931")]
    file["covr"] = [MP4Cover(open(sys.argv[2], "rb").read(), MP4Cover.FORMAT_PNG)]
    file.save()
    """

  /// Prints the values of all tags of each file, a file's in a line.
  private static let reader = """
    import sys, json, mutagen
    def values(value):
        if isinstance(value, list):
            for one in value:
                yield from values(one)
        elif isinstance(value, bytes):
            yield value.decode("utf-8", "replace")
        else:
            yield str(getattr(value, "text", value)) if not hasattr(value, "text") else ""
            for text in getattr(value, "text", []) if isinstance(getattr(value, "text", None), list) else []:
                yield str(text)
            if isinstance(getattr(value, "text", None), str):
                yield value.text
    for path in sys.argv[1:]:
        tags = mutagen.File(path).tags
        items = tags.items() if hasattr(tags, "items") else tags
        print(json.dumps([text[:200] for key, value in items for text in values(value)]))
    """

  private func source() throws -> String {
    let (path, cover) = (folder.path("in.m4a"), folder.path("cover.png"))
    try Tool.ffmpeg.run(["-v", "error", "-f", "lavfi", "-i", "color=red:s=64x48", "-frames:v", "1", cover])
    try Tool.ffmpeg.run(["-v", "error", "-f", "lavfi", "-i", "sine=d=0.2:r=48000", path])
    try Tool.python3.run(["-c", Self.script, path, cover])
    return path
  }

  /// All values that another program finds in each file: mutagen where it reads the container, else ffprobe.
  private func values(_ paths: [String]) throws -> [Set<String>] {
    let forMutagen = paths.filter { !["mov", "mka", "caf"].contains(($0 as NSString).pathExtension) }
    var lines = try Tool.python3.run(["-c", Self.reader] + forMutagen).text.split(separator: "\n")[...]
    return try paths.map { path in
      if forMutagen.contains(path) {
        guard let line = lines.popFirst() else { return [] }
        return Set(try JSONDecoder().decode([String].self, from: Data(line.utf8)))
      }
      var text = try Tool.ffprobe.run([
        "-v", "error", "-show_entries", "format_tags:stream_tags", "-of", "default=nk=1:nw=1", path,
      ]).text
      // Of iTunes' items in a QuickTime movie ffprobe does not show the tempo and the conductor.
      if path.hasSuffix("mov") { text += try Tool.exiftool.run(["-a", "-s3", "-n", path]).text }
      return Set(text.split(separator: "\n").map(String.init))
    }
  }

  @Test(arguments: containers)
  func `every fact arrives in every other container`(first: String) throws {
    let (source, middle) = (try source(), folder.path("middle." + first))
    try Tool.avwrite.run(["transcode", source, middle, "-q"])
    let paths = Self.containers.map { folder.path("out." + $0) }
    try Tool.avwrite.run(["transcode", middle, "-q"] + paths.flatMap { ["--also", $0] }.dropFirst())
    for (last, found) in zip(Self.containers, try values(paths)) {
      for (name, values) in Self.facts.sorted(by: { $0.key < $1.key }) where !values.contains(where: found.contains) {
        Issue.record("\(first) to \(last): \(name) is missing in \(found.sorted())")
      }
    }
  }
}
