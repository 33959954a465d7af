import TestSupport
import Testing

@testable import MediaEngine

/// Decode times that are made from presentation times alone.
@Suite struct DecodeTimesTests {
  private static func decodeTimes(of presented: [Int64], reorderDepth: Int = 0) -> [Int64] {
    var times = DecodeTimes(reorderDepth: reorderDepth)
    var result: [Int64] = []
    for time in presented {
      times.add(presentedAt: time)
      if times.isReady, let next = times.next() { result.append(next) }
    }
    while let next = times.next() { result.append(next) }
    return result
  }

  /// No picture is decoded after it or one behind it is presented, and no two at one time.
  private static func expectValid(_ decoded: [Int64], of presented: [Int64], _ comment: Comment? = nil) {
    #expect(decoded.count == presented.count, comment)
    #expect(zip(decoded, decoded.dropFirst()).allSatisfy { $0 < $1 }, comment)
    #expect(zip(decoded, presented).allSatisfy { $0 <= $1 }, comment)
  }

  @Test func `pictures in their order are decoded when they are presented`() {
    #expect(Self.decodeTimes(of: [0, 40, 80, 120]) == [0, 40, 80, 120])
    #expect(Self.decodeTimes(of: [0, 15, 90, 91]) == [0, 15, 90, 91])
  }

  @Test func `pictures between two are decoded ahead`() {
    // Neither the first nor later decode times are guessed: IPBB.
    #expect(Self.decodeTimes(of: [0, 120, 40, 80, 240, 160, 200]) == [-40, 0, 40, 80, 120, 160, 200])
    // The same where the container states the depth, and one more.
    #expect(
      Self.decodeTimes(of: [0, 120, 40, 80, 240, 160, 200], reorderDepth: 2) == [-80, -40, 0, 40, 80, 120, 160])
    // A pyramid: IPbBb.
    #expect(Self.decodeTimes(of: [0, 160, 80, 40, 120]) == [-80, -40, 0, 40, 80])
  }

  @Test func `a depth that shows late grows between the times before`() {
    let plain = (0..<40).map { Int64($0) * 40 }
    let presented = plain + [1760, 1680, 1640, 1600, 1720]
    let decoded = Self.decodeTimes(of: presented)
    #expect(Array(decoded.prefix(20)) == Array(plain.prefix(20)))
    Self.expectValid(decoded, of: presented)
  }

  @Test func `leading pictures of an open group are decoded behind its key frame`() {
    let presented: [Int64] = [0, 40, 80, 200, 120, 160, 240, 360, 280, 320]
    Self.expectValid(Self.decodeTimes(of: presented), of: presented)
  }

  @Test func `absurd times do not trap`() {
    let absurd: [[Int64]] = [
      [.max, .min, 0], [.min, .max], [.min, .min, .min], [0, 0, 0, 0], [5, 4, 3, 2, 1, 0], [],
    ]
    for presented in absurd {
      #expect(Self.decodeTimes(of: presented).count == presented.count)
      #expect(Self.decodeTimes(of: presented, reorderDepth: 16).count == presented.count)
    }
  }

  @Test func `any order of pictures within a window has decode times`() {
    for seed: UInt64 in 0..<2000 {
      var generator = SeededGenerator(seed: seed)
      var time: Int64 = 0
      var presented: [Int64] = []
      while presented.count < 120 {
        // A group of pictures with one or two in front, and those between them in any order.
        let group = (0..<Int.random(in: 1...9, using: &generator)).map { _ in
          time += Int64.random(in: 20...90, using: &generator)
          return time
        }
        presented += [group[group.count - 1]] + group.dropLast().shuffled(using: &generator)
      }
      let depth = Int.random(in: 0...3, using: &generator)
      Self.expectValid(Self.decodeTimes(of: presented, reorderDepth: depth), of: presented, "seed \(seed)")
    }
  }
}
