import AVFoundation
import TestSupport
import Testing

/// The colours that a reader's settings ask for.
@Suite("Colour settings of a reader")
struct ColorSettingsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func colors(matrix: String = AVVideoYCbCrMatrix_ITU_R_709_2) -> [String: Any] {
    [
      AVVideoColorPropertiesKey: [
        AVVideoColorPrimariesKey: AVVideoColorPrimaries_ITU_R_709_2,
        AVVideoTransferFunctionKey: AVVideoTransferFunction_ITU_R_709_2, AVVideoYCbCrMatrixKey: matrix,
      ]
    ]
  }

  /// A movie of one picture of a single colour, by the matrix of BT.601.
  private func movie(luma: UInt8, blue: UInt8, red: UInt8) throws -> URL {
    let url = folder.file("601.mov")
    let settings = Settings.video(Self.colors(matrix: AVVideoYCbCrMatrix_ITU_R_601_4))
    try WrittenFile.video(url, settings: settings, count: 1) { _ in
      let picture = ComputedMedia.picture(width: 64, height: 48, brightness: luma)
      CVPixelBufferLockBaseAddress(picture, [])
      defer { CVPixelBufferUnlockBaseAddress(picture, []) }
      for (plane, value) in [(1, blue), (2, red)] {
        let count = CVPixelBufferGetBytesPerRowOfPlane(picture, plane) * CVPixelBufferGetHeightOfPlane(picture, plane)
        CVPixelBufferGetBaseAddressOfPlane(picture, plane)!.initializeMemory(
          as: UInt8.self, repeating: value, count: count)
      }
      return picture
    }
    return url
  }

  private static func first(_ output: AVAssetReaderOutput, of asset: AVAsset) throws -> CMSampleBuffer {
    let reader = try AVAssetReader(asset: asset)
    reader.add(output)
    guard reader.startReading() else {
      throw reader.error ?? ReadMedia.Failure(description: "reading does not start")
    }
    return try #require(output.copyNextSampleBuffer())
  }

  /// The value in the middle of each of three planes.
  private static func middle(_ sample: CMSampleBuffer) throws -> [Int] {
    let buffer = try #require(sample.imageBuffer)
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    return (0..<3).map { plane in
      let row = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) * (CVPixelBufferGetHeightOfPlane(buffer, plane) / 2)
      let place = row + CVPixelBufferGetWidthOfPlane(buffer, plane) / 2
      return Int(CVPixelBufferGetBaseAddressOfPlane(buffer, plane)!.load(fromByteOffset: place, as: UInt8.self))
    }
  }

  private static func attachment(_ sample: CMSampleBuffer, _ key: CFString) throws -> NSString? {
    CVBufferCopyAttachment(try #require(sample.imageBuffer), key, nil) as? NSString
  }

  enum Output: CaseIterable { case track, composition }

  private func output(
    _ kind: Output, of track: AVAssetTrack, _ settings: [String: Any]
  ) -> AVAssetReaderOutput {
    switch kind {
    case .track: return AVAssetReaderTrackOutput(track: track, outputSettings: settings)
    case .composition:
      let size = (Int(track.naturalSize.width), Int(track.naturalSize.height))
      let output = AVAssetReaderVideoCompositionOutput(videoTracks: [track], videoSettings: settings)
      output.videoComposition = AVMutableVideoComposition([track], size: size, until: 100_000)
      return output
    }
  }

  @Test(arguments: Output.allCases)
  func `AR-30: pictures get the matrix that is asked for`(_ kind: Output) throws {
    let url = try movie(luma: 81, blue: 90, red: 240)
    let (asset, track) = try ReadMedia.track(url, .video)
    let planes: [String: Any] = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8Planar]
    let plain = try Self.first(output(kind, of: track, planes), of: asset)
    #expect(try Self.attachment(plain, kCVImageBufferYCbCrMatrixKey) == kCVImageBufferYCbCrMatrix_ITU_R_601_4)
    let converted = try Self.first(output(kind, of: track, planes.merging(Self.colors()) { $1 }), of: asset)
    #expect(try Self.attachment(converted, kCVImageBufferYCbCrMatrixKey) == kCVImageBufferYCbCrMatrix_ITU_R_709_2)
    // Red of full strength by both matrices: ITU-R BT.601 and BT.709.
    for (value, wanted) in try zip(Self.middle(plain), [81, 90, 240]) { #expect(abs(value - wanted) <= 2) }
    for (value, wanted) in try zip(Self.middle(converted), [63, 102, 240]) { #expect(abs(value - wanted) <= 3) }
  }

  @Test func `AR-30: pictures of the colours that are asked for stay as they are`() throws {
    let url = try movie(luma: 81, blue: 90, red: 240)
    let (asset, track) = try ReadMedia.track(url, .video)
    let colors = Self.colors(matrix: AVVideoYCbCrMatrix_ITU_R_601_4)
    let plain = try Self.first(output(.track, of: track, [:]), of: asset)
    let same = try Self.first(output(.track, of: track, colors), of: asset)
    #expect(try RangeReading.Picture(same) == RangeReading.Picture(plain))
    #expect(try Self.attachment(same, kCVImageBufferYCbCrMatrixKey) == kCVImageBufferYCbCrMatrix_ITU_R_601_4)
  }

  @Test(arguments: Output.allCases)
  func `AR-30: high dynamic range becomes BT.709 as it is mapped`(_ kind: Output) throws {
    let (asset, track) = try ReadMedia.track(MediaFiles.fixture("hevc10-hdr10.mp4"), .video)
    let mapped = AVAssetReaderTrackOutput(track: track, outputSettings: [:])
    mapped.mapsTonesToStandardRange = true
    let wanted = try Self.first(mapped, of: asset)
    let converted = try Self.first(output(kind, of: track, Self.colors()), of: asset)
    #expect(try RangeReading.Picture(converted).hash == RangeReading.Picture(wanted).hash)
    let transfer = try Self.attachment(converted, kCVImageBufferTransferFunctionKey)
    #expect(transfer == kCVImageBufferTransferFunction_ITU_R_709_2)
    let buffer = try #require(converted.imageBuffer)
    #expect(CVBufferCopyAttachment(buffer, kCVImageBufferMasteringDisplayColorVolumeKey, nil) == nil)
  }
}
