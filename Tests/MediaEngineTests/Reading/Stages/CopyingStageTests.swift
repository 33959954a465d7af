import CoreMedia
import MediaInterop
import MediaSupport
import MediaTime
import Testing

@testable import MediaEngine

@Suite struct CopyingStageTests {
  private static let pictures: [ScriptedPackets.Step] = [
    .init(dts: 0, pts: 20, duration: 10), .init(dts: 10, pts: 40, duration: 10, isKey: false),
    .init(dts: 20, pts: 30, duration: 10, isKey: false), .init(dts: 30, pts: 50, duration: 10),
    .init(dts: 40, pts: 70, duration: 10, isKey: false), .init(dts: 50, pts: 60, duration: 10, isKey: false),
  ]

  private func stage(
    _ steps: [ScriptedPackets.Step], isMovie: Bool = true, continuesAfterDamage: Bool = false
  ) throws -> (stage: CopyingStage, packets: ScriptedPackets, context: ReadingContext) {
    let context = try ReadingContext.scripted(
      .tinyPictures, isMovie: isMovie, continuesAfterDamage: continuesAfterDamage)
    let packets = ScriptedPackets(steps)
    return (CopyingStage(context, packets), packets, context)
  }

  @Test func `packets keep their order and their times`() throws {
    let samples = try stage(Self.pictures).stage.samples(in: range(0))
    #expect(samples.map(\.start) == [20, 40, 30, 50, 70, 60])
    #expect(samples.map { $0.decodeTimeStamp.value } == [0, 10, 20, 30, 40, 50])
    #expect(samples.allSatisfy { !$0.flags(at: 0).contains(.doNotDisplay) })
  }

  @Test(
    arguments: [
      // A key frame counts from its presentation on.
      (45, 100, [20, 40, 30, 50, 70, 60], 2), (50, 100, [50, 70, 60], 0), (65, 100, [50, 70, 60], 1),
      (0, 30, [20, 40, 30], 0), (0, 31, [20, 40, 30, 50], 0), (65, 66, [50, 70, 60], 1),
    ] as [(Int64, Int64, [Int64], Int)])
  func `a range begins at a random-access point, and ends where decoding is past it`(
    start: Int64, end: Int64, times: [Int64], hidden: Int
  ) throws {
    let samples = try stage(Self.pictures).stage.samples(in: range(start, end))
    #expect(samples.map(\.start) == times)
    #expect(samples.count { $0.flags(at: 0).contains(.doNotDisplay) } == hidden)
  }

  @Test func `a range is the same whatever was read before`() throws {
    let (stage, packets, _) = try stage(Self.pictures)
    let first = try stage.samples(in: range(50)).map(\.start)
    _ = try stage.samples(in: range(0, 30))
    _ = try stage.samples(in: range(65))
    #expect(try stage.samples(in: range(50)).map(\.start) == first)
    #expect(packets.places == [50, nil, 65, 50])
  }

  @Test func `a damaged packet ends reading with its time`() throws {
    var steps = Self.pictures
    steps[2].isDamaged = true
    let error = #expect(throws: MediaError.self) { try stage(steps).stage.samples(in: range(0)) }
    #expect(error?.kind == .damagedContainer)
    #expect(error?.time == CMTime(value: 30, timescale: 1000))
  }

  @Test func `where reading goes on, a damaged packet is left out and noted`() throws {
    var steps = Self.pictures
    steps[2].isDamaged = true
    let (stage, packets, context) = try stage(steps, continuesAfterDamage: true)
    _ = packets
    for step in steps { context.losses?.change { $0.note(step.packet) } }
    #expect(try stage.samples(in: range(0)).map(\.start) == [20, 40, 50, 70, 60])
    #expect(context.losses?.ranges == [range(30, 40)])
  }

  /// Fragments that begin before the end of the one in front.
  @Test func `a movie's samples that are decoded before those in front are damage`() throws {
    var steps = Self.pictures
    steps[3].dts = 5
    let error = #expect(throws: MediaError.self) { try stage(steps).stage.samples(in: range(0)) }
    #expect(error?.kind == .damagedContainer)
    // Other containers may begin to count anew.
    #expect(try stage(steps, isMovie: false).stage.samples(in: range(0)).count == 6)
  }

