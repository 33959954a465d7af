/// One closed group of pictures, or a few, that can be encoded again without the others: what is known of it.
package struct PassSegment: Sendable {
  /// What one encoding of the segment came to.
  package struct Trial: Sendable, Equatable {
    /// The average of its pictures' constant rate factors.
    package var rateFactor: Double
    /// Of each picture, in decode order.
    package var pictureBits: [Int32]
    /// The mean structural similarity of its pictures.
    package var ssim: Double
    package let bits: Double

    package init(rateFactor: Double, pictureBits: [Int32], ssim: Double) {
      (self.rateFactor, self.pictureBits, self.ssim) = (rateFactor, pictureBits, ssim)
      bits = pictureBits.reduce(0) { $0 + Double($1) }
    }
  }

  /// In seconds, of each picture in decode order.
  package let decodeTimes: [Double]
  /// All that was tried, the first pass first.
  package private(set) var trials: [Trial]
  /// Which of them is in the result.
  package private(set) var kept = 0

  package init(decodeTimes: [Double], _ first: Trial) {
    self.decodeTimes = decodeTimes
    trials = [first]
  }

  package var pictureCount: Int { decodeTimes.count }
  /// What is in the result.
  package var result: Trial { trials[kept] }

  /// The trials that foretell the next, the one in the result last: it counts where another had nearly the same rate factor.
  ///
  /// The first pass is none of them once there are others: its encoder was steered within the segment, and came to it with
  /// what it knew of the pictures before.
  var informativeTrials: [Trial] {
    let own = trials.indices.dropFirst()
    guard !own.isEmpty else { return trials }
    return own.filter { $0 != kept }.map { trials[$0] } + (kept > 0 ? [result] : [])
  }

  mutating func add(_ trial: Trial, keeping: Bool) {
    trials.append(trial)
    if keeping { kept = trials.count - 1 }
  }
}
