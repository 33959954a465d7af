import Foundation
import TestSupport

@testable import MediaEngine

/// A stream whose segments answer rate factors as real ones do, each by a law of its own and not exactly.
struct SimulatedStream {
  private struct Law {
    var pictures: Int
    var bitsAtZero: Double
    var bitSlope: Double
    var differenceAtZero: Double
    var differenceSlope: Double
  }

  /// How far a result may be from the law, as a share.
  var noise = 0.01
  private let laws: [Law]
  private var random: SeededGenerator

  init(seed: UInt64, segments: Int) {
    random = SeededGenerator(seed: seed)
    var random = random
    laws = (0..<segments).map { _ in
      let pictures = Int.random(in: 2...250, using: &random)
      return Law(
        pictures: pictures, bitsAtZero: Double(pictures) * .random(in: 100_000...4_000_000, using: &random),
        bitSlope: -1 / .random(in: 4.5...8, using: &random),
        differenceAtZero: .random(in: 0.0003...0.004, using: &random),
        differenceSlope: .random(in: 0.09...0.18, using: &random))
    }
    self.random = random
  }

  var count: Int { laws.count }
  var pictureCount: Int { laws.reduce(0) { $0 + $1.pictures } }

  mutating func trial(_ segment: Int, at rateFactor: Double) -> PassSegment.Trial {
    trial(segment, at: rateFactor, share: 1)
  }

  private mutating func trial(_ segment: Int, at rateFactor: Double, share: Double) -> PassSegment.Trial {
    let (law, noise) = (laws[segment], noise)
    func near(_ value: Double) -> Double { value * .random(in: 1 - noise...1 + noise, using: &random) }
    let bits = near(law.bitsAtZero * exp2(law.bitSlope * rateFactor)) * share
    let difference = min(0.9, near(law.differenceAtZero * exp2(law.differenceSlope * rateFactor)))
    // The first picture has as many as ten others.
    let usual = bits / Double(law.pictures + 9)
    return PassSegment.Trial(
      rateFactor: rateFactor,
      pictureBits: (0..<law.pictures).map { Int32(clamping: Int($0 == 0 ? usual * 10 : usual)) },
      ssim: 1 - difference)
  }

  /// After a first pass at 25 pictures a second.
  ///
  /// - Parameter share: what its bits are beside those of an encoder of the segment alone, where its rate factor was raised
  ///   or lowered within the segment.
  mutating func firstPass(at rateFactor: Double, share: Double = 1) -> [PassSegment] {
    var picture = 0
    return laws.indices.map { segment in
      let times = (picture..<picture + laws[segment].pictures).map { Double($0) / 25 }
      picture += laws[segment].pictures
      return PassSegment(decodeTimes: times, trial(segment, at: rateFactor, share: share))
    }
  }
}
