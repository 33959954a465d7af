import AVFoundation
import Foundation
import TestSupport
import Testing

/// The form of generated images: size, shape, turn and colours.
@Suite struct ImageFormTests {
  private static func generator(_ name: String) -> AVAssetImageGenerator {
    AVAssetImageGenerator(asset: AVURLAsset(url: MediaFiles.fixture(name)))
  }

  @Test func `defaults are Apple's`() {
    let generator = Self.generator("h264-aac.mov")
    #expect(generator.requestedTimeToleranceBefore == .positiveInfinity)  // GI-10
    #expect(generator.requestedTimeToleranceAfter == .positiveInfinity)
    #expect(generator.maximumSize == .zero)
    #expect(generator.apertureMode == .cleanAperture)
    generator.apertureMode = nil
    #expect(generator.apertureMode == .cleanAperture)
    #expect(!generator.appliesPreferredTrackTransform)
    #expect(generator.dynamicRangePolicy == .forceSDR)
  }

  @Test(arguments: [
    (CGSize(width: 100, height: 100), 100, 56), (CGSize(width: 300, height: 0), 300, 169),
    (CGSize(width: 0, height: 90), 160, 90), (CGSize(width: 4000, height: 4000), 480, 270), (.zero, 480, 270),
    (CGSize(width: -1, height: 27), 48, 27),
  ])
  func `GI-20: images fit in the maximum size and are never scaled up`(
    maximum: CGSize, width: Int, height: Int
  ) async throws {
    let generator = Self.generator("h264-aac.mov")
    generator.maximumSize = maximum
    let image = try await generator.image(at: .zero).image
    #expect((image.width, image.height) == (width, height))
  }

  @Test(arguments: [
    (AVAssetImageGenerator.ApertureMode.cleanAperture, 320), (.productionAperture, 320), (.encodedPixels, 240),
  ])
  func `GI-21: pixels become square, unless they are wanted as they are stored`(
    mode: AVAssetImageGenerator.ApertureMode, width: Int
  ) async throws {
    let generator = Self.generator("h264-anamorphic.mp4")
    generator.apertureMode = mode
    let image = try await generator.image(at: .zero).image
    #expect((image.width, image.height) == (width, 180))
  }

  @Test func `GI-21: the clean aperture is cut out`() async throws {
    // H.264 pads an odd picture, and the aperture hides what was added.
    let folder = try TemporaryFolder()
    let url = folder.file("odd.mov")
    try await Self.writeOdd(to: url)
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
    let clean = try await generator.image(at: .zero).image
    #expect((clean.width, clean.height) == (101, 75))
    generator.apertureMode = .productionAperture
    let whole = try await generator.image(at: .zero).image
    #expect((whole.width, whole.height) == (102, 76))
  }

