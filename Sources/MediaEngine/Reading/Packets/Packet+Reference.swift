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

  /// Whether a unit of H.264 or HEVC holds bytes that none may hold, which no decoder complains of.
  func hasBrokenUnits(in parameters: CodecParameters) -> Bool {
    units(parameters).contains { EmulationPrevention.isBroken(in: UnsafeRawBufferPointer(rebasing: bytes[$0])) }
  }

  private func units(_ parameters: CodecParameters) -> [Range<Int>] {
    let record = parameters.extradata
    // The first byte of a record is its version; the size of lengths less one is in two low bits: ISO 14496-15, 5.3.3.1
    // and 8.3.3.1.
    let place = parameters.codec == .hevc ? 21 : 4
    guard record.first == 1, record.count > place else { return Array(AnnexBUnits(bytes)) }
    return Array(LengthPrefixedUnits(bytes, lengthSize: Int(record[place] & 3) + 1))
  }
}
