import MediaInterop
import MediaSupport
import MovieFile
import Testing

@testable import MediaEngine

/// The edits in the front of a movie of 500 ticks a second, for a track of 1000.
@Suite("The edit list of a front") struct FrontEditListTests {
  private static func list(_ packets: [(pts: Int64, trimStart: Int)]) -> FrontEditList {
    let timeBase = TimeBase(ticksPerSecond: 1000)
    let nothing = PacketStorage(count: 0)
    var list = FrontEditList(timeBase: timeBase)
    for (pts, trimStart) in packets {
      var packet = Packet(
        bytes: UnsafeRawBufferPointer(nothing.bytes), owner: nothing, pts: pts, dts: pts, duration: 10,
        timeBase: timeBase)
      packet.trimStart = trimStart
      list.didWrite(packet)
    }
    return list
  }

  @Test(
    arguments: [[(0, 0), (10, 0)], [(-10, 10), (0, 0)], [(70, 0), (80, 0)], [(60, 10)], []] as [[(Int64, Int)]])
  func `a track is shown from the session's start on`(_ packets: [(Int64, Int)]) {
    let list = Self.list(packets.map { (pts: $0.0, trimStart: $0.1) })
    #expect(list.edits(movieTimeScale: 500) == [.media(start: 0, duration: 0)])
    #expect(list.edits(movieTimeScale: 500, until: 90) == [.media(start: 0, duration: 45)])
  }

  @Test func `AW-34: what comes before a later start is not shown`() {
    let list = Self.list([(60, 10), (70, 4), (80, 0)])
    #expect(list.firstDecodeTime == 60)
    #expect(list.edits(movieTimeScale: 500) == [.empty(duration: 37), .media(start: 74, duration: 0)])
    #expect(list.edits(movieTimeScale: 500, until: 90) == [.empty(duration: 37), .media(start: 74, duration: 8)])
  }
}
