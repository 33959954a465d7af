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

  var pictureCount: Int { laws.reduce(0) { $0 + $1.pictures } }

  /// What an encoder makes of some pictures: its first one is a key frame, as each law's is.
  mutating func trial(_ pictures: Range<Int>, at rateFactor: Double) -> PassSegment.Trial {
    var steering: PassSteering?
    return trial(pictures, of: 0, at: rateFactor, &steering)
  }

  /// What an encoder makes of a segment's pictures, with another rate factor where it is steered.
  mutating func trial(
    _ pictures: Range<Int>, of segment: Int, at planned: Double, _ steering: inout PassSteering?
  ) -> PassSegment.Trial {
    var made: [PassSegment.Picture] = []
    var start = 0
    for law in laws {
      let count = pictures.clamped(to: start..<start + law.pictures).count
      start += law.pictures
      if count == 0 { continue }
      let noises = (1 - noise)...(1 + noise)
      let (bitNoise, differenceNoise) = (
        Double.random(in: noises, using: &random), Double.random(in: noises, using: &random)
      )
      for index in 0..<count {
        let rateFactor = steering?.rateFactor(of: segment) ?? planned
        // The first picture of a law has as many as ten others.
        let share = bitNoise * (index == 0 ? 10 : 1) / Double(law.pictures + 9)
        let bits = law.bitsAtZero * exp2(law.bitSlope * rateFactor) * share
        let difference = law.differenceAtZero * exp2(law.differenceSlope * rateFactor) * differenceNoise
        let picture = PassSegment.Picture(
          bits: Int32(clamping: Int(bits)), rateFactor: rateFactor, ssim: 1 - min(0.9, difference))
        steering?.didEncode(picture, of: segment)
        made.append(picture)
      }
    }
    return PassSegment.Trial(made)
  }

  /// After a first pass at 25 pictures a second.
  ///
  /// - Parameters:
  ///   - share: what its bits are beside those of an encoder of the segment alone, where its rate factor was raised
  ///     or lowered within the segment.
  ///   - joints: whether a segment can be parted before every fourth picture.
  mutating func firstPass(at rateFactor: Double, share: Double = 1, joints: Bool = false) -> [PassSegment] {
    var start = 0
    return laws.map { law in
      let pictures = start..<start + law.pictures
      start = pictures.upperBound
      return PassSegment(
        decodeTimes: pictures.map { Double($0) / 25 },
        joints: joints ? Array(stride(from: 4, to: law.pictures, by: 4)) : [],
        trial(pictures, at: rateFactor).scaled(by: share))
    }
  }
}

extension PassPlanner {
  /// The pictures of a segment, by their numbers in the stream.
  func pictures(of segment: Int) -> Range<Int> {
    let start = segments[..<segment].reduce(0) { $0 + $1.pictureCount }
    return start..<start + segments[segment].pictureCount
  }
}

extension PassSegment.Trial {
  fileprivate func scaled(by share: Double) -> PassSegment.Trial {
    PassSegment.Trial(
      pictures.map { picture in
        var picture = picture
        picture.bits = Int32(clamping: Int(Double(picture.bits) * share))
        return picture
      })
  }
}
