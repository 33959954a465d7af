import MediaInterop
import MediaSupport

extension PictureTurn {
  /// Returns the colours of a 4:2:0 picture after the turn, which changes the location of its chroma samples.
  func turned(_ color: ColorDescription) -> ColorDescription {
    var turned = color
    turned.chromaLocation = chromaLocation(color.chromaLocation ?? 0)
    return turned
  }

  /// Returns the location of chroma samples after the turn, as one of H.273's chroma sample location types.
  ///
  /// There is no type for the right column, so it becomes the middle one, which is half a pixel off.
  private func chromaLocation(_ type: UInt8) -> UInt8 {
    guard let place = Self.places.first(where: { $0.type == type }) else { return type }
    var (x, y) = (isMirrored ? -place.x : place.x, place.y)
    for _ in 0..<quarters { (x, y) = (-y, x) }
    return Self.places.first { $0.x == min(x, 0) && $0.y == y }?.type ?? type
  }

  /// The types by the position of the chroma samples relative to their luma samples: -1 at the left or top, 0 in the
  /// middle.
  private static let places: [(type: UInt8, x: Int, y: Int)] = [
    (0, -1, 0), (1, 0, 0), (2, -1, -1), (3, 0, -1), (4, -1, 1), (5, 0, 1),
  ]
}
