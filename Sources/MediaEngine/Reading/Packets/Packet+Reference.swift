import MediaInterop
import MovieFile

/// What the NAL units of a picture say of it.
extension Packet {
  /// Whether other pictures may be predicted from this one, as far as its own headers say.
  func isReferredTo(in parameters: CodecParameters) -> Bool {
    if isDroppable { return false }
    guard parameters.codec == .h264 else { return true }
    let slices = units(parameters).map { bytes[$0.lowerBound] }.filter {
      H264NALUnitType(header: $0).isVideoCodingLayer
    }
    // H.264, 7.4.1: `nal_ref_idc` is 0 in all slices of a picture, or in none.
    return slices.isEmpty || slices.contains { $0 & 0x60 != 0 }
  }

  /// Whether it is an H.264 picture that refers to nothing before it, and nor does what follows it.
  func isInstantaneousRefresh(in parameters: CodecParameters) -> Bool {
    units(parameters).contains { H264NALUnitType(header: bytes[$0.lowerBound]) == .instantaneousRefreshSlice }
  }

  /// Whether a unit of H.264 or HEVC is longer than the packet, the first is empty, or one holds bytes that none may hold,
  /// which no decoder complains of.
  func hasBrokenUnits(in parameters: CodecParameters) -> Bool {
    func isBroken(_ unit: Range<Int>) -> Bool {
      EmulationPrevention.isBroken(in: UnsafeRawBufferPointer(rebasing: bytes[unit]))
    }
    guard let size = Self.lengthSize(parameters) else { return AnnexBUnits(bytes).contains(where: isBroken) }
    // No unit is empty. Lengths of another size than the record says begin so, too.
    if mayBeginInHole(in: parameters) { return true }
    var units = LengthPrefixedUnits(bytes, lengthSize: size)
    while let unit = units.next() { if isBroken(unit) { return true } }
    return units.isBroken
  }

  /// Whether a hole of zeros may begin within its last unit: some encoders put zeros there, too.
  func mayEndInHole(in parameters: CodecParameters) -> Bool {
    Self.lengthSize(parameters) != nil && bytes.count > 3 && bytes.suffix(3).allSatisfy { $0 == 0 }
  }

  /// Whether it begins with a unit of no length, as where a hole of zeros goes on from the packet before.
  func mayBeginInHole(in parameters: CodecParameters) -> Bool {
    guard let size = Self.lengthSize(parameters), bytes.count >= size else { return false }
    return bytes.prefix(size).allSatisfy { $0 == 0 }
  }

  private func units(_ parameters: CodecParameters) -> [Range<Int>] {
    guard let size = Self.lengthSize(parameters) else { return Array(AnnexBUnits(bytes)) }
    return Array(LengthPrefixedUnits(bytes, lengthSize: size))
  }

  /// The bytes of each unit's length; `nil` where units stand behind start codes.
  private static func lengthSize(_ parameters: CodecParameters) -> Int? {
    let record = parameters.extradata
    // The first byte of a record is its version; the size of lengths less one is in two low bits: ISO 14496-15, 5.3.3.1
    // and 8.3.3.1.
    let place = parameters.codec == .hevc ? 21 : 4
    return record.first == 1 && record.count > place ? Int(record[place] & 3) + 1 : nil
  }
}
