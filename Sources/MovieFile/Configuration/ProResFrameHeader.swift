package import MediaSupport

/// The header of a ProRes frame (SMPTE RDD 36, 5.1).
package struct ProResFrameHeader: Hashable, Sendable {
  package enum Interlacing: UInt8, Sendable {
    case progressive, topFieldFirst, bottomFieldFirst
  }

  /// The frame with its header, in bytes, as it says itself.
  package var frameSize: UInt32
  /// `encoder_identifier`, a four-character code.
  package var encoder: UInt32
  package var width: Int
  package var height: Int
  /// True for 4:4:4, false for 4:2:2.
  package var isFullChroma: Bool
  package var interlacing: Interlacing
  /// ProRes codes no range: it is always video range.
  package var color: CodedColor
  /// Bits of the alpha channel: 0 (none), 8 or 16.
  package var alphaBitDepth: Int

  /// Parses the start of a sample.
  package init(frame: [UInt8]) throws(MediaError) {
    var reader = BitReader(frame.prefix(64), of: "the ProRes frame header")
    frameSize = try reader.uint32()
    guard try reader.uint32() == 0x6963_7066 else { throw reader.invalid("the frame identifier") }  // 'icpf'
    try reader.skip(16 + 8)  // frame_header_size, reserved
    guard try reader.uint8() <= 1 else { throw reader.invalid("bitstream_version") }
    encoder = try reader.uint32()
    width = try reader.int(16)
    height = try reader.int(16)
    guard width > 0, height > 0 else { throw reader.invalid("the picture's size") }
    switch try reader.int(2) {
    case 2: isFullChroma = false
    case 3: isFullChroma = true
    default: throw reader.invalid("chroma_format")
    }
    try reader.skip(2)
    guard let interlacing = Interlacing(rawValue: try reader.uint8(2)) else {
      throw reader.invalid("interlace_mode")
    }
    self.interlacing = interlacing
    try reader.skip(2 + 8)  // reserved, aspect ratio and frame rate codes
    color = CodedColor(primaries: try reader.uint8(), transfer: try reader.uint8(), matrix: try reader.uint8())
    try reader.skip(4)
    switch try reader.int(4) {
    case 0: alphaBitDepth = 0
    case 1: alphaBitDepth = 8
    case 2: alphaBitDepth = 16
    default: throw reader.invalid("alpha_channel_type")
    }
  }
}
