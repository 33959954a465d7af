import CoreGraphics

/// The share of a plane's samples that a layer covers: a pure value (VC-31).
///
/// A sample of the plane represents a block of luma samples. If the layer's edges are horizontal and vertical, the
/// share is the part of the block that lies within them; otherwise each edge's coverage follows from its distance to
/// the middle of the block.
struct LayerCoverage {
  /// The map from the canvas's luma samples to the picture's.
  private let inverse: CGAffineTransform
  private let grid: PlaneGrid
  private let crop: CGRect
  /// The number of luma columns and rows of the canvas; blocks at its edges may be cut.
  private let canvas: (width: Int, height: Int)
  /// The number of blocks of the canvas in a unit of the picture.
  private let scales: (x: Double, y: Double)
  private let swapsAxes: Bool
  let keepsAxes: Bool
  /// The columns and the rows in which something may be covered.
  let columns: Range<Int>
  let rows: Range<Int>

  /// - Parameters:
  ///   - width: the number of the canvas's luma columns; `height` is that of its rows.
  init(_ place: LayerPlacement, _ grid: PlaneGrid, width: Int, height: Int) {
    let toCanvas = place.transform
    inverse = toCanvas.inverted()
    (self.grid, crop, canvas) = (grid, place.crop, (width, height))
    scales = (
      hypot(Double(toCanvas.a) / grid.stepX, Double(toCanvas.b) / grid.stepY),
      hypot(Double(toCanvas.c) / grid.stepX, Double(toCanvas.d) / grid.stepY)
    )
    keepsAxes = place.keepsAxes
    swapsAxes = keepsAxes && toCanvas.a == 0
    let bounds = crop.applying(toCanvas)
    // Slanted edges are softened on both sides.
    let margin = keepsAxes ? 0.0 : 1.0
    func indices(_ low: CGFloat, _ high: CGFloat, _ step: Double, _ count: Int) -> Range<Int> {
      let most = (Double(count) / step).rounded(.up)
      let first = max(0, (Double(low) / step - margin - Self.rounding).rounded(.down))
      let last = min(most, (Double(high) / step + margin + Self.rounding).rounded(.up))
      return first < last ? Int(first)..<Int(last) : 0..<0
    }
    columns = indices(bounds.minX, bounds.maxX, grid.stepX, width)
    rows = indices(bounds.minY, bounds.maxY, grid.stepY, height)
  }

  /// The greatest distance to an edge, and to a whole share, that counts as a rounding error.
  private static let rounding = 1e-6

  /// Returns the covered share of each column's samples, as if all of their rows were covered. The layer must keep its
  /// axes.
  func columnShares() -> [Double] {
    columns.map { column in
      let low = Double(column) * grid.stepX
      return share(low, min(low + grid.stepX, Double(canvas.width)), isVertical: false)
    }
  }

  /// Returns the covered share of a row's samples, as if all of their columns were covered. The layer must keep its
  /// axes.
  func rowShare(_ row: Int) -> Double {
    let low = Double(row) * grid.stepY
    return share(low, min(low + grid.stepY, Double(canvas.height)), isVertical: true)
  }

  /// Returns the part of a stretch of the canvas, along one of its axes, that lies within the layer.
  private func share(_ low: Double, _ high: Double, isVertical: Bool) -> Double {
    let isX = isVertical == swapsAxes
    let ends = [low, high].map { end in
      let point = CGPoint(x: isVertical ? 0 : CGFloat(end), y: isVertical ? CGFloat(end) : 0).applying(inverse)
      return Double(isX ? point.x : point.y)
    }.sorted()
    let edges = isX ? (Double(crop.minX), Double(crop.maxX)) : (Double(crop.minY), Double(crop.maxY))
    return Self.snapped((min(ends[1], edges.1) - max(ends[0], edges.0)) / (ends[1] - ends[0]))
  }

  /// Returns the covered share of a sample.
  func share(column: Int, row: Int) -> Double {
    let point = CGPoint(x: CGFloat(column), y: CGFloat(row)).applying(grid.middles).applying(inverse)
    let (x, y) = (Double(point.x), Double(point.y))
    return Self.share((x - Double(crop.minX)) * scales.x, (Double(crop.maxX) - x) * scales.x)
      * Self.share((y - Double(crop.minY)) * scales.y, (Double(crop.maxY) - y) * scales.y)
  }

  /// Returns the part of a block of length 1 that lies between two edges.
  ///
  /// - Parameters:
  ///   - before: the distance of the block's middle from the edge before it.
  ///   - after: the distance of the block's middle from the edge behind it.
  private static func share(_ before: Double, _ after: Double) -> Double {
    snapped(min(max(before + 0.5, 0), 1) + min(max(after + 0.5, 0), 1) - 1)
  }

  private static func snapped(_ share: Double) -> Double {
    share < rounding ? 0 : share > 1 - rounding ? 1 : share
  }
}
