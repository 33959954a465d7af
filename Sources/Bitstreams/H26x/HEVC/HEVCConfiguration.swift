package import MediaSupport

/// `HEVCDecoderConfigurationRecord`, the payload of an `hvcC` box (ISO/IEC 14496-15, 8.3.3.1).
package struct HEVCConfiguration: Hashable, Sendable {
  /// The NAL units of one type.
  package struct UnitArray: Hashable, Sendable {
    package var type: HEVCNALUnitType
    /// A Boolean value that says whether no unit of this type is in the samples.
    package var isComplete: Bool
    /// Whole NAL units, without lengths or start codes.
    package var units: [[UInt8]]

    package init(type: HEVCNALUnitType, isComplete: Bool, units: [[UInt8]]) {
      self.type = type
      self.isComplete = isComplete
      self.units = units
    }
  }

  package var profileTierLevel: HEVCProfileTierLevel
  /// `min_spatial_segmentation_idc`, 12 bits.
  package var minimumSpatialSegmentation: UInt16
  /// The tools for parallel decoding: 0 mixed or unknown, 1 slices, 2 tiles, 3 wavefronts.
  package var parallelism: UInt8
  /// `chroma_format_idc`, 0 to 3.
  package var chromaFormat: UInt8
  package var lumaBitDepth: UInt8
  package var chromaBitDepth: UInt8
  /// The number of frames in 256 seconds; 0 is unspecified.
  package var averageFrameRate: UInt16
  /// The constancy of the frame rate: 0 unknown, 1 constant, 2 constant in each temporal layer.
  package var constantFrameRate: UInt8
  /// The number of temporal layers; 0 is unknown.
  package var temporalLayers: UInt8
  package var isTemporalIDNested: Bool
  /// The size in bytes of the length before each NAL unit of a sample: 1, 2 or 4. The standard forbids 3, which is read
  /// all the same.
  package var lengthSize: Int
  package var arrays: [UnitArray]

  /// Builds the record of a stream from its parameter sets; samples will have 4-byte lengths.
  ///
  /// Parameter sets of layers above 0 are left out: they belong to an `lhvC` record.
  /// - Parameter isComplete: whether the samples will hold no parameter sets ('hvc1').
  /// - Throws: `damagedMedia` when there is no sequence parameter set or it cannot be parsed, or when a set is longer
  ///   than 65535 bytes.
  package init(parameterSets: [[UInt8]], isComplete: Bool) throws(MediaError) {
    let base = parameterSets.filter { Self.layer(of: $0) == 0 }
    func units(_ type: HEVCNALUnitType) -> [[UInt8]] { base.filter { HEVCNALUnitType(header: $0[0]) == type } }

    guard let sequence = units(.sequenceParameterSet).first else {
      throw MediaError(.damagedMedia, .demuxing, "the HEVC stream has no sequence parameter set")
    }
    guard base.count <= Int(UInt16.max), base.allSatisfy({ $0.count <= Int(UInt16.max) }) else {
      throw MediaError(.damagedMedia, .demuxing, "the HEVC parameter sets do not fit an hvcC record")
    }
    let facts = try HEVCSequenceParameterSet(nalUnit: sequence)
    profileTierLevel = facts.profileTierLevel
    minimumSpatialSegmentation = facts.usability?.minimumSpatialSegmentation ?? 0
    chromaFormat = facts.chromaFormat
    lumaBitDepth = facts.lumaBitDepth
    chromaBitDepth = facts.chromaBitDepth
    averageFrameRate = 0
    constantFrameRate = 0
    temporalLayers = UInt8(facts.maximumSubLayers)
    isTemporalIDNested = facts.isTemporalIDNested
    lengthSize = 4
    let types: [HEVCNALUnitType] = [.videoParameterSet, .sequenceParameterSet, .pictureParameterSet]
    arrays =
      types
      .map { UnitArray(type: $0, isComplete: isComplete, units: units($0)) }
      .filter { !$0.units.isEmpty }
    // `parallelismType` names the tools that keep to the segmentation limit. Without a limit it is 0, unknown.
    parallelism =
      minimumSpatialSegmentation == 0 ? 0 : try Self.parallelism(pictureParameterSets: units(.pictureParameterSet))
  }

  /// Parses the payload of an `hvcC` box. Bytes after the record are ignored.
  package init(parsing payload: [UInt8]) throws(MediaError) {
    var reader = BitReader(payload, of: "the hvcC record")
    // Version 0 was written before the standard was final; its fields are the same.
    guard try reader.uint8() <= 1 else { throw reader.invalid("configurationVersion") }
    profileTierLevel = try HEVCProfileTierLevel(readingGeneralFrom: &reader)
    try reader.skip(4)
    minimumSpatialSegmentation = try reader.uint16(12)
    try reader.skip(6)
    parallelism = try reader.uint8(2)
    try reader.skip(6)
    chromaFormat = try reader.uint8(2)
    try reader.skip(5)
    lumaBitDepth = 8 + (try reader.uint8(3))
    try reader.skip(5)
    chromaBitDepth = 8 + (try reader.uint8(3))
    averageFrameRate = try reader.uint16()
    constantFrameRate = try reader.uint8(2)
    temporalLayers = try reader.uint8(3)
    isTemporalIDNested = try reader.bit()
    lengthSize = 1 + (try reader.int(2))
    arrays = []
    for _ in 0..<(try reader.int(8)) {
      let isComplete = try reader.bit()
      try reader.skip(1)
      let type = HEVCNALUnitType(rawValue: try reader.uint8(6))
      var units: [[UInt8]] = []
      for _ in 0..<(try reader.int(16)) { units.append(try reader.bytes(try reader.int(16))) }
      arrays.append(UnitArray(type: type, isComplete: isComplete, units: units))
    }
  }

  /// Returns the payload of the `hvcC` box.
  package func serialized() -> [UInt8] {
    var writer = BitWriter()
    writer.bits(1, 8)
    profileTierLevel.write(to: &writer)
    writer.bits(0b1111, 4)
    writer.bits(minimumSpatialSegmentation, 12)
    writer.bits(0b11_1111, 6)
    writer.bits(parallelism, 2)
    writer.bits(0b11_1111, 6)
    writer.bits(chromaFormat, 2)
    writer.bits(0b1_1111, 5)
    writer.bits(lumaBitDepth &- 8, 3)
    writer.bits(0b1_1111, 5)
    writer.bits(chromaBitDepth &- 8, 3)
    writer.bits(averageFrameRate, 16)
    writer.bits(constantFrameRate, 2)
    writer.bits(temporalLayers, 3)
    writer.bit(isTemporalIDNested)
    writer.bits(lengthSize - 1, 2)
    writer.bits(arrays.count, 8)
    for array in arrays {
      writer.bit(array.isComplete)
      writer.bits(0, 1)
      writer.bits(array.type.rawValue, 6)
      writer.bits(array.units.count, 16)
      for unit in array.units {
        writer.bits(unit.count, 16)
        writer.append(unit)
      }
    }
    return writer.bytes
  }

  /// Returns `nuh_layer_id`; `nil` for a unit that is shorter than its header.
  private static func layer(of unit: [UInt8]) -> UInt8? {
    unit.count >= 2 ? (unit[0] & 1) << 5 | unit[1] >> 3 : nil
  }

  /// Returns the tools that all pictures have in common, as `parallelismType` (8.3.3.1.3).
  private static func parallelism(pictureParameterSets: [[UInt8]]) throws(MediaError) -> UInt8 {
    var kinds: Set<UInt8> = []
    for unit in pictureParameterSets {
      let facts = try HEVCPictureParameterSet(nalUnit: unit)
      let kind: UInt8 =
        switch (facts.hasTiles, facts.isWavefront) {
        case (true, true): 0
        case (false, true): 3
        case (true, false): 2
        case (false, false): 1
        }
      kinds.insert(kind)
    }
    return kinds.count == 1 ? kinds.first ?? 0 : 0
  }
}
