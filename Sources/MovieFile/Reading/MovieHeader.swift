/// A movie header, `mvhd` (ISO 14496-12 8.2.2).
package struct MovieHeader: Hashable, Sendable {
  /// The date of creation, in seconds since 1904-01-01 UTC.
  package var creationTime: UInt64
  package var modificationTime: UInt64
  package var timeScale: Int32
  /// The duration in ticks of `timeScale`; `nil` where the file says it is unknown.
  package var duration: Int64?
  package var preferredRate: Double
  package var preferredVolume: Double
  package var matrix: TransformMatrix
  package var nextTrackID: UInt32

  init(_ box: Box) throws {
    var reader = box.contents
    let wide = try reader.versionAndFlags().version == 1
    creationTime = try reader.date(wide: wide)
    modificationTime = try reader.date(wide: wide)
    timeScale = try reader.timeScale()
    duration = try reader.duration(wide: wide)
    preferredRate = Double(try reader.i32()) / 65536
    preferredVolume = Double(try reader.i16()) / 256
    try reader.skip(10)
    matrix = try TransformMatrix(&reader)
    try reader.skip(24)
    nextTrackID = try reader.u32()
  }
}
