package import CoreGraphics
package import CoreMedia
import FoundationSupplement
package import MovieFile

/// The bytes of a sample entry as they were in its file. With it, a copy within one family of files is exact, including
/// every box that this build does not know.
///
/// It is stored under Core Media's own keys, which distinguish QuickTime's form from ISO's.
package struct VerbatimEntry: Hashable, Sendable {
  package var bytes: [UInt8]
  package var isQuickTime: Bool

  package init(_ entry: SampleEntry, isQuickTime: Bool) {
    bytes = entry.serialized(in: isQuickTime ? .quickTime : .mp4)
    self.isQuickTime = isQuickTime
  }

  /// Makes the entry that a description keeps; `nil` for a description that came from no movie file.
  package init?(_ format: CMFormatDescription) {
    let extensions = format.extensions
    if let bytes = [UInt8](bytesOf: extensions[kCMFormatDescriptionExtension_VerbatimSampleDescription]) {
      self.init(bytes: bytes, isQuickTime: true)
    } else if let bytes = [UInt8](bytesOf: extensions[kCMFormatDescriptionExtension_VerbatimISOSampleEntry]) {
      self.init(bytes: bytes, isQuickTime: false)
    } else {
      return nil
    }
  }

  private init(bytes: [UInt8], isQuickTime: Bool) {
    self.bytes = bytes
    self.isQuickTime = isQuickTime
  }

  package func store(in extensions: inout CMFormatDescription.Extensions) {
    extensions[key] = Data(bytes) as NSData
  }

  /// The entry as a description's only extension.
  package var extensionDictionary: NSDictionary { NSDictionary(dictionary: [key: Data(bytes) as NSData]) }

  private var key: CFString {
    isQuickTime
      ? kCMFormatDescriptionExtension_VerbatimSampleDescription : kCMFormatDescriptionExtension_VerbatimISOSampleEntry
  }

  /// - Throws: `MediaError(.damagedContainer)` where a client has put other bytes under the key.
  package func entry(kind: HandlerType) throws -> SampleEntry {
    try SampleEntry(parsing: bytes, kind: kind, isQuickTime: isQuickTime)
  }
}
