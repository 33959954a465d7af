import Bitstreams
import MovieFile

/// An `avcC` record whose parameter sets agree with it and with the sample entry.
struct H264Agreement: CodingAgreement {
  private let sets: [H264PictureParameterSet]
  private let lengthSize: Int

  /// - Returns: `nil` if they do not agree.
  init?(of extradata: [UInt8], in fields: VideoFields) {
    guard let record = try? AVCConfiguration(parsing: extradata),
      let sequences = try? record.sequenceParameterSets.map({ try H264SequenceParameterSet(nalUnit: $0) }),
      let first = sequences.first, sequences.allSatisfy(\.endsWithItsUnit),
      record.sequenceParameterSets.allSatisfy({ $0.first.map(Self.isSequence) ?? false }),
      (record.profile, record.profileCompatibility, record.level) == (first.profile, first.constraints, first.level),
      (first.width, first.height) == (Int(fields.width), Int(fields.height)),
      sequences.allSatisfy({ $0.usability?.tick.map(Self.isUsual) ?? true }),
      sequences.allSatisfy({ $0.usability?.statesKnownShape ?? true }),
      let sets = try? record.pictureParameterSets.map({ try H264PictureParameterSet(nalUnit: $0, of: sequences) }),
      !sets.isEmpty
    else { return nil }
    self.sets = sets
    lengthSize = record.lengthSize
  }

  /// Returns whether a unit's header is that of a sequence parameter set, with any `nal_ref_idc`.
  private static func isSequence(header: UInt8) -> Bool {
    header & 0x80 == 0 && H264NALUnitType(header: header) == .sequenceParameterSet
  }

  /// Returns whether a tick is as long as in common streams, at most a second.
  private static func isUsual(_ tick: (units: UInt32, scale: UInt32)) -> Bool { tick.units <= tick.scale }

  /// Returns whether a packet consists of whole units, and its first slice begins a picture of one of the parameter
  /// sets.
  func holds(for packet: UnsafeRawBufferPointer) -> Bool {
    let slice = LengthPrefixedUnits.firstSlice(of: packet, lengthSize: lengthSize) { header in
      header & 0x80 == 0 ? H264NALUnitType(header: header).isVideoCodingLayer : nil
    }
    guard let slice else { return false }
    return (try? H264IntraSliceHeader(nalUnit: packet[slice], of: sets)) != nil
  }
}

extension LengthPrefixedUnits {
  /// Returns the first slice of a picture; `nil` if there is none, or if the packet does not consist of whole units.
  ///
  /// - Parameter isSlice: a closure that returns, for a unit's first byte, whether the unit is a slice, and `nil` for a
  ///   byte that no unit begins with.
  static func firstSlice(
    of packet: UnsafeRawBufferPointer, lengthSize: Int, _ isSlice: (UInt8) -> Bool?
  ) -> Range<Int>? {
    var units = LengthPrefixedUnits(packet, lengthSize: lengthSize)
    var slice: Range<Int>?
    while let unit = units.next() {
      guard let isSlice = isSlice(packet[unit.lowerBound]) else { return nil }
      if slice == nil, isSlice { slice = unit }
    }
    return units.isBroken || units.hasEmptyUnits ? nil : slice
  }
}
