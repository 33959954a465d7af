/// A run of pictures that can be encoded again without those before it: what is known of it.
///
/// It begins with a key frame; or, where a segment was parted, with pictures that refer to the part before, until it is
/// encoded again.
package struct PassSegment: Sendable {
  /// What one picture came to.
  package struct Picture: Sendable, Equatable {
    package var bits: Int32
    /// The constant rate factor that it was encoded with.
    package var rateFactor: Double
    /// Its structural similarity.
    package var ssim: Double

    package init(bits: Int32, rateFactor: Double, ssim: Double) {
      (self.bits, self.rateFactor, self.ssim) = (bits, rateFactor, ssim)
    }
  }

  /// What one encoding of the segment came to.
  package struct Trial: Sendable, Equatable {
    /// In decode order.
    package let pictures: [Picture]
    package let bits: Double
    /// The average of its pictures' constant rate factors.
    package let rateFactor: Double
    /// The mean structural similarity of its pictures.
    package let ssim: Double
    /// 1 less the similarity, summed over its pictures.
    let difference: Double
    /// How many more bits its first picture would have as a key frame; `nil` where it is one, and nothing refers back.
    package let keyFrameBits: Double?

    package init(_ pictures: [Picture], keyFrameBits: Double? = nil) {
      (self.pictures, self.keyFrameBits) = (pictures, keyFrameBits)
      let count = Double(max(pictures.count, 1))
      bits = pictures.reduce(0) { $0 + Double($1.bits) }
      rateFactor = pictures.reduce(0) { $0 + $1.rateFactor } / count
      ssim = pictures.reduce(0) { $0 + $1.ssim } / count
      difference = RateModel.Kind.difference.amount(of: pictures)
    }

    /// How many more bits a picture would have as a key frame: about as many as the first one has.
    func keyFrameBits(of picture: Int) -> Double { max(0, Double(pictures[0].bits) - Double(pictures[picture].bits)) }
  }

  /// In seconds, of each picture in decode order.
  package let decodeTimes: [Double]
  /// The numbers of pictures in decode order before which the segment can be parted: all that are decoded before are shown
  /// before, and refer to nothing behind.
  package let joints: [Int]
  /// All that was tried, the first pass first.
  package private(set) var trials: [Trial]
  /// Which of them is in the result.
  package private(set) var kept = 0
  /// Which was before the latest one, or is the latest one that was not worth it.
  private var other = 0

  /// Which trials' first picture was the first of an encoder: what was before it changes how a key frame is quantized.
  private var alone: Set<Int> = []
  /// The rate factors that it was to be encoded again with.
  var planned: [Double] = []

  package init(decodeTimes: [Double], joints: [Int] = [], _ first: Trial) {
    self.init(decodeTimes, joints, [first])
  }

  private init(_ decodeTimes: [Double], _ joints: [Int], _ trials: [Trial]) {
    (self.decodeTimes, self.joints, self.trials) = (decodeTimes, joints, trials)
  }

  package var pictureCount: Int { decodeTimes.count }
  /// What is in the result.
  package var result: Trial { trials[kept] }
  /// Whether its pictures refer to those of the segment before.
  package var refersBack: Bool { result.keyFrameBits != nil }

  /// The trials that foretell the next, the one in the result last: it counts where another had nearly the same rate factor.
  ///
  /// The first pass is none of them once there are others: its encoder was steered within the segment, and came to it with
  /// what it knew of the pictures before. So did others that went on from the segment before, which count where there are no
  /// better ones.
  var informativeTrials: [Trial] {
    guard trials.count > 1 else { return trials }
    let own = alone.isEmpty ? Array(trials.indices.dropFirst()) : alone.sorted()
    return own.filter { $0 != kept }.map { trials[$0] } + (own.contains(kept) ? [result] : [])
  }

  /// A trial takes the result's place.
  ///
  /// - Parameter isAlone: whether an encoder began with its first picture.
  mutating func add(_ trial: Trial, isAlone: Bool) {
    trials.append(trial)
    if isAlone { alone.insert(trials.count - 1) }
    (kept, other) = (trials.count - 1, kept)
  }

  /// The latest trial and the result before it change places.
  mutating func exchange() { swap(&kept, &other) }

  // MARK: Parts

  /// Both parts of it, which are not parted further: each part costs a key frame. The second one refers to the first.
  func parted(before joint: Int) -> [PassSegment] {
    var head = PassSegment(Array(decodeTimes[..<joint]), [], trials.map { Trial(Array($0.pictures[..<joint])) })
    var tail = PassSegment(
      Array(decodeTimes[joint...]), [],
      trials.map { Trial(Array($0.pictures[joint...]), keyFrameBits: $0.keyFrameBits(of: joint)) })
    (head.kept, tail.kept) = (kept, kept)
    return [head, tail]
  }
}
