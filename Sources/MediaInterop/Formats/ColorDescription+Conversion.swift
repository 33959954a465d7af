/// The equivalences of H.273's numbers, and the decision what must be converted between two descriptions.
extension ColorDescription {
  package static let unspecified: UInt8 = 2

  /// The light of white in cd/m², for pictures of standard range among pictures of high dynamic range (ITU-R BT.2408).
  package static let standardWhite = 203.0

  /// The numbers of BT.709's transfer curve, which BT.601 and BT.2020 share, the latter with two numbers.
  private static let curveOf709: Set<UInt8> = [1, 6, 14, 15]
  /// SMPTE ST 170 and ST 240: the same red, green and blue.
  private static let primariesOfSMPTE: Set<UInt8> = [6, 7]
  /// BT.601's matrix, which BT.470's System B and G has too.
  private static let matrixOf601: Set<UInt8> = [5, 6]

  /// A Boolean value that says whether the transfer function is one of high dynamic range: PQ or HLG.
  package var isHighRange: Bool { transfer == 16 || transfer == 18 }

  /// A Boolean value that says whether the transfer function is BT.709's curve, by any of its numbers.
  package var hasCurveOf709: Bool { Self.curveOf709.contains(transfer) }

  /// Returns whether red, green and blue must be converted, as light, from the colours of `source` to these. It is
  /// `false` if one of both has unspecified properties, because the right conversion is then unknown.
  package func isOtherLight(than source: ColorDescription) -> Bool {
    let numbers = [primaries, transfer, source.primaries, source.transfer]
    if numbers.contains(Self.unspecified) { return false }
    return !Self.means(primaries, source.primaries, Self.primariesOfSMPTE)
      || !Self.means(transfer, source.transfer, Self.curveOf709)
  }

  /// Returns whether luma and chroma of `source` have another matrix than these colours; `false` if one of both is
  /// unspecified.
  package func isOtherMatrix(than source: ColorDescription) -> Bool {
    ![matrix, source.matrix].contains(Self.unspecified) && !Self.means(matrix, source.matrix, Self.matrixOf601)
  }

  private static func means(_ one: UInt8, _ other: UInt8, _ alike: Set<UInt8>) -> Bool {
    one == other || alike.isSuperset(of: [one, other])
  }
}
