import Foundation
import TestSupport
import Testing

/// `avwrite waveform`, judged by FFmpeg's decoding of the sound and of the image.
@Suite struct WaveformTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The document that the command prints.
  private struct Document: Decodable {
    var path: String
    var width: Int
    var height: Int
    var samples: Int
    var peaks: [[Int]]
  }

  private func waveform(_ name: String, _ options: String) throws -> Document {
    let words = ["waveform", Files.fixture(name), "--output-dir", ".", "--json"]
    let ending = try Command(words + options.split(separator: " ").map(String.init), in: folder).ending()
    #expect(ending.exit == 0, "\(ending.errors)")
    #expect(try Schema("waveform").problems(with: ending.output) == [])
    return try JSONDecoder().decode(Document.self, from: Data(ending.output.utf8))
  }

  /// FFmpeg's samples of a file, interleaved.
  private func samples(_ name: String) throws -> [Float] {
    let data = try Tool.ffmpeg.run(["-v", "error", "-i", Files.fixture(name), "-f", "f32le", "-"]).data
    return data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }

  /// The red, green, blue and alpha of an image's pixels, row by row.
  private func pixels(_ name: String) throws -> [UInt8] {
    Array(
      try Tool.ffmpeg.run(["-v", "error", "-i", folder.path(name), "-f", "rawvideo", "-pix_fmt", "rgba", "-"]).data)
  }

  private static func level(_ sample: Float) -> Int { Int((max(-1, min(1, sample)) * 32767).rounded()) }

  @Test func `peaks are those of the samples, channel by channel`() throws {
    let width = 16_000
    let document = try waveform("pcm24-stereo.wav", "--split --size \(width)x64")
    let samples = try samples("pcm24-stereo.wav")
    let count = samples.count / 2
    #expect(document.samples == count && document.peaks.count == 2)
    // As few samples as a bin has one of are cut exactly.
    try #require(count < width * 16)
    for channel in 0..<2 {
      var expected: [Int] = []
      for column in 0..<width {
        let first = Int(Double(column) * Double(count) / Double(width))
        let end = max(first + 1, Int(Double(column + 1) * Double(count) / Double(width)))
        let part = (first..<end).map { samples[$0 * 2 + channel] }
        expected += [Self.level(part.min() ?? 0), Self.level(part.max() ?? 0)]
      }
      #expect(document.peaks[channel] == expected)
    }
  }

  @Test func `each column of the image reaches from the lowest to the highest sample`() throws {
    let (width, height) = (200, 101)
    let document = try waveform(
      "pcm24-stereo.wav", "--size \(width)x\(height) --color FF0000 --background #00FF00 --name w")
    #expect(folder.names == ["w-waveform.png"])
    let pixels = try pixels("w-waveform.png")
    try #require(pixels.count == width * height * 4)
    func row(_ level: Int) -> Int { min(height - 1, Int((1 - Double(level) / 32767) / 2 * Double(height))) }
    for column in 0..<width {
      let (low, high) = (document.peaks[0][column * 2], document.peaks[0][column * 2 + 1])
      let red = (0..<height).filter { pixels[($0 * width + column) * 4] == 0xFF }
      // The levels of the document are rounded.
      #expect(abs((red.first ?? -9) - row(high)) <= 1 && abs((red.last ?? -9) - row(low)) <= 1)
      #expect(red.count == (red.last ?? 0) - (red.first ?? 0) + 1)
    }
  }

  @Test func `the background is transparent, and white in JPEG`() throws {
    _ = try waveform("pcm24-stereo.wav", "--size 64x64")
    _ = try waveform("pcm24-stereo.wav", "--size 64x64 --format jpeg")
    #expect(folder.names == ["pcm24-stereo-waveform.jpg", "pcm24-stereo-waveform.png"])
    let clear = try pixels("pcm24-stereo-waveform.png")
    #expect(Set(stride(from: 3, to: clear.count, by: 4).map { clear[$0] }) == [0, 0xFF])
    #expect(try pixels("pcm24-stereo-waveform.jpg").prefix(3).allSatisfy { $0 > 0xF0 })
  }

  @Test func `coded sound lasts as long as FFmpeg's`() throws {
    let document = try waveform("h264-aac.mov", "--size 320x40")
    let count = try samples("h264-aac.mov").count / 2
    #expect(abs(document.samples - count) <= 1024)
  }

  @Test func `what cannot be drawn is an error, and nothing is written`() throws {
    let silent = try Command.run("waveform", Files.fixture("h264-one-frame.mov"), "--output-dir", ".", in: folder)
    #expect(silent.exit == 69 && silent.errors.contains("has no track of sound"))
    let source = Files.fixture("pcm24-stereo.wav")
    let other = try Command.run("waveform", source, "--output-dir", ".", "--track", "7", in: folder)
    #expect(other.exit == 69 && other.errors.contains("number 7"))
    #expect(folder.names.isEmpty)
    let color = try Command.run("waveform", source, "--color", "blue", in: folder)
    #expect(color.exit == 64)
    _ = try waveform("pcm24-stereo.wav", "")
    let again = try Command.run("waveform", source, "--output-dir", ".", in: folder)
    #expect(again.exit == 73)
    let forced = try Command.run("waveform", source, "--output-dir", ".", "--force", in: folder)
    #expect(forced.exit == 0 && forced.output == "./pcm24-stereo-waveform.png\n")
  }
}
