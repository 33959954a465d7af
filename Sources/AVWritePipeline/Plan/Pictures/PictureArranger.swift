internal import MediaSupport

/// Arranges a track's pictures: a pure value.
///
/// Places are those of the picture as it is shown, and pictures are arranged as they are stored: places are turned back by
/// the matrix. At the end pictures that are to be rotated or flipped are turned as they are shown and lose their matrix, so
/// that players without a sense for it show them right, too.
struct PictureArranger {
  /// The reason why pictures cannot be arranged so, as a part of a sentence about a track.
  struct Flaw: Error {
    let reason: String
  }

  private typealias Size = PictureLayout.Size
  private typealias Rectangle = PictureLayout.Rectangle

  private(set) var arrangement = PictureArrangement()
  /// The geometry of the pictures that are encoded.
  private(set) var geometry: Geometry
  /// The distance of places that are chosen here, in pixels. Samples of colour, and rows of a field, keep together.
  private let step: Int

  /// - Parameters:
  ///   - source: the geometry of the stored pictures.
  ///   - hasFields: a Boolean value that says whether they are interlaced.
  init(_ source: Geometry, hasFields: Bool) {
    geometry = source
    step = hasFields ? PictureArrangement.fieldStep : 2
  }

  /// - Parameters:
  ///   - size: the size that is asked for, or nil for none.
  ///   - keepsMatrix: a Boolean value that says whether the output can say how pictures are turned.
  mutating func arrange(_ edits: PictureEdits, size: VideoChoice.Size?, keepsMatrix: Bool) throws(Flaw) {
    if !edits.isEmpty, geometry.turn == nil {
      throw Flaw(reason: "its matrix does more than turn and mirror pictures, so that they cannot be edited")
    }
    arrangement.edits = edits
    let shown = geometry.shownSize
    let crop: PictureLayout.Rectangle? =
      if let area = edits.crop { try self.part(area, of: shown) } else { nil }
    let stored = Size(width: geometry.width, height: geometry.height)
    let matrix = geometry.turn ?? PictureTurn(quarters: 0)
    let turn = matrix.followed(by: edits.turn)
    var part = Rectangle(stored)
    if let crop {
      arrangement.edits.crop = PictureArea(crop)
      part = geometry.samples(of: matrix.inverse.turned(crop, in: shown))
      geometry = geometry.resized(to: part.size)
    }
    geometry = geometry.shown(turnedBy: edits.turn)
    if let size { geometry = geometry.scaled(to: size) }
    arrangement.isScaled = Size(width: geometry.width, height: geometry.height) != part.size
    if crop != nil || edits.draws {
      var layout = PictureLayout(part, of: stored)
      if edits.draws {
        layout.place = Rectangle(width: geometry.width, height: geometry.height)
        layout.canvas = layout.place.size
      }
      if let pad = edits.pad { try add(pad, to: &layout, turn) }
      arrangement.layout = layout
    }
    // From here on the pictures are turned, and not only shown so.
    if !edits.turn.isNone || !keepsMatrix && !matrix.isNone {
      arrangement.turn = turn
      arrangement.layout = arrangement.layout?.turned(by: turn)
      geometry = geometry.turned(by: turn)
    }
  }

  /// - Parameter turn: the turn of a picture as it is stored to one as it is shown.
  private mutating func add(_ pad: PicturePad, to layout: inout PictureLayout, _ turn: PictureTurn) throws(Flaw) {
    let (canvas, place) = try self.canvas(pad.area, around: geometry.shownSize)
    arrangement.edits.pad = PicturePad(
      PictureArea(Rectangle(x: place.x, y: place.y, width: canvas.width, height: canvas.height)), color: pad.color)
    let placed = geometry.samples(of: turn.inverse.turned(place, in: canvas))
    layout.canvas = geometry.samples(of: Rectangle(turn.inverse.turned(canvas)), isBounded: false).size
    layout.place.x = max(0, min(placed.x, layout.canvas.width - layout.place.width))
    layout.place.y = max(0, min(placed.y, layout.canvas.height - layout.place.height))
    func share(_ value: UInt8) -> Double { Double(value) / 255 }
    layout.background = PictureLayout.Color(
      red: share(pad.color.red), green: share(pad.color.green), blue: share(pad.color.blue))
    geometry = geometry.resized(to: layout.canvas)
  }

  /// Returns the part of a picture that an area is.
  private func part(_ area: PictureArea, of size: PictureLayout.Size) throws(Flaw) -> PictureLayout.Rectangle {
    var part = Rectangle(size)
    switch area.extent {
    case .size(let wanted): (part.width, part.height) = (wanted.width, wanted.height)
    case .aspect(let width, let height):
      let excess = size.width * height - size.height * width
      if excess > 0 { part.width = Self.even(Double(size.height * width) / Double(height), .down) }
      if excess < 0 { part.height = Self.even(Double(size.width * height) / Double(width), .down) }
    }
    (part.x, part.y) = place(area, part.size, in: size)
    guard part.x >= 0, part.y >= 0, part.x + part.width <= size.width, part.y + part.height <= size.height else {
      throw Flaw(
        reason: "--crop \(area.text) is not inside the picture, which is \(size.width)x\(size.height) as shown")
    }
    return part
  }

  /// Returns the size of the larger picture that an area is, and the place of the picture within it.
  private func canvas(
    _ area: PictureArea, around size: PictureLayout.Size
  ) throws(Flaw) -> (PictureLayout.Size, PictureLayout.Rectangle) {
    var canvas = size
    switch area.extent {
    case .size(let wanted): (canvas.width, canvas.height) = (wanted.width, wanted.height)
    case .aspect(let width, let height):
      let excess = size.width * height - size.height * width
      if excess > 0 { canvas.height = Self.even(Double(size.width * height) / Double(width), .up) }
      if excess < 0 { canvas.width = Self.even(Double(size.height * width) / Double(height), .up) }
    }
    let (x, y) = self.place(area, size, in: canvas)
    let place = Rectangle(x: x, y: y, width: size.width, height: size.height)
    let isInside = x >= 0 && y >= 0 && x + size.width <= canvas.width && y + size.height <= canvas.height
    guard isInside, max(canvas.width, canvas.height) <= PictureSize.largestEdge else {
      throw Flaw(
        reason: "--pad \(area.text) does not hold the picture, which is \(size.width)x\(size.height) as shown, within "
          + "\(PictureSize.largestEdge) pixels")
    }
    return (canvas, place)
  }

  private func place(
    _ area: PictureArea, _ size: PictureLayout.Size, in whole: PictureLayout.Size
  ) -> (x: Int, y: Int) {
    if let place = area.place { return (place.x, place.y) }
    func middle(_ rest: Int) -> Int { rest < 0 ? rest : rest / 2 / step * step }
    return (middle(whole.width - size.width), middle(whole.height - size.height))
  }

  private static func even(_ length: Double, _ rule: FloatingPointRoundingRule) -> Int {
    max(2, Int((length / 2).rounded(rule)) * 2)
  }
}

extension PictureArea {
  fileprivate init(_ rectangle: PictureLayout.Rectangle) {
    self.init(
      .size(PictureSize(width: rectangle.width, height: rectangle.height)), at: Place(x: rectangle.x, y: rectangle.y))
  }
}

extension PictureLayout {
  /// Returns the same layout of pictures that were turned.
  fileprivate func turned(by turn: PictureTurn) -> PictureLayout {
    var turned = self
    (turned.source, turned.part) = (turn.turned(source), turn.turned(part, in: source))
    (turned.canvas, turned.place) = (turn.turned(canvas), turn.turned(place, in: canvas))
    return turned
  }
}
