import CoreGraphics
import Dispatch
import MediaInterop
import MediaSupport

/// Draws layers over a background: the built-in compositor.
///
/// The canvas is drawn in bands of rows, one for each core, and in a band one plane after the other, so that rows stay
/// in a core's cache from layer to layer. One caller at a time.
final class LayerCompositor {
  /// A picture and its place.
  struct Layer {
    let trackID: Int32
    let picture: Picture
    let place: LayerPlacement
  }

  let canvas: PictureFormat
  private var sources: [Int32: LayerSource] = [:]

  /// The fewest rows that are worth a thread.
  private static let leastRows = 32
  /// The most bands: more cores wait for memory.
  private static let mostBands = 16

  init(_ canvas: PictureFormat) { self.canvas = canvas }

  /// Returns a picture of layers, the topmost first, in memory of its own.
  ///
  /// - Throws: `MediaError(.unsupportedSettings)` for pictures that no converter reads.
  func compose(_ layers: [Layer], over background: PictureComposition.Color) throws -> Picture {
    // An opaque layer that covers the whole canvas hides those under it.
    let last = layers.firstIndex { layer in
      !layer.picture.format.hasAlpha && layer.place.covers(width: canvas.width, height: canvas.height)
    }
    let seen = last.map { layers[...$0] } ?? layers[...]
    let prepared = try seen.reversed().compactMap { layer in
      let source = sources[layer.trackID] ?? LayerSource(canvas)
      sources[layer.trackID] = source
      return try source.prepare(layer.picture, layer.place)
    }
    let result = try PictureStorage.picture(
      format: canvas.format, width: canvas.width, height: canvas.height, color: canvas.color)
    if canvas.format.bitsPerComponent > 8 {
      try draw(prepared, as: UInt16.self, onto: result, background)
    } else {
      try draw(prepared, as: UInt8.self, onto: result, background)
    }
    return result
  }

  private func draw<Sample: FixedWidthInteger & UnsignedInteger & Sendable>(
    _ layers: [LayerSource.Prepared], as type: Sample.Type, onto result: Picture, _ background: PictureComposition.Color
  ) throws {
    let values = background.samples(in: canvas)
    let planes = try result.planes.indices.map { plane in
      let painters = try layers.map { try painter(of: $0, plane: plane, as: type) }
      return (
        memory: PlaneMemory(result, plane: plane, as: type), value: Sample(truncatingIfNeeded: values[plane]),
        painters: painters
      )
    }
    let step = 1 << canvas.format.log2ChromaHeight
    let cores = min(Processors.count, Self.mostBands)
    let bands = max(1, min(cores, canvas.height / Self.leastRows))
    let length = (canvas.height / bands + step) / step * step
    let canvas = canvas
    DispatchQueue.concurrentPerform(iterations: bands) { band in
      for (plane, (memory, value, painters)) in planes.enumerated() {
        let edges = [band, band + 1].map { edge in
          min(canvas.format.rowCount(height: min(edge * length, canvas.height), plane: plane), memory.height)
        }
        let rows = edges[0]..<edges[1]
        for row in rows { memory.row(row).update(repeating: value, count: memory.width) }
        for painter in painters { painter.paint(rows, of: memory) }
      }
    }
  }

  private func painter<Sample: FixedWidthInteger & UnsignedInteger & Sendable>(
    of layer: LayerSource.Prepared, plane: Int, as type: Sample.Type
  ) throws -> PlanePainter<Sample> {
    let grid = PlaneGrid(canvas, plane: plane)
    let memory = PlaneMemory(layer.picture, plane: plane, as: type)
    let alpha = try layer.picture.format.hasAlpha ? Self.alpha(of: layer.picture, grid, as: type) : nil
    return PlanePainter(
      memory, alpha: alpha, most: UInt32(1) << canvas.format.bitsPerComponent - 1,
      PlaneMap(layer.place.transform.inverted(), canvas: grid, picture: grid),
      LayerCoverage(layer.place, grid, width: canvas.width, height: canvas.height), opacity: layer.place.opacity)
  }

