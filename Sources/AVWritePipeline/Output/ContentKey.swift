internal import Foundation
internal import MediaSupport

/// A key of what an output was made of: the content of its source, and its settings.
///
/// Outputs of batches carry their keys as an item of metadata, so that they are recognised under any name.
struct ContentKey: Hashable {
  /// The key as it is stored: `avwrite:GENERATION:SOURCE:SETTINGS`.
  let text: String

  /// The generation of keys, raised when the same settings come to make other bytes, so that outputs are made anew.
  private static let generation = 2
  private static let mark = "avwrite:"
  /// The number of digits in a digest.
  private static let digestLength = 32

  /// The identifier of the item; a container without QuickTime's metadata has it in its free form.
  static let identifier = "mdta/org.avwrite.key"

  /// - Parameters:
  ///   - source: the digest of the source's content.
  ///   - job: the job of the rendition.
  init(source: ContentDigest, _ rendition: Rendition, of job: JobDescription) {
    var settings = rendition.settings
    // Checks, refusals and the file's times change no byte of the output.
    settings.requirements = []
    settings.file.verification = nil
    settings.file.keepsTimes = nil
    settings.format = settings.format ?? Container(fileName: rendition.output)
    let wishes: JSON = [
      "settings": settings.json, "start": Self.json(job.time.start), "end": Self.json(job.time.end),
      "real_time": JSON(job.isRealTime), "on_damage": JSON(job.damagePolicy.rawValue),
      "added": .array(
        [settings.metadata.cover, settings.metadata.chapters].map { Self.json(contentOf: $0) }
          + (settings.video.edits.overlays.map(\.path) + settings.additions.map(\.path)).map {
            Self.json(contentOf: $0)
          }),
    ]
    var digest = ContentDigest()
    digest.update(text: wishes.line)
    text = Self.mark + "\(Self.generation):\(source.text):\(digest.text)"
  }

  /// - Returns: Nil for a text that is no key. A key of another generation is a key too.
  init?(text: String) {
    // Every item of metadata is asked.
    guard text.hasPrefix(Self.mark) else { return nil }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 4, Int(parts[1]) != nil,
      parts[2...].allSatisfy({ $0.count == Self.digestLength && $0.allSatisfy(\.isHexDigit) })
    else { return nil }
    self.text = text
  }

  /// The digest of the source's content.
  var source: Substring { text.split(separator: ":")[2] }

  /// Returns the digest of a file that goes into the output. The settings have its name, but not its content.
  ///
  /// A pipe gives its bytes once, to the job. Nothing is known of them here, so they equal no other bytes.
  private static func json(contentOf path: String?) -> JSON {
    guard let path else { return .null }
    if let status = stat(path: path, followingLinks: true), !status.isRegularFile { return JSON(UUID().uuidString) }
    var digest = ContentDigest()
    try? digest.update(contentOf: path)
    return JSON(digest.text)
  }

  private static func json(_ wish: (some Encodable)?) -> JSON {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return JSON(wish.flatMap { try? encoder.encode($0) }.map { String(decoding: $0, as: UTF8.self) })
  }
}
