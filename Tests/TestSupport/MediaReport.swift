package import Foundation

/// Reports of other programs about a file, with their own names of the fields.
package enum MediaReport {
  /// mediainfo's parts of a file, the file itself first, each with all its fields.
  package static func mediainfo(_ url: URL) throws -> [[String: String]] {
    let output = try Tool.mediainfo.run(["--Output=JSON", url.path])
    let document = try JSONSerialization.jsonObject(with: output.data) as? [String: Any]
    let media = document?["media"] as? [String: Any]
    return (media?["track"] as? [[String: Any]] ?? []).map { track in
      // Facts for which mediainfo has no fields of its own are one level deeper.
      let extra = track["extra"] as? [String: Any] ?? [:]
      return track.merging(extra) { own, _ in own }.compactMapValues { $0 as? String }
    }
  }

  /// Returns exiftool's tags, each with the group that names its location: `Track1:MediaLanguageCode`, `Keys:Title`.
  package static func exiftool(_ url: URL, _ options: [String] = []) throws -> [String: String] {
    let output = try Tool.exiftool.run(["-json", "-G1", "-a"] + options + [url.path])
    let files = try JSONSerialization.jsonObject(with: output.data) as? [[String: Any]]
    return (files?.first ?? [:]).mapValues { "\($0)" }
  }

  /// Returns the lines that AtomicParsley prints about a file's metadata.
  package static func atomicParsley(_ url: URL) throws -> [String] {
    // A byte order mark opens it.
    try Tool.atomicParsley.run([url.path, "-t"]).text.replacingOccurrences(of: "\u{FEFF}", with: "")
      .split(separator: "\n").map(String.init)
  }
}
