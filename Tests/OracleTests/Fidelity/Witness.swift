import Foundation
import TestSupport

/// What two other programs tell of a file, as far as the command's ledger should know of it: values by what they are
/// about.
struct Witness {
  /// A track, by its kind and its place among those of its kind.
  struct Track: Hashable {
    var kind: String
    var position: Int
  }

  struct Fact: Hashable, CustomStringConvertible {
    var program: String
    /// Nil for the file.
    var track: Track?
    /// What the ledger calls it, behind the track's name.
    var name: String
    var value: String

    var description: String { "\(program): \(track.map { "\($0.kind) \($0.position) " } ?? "")\(name) = \(value)" }
  }

  private(set) var facts: [Fact] = []
  /// Texts that the file says of itself, under whatever keys.
  private(set) var texts: Set<String> = []

  init(_ path: String) throws {
    try readProbe(path)
    try readMediaInfo(path)
  }

  private mutating func add(_ program: String, _ track: Track?, _ name: String, _ value: String?) {
    guard let value, !["unknown", "und", "N/A", "0"].contains(value) else { return }
    facts.append(Fact(program: program, track: track, name: name, value: value))
  }

  // MARK: ffprobe

  private mutating func readProbe(_ path: String) throws {
    let output = try Tool.ffprobe.run(
      ["-v", "error", "-of", "json", "-show_streams", "-show_format", "-show_chapters", path])
    let document = try JSONSerialization.jsonObject(with: output.data) as? [String: Any] ?? [:]
    let tags = (document["format"] as? [String: Any])?["tags"] as? [String: String] ?? [:]
    var counts: [String: Int] = [:]
    for stream in document["streams"] as? [[String: Any]] ?? [] {
      guard let kind = stream["codec_type"] as? String, ["video", "audio", "subtitle"].contains(kind),
        (stream["disposition"] as? [String: Int])?["attached_pic"] != 1
      else { continue }
      counts[kind, default: 0] += 1
      read(stream, Track(kind: kind, position: counts[kind, default: 1]))
    }
    for (index, chapter) in (document["chapters"] as? [[String: Any]] ?? []).enumerated() {
      add("ffprobe", nil, "chapter.\(index + 1).title", (chapter["tags"] as? [String: String])?["title"])
      let start = (chapter["start_time"] as? String).flatMap(Double.init).map { "\(Int(($0 * 100).rounded()))" }
      add("ffprobe", nil, "chapter.\(index + 1).start", start)
    }
    // What is nothing but sound says its language of the file.
    if counts == ["audio": 1], !facts.contains(where: { $0.name == "language" }) {
      let language = tags.first { $0.key.lowercased() == "language" }?.value
      add("ffprobe", Track(kind: "audio", position: 1), "language", language.map(Self.language))
    }
    if counts["video"] != nil {
      add("ffprobe", Track(kind: "video", position: 1), "video.timecode", try Self.timecodeOfPictures(path))
    }
    texts.formUnion(tags.filter { !Self.tagsOfTheFile.contains($0.key) && !$0.key.hasPrefix("id3v2_priv") }.values)
    // A field of a fixed size that nothing was written into.
    texts.remove("")
  }

  /// What the first pictures themselves carry.
  static func timecodeOfPictures(_ path: String) throws -> String? {
    let output = try Tool.ffprobe.run([
      "-v", "error", "-of", "json", "-select_streams", "v:0", "-read_intervals", "%+#4", "-show_entries",
      "frame_tags=timecode", path,
    ])
    let document = try JSONSerialization.jsonObject(with: output.data) as? [String: Any]
    let frames = document?["frames"] as? [[String: Any]] ?? []
    return frames.lazy.compactMap { ($0["tags"] as? [String: String])?["timecode"] }.first
  }

  private static let tagsOfTheFile: Set<String> = [
    "major_brand", "minor_version", "compatible_brands", "encoder", "ENCODER", "software", "creation_time", "iTunSMPB",
  ]

