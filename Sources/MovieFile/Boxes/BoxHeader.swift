/// The start of a box: its size and its type.
struct BoxHeader {
  let type: FourCC
  /// The 16 bytes of a `uuid` box's own type; empty for every other box.
  let userType: [UInt8]
  /// The number of bytes after the header.
  let payloadSize: Int

  /// The largest size of a header, which has 64 bits for the size and a `uuid` type.
  static let largestSize = 32

  /// Reads the header of a child; `nil` at the end.
  ///
  /// QuickTime ends some lists (`udta`, `wave`, audio sample descriptions) with 32 zero bits, and some writers leave a
  /// few bytes of padding. So fewer bytes than a box header, or a size of zero below the top level, end the list.
  ///
  /// - Parameter available: the number of bytes up to the end of the parent. The reader has at least a header of them.
  init?(_ reader: inout ByteReader, within available: Int) throws {
    guard available >= 8 else { return nil }
    let start = reader
    let size32 = try reader.u32()
    if size32 == 0 { return nil }
    type = try reader.fourCC()
    var headerSize = 8
    var size = Int64(size32)
    if size32 == 1 {
      size = try reader.unsigned(wide: true)
      headerSize += 8
    }
    if type == "uuid" {
      userType = try reader.bytes(16)
      headerSize += 16
    } else {
      userType = []
    }
    guard size >= Int64(headerSize), size <= Int64(available) else {
      throw start.damaged("its child '\(type)' says it has \(size) bytes of the \(available) left")
    }
    payloadSize = Int(size) - headerSize
  }
}
