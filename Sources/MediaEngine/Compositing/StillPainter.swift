import MediaInterop

/// Draws still pictures over pictures of one format. One thread at a time.
///
/// The still pictures are converted and positioned once.
final class StillPainter {
  private enum Painters {
    case bytes([[PlanePainter<UInt8>]])
    case words([[PlanePainter<UInt16>]])
  }

  /// The format of the pictures that are drawn on.
  let canvas: PictureFormat
  /// The painters of each plane, the lowest picture's first.
  private let painters: Painters

  /// - Parameters:
  ///   - stills: the pictures, the lowest first.
  ///   - canvas: a format without an opacity plane.
  /// - Throws: `MediaError(.unsupportedSettings)` for pictures that no converter reads.
  init(_ stills: [(picture: Picture, place: LayerPlacement)], on canvas: PictureFormat) throws {
    self.canvas = canvas
    let layers = try stills.compactMap { still in
      var picture = still.picture
      picture.color = picture.color.ofStill(on: canvas.color)
      return try LayerSource(canvas).prepare(picture, still.place)
    }
    func painters<Sample: FixedWidthInteger & UnsignedInteger & Sendable>(
      _ type: Sample.Type
    ) throws -> [[PlanePainter<Sample>]] {
      try (0..<canvas.format.planeCount).map { plane in
        try layers.map { try PlanePainter<Sample>(of: $0, plane: plane, on: canvas) }
      }
    }
    self.painters =
      try canvas.format.bitsPerComponent > 8 ? .words(painters(UInt16.self)) : .bytes(painters(UInt8.self))
  }

  /// Draws over a picture of the canvas's format.
  func draw(onto picture: Picture) {
    switch painters {
    case .bytes(let painters): Self.draw(painters, onto: picture)
    case .words(let painters): Self.draw(painters, onto: picture)
    }
  }

  private static func draw<Sample: FixedWidthInteger & UnsignedInteger & Sendable>(
    _ painters: [[PlanePainter<Sample>]], onto picture: Picture
  ) {
    for (plane, painters) in painters.enumerated() {
      let memory = PlaneMemory(picture, plane: plane, as: Sample.self)
      for painter in painters { painter.paint(0..<memory.height, of: memory) }
    }
  }
}

extension ColorDescription {
  /// Returns the colours of a still picture that are assumed for its conversion to a canvas.
  ///
  /// Screens show the transfer curve of video in the same way as sRGB's, so encoded values are not changed in standard
  /// range. On a canvas of high dynamic range, a picture without stated colours counts as sRGB.
  fileprivate func ofStill(on canvas: ColorDescription) -> ColorDescription {
    var color = self
    if canvas.isHighRange {
      if primaries == Self.unspecified { color.primaries = Self.bt709 }
      if transfer == Self.unspecified { color.transfer = Self.sRGB }
      return color
    }
    color.transfer = canvas.transfer
    if canvas.transfer == Self.unspecified { color.primaries = canvas.primaries }
    return color
  }
}
