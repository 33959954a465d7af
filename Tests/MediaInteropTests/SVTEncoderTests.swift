import Foundation
import MediaInterop
import MediaSupport
import Testing

/// SVT-AV1 was made for one encoder in a process: ours must not see each other.
struct SVTEncoderTests {
  private static let count = 12

  /// One encoder, fed picture by picture.
  private struct Encoding {
    let encoder: VideoEncoder
    var packets: [[UInt8]] = []

    /// Speeds and sizes are what the library derives the geometry of its blocks from.
    init(speed: EncoderSpeed, width: Int, height: Int) throws {
      var settings = VideoEncoder.Settings(
        codec: .av1, width: width, height: height, format: .yuv420p, timeBase: TimeBase(1, 600))
      settings.speed = speed
      encoder = try VideoEncoder(settings)
    }

    mutating func give(_ index: Int) throws {
      let (width, height) = (encoder.settings.width, encoder.settings.height)
      let picture = try ComputedPictures.picture(.yuv420p, width: width, height: height, index: index)
      try encoder.encode(picture, pts: Int64(index) * 20) { packets.append([UInt8]($0.bytes)) }
    }

    mutating func finish() throws {
      try encoder.finish { packets.append([UInt8]($0.bytes)) }
    }
  }

  private static func all() throws -> [Encoding] {
    [
      try Encoding(speed: .slower, width: 192, height: 128), try Encoding(speed: .ultrafast, width: 128, height: 64),
      try Encoding(speed: .faster, width: 256, height: 192),
    ]
  }

  @Test func `encoders that work by turns make what each makes alone`() throws {
    var alone = try Self.all()
    for place in alone.indices {
      for index in 0..<Self.count { try alone[place].give(index) }
      try alone[place].finish()
    }
    var together = try Self.all()
    for index in 0..<Self.count {
      for place in together.indices { try together[place].give(index) }
    }
    for place in together.indices { try together[place].finish() }
    for (one, other) in zip(alone, together) {
      #expect(one.packets.count == Self.count)
      #expect(one.packets == other.packets)
    }
  }

  @Test func `an encoder that is opened does not disturb those that work`() async throws {
    let streams = try await withThrowingTaskGroup { group in
      for _ in 0..<16 {
        group.addTask {
          var encoding = try Encoding(speed: .slower, width: 128, height: 96)
          for index in 0..<Self.count { try encoding.give(index) }
          try encoding.finish()
          return encoding.packets
        }
      }
      var streams: Set<[[UInt8]]> = []
      for try await packets in group { streams.insert(packets) }
      return streams
    }
    #expect(streams.count == 1)
  }

  @Test(.timeLimit(.minutes(5))) func `a fast encoder after a slow one finds its references`() throws {
    let streams = try [EncoderSpeed.medium, .slower, .medium].map { speed in
      var encoding = try Encoding(speed: speed, width: 160, height: 96)
      for index in 0..<20 { try encoding.give(index) }
      try encoding.finish()
      return encoding.packets
    }
    #expect(streams.map(\.count) == [20, 20, 20])
    #expect(streams[0] == streams[2])
  }

  @Test func `threads keep their priority`() async {
    // The threads of a whole process are looked at, and those of other tests may have any priority.
    await #expect(processExitsWith: .success) {
      let before = sched_getscheduler(0)
      let encodings = try Self.all()
      #expect(sched_getscheduler(0) == before)
      let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").compactMap { pid_t($0) }
      // A thread may have ended meanwhile.
      #expect(threads.allSatisfy { [before, -1].contains(sched_getscheduler($0)) })
      #expect(encodings.count == 3)
    }
  }

  @Test func `an encoder that is let go unused, or in the middle, leaves nothing behind`() async {
    // Owners are counted in the whole process.
    await #expect(processExitsWith: .success) {
      let before = LiveObjects.current
      func unused() throws { _ = try Self.all() }
      func inTheMiddle() throws {
        var encodings = try Self.all()
        for place in encodings.indices { try encodings[place].give(0) }
      }
      try unused()
      #expect(LiveObjects.current == before)
      try inTheMiddle()
      #expect(LiveObjects.current == before)
    }
  }
}
