/// `mvhd` (ISO 14496-12 8.2.2).
package struct MovieHeader: Hashable, Sendable {
  /// Seconds since 1904-01-01 UTC.
  package var creationTime: UInt64
  package var modificationTime: UInt64
  package var timeScale: Int32
  /// `nil` where the file says it is unknown.
  package var duration: Int64?
  package var preferredRate: Double
  package var preferredVolume: Double
  package var matrix: TransformMatrix
  package var nextTrackID: UInt32

  init(_ box: Box) throws {
    var reader = box.contents
    let wide = try reader.versionAndFlags().version == 1
    creationTime = wide ? try reader.u64() : UInt64(try reader.u32())
    modificationTime = wide ? try reader.u64() : UInt64(try reader.u32())
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

/// `mdhd` (ISO 14496-12 8.4.2).
package struct MediaHeader: Hashable, Sendable {
  package var creationTime: UInt64
  package var modificationTime: UInt64
  package var timeScale: Int32
  package var duration: Int64?
  package var language: Language

  init(_ box: Box) throws {
    var reader = box.contents
    let wide = try reader.versionAndFlags().version == 1
    creationTime = wide ? try reader.u64() : UInt64(try reader.u32())
    modificationTime = wide ? try reader.u64() : UInt64(try reader.u32())
    timeScale = try reader.timeScale()
    duration = try reader.duration(wide: wide)
    language = Language(rawValue: try reader.u16())
  }
}

/// `hdlr` (ISO 14496-12 8.4.3; QuickTime File Format, "Handler reference").
package struct Handler: Hashable, Sendable {
  /// QuickTime's component type (`mhlr`); 0 in ISO files.
  package var componentType: FourCC
  package var type: FourCC
  package var name: String

  init(_ box: Box) throws {
    var reader = box.contents
    try reader.skip(4)
    componentType = try reader.fourCC()
    type = try reader.fourCC()
    try reader.skip(min(12, reader.remaining))
    // QuickTime's names are Pascal strings and ISO's end with a zero; either kind turns up in the other's files.
    var pascal = reader
    if !reader.isAtEnd {
      let length = Int(try pascal.u8())
      if length == pascal.remaining || (componentType.rawValue != 0 && length <= pascal.remaining) {
        name = String(decoding: try pascal.bytes(length), as: UTF8.self)
        return
      }
    }
    name = reader.terminatedString()
  }
}

/// QuickTime's `tapt`: sizes for showing a track in its three modes, in 16.16 fixed point.
package struct TrackAperture: Hashable, Sendable {
  package struct Size: Hashable, Sendable {
    package var width: Double
    package var height: Double
  }

  /// `clef`, `prof` and `enof`.
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

extension ByteReader {
  /// A time scale: ticks per second, more than none.
  mutating func timeScale() throws -> Int32 {
    let start = self
    let value = try u32()
    guard value > 0, let scale = Int32(exactly: value) else { throw start.damaged("a time scale of \(value)") }
    return scale
  }
}
