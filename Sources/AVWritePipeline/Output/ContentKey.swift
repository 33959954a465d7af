internal import Foundation
internal import MediaSupport

/// What an output was made of: the content of its source, and what was wanted of it. Outputs of batches carry theirs as an
/// item of metadata, so that they are known again under whatever name.
struct ContentKey: Hashable {
  /// As it is stored: `avwrite:GENERATION:SOURCE:SETTINGS`.
  let text: String

  /// Raised when the same settings come to make other bytes, so that outputs are made anew.
  private static let generation = 2
  private static let mark = "avwrite:"
  /// Digits of a digest.
  private static let digestLength = 32

  /// The identifier of the item; a container without QuickTime's metadata has it in its free form.
  static let identifier = "mdta/org.avwrite.key"

  /// - Parameters:
  ///   - source: the digest of the source's content.
  ///   - job: whose rendition it is.
  init(source: ContentDigest, _ rendition: Rendition, of job: JobDescription) {
    var settings = rendition.settings
    // What is looked at and refused changes no byte.
    settings.requirements = []
    settings.file.verification = nil
    settings.file.keepsTimes = nil
    settings.format = settings.format ?? Container(fileName: rendition.output)
    let wishes: JSON = [
      "settings": settings.json, "start": Self.json(job.time.start), "end": Self.json(job.time.end),
      "real_time": JSON(job.isRealTime), "on_damage": JSON(job.damagePolicy.rawValue),
      "added": .array([settings.metadata.cover, settings.metadata.chapters].map { Self.json(contentOf: $0) }),
    ]
    var digest = ContentDigest()
    wishes.line.utf8.withContiguousStorageIfAvailable { digest.update(UnsafeRawBufferPointer($0)) }
    text = Self.mark + "\(Self.generation):\(source.text):\(digest.text)"
  }

  /// - Returns: nil for a text that is no key; one of another generation is a key too.
  init?(text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard text.hasPrefix(Self.mark), parts.count == 4, Int(parts[1]) != nil,
      parts[2...].allSatisfy({ $0.count == Self.digestLength && $0.allSatisfy(\.isHexDigit) })
    else { return nil }
    self.text = text
  }

  /// The digest of the source's content.
  var source: Substring { text.split(separator: ":")[2] }

  /// What a file that goes into the output holds: its name is the settings'.
  private static func json(contentOf path: String?) -> JSON {
    guard let path else { return .null }
    var digest = ContentDigest()
    try? digest.update(contentOf: path)
    return JSON(digest.text)
  }

  private static func json(_ wish: (some Encodable)?) -> JSON {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return wish.flatMap { try? encoder.encode($0) }.map { JSON(String(decoding: $0, as: UTF8.self)) } ?? .null
  }
}
