import CoreGraphics
import MediaInterop
import MediaSupport

/// Lays out pictures on a canvas, and draws still pictures over them. One thread at a time: the converters are kept
/// from picture to picture.
///
/// A part that is cut out at whole chroma samples, and is not scaled, keeps its samples. Pictures that are drawn on are
/// planar and opaque.
final class LayoutCompositor {
  private let layout: PictureLayout
  private let stills: [(picture: Picture, place: LayerPlacement)]
  /// Converts pictures that are not opaque, and are cut between chroma samples, to a format with chroma for each
  /// sample.
  private var refiner: PictureAdapter?
  private var cutter: LayerCompositor?
  private var scaler: PictureAdapter?
  private var layers: LayerCompositor?
  private var painter: StillPainter?

  /// - Parameter stills: the pictures that are drawn over each picture, the lowest first.
  /// - Throws: `MediaError(.unsupportedSettings)` for a still picture of an unknown format.
  init(_ layout: PictureLayout, _ stills: [StillLayer]) throws {
    self.layout = layout
    self.stills = try stills.map { still in
      let picture = try Picture(still.picture)
      return (picture: picture, place: LayerPlacement(still.transform, of: picture))
    }
  }

  private var isPadded: Bool { layout.canvas != layout.place.size }
  private var drawsOnPictures: Bool { isPadded || !stills.isEmpty }

  /// Returns the picture in its layout. The result may share the memory of the original.
  ///
  /// - Throws: `MediaError(.unsupportedSettings)` for pictures that no converter reads.
  func compose(_ picture: Picture) throws -> Picture {
    let cut = try self.cut(picture)
    let format = drawsOnPictures ? cut.format.planesToDrawOn : cut.format
    let part = try scaled(cut, as: format)
    guard drawsOnPictures else { return part }
    var canvas = try self.canvas(showing: part, as: format)
    canvas.fieldOrder = picture.fieldOrder
    if stills.isEmpty { return canvas }
    let painter =
      if let painter, painter.canvas == PictureFormat(canvas) { painter } else {
        try StillPainter(stills, on: PictureFormat(canvas))
      }
    self.painter = painter
    painter.draw(onto: canvas)
    return canvas
  }

  /// Returns the part that is shown. It is a view of the picture if it begins at whole chroma samples. Otherwise it has
  /// its own memory, with the same luma and interpolated chroma.
  private func cut(_ picture: Picture) throws -> Picture {
    let part = layout.part(ofWidth: picture.width, height: picture.height)
    let rectangle = PictureGeometry.Rectangle(x: part.x, y: part.y, width: part.width, height: part.height)
    if picture.format.hasWholeBytes, picture.format.hasSamples(at: part) { return picture.cropped(to: rectangle) }
    if picture.format.hasAlpha, let format = picture.format.finestWithAlpha {
      return try adapted(picture, as: format, size: nil, by: &refiner).cropped(to: rectangle)
    }
    let canvas = PictureFormat(
      format: picture.format.planesToDrawOn, width: part.width, height: part.height, color: picture.color)
    let cutter = if let cutter, cutter.canvas == canvas { cutter } else { LayerCompositor(canvas) }
    self.cutter = cutter
    let move = CGAffineTransform(translationX: CGFloat(-part.x), y: CGFloat(-part.y))
    let layer = LayerCompositor.Layer(trackID: 0, picture: picture, place: LayerPlacement(move, of: picture))
    var cut = try cutter.compose([layer], over: layout.background)
    cut.fieldOrder = picture.fieldOrder
    return cut
  }

  /// Returns a part in its size on the canvas.
  ///
  /// - Parameter format: the format of the canvas. A picture that is not opaque keeps its opacity.
  private func scaled(_ part: Picture, as format: PixelFormat) throws -> Picture {
    let isOpaque = !part.format.hasAlpha || format.hasAlpha
    return try adapted(
      part, as: isOpaque ? format : format.withAlpha ?? format, size: layout.place.size, by: &scaler)
  }

