internal import AVFoundation
internal import Synchronization

/// A measure of how near a picture is to its original, component by component.
public struct PictureQuality: Sendable, Hashable {
  /// One component, or all of them weighted by their samples.
  public struct Component: Sendable, Hashable {
    /// The mean of the squares of all differences, 0 for equal pictures.
    public var meanSquaredError: Double
    /// The structural similarity: 1 for equal pictures, and less for others.
    public var ssim: Double
  }

  public var luma: Component
  public var blueChroma: Component
  public var redChroma: Component
  public var all: Component
  /// The largest value that a sample may have.
  public var peak: Int

  /// Returns the PSNR in decibels, or nil for equal pictures, whose ratio is infinite.
  public func psnr(_ component: Component) -> Double? {
    component.meanSquaredError > 0 ? 10 * log10(Double(peak * peak) / component.meanSquaredError) : nil
  }
}

extension PictureQuality {
  /// Compares two pictures of one format, on all processors.
  ///
  /// - Returns: Nil for pictures whose samples cannot be read.
  init?(_ picture: CVPixelBuffer, of reference: CVPixelBuffer, in format: ComparisonFormat) {
    CVPixelBufferLockBaseAddress(reference, .readOnly)
    CVPixelBufferLockBaseAddress(picture, .readOnly)
    defer {
      CVPixelBufferUnlockBaseAddress(picture, .readOnly)
      CVPixelBufferUnlockBaseAddress(reference, .readOnly)
    }
    var components: [(Component, sampleCount: Int)] = []
    for index in 0..<3 {
      let component =
        format.isDeep
        ? Self.component(index, picture, reference, format, UInt16.self)
        : Self.component(index, picture, reference, format, UInt8.self)
      guard let component else { return nil }
      components.append(component)
    }
    let count = Double(components.reduce(0) { $0 + $1.sampleCount })
    func mean(_ value: KeyPath<Component, Double>) -> Double {
      components.reduce(0) { $0 + $1.0[keyPath: value] * Double($1.sampleCount) } / count
    }
    self.init(
      luma: components[0].0, blueChroma: components[1].0, redChroma: components[2].0,
      all: Component(meanSquaredError: mean(\.meanSquaredError), ssim: mean(\.ssim)), peak: format.peak)
  }

  /// The number of rows of windows that a processor takes at once: few enough to distribute the work evenly, and enough
  /// to be worth the cost of distributing it.
  private static var portion: Int { 16 }

  private static func component<Sample: FixedWidthInteger & UnsignedInteger & SendableMetatype>(
    _ index: Int, _ picture: CVPixelBuffer, _ reference: CVPixelBuffer, _ format: ComparisonFormat, _: Sample.Type
  ) -> (Component, sampleCount: Int)? {
    // Ten bits lie at the top of sixteen.
    let shift = format.isDeep ? 6 : 0
    guard let first = SamplePlane<Sample>(reference, component: index, shift: shift),
      let second = SamplePlane<Sample>(picture, component: index, shift: shift)
    else { return nil }
    let pair = PlanePair(reference: first, other: second, peak: format.peak)
    let height = min(first.height, second.height)
    let portions = max(1, (pair.windowRows + portion - 1) / portion)
    let sums = Mutex([(error: UInt64, similarity: Double)](repeating: (0, 0), count: portions))
    // The planes outlive the call, which waits for all of its threads.
    nonisolated(unsafe) let shared = pair
    DispatchQueue.concurrentPerform(iterations: portions) { number in
      let rows = height * number / portions..<height * (number + 1) / portions
      let windows = shared.windowRows * number / portions..<shared.windowRows * (number + 1) / portions
      let sum = (
        error: shared.squaredError(rows: rows),
        similarity: windows.isEmpty ? 0 : shared.similarity(rows: windows)
      )
      sums.withLock { $0[number] = sum }
    }
    // The sums are added in order, so that the same pictures give the same result whatever the threads did.
    let (error, similarity) = sums.withLock { $0 }.reduce((UInt64(0), 0.0)) { ($0.0 + $1.error, $0.1 + $1.similarity) }
    let windows = pair.windowRows * pair.windowsInRow
    let mean = Double(error) / Double(pair.sampleCount)
    return (
      // A plane without windows has no SSIM: its differences, as a share of the largest, stand in.
      Component(
        meanSquaredError: mean,
        ssim: windows > 0 ? similarity / Double(windows) : 1 - mean / Double(format.peak * format.peak)),
      pair.sampleCount
    )
  }
}
