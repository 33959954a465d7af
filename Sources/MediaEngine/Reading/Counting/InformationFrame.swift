import Bitstreams
import MediaInterop
import MovieFile

/// The first frame of an MP3 file, if it contains no sound but describes the frames behind it.
struct InformationFrame {
  /// The samples that the encoder added before and after the sound; `nil` if it does not state them.
  let gapless: GaplessTag?
  /// The number of samples of all frames behind it. It is `nil` if the frame does not state the number of frames, or if
  /// the file has another size than stated because it was truncated or has grown.
  let sampleCount: Int?

  /// The number of bytes that are searched for the frame. It follows the ID3 tag, except for a little padding.
  private static let searchedBytes = 8192
  /// The share of a file, and the number of bytes, that tags at its end may occupy.
  private static let (largestShare, usualTags) = (0.05, Int64(4096))

  /// Reads a file's first frame; `nil` if it contains sound.
  init?(_ file: any ByteSource) {
    guard let begin = try? file.read(TagBlock.headerSize, at: 0) else { return nil }
    let offset = TagBlock.byteCount(begin) ?? 0
    guard let bytes = try? file.read(Self.searchedBytes, at: offset) else { return nil }
    self.init(bytes, of: file.byteCount - offset)
  }

  /// - Parameters:
  ///   - bytes: the file's bytes, from the frame or a little before it.
  ///   - byteCount: the number of bytes from there to the file's end.
  init?(_ bytes: [UInt8], of byteCount: Int64) {
    guard let start = bytes.indices.first(where: { Self.header([UInt8](bytes[$0...].prefix(4))) != nil }),
      let header = Self.header([UInt8](bytes[start...].prefix(4))), let tag = XingTag(frame: [UInt8](bytes[start...]))
    else { return nil }
    gapless = GaplessTag(tag)
    let rest = tag.byteCount.map { byteCount - Int64(start) - Int64($0) }
    let isOfThisFile = rest.map {
      $0 >= 0 && Double($0) <= Double(byteCount) * Self.largestShare + Double(Self.usualTags)
    }
    sampleCount = isOfThisFile == true ? tag.frameCount.map { Int($0) * header.samplesPerFrame } : nil
  }

  private static func header(_ bytes: [UInt8]) -> MPEGAudioHeader? {
    guard bytes.first == 0xFF, let header = try? MPEGAudioHeader(frame: bytes), header.layer == 3 else { return nil }
    return header
  }
}
