import AVFoundation
import TestSupport
import Testing

/// The clean aperture of decoded pictures.
@Suite struct ApertureAttachmentTests {
  private let movie: URL
  private let folder: TemporaryFolder

  /// Writes a movie of pictures of 64 by 48 pixels, of which a part is to be shown.
  init() throws {
    folder = try TemporaryFolder()
    movie = folder.file("in.mov")
    let aperture = [
      AVVideoCleanApertureWidthKey: 60, AVVideoCleanApertureHeightKey: 40,
      AVVideoCleanApertureHorizontalOffsetKey: -2, AVVideoCleanApertureVerticalOffsetKey: 1,
    ]
    try WrittenFile.video(movie, settings: Settings.video([AVVideoCleanApertureKey: aperture]), count: 3)
  }

  /// The attached dictionaries of all pictures.
  private func apertures(_ settings: [String: Any] = [:]) throws -> [NSDictionary?] {
    var found: [NSDictionary?] = []
    try ReadMedia.forEachSample(of: movie, .video, settings: settings) { sample in
      let buffer = try #require(sample.imageBuffer)
      var mode = CVAttachmentMode.shouldNotPropagate
      let value = CVBufferCopyAttachment(buffer, kCVImageBufferCleanApertureKey, &mode)
      if value != nil { #expect(mode == .shouldPropagate) }
      found.append(value as? NSDictionary)
    }
    return found
  }

  @Test(arguments: [nil, kCVPixelFormatType_32BGRA] as [OSType?])
  func `decoded pictures have the clean aperture of their format`(pixelFormat: OSType?) throws {
    let settings = pixelFormat.map { [kCVPixelBufferPixelFormatTypeKey as String: $0] as [String: Any] } ?? [:]
    let found = try apertures(settings)
    #expect(found.count == 3)
    for aperture in found {
      func number(_ key: CFString) -> Double? { (aperture?.object(forKey: key) as? NSNumber)?.doubleValue }
      #expect(number(kCVImageBufferCleanApertureWidthKey) == 60)
      #expect(number(kCVImageBufferCleanApertureHeightKey) == 40)
      #expect(number(kCVImageBufferCleanApertureHorizontalOffsetKey) == -2)
      #expect(number(kCVImageBufferCleanApertureVerticalOffsetKey) == 1)
    }
    try ReadMedia.forEachSample(of: movie, .video, settings: settings) { sample in
      let buffer = try #require(sample.imageBuffer)
      let format = try #require(sample.formatDescription)
      #expect(CVImageBufferGetCleanRect(buffer) == CGRect(x: 0, y: 5, width: 60, height: 40))
      #expect(format.cleanAperture(originIsAtTopLeft: true) == CVImageBufferGetCleanRect(buffer))
      #expect(format.matchesImageBuffer(buffer))
    }
  }

  @Test func `pictures that are scaled or turned have another part, which nobody states`() throws {
    let scaled = try apertures([
      kCVPixelBufferWidthKey as String: 32, kCVPixelBufferHeightKey as String: 24,
      kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
    ])
    #expect(scaled.count == 3 && scaled.allSatisfy { $0 == nil })
    let turned = folder.file("turned.mov")
    let aperture = [AVVideoCleanApertureWidthKey: 60, AVVideoCleanApertureHeightKey: 40]
    try WrittenFile.video(turned, settings: Settings.video([AVVideoCleanApertureKey: aperture]), count: 1) { _, input in
      input.transform = CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 60, ty: 40)
    }
    let (asset, track) = try ReadMedia.track(turned, .video)
    for applies in [false, true] {
      let reader = try AVAssetReader(asset: asset)
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: [:])
      output.appliesPreferredTrackTransform = applies
      reader.add(output)
      #expect(reader.startReading())
      let buffer = try #require(output.copyNextSampleBuffer()?.imageBuffer)
      #expect(CVBufferHasAttachment(buffer, kCVImageBufferCleanApertureKey) == !applies)
    }
  }
}
