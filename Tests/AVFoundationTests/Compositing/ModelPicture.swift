import AVFoundation
import Testing

/// The samples of a planar picture, 4:2:0 or 4:2:2 or R, G and B, and the slow model of composed pictures: written from
/// the rules in doubles, sample for sample.
struct ModelPicture: Equatable {
  var width: Int
  var height: Int
  /// The columns and rows of luma to a sample of chroma.
  var step = (x: 2, y: 2)
  var bits = 8
  /// Row after row.
  var planes: [[Int]] = []

  static func == (one: Self, other: Self) -> Bool {
    one.width == other.width && one.height == other.height && one.planes == other.planes
  }

  func steps(_ plane: Int) -> (x: Int, y: Int) { plane == 0 ? (1, 1) : step }
  func columns(_ plane: Int) -> Int { (width + steps(plane).x - 1) / steps(plane).x }
  func rows(_ plane: Int) -> Int { (height + steps(plane).y - 1) / steps(plane).y }

  /// A picture of one colour.
  init(width: Int, height: Int, filled values: [Int]) {
    (self.width, self.height) = (width, height)
    planes = values.indices.map { Array(repeating: values[$0], count: columns($0) * rows($0)) }
  }

  /// The samples of a decoded picture.
  init(_ buffer: CVPixelBuffer, bits: Int = 8) {
    (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
    self.bits = bits
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    step.x = (width + 1) / CVPixelBufferGetWidthOfPlane(buffer, 1)
    step.y = (height + 1) / CVPixelBufferGetHeightOfPlane(buffer, 1)
    planes = (0..<3).map { plane in
      let base = CVPixelBufferGetBaseAddressOfPlane(buffer, plane)!
      let stride = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)
      return (0..<rows(plane)).flatMap { row in
        (0..<columns(plane)).map { column in
          bits > 8
            ? Int(base.load(fromByteOffset: row * stride + 2 * column, as: UInt16.self))
            : Int(base.load(fromByteOffset: row * stride + column, as: UInt8.self))
        }
      }
    }
  }

  /// A layer of the model: a picture with its look at one time.
  struct Layer {
    var picture: ModelPicture
    var transform = CGAffineTransform.identity
    var crop: CGRect?
    var opacity = 1.0
  }

  /// Draws layers, the topmost first, over this picture.
  ///
  /// - Returns: for each plane, whether all samples are exact: none was interpolated.
  mutating func draw(_ layers: [Layer]) -> [Bool] {
    var isExact = planes.map { _ in true }
    for layer in layers.reversed() {
      for plane in planes.indices where !draw(layer, plane) { isExact[plane] = false }
    }
    return isExact
  }

  private mutating func draw(_ layer: Layer, _ plane: Int) -> Bool {
    let inverse = layer.transform.inverted()
    let whole = CGRect(x: 0, y: 0, width: layer.picture.width, height: layer.picture.height)
    let shown = layer.crop.map { $0.intersection(whole) } ?? whole
    guard !shown.isNull, shown.width > 0, shown.height > 0 else { return true }
    let (across, down) = steps(plane)
    var isExact = true
    for row in 0..<rows(plane) {
      for column in 0..<columns(plane) {
        let block = CGRect(
          x: column * across, y: row * down, width: min(across, width - column * across),
          height: min(down, height - row * down)
        ).applying(inverse)
        let part = block.intersection(shown)
        guard !part.isNull, part.width > 0, part.height > 0 else { continue }
        let share = Double(part.width / block.width * (part.height / block.height))
        let weight = (layer.opacity * (share > 1 - 1e-6 ? 1 : share) * 65_536).rounded()
        let (value, isMoved) = layer.picture.sample(plane, column, row, inverse)
        if !isMoved { isExact = false }
        let index = row * columns(plane) + column
        let sum = Double(planes[plane][index]) * (65_536 - weight) + value * weight
        planes[plane][index] = Int((sum / 65_536 + 0.5).rounded(.down))
      }
    }
    return isExact
  }

  /// Returns the picture's sample for a sample of a canvas, and whether it is one of the picture's own.
  private func sample(_ plane: Int, _ column: Int, _ row: Int, _ inverse: CGAffineTransform) -> (Double, Bool) {
    let (across, down) = (Double(steps(plane).x), Double(steps(plane).y))
    let isGrid = [inverse.a, inverse.b, inverse.c, inverse.d].allSatisfy { abs($0) < 1e-9 || abs(abs($0) - 1) < 1e-9 }
    let middle = CGPoint(x: (Double(column) + 0.5) * across, y: (Double(row) + 0.5) * down).applying(inverse)
    let (x, y) = (Double(middle.x) / across - 0.5, Double(middle.y) / down - 0.5)
    if isGrid, abs(x - x.rounded()) < 1e-6, abs(y - y.rounded()) < 1e-6 {
      return (Double(self[plane, Int(x.rounded()), Int(y.rounded())]), true)
    }
    // Chroma lies at the left of its luma, and in the middle of the rows.
    let place = (x: 0.5, y: down / 2)
    let point = CGPoint(x: Double(column) * across + place.x, y: Double(row) * down + place.y).applying(inverse)
    let (u, v) = ((Double(point.x) - place.x) / across, (Double(point.y) - place.y) / down)
    var sum = 0.0
    for j in -1...2 {
      for i in -1...2 {
        let (fromX, fromY) = (u.rounded(.down) + Double(i), v.rounded(.down) + Double(j))
        sum += Self.cubic(u - fromX) * Self.cubic(v - fromY) * Double(self[plane, Int(fromX), Int(fromY)])
      }
    }
    return (min(max((sum + 0.5).rounded(.down), 0), Double(1 << bits - 1)), false)
  }

  /// Returns the luma at a place.
  func lumaInterpolated(at point: CGPoint) -> Double {
    var sum = 0.0
    let (u, v) = (Double(point.x) - 0.5, Double(point.y) - 0.5)
    for j in -1...2 {
      for i in -1...2 {
        let (x, y) = (u.rounded(.down) + Double(i), v.rounded(.down) + Double(j))
        sum += Self.cubic(u - x) * Self.cubic(v - y) * Double(self[0, Int(x), Int(y)])
      }
    }
    return sum
  }

  /// Returns a sample; those of the edge stand for what lies outside.
  private subscript(plane: Int, column: Int, row: Int) -> Int {
    planes[plane][
      min(max(row, 0), rows(plane) - 1) * columns(plane) + min(max(column, 0), columns(plane) - 1)]
  }

  /// Cubic convolution (Keys 1981) with the parameter −0.6.
  private static func cubic(_ distance: Double) -> Double {
    let (a, x) = (-0.6, abs(distance))
    if x < 1 { return (a + 2) * x * x * x - (a + 3) * x * x + 1 }
    return x < 2 ? a * x * x * x - 5 * a * x * x + 8 * a * x - 4 * a : 0
  }

  /// Returns the greatest difference of two planes' samples.
  func difference(to other: ModelPicture, plane: Int) -> Int {
    guard planes[plane].count == other.planes[plane].count else { return .max }
    return zip(planes[plane], other.planes[plane]).map { abs($0 - $1) }.max() ?? 0
  }
}
