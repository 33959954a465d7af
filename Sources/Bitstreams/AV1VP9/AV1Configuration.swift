package import MediaSupport

/// `AV1CodecConfigurationRecord`, the payload of an `av1C` box (AV1-ISOBMFF 2.3).
package struct AV1Configuration: Hashable, Sendable {
  package var profile: UInt8
  package var level: UInt8
  package var tier: UInt8
  package var bitDepth: UInt8
  package var isMonochrome: Bool
  package var isSubsampledHorizontally: Bool
  package var isSubsampledVertically: Bool
  /// `chroma_sample_position`: 0 unknown, 1 vertical (left), 2 colocated (top left).
  package var chromaPosition: UInt8
  /// The number of frames decoded before the first is shown, 1 to 16; `nil` where the writer does not say.
  package var presentationDelay: UInt8?
  /// OBUs with size fields: the sequence header and metadata that holds for the whole stream.
  package var units: [UInt8]

  /// Builds the record from a sample or temporal unit that holds a sequence header.
  ///
  /// - Throws: `damagedMedia` when there is no sequence header, or the OBUs or the header cannot be parsed.
  package init(sample: [UInt8]) throws(MediaError) {
    guard let unit = try AV1OBUs.all(in: sample).first(where: { $0.kind == .sequenceHeader }) else {
      throw MediaError(.damagedMedia, .demuxing, "the AV1 sample has no sequence header")
    }
    let header = try AV1SequenceHeader(payload: sample[unit.payload])
    profile = header.profile
    level = header.level
    tier = header.tier
    bitDepth = header.bitDepth
    isMonochrome = header.isMonochrome
    isSubsampledHorizontally = header.isSubsampledHorizontally
    isSubsampledVertically = header.isSubsampledVertically
    chromaPosition = header.chromaPosition
    units = Self.withSize(unit, of: sample)
  }

  /// Parses the payload of an `av1C` box.
  package init(parsing payload: [UInt8]) throws(MediaError) {
    var reader = BitReader(payload, of: "the av1C record")
    guard try reader.uint8() == 0x81 else { throw reader.invalid("marker and version") }
    profile = try reader.uint8(3)
    level = try reader.uint8(5)
    tier = try reader.uint8(1)
    let isHighDepth = try reader.bit()
    let isTwelveBit = try reader.bit()
    bitDepth = isTwelveBit ? 12 : isHighDepth ? 10 : 8
    isMonochrome = try reader.bit()
    isSubsampledHorizontally = try reader.bit()
    isSubsampledVertically = try reader.bit()
    chromaPosition = try reader.uint8(2)
    try reader.skip(3)
    let hasDelay = try reader.bit()
    let delay = 1 + (try reader.uint8(4))
    presentationDelay = hasDelay ? delay : nil
    units = reader.remainingBytes()
  }

  /// Returns the payload of the `av1C` box.
  package func serialized() -> [UInt8] {
    var writer = BitWriter()
    writer.bits(0x81, 8)
    writer.bits(profile, 3)
    writer.bits(level, 5)
    writer.bits(tier, 1)
    writer.bit(bitDepth > 8)
    writer.bit(bitDepth == 12)
    writer.bit(isMonochrome)
    writer.bit(isSubsampledHorizontally)
    writer.bit(isSubsampledVertically)
    writer.bits(chromaPosition, 2)
    writer.bits(0, 3)
    writer.bit(presentationDelay != nil)
    writer.bits((presentationDelay ?? 1) &- 1, 4)
    writer.append(units)
    return writer.bytes
  }

  /// Returns the facts of the sequence header in the record; `nil` when it holds none.
  package func sequenceHeader() throws(MediaError) -> AV1SequenceHeader? {
    guard let unit = try AV1OBUs.all(in: units).first(where: { $0.kind == .sequenceHeader }) else { return nil }
    return try AV1SequenceHeader(payload: units[unit.payload])
  }

  /// Returns the OBU with a size field, which the record requires.
  private static func withSize(_ unit: AV1OBU, of sample: [UInt8]) -> [UInt8] {
    if unit.hasSize { return Array(sample[unit.range]) }
    var header = Array(sample[unit.range.lowerBound..<unit.payload.lowerBound])
    header[0] |= 0b10  // obu_has_size_field
    var size = unit.payload.count
    repeat {
      header.append(UInt8(size & 0x7f) | (size > 0x7f ? 0x80 : 0))
      size >>= 7
    } while size > 0
    return header + sample[unit.payload]
  }
}
