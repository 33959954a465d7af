/// `nal_unit_type` of H.264 (table 7-1); types that are not used here have no name.
package struct H264NALUnitType: RawRepresentable, Hashable, Sendable {
  package var rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Reads the type from the first byte of a NAL unit.
  package init(header: UInt8) { rawValue = header & 0x1f }

  package static let slice = Self(rawValue: 1)
  package static let instantaneousRefreshSlice = Self(rawValue: 5)
  package static let supplementalEnhancement = Self(rawValue: 6)
  package static let sequenceParameterSet = Self(rawValue: 7)
  package static let pictureParameterSet = Self(rawValue: 8)
  package static let accessUnitDelimiter = Self(rawValue: 9)
  package static let endOfSequence = Self(rawValue: 10)
  package static let endOfStream = Self(rawValue: 11)
  package static let fillerData = Self(rawValue: 12)
  package static let sequenceParameterSetExtension = Self(rawValue: 13)
  package static let subsetSequenceParameterSet = Self(rawValue: 15)

  /// A Boolean value that says whether this is a slice or a slice data partition: types 1 to 5.
  package var isVideoCodingLayer: Bool { (1...5).contains(rawValue) }
  package var isParameterSet: Bool {
    self == .sequenceParameterSet || self == .pictureParameterSet || self == .sequenceParameterSetExtension
  }
}
