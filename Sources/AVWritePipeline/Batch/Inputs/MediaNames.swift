internal import AVFoundation

/// The extensions of file names that tell audio and video.
enum MediaNames {
  /// Returns whether a file is named like audio or video that this build reads. Pictures are not among them: beside
  /// sound they are covers.
  static func areOfMedia(_ name: String) -> Bool { media.contains(fileExtension(of: name)) }

  /// Returns whether a file is named like one that holds sound and no pictures.
  static func areOfSound(_ name: String) -> Bool { sounds.contains(fileExtension(of: name)) }

  private static func fileExtension(of path: String) -> String {
    let name = path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// The extensions of files of linear PCM, in small letters.
  static let uncompressed = extensions(
    of: [AVFileType.wav, .aiff, .aifc, .caf, .au].map { UTType(importedAs: $0.rawValue) }
  ).union(["w64"])

  // The extensions in literals have no declared type. `m4b` is among them, since its declared type is that of protected
  // books alone.
  private static let sounds = extensions(of: UTType.readable.filter { $0.conforms(to: .audio) }).union(["m4b", "w64"])
  private static let media = extensions(of: UTType.readable).union(sounds).union([
    "h264", "hevc", "ivf", "m2t", "obu", "ogv", "vob", "y4m",
  ])

  private static func extensions(of types: [UTType]) -> Set<String> {
    Set(types.flatMap { $0.tags[.filenameExtension] ?? [] })
  }
}