  /// Writes a picture of 101 × 75 as H.264.
  private static func writeOdd(to url: URL) async throws {
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    let input = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: [AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 101, AVVideoHeightKey: 75])
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input, sourcePixelBufferAttributes: nil)
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    var buffer: CVPixelBuffer?
    _ = CVPixelBufferCreate(nil, 101, 75, kCVPixelFormatType_32BGRA, nil, &buffer)
    #expect(adaptor.append(try #require(buffer), withPresentationTime: .zero))
    input.markAsFinished()
    writer.endSession(atSourceTime: CMTime(value: 1, timescale: 1))
    await writer.finishWriting()
    #expect(writer.status == .completed)
  }

  @Test func `GI-22: images are upright where the transform is applied`() async throws {
    let generator = Self.generator("h264-rotated.mov")
    let stored = try await generator.image(at: .zero).image
    #expect((stored.width, stored.height) == (320, 180))
    generator.appliesPreferredTrackTransform = true
    let upright = try await generator.image(at: .zero).image
    #expect((upright.width, upright.height) == (180, 320))
    // The matrix turns by 90 degrees clockwise: the first row is the first column, from the bottom up.
    for (x, y) in [(0, 0), (179, 0), (0, 319), (50, 7), (179, 319)] {
      #expect(upright.pixel(x, y) == stored.pixel(y, 179 - x), "\(x), \(y)")
    }
    // GI-20: the bound is that of the image as it is turned.
    generator.maximumSize = CGSize(width: 90, height: 1000)
    let small = try await generator.image(at: .zero).image
    #expect((small.width, small.height) == (90, 160))
  }

  @Test(arguments: 0..<8)
  func `GI-22: every turn is the one that the matrix says`(number: Int) async throws {
    let turns: [(CGFloat, CGFloat, CGFloat, CGFloat)] = [
      (1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0),
      (-1, 0, 0, 1), (0, 1, 1, 0), (1, 0, 0, -1), (0, -1, -1, 0),
    ]
    let (a, b, c, d) = turns[number]
    let folder = try TemporaryFolder()
    let url = folder.file("turned.mov")
    try await Self.copy("h264-one-frame.mov", to: url, CGAffineTransform(a: a, b: b, c: c, d: d, tx: 0, ty: 0))
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
    let stored = try await generator.image(at: .zero).image
    generator.appliesPreferredTrackTransform = true
    let upright = try await generator.image(at: .zero).image
    for (x, y) in [(0, 0), (159, 0), (0, 89), (159, 89), (31, 20)] {
      // The place of a pixel's middle, moved so that the picture's corner lies at zero.
      let moved = (CGFloat(x) + 0.5, CGFloat(y) + 0.5)
      let place = (a * moved.0 + c * moved.1, b * moved.0 + d * moved.1)
      let column = Int(place.0 < 0 ? place.0 + CGFloat(upright.width) : place.0)
      let row = Int(place.1 < 0 ? place.1 + CGFloat(upright.height) : place.1)
      #expect(upright.pixel(column, row) == stored.pixel(x, y), "\(x), \(y)")
    }
  }

  /// Copies the pictures of a fixture with another transform.
  private static func copy(_ name: String, to url: URL, _ transform: CGAffineTransform) async throws {
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    let (asset, track) = try ReadMedia.track(MediaFiles.fixture(name), .video)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    reader.add(output)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil)
    input.transform = transform
    writer.add(input)
    #expect(reader.startReading() && writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    while let sample = output.copyNextSampleBuffer() { #expect(input.append(sample)) }
    input.markAsFinished()
    await writer.finishWriting()
    #expect(writer.status == .completed)
  }

  @Test func `GI-23: images say how their bytes lie and what they mean`() async throws {
    let image = try await Self.generator("h264-aac.mov").image(at: .zero).image
    #expect((image.bitsPerComponent, image.bitsPerPixel) == (8, 32))
    #expect(image.alphaInfo == .noneSkipFirst && image.byteOrderInfo == .order32Little)
    #expect(image.bytesPerRow >= 4 * image.width)
    #expect(image.colorSpace?.name == CGColorSpace.itur_709)
    #expect(image.dataProvider?.data?.length == image.bytesPerRow * image.height)
  }

  @Test(arguments: [("hevc10-hdr10.mp4", true), ("hevc10-hlg.mp4", false)])
  func `GI-30, GI-31: high dynamic range is mapped, unless the source's is wanted`(
    name: String, isQuantizer: Bool
  ) async throws {
    let generator = Self.generator(name)
    let mapped = try await generator.image(at: .zero).image
    #expect(mapped.bitsPerComponent == 8 && mapped.colorSpace?.name == CGColorSpace.sRGB)
    generator.dynamicRangePolicy = .matchSource
    let deep = try await generator.image(at: .zero).image
    let space = isQuantizer ? CGColorSpace.itur_2100_PQ : CGColorSpace.itur_2100_HLG
    #expect(deep.bitsPerComponent == 16 && deep.bitsPerPixel == 64 && deep.colorSpace?.name == space)
    #expect((deep.width, deep.height) == (mapped.width, mapped.height))
    // Pictures of standard dynamic range are as they are under both policies.
    let plain = Self.generator("h264-aac.mov")
    plain.dynamicRangePolicy = .matchSource
    #expect(try await plain.image(at: .zero).image.bitsPerComponent == 8)
  }

  @Test func `GI-05: a request has the properties of its moment`() async throws {
    let generator = Self.generator("h264-aac.mov")
    generator.maximumSize = CGSize(width: 48, height: 0)
    let images = generator.images(for: [.zero])
    generator.maximumSize = .zero
    for await element in images { #expect(try element.image.width == 48) }
  }
}

extension CGImage {
  /// The four bytes of a pixel of 32 bits.
  func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    guard let data = dataProvider?.data else { return [] }
    let bytes = UnsafeRawBufferPointer(start: data.bytes, count: data.length)
    return (0..<4).map { bytes[y * bytesPerRow + x * 4 + $0] }
  }
}
