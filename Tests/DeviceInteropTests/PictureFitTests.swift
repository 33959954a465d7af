import DeviceInterop
import Testing

/// Where pictures go on a surface, and which way up.
@Suite struct PictureFitTests {
  @Test func `a picture lies in the middle, as large as its shape allows`() {
    for (shape, area, expected) in [
      ((320.0, 180.0), (320, 180), (0, 0, 320, 180)), ((320, 180), (640, 480), (0, 60, 640, 360)),
      ((320, 180), (1000, 180), (340, 0, 320, 180)), ((180, 320), (320, 180), (109, 0, 101, 180)),
      ((1, 1000), (50, 50), (24, 0, 1, 50)), ((0, 0), (5, 4), (0, 0, 5, 4)), ((16, 9), (0, 0), (0, 0, 0, 0)),
    ] {
      let fit = PictureFit(of: shape, in: area)
      #expect((fit.x, fit.y, fit.width, fit.height) == expected, "\(shape) in \(area): \(fit)")
    }
    // The cells of a terminal are half as wide as they are high.
    let fit = PictureFit(of: (160, 90), in: (80, 24), pointShape: 0.5)
    #expect((fit.x, fit.y, fit.width, fit.height) == (0, 0, 80, 23))
  }

  @Test func `a picture never leaves its surface, and touches two of its sides`() {
    for width in [1, 2, 7, 64, 1000] {
      for height in [1, 3, 50, 777] {
        for shape in [(1.0, 1.0), (16, 9), (9, 16), (1, 5000), (5000, 1), (321, 241)] {
          let fit = PictureFit(of: shape, in: (width, height))
          #expect(fit.x >= 0 && fit.y >= 0 && fit.width >= 1 && fit.height >= 1)
          #expect(fit.x + fit.width <= width && fit.y + fit.height <= height)
          #expect(fit.width == width || fit.height == height)
        }
      }
    }
  }

  /// A point of a picture of two by three, y down, under the matrix of each orientation, moved back to positive places.
  @Test(arguments: PictureOrientation.all)
  func `an orientation is that of its matrix`(orientation: PictureOrientation) {
    let (cosine, sine) = [(1.0, 0.0), (0, 1), (-1, 0), (0, -1)][orientation.quarterTurns]
    let mirror = orientation.isMirrored ? -1.0 : 1.0
    let matrix = (a: cosine * mirror, b: sine * mirror, c: -sine, d: cosine)
    #expect(PictureOrientation(a: matrix.a, b: matrix.b, c: matrix.c, d: matrix.d) == orientation)
    // Pictures have whole matrices times a scale, or nearly so.
    #expect(
      PictureOrientation(a: matrix.a * 3 + 0.01, b: matrix.b * 3, c: matrix.c * 2, d: matrix.d * 2) == orientation)
    let (width, height) = (2.0, 3.0)
    for x in [0.5, 1.5] {
      for y in [0.5, 1.5, 2.5] {
        let (centerX, centerY) = (x - width / 2, y - height / 2)
        let shown = (
          x: matrix.a * centerX + matrix.c * centerY, y: matrix.b * centerX + matrix.d * centerY
        )
        let size = orientation.swapsSides ? (width: height, height: width) : (width: width, height: height)
        let source = orientation.source(x: shown.x / size.width + 0.5, y: shown.y / size.height + 0.5)
        #expect(abs(source.x * width - x) < 1e-9 && abs(source.y * height - y) < 1e-9)
      }
    }
  }

  @Test func `turns are counted around`() {
    #expect(PictureOrientation(quarterTurns: -1, isMirrored: false).quarterTurns == 3)
    #expect(PictureOrientation(quarterTurns: 6, isMirrored: true).quarterTurns == 2)
    #expect(Set(PictureOrientation.all).count == 8)
  }
}
