import AVFoundation
import TestSupport
import Testing

/// The ends of a stream and the odd cases, of every encoder of pictures.
@Suite("Encoders at their edges")
struct EncoderEdgeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let codecs: [AVVideoCodecType] = [.h264, .hevc, .av1, .vp9, .proRes422, .jpeg, .ffv1]

  private static func settings(
    _ codec: AVVideoCodecType, _ width: Int = 96, _ height: Int = 80, _ compression: [String: Any] = [:]
  ) -> [String: Any] {
    [
      AVVideoCodecKey: codec, AVVideoWidthKey: width, AVVideoHeightKey: height,
      AVVideoCompressionPropertiesKey: [AVVideoEncoderSpeedKey: "ultrafast"].merging(compression) { $1 },
    ]
  }

  @Test(arguments: codecs)
  func `one picture, and no more, comes out`(_ codec: AVVideoCodecType) throws {
    let url = folder.file("out.mov")
    try WrittenFile.video(url, settings: Self.settings(codec), count: 1) {
      ComputedMedia.picture(width: 96, height: 80, index: $0)
    }
    #expect(try ReadMedia.pictureTimes(url) == [.zero])
  }

  @Test(arguments: codecs)
  func `a track without pictures is none`(_ codec: AVVideoCodecType) throws {
    let writer = try AVAssetWriter(outputURL: folder.file("out.mov"), fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: Self.settings(codec))
    let sound = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.aac())
    writer.add(input)
    writer.add(sound)
    try WrittenFile.start(writer)
    let silence = try ComputedMedia.audioSample(start: 0, count: 1000)
    #expect(sound.append(silence))
    try finishWriting(writer)
    #expect(AVURLAsset(url: writer.outputURL).tracks(withMediaType: .audio).count == 1)
  }

  @Test(arguments: codecs)
  func `a writer that is cancelled in the middle leaves nothing, and ends`(_ codec: AVVideoCodecType) async throws {
    let url = folder.file("out.mov")
    try await bounded {
      let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
      let input = AVAssetWriterInput(mediaType: .video, outputSettings: Self.settings(codec))
      writer.add(input)
      try WrittenFile.start(writer)
      for index in 0..<7 {
        input.waitUntilReady()
        let picture = ComputedMedia.picture(width: 96, height: 80, index: index)
        let sample = try ComputedMedia.sample(picture, at: CMTime(value: CMTimeValue(index), timescale: 25))
        #expect(input.append(sample))
      }
      writer.cancelWriting()
    }
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  @Test(arguments: codecs)
  func `an odd size is what is shown`(_ codec: AVVideoCodecType) throws {
    let url = folder.file("out.mov")
    try WrittenFile.video(url, settings: Self.settings(codec, 97, 81), count: 3) {
      ComputedMedia.picture(width: 97, height: 81, index: $0)
    }
    let (_, track) = try ReadMedia.track(url, .video)
    #expect(track.naturalSize == CGSize(width: 97, height: 81))
    #expect(try ReadMedia.pictureTimes(url).count == 3)
  }

  @Test(arguments: codecs)
  func `the smallest pictures are encoded, or refused with the least size`(_ codec: AVVideoCodecType) throws {
    let least: [AVVideoCodecType: Int] = [.av1: 64, .hevc: 16, .ffv1: 4]
    let side = least[codec] ?? 1
    let url = folder.file("out.mov")
    try WrittenFile.video(url, settings: Self.settings(codec, side, side), count: 2) {
      ComputedMedia.picture(width: side, height: side, index: $0)
    }
    #expect(try ReadMedia.pictureTimes(url).count == 2)
    guard side > 2 else { return }
    let writer = try AVAssetWriter(outputURL: folder.file("other.mov"), fileType: .mov)
    #expect(!writer.canApply(outputSettings: Self.settings(codec, side - 2, side - 2), forMediaType: .video))
  }

  @Test(arguments: [AVVideoCodecType.hevc, .av1, .vp9])
  func `in real time every picture comes, without delay in their order`(_ codec: AVVideoCodecType) throws {
    let url = folder.file("out.mov")
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: Self.settings(codec))
    input.expectsMediaDataInRealTime = true
    writer.add(input)
    try WrittenFile.start(writer)
    for index in 0..<20 {
      input.waitUntilReady()
      let picture = ComputedMedia.picture(width: 96, height: 80, index: index)
      let sample = try ComputedMedia.sample(picture, at: CMTime(value: CMTimeValue(index), timescale: 25))
      #expect(input.append(sample))
    }
    try finishWriting(writer)
    let samples = try ReadMedia.stored(url, .video)
    #expect(samples.map(\.presentationTime) == (0..<20).map { CMTime(value: $0, timescale: 25) })
  }

  @Test(arguments: [AVVideoCodecType.hevc, .av1, .vp9])
  func `key frames are where a client's interval in time asks for them`(_ codec: AVVideoCodecType) throws {
    let url = folder.file("out.mov")
    let compression = [AVVideoMaxKeyFrameIntervalDurationKey: 0.4]
    try WrittenFile.video(url, settings: Self.settings(codec, 96, 80, compression), count: 32) {
      ComputedMedia.picture(width: 96, height: 80, index: $0)
    }
    let keys = try ReadMedia.stored(url, .video).filter(\.isSync).map { Int($0.presentationTime.seconds * 25 + 0.5) }
    #expect(keys == [0, 10, 20, 30])
  }

  @Test(arguments: [AVVideoCodecType.h264, .hevc, .av1, .vp9])
  func `a picture is a key frame where its client says so`(_ codec: AVVideoCodecType) throws {
    let url = folder.file("out.mov")
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: Self.settings(codec))
    writer.add(input)
    try WrittenFile.start(writer)
    for index in 0..<20 {
      let picture = ComputedMedia.picture(width: 96, height: 80, index: index)
      let sample = try ComputedMedia.sample(picture, at: CMTime(value: CMTimeValue(index), timescale: 25))
      if [7, 12].contains(index) {
        CMSetAttachment(
          sample, key: kCMSampleBufferAttachmentKey_ForceKeyFrame, value: kCFBooleanTrue,
          attachmentMode: kCMAttachmentMode_ShouldPropagate)
      }
      input.waitUntilReady()
      #expect(input.append(sample))
    }
    try finishWriting(writer)
    let keys = try ReadMedia.stored(url, .video).filter(\.isSync).map(\.presentationTime)
    for index in [0, 7, 12] as [CMTimeValue] { #expect(keys.contains(CMTime(value: index, timescale: 25)), "\(index)") }
  }

  @Test(arguments: codecs)
  func `a cut-out fills the picture, and letters are black beside it`(_ codec: AVVideoCodecType) throws {
    let url = folder.file("out.mov")
    var settings = Self.settings(codec, 96, 64)
    settings[AVVideoScalingModeKey] = AVVideoScalingModeResizeAspect
    try WrittenFile.video(url, settings: settings, count: 2) { _ in
      ComputedMedia.picture(width: 64, height: 64, brightness: 180)
    }
    let picture = try #require(ReadMedia.pictures(url).first)
    #expect(picture.width == 96 && picture.height == 64)
    let row = picture.luma[(32 * 96)..<(33 * 96)].map { Int($0) }
    #expect(abs(row[48] - 180) < 8 && abs(row[2] - 16) < 8 && abs(row[93] - 16) < 8, "\(row)")
  }

  @Test func `a client's transparent pictures stay transparent in ProRes 4444`() throws {
    let url = folder.file("out.mov")
    let (width, height) = (64, 48)
    let settings: [String: Any] = [
      AVVideoCodecKey: AVVideoCodecType.proRes4444, AVVideoWidthKey: width, AVVideoHeightKey: height,
    ]
    func alpha(_ x: Int, _ y: Int) -> UInt8 { UInt8((x * 4 + y) % 256) }
    try WrittenFile.video(url, settings: settings, count: 2) { _ in
      let buffer = ComputedMedia.pixelBuffer(width: width, height: height, format: kCVPixelFormatType_32BGRA)
      CVPixelBufferLockBaseAddress(buffer, [])
      defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
      let (base, stride) = (CVPixelBufferGetBaseAddress(buffer)!, CVPixelBufferGetBytesPerRow(buffer))
      for y in 0..<height {
        for x in 0..<width {
          base.storeBytes(
            of: UInt32(alpha(x, y)) << 24 | 0x80_40C0, toByteOffset: y * stride + x * 4, as: UInt32.self)
        }
      }
      return buffer
    }
    let format = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
    try ReadMedia.forEachSample(of: url, .video, settings: format) { sample in
      let buffer = try #require(sample.imageBuffer)
      CVPixelBufferLockBaseAddress(buffer, .readOnly)
      defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
      let (base, stride) = (CVPixelBufferGetBaseAddress(buffer)!, CVPixelBufferGetBytesPerRow(buffer))
      let errors = (0..<width * height).map { place in
        let pixel = base.load(fromByteOffset: place / width * stride + place % width * 4, as: UInt32.self)
        return abs(Int(pixel >> 24) - Int(alpha(place % width, place / width)))
      }
      #expect((errors.max() ?? 0) <= 1)
    }
  }
}
