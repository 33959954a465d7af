/// A media header, `mdhd` (ISO 14496-12 8.4.2).
package struct MediaHeader: Hashable, Sendable {
  package var creationTime: UInt64
  package var modificationTime: UInt64
  package var timeScale: Int32
  package var duration: Int64?
  package var language: Language

  init(_ box: Box) throws {
    var reader = box.contents
    let wide = try reader.versionAndFlags().version == 1
    creationTime = try reader.date(wide: wide)
    modificationTime = try reader.date(wide: wide)
    timeScale = try reader.timeScale()
    duration = try reader.duration(wide: wide)
    language = Language(rawValue: try reader.u16())
  }
}
