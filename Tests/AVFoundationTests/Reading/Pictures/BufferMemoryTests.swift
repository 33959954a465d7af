import AVFoundation
import TestSupport
import Testing

/// What a reader's settings ask of the memory of pictures.
@Suite("Memory of a reader's pictures")
struct BufferMemoryTests {
  private static let movie = MediaFiles.fixture("h264-aac-small.mp4")

  private static func pictures(_ settings: [CFString: Int], _ format: OSType) throws -> [CMSampleBuffer] {
    var values: [String: Any] = [kCVPixelBufferPixelFormatTypeKey as String: format]
    for (key, value) in settings { values[key as String] = value }
    var samples: [CMSampleBuffer] = []
    try ReadMedia.forEachSample(of: movie, .video, settings: values) { if samples.count < 3 { samples.append($0) } }
    return samples
  }

  private static let formats = [kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange]

  @Test(arguments: formats)
  func `rows begin where they are asked to`(_ format: OSType) throws {
    let plain = try Self.pictures([:], format)
    let aligned = try Self.pictures([kCVPixelBufferBytesPerRowAlignmentKey: 512], format)
    for (sample, other) in zip(aligned, plain) {
      let buffer = try #require(sample.imageBuffer)
      #expect(CVPixelBufferGetBytesPerRow(buffer) % 512 == 0)
      #expect(try RangeReading.Picture(sample) == RangeReading.Picture(other))
      let attachments = CVBufferCopyAttachments(buffer, .shouldPropagate)
      #expect(try attachments == CVBufferCopyAttachments(#require(other.imageBuffer), .shouldPropagate))
    }
  }

  @Test(arguments: formats)
  func `the room around a picture is there`(_ format: OSType) throws {
    let plain = try Self.pictures([:], format)
    let roomy = try Self.pictures(
      [kCVPixelBufferExtendedPixelsRightKey: 16, kCVPixelBufferExtendedPixelsBottomKey: 8], format)
    for (sample, other) in zip(roomy, plain) {
      let buffer = try #require(sample.imageBuffer)
      var (right, bottom) = (0, 0)
      CVPixelBufferGetExtendedPixels(buffer, nil, &right, nil, &bottom)
      #expect(right == 16 && bottom == 8)
      #expect(CVPixelBufferGetWidth(buffer) == 160)
      #expect(try RangeReading.Picture(sample) == RangeReading.Picture(other))
    }
  }

  @Test func `an alignment that no memory has is refused`() throws {
    let (asset, track) = try ReadMedia.track(Self.movie, .video)
    let reader = try AVAssetReader(asset: asset)
    let settings = [kCVPixelBufferBytesPerRowAlignmentKey as String: 48]
    reader.add(AVAssetReaderTrackOutput(track: track, outputSettings: settings))
    #expect(!reader.startReading())
    #expect((reader.error as? AVError)?.code == .unsupportedOutputSettings)
  }
}
