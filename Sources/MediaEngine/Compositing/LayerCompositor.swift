import CoreGraphics
import Dispatch
import MediaInterop
import MediaSupport

/// Draws layers over a background: the built-in compositor.
///
/// The canvas is drawn in bands of rows, one for each core. Within a band the planes are drawn one after the other, so
/// that rows stay in a core's cache from layer to layer. One caller at a time.
final class LayerCompositor {
  /// A picture and its position.
  struct Layer {
    let trackID: Int32
    let picture: Picture
    let place: LayerPlacement
  }

  let canvas: PictureFormat
  private var sources: [Int32: LayerSource] = [:]

  /// The least number of rows that is worth a thread.
  private static let leastRows = 32
  /// The greatest number of bands: more cores would only wait for memory.
  private static let mostBands = 16

  init(_ canvas: PictureFormat) { self.canvas = canvas }

  /// Returns a picture of layers, the topmost first, in its own memory.
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
      let painters = try layers.map { try PlanePainter<Sample>(of: $0, plane: plane, on: self.canvas) }
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
}

extension PictureComposition.Color {
  /// Returns the sample values of the colour in the planes of a format, rounded, by the format's matrix and range
  /// (VC-33).
  func samples(in format: PictureFormat) -> [Int] {
    let bits = format.format.bitsPerComponent
    let most = Double(1 << bits - 1)
    // This is libavutil's order of planes.
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

  /// Returns the weights of red and blue in luma, by a matrix's number in H.273. Other matrices get BT.709's.
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
