import CoreMedia
import Foundation
import MediaSupport
import TestSupport
import Testing

@testable import MediaEngine

/// From appended samples to what a container is told, line by line. Times are milliseconds.
@Suite struct WritingSessionTests {
  private struct Sample {
    var dts: Int64
    var pts: Int64?
    var duration: Int64 = 40
    var isKey = true

    func buffer(of type: CMFormatDescription.MediaType) throws -> CMSampleBuffer {
      try buffer(of: type, CMBlockBuffer(copying: [1, 2, 3, 4, 5]))
    }

    func buffer(of type: CMFormatDescription.MediaType, _ data: CMBlockBuffer) throws -> CMSampleBuffer {
      let format = try CMFormatDescription(mediaType: type, mediaSubType: .init(rawValue: 0x7465_7374))
      let timing = CMSampleTimingInfo(
        duration: milliseconds(duration), presentationTimeStamp: milliseconds(pts ?? dts),
        decodeTimeStamp: milliseconds(dts))
      return CMSampleBuffer(dataBuffer: data, format: format, timing: timing, flags: isKey ? [] : .notSync)
    }
  }

  private static func milliseconds(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 1000) }

  private static let pictures = [
    Sample(dts: 0), Sample(dts: 40, pts: 80, isKey: false), Sample(dts: 80, pts: 40, isKey: false),
  ]
  /// What a file has of them that are its first track.
  private static let pictureLines = [
    "0 format", "0 packet dts 0 pts 0 5 bytes key", "0 packet dts 40 pts 80 5 bytes", "0 packet dts 80 pts 40 5 bytes",
  ]

  private func configuration(
    _ type: CMFormatDescription.MediaType, _ placement: TrackConfiguration.Placement = .interleaved
  ) -> TrackConfiguration {
    var configuration = TrackConfiguration(mediaType: type, encoding: .copy)
    configuration.mediaTimeScale = 1000
    configuration.placement = placement
    return configuration
  }

  /// Whether they are accepted shows in what is written.
  private func append(_ samples: [Sample], to track: TrackWriter) throws {
    for sample in samples { _ = track.append(try sample.buffer(of: track.configuration.mediaType)) }
  }

  private func wait(until isSo: () -> Bool) {
    // The workers tell nobody what they have written; the test's bound ends the waiting.
    while !isSo() { usleep(1000) }
  }

  private func finish(_ session: WritingSession) {
    let ended = DispatchSemaphore(value: 0)
    session.finish { ended.signal() }
    ended.wait()
  }

  // MARK: Order

  @Test func `two tracks are written in the order of their decode times`() async throws {
    try await bounded(by: 60) {
      let container = CapturingContainer()
      let session = WritingSession(container)
      let video = try session.addTrack(configuration(.video))
      let sound = try session.addTrack(configuration(.audio))
      session.start()
      #expect(session.startSession(at: .zero))
      try append([0, 30, 60, 90].map { Sample(dts: $0, duration: 30) }, to: sound)
      try append(Self.pictures, to: video)
      finish(session)
      #expect(
        container.lines == [
          "0 format", "1 format", "0 packet dts 0 pts 0 5 bytes key", "1 packet dts 0 pts 0 5 bytes key",
          "1 packet dts 30 pts 30 5 bytes key", "0 packet dts 40 pts 80 5 bytes", "1 packet dts 60 pts 60 5 bytes key",
          "0 packet dts 80 pts 40 5 bytes", "1 packet dts 90 pts 90 5 bytes key", "finish", "publish",
        ])
      #expect(session.status == .completed)
    }
  }

  @Test(arguments: [.text, .metadata] as [CMFormatDescription.MediaType])
  func `what a request block gives has its place, however late it comes`(
    type: CMFormatDescription.MediaType
  ) async throws {
    try await bounded(by: 60) {
      let container = CapturingContainer()
      let session = WritingSession(container)
      let video = try session.addTrack(configuration(.video))
      let text = try session.addTrack(configuration(type))
      session.start()
      #expect(session.startSession(at: .zero))
      let caption = try Sample(dts: 50).buffer(of: type)
      let isDue = DispatchSemaphore(value: 0)
      let isRegistered = text.requestSamples(on: DispatchQueue(label: "client")) {
        isDue.wait()
        _ = text.append(caption)
        text.markAsFinished()
      }
      #expect(isRegistered)
      try append(Self.pictures, to: video)
      video.markAsFinished()
      wait { video.encoded.sampleCount == 3 }
      #expect(container.lines == [])
      isDue.signal()
      wait { text.encoded.sampleCount == 1 }
      finish(session)
      #expect(
        container.lines == [
          "0 format", "1 format", "0 packet dts 0 pts 0 5 bytes key", "0 packet dts 40 pts 80 5 bytes",
          "1 packet dts 50 pts 50 5 bytes key", "0 packet dts 80 pts 40 5 bytes", "finish", "publish",
        ])
    }
  }

  @Test(arguments: [false, true])
  func `text that no block feeds, and sparse media, hold nobody, and are written when they come`(
    isSparse: Bool
  ) async throws {
    try await bounded(by: 60) {
      let container = CapturingContainer()
      let session = WritingSession(container)
      let video = try session.addTrack(configuration(.video))
      let late = try session.addTrack(isSparse ? configuration(.audio, .sparse) : configuration(.text))
      session.start()
      #expect(session.startSession(at: .zero))
      try append(Self.pictures, to: video)
      video.markAsFinished()
      wait { container.lines.count == Self.pictureLines.count }
      try append([Sample(dts: 50)], to: late)
      finish(session)
      let lateLines = ["1 format", "1 packet dts 50 pts 50 5 bytes key"]
      #expect(container.lines == Self.pictureLines + lateLines + ["finish", "publish"])
    }
  }

  @Test func `sparse media that comes in time has its place`() async throws {
    try await bounded(by: 60) {
      let container = CapturingContainer()
      let session = WritingSession(container)
      let video = try session.addTrack(configuration(.video))
      let sparse = try session.addTrack(configuration(.metadata, .sparse))
      session.start()
      #expect(session.startSession(at: .zero))
      try append([Sample(dts: 50)], to: sparse)
      sparse.markAsFinished()
      wait { sparse.encoded.sampleCount == 1 }
      #expect(container.lines == [])
      try append(Self.pictures, to: video)
      finish(session)
      #expect(
        container.lines == [
          "0 format", "1 format", "0 packet dts 0 pts 0 5 bytes key", "0 packet dts 40 pts 80 5 bytes",
          "1 packet dts 50 pts 50 5 bytes key", "0 packet dts 80 pts 40 5 bytes", "finish", "publish",
        ])
    }
  }

  @Test func `a track that comes first is in front of all others, whatever its times`() async throws {
    try await bounded(by: 60) {
      let container = CapturingContainer()
      let session = WritingSession(container)
      let video = try session.addTrack(configuration(.video))
      let first = try session.addTrack(configuration(.text, .first))
      session.start()
      #expect(session.startSession(at: .zero))
      try append(Self.pictures, to: video)
      video.markAsFinished()
      wait { video.encoded.sampleCount == 3 }
      #expect(container.lines == [])
      try append([Sample(dts: 500), Sample(dts: 600)], to: first)
      finish(session)
      let firstLines = [
        "1 format", "1 packet dts 500 pts 500 5 bytes key", "1 packet dts 600 pts 600 5 bytes key",
      ]
      #expect(container.lines == firstLines + Self.pictureLines + ["finish", "publish"])
    }
  }

  /// 40 MiB of one track, of which 32 are held for the sake of the order.
  @Test(arguments: [false, true])
  func `the order is given up where too much waits, unless the container needs it`(keepsOrder: Bool) async throws {
    let folder = try TemporaryFolder()
    let spill = PacketSpill(directory: folder.path)
    try await bounded(by: 60) {
      let container = CapturingContainer(keepsOrder: keepsOrder)
      let session = WritingSession(container, spill: spill)
      let video = try session.addTrack(configuration(.video))
      let sound = try session.addTrack(configuration(.audio))
      session.start()
      #expect(session.startSession(at: .zero))
      let data = try CMBlockBuffer(copying: Array(repeating: 0, count: 1 << 20))
      for index in 0..<40 {
        wait { sound.isReady }
        _ = sound.append(try Sample(dts: Int64(index) * 10, duration: 10).buffer(of: .audio, data))
      }
      sound.markAsFinished()
      wait { sound.encoded.sampleCount == 40 }
      let soundLines = (0..<40).map { "1 packet dts \($0 * 10) pts \($0 * 10) 1048576 bytes key" }
      let early = keepsOrder ? [] : ["1 format"] + soundLines.prefix(8)
      wait { container.lines.count >= early.count }
      #expect(container.lines == early)
      try append([Sample(dts: 0)], to: video)
      finish(session)
      let picture = ["0 format", "0 packet dts 0 pts 0 5 bytes key"]
      let rest = keepsOrder ? ["0 format", "1 format", picture[1]] + soundLines : picture + soundLines.dropFirst(8)
      #expect(container.lines == early + rest + ["finish", "publish"])
    }
  }

  // MARK: Sessions and segments

  @Test(arguments: [(false, 0), (true, 1000)] as [(Bool, Int64)])
  func `times are counted from the session's start, unless the source's are kept`(
    keepsSourceTimes: Bool, first: Int64
  ) async throws {
    try await bounded(by: 60) {
      let container = CapturingContainer()
      let session = WritingSession(container, keepsSourceTimes: keepsSourceTimes)
      let video = try session.addTrack(configuration(.video))
      session.start()
      #expect(session.startSession(at: Self.milliseconds(1000)))
      try append([Sample(dts: 1000), Sample(dts: 1040)], to: video)
      finish(session)
      #expect(
        container.lines == [
          "0 format", "0 packet dts \(first) pts \(first) 5 bytes key",
          "0 packet dts \(first + 40) pts \(first + 40) 5 bytes key", "finish", "publish",
        ])
    }
  }

  @Test func `a session's end cuts what is presented, and not what is written`() async throws {
    try await bounded(by: 60) {
      let container = CapturingContainer()
      let session = WritingSession(container)
      let video = try session.addTrack(configuration(.video))
      session.start()
      #expect(!session.endSession(at: .zero))
      #expect(session.startSession(at: Self.milliseconds(1000)))
      try append([Sample(dts: 1000), Sample(dts: 1040)], to: video)
      #expect(session.endSession(at: Self.milliseconds(1050)))
      #expect(!session.endSession(at: Self.milliseconds(1060)))
      #expect(!session.startSession(at: Self.milliseconds(1060)))
      let late = try Sample(dts: 1080).buffer(of: .video)
      #expect(video.append(late) == .refused)
      finish(session)
      #expect(
        container.lines == [
          "0 format", "0 packet dts 0 pts 0 5 bytes key", "0 packet dts 40 pts 40 5 bytes key", "finish", "publish",
        ])
      #expect(container.timelines.map(\.presentationStart) == [0])
      #expect(container.timelines.map(\.presentationEnd) == [50])
    }
  }

  @Test func `a segment ends when every track gave what was appended before`() async throws {
    try await bounded(by: 60) {
      let container = CapturingContainer()
      let session = WritingSession(container)
      let video = try session.addTrack(configuration(.video))
      let sound = try session.addTrack(configuration(.audio))
      session.start()
      #expect(session.startSession(at: .zero))
      try append([0, 30].map { Sample(dts: $0, duration: 30) }, to: sound)
      try append([Sample(dts: 0)], to: video)
      session.endSegment()
      try append([Sample(dts: 20)], to: video)
      try append([Sample(dts: 60, duration: 30)], to: sound)
      finish(session)
      #expect(
        container.lines == [
          "0 format", "1 format", "0 packet dts 0 pts 0 5 bytes key", "1 packet dts 0 pts 0 5 bytes key",
          "1 packet dts 30 pts 30 5 bytes key", "segment", "0 packet dts 20 pts 20 5 bytes key",
          "1 packet dts 60 pts 60 5 bytes key", "finish", "publish",
        ])
    }
  }

  // MARK: Endings

  @Test(arguments: 0...2) func `a file without samples is finished`(trackCount: Int) async throws {
    try await bounded(by: 60) {
      let container = CapturingContainer()
      let session = WritingSession(container)
      for _ in 0..<trackCount { _ = try session.addTrack(configuration(.video)) }
      session.start()
      #expect(session.startSession(at: .zero))
      finish(session)
      #expect(container.lines == ["finish", "publish"])
      #expect(container.timelines.map(\.packetCount) == Array(repeating: 0, count: trackCount))
      #expect(session.status == .completed)
    }
  }

  @Test func `without a session there is nothing to finish`() async throws {
    try await bounded(by: 60) {
      let container = CapturingContainer()
      let session = WritingSession(container)
      _ = try session.addTrack(configuration(.video))
      session.start()
      finish(session)
      #expect(container.lines == ["abandon"])
      #expect(session.status == .failed)
      #expect(session.error?.kind == .invalidOperation)
    }
  }

  @Test func `nothing follows a cancellation`() async throws {
    try await bounded(by: 60) {
      let container = CapturingContainer()
      let session = WritingSession(container)
      let video = try session.addTrack(configuration(.video))
      session.start()
      #expect(session.startSession(at: .zero))
      try append(Self.pictures, to: video)
      video.markAsFinished()
      wait { container.lines.count == Self.pictureLines.count }
      session.cancel()
      #expect(container.lines == Self.pictureLines + ["cancel"])
      session.cancel()
      finish(session)
      #expect(container.lines == Self.pictureLines + ["cancel"])
      #expect(session.status == .cancelled)
    }
  }

  @Test func `a session that never started is cancelled once`() async throws {
    try await bounded(by: 60) {
      let container = CapturingContainer()
      let session = WritingSession(container)
      _ = try session.addTrack(configuration(.video))
      session.cancel()
      session.cancel()
      #expect(container.lines == ["cancel"])
      #expect(session.status == .cancelled)
    }
  }

  /// Another thread may cancel between the making of a session and its start.
  @Test func `AW-54, AW-50: a session that was cancelled does not start, and its end is told`() async throws {
    try await bounded(by: 60) {
      let container = CapturingContainer()
      let session = WritingSession(container)
      let video = try session.addTrack(configuration(.video))
      session.cancel()
      let isStarted = session.start()
      #expect(!isStarted)
      #expect(try video.append(Self.pictures[0].buffer(of: .video)) == .refused)
      finish(session)
      #expect(container.lines == ["cancel"])
      #expect(session.status == .cancelled)
    }
  }

  private static let faults: [(CapturingContainer.Fault, [String])] = [
    (.write(1), []), (.write(3), Array(pictureLines.prefix(2))), (.finish, pictureLines),
    (.publish, pictureLines + ["finish"]),
  ]

  @Test(arguments: faults)
  func `an error of the file is the session's, and the file is abandoned`(
    fault: CapturingContainer.Fault, written: [String]
  ) async throws {
    try await bounded(by: 60) {
      let container = CapturingContainer(fault: fault)
      let session = WritingSession(container)
      let video = try session.addTrack(configuration(.video))
      session.start()
      #expect(session.startSession(at: .zero))
      try append(Self.pictures, to: video)
      finish(session)
      session.cancel()
      #expect(container.lines == written + ["abandon"])
      #expect(session.status == .failed)
      #expect(session.error?.kind == CapturingContainer.error.kind)
      #expect(session.error?.message == CapturingContainer.error.message)
    }
  }
}