  @Test func `linear PCM is cut to the sample`() throws {
    let steps = (0..<5).map { index in
      ScriptedPackets.Step(
        dts: Int64(index) * 10, duration: 10, bytes: (0..<10).flatMap { [UInt8(index * 10 + $0), 0] })
    }
    let stage = CopyingStage(try .scripted(.slowSound), ScriptedPackets(steps))
    let samples = try stage.samples(in: range(13, 37))
    let bytes = try samples.flatMap { [UInt8](try #require($0.dataBuffer).dataBytes()) }
    #expect(bytes == (13..<37).flatMap { [UInt8($0), 0] })
    #expect(samples.first?.start == 13)
  }

  // MARK: Where reading goes on

  /// Two more groups, each with a picture that is shown before its key frame.
  private static let groups: [ScriptedPackets.Step] =
    pictures + [
      .init(dts: 60, pts: 90, duration: 10), .init(dts: 70, pts: 80, duration: 10, isKey: false),
      .init(dts: 80, pts: 110, duration: 10, isKey: false), .init(dts: 90, pts: 100, duration: 10, isKey: false),
      .init(dts: 100, pts: 130, duration: 10), .init(dts: 110, pts: 120, duration: 10, isKey: false),
    ]

  /// What comes of packets where reading goes on behind damage, and what is lost.
  private func salvaged(_ steps: [ScriptedPackets.Step]) throws -> (times: [Int64], losses: [CMTimeRange]) {
    let context = try ReadingContext.scripted(.tinyPictures, continuesAfterDamage: true)
    let losses = try #require(context.losses)
    let packets = SalvagedPackets(
      ScriptedPackets(steps), of: context, isOrdered: false, statesDecodeTimes: true, losses)
    return (try CopyingStage(context, packets).samples(in: range(0)).map(\.start), losses.ranges)
  }

  @Test func `of whole packets none is lost where reading goes on`() throws {
    let (times, losses) = try salvaged(Self.groups)
    #expect(times == [20, 40, 30, 50, 70, 60, 90, 80, 110, 100, 130, 120])
    #expect(losses == [])
  }

  @Test func `a damaged key frame takes its group with it, and what the next shows before its own`() throws {
    var steps = Self.groups
    steps[3].isDamaged = true
    let (times, losses) = try salvaged(steps)
    #expect(times == [20, 40, 30, 90, 110, 100, 130, 120])
    #expect(losses == [range(50, 90)])
  }

  @Test func `a key frame that cannot be read takes its group with it, too`() throws {
    var steps = Self.groups
    steps[3].error = MediaError(.damagedMedia, .demuxing, "the script says so")
    let (times, losses) = try salvaged(steps)
    #expect(times == [20, 40, 30, 90, 110, 100, 130, 120])
    #expect(losses == [range(50, 90)])
  }

  @Test func `a second damaged key frame is nothing to go on with`() throws {
    var steps = Self.groups
    for index in [3, 6] { steps[index].isDamaged = true }
    let (times, losses) = try salvaged(steps)
    #expect(times == [20, 40, 30, 130])
    #expect(losses == [range(50, 130)])
  }

  @Test(
    arguments: [
      (true, [20, 30, 50, 70, 60, 90, 80, 110, 100, 130, 120], 40),
      (false, [20, 50, 70, 60, 90, 80, 110, 100, 130, 120], 30),
    ] as [(Bool, [Int64], Int64)])
  func `a damaged picture that no other needs is lost alone`(isDroppable: Bool, times: [Int64], start: Int64) throws {
    var steps = Self.groups
    (steps[1].isDamaged, steps[1].isDroppable) = (true, isDroppable)
    let salvaged = try salvaged(steps)
    #expect(salvaged.times == times)
    #expect(salvaged.losses == [range(start, 50)])
  }
}
