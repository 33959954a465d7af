import Foundation

extension Facts {
  /// What `avwrite inspect --json` says of a file.
  init(inspected file: Document) {
    add("duration", Self.seconds(file["duration"]))
    add(date: "created", file["created"].text)
    addMetadata(file["metadata"].list)
    for (index, chapter) in file["chapters"].list.enumerated() {
      add("chapter \(index + 1) title", chapter["title"].text)
      add("chapter \(index + 1) start", Self.seconds(chapter["start"]), within: 0.001)
    }
    var positions: [String: Int] = [:]
    for track in file["tracks"].list {
      let kind = track["kind"].text ?? ""
      positions[kind, default: 0] += 1
      add(track, "\(kind) \(positions[kind] ?? 0)")
    }
  }

  static func seconds(_ time: Document) -> Double? {
    guard let value = time["value"].number, let scale = time["scale"].number else { return nil }
    return value / scale
  }

  private mutating func addMetadata(_ items: [Document]) {
    var pictures: [String] = []
    for item in items {
      guard let identifier = item["identifier"].text, let value = item["value"].text else {
        continue
      }
      if Tag.pictures.contains(identifier) {
        pictures.append(value.replacingOccurrences(of: " bytes", with: ""))
      }
      guard let name = Tag.names[identifier], values[name] == nil else { continue }
      add(name, value)
    }
    add("artwork", pictures.sorted().joined(separator: ", "))
  }

  private mutating func add(_ track: Document, _ name: String) {
    add("\(name) codec", track["codec"].text.map(Coding.name))
    add("\(name) duration", Self.seconds(track["duration"]))
    add("\(name) start", Self.seconds(track["start"]))
    add("\(name) language", track["language"].text.map(Coding.language))
    add("\(name) enabled", track["enabled"].flag.map { "\($0)" })
    add("\(name) samples", track["samples"].number)
    let (video, audio) = (track["video"], track["audio"])
    add("\(name) sample rate", audio["sample_rate"].number)
    add("\(name) channels", audio["channels"].number)
    add("\(name) layout", audio["layout"].text.map(Coding.layout))
    for field in ["width", "height", "rotation"] { add("\(name) \(field)", video[field].number) }
    let aspect = video["pixel_aspect"].list.compactMap(\.number)
    if aspect.count == 2 { add("\(name) pixel aspect", aspect[0] / aspect[1], within: 0.001) }
    add("\(name) rate", video["fps"].number, within: 0.01)
    let colour = video["colour"]
    add("\(name) primaries", colour["primaries"].text.map(Coding.primaries))
    add("\(name) transfer", colour["transfer"].text.map(Coding.transfer))
    add("\(name) matrix", colour["matrix"].text.map(Coding.matrix))
    add("\(name) full range", colour["full_range"].flag.map { "\($0)" })
    let hdr = video["hdr"]
    for field in ["mastering_min", "mastering_max", "max_cll", "max_fall"] {
      add("\(name) \(field)", hdr[field].number, within: 0.0001)
    }
  }
}

/// What the identifiers of metadata items are called by the other programs.
enum Tag {
  static let names: [String: String] = {
    let table: [(String, [String])] = [
      (
        "title",
        [
          "itsk/%A9nam", "udta/%A9nam", "mdta/com.apple.quicktime.title", "id3/TIT2", "vorb/TITLE", "uiso/titl",
          "caaf/info-title", "org.matroska/Title", "org.matroska/TITLE",
        ]
      ),
      (
        "artist",
        [
          "itsk/%A9ART", "udta/%A9ART", "mdta/com.apple.quicktime.artist", "id3/TPE1",
          "vorb/ARTIST",
          "caaf/info-artist", "org.matroska/ARTIST", "uiso/perf", "uiso/auth", "mdta/com.apple.quicktime.author",
        ]
      ),
      ("album", ["itsk/%A9alb", "udta/%A9alb", "id3/TALB", "vorb/ALBUM", "caaf/info-album"]),
      ("genre", ["itsk/%A9gen", "udta/%A9gen", "uiso/gnre", "id3/TCON", "vorb/GENRE", "caaf/info-genre"]),
      ("composer", ["itsk/%A9wrt", "id3/TCOM", "vorb/COMPOSER"]),
      (
        "copyright",
        [
          "itsk/cprt", "itsk/%A9cpy", "udta/%A9cpy", "uiso/cprt", "id3/TCOP", "vorb/COPYRIGHT",
          "caaf/info-copyright",
        ]
      ),
      ("location", ["mdta/com.apple.quicktime.location.ISO6709", "itsk/%A9xyz", "udta/%A9xyz", "uiso/loci"]),
      ("make", ["mdta/com.apple.quicktime.make", "udta/%A9mak", "mdta/com.android.manufacturer"]),
      ("model", ["mdta/com.apple.quicktime.model", "udta/%A9mod", "mdta/com.android.model"]),
    ]
    return Dictionary(
      table.flatMap { name, identifiers in identifiers.map { ($0, name) } },
      uniquingKeysWith: { first, _ in first })
  }()

  static let pictures: Set<String> = [
    "itsk/covr", "id3/APIC", "vorb/METADATA_BLOCK_PICTURE", "org.matroska/AttachedFile",
    "mdta/com.apple.quicktime.artwork",
  ]
}
