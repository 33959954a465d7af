import MediaInterop
import Testing

@testable import MediaEngine

@Suite struct PictureGeometryTests {
  typealias Region = PictureGeometry.Region
  typealias Rectangle = PictureGeometry.Rectangle

  static let modes: [VideoSettings.Scaling] = [.resize, .resizeAspect, .resizeAspectFill, .crop]

  private static func geometry(
    _ source: (Int, Int), _ wanted: (Int, Int)?, _ scaling: VideoSettings.Scaling, isAlwaysEven: Bool = true
  ) -> PictureGeometry {
    PictureGeometry(
      sourceWidth: source.0, sourceHeight: source.1, width: wanted?.0, height: wanted?.1, scaling: scaling,
      isAlwaysEven: isAlwaysEven)
  }

  @Test(
    arguments: [
      ((1600, 800), (400, 400), (0, 0, 400, 400)), ((160, 80), (400, 400), (0, 0, 400, 400)),
    ] as [((Int, Int), (Int, Int), (Int, Int, Int, Int))])
  func `resizing stretches the whole source over the whole picture`(
    source: (Int, Int), wanted: (Int, Int), target: (Int, Int, Int, Int)
  ) {
    let geometry = Self.geometry(source, wanted, .resize)
    #expect(geometry.target == Rectangle(target))
    #expect(geometry.sourceRegion == Region(0, 0, source.0, source.1))
    #expect(geometry.fillsPicture)
    #expect(!geometry.isUnscaled(source.0, source.1))
  }

  @Test(
    arguments: [
      ((1600, 800), (400, 400), (0, 100, 400, 200)), ((800, 1600), (400, 400), (100, 0, 200, 400)),
      ((100, 50), (400, 400), (0, 100, 400, 200)), ((1600, 800), (400, 200), (0, 0, 400, 200)),
      // Edges lie between samples of chroma, and a thin picture keeps one row of them.
      ((1600, 800), (400, 202), (0, 0, 400, 200)), ((1600, 800), (400, 206), (0, 2, 400, 200)),
      ((4000, 2), (100, 100), (0, 48, 100, 2)),
    ] as [((Int, Int), (Int, Int), (Int, Int, Int, Int))])
  func `keeping the aspect ratio shows the whole source in a part of the picture`(
    source: (Int, Int), wanted: (Int, Int), target: (Int, Int, Int, Int)
  ) {
    let geometry = Self.geometry(source, wanted, .resizeAspect)
    #expect(geometry.target == Rectangle(target))
    #expect(geometry.sourceRegion == Region(0, 0, source.0, source.1))
    #expect(geometry.fillsPicture == (target == (0, 0, wanted.0, wanted.1)))
  }

  @Test(
    arguments: [
      ((1600, 800), (400, 400), (400, 0, 800, 800)), ((800, 1600), (400, 400), (0, 400, 800, 800)),
      ((100, 50), (400, 400), (25, 0, 50, 50)), ((1600, 800), (400, 200), (0, 0, 1600, 800)),
    ] as [((Int, Int), (Int, Int), (Int, Int, Int, Int))])
  func `filling shows the middle of the source in the whole picture`(
    source: (Int, Int), wanted: (Int, Int), region: (Int, Int, Int, Int)
  ) {
    let geometry = Self.geometry(source, wanted, .resizeAspectFill)
    #expect(geometry.sourceRegion == Region(region.0, region.1, region.2, region.3))
    #expect(geometry.fillsPicture)
  }

  @Test(
    arguments: [
      ((1600, 800), (400, 400), (600, 200, 400, 400), (0, 0, 400, 400)),
      ((200, 100), (400, 400), (0, 0, 200, 100), (100, 150, 200, 100)),
      ((1600, 800), (400, 1000), (600, 0, 400, 800), (0, 100, 400, 800)),
      ((800, 1600), (1000, 400), (0, 600, 800, 400), (100, 0, 800, 400)),
      ((200, 100), (202, 102), (0, 0, 200, 100), (0, 0, 200, 100)),
    ] as [((Int, Int), (Int, Int), (Int, Int, Int, Int), (Int, Int, Int, Int))])
  func `cropping shows as many samples as there are room for`(
    source: (Int, Int), wanted: (Int, Int), region: (Int, Int, Int, Int), target: (Int, Int, Int, Int)
  ) {
    let geometry = Self.geometry(source, wanted, .crop)
    #expect(geometry.sourceRegion == Region(region.0, region.1, region.2, region.3))
    #expect(geometry.target == Rectangle(target))
    #expect(!geometry.isUnscaled(source.0, source.1))
  }

  @Test(arguments: modes)
  func `a clean aperture hides the column and the row that make a size even`(scaling: VideoSettings.Scaling) {
    func aperture(_ width: Int, _ height: Int) -> VideoSettings.CleanAperture? {
      let geometry = Self.geometry((width, height), nil, scaling)
      #expect((geometry.codedWidth % 2, geometry.codedHeight % 2) == (0, 0))
      #expect((0...1).contains(geometry.codedWidth - width) && (0...1).contains(geometry.codedHeight - height))
      #expect(geometry.needsCleanAperture == (geometry.cleanAperture != nil))
      return geometry.cleanAperture
    }
    typealias Aperture = VideoSettings.CleanAperture
    #expect(aperture(852, 480) == nil)
    #expect(
      aperture(853, 480) == Aperture(width: 853, height: 480, halfHorizontalOffset: -1, halfVerticalOffset: 0))
    #expect(
      aperture(852, 479) == Aperture(width: 852, height: 479, halfHorizontalOffset: 0, halfVerticalOffset: -1))
    #expect(
      aperture(853, 479) == Aperture(width: 853, height: 479, halfHorizontalOffset: -1, halfVerticalOffset: -1))
  }

  @Test(arguments: modes)
  func `a codec that encodes odd sizes keeps them`(scaling: VideoSettings.Scaling) {
    let geometry = Self.geometry((1600, 800), (853, 479), scaling, isAlwaysEven: false)
    #expect((geometry.codedWidth, geometry.codedHeight) == (853, 479))
    #expect(geometry.cleanAperture == nil)
    #expect(geometry.target.x >= 0 && geometry.target.x + geometry.target.width <= 853)
    #expect(geometry.target.y >= 0 && geometry.target.y + geometry.target.height <= 479)
  }

  @Test(arguments: modes, [true, false])
  func `the source's own size is unscaled in every mode`(scaling: VideoSettings.Scaling, isAlwaysEven: Bool) {
    for (width, height) in [(852, 480), (853, 479), (853, 480), (1, 1)] {
      let geometry = Self.geometry((width, height), nil, scaling, isAlwaysEven: isAlwaysEven)
      #expect(geometry.isUnscaled(width, height), "\(width)x\(height)")
      #expect(!geometry.isUnscaled(width + 2, height), "\(width)x\(height)")
      #expect(geometry.sourceRegion == Region(0, 0, width, height))
    }
  }
}

extension PictureGeometry.Rectangle {
  fileprivate init(_ edges: (Int, Int, Int, Int)) {
    self.init(x: edges.0, y: edges.1, width: edges.2, height: edges.3)
  }
}

extension PictureGeometry.Region {
  fileprivate init(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
    self.init(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
  }
}