  private mutating func read(_ stream: [String: Any], _ track: Track) {
    let names = [
      "width": "video.size", "height": "video.size", "color_range": "video.color.range",
      "color_space": "video.color.matrix", "color_transfer": "video.color.transfer",
      "color_primaries": "video.color.primaries", "channels": "audio.channels", "sample_rate": "audio.sampleRate",
      "channel_layout": "audio.layout",
    ]
    for (field, name) in names {
      let value = stream[field].map { "\($0)" }
      // What is assumed where nothing is said.
      if name == "video.color.range", value == "tv" { continue }
      add("ffprobe", track, name, value.map { Self.synonyms["\(field) \($0)"] ?? $0 })
    }
    let shape = stream["sample_aspect_ratio"] as? String
    add("ffprobe", track, "video.pixelAspect", ["1:1", "0:1"].contains(shape) ? nil : shape)
    let fields = stream["field_order"] as? String
    add("ffprobe", track, "video.fields", fields == "progressive" ? nil : fields)
    add("ffprobe", track, "language", (stream["tags"] as? [String: String])?["language"].map(Self.language))
    for data in stream["side_data_list"] as? [[String: Any]] ?? [] {
      add("ffprobe", track, "video.rotation", data["rotation"].map { "\($0)" })
      add("ffprobe", track, "video.contentLight", data["max_content"].map { "\($0),\(data["max_average"] ?? "")" })
      let points = ["red_x", "red_y", "green_x", "blue_y", "white_point_x", "max_luminance", "min_luminance"]
      if data["red_x"] != nil {
        add("ffprobe", track, "video.masteringDisplay", points.map { Self.quotient(data[$0]) }.joined(separator: " "))
      }
    }
  }

  /// Names of one thing: code points of H.273 with the same curve or coefficients, of which Core Video has one name.
  private static let synonyms = [
    "color_transfer smpte170m": "bt709", "color_transfer bt2020-12": "bt2020-10",
    "transfer_characteristics BT.2020 (12-bit)": "BT.2020 (10-bit)", "color_space bt470bg": "smpte170m",
    "channel_layout 5.1(side)": "5.1",
    "transfer_characteristics BT.601": "BT.709", "matrix_coefficients BT.470 System B/G": "BT.601",
  ]

  /// Programs reduce fractions or do not.
  private static func quotient(_ value: Any?) -> String {
    let parts = (value as? String ?? "").split(separator: "/").compactMap { Double($0) }
    return parts.count == 2 ? "\((parts[0] / parts[1] * 10_000).rounded() / 10_000)" : "none"
  }

  /// Containers have other codes for one language.
  private static func language(_ written: String) -> String {
    let codes = ["ger": "de", "deu": "de", "fre": "fr", "fra": "fr", "eng": "en"]
    return codes[written] ?? written
  }

  // MARK: mediainfo

  private static func plain(_ value: String?, _ field: String) -> String? {
    switch field {
    case "Language": value.map(language)
    case "SamplingRate": value.flatMap(Double.init).map { "\(Int($0))" }
    // What is assumed where nothing is said.
    case "colour_range" where value == "Limited": nil
    default: value.map { synonyms["\(field) \($0)"] ?? $0 }
    }
  }

  private mutating func readMediaInfo(_ path: String) throws {
    let names = [
      "Rotation": "video.rotation", "PixelAspectRatio": "video.pixelAspect", "BitDepth": "bitDepth",
      "colour_primaries": "video.color.primaries", "transfer_characteristics": "video.color.transfer",
      "matrix_coefficients": "video.color.matrix", "colour_range": "video.color.range", "ScanOrder": "video.fields",
      "MasteringDisplay_ColorPrimaries": "video.masteringDisplay",
      "MasteringDisplay_Luminance": "video.masteringDisplay", "MaxCLL": "video.contentLight",
      "MaxFALL": "video.contentLight", "Language": "language", "Channels": "audio.channels",
      "SamplingRate": "audio.sampleRate", "Title": "handler", "TimeCode_FirstFrame": "timecode",
    ]
    let kinds = ["Video": "video", "Audio": "audio", "Text": "subtitle", "Other": "timecode"]
    var counts: [String: Int] = [:]
    for part in try MediaReport.mediainfo(URL(fileURLWithPath: path)) {
      guard let kind = part["@type"].flatMap({ kinds[$0] }) else { continue }
      counts[kind, default: 0] += 1
      let track = Track(kind: kind, position: counts[kind, default: 1])
      for (field, name) in names {
        // Units of light are there where the stream says it, and not where the container does.
        // The stream's own number, where the container has another: FLV calls all AAC stereo (Adobe Flash Video File
        // Format Specification, E.4.2.1).
        let stated = (field == "Channels" ? part["Channels_Original"] : nil) ?? part[field]
        let value = field.hasPrefix("Max") ? stated.map { $0.replacing(" cd/m2", with: "") } : stated
        // What sound was before it was coded with losses is no fact of it, of which not all files say that they have any.
        let isLossy = part["Compression_Mode"] == "Lossy" || ["AMR", "ADPCM"].contains(part["Format"])
        // It does not know VP9 in movies, whoever wrote them.
        let isUnknownInMovies = part["Format"] == "VP9"
        // It looks for timecode into the pictures of few containers, and ffprobe's decoder into all.
        if field == "TimeCode_FirstFrame", kind == "video" { continue }
        if ["1.000", "0.000"].contains(value) || field == "BitDepth" && (isLossy || isUnknownInMovies) { continue }
        add("mediainfo \(field)", track, name, Self.plain(value, field))
      }
    }
  }
}
