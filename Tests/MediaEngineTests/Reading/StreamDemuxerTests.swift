import CoreMedia
import MediaSupport
import MovieFile
import Synchronization
import Testing

@testable import MediaEngine
@testable import MediaInterop

/// Going to other places of one stream, over a container from a script.
@Suite struct StreamDemuxerTests {
  /// A container of one stream, whose index is ordered by decode time as libavformat's are.
  private final class ScriptedContainer: ContainerDemuxer {
    let probe: Probe
    private(set) var endedEarly: String?
    private let steps: [ScriptedPackets.Step]
    private let cut: String?
    private var place = 0

    init(_ probe: Probe, _ steps: [ScriptedPackets.Step], cut: String?) {
      self.probe = probe
      self.steps = steps
      self.cut = cut
    }

    func select(streams: Set<Int>) {}

    func read() throws(MediaError) -> Packet? {
      guard steps.indices.contains(place) else {
        endedEarly = cut
        return nil
      }
      defer { place += 1 }
      if let error = steps[place].error { throw error }
      return steps[place].packet
    }

    func seek(to ticks: Int64, streamIndex: Int, backward: Bool) {
      endedEarly = nil
      place = steps.lastIndex { $0.isKey && $0.dts <= ticks } ?? 0
    }
  }

  private final class ScriptedOpener: MediaOpener {
    let steps: [ScriptedPackets.Step]
    let cut: String?
    private let openings = Mutex(0)
    var count: Int { openings.withLock { $0 } }

    init(_ steps: [ScriptedPackets.Step], cut: String? = nil) {
      self.steps = steps
      self.cut = cut
    }

    func probe(_ source: MediaSource, _ movie: Movie?, cancellation: Cancellation) throws -> Probe {
      throw MediaError(.internalError, .opening, "nothing is probed")
    }

    func demuxer(
      reopening probe: Probe, options: Demuxer.Options, cancellation: Cancellation
    ) throws -> any ContainerDemuxer {
      openings.withLock { $0 += 1 }
      return ScriptedContainer(probe, steps, cut: cut)
    }

    func decoder(
      _ parameters: CodecParameters, timeBase: TimeBase, threads: Int, options: [String: String]
    ) throws -> any PacketDecoder {
      throw MediaError(.internalError, .opening, "nothing is decoded")
    }
  }

  /// Groups of four pictures, each 500 ms, the first shown 1,000 ms behind its decoding. The third group begins with a
  /// picture that is only decoded.
  private static let steps: [ScriptedPackets.Step] = (0..<24).map { index in
    let place = Int64(index % 4)
    let shown: [Int64] = [2, 5, 3, 4]
    return .init(
      dts: Int64(index) * 500, pts: (Int64(index) - place + shown[Int(place)]) * 500, duration: 500,
      isKey: place == 0, isDiscarded: index == 8)
  }

  private func demuxer(
    _ opener: ScriptedOpener, format: String = "matroska,webm", isIndexed: Bool = true
  ) throws -> StreamDemuxer {
    let context = try ReadingContext.scripted(.tinyPictures, opener: opener)
    var probe = Probe(source: .file("/nowhere"), formatName: format, formatTitle: format, streams: [context.stream])
    probe.isIndexed = isIndexed
    return try StreamDemuxer(reopening: probe, of: context, cancellation: Cancellation())
  }

  private func rest(_ demuxer: StreamDemuxer) throws -> [Int64?] {
    var times: [Int64?] = []
    while let packet = try demuxer.next() { times.append(packet.pts) }
    return times
  }

  @Test(arguments: [true, false])
  func `reading goes on at the last random-access point that is shown by then`(isIndexed: Bool) throws {
    let demuxer = try demuxer(ScriptedOpener(Self.steps), isIndexed: isIndexed)
    let all = Self.steps.map { $0.pts }
    for ticks in stride(from: Int64(0), to: 14_000, by: 250) {
      try demuxer.seek(to: ticks)
      let first = Self.steps.lastIndex { $0.isKey && !$0.isDiscarded && $0.pts! <= ticks } ?? 0
      #expect(try rest(demuxer) == Array(all[first...]), "\(ticks)")
    }
  }

  @Test func `a container is opened again to go back to its first packet`() throws {
    let opener = ScriptedOpener(Self.steps)
    let demuxer = try demuxer(opener)
    let first = try rest(demuxer)
    try demuxer.rewind()
    #expect(try rest(demuxer) == first)
    #expect(opener.count == 2)
  }

  @Test func `going back before the first read does nothing`() throws {
    let opener = ScriptedOpener(Self.steps)
    let demuxer = try demuxer(opener)
    try demuxer.rewind()
    #expect(opener.count == 1)
  }

  @Test func `a packet lasts until the next is decoded, and the last as long as the one before`() throws {
    let steps = [0, 40, 100, 110].map { ScriptedPackets.Step(dts: $0, duration: 0) }
    let demuxer = try demuxer(ScriptedOpener(steps))
    var durations: [Int64] = []
    while let packet = try demuxer.next() { durations.append(packet.duration) }
    #expect(durations == [40, 60, 10, 10])
  }

  @Test func `a cut file gives what it has and then its error, also after it was gone back in`() throws {
    let demuxer = try demuxer(ScriptedOpener(Self.steps, cut: "the file is cut"))
    for _ in 0..<2 {
      for _ in Self.steps { #expect(try demuxer.next() != nil) }
      let error = #expect(throws: MediaError.self) { try demuxer.next() }
      #expect(error?.kind == .truncatedContainer)
      try demuxer.rewind()
    }
  }

  @Test(arguments: [(nil, 0), (5000, 4)] as [(Int64?, Int)])
  func `an error comes behind all that was read before it, and what can be read behind it follows`(
    ticks: Int64?, first: Int
  ) throws {
    var steps = Self.steps
    steps[10].error = MediaError(.damagedContainer, .demuxing, "a hole")
    let demuxer = try demuxer(ScriptedOpener(steps))
    // Looking for the place reads up to the error.
    if let ticks { try demuxer.seek(to: ticks) }
    for step in steps[first..<10] { #expect(try demuxer.next()?.pts == step.pts) }
    #expect(throws: MediaError.self) { try demuxer.next() }
    #expect(try rest(demuxer) == steps[11...].map(\.pts))
  }
}
