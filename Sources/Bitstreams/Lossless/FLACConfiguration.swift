package import MediaSupport

/// `FLACSpecificBox`, the payload of a `dfLa` box with its version and flags ("Encapsulation of FLAC in ISO Base Media
/// File Format", 3.3.2): metadata blocks, the first of which is STREAMINFO.
package struct FLACConfiguration: Hashable, Sendable {
  /// A metadata block (RFC 9639, 8.1).
  package struct Block: Hashable, Sendable {
    /// 0 STREAMINFO, 1 padding, 2 application, 3 seek table, 4 Vorbis comment, 5 cue sheet, 6 picture.
    package var type: UInt8
    package var content: [UInt8]
  }

  package var streamInfo: FLACStreamInfo
  /// The blocks after STREAMINFO.
  package var blocks: [Block] = []

  /// Reads a decoder's extra data: STREAMINFO alone (34 bytes), with its block header, or everything from "fLaC" on.
  package init(extraData: [UInt8]) throws(MediaError) {
    let marker = Array("fLaC".utf8)
    if extraData.count == FLACStreamInfo.size {
      try self.init(blocks: [0x80, 0, 0, UInt8(FLACStreamInfo.size)] + extraData[...])
    } else {
      try self.init(blocks: extraData.starts(with: marker) ? extraData[4...] : extraData[...])
    }
  }

  /// Parses the payload of a `dfLa` box, which begins with its version and flags.
  package init(parsing payload: [UInt8]) throws(MediaError) {
    try self.init(blocks: payload.dropFirst(4))
  }

  private init(blocks data: ArraySlice<UInt8>) throws(MediaError) {
    var reader = BitReader(data, of: "the FLAC metadata")
    var all: [Block] = []
    var isLast = false
    while !isLast {
      isLast = try reader.bit()
      let type = try reader.uint8(7)
      all.append(Block(type: type, content: try reader.bytes(try reader.int(24))))
      // Some writers do not set the flag of the last block. Their blocks end where the data ends.
      if reader.bitsLeft == 0 { break }
    }
    guard let first = all.first, first.type == 0 else { throw reader.invalid("the first block") }
    streamInfo = try FLACStreamInfo(parsing: first.content)
    blocks = Array(all.dropFirst())
  }

  /// Returns the payload of the `dfLa` box, with version 0 and flags. Blocks too long for their 24-bit size are left
  /// out.
  package func serialized() -> [UInt8] {
    let fitting = blocks.filter { $0.content.count < 1 << 24 }
    let all = [Block(type: 0, content: streamInfo.serialized())] + fitting
    var writer = BitWriter()
    writer.bits(0, 32)
    for (index, block) in all.enumerated() {
      writer.bit(index == all.count - 1)
      writer.bits(block.type, 7)
      writer.bits(block.content.count, 24)
      writer.append(block.content)
    }
    return writer.bytes
  }
}
