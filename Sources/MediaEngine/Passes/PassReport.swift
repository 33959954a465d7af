/// What the passes of a track came to.
package struct PassReport: Sendable, Equatable {
  package var passCount: Int
  /// Of all pictures.
  package var bits: Double
  /// x264's own figures: of all pictures, and of the worst segment.
  package var ssim: Double
  package var worstSSIM: Double
  /// What the first pass alone came to.
  package var firstBits: Double
  package var firstSSIM: Double
  /// How many pictures later passes encoded again, each as often as it was.
  package var repeatedPictureCount: Int
  /// Whether the contract is kept.
  package var isMet: Bool
  /// Whether the pictures are as good as they get.
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
