internal import CFFmpeg

/// The length of an encoded frame by its own header, for codings whose frames follow one another in a file without a
/// container.
package enum FrameHeader {
  /// Returns whether a frame has not all of its bytes; false where the coding does not say, and for bytes that are no
  /// frame at all.
  static func isCut(_ codec: CodecID, _ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let first = bytes.first else { return false }
    switch codec {
    case .mp3, .mp2: return isShort(bytes, byteCount(codec, bytes), first == 0xFF, MPEGAudioHeader.size)
    case .aac: return isShort(bytes, byteCount(codec, bytes), first == 0xFF, adtsHeaderSize)
    case .ac3, .eac3: return isShort(bytes, byteCount(codec, bytes), first == 0x0B, ac3HeaderSize)
    case .amrNarrowband: return bytes.count < narrowbandByteCounts[Int(first >> 3 & 15)]
    case .amrWideband: return bytes.count < widebandByteCounts[Int(first >> 3 & 15)]
    case .flac: return isFLACCut(bytes)
    default: return false
    }
  }

  /// Returns the number of bytes of the frame that begins here, with its header, for MPEG audio, AAC in ADTS and AC-3;
  /// `nil` for bytes that are no header, for one that does not say ("free format"), and for other codings.
  package static func byteCount(_ codec: CodecID, _ bytes: UnsafeRawBufferPointer) -> Int? {
    switch codec {
    case .mp3, .mp2: MPEGAudioHeader(bytes)?.byteCount
    case .aac: adtsByteCount(bytes)
    case .ac3, .eac3: ac3ByteCount(bytes)
    default: nil
    }
  }

  /// Returns the part that is the same in the headers of all frames of a stream: the coding, the sample rate and, for
  /// AAC, the channels. `nil` for bytes that are no header.
  package static func signature(_ codec: CodecID, _ bytes: UnsafeRawBufferPointer) -> UInt32? {
    guard byteCount(codec, bytes) != nil else { return nil }
    let masks: [UInt8] =
      switch codec {
      case .aac: [0xFF, 0xFE, 0xFD, 0xC0]
      case .ac3, .eac3: [0, 0, 0, 0, 0xC0, 0xF8]
      default: [0xFF, 0xFE, 0x0C]
      }
    return zip(masks, bytes).reduce(0) { $0 << 8 | UInt32($1.0 & $1.1) }
  }

  /// Returns whether bytes are too few for their frame. Bytes without a readable header are a frame's only where they
  /// are too few for one and begin like one.
  private static func isShort(
    _ bytes: UnsafeRawBufferPointer, _ byteCount: Int?, _ beginsLikeOne: Bool, _ headerSize: Int
  ) -> Bool {
    if let byteCount { return bytes.count < byteCount }
    return beginsLikeOne && bytes.count < headerSize
  }

  private static let adtsHeaderSize = 7
  private static let ac3HeaderSize = 6

  /// The number of bytes of a frame by its mode (RFC 4867, 5.3): the header of one byte and the mode's speech bits;
  /// comfort noise; unused; no data.
  private static let narrowbandByteCounts = [13, 14, 16, 18, 20, 21, 27, 32, 6, 1, 1, 1, 1, 1, 1, 1]
  private static let widebandByteCounts = [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 1, 1, 1, 1, 1, 1]

  /// Returns whether a frame of FLAC is cut. A frame ends with a checksum of all before it, so that the checksum of the
  /// whole is zero (RFC 9639, 9.3). A tag (ID3v1) may follow the last one.
  private static func isFLACCut(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let tagSize = 128
    var count = bytes.count
    if count > tagSize, bytes[(count - tagSize)...].starts(with: Array("TAG".utf8)) { count -= tagSize }
    let table = av_crc_get_table(AV_CRC_16_ANSI)
    return av_crc(table, 0, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), count) != 0
  }

  /// Returns the length of a frame of ADTS: 13 bits over three bytes (ISO 14496-3, 1.A.2.2).
  private static func adtsByteCount(_ bytes: UnsafeRawBufferPointer) -> Int? {
    guard bytes.count >= adtsHeaderSize, bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0 else { return nil }
    return Int(bytes[3] & 3) << 11 | Int(bytes[4]) << 3 | Int(bytes[5]) >> 5
  }

  /// Returns the length of a frame of AC-3: a code of rate and size, or the size itself in the enhanced syntax (ETSI TS
  /// 102 366, 4.4.1 and annex E 1.2).
  private static func ac3ByteCount(_ bytes: UnsafeRawBufferPointer) -> Int? {
    guard bytes.count >= ac3HeaderSize, bytes[0] == 0x0B, bytes[1] == 0x77 else { return nil }
    let isEnhanced = bytes[5] >> 3 > 10
    if isEnhanced { return 2 * ((Int(bytes[2] & 7) << 8 | Int(bytes[3])) + 1) }
    let rateCode = Int(bytes[4] >> 6)
    let sizeCode = Int(bytes[4] & 0x3F)
    guard rateCode < 3, sizeCode / 2 < ac3BitRates.count else { return nil }
    // A frame is 1536 samples; at 44.1 kHz odd codes are a word longer.
    let bitRate = ac3BitRates[sizeCode / 2] * 1000
    let words =
      switch rateCode {
      case 0: bitRate * 1536 / 48_000 / 16
      case 1: bitRate * 1536 / 44_100 / 16 + sizeCode % 2
      default: bitRate * 1536 / 32_000 / 16
      }
    return 2 * words
  }

  /// The bit rates in thousands of bits a second.
  private static let ac3BitRates = [
    32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
  ]
}