  /// - Parameter size: the size that the picture is scaled to; `nil` for its own.
  private func adapted(
    _ picture: Picture, as format: PixelFormat, size: PictureLayout.Size?, by adapter: inout PictureAdapter?
  ) throws -> Picture {
    let target = PictureAdapter.Target(
      format: format, width: size?.width ?? picture.width, height: size?.height ?? picture.height)
    if target.isMet(by: picture) { return picture }
    let known =
      if let adapter, adapter.accepts(picture, target) { adapter } else {
        try PictureAdapter(from: picture, to: target)
      }
    adapter = known
    return try known.adapt(picture)
  }

  /// Returns the canvas with a part at its position, in its own memory.
  private func canvas(showing part: Picture, as format: PixelFormat) throws -> Picture {
    let (size, place) = (layout.canvas, layout.place)
    let canvas = PictureFormat(format: format, width: size.width, height: size.height, color: part.color)
    guard part.format == format, format.hasSamples(at: place, upTo: size) else {
      let layers = if let layers, layers.canvas == canvas { layers } else { LayerCompositor(canvas) }
      self.layers = layers
      let move = CGAffineTransform(translationX: CGFloat(place.x), y: CGFloat(place.y))
      let layer = LayerCompositor.Layer(trackID: 0, picture: part, place: LayerPlacement(move, of: part))
      return try layers.compose([layer], over: layout.background)
    }
    let result = try PictureStorage.picture(
      format: format, width: size.width, height: size.height, color: part.color)
    if isPadded { result.fill(layout.background.samples(in: canvas)) }
    part.copySamples(
      into: result.cropped(to: .init(x: place.x, y: place.y, width: place.width, height: place.height)))
    return result
  }
}

extension PixelFormat {
  /// The opaque planes in which pictures of this format are drawn on: their own, if a format with these planes and
  /// opacity exists.
  fileprivate var planesToDrawOn: PixelFormat {
    let isPlanes = planeCount == componentCount && !isGray && !isBigEndian && !isFloat && bitsPerComponent <= 16
    return isPlanes && withoutAlpha.withAlpha != nil ? withoutAlpha : CanvasFormat.planes(for: self)
  }

  /// A Boolean value that says whether each sample begins at a byte of its own.
  fileprivate var hasWholeBytes: Bool { bytesPerRow(width: 8, plane: 0) >= 8 }

  /// The planes with opacity in which each sample has its own chroma; `nil` if there are none.
  fileprivate var finestWithAlpha: PixelFormat? {
    let depth = bitsPerComponent <= 8 ? "" : bitsPerComponent <= 10 ? "10le" : "16le"
    return PixelFormat(name: "yuva444p" + depth)
  }

  /// Returns whether a rectangle begins at whole samples of all planes.
  ///
  /// - Parameter size: the size of the picture, at whose edges the rectangle may also end between chroma samples; `nil`
  ///   if it may end anywhere.
  fileprivate func hasSamples(at rectangle: PictureLayout.Rectangle, upTo size: PictureLayout.Size? = nil) -> Bool {
    let (across, down) = (1 << log2ChromaWidth, 1 << log2ChromaHeight)
    guard rectangle.x % across == 0, rectangle.y % down == 0 else { return false }
    guard let size else { return true }
    let (right, bottom) = (rectangle.x + rectangle.width, rectangle.y + rectangle.height)
    return (right % across == 0 || right == size.width) && (bottom % down == 0 || bottom == size.height)
  }
}

extension PictureLayout {
  /// Returns the part of a picture, in whole samples. In a picture of another size than the layout's it is the same
  /// share.
  fileprivate func part(ofWidth width: Int, height: Int) -> Rectangle {
    if width == source.width, height == source.height { return part }
    func edge(_ place: Int, _ whole: Int, _ own: Int) -> Int {
      Int((Double(place) * Double(own) / Double(whole)).rounded())
    }
    let (x, y) = (edge(part.x, source.width, width), edge(part.y, source.height, height))
    let right = edge(part.x + part.width, source.width, width)
    let bottom = edge(part.y + part.height, source.height, height)
    let corner = (x: min(x, width - 1), y: min(y, height - 1))
    return Rectangle(
      x: corner.x, y: corner.y, width: max(1, min(right, width) - corner.x),
      height: max(1, min(bottom, height) - corner.y))
  }
}
