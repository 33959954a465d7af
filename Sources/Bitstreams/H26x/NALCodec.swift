/// A codec whose samples are sequences of NAL units.
package enum NALCodec: Sendable {
  case h264, hevc

  /// Returns `nal_unit_type` from the first byte of a unit.
  package func unitType(header: UInt8) -> UInt8 {
    switch self {
    case .h264: H264NALUnitType(header: header).rawValue
    case .hevc: HEVCNALUnitType(header: header).rawValue
    }
  }

  func isParameterSet(header: UInt8) -> Bool {
    switch self {
    case .h264: H264NALUnitType(header: header).isParameterSet
    case .hevc: HEVCNALUnitType(header: header).isParameterSet
    }
  }

  func isDelimiter(header: UInt8) -> Bool {
    switch self {
    case .h264: H264NALUnitType(header: header) == .accessUnitDelimiter
    case .hevc: HEVCNALUnitType(header: header) == .accessUnitDelimiter
    }
  }

  func isSupplementalEnhancement(header: UInt8) -> Bool {
    switch self {
    case .h264: H264NALUnitType(header: header) == .supplementalEnhancement
    case .hevc:
      [.prefixSupplementalEnhancement, .suffixSupplementalEnhancement].contains(HEVCNALUnitType(header: header))
    }
  }

  /// Returns whether a unit holds a part of a picture (H.264, table 7-1; H.265, table 7-1).
  package func isPicture(header: UInt8) -> Bool {
    switch self {
    case .h264: H264NALUnitType(header: header).isVideoCodingLayer
    case .hevc: HEVCNALUnitType(header: header).isVideoCodingLayer
    }
  }

  /// The number of bytes before a unit's payload.
  var headerSize: Int {
    switch self {
    case .h264: 1
    case .hevc: 2
    }
  }

  func isFiller(header: UInt8) -> Bool {
    switch self {
    case .h264: H264NALUnitType(header: header) == .fillerData
    case .hevc: HEVCNALUnitType(header: header) == .fillerData
    }
  }
}
