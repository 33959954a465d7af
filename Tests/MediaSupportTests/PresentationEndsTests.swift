import MediaSupport
import TestSupport
import Testing

/// The ends of pictures at a variable rate, in any order of decoding.
@Suite struct PresentationEndsTests {
  private struct Picture {
    var time: Int64?
    var decodeTime: Int64?
    var follows = true
  }

  /// Returns the ends of pictures, each asked for as soon as it is known. Few wait.
  private static func ends(_ pictures: [Picture]) -> [Int64?] {
    var finder = PresentationEnds<Int>()
    var ends: [Int64?] = []
    var places: [Int] = []
    func take(_ next: (picture: Int, end: Int64?)) {
      places.append(next.picture)
      ends.append(next.end)
    }
    for (index, picture) in pictures.enumerated() {
      finder.add(index, shownAt: picture.time, decodedAt: picture.decodeTime, follows: picture.follows)
      while finder.isReady, let next = finder.next() { take(next) }
      #expect(index + 1 - places.count <= 64)
    }
    while let next = finder.next() { take(next) }
    #expect(places == Array(pictures.indices))
    return ends
  }

  private static func pictures(_ times: [Int64], decodedAt decodeTimes: [Int64]) -> [Picture] {
    zip(times, decodeTimes).map { Picture(time: $0, decodeTime: $1) }
  }

  @Test func `each lasts until the next one, and of the last one nothing is known`() {
    #expect(Self.ends([]) == [])
    #expect(Self.ends(Self.pictures([0, 40, 50, 200], decodedAt: [0, 40, 50, 200])) == [40, 50, 200, nil])
    // I P B B P: the second is shown behind those that are decoded behind it.
    let reordered = Self.pictures([0, 100, 10, 70, 400], decodedAt: [-20, -10, 0, 10, 70])
    #expect(Self.ends(reordered) == [10, 400, 70, 100, nil])
    // Two that are shown at one time.
    #expect(Self.ends(Self.pictures([0, 40, 40, 90], decodedAt: [0, 40, 40, 90])) == [40, 90, 90, nil])
  }

  @Test func `an end is known as soon as no picture can come before it`() {
    let pictures = Self.pictures([0, 100, 10, 70, 400, 300, 500], decodedAt: [-20, -10, 0, 10, 70, 100, 300])
    var finder = PresentationEnds<Int>()
    var known: [Int] = []
    for (index, picture) in pictures.enumerated() {
      finder.add(index, shownAt: picture.time, decodedAt: picture.decodeTime)
      var count = 0
      while finder.isReady, finder.next() != nil { count += 1 }
      known.append(count)
    }
    // The first is followed by one at 10, which is certain at a decode time of 10; the second ends at 300.
    #expect(known == [0, 0, 0, 1, 0, 0, 3])
  }

  @Test(arguments: 0..<30)
  func `any order in which no picture is decoded too late has the ends of the order of presentation`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var times: [Int64] = []
    var time: Int64 = 0
    for _ in 0..<20 {
      // Groups in any order, as large as a coding reorders.
      let group = (0..<Int.random(in: 1...16, using: &random)).map { _ -> Int64 in
        time += Int64.random(in: 1...300, using: &random)
        return time
      }
      times += group.shuffled(using: &random)
    }
    var decodeTimes = times
    for index in times.indices.dropLast().reversed() {
      decodeTimes[index] = min(times[index], decodeTimes[index + 1])
    }
    let sorted = times.sorted()
    let wanted = times.map { time in sorted.first { $0 > time } }
    #expect(Self.ends(Self.pictures(times, decodedAt: decodeTimes)) == wanted)
  }

  @Test func `behind a hole, and where decode times go back, nothing ends what came before`() {
    var pictures = Self.pictures([0, 100, 40, 900, 940], decodedAt: [-40, 0, 40, 860, 900])
    pictures[3].follows = false
    #expect(Self.ends(pictures) == [40, nil, 100, 940, nil])
    #expect(Self.ends(Self.pictures([500, 540, 0, 40], decodedAt: [500, 540, 0, 40])) == [540, nil, 40, nil])
  }

  @Test func `a picture without a time ends none`() {
    var pictures = Self.pictures([0, 40, 80], decodedAt: [0, 40, 80])
    pictures[1].time = nil
    #expect(Self.ends(pictures) == [80, nil, nil])
    pictures[2].decodeTime = nil
    #expect(Self.ends(pictures) == [80, nil, nil])
  }

  @Test func `times that are far from those of decoding keep few pictures waiting`() {
    let count: Int64 = 5000
    // Each is shown before the one that is decoded before it, and none soon.
    let times = (0..<count).map { 1_000_000_000 - $0 }
    let ends = Self.ends(Self.pictures(times, decodedAt: Array(0..<count)))
    #expect(ends.count == Int(count))
    #expect(Self.ends(Self.pictures([.max, .min, .max, 0], decodedAt: [.min, 0, .max, .max])).count == 4)
  }
}
