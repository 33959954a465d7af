/// A handler reference, `hdlr` (ISO 14496-12 8.4.3; QuickTime File Format, "Handler reference").
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
    // QuickTime's names are Pascal strings and ISO's end with a zero; either kind occurs in the other's files.
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
