/// The locations of the XMP packet in a movie file (ISO 16684-3, "MPEG-4" and "QuickTime").
package enum XMPPacket {
  /// The type of the child of a QuickTime movie's `udta`.
  package static let userDataType: FourCC = "XMP_"

  /// The type of the `uuid` box at the top level of an ISO file.
  static let userType: [UInt8] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
  ]

  /// Returns the packet of a `uuid` box; `nil` where the box has another type, or is not complete.
  static func read(_ entry: FileBoxes.Entry, from source: any ByteSource) throws -> [UInt8]? {
    let payload = entry.offset + Int64(entry.headerSize)
    let size = entry.size - Int64(entry.headerSize)
    guard !entry.isCut, (Int64(userType.count)...FileBoxes.largestIndex).contains(size),
      try source.read(userType.count, at: payload) == userType
    else { return nil }
    return try source.read(Int(size) - userType.count, at: payload + Int64(userType.count))
  }

  /// Returns the box of an ISO file for the box of a QuickTime movie.
  static func isoBox(_ userData: OpaqueBox) -> OpaqueBox { OpaqueBox("uuid", userType + userData.payload) }
}
