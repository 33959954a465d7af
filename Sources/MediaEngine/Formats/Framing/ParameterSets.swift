import Bitstreams
import MediaInterop
import MediaSupport
import MovieFile

/// The active parameter sets of an H.264 or HEVC stream: the last of each type and identifier.
struct ParameterSets: Equatable {
  let codec: NALCodec
  private var sets: [(key: Key, unit: [UInt8])] = []

  private struct Key: Equatable {
    var type: UInt8
    var identifier: UInt32
  }

  init(codec: NALCodec) { self.codec = codec }

  /// Makes the sets from a byte stream with start codes, or, if it contains none, from a packet in either framing.
  init(codec: NALCodec, annexB: [UInt8], packet: Packet?) {
    self.init(codec: codec)
    annexB.withUnsafeBytes { add(unitsOf: $0) }
    if let bytes = packet?.bytes, sets.isEmpty, AnnexBUnits.beginsWithStartCode(bytes) { add(unitsOf: bytes) }
  }

  /// Makes the sets of whole NAL units; others are left out.
  init(codec: NALCodec, units: [[UInt8]]) {
    self.init(codec: codec)
    for unit in units { add(unit) }
  }

  /// Returns the sets of a stream's configuration record, and the number of bytes of the length before each NAL unit of
  /// a sample. It is `nil` for other codings, and for a record that cannot be parsed.
  static func recorded(in parameters: CodecParameters) -> (sets: ParameterSets, lengthSize: Int)? {
    let record = parameters.extradata
    switch parameters.codec {
    case .h264:
      guard let parsed = try? AVCConfiguration(parsing: record) else { return nil }
      let units = parsed.sequenceParameterSets + parsed.pictureParameterSets + (parsed.highProfile?.extensions ?? [])
      return (ParameterSets(codec: .h264, units: units), parsed.lengthSize)
    case .hevc:
      guard let parsed = try? HEVCConfiguration(parsing: record) else { return nil }
      return (ParameterSets(codec: .hevc, units: parsed.arrays.flatMap(\.units)), parsed.lengthSize)
    default: return nil
    }
  }

  /// Returns these sets, then those of another value that have other types or identifiers.
  func completed(by other: ParameterSets) -> ParameterSets {
    var result = self
    result.sets += other.sets.filter { set in !sets.contains { $0.key == set.key } }
    return result
  }

  var hasSequence: Bool { sets.contains { $0.key.type == codec.sequenceParameterSetType } }

  /// Returns whether a sequence parameter set here is not among those of another value.
  func changesSequence(of other: ParameterSets) -> Bool {
    sets.contains { set in
      set.key.type == codec.sequenceParameterSetType
        && !other.sets.contains { $0.key == set.key && $0.unit == set.unit }
    }
  }

  /// The display properties (video usability information) of the first sequence parameter set.
  var usability: VideoUsability? {
    guard let unit = sets.first(where: { $0.key.type == codec.sequenceParameterSetType })?.unit else { return nil }
    switch codec {
    case .h264: return (try? H264SequenceParameterSet(nalUnit: unit))?.usability
    case .hevc: return (try? HEVCSequenceParameterSet(nalUnit: unit))?.usability
    }
  }

  static func == (lhs: ParameterSets, rhs: ParameterSets) -> Bool {
    lhs.sets.elementsEqual(rhs.sets) { $0.key == $1.key && $0.unit == $1.unit }
  }

  private mutating func add(unitsOf bytes: UnsafeRawBufferPointer) {
    for unit in NALUnitSelection(AnnexBUnits(bytes), of: bytes, codec: codec).parameterSets { add(unit) }
  }

  /// Adds a set; one that is equal to the active one changes nothing.
  mutating func add(_ unit: [UInt8]) {
    guard let key = key(of: unit) else { return }
    if let index = sets.firstIndex(where: { $0.key == key }) {
      sets[index].unit = unit
    } else {
      sets.append((key, unit))
    }
  }

  /// Returns the configuration record: the payload of `avcC` or `hvcC`; `nil` before there is a sequence parameter set.
  ///
  /// - Parameter lengthSize: the number of bytes of the length before each NAL unit of a sample.
  /// - Throws: `damagedMedia` for sets that cannot be parsed.
  func record(lengthSize: Int = 4) throws -> [UInt8]? {
    guard hasSequence else { return nil }
    switch codec {
    case .h264:
      var record = try AVCConfiguration(
        sequenceParameterSets: units(of: .sequenceParameterSet), pictureParameterSets: units(of: .pictureParameterSet),
        extensions: units(of: .sequenceParameterSetExtension))
      record.lengthSize = lengthSize
      return record.serialized()
    case .hevc:
      var record = try HEVCConfiguration(parameterSets: sets.map(\.unit), isComplete: true)
      record.lengthSize = lengthSize
      return record.serialized()
    }
  }

  /// The size of the pictures by the first sequence parameter set.
  var pictureSize: (width: Int, height: Int)? {
    switch codec {
    case .h264:
      guard let unit = units(of: .sequenceParameterSet).first,
        let facts = try? H264SequenceParameterSet(nalUnit: unit)
      else { return nil }
      return (facts.width, facts.height)
    case .hevc:
      let type = HEVCNALUnitType.sequenceParameterSet.rawValue
      guard let unit = sets.first(where: { $0.key.type == type })?.unit,
        let facts = try? HEVCSequenceParameterSet(nalUnit: unit)
      else { return nil }
      return (facts.width, facts.height)
    }
  }

  private func units(of type: H264NALUnitType) -> [[UInt8]] {
    sets.filter { $0.key.type == type.rawValue }.map(\.unit)
  }

  private func key(of unit: [UInt8]) -> Key? {
    guard let header = unit.first else { return nil }
    // An identifier lies in the first bytes; a sequence parameter set has profile and level in front of it.
    var reader = BitReader(EmulationPrevention.removed(from: unit.prefix(Self.identifierReach)), of: "a parameter set")
    switch codec {
    case .h264:
      let type = H264NALUnitType(header: header)
      guard (try? reader.skip(type == .sequenceParameterSet ? 32 : 8)) != nil else { return nil }
      return (try? reader.exponentialGolomb()).map { Key(type: type.rawValue, identifier: $0) }
    case .hevc:
      let type = HEVCNALUnitType(header: header)
      if type == .sequenceParameterSet {
        return (try? HEVCSequenceParameterSet(nalUnit: unit)).map {
          Key(type: type.rawValue, identifier: UInt32(clamping: $0.identifier))
        }
      }
      guard (try? reader.skip(16)) != nil else { return nil }
      let identifier = type == .videoParameterSet ? try? reader.uint32(4) : try? reader.exponentialGolomb()
      return identifier.map { Key(type: type.rawValue, identifier: $0) }
    }
  }

  /// The number of bytes that are enough for a header, profile, level and the longest identifier.
  private static let identifierReach = 16
}

extension NALCodec {
  fileprivate var sequenceParameterSetType: UInt8 {
    switch self {
    case .h264: H264NALUnitType.sequenceParameterSet.rawValue
    case .hevc: HEVCNALUnitType.sequenceParameterSet.rawValue
    }
  }
}
