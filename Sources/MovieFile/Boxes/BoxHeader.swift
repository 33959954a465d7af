/// The start of a box, as it is written: its size and its type (ISO 14496-12 4.2).
///
/// Which sizes are possible depends on where the box is: at the top level of a file, or in another box.
struct BoxHeader {
  let type: FourCC
  /// The number of bytes that the box states, header included. It is `nil` if the box states 0.
  let size: Int64?
  /// The number of bytes of the size and the type.
  let byteCount: Int

  /// Reads the header. Throws `.damagedContainer` where it is not complete, and for a size that no file can have.
  init(_ reader: inout ByteReader) throws {
    let size32 = try reader.u32()
    type = try reader.fourCC()
    let isWide = size32 == 1
    byteCount = isWide ? 16 : 8
    size = isWide ? try reader.unsigned(wide: true) : size32 == 0 ? nil : Int64(size32)
  }
}

/// The start of a box in another box, which must contain all of it.
struct ChildHeader {
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
    let header = try BoxHeader(&reader)
    guard let size = header.size else { return nil }
    type = header.type
    userType = type == "uuid" ? try reader.bytes(16) : []
    let headerSize = header.byteCount + userType.count
    guard size >= Int64(headerSize), size <= Int64(available) else {
      throw start.damaged("its child '\(type)' says it has \(size) bytes of the \(available) left")
    }
    payloadSize = Int(size) - headerSize
  }
}
