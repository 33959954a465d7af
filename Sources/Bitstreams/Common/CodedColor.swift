/// The colour in a bitstream: the code points of ISO/IEC 23091-2 (H.273), which H.264, HEVC, AV1, VP9, ProRes and the
/// `colr` box share.
package struct CodedColor: Hashable, Sendable {
  package var primaries: UInt8
  package var transfer: UInt8
  package var matrix: UInt8
  package var isFullRange: Bool

  /// The code point for "unspecified" in each of the three tables.
  package static let unspecified: UInt8 = 2

  package init(
    primaries: UInt8 = unspecified, transfer: UInt8 = unspecified, matrix: UInt8 = unspecified,
    isFullRange: Bool = false
  ) {
    self.primaries = primaries
    self.transfer = transfer
    self.matrix = matrix
    self.isFullRange = isFullRange
  }
}
