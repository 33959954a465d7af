import AVFoundation
import MovieFile
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

  /// ISO/IEC 14496-12, 12.1.4: an aperture's place counts from the centre of a picture of the sample entry's size.
  @Test(arguments: [(64, 48), (64, 64), (80, 48), (67, 50)] as [(UInt16, UInt16)])
  func `a clean aperture is where it is in a picture of the size that the sample entry states`(
    width: UInt16, height: UInt16
  ) throws {
    let aperture = [
      AVVideoCleanApertureWidthKey: 50, AVVideoCleanApertureHeightKey: 32,
      AVVideoCleanApertureHorizontalOffsetKey: -7, AVVideoCleanApertureVerticalOffsetKey: -3,
    ]
    let whole = folder.file("whole.mov")
    try WrittenFile.video(whole, settings: Settings.video([AVVideoCleanApertureKey: aperture]), count: 1)
    let bytes = [UInt8](try Data(contentsOf: whole))
    let url = folder.file("stated.mov")
    try Data(MovieBoxes.entries(of: "avc1", in: bytes, state: width, height)).write(to: url)
    let part = CGRect(x: (Double(width) - 50) / 2 - 7, y: (Double(height) - 32) / 2 - 3, width: 50, height: 32)
    #expect(try ReadMedia.track(url, .video).1.format.cleanAperture(originIsAtTopLeft: true) == part)
    try ReadMedia.forEachSample(of: url, .video, settings: [:]) { sample in
      #expect(sample.imageBuffer.map { CVImageBufferGetCleanRect($0) } == part)
    }
  }

  /// The widths of the clean apertures of a track's pictures.
  private func cleanWidths(_ asset: AVAsset) throws -> [Double] {
    let track = try #require(asset.tracks(withMediaType: .video).first)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: [:])
    reader.add(output)
    #expect(reader.startReading())
    var widths: [Double] = []
    while let sample = output.copyNextSampleBuffer() {
      widths.append(Double(CVImageBufferGetCleanRect(try #require(sample.imageBuffer)).width))
    }
    #expect(reader.status == .completed)
    return widths
  }

  @Test func `each picture has the clean aperture of its own format, where that alone differs`() async throws {
    let other = folder.file("other.mov")
    let aperture = [AVVideoCleanApertureWidthKey: 32, AVVideoCleanApertureHeightKey: 24]
    try WrittenFile.video(other, settings: Settings.video([AVVideoCleanApertureKey: aperture]), count: 3)
    let composition = AVMutableComposition()
    let track = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 1))
    for url in [movie, other] {
      let (asset, source) = try ReadMedia.track(url, .video)
      try track.insertTimeRange(CMTimeRange(start: .zero, duration: asset.duration), of: source, at: .invalid)
    }
    let widths: [Double] = [60, 60, 60, 32, 32, 32]
    #expect(try cleanWidths(composition) == widths)
    let session = try #require(
      AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetPassthrough))
    try await session.export(to: folder.file("joined.mov"), as: .mov)
    let entries = try WrittenFile.track(folder.file("joined.mov")).sampleEntries
    try #require(entries.count == 2)
    #expect(entries[0].payload(of: "avcC") == entries[1].payload(of: "avcC"))
    let joined = AVURLAsset(url: folder.file("joined.mov"))
    #expect(try cleanWidths(joined) == widths)
    // What shows pictures goes by that, too.
    for asset in [composition, joined] as [AVAsset] {
      let generator = AVAssetImageGenerator(asset: asset)
      (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
      for (place, width) in [(0, 60), (4, 32)] {
        let time = CMTime(value: CMTimeValue(place), timescale: 25)
        #expect(try generator.copyCGImage(at: time, actualTime: nil).width == width)
      }
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
