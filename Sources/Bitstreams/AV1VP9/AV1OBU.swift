/// One open bitstream unit of AV1 (5.3), as ranges of the sample that holds it.
package struct AV1OBU: Hashable, Sendable {
  /// `obu_type` (6.2.2); types that are not used here have no name.
  package struct Kind: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let sequenceHeader = Kind(rawValue: 1)
    package static let temporalDelimiter = Kind(rawValue: 2)
    package static let frameHeader = Kind(rawValue: 3)
    package static let tileGroup = Kind(rawValue: 4)
    package static let metadata = Kind(rawValue: 5)
    package static let frame = Kind(rawValue: 6)
    package static let redundantFrameHeader = Kind(rawValue: 7)
    package static let tileList = Kind(rawValue: 8)
    package static let padding = Kind(rawValue: 15)
  }

  package var kind: Kind
  /// The range of header, size and payload.
  package var range: Range<Int>
  package var payload: Range<Int>
  /// A Boolean value that says whether the OBU has a size field. Only the last OBU of a sample may lack it.
  package var hasSize: Bool
}
