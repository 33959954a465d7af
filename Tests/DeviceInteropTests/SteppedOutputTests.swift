import DeviceInterop
import Foundation
import MediaSupport
import TestSupport
import Testing

/// A virtual device whose time is only what the test steps.
@Suite struct SteppedOutputTests {
  @Test func `frames follow each other, and time is exactly the steps`() throws {
    let signal = Signal()
    let output = try VirtualOutput(pace: .stepped, source: signal)
    #expect(output.position == SoundPosition(frame: 0, hostTime: 0))
    output.start()
    var total: Int64 = 0
    for count in [1, 479, 480, 481, 48_000, 7, 12_345] {
      #expect(output.step(frames: count) == count)
      total += Int64(count)
      #expect(output.position == SoundPosition(frame: total, hostTime: total * 1_000_000_000 / 48_000))
      #expect(output.latency == 0)
    }
    #expect(signal.madeFrames == total && signal.isContiguous)
    #expect(signal.largestCount <= 480)
  }

  @Test func `a paused device plays nothing, and only its host's time goes on`() throws {
    let signal = Signal(channelCount: 6)
    let output = try VirtualOutput(
      SoundRequest(sampleRate: 1000, channelCount: 6), pace: .stepped, source: signal)
    #expect(output.step(frames: 10) == 0)
    output.start()
    #expect(output.step(frames: 100) == 100)
    output.pause()
    #expect(output.step(frames: 50) == 0)
    #expect(output.position == SoundPosition(frame: 100, hostTime: 160_000_000))
    output.start()
    #expect(output.step(frames: 1) == 1)
    #expect(signal.madeFrames == 101 && signal.isContiguous)
  }

  @Test(arguments: 0..<50) func `commands may come in any order`(_ seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let signal = Signal()
    let output = try VirtualOutput(pace: .stepped, source: signal)
    var (isPlaying, isClosed, played) = (false, false, 0)
    for _ in 0..<100 {
      switch Int.random(in: 0..<40, using: &generator) {
      case 0: (isClosed, _) = (true, output.close(draining: Bool.random(using: &generator)))
      case 1..<8: (isPlaying, _) = (true, output.start())
      case 8..<14: (isPlaying, _) = (false, output.pause())
      case 14..<20: output.flush()
      default:
        let count = Int.random(in: 0...2000, using: &generator)
        let expected = isPlaying && !isClosed ? count : 0
        #expect(output.step(frames: count) == expected)
        played += expected
      }
      #expect(output.position.frame == played)
    }
    #expect(signal.madeFrames == played && signal.isContiguous)
  }

  @Test func `a device that was let go of lets go of its source`() throws {
    weak var source: Signal?
    do {
      let signal = Signal()
      source = signal
      let output = try VirtualOutput(pace: .stepped, source: signal)
      output.start()
      output.step(frames: 10)
    }
    #expect(source == nil)
  }

  @Test(arguments: [(0, 2), (-1, 2), (400_000, 2), (48000, 0), (48000, 33)])
  func `a format that no device has is refused`(_ rate: Int, _ count: Int) throws {
    let error = #expect(throws: MediaError.self) {
      try VirtualOutput(SoundRequest(sampleRate: rate, channelCount: count), source: Signal())
    }
    #expect(error?.kind == .unsupportedSettings)
  }
}
