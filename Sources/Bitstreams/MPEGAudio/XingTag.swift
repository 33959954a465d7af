import MediaSupport

/// The "Xing"/"Info" frame at the start of an MP3 stream, with LAME's extension (the LAME tag specification, revision
/// 1), or Fraunhofer's "VBRI" frame: the fields about the stream's length.
package struct XingTag: Hashable, Sendable {
  /// A Boolean value that says whether the bit rate varies: "Xing" and "VBRI" announce a variable bit rate, "Info" a
  /// constant one.
  package var isVariableBitRate: Bool
  /// The number of frames in the stream, without the frame of the tag.
  package var frameCount: UInt32?
  /// The number of bytes in the stream.
  package var byteCount: UInt32?
  /// The encoder's name and version, such as `LAME3.100`; `nil` without LAME's extension.
  package var encoder: String?
  /// The number of samples at the start that the encoder added; `nil` without LAME's extension.
  ///
  /// The decoder's own delay of 529 samples (layer III) is not included.
  package var encoderDelay: Int?
  /// The number of samples at the end that the encoder added; `nil` without LAME's extension.
  package var padding: Int?

  /// Reads the tag of a frame; `nil` if the frame holds neither tag, or is cut before the end of the fields about the
  /// length.
  package init?(frame: [UInt8]) {
    guard let header = try? MPEGAudioHeader(frame: frame), header.layer == 3 else { return nil }
    let checksumSize = header.hasChecksum ? 2 : 0
    // LAME leaves room for the checksum only if the header announces one. Other writers never leave room.
    let positions = Set([0, checksumSize]).map { MPEGAudioHeader.size + header.sideInformationSize + $0 }.sorted()
    for position in positions {
      var reader = BitReader(frame.dropFirst(position), of: "the Xing tag")
      let name = try? reader.uint32()
      guard name == Self.xing || name == Self.info else { continue }
      isVariableBitRate = name == Self.xing
      guard (try? readXing(from: &reader)) != nil else { return nil }
      return
    }
    isVariableBitRate = true
    // The VBRI tag is 32 bytes after the header, whatever the size of the side information.
    var reader = BitReader(frame.dropFirst(MPEGAudioHeader.size + 32), of: "the VBRI tag")
    guard (try? reader.uint32()) == Self.vbri, (try? readVBRI(from: &reader)) != nil else { return nil }
  }

  /// Returns the range of the four characters that mark a frame as a tag; without them it is a frame of silence. The
  /// result is `nil` if the frame is not a tag.
  package static func nameRange(in frame: [UInt8]) -> Range<Int>? {
    guard let header = try? MPEGAudioHeader(frame: frame), header.layer == 3 else { return nil }
    let side = MPEGAudioHeader.size + header.sideInformationSize
    return [(side, xing), (side, info), (side + 2, xing), (side + 2, info), (MPEGAudioHeader.size + 32, vbri)].lazy
      .map { start, name in (start..<start + 4, name) }
      .first { range, name in
        range.upperBound <= frame.count && UInt32(fourCharacters: frame[range]) == name
      }?.0
  }

  /// Returns whether a frame of a constant bit rate can hold the tag with LAME's extension. LAME writes no tag if it
  /// does not fit.
  ///
  /// - Parameter bitRate: the bit rate in bits per second.
  package static func fits(sampleRate: Int, channels: Int, bitRate: Int) -> Bool {
    let version = MPEGAudioHeader.Version(sampleRate: sampleRate)
    let frameSize = (version == .mpeg1 ? 144 : 72) * bitRate / sampleRate
    return frameSize >= MPEGAudioHeader.size + version.sideInformationSize(channels: channels) + size
  }

  /// The number of bytes of a Xing tag with all of its fields and with LAME's extension.
  private static let size = 120 + 36

  private static let xing: UInt32 = 0x5869_6e67
  private static let info: UInt32 = 0x496e_666f
  private static let vbri: UInt32 = 0x5642_5249

  private mutating func readXing(from reader: inout BitReader) throws(MediaError) {
    let flags = try reader.uint32()
    if flags & 1 != 0 { frameCount = try reader.uint32() }
    if flags & 2 != 0 { byteCount = try reader.uint32() }
    // A tag that is cut after the fields about the length is still of use.
    try? readExtension(from: &reader, flags)
  }

  private mutating func readExtension(from reader: inout BitReader, _ flags: UInt32) throws(MediaError) {
    if flags & 4 != 0 { _ = try reader.bytes(100) }  // seek table
    if flags & 8 != 0 { try reader.skip(32) }  // quality
    // LAME's extension: nine letters of the encoder, then 12 bytes before the delays. Tags without it end here.
    guard reader.bitsLeft >= 24 * 8 else { return }
    let encoder = try reader.bytes(9)
    guard encoder[0...2].allSatisfy({ $0 >= 0x20 && $0 < 0x7f }) else { return }
    self.encoder = String(decoding: encoder, as: UTF8.self)
    _ = try reader.bytes(12)
    encoderDelay = try reader.int(12)
    padding = try reader.int(12)
  }

  private mutating func readVBRI(from reader: inout BitReader) throws(MediaError) {
    try reader.skip(48)  // version, delay, quality
    byteCount = try reader.uint32()
    frameCount = try reader.uint32()
  }
}
