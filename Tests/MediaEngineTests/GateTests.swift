import CoreAudioTypes
import CoreMedia
import Foundation
import MediaInterop
import MediaSupport
import Synchronization
import TestSupport
import Testing

@testable import MediaEngine

/// The gate between clients, tracks and the file, with a whole writer behind it.
@Suite struct GateTests {
  private let rate: Int32 = 8000

  /// A hundredth of a second of silence.
  private func sample(at time: CMTime = .zero) throws -> CMSampleBuffer {
    let format = try CMFormatDescription(
      audioStreamBasicDescription: AudioStreamBasicDescription(
        mSampleRate: Double(rate), mFormatID: kAudioFormatLinearPCM,
        mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 2,
        mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1, mBitsPerChannel: 16, mReserved: 0))
    let timing = CMSampleTimingInfo(
      duration: CMTime(value: 1, timescale: rate), presentationTimeStamp: time, decodeTimeStamp: .invalid)
    var data: CMBlockBuffer?
    let status = CMBlockBufferCreateWithMemoryBlock(
      allocator: nil, memoryBlock: nil, blockLength: 160, blockAllocator: nil, customBlockSource: nil, offsetToData: 0,
      dataLength: 160, flags: kCMBlockBufferAssureMemoryNowFlag, blockBufferOut: &data)
    #expect(status == kCMBlockBufferNoErr)
    return try CMSampleBuffer(
      dataBuffer: data, formatDescription: format, numSamples: 80,
      sampleTimings: [timing], sampleSizes: [2])
  }

  /// Objects that go with their session.
  private final class Owned: @unchecked Sendable {
    // Sendable: weak references are read and written atomically.
    weak var gate: Gate?
    weak var track: TrackWriter?

    init(gate: Gate, track: TrackWriter) { (self.gate, self.track) = (gate, track) }

    var isThere: Bool { gate != nil || track != nil }
  }

  private func finish(_ session: WritingSession) {
    let ended = DispatchSemaphore(value: 0)
    session.finish { ended.signal() }
    ended.wait()
  }

  @Test(arguments: 0..<50) func `what is appended while the track's thread begins is written`(round: Int) async throws {
    let folder = try TemporaryFolder()
    let sample = try sample()
    let path = folder.path("a.mov")
    try await bounded(by: 60) {
      let session = try WritingSession(FileConfiguration(container: .quickTime), to: .file(path: path))
      let track = try session.addTrack(TrackConfiguration(mediaType: .audio, encoding: .copy))
      session.start()
      #expect(session.startSession(at: .zero))
      #expect(track.append(sample) == .accepted)
      finish(session)
      #expect(session.status == .completed)
      #expect(track.encoded.sampleCount == 1)
    }
  }

  /// The block's last look is before the failure, or after it.
  @Test(arguments: [false, true])
  func `a block that has not seen the failure runs once more, and one that has does not`(sees: Bool) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.mov")
    let sample = try sample()
    try await bounded(by: 60) {
      let session = try WritingSession(FileConfiguration(container: .quickTime), to: .file(path: path))
      let track = try session.addTrack(TrackConfiguration(mediaType: .audio, encoding: .copy))
      session.start()
      #expect(session.startSession(at: .zero))
      let hasSeen = DispatchSemaphore(value: 0)
      let runs = Atomic(0)
      let client = DispatchQueue(label: "client")
      let isRequested = track.requestSamples(on: client) {
        let run = runs.add(1, ordering: .relaxed).newValue
        if run == 1 {
          _ = track.append(sample)
          track.fail(MediaError(.diskFull, .writing, "in the middle of the block"))
        }
        if run == 2 || sees, track.isReady, track.append(sample) == .refused { hasSeen.signal() }
      }
      #expect(isRequested)
      hasSeen.wait()
      finish(session)
      // Once for the run, and once for another that it may have called for.
      for _ in 0..<2 { client.sync {} }
      #expect(session.status == .failed && runs.load(ordering: .relaxed) == (sees ? 1 : 2))
    }
  }

  /// From `append` to the file the client takes the lock for each sample, and the workers for several at a time.
  @Test func `the workers take the lock for several samples at a time`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.mov")
    let count = 5000
    let samples = try (0..<count).map { try sample(at: CMTime(value: Int64($0) * 80, timescale: rate)) }
    try await bounded(by: 60) {
      let session = try WritingSession(FileConfiguration(container: .quickTime), to: .file(path: path))
      let track = try session.addTrack(TrackConfiguration(mediaType: .audio, encoding: .copy))
      session.start()
      #expect(session.startSession(at: .zero))
      var attempts = 0
      for sample in samples {
        attempts += 1
        // Who was told no asks again: those questions are the client's.
        while track.append(sample) == .notReady { attempts += 1 }
      }
      finish(session)
      #expect(session.status == .completed)
      #expect(track.encoded.sampleCount == count)
      let entries = track.gate.state.withLock(\.entryCount) - attempts
      // A worker that finds nothing to do takes the lock once more before it sleeps.
      #expect(entries <= count / 2, "\(entries) besides those of the client")
    }
  }

  /// A text that was not waited for is, once it is finished: its last packets have a place in the order.
  @Test(arguments: 0..<20)
  func `an encoder that waits for room goes on where the order is no longer decided`(round: Int) async throws {
    try await bounded(by: 60) {
      let gate = Gate(fileWorker: Worker(name: "file"), keepsOrder: false, keepsSourceTimes: false)
      func addTrack(_ role: InterleavingRole) -> Int {
        gate.addTrack(
          .init(role: role, isRealTime: false, sampleLimit: 64), worker: Worker(name: "track"), makesPasses: false
        ) {}
      }
      let (track, text) = (addTrack(.paces), addTrack(.accompanies))
      gate.start()
      #expect(gate.startSession(at: .zero))
      let storage = PacketStorage(count: Interleaver<EncodedSample>.waitingBytesCap + 1)
      let packet = Packet(
        bytes: UnsafeRawBufferPointer(storage.bytes), owner: storage, pts: 0, dts: 0, duration: 1,
        timeBase: TimeBase(ticksPerSecond: 25))
      #expect(gate.deliver([(.packet(packet), 0)], of: track, EncodingProgress()).mustPause)
      let (begins, ends) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      Thread.detachNewThread {
        begins.signal()
        gate.waitForRoom()
        ends.signal()
      }
      begins.wait()
      sched_yield()
      gate.finish(track: text)
      ends.wait()
    }
  }

  @Test func `nothing is left of what a session owned`() async throws {
    let folder = try TemporaryFolder()
    let sample = try sample()
    for ending in 0..<3 {
      let path = folder.path("\(ending).mov")
      let owned = try await bounded(by: 60) {
        let session = try WritingSession(FileConfiguration(container: .quickTime), to: .file(path: path))
        let track = try session.addTrack(TrackConfiguration(mediaType: .audio, encoding: .copy))
        let owned = Owned(gate: track.gate, track: track)
        if ending == 0 {
          session.abandon()
          return owned
        }
        session.start()
        #expect(session.startSession(at: .zero))
        // A block that keeps its own track, as clients' blocks do.
        #expect(track.requestSamples(on: DispatchQueue(label: "client")) { _ = track.append(sample) })
        if ending == 1 { session.cancel() } else { finish(session) }
        return owned
      }
      // The threads end after their owner's call returned.
      for _ in 0..<10_000 where owned.isThere { usleep(1000) }
      #expect(!owned.isThere, "ending \(ending)")
    }
  }
}
