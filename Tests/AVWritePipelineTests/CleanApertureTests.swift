import Testing

@testable import AVWritePipeline

/// The part of pictures that is meant to be seen.
@Suite struct CleanApertureTests {
  private static func aperture(_ width: Double, _ height: Double, _ x: Double, _ y: Double) -> TrackFacts.CleanAperture
  {
    TrackFacts.CleanAperture(width: width, height: height, horizontalOffset: x, verticalOffset: y)
  }

  @Test func `a writer states whole pixels within the picture, at halves of a pixel`() {
    for (aperture, isStatable) in [
      (Self.aperture(704, 576, 0, 0), true), (Self.aperture(703, 575, -0.5, 0.5), true),
      (Self.aperture(720, 576, 0, 0), true), (Self.aperture(720, 576, 0.5, 0), false),
      (Self.aperture(702.5, 576, 0, 0), false), (Self.aperture(704, 576, 0.25, 0), false),
      (Self.aperture(0, 576, 0, 0), false), (Self.aperture(-704, 576, 0, 0), false),
      (Self.aperture(1e300, 576, 0, 0), false), (Self.aperture(704, 576, 0, 1e300), false),
      (Self.aperture(.nan, 576, 0, 0), false),
    ] {
      #expect(aperture.isStatable(inWidth: 720, height: 576) == isStatable, "\(aperture.text)")
    }
  }

  @Test func `added rows move the part's centre up`() {
    var encoding = VideoEncoding(
      codec: .h264, width: 720, height: 485, pixelAspect: .square, transform: [1, 0, 0, 1, 0, 0],
      compression: VideoCompression())
    #expect(encoding.codedAperture(hasFields: false) == nil)
    encoding.cleanAperture = Self.aperture(704, 485, 0, 0)
    #expect(encoding.codedAperture(hasFields: false) == Self.aperture(704, 485, 0, -0.5))
  }
}
