import AVFoundation
import Foundation
import TestSupport
import Testing

/// Files of generated images, as ffmpeg reads them.
@Suite(.enabled(if: Tool.ffmpeg.isInstalled(for: "no image file is read by it"))) struct ImageFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func generator(_ name: String) -> AVAssetImageGenerator {
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: Files.fixtures.appendingPathComponent(name)))
    (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
    return generator
  }

  /// The picture of a file at a time, by ffmpeg, as red, green and blue.
  private func picture(_ path: String, _ filters: String = "null", at seconds: Double = 0) throws -> [UInt8] {
    try Tool.ffmpeg.run([
      "-nostdin", "-v", "error", "-noautorotate", "-i", path, "-vf",
      "select=gte(t\\,\(seconds)),\(filters),scale=flags=accurate_rnd+full_chroma_int+full_chroma_inp,format=rgb24",
      "-frames:v", "1", "-f", "rawvideo", "-",
    ]).bytes
  }

  /// The PSNR of two pictures in dB.
  private func likeness(_ one: [UInt8], _ other: [UInt8]) -> Double {
    guard !one.isEmpty, one.count == other.count else { return 0 }
    let sum = zip(one, other).reduce(0.0) { sum, pair in
      let difference = Double(pair.0) - Double(pair.1)
      return sum + difference * difference
    }
    return 10 * log10(255 * 255 / max(sum / Double(one.count), 1e-6))
  }

  private func rgb(of image: CGImage) throws -> [UInt8] {
    let data = try #require(image.dataProvider?.data)
    let bytes = UnsafeRawBufferPointer(start: data.bytes, count: data.length)
    return (0..<image.height).flatMap { row in
      (0..<image.width).flatMap { column in
        [2, 1, 0].map { bytes[row * image.bytesPerRow + column * 4 + $0] }
      }
    }
  }

  @Test(arguments: ["h264-aac.mov", "h264-anamorphic.mp4", "mpeg4-odd.mp4", "vp9-opus.webm", "mjpeg-pcm.mov"])
  func `GI-50: a PNG file holds the image, which is like ffmpeg's picture`(name: String) async throws {
    let generator = generator(name)
    generator.apertureMode = .encodedPixels
    let (image, time) = try await generator.image(at: CMTime(value: 2, timescale: 5))
    let file = folder.file("image.png")
    try image.fileData(as: .png).write(to: file)
    let (read, pixels) = (try picture(file.path), try rgb(of: image))
    #expect(read == pixels, "\(name)")
    // ffmpeg's times of a container may begin elsewhere.
    let peer = try picture(Files.fixture(name), at: time.seconds - 0.001)
    #expect(likeness(read, peer) >= 30, "\(name): \(likeness(read, peer))")
  }

  @Test func `GI-50: PNG files name their colours`() async throws {
    let plain = folder.file("plain.png")
    try await generator("h264-aac.mov").image(at: .zero).image.fileData(as: .png).write(to: plain)
    #expect(try Data(contentsOf: plain).range(of: Data("sRGB".utf8)) != nil)
    let generator = generator("hevc10-hdr10.mp4")
    generator.dynamicRangePolicy = .matchSource
    let deep = folder.file("deep.png")
    try await generator.image(at: .zero).image.fileData(as: .png).write(to: deep)
    let probed = try Tool.ffprobe.run([
      "-v", "error", "-show_entries", "stream=width,height,pix_fmt", "-of", "csv=p=0", deep.path,
    ])
    #expect(probed.text.trimmingCharacters(in: .whitespacesAndNewlines) == "320,180,rgb48be")
    let bytes = [UInt8](try Data(contentsOf: deep))
    let place = try #require(Data(bytes).range(of: Data("cICP".utf8)))
    #expect(Array(bytes[place.upperBound..<place.upperBound + 4]) == [9, 16, 0, 1])
  }

  @Test(arguments: [(AVImageFileType.jpeg(quality: 0.95), 34.0, "mjpeg"), (.webP(quality: 0.95), 34, "webp")])
  func `GI-51: JPEG and WebP files are like the image`(
    type: AVImageFileType, least: Double, codec: String
  ) async throws {
    try #require(type.isAvailable)
    let image = try await generator("h264-aac.mov").image(at: CMTime(value: 2, timescale: 1)).image
    let file = folder.file("image." + type.fileExtension)
    try image.fileData(as: type).write(to: file)
    let found = likeness(try picture(file.path), try rgb(of: image))
    #expect(found >= least, "\(found)")
    let probed = try Tool.ffprobe.run([
      "-v", "error", "-show_entries", "stream=codec_name,width,height", "-of", "csv=p=0", file.path,
    ])
    #expect(probed.text.trimmingCharacters(in: .whitespacesAndNewlines) == "\(codec),480,270")
  }

  @Test func `GI-51: JPEG and WebP refuse high dynamic range, and a worse quality is smaller`() async throws {
    let generator = generator("hevc10-hlg.mp4")
    let mapped = try await generator.image(at: .zero).image
    let (fine, coarse) = (
      try mapped.fileData(as: .jpeg(quality: 1)), try mapped.fileData(as: .jpeg(quality: 0.2))
    )
    #expect(coarse.count < fine.count / 2)
    generator.dynamicRangePolicy = .matchSource
    let deep = try await generator.image(at: .zero).image
    for type in [AVImageFileType.jpeg(quality: 0.9), .webP(quality: 0.9)] {
      #expect { try deep.fileData(as: type) } throws: { ($0 as? AVError)?.code == .unsupportedOutputSettings }
    }
  }
}
