import AVFoundation
import TestSupport
import Testing

/// Pictures in Core Video's packings of more than eight bits, beside what FFmpeg reads of the same file.
@Suite("Packed pictures of many bits")
struct PackedPicturesTests {
  private static let (width, height) = (100, 36)
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Makes a movie of three pictures, as uncompressed 4:2:2 of 10 bits.
  private func movie() throws -> URL {
    let url = folder.file("v210.mov")
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=\(Self.width)x\(Self.height):rate=25", "-frames:v", "3",
      "-pix_fmt", "yuv422p10le", "-c:v", "v210", url.path,
    ])
    return url
  }

  private static func pictures(_ url: URL, _ format: OSType) throws -> [CVPixelBuffer] {
    var pictures: [CVPixelBuffer] = []
    let settings = [kCVPixelBufferPixelFormatTypeKey as String: format]
    try ReadMedia.forEachSample(of: url, .video, settings: settings) { pictures.append(try #require($0.imageBuffer)) }
    return pictures
  }

  /// Returns the rows of pictures of one plane, without what lies behind them.
  private static func bytes(_ pictures: [CVPixelBuffer], bytesPerRow: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    for picture in pictures {
      #expect(CVPixelBufferGetWidth(picture) == width && CVPixelBufferGetHeight(picture) == height)
      #expect(!CVPixelBufferIsPlanar(picture))
      CVPixelBufferLockBaseAddress(picture, .readOnly)
      defer { CVPixelBufferUnlockBaseAddress(picture, .readOnly) }
      let base = try #require(CVPixelBufferGetBaseAddress(picture))
      for row in 0..<height {
        let start = base + row * CVPixelBufferGetBytesPerRow(picture)
        bytes += UnsafeRawBufferPointer(start: start, count: bytesPerRow)
      }
    }
    return bytes
  }

  private static func words(_ bytes: [UInt8]) -> [UInt16] {
    stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
  }

  @Test func `v210 is read as FFmpeg writes it`() throws {
    guard Tool.ffmpeg.isInstalled(for: "nobody else makes v210") else { return }
    let url = try movie()
    let packets = try Tool.ffmpeg.run(["-v", "error", "-i", url.path, "-c", "copy", "-f", "rawvideo", "-"]).bytes
    let pictures = try Self.pictures(url, kCVPixelFormatType_422YpCbCr10)
    #expect(pictures.allSatisfy { CVPixelBufferGetBytesPerRow($0) % 128 == 0 })
    // Six columns are 16 bytes, and FFmpeg's rows a multiple of 48 columns.
    let (used, stored) = ((Self.width + 5) / 6 * 16, (Self.width + 47) / 48 * 128)
    let expected = stride(from: 0, to: packets.count, by: stored).flatMap { packets[$0..<$0 + used] }
    #expect(try Self.bytes(pictures, bytesPerRow: used) == expected)
  }

  @Test func `v216 has the same samples`() throws {
    guard Tool.ffmpeg.isInstalled(for: "nobody else makes v210") else { return }
    let url = try movie()
    let planes = Self.words(
      try Tool.ffmpeg.run(["-v", "error", "-i", url.path, "-pix_fmt", "yuv422p10le", "-f", "rawvideo", "-"]).bytes)
    let luma = Self.width * Self.height
    var expected: [UInt16] = []
    for picture in stride(from: 0, to: planes.count, by: 2 * luma) {
      for pair in 0..<luma / 2 {
        let (cb, cr) = (planes[picture + luma + pair], planes[picture + luma + luma / 2 + pair])
        expected += [cb, planes[picture + 2 * pair], cr, planes[picture + 2 * pair + 1]].map { $0 << 6 }
      }
    }
    let pictures = try Self.pictures(url, kCVPixelFormatType_422YpCbCr16)
    #expect(Self.words(try Self.bytes(pictures, bytesPerRow: 4 * Self.width)) == expected)
  }

  @Test func `b64a has the same samples of RGB with opacity`() throws {
    guard Tool.ffmpeg.isInstalled(for: "nobody else makes pictures of 16 bits with opacity") else { return }
    let url = folder.file("png.mov")
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=\(Self.width)x\(Self.height):rate=25:alpha=100", "-frames:v",
      "3", "-pix_fmt", "rgba64be", "-c:v", "png", url.path,
    ])
    let samples = try Tool.ffmpeg.run([
      "-v", "error", "-i", url.path, "-pix_fmt", "rgba64be", "-f", "rawvideo", "-",
    ]).bytes
    var expected: [UInt8] = []
    for pixel in stride(from: 0, to: samples.count, by: 8) {
      expected += samples[pixel + 6..<pixel + 8]
      expected += samples[pixel..<pixel + 6]
    }
    let pictures = try Self.pictures(url, kCVPixelFormatType_64ARGB)
    #expect(try Self.bytes(pictures, bytesPerRow: 8 * Self.width) == expected)
  }

  @Test func `half precision is the same colours as words of 16 bits`() throws {
    guard Tool.ffmpeg.isInstalled(for: "nobody else makes v210") else { return }
    let url = try movie()
    let words = Self.words(
      try Self.bytes(try Self.pictures(url, kCVPixelFormatType_64RGBALE), bytesPerRow: 8 * Self.width))
    let halves = Self.words(
      try Self.bytes(try Self.pictures(url, kCVPixelFormatType_64RGBAHalf), bytesPerRow: 8 * Self.width))
    #expect(words.count == halves.count && words.count == 3 * 4 * Self.width * Self.height)
    // Colours that the planes have beyond black and white stay in half precision.
    let differences = zip(words, halves).map { word, half in
      abs(min(1, max(0, Double(Float16(bitPattern: half)))) - Double(word) / 65535)
    }
    #expect(differences.allSatisfy { $0 < 0.001 })
  }

  @Test func `WI-70: v210 is encoded as the same samples in planes are`() throws {
    guard Tool.ffmpeg.isInstalled(for: "nobody else makes v210") else { return }
    let source = try movie()
    let files = try [kCVPixelFormatType_422YpCbCr10, kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange].map { format in
      let pictures = try Self.pictures(source, format)
      let url = folder.file("\(format).mov")
      let settings: [String: Any] = [
        AVVideoCodecKey: AVVideoCodecType.proRes422, AVVideoWidthKey: Self.width, AVVideoHeightKey: Self.height,
      ]
      try WrittenFile.video(url, settings: settings, count: pictures.count) { pictures[$0] }
      return try ReadMedia.stored(url, .video).map(\.bytes)
    }
    #expect(files[0].count == 3 && files[0] == files[1])
  }
}
