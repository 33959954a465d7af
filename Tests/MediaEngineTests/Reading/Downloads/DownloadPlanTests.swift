import TestSupport
import Testing

@testable import MediaEngine

@Suite struct DownloadPlanTests {
  private static func present(_ ranges: Range<Int64>...) -> ByteRanges {
    ranges.reduce(into: ByteRanges()) { $0.insert($1) }
  }

  private static let kilo: Int64 = 1 << 10
  private static let mega: Int64 = 1 << 20

  @Test func `what is asked for ends where numbers do, whatever a reader or a server says`() throws {
    for byteCount in [nil, Int64.max] {
      for distance in [1, 5, 1 << 16, 1 << 40] as [Int64] {
        var plan = DownloadPlan(aheadCount: 8 << 20)
        plan.byteCount = byteCount
        let place = Int64.max - distance
        let readers = [DownloadPlan.Reader(place: place, isWaiting: true)]
        let request = plan.nextRequest(ByteRanges(), readers)
        let range = try #require(request)
        #expect(range == place..<place + min(distance, 64 << 10))
        #expect(plan.isWanted(range, ByteRanges(), readers))
      }
    }
  }

  @Test func `who waits comes first, and more is asked for the longer it goes on without a jump`() {
    var plan = DownloadPlan(aheadCount: 64 * Self.mega)
    plan.byteCount = 100 * Self.mega
    let reader = DownloadPlan.Reader(place: 0, isWaiting: true)
    #expect(plan.nextRequest(ByteRanges(), [reader]) == 0..<64 * Self.kilo)
    let present = Self.present(0..<64 * Self.kilo)
    let waiting = DownloadPlan.Reader(place: 90 * Self.mega, isWaiting: true)
    #expect(plan.nextRequest(present, [reader, waiting]) == 90 * Self.mega..<90 * Self.mega + 64 * Self.kilo)
    let both = Self.present(0..<64 * Self.kilo, 90 * Self.mega..<90 * Self.mega + 64 * Self.kilo)
    var (ends, all): ([Int64], ByteRanges) = ([], both)
    for _ in 0..<10 {
      guard let next = plan.nextRequest(all, [DownloadPlan.Reader(place: 90 * Self.mega)]) else { break }
      ends.append(Int64(next.count) / Self.kilo)
      all.insert(next)
    }
    #expect(ends.prefix(7) == [128, 256, 512, 1024, 2048, 4096, 2112], "up to the end of the resource")
  }

  @Test func `it rests where enough is there, and goes on when half of that is used`() {
    var plan = DownloadPlan(aheadCount: Self.mega)
    plan.byteCount = 10 * Self.mega
    var present = Self.present(0..<Self.mega * 6 / 10)
    #expect(plan.nextRequest(present, [DownloadPlan.Reader(place: 0)]) == nil)
    #expect(plan.isFull(present, [DownloadPlan.Reader(place: 0)]))
    let reader = DownloadPlan.Reader(place: Self.mega * 2 / 10)
    while let next = plan.nextRequest(present, [reader]) { present.insert(next) }
    #expect(present.byteCount >= Self.mega + reader.place && present.byteCount < 2 * Self.mega)
    #expect(plan.nextRequest(present, [DownloadPlan.Reader]()) == nil, "nobody reads")
  }

  @Test func `nothing is asked for twice, and nothing beyond the end`() {
    for seed in 0..<100 {
      var numbers = SeededGenerator(seed: UInt64(seed))
      var plan = DownloadPlan(aheadCount: .random(in: 1...Self.mega, using: &numbers))
      plan.byteCount = .random(in: 1...2 * Self.mega, using: &numbers)
      var present = ByteRanges()
      var readers = (0..<3).map { _ in DownloadPlan.Reader(place: 0) }
      for _ in 0..<100 {
        for index in readers.indices {
          // It reads on, jumps, or waits for what is not there.
          if Int.random(in: 0..<8, using: &numbers) == 0 {
            readers[index].place = .random(in: 0...plan.byteCount!, using: &numbers)
          }
          let edge = present.firstMissing(from: readers[index].place)
          readers[index].place = .random(in: readers[index].place...max(edge, readers[index].place), using: &numbers)
          readers[index].isWaiting = readers[index].place == edge
        }
        guard let next = plan.nextRequest(present, readers) else {
          #expect(plan.awaited(present, readers).isEmpty)
          continue
        }
        #expect(next.lowerBound < next.upperBound && next.upperBound <= plan.byteCount!)
        #expect(present.stretches.allSatisfy { !$0.overlaps(next) }, "seed \(seed)")
        let end = Int64.random(in: next.lowerBound + 1...next.upperBound, using: &numbers)
        present.insert(next.lowerBound..<end)
      }
    }
  }

  @Test func `an answer is dropped where a reader waits for what it does not bring`() {
    let plan = DownloadPlan(aheadCount: Self.mega)
    let waiting = DownloadPlan.Reader(place: 500, isWaiting: true)
    #expect(plan.isWanted(400..<600, ByteRanges(), [waiting]))
    #expect(!plan.isWanted(600..<800, ByteRanges(), [waiting]))
    let far = DownloadPlan.Reader(place: 100_000, isWaiting: true)
    #expect(!plan.isWanted(400..<200_000, ByteRanges(), [far]), "it would bring it late")
    #expect(plan.isWanted(600..<800, Self.present(500..<510), [waiting]), "it does not wait any more")
  }

  @Test func `what is farthest from the readers is removed, as far as more is there than is kept`() {
    let plan = DownloadPlan(aheadCount: Self.mega)
    let readers = [DownloadPlan.Reader(place: 300 * Self.mega), DownloadPlan.Reader(place: 310 * Self.mega)]
    // 256 MiB are kept, and one for each reader.
    let kept = Self.present(60 * Self.mega..<318 * Self.mega)
    #expect(plan.nextToForget(kept, readers, keeping: 317 * Self.mega) == nil)
    let more = Self.present(50 * Self.mega..<318 * Self.mega)
    #expect(plan.nextToForget(more, readers, keeping: 317 * Self.mega) == 50 * Self.mega..<60 * Self.mega)
    #expect(plan.nextToForget(more, readers, keeping: 55 * Self.mega) == nil, "it came just now")
    #expect(plan.nextToForget(more, [DownloadPlan.Reader](), keeping: 0) == nil, "nobody reads")
    let parts = Self.present(0..<4 * Self.mega, 290 * Self.mega..<900 * Self.mega)
    #expect(plan.nextToForget(parts, readers, keeping: 0) == 544 * Self.mega..<900 * Self.mega)
    var without = plan
    without.acceptsRanges = false
    #expect(without.nextToForget(more, readers, keeping: 0) == nil)
  }
}
