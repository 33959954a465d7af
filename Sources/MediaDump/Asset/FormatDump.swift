import CoreAudioTypes
import CoreGraphics
import CoreMedia
import Foundation
import MovieFile

/// A writer of the text about a format description: `format N` and its fields.
struct FormatDump {
  private let format: CMFormatDescription
  private let tellsBytes: Bool
  private let outline: Outline

  init(_ format: CMFormatDescription, tellsBytes: Bool, outline: Outline) {
    self.format = format
    self.tellsBytes = tellsBytes
    self.outline = outline
  }

  func write(number: Int) {
    outline.block("format \(number)") {
      outline.field("coding", Notation.code(FourCC(rawValue: format.mediaSubType.rawValue)))
      if format.mediaType == .video { writeVideo() }
      if let description = format.audioStreamBasicDescription { write(description) }
      writeAtoms()
    }
  }

  private func writeVideo() {
    outline.field("size", "\(format.dimensions.width)x\(format.dimensions.height)")
    let colour = [
      kCMFormatDescriptionExtension_ColorPrimaries, kCMFormatDescriptionExtension_TransferFunction,
      kCMFormatDescriptionExtension_YCbCrMatrix,
    ].map { format.extensions[$0] as? String ?? "unstated" }
    if colour.contains(where: { $0 != "unstated" }) { outline.field("colour", colour.joined(separator: ", ")) }
    let isFullRange = format.extensions[kCMFormatDescriptionExtension_FullRangeVideo] as? NSNumber
    outline.field("full range", isFullRange?.boolValue)
    if let aspect = format.extensions.statedPixelAspect {
      outline.field("pixel aspect ratio", "\(aspect.horizontal):\(aspect.vertical)")
    }
  }

  private func write(_ description: AudioStreamBasicDescription) {
    outline.field("sample rate", Notation.number(description.mSampleRate))
    outline.field("channels", description.mChannelsPerFrame)
    outline.field("bits per channel", description.mBitsPerChannel)
    outline.field("frames per packet", description.mFramesPerPacket)
    if description.mBytesPerPacket != 0 { outline.field("bytes per packet", description.mBytesPerPacket) }
    if description.mFormatFlags != 0 {
      outline.field("format flags", Notation.hex(description.mFormatFlags, digits: 8))
    }
  }

  /// Writes the configuration records, which are the same as in a movie's sample description.
  private func writeAtoms() {
    let key = kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms
    guard let atoms = format.extensions[key] as? NSDictionary else { return }
    for name in atoms.allKeys.compactMap({ $0 as? String }).sorted() {
      guard let code = FourCC(latin1: name), let value = atoms[name] else { continue }
      // If there are several boxes of one type, the value is an array.
      for payload in (value as? [Any] ?? [value]).compactMap({ [UInt8](bytesOf: $0) }) {
        ConfigurationDump(OpaqueBox(code, payload), tellsBytes: tellsBytes, outline: outline).write()
      }
    }
  }
}
