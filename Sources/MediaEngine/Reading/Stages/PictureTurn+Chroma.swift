import MediaInterop
import MediaSupport

extension PictureTurn {
  /// Returns the colours of a 4:2:0 picture after the turn: its chroma samples lie elsewhere between those of luma.
  func turned(_ color: ColorDescription) -> ColorDescription {
    var turned = color
    turned.chromaLocation = chromaLocation(color.chromaLocation ?? 0)
    return turned
  }

  /// Returns the location of chroma samples after the turn, by the numbers of H.273's chroma sample location types.
  ///
  /// There is no number for the right column, which becomes the middle one: half a pixel off.
  private func chromaLocation(_ type: UInt8) -> UInt8 {
    guard let place = Self.places.first(where: { $0.type == type }) else { return type }
    var (x, y) = (isMirrored ? -place.x : place.x, place.y)
    for _ in 0..<quarters { (x, y) = (-y, x) }
    return Self.places.first { $0.x == min(x, 0) && $0.y == y }?.type ?? type
  }

  /// The types by the places of the chroma samples: -1 at the left and at the top of the luma samples that they are
  /// for, 0 in the middle.
  private static let places: [(type: UInt8, x: Int, y: Int)] = [
    (0, -1, 0), (1, 0, 0), (2, -1, -1), (3, 0, -1), (4, -1, 1), (5, 0, 1),
  ]
}
