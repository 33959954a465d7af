/// What the passes of a track came to.
package struct PassReport: Sendable, Equatable {
  package var passCount: Int
  /// Of all pictures.
  package var bits: Double
  /// x264's own figures: of all pictures, and of the worst segment.
  package var ssim: Double
  package var worstSSIM: Double
  /// Whether the contract is kept.
  package var isMet: Bool
}

extension PassReport {
  init(_ planner: PassPlanner) {
    self.init(
      passCount: planner.passCount, bits: planner.bits, ssim: planner.ssim, worstSSIM: planner.worstSSIM,
      isMet: planner.isMet)
  }
}
