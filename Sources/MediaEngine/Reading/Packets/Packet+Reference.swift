import MediaInterop
import MovieFile

extension Packet {
  /// Whether other pictures may be predicted from this one, as far as its own headers say.
  func isReferredTo(in parameters: CodecParameters) -> Bool {
    if isDroppable { return false }
    guard parameters.codec == .h264 else { return true }
    let slices = units(parameters).filter { H264NALUnitType(header: $0).isVideoCodingLayer }
    // H.264, 7.4.1: `nal_ref_idc` is 0 in all slices of a picture, or in none.
    return slices.isEmpty || slices.contains { $0 & 0x60 != 0 }
  }

  /// The first bytes of the NAL units.
  private func units(_ parameters: CodecParameters) -> [UInt8] {
    var headers: [UInt8] = []
    if AnnexBUnits.beginsWithStartCode(bytes) {
      var units = AnnexBUnits(bytes)
      while let unit = units.next() { if let first = unit.first { headers.append(bytes[first]) } }
    } else {
      // ISO 14496-15, 5.3.3.1: the two low bits of the record's fifth byte.
      let lengthSize = parameters.extradata.count > 4 ? Int(parameters.extradata[4] & 3) + 1 : 4
      var units = LengthPrefixedUnits(bytes, lengthSize: lengthSize)
      while let unit = units.next() { if let first = unit.first { headers.append(bytes[first]) } }
    }
    return headers
  }
}
