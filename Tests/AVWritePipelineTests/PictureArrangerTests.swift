import MediaSupport
import Testing

@testable import AVWritePipeline

/// The sizes and places that edits of pictures come to, for the pictures as they are stored.
@Suite struct PictureArrangerTests {
  private typealias Rectangle = PictureLayout.Rectangle

  /// A telephone's clip: 1920x1080 as stored, and shown upright.
  private static let phone = [0.0, 1, -1, 0, 1080, 0]

  private func geometry(
    _ width: Int = 1920, _ height: Int = 1080, shape: (Int, Int) = (1, 1), _ transform: [Double] = [1, 0, 0, 1, 0, 0]
  ) -> Geometry {
    Geometry(
      width: width, height: height, pixelAspect: .init(horizontal: shape.0, vertical: shape.1), transform: transform)
  }

  private func arrange(
    _ geometry: Geometry, size: VideoChoice.Size? = nil, keepsMatrix: Bool = true, hasFields: Bool = false,
    _ change: (inout PictureEdits) -> Void
  ) throws -> PictureArranger {
    var edits = PictureEdits()
    change(&edits)
    var arranger = PictureArranger(geometry, hasFields: hasFields)
    try arranger.arrange(edits, size: size, keepsMatrix: keepsMatrix)
    return arranger
  }

  @Test func `a part of a turned picture is cut from the stored one, which keeps its matrix`() throws {
    let square = try arrange(geometry(Self.phone)) { $0.crop = PictureArea(argument: "1:1") }
    // 1080x1920 as shown: the square begins 420 rows from the top, which are the stored picture's left columns.
    #expect(square.arrangement.turn == nil)
    #expect(square.arrangement.layout?.part == Rectangle(x: 420, y: 0, width: 1080, height: 1080))
    #expect(square.arrangement.edits.crop?.text == "1080x1080+0+420")
    #expect(square.geometry == geometry(1080, 1080, [0, 1, -1, 0, 1080, 0]))
    let corner = try arrange(geometry(Self.phone)) { $0.crop = PictureArea(argument: "200x100+10+20") }
    // Its right edge as shown is the stored picture's upper one.
    #expect(corner.arrangement.layout?.part == Rectangle(x: 20, y: 870, width: 100, height: 200))
    #expect(corner.geometry == geometry(100, 200, [0, 1, -1, 0, 200, 0]))
  }

