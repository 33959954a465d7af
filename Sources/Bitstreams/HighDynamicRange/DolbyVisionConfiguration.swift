package import MediaSupport

/// The properties of Dolby Vision: the payload of a `dvcC`, `dvvC` or `dvwC` box (Dolby Vision Streams Within the ISO
/// Base Media File Format, 3.2).
package struct DolbyVisionConfiguration: Hashable, Sendable {
  package var majorVersion: UInt8
  package var minorVersion: UInt8
  package var profile: UInt8
  package var level: UInt8
  package var hasMetadata: Bool
  package var hasEnhancementLayer: Bool
  package var hasBaseLayer: Bool
  /// The format in which the base layer can be shown without Dolby Vision: 0 none, 1 HDR10, 2 SDR, 4 HLG.
  package var compatibility: UInt8

  package init(
    majorVersion: UInt8, minorVersion: UInt8, profile: UInt8, level: UInt8, hasMetadata: Bool,
    hasEnhancementLayer: Bool, hasBaseLayer: Bool, compatibility: UInt8
  ) {
    self.majorVersion = majorVersion
    self.minorVersion = minorVersion
    self.profile = profile
    self.level = level
    self.hasMetadata = hasMetadata
    self.hasEnhancementLayer = hasEnhancementLayer
    self.hasBaseLayer = hasBaseLayer
    self.compatibility = compatibility
  }

  /// Parses the payload of a box.
  package init(parsing payload: [UInt8]) throws(MediaError) {
    var reader = BitReader(payload, of: "the Dolby Vision record")
    majorVersion = try reader.uint8()
    minorVersion = try reader.uint8()
    profile = try reader.uint8(7)
    level = try reader.uint8(6)
    hasMetadata = try reader.bit()
    hasEnhancementLayer = try reader.bit()
    hasBaseLayer = try reader.bit()
    compatibility = try reader.uint8(4)
  }

  /// Returns the payload of the box.
  package func serialized() -> [UInt8] {
    var writer = BitWriter()
    writer.bits(majorVersion, 8)
    writer.bits(minorVersion, 8)
    writer.bits(profile, 7)
    writer.bits(level, 6)
    writer.bit(hasMetadata)
    writer.bit(hasEnhancementLayer)
    writer.bit(hasBaseLayer)
    writer.bits(compatibility, 4)
    // The rest of the 32-bit word and four more words are reserved.
    writer.bits(0, 28)
    writer.append([UInt8](repeating: 0, count: 16))
    return writer.bytes
  }
}
