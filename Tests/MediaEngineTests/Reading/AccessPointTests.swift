import MediaInterop
import MediaSupport
import Testing

@testable import MediaEngine

@Suite("Random-access points found by reading on")
struct AccessPointTests {
  /// A packet of a picture, by its times.
  private struct Step {
    var decode: Int64
    var present: Int64?
    var isKey = false
    var isDiscarded = false
  }

  private static let steps = [
    Step(decode: 0, present: 2, isKey: true), Step(decode: 1, present: 4), Step(decode: 2, present: 3),
    // Shown before the one that it follows: an open group of pictures.
    Step(decode: 3, present: 7, isKey: true), Step(decode: 4, present: 5), Step(decode: 5, present: 6),
    Step(decode: 6, present: 8), Step(decode: 7, present: 9, isKey: true, isDiscarded: true),
    Step(decode: 8, present: 10),
  ]

  /// The presentation times of what is found, and how many packets were read.
  private func found(at ticks: Int64) -> (times: [Int64?], readCount: Int) {
    var rest = Self.steps[...]
    var packets = AccessPoint(at: ticks) {
      rest.popFirst().map { step in
        let storage = PacketStorage(count: 4)
        var packet = Packet(
          bytes: UnsafeRawBufferPointer(storage.bytes), owner: storage, pts: step.present, dts: step.decode,
          duration: 1, timeBase: TimeBase(ticksPerSecond: 25))
        packet.isKeyFrame = step.isKey
        packet.isDiscarded = step.isDiscarded
        return packet
      }
    }.packets
    var times: [Int64?] = []
    while let packet = packets.popFirst() { times.append(packet.pts) }
    return (times, Self.steps.count - rest.count)
  }

  @Test func `a key frame counts from its presentation on, and not from its decoding`() {
    // Decoded at 3 and shown at 7: what is shown at 5 and 6 needs the one before.
    for ticks in Int64(2)..<7 { #expect(found(at: ticks).times.first == 2) }
    for ticks in Int64(7)..<12 { #expect(found(at: ticks).times.first == 7) }
  }

  @Test func `reading stops behind the first packet that is decoded later`() {
    #expect(found(at: 2).readCount == 4)
    #expect(found(at: 4).readCount == 6)
    #expect(found(at: 20).readCount == Self.steps.count)
  }

  @Test func `where no random-access point is that early, everything is there from the start`() {
    #expect(found(at: 1).times == [2, 4, 3])
  }
}
