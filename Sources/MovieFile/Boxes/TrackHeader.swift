/// A track header, `tkhd` (ISO 14496-12 8.3.2).
package struct TrackHeader: Hashable, Sendable {
  package var flags: Flags
  package var creationTime: UInt64
  package var modificationTime: UInt64
  package var trackID: UInt32
  /// The duration in the movie's time scale; `nil` where the file says it is unknown.
  package var duration: Int64?
  package var layer: Int16
  package var alternateGroup: Int16
  package var volume: Double
  package var matrix: TransformMatrix
  /// The size in 16.16 fixed point, before the matrix.
  package var fixedWidth: UInt32
  package var fixedHeight: UInt32

  package struct Flags: OptionSet, Hashable, Sendable {
    package var rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    package static let enabled = Flags(rawValue: 1)
    package static let inMovie = Flags(rawValue: 2)
    package static let inPreview = Flags(rawValue: 4)
  }

  package var width: Double { Double(fixedWidth) / 65536 }
  package var height: Double { Double(fixedHeight) / 65536 }

  init(_ box: Box) throws {
    var reader = box.contents
    let (version, rawFlags) = try reader.versionAndFlags()
    let wide = version == 1
    flags = Flags(rawValue: rawFlags)
    creationTime = try reader.date(wide: wide)
    modificationTime = try reader.date(wide: wide)
    trackID = try reader.u32()
    // No writer uses such identifiers. They are signed in the API, and libavformat needs minutes to read the fragments
    // of such a movie.
    guard trackID <= UInt32(Int32.max) else { throw reader.damaged("no track has the identifier \(trackID)") }
    try reader.skip(4)
    duration = try reader.duration(wide: wide)
    try reader.skip(8)
    layer = try reader.i16()
    alternateGroup = try reader.i16()
    volume = Double(try reader.i16()) / 256
    try reader.skip(2)
    matrix = try TransformMatrix(&reader)
    fixedWidth = try reader.u32()
    fixedHeight = try reader.u32()
  }
}
