import Foundation
import TestSupport
import Testing

/// Closed captions that pictures carry (ATSC A/53 part 4), picture by picture as libavcodec finds them.
@Suite(.enabled(if: Tool.ffmpeg.isInstalled(for: "closed captions are not compared")))
struct CaptionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A bare stream of H.264 with B-frames, of which each picture from a number on has captions of its own.
  private func source(captionedFrom first: Int = 0, size: String = "64x48") throws -> String {
    let plain = folder.path("plain.h264")
    try Tool.ffmpeg.run([
      "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=d=2:s=\(size):r=25", "-pix_fmt", "yuv420p", "-c:v", "libx264",
      "-bf", "2", "-x264-params", "aud=1:keyint=20:b-pyramid=normal", "-f", "h264", plain,
    ])
    let stream = [UInt8](try Data(contentsOf: URL(fileURLWithPath: plain)))
    let path = folder.path("in.h264")
    try Data(Self.captioned(stream, from: first)).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// The stream with a message in front of the first slice behind each delimiter.
  private static func captioned(_ stream: [UInt8], from first: Int) -> [UInt8] {
    var result: [UInt8] = []
    var picture = -1
    var needsCaptions = false
    for unit in units(of: stream) {
      let type = unit[0] & 0x1F
      if type == 9 {
        picture += 1
        needsCaptions = picture >= first
      }
      if (1...5).contains(type), needsCaptions {
        result += startCode + captions(of: picture)
        needsCaptions = false
      }
      result += startCode + unit
    }
    return result
  }

  private static let startCode: [UInt8] = [0, 0, 0, 1]

  /// The NAL units of a byte stream.
  private static func units(of stream: [UInt8]) -> [[UInt8]] {
    var starts: [Int] = []
    for index in 0..<(stream.count - 2) where stream[index] == 0 && stream[index + 1] == 0 && stream[index + 2] == 1 {
      starts.append(index + 3)
    }
    return starts.enumerated().map { place, start in
      var end = place + 1 < starts.count ? starts[place + 1] - 3 : stream.count
      while end > start, stream[end - 1] == 0 { end -= 1 }
      return Array(stream[start..<end])
    }
  }

  /// A NAL unit of supplemental information, of bytes that need no others against start codes. Some pictures have more
  /// captions than one message holds.
  private static func captions(of picture: Int) -> [UInt8] {
    var unit: [UInt8] = [6]
    for part in 0...(picture % 3) {
      let count = part == 0 ? 31 : 20
      let triplets = (0..<count).flatMap { unit -> [UInt8] in
        [0xFC, UInt8(0x20 + picture % 90), UInt8(0x20 + (unit + part) % 90)]
      }
      let message = [0xB5, 0, 0x31] + Array("GA94".utf8) + [3, 0x40 | UInt8(count), 0xFF] + triplets + [0xFF]
      unit += [4, UInt8(message.count)] + message
    }
    return unit + [0x80]
  }

  /// A hash of the captions of each picture that has some, in the order of presentation.
  private func captions(_ path: String) throws -> [String] {
    let output = try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "movie=\(path)[out0+subcc]", "-map", "0:s", "-c", "copy", "-f", "framemd5",
      "-",
    ])
    return output.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
      line.split(separator: ",").last.map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  private func entry(_ ledger: LedgerDocument, among entries: KeyPath<LedgerDocument, [LedgerDocument.Entry]>)
    -> LedgerDocument.Entry?
  {
    ledger[keyPath: entries].first { $0.fact == "track.1.video.captions" }
  }

  @Test(arguments: [
    ("mp4", ["--speed", "ultrafast"]), ("mkv", ["--speed", "medium", "--max-size", "32x24"]),
    ("mp4", ["--speed", "ultrafast", "--multi-pass", "--video-bitrate", "60k"]),
    ("mp4", ["--video-codec", "hevc", "--speed", "medium"]), ("ts", ["--video-codec", "hevc", "--speed", "ultrafast"]),
  ])
  func `every picture keeps its captions`(container: String, options: [String]) throws {
    let (source, output) = (try source(), folder.path("out.\(container)"))
    let expected = try captions(source)
    #expect(Set(expected).count == 50)
    let ledger = try LedgerDocument.transcoding(source, to: output, options)
    #expect(try captions(output) == expected)
    #expect(entry(ledger, among: \.kept)?.from == "ATSC A/53")
  }

  @Test(arguments: [
    ("mp4", ["--video-codec", "copy"]), ("ts", ["--video-codec", "copy"]), ("mkv", ["--video-codec", "copy"]),
    ("mp4", ["--speed", "ultrafast", "--parallel", "segment"]),
  ])
  func `copies and segments keep them`(container: String, options: [String]) throws {
    let (movie, output) = (folder.path("in.mp4"), folder.path("out.\(container)"))
    // libavcodec's part of x264 writes what one message holds.
    try Tool.ffmpeg.run([
      "-v", "error", "-i", source(), "-c:v", "libx264", "-a53cc", "1", "-bf", "2", "-g", "20", movie,
    ])
    let ledger = try LedgerDocument.transcoding(movie, to: output, options)
    let expected = try captions(movie)
    #expect(Set(expected).count == 50)
    #expect(try captions(output) == expected)
    #expect(entry(ledger, among: \.kept)?.from == "ATSC A/53")
  }

  @Test func `they go from HEVC and from MPEG-2 into H.264`() throws {
    let (source, hevc, mpeg) = (try source(), folder.path("a.mp4"), folder.path("b.ts"))
    let expected = try captions(source)
    _ = try LedgerDocument.transcoding(source, to: hevc, ["--video-codec", "hevc", "--speed", "ultrafast"])
    try Tool.ffmpeg.run(["-v", "error", "-i", source, "-c:v", "mpeg2video", "-a53cc", "1", mpeg])
    for path in [hevc, mpeg] {
      let before = try captions(path)
      let ledger = try LedgerDocument.transcoding(path, to: folder.path("c.mp4"), ["--speed", "ultrafast", "--force"])
      #expect(try captions(folder.path("c.mp4")) == before)
      #expect(entry(ledger, among: \.kept) != nil)
    }
    #expect(try captions(hevc) == expected)
  }

  @Test func `interlaced pictures that are made whole keep them`() throws {
    let (source, fields) = (try source(size: "64x64"), folder.path("fields.ts"))
    try Tool.ffmpeg.run([
      "-v", "error", "-i", source, "-vf", "setfield=tff", "-flags", "+ildct+ilme", "-c:v", "mpeg2video", "-a53cc", "1",
      fields,
    ])
    _ = try LedgerDocument.transcoding(fields, to: folder.path("out.mp4"), ["--speed", "ultrafast", "--deinterlace"])
    #expect(try captions(folder.path("out.mp4")) == captions(fields))
  }

  @Test func `a part of which no picture has any says so`() throws {
    let (source, output) = (try source(captionedFrom: 10), folder.path("out.mp4"))
    let ledger = try LedgerDocument.transcoding(source, to: output, ["--speed", "ultrafast", "--end", "0.2"])
    #expect(entry(ledger, among: \.dropped)?.reason == "none of the pictures that were read has any")
  }

  @Test(arguments: [
    ("mp4", ["--video-codec", "av1", "--speed", "ultrafast"], "av1 is encoded without captions"),
    ("mov", ["--video-codec", "prores"], "prores is encoded without captions"),
    ("mp4", ["--frame-rate", "50"], "captions belong to single pictures, and the frame rate changes to 50.0"),
  ])
  func `what cannot keep them says so`(container: String, options: [String], reason: String) throws {
    for first in [0, 30] {
      let (source, output) = (try source(captionedFrom: first, size: "128x96"), folder.path("out.\(container)"))
      let ledger = try LedgerDocument.transcoding(source, to: output, options + ["--force"])
      // Those that begin late are found on the way.
      #expect(entry(ledger, among: \.dropped)?.reason == reason)
      #expect(try captions(output) == [])
    }
  }
}
