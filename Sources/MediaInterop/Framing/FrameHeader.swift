import Bitstreams
internal import CFFmpeg

/// The length of an encoded frame from its own header, for codings whose frames follow one another in a file without a
/// container.
package enum FrameHeader {
  /// Returns whether a frame lacks some of its bytes. It is `false` if the coding does not show it, and for bytes that
  /// are no frame at all.
  static func isCut(_ codec: CodecID, _ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let first = bytes.first else { return false }
    switch codec {
    case .mp3, .mp2: return isShort(bytes, byteCount(codec, bytes), first == 0xFF, MPEGAudioHeader.size)
    case .aac: return isShort(bytes, byteCount(codec, bytes), first == 0xFF, ADTSHeader.size)
    case .ac3, .eac3: return isShort(bytes, byteCount(codec, bytes), first == 0x0B, AC3SyncFrame.sizeHeaderSize)
    case .amrNarrowband: return bytes.count < narrowbandByteCounts[Int(first >> 3 & 15)]
    case .amrWideband: return bytes.count < widebandByteCounts[Int(first >> 3 & 15)]
    case .flac: return isFLACCut(bytes)
    default: return false
    }
  }

  /// Returns the number of bytes of the frame that begins here, including its header, for MPEG audio, AAC in ADTS and
  /// AC-3. It is `nil` for bytes that are no header, for a header that does not state the length ("free format"), and
  /// for other codings.
  package static func byteCount(_ codec: CodecID, _ bytes: UnsafeRawBufferPointer) -> Int? {
    switch codec {
    case .mp3, .mp2: MPEGAudioHeader(bytes)?.frameSize
    case .aac: ADTSHeader.frameSize(header: bytes)
    case .ac3, .eac3: AC3SyncFrame.frameSize(header: bytes)
    default: nil
    }
  }

  /// Returns the sample rate that the header of a frame of MPEG audio or of AAC in ADTS states, in hertz. It is `nil`
  /// for bytes that are no header, and for other codings.
  package static func sampleRate(_ codec: CodecID, _ bytes: UnsafeRawBufferPointer) -> Int? {
    switch codec {
    case .mp3, .mp2: MPEGAudioHeader(bytes)?.sampleRate
    case .aac: ADTSHeader.sampleRate(header: bytes)
    default: nil
    }
  }

  /// Returns the part that is the same in the headers of all frames of a stream: the coding, the sample rate and, for
  /// AAC, the channels. It is `nil` for bytes that are no header.
  package static func signature(_ codec: CodecID, _ bytes: UnsafeRawBufferPointer) -> UInt32? {
    guard byteCount(codec, bytes) != nil else { return nil }
    // The bytes belong to a header, so they exist.
    switch codec {
    case .aac: return UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self)) & 0xFFFE_FDC0
    case .ac3, .eac3: return UInt32(bytes[4] & 0xC0) << 8 | UInt32(bytes[5] & 0xF8)
    default: return UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self)) >> 8 & 0xFFFE0C
    }
  }

  /// Returns whether there are too few bytes for their frame. Bytes without a readable header belong to a frame only if
  /// they are too few for a header and begin like one.
  private static func isShort(
    _ bytes: UnsafeRawBufferPointer, _ byteCount: Int?, _ beginsLikeOne: Bool, _ headerSize: Int
  ) -> Bool {
    if let byteCount { return bytes.count < byteCount }
    return beginsLikeOne && bytes.count < headerSize
  }

  /// The number of bytes of a frame by its mode (RFC 4867, 5.3): the header of one byte and the mode's speech bits;
  /// comfort noise; unused; no data.
  private static let narrowbandByteCounts = [13, 14, 16, 18, 20, 21, 27, 32, 6, 1, 1, 1, 1, 1, 1, 1]
  private static let widebandByteCounts = [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 1, 1, 1, 1, 1, 1]

  /// Returns whether a frame of FLAC is truncated. A frame ends with a checksum of all bytes before it, so the checksum
  /// of the whole frame is zero (RFC 9639, 9.3). A tag (ID3v1) may follow the last frame.
  private static func isFLACCut(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let tagSize = 128
    var count = bytes.count
    if count > tagSize, bytes[(count - tagSize)...].starts(with: Array("TAG".utf8)) { count -= tagSize }
    let table = av_crc_get_table(AV_CRC_16_ANSI)
    return av_crc(table, 0, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), count) != 0
  }
}