  @Test func `pictures that are rotated are turned as they are shown, and have no matrix`() throws {
    let turned = try arrange(geometry(Self.phone)) {
      ($0.crop, $0.rotation) = (PictureArea(argument: "200x100+10+20"), .quarter)
    }
    #expect(turned.arrangement.turn == PictureTurn(quarters: 2))
    #expect(turned.geometry == geometry(100, 200))
    // The shown picture is 1080x1920; on its side its upper edge is the right one.
    #expect(turned.arrangement.layout?.part == Rectangle(x: 1800, y: 10, width: 100, height: 200))
    let back = try arrange(geometry(Self.phone)) { $0.rotation = .threeQuarters }
    #expect(back.arrangement.turn?.isNone == true && back.geometry == geometry())
    let other = try arrange(geometry(Self.phone), keepsMatrix: false) { $0.crop = PictureArea(argument: "1:1") }
    #expect(other.arrangement.turn == PictureTurn(quarters: 1) && other.geometry == geometry(1080, 1080))
    #expect(other.arrangement.layout?.part == Rectangle(x: 0, y: 420, width: 1080, height: 1080))
    let flipped = try arrange(geometry()) { ($0.rotation, $0.flip) = (.quarter, .horizontal) }
    #expect(
      flipped.arrangement.turn == PictureTurn(quarters: 1).followed(by: PictureTurn(isMirrored: true, quarters: 0)))
  }

  @Test func `a crop, a size and a larger picture follow each other`() throws {
    let box = VideoChoice.Size.within(.size(PictureSize(width: 320, height: 320)))
    let edited = try arrange(geometry(), size: box) {
      ($0.crop, $0.pad) = (PictureArea(argument: "640x480+4+6"), PicturePad(argument: "16:9@#FF0000"))
    }
    let layout = try #require(edited.arrangement.layout)
    #expect(layout.part == Rectangle(x: 4, y: 6, width: 640, height: 480))
    #expect(layout.place == Rectangle(x: 54, y: 0, width: 320, height: 240))
    #expect(layout.canvas == .init(width: 428, height: 240) && edited.geometry == geometry(428, 240))
    #expect(layout.background == .init(red: 1))
    #expect(edited.arrangement.isScaled)
    // Without anything that is drawn, the encoder scales.
    let cropped = try arrange(geometry(), size: box) { $0.crop = PictureArea(argument: "640x480+4+6") }
    #expect(cropped.arrangement.layout?.canvas == .init(width: 640, height: 480))
    #expect(cropped.geometry == geometry(320, 240))
    let tall = try arrange(geometry(Self.phone)) { $0.pad = PicturePad(argument: "2000x1920+10+0") }
    #expect(tall.arrangement.layout?.place == Rectangle(x: 0, y: 910, width: 1920, height: 1080))
    #expect(tall.geometry == geometry(1920, 2000, [0, 1, -1, 0, 2000, 0]))
  }

  @Test func `oblong pixels stay, and places count square ones`() throws {
    let wide = geometry(720, 576, shape: (64, 45))
    let part = try arrange(wide) { $0.crop = PictureArea(argument: "512x288+256+144") }
    #expect(part.arrangement.layout?.part == Rectangle(x: 180, y: 144, width: 360, height: 288))
    #expect(part.geometry == geometry(360, 288, shape: (64, 45)))
    let padded = try arrange(wide) { $0.pad = PicturePad(argument: "1280x576") }
    #expect(padded.geometry == geometry(900, 576, shape: (64, 45)))
    #expect(padded.arrangement.layout?.place == Rectangle(x: 90, y: 0, width: 720, height: 576))
  }

  @Test func `fields stay where rows of both move together, and pictures are made whole elsewhere`() throws {
    func breaks(_ change: (inout PictureEdits) -> Void) throws -> Bool {
      try arrange(geometry(1440, 1080), hasFields: true, change).arrangement.breaksFields
    }
    #expect(try !breaks { $0.crop = PictureArea(argument: "1440x540+0+4") })
    #expect(try breaks { $0.crop = PictureArea(argument: "1440x540+0+2") })
    #expect(try !breaks { $0.crop = PictureArea(argument: "239:100") })
    #expect(try !breaks { $0.pad = PicturePad(argument: "1440x1090") })
    #expect(try breaks { $0.flip = .vertical })
  }

  @Test(arguments: [
    ("crop", "2000x100", "--crop 2000x100 is not inside the picture, which is 1920x1080 as shown"),
    ("crop", "100x100+1900+0", "--crop 100x100+1900+0 is not inside the picture"),
    ("pad", "1920x1000", "--pad 1920x1000 does not hold the picture, which is 1920x1080 as shown"),
    ("pad", "2000x1080+100+0", "--pad 2000x1080+100+0 does not hold the picture"), ("pad", "1:100", "--pad 1:100 does"),
  ])
  func `what is outside the picture says its size`(option: String, text: String, message: String) {
    let flaw = #expect(throws: PictureArranger.Flaw.self) {
      try arrange(geometry()) {
        if option == "crop" { $0.crop = PictureArea(argument: text) } else { $0.pad = PicturePad(argument: text) }
      }
    }
    #expect(flaw?.reason.hasPrefix(message) == true, "\(flaw?.reason ?? "")")
  }

  @Test func `a matrix that does more than turn allows no edits`() {
    #expect(throws: PictureArranger.Flaw.self) {
      try arrange(geometry([0.7, 0.7, -0.7, 0.7, 0, 0])) { $0.crop = PictureArea(argument: "1:1") }
    }
  }

  @Test func `a copied track's matrix is turned about the picture's place`() {
    let shown = geometry(Self.phone).shown(turnedBy: PictureTurn(quarters: 1))
    #expect(shown.transform == [-1, 0, 0, -1, 1920, 1080])
    #expect(geometry().shown(turnedBy: PictureTurn(isMirrored: true, quarters: 0)).transform == [-1, 0, 0, 1, 1920, 0])
  }

  private func geometry(_ transform: [Double]) -> Geometry { geometry(1920, 1080, transform) }
}
