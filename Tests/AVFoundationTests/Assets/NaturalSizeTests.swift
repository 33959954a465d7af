import AVFoundation
import MovieFile
import TestSupport
import Testing

/// The size of a movie's pictures, where its track header or its sample entry says another.
@Suite("Natural sizes")
struct NaturalSizeTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes a movie of pictures of 64 by 48 pixels.
  private func movie(
    headerSize size: CGSize, _ more: [String: Any] = [:], transform: CGAffineTransform = .identity
  ) throws -> URL {
    let url = folder.file("\(size.width) by \(size.height).mov")
    try WrittenFile.video(url, settings: Settings.video(more), count: 3) { _, input in
      input.naturalSize = size
      input.transform = transform
    }
    return url
  }

  private func shownSizes(_ url: URL) throws -> (ofTrack: CGSize, ofFormat: CGSize, ofPictures: CGSize) {
    let (_, track) = try ReadMedia.track(url, .video)
    var pictures = CGSize.zero
    try ReadMedia.forEachSample(of: url, .video, settings: [:]) { sample in
      pictures = try #require(sample.formatDescription).presentationDimensions()
    }
    return (track.naturalSize, track.format.presentationDimensions(), pictures)
  }

  @Test(arguments: [
    (CGSize(width: 128, height: 48), CGSize(width: 128, height: 48)),
    (CGSize(width: 64, height: 96), CGSize(width: 32, height: 48)),
  ])
  func `WI-23: pictures have the shape of the track header where their format states none`(
    header: CGSize, shown: CGSize
  ) throws {
    let url = try movie(headerSize: header)
    let stated = try WrittenFile.track(url).sampleEntries[0].extensions.filter {
      if case .pixelAspectRatio = $0 { true } else { false }
    }
    #expect(stated.isEmpty)
    let sizes = try shownSizes(url)
    #expect(sizes.ofTrack == shown && sizes.ofFormat == shown && sizes.ofPictures == shown)
    let asset = AVURLAsset(url: url)
    #expect(AVVideoComposition(propertiesOf: asset).renderSize == shown)
    let image = try AVAssetImageGenerator(asset: asset).copyCGImage(at: .zero, actualTime: nil)
    #expect(CGSize(width: image.width, height: image.height) == shown)
  }

  @Test(
    arguments: [
      // None; a few more rows; the sides exchanged; shapes that no pictures have; the same shape in another scale.
      (0.25, 0.25), (64, 48.5), (65, 48), (48, 64), (640, 48), (64, 480), (32, 24), (128, 96),
    ] as [(Double, Double)])
  func `a track header that cannot be right leaves pixels square`(width: Double, height: Double) throws {
    let url = try movie(headerSize: CGSize(width: width, height: height))
    let (shown, sizes) = (CGSize(width: 64, height: 48), try shownSizes(url))
    #expect(sizes.ofTrack == shown && sizes.ofFormat == shown && sizes.ofPictures == shown)
  }

  @Test func `pictures on their side keep their shape`() throws {
    let turned = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 48, ty: 0)
    let sizes = try shownSizes(try movie(headerSize: CGSize(width: 128, height: 48), transform: turned))
    #expect(sizes.ofTrack == CGSize(width: 128, height: 48) && sizes.ofPictures == sizes.ofTrack)
    let exchanged = try shownSizes(try movie(headerSize: CGSize(width: 48, height: 64), transform: turned))
    #expect(exchanged.ofTrack == CGSize(width: 64, height: 48) && exchanged.ofPictures == exchanged.ofTrack)
  }

  @Test func `a format that states the shape of pixels is believed`() throws {
    let aspect = [
      AVVideoPixelAspectRatioHorizontalSpacingKey: 4, AVVideoPixelAspectRatioVerticalSpacingKey: 3,
    ]
    let url = try movie(headerSize: CGSize(width: 128, height: 48), [AVVideoPixelAspectRatioKey: aspect])
    let sizes = try shownSizes(url)
    #expect(abs(sizes.ofTrack.width - 64 * 4 / 3) < 0.01 && sizes.ofTrack.height == 48)
  }

  @Test func `a clean aperture that fills the track header has square pixels`() throws {
    let aperture = [
      AVVideoCleanApertureWidthKey: 60, AVVideoCleanApertureHeightKey: 40,
      AVVideoCleanApertureHorizontalOffsetKey: 0, AVVideoCleanApertureVerticalOffsetKey: 0,
    ]
    let url = try movie(headerSize: .zero, [AVVideoCleanApertureKey: aperture])
    #expect(try ReadMedia.track(url, .video).1.naturalSize == CGSize(width: 60, height: 40))
    try ReadMedia.forEachSample(of: url, .video, settings: [:]) { sample in
      #expect(sample.formatDescription?.extensions[.pixelAspectRatio] == nil)
    }
  }

  @Test(arguments: [(80, 64), (1920, 1088)] as [(UInt16, UInt16)])
  func `pictures have the size of their parameter sets, and a copy keeps the sample entry`(
    width: UInt16, height: UInt16
  ) throws {
    let whole = [UInt8](try Data(contentsOf: try movie(headerSize: .zero)))
    let url = folder.file("stated.mov")
    try Data(MovieBoxes.entries(of: "avc1", in: whole, state: width, height)).write(to: url)
    guard case .video(let fields) = try WrittenFile.track(url).sampleEntries[0].fields else { return }
    #expect(fields.width == width && fields.height == height)
    let (shown, sizes) = (CGSize(width: 64, height: 48), try shownSizes(url))
    #expect(sizes.ofTrack == shown && sizes.ofFormat == shown && sizes.ofPictures == shown)
    #expect(try ReadMedia.track(url, .video).1.format.dimensions == CMVideoDimensions(width: 64, height: 48))
    #expect(try WrittenFile.track(try copy(of: url)).sampleEntries == WrittenFile.track(url).sampleEntries)
  }

  @Test func `a copy keeps the shape, and its sample entry the bytes`() throws {
    let url = try movie(headerSize: CGSize(width: 128, height: 48))
    let copy = try copy(of: url)
    #expect(try shownSizes(copy).ofTrack == CGSize(width: 128, height: 48))
    #expect(try WrittenFile.track(copy).sampleEntries == WrittenFile.track(url).sampleEntries)
  }

  private func copy(of url: URL) throws -> URL {
    let copy = folder.file("copy.mov")
    let format = try ReadMedia.track(url, .video).1.format
    var samples: [CMSampleBuffer] = []
    try ReadMedia.forEachSample(of: url, .video, settings: nil) { if $0.numSamples > 0 { samples.append($0) } }
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil, sourceFormatHint: format)
    try WrittenTracks.write(copy, [WrittenTracks.Lane(input, samples)])
    return copy
  }
}
