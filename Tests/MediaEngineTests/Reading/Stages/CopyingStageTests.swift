import CoreMedia
import MediaInterop
import MediaSupport
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
}
