/// A run of pictures that can be encoded again without those before it, and its encodings so far.
///
/// It begins with a key frame. If it is the second part of a split segment, it begins with pictures that refer to the
/// first part until it is encoded again.
package struct PassSegment: Sendable {
  /// The outcome of one picture.
  package struct Picture: Sendable, Equatable {
    package var bits: Int32
    /// The constant rate factor that the picture was encoded with.
    package var rateFactor: Double
    /// The structural similarity of the picture to the source.
    package var ssim: Double

    package init(bits: Int32, rateFactor: Double, ssim: Double) {
      (self.bits, self.rateFactor, self.ssim) = (bits, rateFactor, ssim)
    }
  }

  /// The outcome of one encoding of the segment.
  package struct Trial: Sendable, Equatable {
    /// The pictures in decode order.
    package let pictures: [Picture]
    package let bits: Double
    /// The average constant rate factor of its pictures.
    package let rateFactor: Double
    /// The mean structural similarity of its pictures.
    package let ssim: Double
    /// The sum of 1 minus the similarity over its pictures.
    let difference: Double
    /// The number of bits that its first picture would need in addition as a key frame. It is `nil` if it is one
    /// already, so that nothing refers back.
    package let keyFrameBits: Double?

    package init(_ pictures: [Picture], keyFrameBits: Double? = nil) {
      (self.pictures, self.keyFrameBits) = (pictures, keyFrameBits)
      let count = Double(max(pictures.count, 1))
      bits = pictures.reduce(0) { $0 + Double($1.bits) }
      rateFactor = pictures.reduce(0) { $0 + $1.rateFactor } / count
      ssim = pictures.reduce(0) { $0 + $1.ssim } / count
      difference = RateModel.Kind.difference.amount(of: pictures)
    }

    /// Returns the number of bits that a picture would need in addition as a key frame, assuming that it would need as
    /// many as the first picture.
    func keyFrameBits(of picture: Int) -> Double { max(0, Double(pictures[0].bits) - Double(pictures[picture].bits)) }
  }

  /// The decode time of each picture, in seconds, in decode order.
  package let decodeTimes: [Double]
  /// The numbers of pictures in decode order before which the segment can be split: all that are decoded before are
  /// also shown before, and do not refer to anything behind.
  package let joints: [Int]
  /// All encodings that were tried, beginning with the first pass.
  package private(set) var trials: [Trial]
  /// The number of the trial that is used in the result.
  package private(set) var kept = 0
  /// The number of the trial that the latest one replaced, or of the latest one if it was not good enough to replace
  /// it.
  private var other = 0

  /// The numbers of the trials whose encoders began with this segment: pictures before a key frame change how it is
  /// quantized.
  private var alone: Set<Int> = []
  /// A Boolean value that says whether all trials' encoders do.
  private var isAlone = false
  /// The rate factors with which it should have been encoded again.
  var planned: [Double] = []

  /// - Parameter isAlone: a Boolean value that says whether the first pass had an encoder only for this segment, with a
  ///   constant rate factor, and later passes will too.
  package init(decodeTimes: [Double], joints: [Int] = [], _ first: Trial, isAlone: Bool = false) {
    self.init(decodeTimes, joints, [first])
    self.isAlone = isAlone
    if isAlone { alone = [0] }
  }

  private init(_ decodeTimes: [Double], _ joints: [Int], _ trials: [Trial]) {
    (self.decodeTimes, self.joints, self.trials) = (decodeTimes, joints, trials)
  }

  package var pictureCount: Int { decodeTimes.count }
  /// The trial that is used in the result.
  package var result: Trial { trials[kept] }
  /// A Boolean value that says whether its pictures refer to those of the segment before.
  package var refersBack: Bool { result.keyFrameBits != nil }

  /// The trials that the prediction uses. The result's is last, so that it takes precedence over another with nearly
  /// the same rate factor.
  ///
  /// The first pass with a single encoder is omitted once there are other trials: its rate factor changed within the
  /// segment, and its encoder knew the pictures before. The same is true of later encoders that continued from the
  /// segment before, so their trials are only used if there are no better ones.
  var informativeTrials: [Trial] {
    guard trials.count > 1 else { return trials }
    let own = alone.isEmpty ? Array(trials.indices.dropFirst()) : alone.sorted()
    return own.filter { $0 != kept }.map { trials[$0] } + (own.contains(kept) ? [result] : [])
  }

  /// Adds a trial, which replaces the result.
  ///
  /// - Parameter isAlone: a Boolean value that says whether an encoder began with its first picture.
  mutating func add(_ trial: Trial, isAlone: Bool) {
    trials.append(trial)
    if isAlone || self.isAlone { alone.insert(trials.count - 1) }
    (kept, other) = (trials.count - 1, kept)
  }

  /// A Boolean value that says whether the latest trial and the former result look alike, so that either can be used
  /// among the other segments.
  var isNearFormer: Bool { abs(trials[kept].rateFactor - trials[other].rateFactor) <= Self.mostAlike }
  /// The greatest distance of rate factors at which the difference, a third of the bits, is hardly visible.
  private static let mostAlike = 3.0

  /// Exchanges the latest trial and the former result.
  mutating func exchange() { swap(&kept, &other) }

  // MARK: Parts

  /// Returns its two parts, which are not split further, because each part costs a key frame. The second one refers to
  /// the first.
  func parted(before joint: Int) -> [PassSegment] {
    var head = PassSegment(Array(decodeTimes[..<joint]), [], trials.map { Trial(Array($0.pictures[..<joint])) })
    var tail = PassSegment(
      Array(decodeTimes[joint...]), [],
      trials.map { Trial(Array($0.pictures[joint...]), keyFrameBits: $0.keyFrameBits(of: joint)) })
    (head.kept, tail.kept) = (kept, kept)
    return [head, tail]
  }
}
