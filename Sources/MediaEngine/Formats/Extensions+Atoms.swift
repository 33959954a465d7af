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
      guard let type = FourCC(atomKey: name) else { continue }
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

  /// Makes the code of a key; `nil` for a text that is not four Latin-1 characters.
  fileprivate init?(atomKey: String) {
    let scalars = atomKey.unicodeScalars
    guard scalars.count == 4, scalars.allSatisfy({ $0.value <= 0xFF }) else { return nil }
    self.init(rawValue: scalars.reduce(0) { $0 << 8 | $1.value })
  }

  private static let configurations: Set<FourCC> = [
    "avcC", "hvcC", "av1C", "vpcC", "esds", "alac", "dac3", "dec3", "dOps", "dfLa", "pcmC", "glbl", "damr", "d263",
  ]

  fileprivate var atomOrder: UInt64 {
    (Self.configurations.contains(self) ? 0 : 1 << 32) | UInt64(rawValue)
  }
}
