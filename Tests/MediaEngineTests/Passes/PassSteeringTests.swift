import Foundation
import TestSupport
import Testing

@testable import MediaEngine

@Suite("How a later pass is steered")
struct PassSteeringTests {
  /// The pictures of a segment at its planned rate factor: a key frame, and others.
  private static let foreseen = [10_000.0] + Array(repeating: 1000.0, count: 99)
  private static let planned = 25.0

  /// Encodes segments, of which each picture has so many times what was foreseen and a rate factor that was told some
  /// pictures before.
  ///
  /// - Returns: what all came to, and the rate factors.
  private func encode(
    _ steering: inout PassSteering, segments: Range<Int>, error: Double, stepsToHalve: Double = 6
  ) -> (bits: Double, rateFactors: [Double]) {
    var random = SeededGenerator(seed: 7)
    var bits = 0.0
    var told: [Double] = Array(repeating: steering.rateFactor(of: segments.lowerBound)!, count: 4)
    var used: [Double] = []
    for segment in segments {
      for one in Self.foreseen {
        let rateFactor = told.removeFirst()
        let share = exp2(-(rateFactor - Self.planned) / stepsToHalve)
        let size = one * error * share * .random(in: 0.8...1.2, using: &random)
        steering.didEncode(PassSegment.Picture(bits: Int32(size), rateFactor: rateFactor, ssim: 1), of: segment)
        told.append(steering.rateFactor(of: segment)!)
        bits += size
        used.append(rateFactor)
      }
    }
    return (bits, used)
  }

  private func segment(ceiling: Double? = 51) -> PassSteering.Segment {
    PassSteering.Segment(amounts: Self.foreseen[...], rateFactor: Self.planned, ceiling: ceiling)
  }

  private var sum: Double { Self.foreseen.reduce(0, +) }

  @Test(arguments: [(0.9, 4.1), (0.9, 7.7), (1, 6), (1.1, 4.1), (1.1, 7.7)])
  func `what was foreseen by too little or too much comes out all the same`(error: Double, stepsToHalve: Double) {
    var steering = PassSteering(.bits, of: [3: segment(), 4: segment()], goal: 2 * sum)
    let (bits, rateFactors) = encode(&steering, segments: 3..<5, error: error, stepsToHalve: stepsToHalve)
    #expect(abs(bits / (2 * sum) - 1) < 0.015)
    #expect(rateFactors.allSatisfy { abs($0 - Self.planned) <= 2 })
    #expect(steering.rateFactor(of: 5) == nil)
  }

  @Test func `segments that keep to their rate factor leave it to the others`() {
    var steering = PassSteering(.bits, of: [0: segment(ceiling: nil), 1: segment()], goal: 2 * sum)
    let kept = encode(&steering, segments: 0..<1, error: 1.15)
    #expect(kept.rateFactors.allSatisfy { $0 == Self.planned })
    let rest = encode(&steering, segments: 1..<2, error: 1)
    #expect(abs((kept.bits + rest.bits) / (2 * sum) - 1) < 0.02)
  }

  @Test func `no segment goes beyond the rate factor with which it keeps its least similarity`() {
    var steering = PassSteering(.bits, of: [0: segment(ceiling: 25.5)], goal: sum)
    let (_, rateFactors) = encode(&steering, segments: 0..<1, error: 1.3)
    #expect(rateFactors.max() == 25.5)
  }
}
