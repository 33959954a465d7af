import CoreGraphics

/// One plane of a picture in memory. Lengths are in samples.
struct PlaneMemory<Sample>: @unchecked Sendable {
  // Sendable: each row is written by one thread.
  let base: UnsafeMutablePointer<Sample>
  let stride: Int
  let width: Int
  let height: Int
  /// The owner of the memory, which keeps it alive.
  let owner: AnyObject?

  func row(_ index: Int) -> UnsafeMutablePointer<Sample> { base + index * stride }
}

/// Draws one plane of a layer onto one plane of the canvas.
///
/// The layer's weight in a sample is its opacity times the covered share of the sample, in 65,536ths, multiplied by the
/// picture's own opacity. The weighted sum of both samples is rounded to the nearest value (VC-23).
struct PlanePainter<Sample: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
  let picture: PlaneMemory<Sample>
  /// The picture's own opacity for each sample; `nil` if it is opaque.
  let alpha: PlaneMemory<Sample>?
  /// The greatest value of a sample.
  let most: UInt32
  let map: PlaneMap
  let coverage: LayerCoverage
  let opacity: Double
  /// The covered shares, see `LayerCoverage.columnShares()`; empty if the layer is rotated.
  private let columnShares: [Double]
  private let coversAllColumns: Bool

  private static var one: UInt32 { 65_536 }

  init(
    _ picture: PlaneMemory<Sample>, alpha: PlaneMemory<Sample>?, most: UInt32, _ map: PlaneMap,
    _ coverage: LayerCoverage, opacity: Double
  ) {
    (self.picture, self.alpha, self.most, self.map) = (picture, alpha, most, map)
    (self.coverage, self.opacity) = (coverage, opacity)
    columnShares = coverage.keepsAxes ? coverage.columnShares() : []
    coversAllColumns = coverage.keepsAxes && columnShares.allSatisfy { $0 == 1 }
  }

  /// Draws the layer on some rows of the canvas.
  func paint(_ rows: Range<Int>, of canvas: PlaneMemory<Sample>) {
    let (rows, columns) = (rows.clamped(to: coverage.rows), coverage.columns)
    guard !rows.isEmpty, !columns.isEmpty else { return }
    let scratch = UnsafeMutablePointer<Sample>.allocate(capacity: 2 * columns.count)
    let weights = UnsafeMutablePointer<UInt32>.allocate(capacity: columns.count)
    defer {
      scratch.deallocate()
      weights.deallocate()
    }
    for row in rows {
      let rowShare = coverage.keepsAxes ? coverage.rowShare(row) : 1
      if rowShare == 0 { continue }
      let target = canvas.row(row) + columns.lowerBound
      if alpha == nil, opacity >= 1, rowShare == 1, coversAllColumns, let source = straightRow(row) {
        target.update(from: source, count: columns.count)
        continue
      }
      weigh(row, rowShare, into: weights)
      fetch(row, into: scratch, alpha: scratch + columns.count)
      if alpha != nil {
        let own = scratch + columns.count
        for index in 0..<columns.count { weights[index] = (weights[index] &* UInt32(own[index]) &+ most / 2) / most }
      }
      for index in 0..<columns.count {
        let weight = weights[index]
        let sum = UInt32(target[index]) &* (Self.one &- weight) &+ UInt32(scratch[index]) &* weight
        target[index] = Sample(truncatingIfNeeded: (sum &+ Self.one / 2) &>> 16)
      }
    }
  }

  /// Calculates the layer's weight in the samples of a row.
  private func weigh(_ row: Int, _ rowShare: Double, into weights: UnsafeMutablePointer<UInt32>) {
    let whole = opacity * Double(Self.one)
    for (index, column) in coverage.columns.enumerated() {
      let share =
        coverage.keepsAxes ? columnShares[index] * rowShare : coverage.share(column: column, row: row)
      weights[index] = UInt32((whole * share).rounded())
    }
  }

  // MARK: The picture's samples

  /// Returns the picture's row that becomes the canvas's row, from the first covered column on; `nil` if there is none.
  private func straightRow(_ row: Int) -> UnsafeMutablePointer<Sample>? {
    guard case .moved(let move) = map, move.ax == 1, move.ay == 0 else { return nil }
    let (x, y) = (coverage.columns.lowerBound + move.bx * row + move.cx, move.by * row + move.cy)
    guard y >= 0, y < picture.height, x >= 0, x + coverage.columns.count <= picture.width else { return nil }
    return picture.row(y) + x
  }

  private func fetch(
    _ row: Int, into target: UnsafeMutablePointer<Sample>, alpha target2: UnsafeMutablePointer<Sample>
  ) {
    switch map {
    case .moved(let move):
      move.copy(row, coverage.columns, of: picture, into: target)
      if let alpha { move.copy(row, coverage.columns, of: alpha, into: target2) }
    case .sampled(let map):
      if let alpha {
        interpolate(row, map, alpha, target, target2)
      } else {
        interpolate(row, map, target)
      }
    }
  }

  /// Interpolates samples by cubic convolution (VC-31).
  private func interpolate(_ row: Int, _ map: CGAffineTransform, _ target: UnsafeMutablePointer<Sample>) {
    for (index, column) in coverage.columns.enumerated() {
      let taps = CubicTaps(map, column, row)
      var sum: Float = 0
      for down in 0..<4 {
        let source = picture.row(min(max(taps.y + down, 0), picture.height - 1))
        var part: Float = 0
        for across in 0..<4 {
          part += taps.across[across] * Float(source[min(max(taps.x + across, 0), picture.width - 1)])
        }
        sum += taps.down[down] * part
      }
      target[index] = sample(sum)
    }
  }

  /// Interpolates samples, weighted by their opacity, and their opacity.
  private func interpolate(
    _ row: Int, _ map: CGAffineTransform, _ alpha: PlaneMemory<Sample>, _ target: UnsafeMutablePointer<Sample>,
    _ target2: UnsafeMutablePointer<Sample>
  ) {
    for (index, column) in coverage.columns.enumerated() {
      let taps = CubicTaps(map, column, row)
      var (sum, opaque): (Float, Float) = (0, 0)
      for down in 0..<4 {
        let y = min(max(taps.y + down, 0), picture.height - 1)
        let (source, own) = (picture.row(y), alpha.row(y))
        for across in 0..<4 {
          let x = min(max(taps.x + across, 0), picture.width - 1)
          let weight = taps.down[down] * taps.across[across] * Float(own[x])
          sum += weight * Float(source[x])
          opaque += weight
        }
      }
      target[index] = opaque > 0 ? sample(sum / opaque) : 0
      target2[index] = sample(opaque)
    }
  }

  private func sample(_ value: Float) -> Sample { Sample(min(max(value + 0.5, 0), Float(most))) }
}

