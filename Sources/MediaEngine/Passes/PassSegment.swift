/// A run of pictures that can be encoded again without those before it, and its encodings so far.
///
/// It begins with a key frame; or, where a segment was parted, with pictures that refer to the part before, until it is
/// encoded again.
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
    /// The average of its pictures' constant rate factors.
    package let rateFactor: Double
    /// The mean structural similarity of its pictures.
    package let ssim: Double
    /// 1 less the similarity, summed over its pictures.
    let difference: Double
    /// The number of bits that its first picture would have more as a key frame; `nil` where it is one, and nothing
    /// refers back.
    package let keyFrameBits: Double?

    package init(_ pictures: [Picture], keyFrameBits: Double? = nil) {
      (self.pictures, self.keyFrameBits) = (pictures, keyFrameBits)
      let count = Double(max(pictures.count, 1))
      bits = pictures.reduce(0) { $0 + Double($1.bits) }
      rateFactor = pictures.reduce(0) { $0 + $1.rateFactor } / count
      ssim = pictures.reduce(0) { $0 + $1.ssim } / count
      difference = RateModel.Kind.difference.amount(of: pictures)
    }

    /// Returns the number of bits that a picture would have more as a key frame: it would have about as many as the
    /// first one has.
    func keyFrameBits(of picture: Int) -> Double { max(0, Double(pictures[0].bits) - Double(pictures[picture].bits)) }
  }

  /// The decode time of each picture, in seconds, in decode order.
  package let decodeTimes: [Double]
  /// The numbers of pictures in decode order before which the segment can be parted: all that are decoded before are
  /// shown before, and refer to nothing behind.
  package let joints: [Int]
  /// All encodings that were tried, the first pass first.
  package private(set) var trials: [Trial]
  /// The number of the trial that is in the result.
  package private(set) var kept = 0
  /// The number of the trial that was in the result before the latest one, or of the latest one where it was not worth
  /// it.
  private var other = 0

  /// The numbers of the trials whose first picture was the first of an encoder: pictures before it change how a key
  /// frame is quantized.
  private var alone: Set<Int> = []
  /// A Boolean value that says whether each trial's is.
  private var isAlone = false
  /// The rate factors that it was to be encoded again with.
  var planned: [Double] = []

  /// - Parameter isAlone: a Boolean value that says whether the first pass had an encoder for the segment alone, with a
  ///   constant rate factor, and later ones will.
  package init(decodeTimes: [Double], joints: [Int] = [], _ first: Trial, isAlone: Bool = false) {
    self.init(decodeTimes, joints, [first])
    self.isAlone = isAlone
    if isAlone { alone = [0] }
  }

  private init(_ decodeTimes: [Double], _ joints: [Int], _ trials: [Trial]) {
    (self.decodeTimes, self.joints, self.trials) = (decodeTimes, joints, trials)
  }

  package var pictureCount: Int { decodeTimes.count }
  /// The trial that is in the result.
  package var result: Trial { trials[kept] }
  /// A Boolean value that says whether its pictures refer to those of the segment before.
  package var refersBack: Bool { result.keyFrameBits != nil }

  /// The trials that foretell the next, the one in the result last: it counts where another had nearly the same rate
  /// factor.
  ///
  /// The first pass of one encoder is left out once there are others: it was steered within the segment, and came to it
  /// with its knowledge of the pictures before. Later encoders that went on from the segment before are alike: their trials
  /// count where there are no better ones.
  var informativeTrials: [Trial] {
    guard trials.count > 1 else { return trials }
    let own = alone.isEmpty ? Array(trials.indices.dropFirst()) : alone.sorted()
    return own.filter { $0 != kept }.map { trials[$0] } + (own.contains(kept) ? [result] : [])
  }

  /// Adds a trial, which takes the result's place.
  ///
  /// - Parameter isAlone: a Boolean value that says whether an encoder began with its first picture.
  mutating func add(_ trial: Trial, isAlone: Bool) {
    trials.append(trial)
    if isAlone || self.isAlone { alone.insert(trials.count - 1) }
    (kept, other) = (trials.count - 1, kept)
  }

  /// A Boolean value that says whether the latest trial and the result before it look alike, so that either can stand
  /// among the others.
  var isNearFormer: Bool { abs(trials[kept].rateFactor - trials[other].rateFactor) <= Self.mostAlike }
  /// The greatest distance of rate factors at which a third of the bits less is hardly seen.
  private static let mostAlike = 3.0

  /// Lets the latest trial and the result before it change places.
  mutating func exchange() { swap(&kept, &other) }

  // MARK: Parts

  /// Returns both parts of it, which are not parted further: each part costs a key frame. The second one refers to the
  /// first.
  func parted(before joint: Int) -> [PassSegment] {
    var head = PassSegment(Array(decodeTimes[..<joint]), [], trials.map { Trial(Array($0.pictures[..<joint])) })
    var tail = PassSegment(
      Array(decodeTimes[joint...]), [],
      trials.map { Trial(Array($0.pictures[joint...]), keyFrameBits: $0.keyFrameBits(of: joint)) })
    (head.kept, tail.kept) = (kept, kept)
    return [head, tail]
  }
}
