/// The outcome of the passes of a track.
package struct PassReport: Sendable, Equatable {
  package var passCount: Int
  /// The number of bits of all pictures.
  package var bits: Double
  /// The mean similarity of all pictures, and that of the worst segment, by x264's own figures.
  package var ssim: Double
  package var worstSSIM: Double
  /// The outcome of the first pass alone.
  package var firstBits: Double
  package var firstSSIM: Double
  /// The number of pictures that later passes encoded again, each counted as often as it was encoded.
  package var repeatedPictureCount: Int
  /// A Boolean value that says whether the targets are met.
  package var isMet: Bool
  /// A Boolean value that says whether the pictures are as good as possible.
  package var isAtBestQuality: Bool
}

extension PassReport {
  init(_ planner: PassPlanner) {
    self.init(
      passCount: planner.passCount, bits: planner.bits, ssim: planner.ssim, worstSSIM: planner.worstSSIM,
      firstBits: planner.first.bits, firstSSIM: planner.first.ssim, repeatedPictureCount: planner.repeatedPictureCount,
      isMet: planner.isMet, isAtBestQuality: planner.isAtBestQuality)
  }
}