extension PlaneMove {
  /// Copies the picture's samples for a row of the canvas.
  fileprivate func copy<Sample>(
    _ row: Int, _ columns: Range<Int>, of picture: PlaneMemory<Sample>, into target: UnsafeMutablePointer<Sample>
  ) {
    var x = ax * columns.lowerBound + bx * row + cx
    var y = ay * columns.lowerBound + by * row + cy
    for index in 0..<columns.count {
      // A partly covered sample may begin outside of the picture.
      target[index] = picture.row(min(max(y, 0), picture.height - 1))[min(max(x, 0), picture.width - 1)]
      x += ax
      y += ay
    }
  }
}

/// The sixteen samples around a position, and their weights: cubic convolution with the parameter −0.6, as in the
/// scaler.
private struct CubicTaps {
  /// The first column and row.
  let x: Int
  let y: Int
  let across: SIMD4<Float>
  let down: SIMD4<Float>

  init(_ map: CGAffineTransform, _ column: Int, _ row: Int) {
    let u = Double(map.a) * Double(column) + Double(map.c) * Double(row) + Double(map.tx)
    let v = Double(map.b) * Double(column) + Double(map.d) * Double(row) + Double(map.ty)
    (x, y) = (Self.index(u) - 1, Self.index(v) - 1)
    across = Self.weights(Float(u - u.rounded(.down)))
    down = Self.weights(Float(v - v.rounded(.down)))
  }

  /// Returns the last index at or before a position. Positions far outside are limited.
  private static func index(_ place: Double) -> Int { Int(min(max(place, -farthest), farthest).rounded(.down)) }

  private static var farthest: Double { 1e9 }

  private static func weights(_ fraction: Float) -> SIMD4<Float> {
    SIMD4(far(1 + fraction), near(fraction), near(1 - fraction), far(2 - fraction))
  }

  private static var parameter: Float { -0.6 }

  private static func near(_ distance: Float) -> Float {
    ((parameter + 2) * distance - (parameter + 3)) * distance * distance + 1
  }

  private static func far(_ distance: Float) -> Float {
    ((parameter * distance - 5 * parameter) * distance + 8 * parameter) * distance - 4 * parameter
  }
}
