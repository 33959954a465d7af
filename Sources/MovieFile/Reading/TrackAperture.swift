/// QuickTime's `tapt`: sizes for showing a track in its three modes, in 16.16 fixed point.
package struct TrackAperture: Hashable, Sendable {
  package struct Size: Hashable, Sendable {
    package var width: Double
    package var height: Double
  }

  /// The sizes `clef`, `prof` and `enof`.
  package var clean: Size?
  package var production: Size?
  package var encoded: Size?

  init(_ box: Box) throws {
    func size(_ type: FourCC) throws -> Size? {
      guard var reader = try box.contents.firstBox(type)?.contents else { return nil }
      try reader.skip(4)
      return Size(width: Double(try reader.u32()) / 65536, height: Double(try reader.u32()) / 65536)
    }
    clean = try size("clef")
    production = try size("prof")
    encoded = try size("enof")
  }
}
