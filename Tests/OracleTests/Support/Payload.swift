import Foundation
import TestSupport

/// The media of a stream without its framing, as `ffmpeg` takes it out of a file without decoding it.
enum Payload {
  /// The NAL units of a stream, without those that a movie keeps in its sample entry (parameter sets) or has no use
  /// for (delimiters).
  static func units(_ path: String, stream: String, codec: String) throws -> [Data] {
    let bytes = try raw(path, stream: stream, format: codec)
    return annexB(bytes).filter { unit in
      guard let first = unit.first else { return false }
      // H.264 7.4.1, table 7-1; H.265 7.4.2.2, table 7-1.
      return codec == "hevc" ? !(32...35).contains(first >> 1 & 0x3f) : !(7...9).contains(first & 0x1f)
    }
  }

  /// All bytes of a stream in one piece: packets of PCM have no boundaries of their own.
  static func bytes(_ path: String, stream: String) throws -> Data { try raw(path, stream: stream, format: "data") }

  /// AAC with headers of its own, as in a transport stream.
  static func aac(_ path: String, stream: String) throws -> Data { try raw(path, stream: stream, format: "adts") }

  private static func raw(_ path: String, stream: String, format: String) throws -> Data {
    let isMovie = ["mov", "mp4", "m4a", "3gp"].contains((path as NSString).pathExtension.lowercased())
    return try Tool.ffmpeg.run(
      ["-v", "error"] + (isMovie ? ["-ignore_editlist", "1"] : []) + ["-i", path, "-map", "0:\(stream)", "-c", "copy"]
        + ["-copyinkf", "-f", format, "-"]
    ).data
  }

  /// Splits at start codes (H.264 annex B); the zeros before one are no part of a unit.
  private static func annexB(_ data: Data) -> [Data] {
    let bytes = [UInt8](data)
    var units: [Data] = []
    var start: Int?
    var index = 0
    func close(at end: Int) {
      guard let start else { return }
      var end = end
      while end > start, bytes[end - 1] == 0 { end -= 1 }
      units.append(Data(bytes[start..<end]))
    }
    while index + 2 < bytes.count {
      if bytes[index] == 0, bytes[index + 1] == 0, bytes[index + 2] == 1 {
        close(at: index)
        start = index + 3
        index += 3
      } else {
        index += 1
      }
    }
    close(at: bytes.count)
    return units
  }
}
