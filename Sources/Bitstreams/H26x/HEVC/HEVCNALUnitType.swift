/// `nal_unit_type` of HEVC (table 7-1); types that are not used here have no name.
package struct HEVCNALUnitType: RawRepresentable, Hashable, Sendable {
  package var rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Reads the type from the first of the two header bytes of a NAL unit.
  package init(header: UInt8) { rawValue = header >> 1 & 0x3f }

  /// A slice of a broken link (BLA), which leading pictures of any kind may follow.
  package static let brokenLink = Self(rawValue: 16)
  /// A slice of a clean random access picture (CRA): leading pictures that follow it may refer to pictures before it.
  package static let cleanRandomAccess = Self(rawValue: 21)
  package static let videoParameterSet = Self(rawValue: 32)
  package static let sequenceParameterSet = Self(rawValue: 33)
  package static let pictureParameterSet = Self(rawValue: 34)
  package static let accessUnitDelimiter = Self(rawValue: 35)
  package static let endOfSequence = Self(rawValue: 36)
  package static let endOfBitstream = Self(rawValue: 37)
  package static let fillerData = Self(rawValue: 38)
  package static let prefixSupplementalEnhancement = Self(rawValue: 39)
  package static let suffixSupplementalEnhancement = Self(rawValue: 40)

  package var isVideoCodingLayer: Bool { rawValue < 32 }
  /// A Boolean value that says whether the picture refreshes the decoder at once: IDR, with or without leading pictures.
  package var isInstantaneousRefresh: Bool { rawValue == 19 || rawValue == 20 }
  /// A Boolean value that says whether decoding can begin at the picture: BLA, IDR and CRA.
  package var isRandomAccessPoint: Bool { (16...21).contains(rawValue) }
  /// A Boolean value that says whether picture order counts restart at the picture wherever it lies: BLA and IDR. At a
  /// CRA they go on unless decoding begins there (8.3.1).
  package var restartsOrderCounts: Bool { isRandomAccessPoint && self != .cleanRandomAccess }
  /// A Boolean value that says whether the picture is not decoded if decoding begins at the random-access point that it
  /// leads (RASL): it may refer to pictures in front of that.
  package var isSkippedLeading: Bool { rawValue == 8 || rawValue == 9 }
  /// A Boolean value that says whether no other picture of the same temporal layer is predicted from this one
  /// (7.4.2.2).
  package var isSubLayerNonReference: Bool { rawValue < 16 && rawValue & 1 == 0 }
  package var isParameterSet: Bool {
    self == .videoParameterSet || self == .sequenceParameterSet || self == .pictureParameterSet
  }
}
