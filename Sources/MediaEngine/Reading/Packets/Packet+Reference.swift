import Bitstreams
import MediaInterop
import MovieFile

/// The properties of a picture that its NAL units show.
extension Packet {
  /// Returns whether other pictures may be predicted from this one, as far as its own headers say.
  func isReferredTo(in parameters: CodecParameters) -> Bool {
    if isDroppable { return false }
    return parameters.codec != .h264 || !hasNonReferenceSlices(units(parameters))
  }

  /// Returns whether all other packets can be decoded without this one, as far as its own headers say: no picture is
  /// predicted from its picture, and it contains no parameter sets.
  func isDispensable(in parameters: CodecParameters) -> Bool {
    let units = units(parameters)
    switch parameters.codec {
    case .h264:
      return hasNonReferenceSlices(units)
        && !units.contains { H264NALUnitType(header: bytes[$0.lowerBound]).isParameterSet }
    case .hevc:
      guard let layers = Self.temporalLayers(parameters) else { return false }
      let slices = units.filter { HEVCNALUnitType(header: bytes[$0.lowerBound]).isVideoCodingLayer }
      // Pictures of higher temporal layers may be predicted from one of a lower layer (H.265, 7.4.2.2).
      return !slices.isEmpty && slices.allSatisfy { isSubLayerNonReference($0, layer: layers - 1) }
        && !units.contains { HEVCNALUnitType(header: bytes[$0.lowerBound]).isParameterSet }
    default: return false
    }
  }

  private func hasNonReferenceSlices(_ units: [Range<Int>]) -> Bool {
    let slices = units.map { bytes[$0.lowerBound] }.filter { H264NALUnitType(header: $0).isVideoCodingLayer }
    // H.264, 7.4.1: `nal_ref_idc` is 0 in all slices of a picture, or in none.
    return !slices.isEmpty && slices.allSatisfy { $0 & 0x60 == 0 }
  }

  private func isSubLayerNonReference(_ unit: Range<Int>, layer: Int) -> Bool {
    HEVCNALUnitType(header: bytes[unit.lowerBound]).isSubLayerNonReference && unit.count > 1
      && Int(bytes[unit.lowerBound + 1] & 7) - 1 == layer
  }

  /// Returns whether this is an H.264 picture (IDR) behind which no picture refers to an earlier one, itself included.
  func isInstantaneousRefresh(in parameters: CodecParameters) -> Bool {
    units(parameters).contains { H264NALUnitType(header: bytes[$0.lowerBound]) == .instantaneousRefreshSlice }
  }

  /// Returns whether this is a picture of H.264 or H.265 at which picture order counts restart.
  func refersToNothingBefore(in parameters: CodecParameters) -> Bool {
    guard parameters.codec == .hevc else { return isInstantaneousRefresh(in: parameters) }
    return units(parameters).contains { HEVCNALUnitType(header: bytes[$0.lowerBound]).restartsOrderCounts }
  }

  /// Returns whether the picture, if it is shown before the random-access point that it follows, may be predicted from
  /// pictures in front of that: any of H.264 may be, and H.265 says of each whether it can be skipped at the point.
  func mayNeedEarlierGroup(in parameters: CodecParameters) -> Bool {
    switch parameters.codec {
    case .h264: true
    case .hevc: units(parameters).contains { HEVCNALUnitType(header: bytes[$0.lowerBound]).isSkippedLeading }
    default: false
    }
  }

  /// Returns whether a unit of H.264 or HEVC is longer than the packet, the first is empty, or one holds bytes that
  /// none may hold, which no decoder complains of.
  func hasBrokenUnits(in parameters: CodecParameters) -> Bool {
    func isBroken(_ unit: Range<Int>) -> Bool {
      EmulationPrevention.isBroken(in: UnsafeRawBufferPointer(rebasing: bytes[unit]))
    }
    guard let size = Self.lengthSize(parameters) else { return AnnexBUnits(bytes).contains(where: isBroken) }
    // No valid unit is empty. Lengths of another size than the record states also begin with zeros.
    if mayBeginInHole(in: parameters) { return true }
    var units = LengthPrefixedUnits(bytes, lengthSize: size)
    while let unit = units.next() { if isBroken(unit) { return true } }
    return units.isBroken
  }

  /// Returns whether a hole of zeros may begin within the packet's last unit. Some encoders also write zeros there.
  func mayEndInHole(in parameters: CodecParameters) -> Bool {
    Self.lengthSize(parameters) != nil && bytes.count > 3 && bytes.suffix(3).allSatisfy { $0 == 0 }
  }

  /// Returns whether the packet begins with an empty unit, as it does when a hole of zeros continues from the packet
  /// before.
  func mayBeginInHole(in parameters: CodecParameters) -> Bool {
    guard let size = Self.lengthSize(parameters), bytes.count >= size else { return false }
    return bytes.prefix(size).allSatisfy { $0 == 0 }
  }

  private func units(_ parameters: CodecParameters) -> [Range<Int>] {
    guard let size = Self.lengthSize(parameters) else { return Array(AnnexBUnits(bytes)) }
    return Array(LengthPrefixedUnits(bytes, lengthSize: size))
  }

  /// Returns the number of temporal layers that a record of HEVC states (ISO 14496-15, 8.3.3.1). It is `nil` without a
  /// record.
  private static func temporalLayers(_ parameters: CodecParameters) -> Int? {
    let record = parameters.extradata
    guard record.first == 1, record.count > 21, case let count = Int(record[21] >> 3 & 7), count > 0 else { return nil }
    return count
  }

  /// Returns the number of bytes of each unit's length; `nil` if units are separated by start codes.
  private static func lengthSize(_ parameters: CodecParameters) -> Int? {
    let record = parameters.extradata
    // The first byte of a record is its version; the size of lengths minus one is in two low bits (ISO 14496-15,
    // 5.3.3.1 and 8.3.3.1).
    let place = parameters.codec == .hevc ? 21 : 4
    return record.first == 1 && record.count > place ? Int(record[place] & 3) + 1 : nil
  }
}
