import CoreAudioTypes
import MovieFile

/// `chan` (QuickTime File Format, "Audio channel layout atom"): Core Audio's layout, big-endian.
struct ChannelLayoutBox {
  var layout: ManagedAudioChannelLayout

  init(_ layout: ManagedAudioChannelLayout) { self.layout = layout }

  /// Parses the box; `nil` for one that is cut.
  init?(parsing payload: [UInt8]) {
    var reader = ByteReader(payload, boxType: "chan")
    guard (try? reader.skip(4)) != nil, let tag = try? reader.u32(), let bitmap = try? reader.u32(),
      let count = try? reader.u32(), Int(count) <= reader.remaining / Self.descriptionSize
    else { return nil }
    switch tag {
    case kAudioChannelLayoutTag_UseChannelBitmap:
      layout = ManagedAudioChannelLayout(channelBitmap: AudioChannelBitmap(rawValue: bitmap))
    case kAudioChannelLayoutTag_UseChannelDescriptions:
      var descriptions: [AudioChannelDescription] = []
      for _ in 0..<count {
        guard let description = try? Self.description(&reader) else { return nil }
        descriptions.append(description)
      }
      layout = ManagedAudioChannelLayout(channelDescriptions: descriptions)
    default: layout = ManagedAudioChannelLayout(tag: tag)
    }
  }

  /// The size of a channel's description: label, flags and three coordinates of 32 bits.
  private static let descriptionSize = 20

  private static func description(_ reader: inout ByteReader) throws -> AudioChannelDescription {
    let label = try reader.u32()
    let flags = AudioChannelFlags(rawValue: try reader.u32())
    func coordinate() throws -> Float { Float(bitPattern: try reader.u32()) }
    return AudioChannelDescription(
      mChannelLabel: label, mChannelFlags: flags, mCoordinates: (try coordinate(), try coordinate(), try coordinate()))
  }

  var box: OpaqueBox {
    let descriptions = layout.channelDescriptions
    return OpaqueBox("chan") { box in
      box.u32(0)
      box.u32(layout.tag)
      box.u32(layout.channelBitmap.rawValue)
      box.u32(UInt32(clamping: descriptions.count))
      for description in descriptions {
        box.u32(description.mChannelLabel)
        box.u32(description.mChannelFlags.rawValue)
        box.u32(description.mCoordinates.0.bitPattern)
        box.u32(description.mCoordinates.1.bitPattern)
        box.u32(description.mCoordinates.2.bitPattern)
      }
    }
  }
}
