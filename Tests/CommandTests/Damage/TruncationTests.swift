import Foundation
import TestSupport
import Testing

/// A file that ends too early is told from one whose bytes are wrong, wherever its own numbers say so.
@Suite struct TruncationTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func error(
    of bytes: Data, _ fileExtension: String, options: [String] = ["--drop", "video"]
  ) throws -> (code: String?, message: String) {
    try bytes.write(to: folder.file("in." + fileExtension))
    let arguments = ["transcode", "in." + fileExtension, "out.mp4", "--json", "-q", "--force"]
    let ending = try Command(arguments + options, in: folder).ending()
    #expect(ending.exit == 65, "\(ending.errors)")
    let document = try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any]
    return (document?["code"] as? String, ending.errors)
  }

  @Test(arguments: [
    "aac-5.1.m4a", "h264-aac-small.mp4", "h264-aac.mov", "h264-aac.ts", "h264-flac-srt.mkv", "h264-fragmented.mp4",
    "pcm24-stereo.wav", "speech-bare.mp3", "speech.flac", "speech.mp3", "vp9-opus.webm", "made.aiff", "made.caf",
    "made.ogg",
  ])
  func `a cut file is truncated and not damaged`(name: String) throws {
    let whole = try MadeMedia.bytes(of: name)
    for percent in [40, 97] {
      var length = whole.count * percent / 100
      // Nothing tells a transport stream that ends between two packets from a shorter one.
      if name.hasSuffix(".ts"), length % 188 == 0 { length += 1 }
      let (code, message) = try error(of: whole.prefix(length), (name as NSString).pathExtension)
      #expect(code == "E_INPUT_TRUNCATED", "\(percent) %: \(message)")
    }
  }

  /// The command says at once that a file is cut, and not after hours of encoding.
  @Test func `a part of a cut movie that lies before what is missing is refused too`() throws {
    let whole = try MadeMedia.bytes(of: "h264-aac-small.mp4")
    for options in [["--speed", "ultrafast"], ["--video-codec", "copy", "--audio-codec", "copy"]] {
      let cut = whole.prefix(whole.count * 9 / 10)
      let (code, message) = try error(of: cut, "mp4", options: options + ["--end", "0.1"])
      #expect(code == "E_INPUT_TRUNCATED" && message.contains("lie beyond the file's \(cut.count)"), "\(message)")
    }
  }

  /// Its reader says of such an end that reading failed, as a broken disk does.
  @Test(arguments: ["h264-flac-srt.mkv", "vp9-opus.webm"])
  func `Matroska that ends within its header is no missing file`(name: String) throws {
    let whole = try MadeMedia.bytes(of: name)
    for length in [100, 200, 300] {
      let message = try error(of: whole.prefix(length), (name as NSString).pathExtension).message
      #expect(!message.contains("Input/output error"), "\(length): \(message)")
    }
  }

  @Test func `a movie that is cut before its index says where`() throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: Files.fixture("h264-aac.mov")))
    let message = try error(of: whole.prefix(whole.count / 2), "mov").message
    #expect(message.contains("'mdat' at byte 28 ends"))
  }

  @Test(arguments: ["moov-flipped.mp4", "moov-missing.mp4", "stsd-missing.mp4", "stsc-zero.mp4", "stco-beyond-end.mp4"])
  func `a whole file with wrong tables is damaged and not truncated`(name: String) throws {
    let (code, message) = try error(
      of: Data(contentsOf: URL(fileURLWithPath: Files.corrupt(name))), "mp4", options: ["--speed", "ultrafast"])
    #expect(code == "E_INPUT_DAMAGED", "\(message)")
  }

  @Test(arguments: [["styp", "moof", "mdat"], ["moof", "mdat"], ["moof"]])
  func `a fragment without its movie is a damaged movie, whatever boxes it has`(boxes: [String]) throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: Files.fixture("h264-fragmented.mp4")))
    let start = try #require(whole.range(of: Data("moof".utf8))).lowerBound - 4
    let media = try #require(whole[start...].range(of: Data("mdat".utf8))).lowerBound - 4
    var bytes = boxes.first == "styp" ? Data([0, 0, 0, 16]) + Data("stypmsdh\0\0\0\0".utf8) : Data()
    bytes += boxes.last == "mdat" ? whole[start...] : whole[start..<media]
    let (code, message) = try error(of: bytes, "mp4")
    #expect(code == "E_INPUT_DAMAGED")
    #expect(message.contains("the movie has no index ('moov')"), "\(message)")
  }

  @Test func `sound whose table of times contradicts its samples is damaged`() throws {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: Files.fixture("speech.m4a")))
    let table = try #require(bytes.range(of: Data("stts".utf8))).upperBound
    // Each packet of 1024 samples is said to last 1032 of them.
    bytes[table + 15] ^= 8
    let (code, message) = try error(of: bytes, "m4a", options: ["--audio-codec", "aac"])
    #expect(code == "E_INPUT_DAMAGED")
    #expect(message.contains("of sound, but its index spreads it over"), "\(message)")
  }
}
