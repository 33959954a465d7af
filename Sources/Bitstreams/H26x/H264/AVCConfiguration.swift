package import MediaSupport

/// `AVCDecoderConfigurationRecord`, the payload of an `avcC` box (ISO/IEC 14496-15, 5.3.3.1).
package struct AVCConfiguration: Hashable, Sendable {
  /// The fields that profiles above Main add.
  package struct HighProfile: Hashable, Sendable {
    /// `chroma_format_idc`, 0 to 3.
    package var chromaFormat: UInt8
    package var lumaBitDepth: UInt8
    package var chromaBitDepth: UInt8
    /// Sequence parameter set extensions (NAL unit type 13), for auxiliary pictures.
    package var extensions: [[UInt8]] = []
  }

  package var profile: UInt8
  package var profileCompatibility: UInt8
  package var level: UInt8
  /// The size in bytes of the length before each NAL unit of a sample: 1, 2 or 4. The standard forbids 3, which is read
  /// all the same.
  package var lengthSize: Int = 4
  /// Whole NAL units, without lengths or start codes.
  package var sequenceParameterSets: [[UInt8]]
  package var pictureParameterSets: [[UInt8]]
  /// The fields that High profiles add. The value is `nil` for Baseline, Main and Extended, and for records of writers
  /// that leave the fields out.
  package var highProfile: HighProfile?

  /// Builds the record of a stream from its parameter sets; samples will have 4-byte lengths.
  ///
  /// - Throws: `damagedMedia` when there is no sequence parameter set or it cannot be parsed, when a set is longer than
  ///   65535 bytes, or when there are more sets than the record can count.
  package init(
    sequenceParameterSets: [[UInt8]], pictureParameterSets: [[UInt8]], extensions: [[UInt8]] = []
  ) throws(MediaError) {
    guard let first = sequenceParameterSets.first else {
      throw MediaError(.damagedMedia, .demuxing, "the H.264 stream has no sequence parameter set")
    }
    let all = sequenceParameterSets + pictureParameterSets + extensions
    guard sequenceParameterSets.count <= 31, pictureParameterSets.count <= 255, extensions.count <= 255,
      all.allSatisfy({ $0.count <= Int(UInt16.max) })
    else { throw MediaError(.damagedMedia, .demuxing, "the H.264 parameter sets do not fit an avcC record") }

    let facts = try H264SequenceParameterSet(nalUnit: first)
    profile = facts.profile
    profileCompatibility = facts.constraints
    level = facts.level
    self.sequenceParameterSets = sequenceParameterSets
    self.pictureParameterSets = pictureParameterSets
    if Self.hasHighProfileFields(facts.profile) {
      highProfile = HighProfile(
        chromaFormat: facts.chromaFormat, lumaBitDepth: facts.lumaBitDepth, chromaBitDepth: facts.chromaBitDepth,
        extensions: extensions)
    }
  }

  /// Parses the payload of an `avcC` box. Bytes after the record are ignored.
  package init(parsing payload: [UInt8]) throws(MediaError) {
    var reader = BitReader(payload, of: "the avcC record")
    guard try reader.uint8() == 1 else { throw reader.invalid("configurationVersion") }
    profile = try reader.uint8()
    profileCompatibility = try reader.uint8()
    level = try reader.uint8()
    try reader.skip(6)
    lengthSize = 1 + (try reader.int(2))
    try reader.skip(3)
    sequenceParameterSets = try Self.units(count: try reader.int(5), from: &reader)
    pictureParameterSets = try Self.units(count: try reader.int(8), from: &reader)
    if Self.hasHighProfileFields(profile), reader.bitsLeft >= 32 {
      try reader.skip(6)
      let chromaFormat = try reader.uint8(2)
      try reader.skip(5)
      let lumaBitDepth = 8 + (try reader.uint8(3))
      try reader.skip(5)
      let chromaBitDepth = 8 + (try reader.uint8(3))
      highProfile = HighProfile(
        chromaFormat: chromaFormat, lumaBitDepth: lumaBitDepth, chromaBitDepth: chromaBitDepth,
        extensions: try Self.units(count: try reader.int(8), from: &reader))
    }
  }

  /// Returns the payload of the `avcC` box.
  package func serialized() -> [UInt8] {
    var writer = BitWriter()
    writer.append([1, profile, profileCompatibility, level])
    writer.bits(0b11_1111, 6)
    writer.bits(lengthSize - 1, 2)
    writer.bits(0b111, 3)
    Self.write(sequenceParameterSets, countBits: 5, to: &writer)
    Self.write(pictureParameterSets, countBits: 8, to: &writer)
    if let highProfile {
      writer.bits(0b11_1111, 6)
      writer.bits(highProfile.chromaFormat, 2)
      writer.bits(0b1_1111, 5)
      writer.bits(highProfile.lumaBitDepth &- 8, 3)
      writer.bits(0b1_1111, 5)
      writer.bits(highProfile.chromaBitDepth &- 8, 3)
      Self.write(highProfile.extensions, countBits: 8, to: &writer)
    }
    return writer.bytes
  }

  /// Returns whether a profile has the additional fields; Baseline (66), Main (77) and Extended (88) have none of them.
  private static func hasHighProfileFields(_ profile: UInt8) -> Bool {
    profile != 66 && profile != 77 && profile != 88
  }

  private static func units(count: Int, from reader: inout BitReader) throws(MediaError) -> [[UInt8]] {
    var units: [[UInt8]] = []
    for _ in 0..<count { units.append(try reader.bytes(try reader.int(16))) }
    return units
  }

  private static func write(_ units: [[UInt8]], countBits: Int, to writer: inout BitWriter) {
    writer.bits(units.count, countBits)
    for unit in units {
      writer.bits(unit.count, 16)
      writer.append(unit)
    }
  }
}
