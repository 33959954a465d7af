package import CoreMedia
import CoreGraphics
import FoundationSupplement
package import MovieFile

/// The boxes of a sample entry among a description's extensions, by their types.
extension CMFormatDescription.Extensions {
  /// Sets the boxes; without any the extensions stay as they are.
  package mutating func setAtoms(_ boxes: [OpaqueBox]) {
    guard !boxes.isEmpty else { return }
    setAtoms(Dictionary(grouping: boxes, by: \.type.atomKey).mapValues { $0.map { Data($0.payload) } })
  }

  /// The boxes, in an order that depends on their types alone: codec configuration first, where old readers look.
  package var atoms: [OpaqueBox] {
    var boxes: [OpaqueBox] = []
    for (name, contents) in atomContents ?? [:] {
      guard let type = FourCC(latin1: name) else { continue }
      boxes += contents.map { OpaqueBox(type, [UInt8]($0)) }
    }
    return boxes.enumerated()
      .sorted { ($0.element.type.atomOrder, $0.offset) < ($1.element.type.atomOrder, $1.offset) }
      .map(\.element)
  }
}

extension FourCC {
  /// The four characters as a dictionary's key.
  fileprivate var atomKey: String {
    String(String.UnicodeScalarView([24, 16, 8, 0].map { Unicode.Scalar(UInt8(truncatingIfNeeded: rawValue >> $0)) }))
  }

  private static let configurations: Set<FourCC> = [
    "avcC", "hvcC", "av1C", "vpcC", "esds", "alac", "dac3", "dec3", "dOps", "dfLa", "pcmC", "glbl", "damr", "d263",
  ]

  fileprivate var atomOrder: UInt64 {
    (Self.configurations.contains(self) ? 0 : 1 << 32) | UInt64(rawValue)
  }
}