  /// Returns a picture's opacity, sample for sample of a grid: the mean of the luma samples that each is for (VC-23).
  private static func alpha<Sample: FixedWidthInteger & UnsignedInteger>(
    of picture: Picture, _ grid: PlaneGrid, as type: Sample.Type
  ) throws -> PlaneMemory<Sample> {
    let whole = PlaneMemory(picture, plane: alphaPlane, as: type)
    if grid.log2Width == 0, grid.log2Height == 0 { return whole }
    let (across, down) = (1 << grid.log2Width, 1 << grid.log2Height)
    let (width, height) = ((picture.width + across - 1) / across, (picture.height + down - 1) / down)
    let storage = try PictureStorage.picture(
      format: Sample.bitWidth > 8 ? .gray16 : .gray8, width: width, height: height)
    let means = PlaneMemory(storage, plane: 0, as: type)
    for y in 0..<height {
      for x in 0..<width {
        let rows = (y * down)..<min((y + 1) * down, picture.height)
        let columns = (x * across)..<min((x + 1) * across, picture.width)
        var sum = 0
        for row in rows { for column in columns { sum += Int(whole.row(row)[column]) } }
        let count = rows.count * columns.count
        means.row(y)[x] = Sample((sum + count / 2) / count)
      }
    }
    return means
  }

  /// The index of the plane for opacity: libavutil's fourth.
  private static let alphaPlane = 3
}

extension PlaneMemory where Sample: FixedWidthInteger {
  init(_ picture: Picture, plane: Int, as type: Sample.Type) {
    let size = Self.size(of: PictureFormat(picture), plane: plane)
    self.init(
      base: picture.planes[plane].base.assumingMemoryBound(to: type),
      stride: picture.planes[plane].stride / MemoryLayout<Sample>.stride, width: size.width, height: size.height,
      owner: picture.owner)
  }

  /// Returns the columns and rows of a plane.
  static func size(of format: PictureFormat, plane: Int) -> (width: Int, height: Int) {
    (
      format.format.bytesPerRow(width: format.width, plane: plane) / MemoryLayout<Sample>.stride,
      format.format.rowCount(height: format.height, plane: plane)
    )
  }
}

extension PictureComposition.Color {
  /// Returns the samples of the colour in the planes of a format: rounded, by the format's matrix and range (VC-33).
  func samples(in format: PictureFormat) -> [Int] {
    let bits = format.format.bitsPerComponent
    let most = Double(1 << bits - 1)
    // libavutil's order of planes.
    if format.format.isRGB { return [green, blue, red].map { Int(($0 * most).rounded()) } }
    let (kr, kb) = Self.weights(of: format.matrix)
    let luma = kr * red + (1 - kr - kb) * green + kb * blue
    let chroma = [(blue - luma) / (2 * (1 - kb)), (red - luma) / (2 * (1 - kr))]
    let unit = Double(1 << (bits - 8))
    if format.isFullRange {
      let middle = Double(1 << (bits - 1))
      return [Int((luma * most).rounded())]
        + chroma.map { Int(min(max((middle + $0 * most).rounded(), 0), most)) }
    }
    return [Int(((16 + 219 * luma) * unit).rounded())] + chroma.map { Int(((128 + 224 * $0) * unit).rounded()) }
  }

  /// Returns the shares of red and blue in luma, by H.273's number of a matrix. Those of BT.709 stand for others.
  private static func weights(of matrix: UInt8) -> (red: Double, blue: Double) {
    switch matrix {
    case 4: (0.30, 0.11)
    case 5, 6: (0.299, 0.114)
    case 7: (0.212, 0.087)
    case 9, 10: (0.2627, 0.0593)
    default: (0.2126, 0.0722)
    }
  }
}
