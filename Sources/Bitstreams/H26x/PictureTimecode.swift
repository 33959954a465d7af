import MediaSupport

/// A timecode in a picture: in its supplemental enhancement information (H.264, HEVC), or in the header of the group
/// that begins with the picture (MPEG-1, MPEG-2).
package struct PictureTimecode: Hashable, Sendable, CustomStringConvertible {
  package var hours = 0
  package var minutes = 0
  package var seconds = 0
  package var frames = 0
  /// A Boolean value that says whether some numbers are left out, so that the count agrees with the clock (drop frame).
  package var dropsFrames = false

  /// The timecode as `01:02:03:04`, with a semicolon before the frames if numbers are left out.
  package var description: String {
    func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
    return [hours, minutes, seconds].map(padded).joined(separator: ":") + (dropsFrames ? ";" : ":") + padded(frames)
  }
}

extension PictureTimecode {
  /// Reads the timecode of a sample of NAL units, each after its length; `nil` where none of its messages has one, or
  /// where they cannot be parsed.
  ///
  /// - Parameter timing: the picture timing of H.264's sequence parameter set.
  package init?(_ sample: UnsafeRawBufferPointer, codec: NALCodec, lengthSize: Int, timing: H264PictureTiming?) {
    let messages = SupplementalMessages(sample, codec: codec, lengthSize: lengthSize)
    let found: PictureTimecode? =
      switch (codec, timing) {
      case (.h264, let timing?):
        messages[H264PictureTiming.messageType].lazy.compactMap { try? Self.h264($0, timing) }.first
      case (.h264, nil): nil
      case (.hevc, _): messages[Self.hevcMessageType].lazy.compactMap { try? Self.hevc($0) }.first
      }
    guard let found else { return nil }
    self = found
  }

  /// The type of the message `time_code` (ITU-T H.265, D.2.27).
  private static let hevcMessageType = 136

  /// Reads `pic_timing( )`, H.264 D.1.3; `nil` where it has no timecode.
  private static func h264(_ message: ArraySlice<UInt8>, _ timing: H264PictureTiming) throws(MediaError) -> Self? {
    var reader = BitReader(message, of: "the H.264 picture timing")
    try reader.skip(timing.delayBits)
    // There are one to three timecodes, for fields and repeated fields. The first one is the time of the picture's
    // start.
    try reader.skip(4)  // pic_struct
    guard try reader.bit() else { return nil }
    try reader.skip(3)  // ct_type, nuit_field_based_flag
    return try Self(readingFrom: &reader, frameBits: 8)
  }

  /// Reads `time_code( )`, H.265 D.2.27; `nil` where it has no timecode.
  private static func hevc(_ message: ArraySlice<UInt8>) throws(MediaError) -> Self? {
    var reader = BitReader(message, of: "the HEVC time code")
    guard try reader.int(2) > 0, try reader.bit() else { return nil }
    try reader.skip(1)  // units_field_based_flag
    return try Self(readingFrom: &reader, frameBits: 9)
  }

  /// Reads the part that both codecs code alike, from `counting_type` on. A field that is left out has the value of the
  /// previous picture, which is not known here: it is read as 0.
  private init(readingFrom reader: inout BitReader, frameBits: Int) throws(MediaError) {
    // Type 4 drops the numbers that SMPTE ST 12-1 drops.
    dropsFrames = try reader.int(5) == 4
    let isFull = try reader.bit()
    try reader.skip(2)  // discontinuity_flag, cnt_dropped_flag
    frames = try reader.int(frameBits)
    if !isFull, try !reader.bit() { return }
    seconds = try reader.int(6)
    if !isFull, try !reader.bit() { return }
    minutes = try reader.int(6)
    if !isFull, try !reader.bit() { return }
    hours = try reader.int(5)
  }
}

extension PictureTimecode {
  /// Reads the timecode of a sample of MPEG-1 or MPEG-2; `nil` where the sample is not the start of a group of
  /// pictures.
  package init?(mpegVideo sample: UnsafeRawBufferPointer) {
    var start = 0
    while let code = Self.startCode(in: sample, from: start) {
      switch sample[code] {
      case Self.groupStartCode:
        var reader = BitReader([UInt8](sample[(code + 1)...].prefix(Self.groupHeaderSize)), of: "the group's header")
        guard let found = try? Self(readingGroupFrom: &reader) else { return nil }
        self = found
        return
      case Self.pictureStartCode: return nil
      default: start = code + 1
      }
    }
    return nil
  }

  /// Start codes of ISO 13818-2 and ISO 11172-2, table 6-1.
  private static let (pictureStartCode, groupStartCode): (UInt8, UInt8) = (0x00, 0xB8)
  /// The size in bytes of `time_code`, two flags, and the bits that fill the last byte.
  private static let groupHeaderSize = 4

  /// Returns the index of the byte after the next `00 00 01`; `nil` where there is none.
  private static func startCode(in sample: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard sample.count > start + 3 else { return nil }
    return (start..<sample.count - 3).first { sample[$0] == 0 && sample[$0 + 1] == 0 && sample[$0 + 2] == 1 }
      .map { $0 + 3 }
  }

  /// Reads `time_code` (ISO 13818-2, 6.3.8).
  private init(readingGroupFrom reader: inout BitReader) throws(MediaError) {
    dropsFrames = try reader.bit()
    hours = try reader.int(5)
    minutes = try reader.int(6)
    try reader.skip(1)  // marker_bit
    seconds = try reader.int(6)
    frames = try reader.int(6)
  }
}
