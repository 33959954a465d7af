import MediaInterop
import MediaSupport
import Testing

@testable import MediaEngine

/// Stored pictures of containers that state no durations, or other ones.
@Suite struct PictureDurationsTests {
  /// Two groups of a key picture, one that is decoded ahead, and two that are shown before it.
  private static let steps: [ScriptedPackets.Step] = [
    .init(dts: -20, pts: 0, duration: 33), .init(dts: -10, pts: 100, duration: 33, isKey: false),
    .init(dts: 0, pts: 10, duration: 33, isKey: false), .init(dts: 10, pts: 70, duration: 33, isKey: false),
    .init(dts: 70, pts: 400, duration: 33), .init(dts: 100, pts: 900, duration: 33, isKey: false),
    .init(dts: 400, pts: 410, duration: 33, isKey: false), .init(dts: 410, pts: 600, duration: 33, isKey: false),
  ]
  private static let durations: [Int64] = [10, 300, 60, 30, 10, 33, 190, 300]

  private static func rest(_ pictures: PictureDurations) throws -> [Packet] {
    var packets: [Packet] = []
    while let packet = try pictures.next() { packets.append(packet) }
    return packets
  }

  @Test func `each lasts until the next one is shown, and the last one as long as is stated`() throws {
    let pictures = PictureDurations(ScriptedPackets(Self.steps))
    let packets = try Self.rest(pictures)
    #expect(packets.map(\.duration) == Self.durations)
    #expect(packets.map(\.pts) == Self.steps.map(\.pts) && packets.map(\.dts) == Self.steps.map(\.dts))
    #expect(try pictures.next() == nil)
  }

  @Test func `it is the same from a later place on`() throws {
    let source = ScriptedPackets(Self.steps)
    let pictures = PictureDurations(source)
    _ = try pictures.next()
    try pictures.seek(to: 405)
    #expect(try Self.rest(pictures).map(\.duration) == Array(Self.durations[4...]))
    try pictures.rewind()
    #expect(try Self.rest(pictures).map(\.duration) == Self.durations)
    #expect(source.places == [405, nil])
  }

  @Test func `an error comes behind the pictures that were read before it`() throws {
    var steps = Self.steps
    steps[4].error = MediaError(.damagedMedia, .demuxing, "a hole")
    let pictures = PictureDurations(ScriptedPackets(steps))
    for duration in [10, 33, 60, 30] as [Int64] { #expect(try pictures.next()?.duration == duration) }
    #expect(throws: MediaError.self) { try pictures.next() }
    #expect(try Self.rest(pictures).map(\.duration) == [33, 190, 300])
  }
}
