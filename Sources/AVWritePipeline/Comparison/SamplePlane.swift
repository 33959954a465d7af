internal import AVFoundation

/// The samples of one component of a picture whose base address is locked.
struct SamplePlane<Sample: FixedWidthInteger & UnsignedInteger> {
  let base: UnsafePointer<Sample>
  /// The number of samples from one row to the next, and from one sample of this component to the next.
  let rowStride: Int
  let stride: Int
  let width: Int
  let height: Int
  /// The number of bits below the value's lowest bit.
  let shift: Int

  /// Creates the plane of a component. Component 0 is luma, 1 is blue chroma, 2 is red chroma.
  init?(_ picture: CVPixelBuffer, component: Int, shift: Int) {
    let plane = component == 0 ? 0 : 1
    guard let address = CVPixelBufferGetBaseAddressOfPlane(picture, plane) else { return nil }
    let isInterleaved = plane == 1
    base = UnsafeRawPointer(address).assumingMemoryBound(to: Sample.self) + (component == 2 ? 1 : 0)
    rowStride = CVPixelBufferGetBytesPerRowOfPlane(picture, plane) / MemoryLayout<Sample>.stride
    stride = isInterleaved ? 2 : 1
    width = CVPixelBufferGetWidthOfPlane(picture, plane)
    height = CVPixelBufferGetHeightOfPlane(picture, plane)
    self.shift = shift
  }
}

/// A pair of components that are compared, whose sums can be taken in portions of rows.
///
/// SSIM is counted as most programs count it: over windows of 8 by 8 samples, four apart (Wang, Bovik, Sheikh and
/// Simoncelli, "Image Quality Assessment", IEEE Transactions on Image Processing 13-4, 2004, with a flat window). Each
/// window is four blocks of 4 by 4, whose sums are made once.
struct PlanePair<Sample: FixedWidthInteger & UnsignedInteger> {
  let reference: SamplePlane<Sample>
  let other: SamplePlane<Sample>
  let peak: Int

  private static var blockSide: Int { 4 }

  /// The number of rows of windows; 0 in a plane that is too small for a window.
  var windowRows: Int { width < 8 || height < 8 ? 0 : height / Self.blockSide - 1 }
  var windowsInRow: Int { width / Self.blockSide - 1 }
  private var width: Int { min(reference.width, other.width) }
  private var height: Int { min(reference.height, other.height) }
  var sampleCount: Int { width * height }

  /// Returns the sum of the squares of all differences in some rows of samples.
  func squaredError(rows: Range<Int>) -> UInt64 {
    var sum: UInt64 = 0
    for y in rows {
      let (a, b) = (reference.base + y * reference.rowStride, other.base + y * other.rowStride)
      // The sum of one row fits 64 bits many times over.
      var row: UInt64 = 0
      for x in 0..<width {
        let difference =
          Int32(truncatingIfNeeded: a[x &* reference.stride] &>> reference.shift)
          &- Int32(truncatingIfNeeded: b[x &* other.stride] &>> other.shift)
        row &+= UInt64(truncatingIfNeeded: difference &* difference)
      }
      sum &+= row
    }
    return sum
  }

  /// The sums of one block: of each side's samples, of all their squares, and of their products.
  private struct Sums {
    var reference: Int32 = 0
    var other: Int32 = 0
    var squares: Int32 = 0
    var products: Int32 = 0

    static func + (left: Sums, right: Sums) -> Sums {
      Sums(
        reference: left.reference &+ right.reference, other: left.other &+ right.other,
        squares: left.squares &+ right.squares, products: left.products &+ right.products)
    }
  }

  /// Returns the sum of the similarities of the windows in some rows of windows.
  func similarity(rows: Range<Int>) -> Double {
    var above = [Sums](repeating: Sums(), count: windowsInRow + 1)
    var below = above
    var sum = 0.0
    blocks(ofRow: rows.lowerBound, into: &above)
    for row in rows {
      blocks(ofRow: row + 1, into: &below)
      for x in 0..<windowsInRow { sum += similarity(above[x] + above[x + 1] + below[x] + below[x + 1]) }
      swap(&above, &below)
    }
    return sum
  }

  private func blocks(ofRow row: Int, into blocks: inout [Sums]) {
    let top = row * Self.blockSide
    for index in blocks.indices {
      var sums = Sums()
      for y in top..<top + Self.blockSide {
        let a = reference.base + (y &* reference.rowStride &+ index &* Self.blockSide &* reference.stride)
        let b = other.base + (y &* other.rowStride &+ index &* Self.blockSide &* other.stride)
        for x in 0..<Self.blockSide {
          let left = Int32(truncatingIfNeeded: a[x &* reference.stride] &>> reference.shift)
          let right = Int32(truncatingIfNeeded: b[x &* other.stride] &>> other.shift)
          sums.reference &+= left
          sums.other &+= right
          sums.squares &+= left &* left &+ right &* right
          sums.products &+= left &* right
        }
      }
      blocks[index] = sums
    }
  }

  private func similarity(_ window: Sums) -> Double {
    let samples = 64.0
    let (a, b) = (Double(window.reference), Double(window.other))
    let variances = Double(window.squares) * samples - a * a - b * b
    let covariance = Double(window.products) * samples - a * b
    // The paper's constants for K1 = 0.01 and K2 = 0.03, scaled as the sums are.
    let range = Double(peak)
    let c1 = 0.01 * 0.01 * range * range * samples * samples
    let c2 = 0.03 * 0.03 * range * range * samples * (samples - 1)
    return (2 * a * b + c1) * (2 * covariance + c2) / ((a * a + b * b + c1) * (variances + c2))
  }
}
