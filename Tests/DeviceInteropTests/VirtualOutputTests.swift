import DeviceInterop
import Foundation
import MediaSupport
import TestSupport
import Testing

/// A virtual device in real time. How long anything takes is not judged: machines that test are busy.
@Suite struct VirtualOutputTests {
  @Test func `time goes on and never back, and no faster than the host's`() async throws {
    try await bounded {
      let signal = Signal()
      let output = try VirtualOutput(source: signal)
      #expect(output.isSilent && output.uid == "virtual" && output.latency == SoundRequest.usualLatency)
      // A busy machine may be late with the first report, and its frames are made up for.
      let first = output.position
      output.start()
      var last = first
      try wait(for: "a third of a second") {
        let position = output.position
        #expect(position.frame >= last.frame && position.hostTime >= last.hostTime)
        last = position
        return position.frame >= 16_000
      }
      let elapsed = last.hostTime - first.hostTime
      #expect(output.format.nanoseconds(frames: last.frame - first.frame) <= elapsed + 1_000_000)
      output.close()
      #expect(signal.isContiguous && signal.madeFrames >= last.frame)
    }
  }

  @Test func `a pause keeps the frame, a flush moves on past what was not heard`() async throws {
    try await bounded {
      let folder = try TemporaryFolder()
      let signal = Signal()
      let output = try VirtualOutput(recording: folder.path("sound.wav"), source: signal)
      output.start()
      try wait(for: "some sound") { output.position.frame > 1000 }
      output.pause()
      let (paused, made) = (output.position.frame, signal.madeFrames)
      #expect(made > paused)
      #expect(output.position.frame == paused && signal.madeFrames == made)
      output.start()
      try wait(for: "more sound") { output.position.frame > paused + 1000 }
      output.pause()
      let heard = output.position.frame
      output.flush()
      let flushed = output.position.frame
      #expect(flushed == signal.madeFrames && flushed > heard)
      output.start()
      try wait(for: "sound after the flush") { output.position.frame > flushed + 1000 }
      output.close(draining: true)
      #expect(output.position.frame == signal.madeFrames && signal.isContiguous)
      let file = try #require(WAVFile(path: folder.path("sound.wav")))
      #expect(file.samples.runs() == [0..<heard, flushed..<signal.madeFrames])
      #expect(output.recordingError == nil)
    }
  }

  @Test(arguments: 0..<8) func `commands may come in any order, from several threads`(_ seed: Int) async throws {
    try await bounded {
      let signal = Signal()
      let output = try VirtualOutput(SoundRequest(latency: 0.005), source: signal)
      expectOrder(of: output, playing: signal, seed: seed, rounds: 50)
    }
  }

  @Test func `a source that is late for seconds is an underrun`() async throws {
    try await bounded {
      let signal = Signal()
      let events = Told<SoundEvent>()
      let output = try VirtualOutput(source: signal) { events.append($0) }
      signal.beLate(nanoseconds: 1_500_000_000)
      output.start()
      try wait(for: "an underrun") { !events.values.isEmpty }
      guard case .underrun(let frames) = events.values[0] else {
        Issue.record("another event: \(events.values)")
        return
      }
      #expect(frames > 48_000)
      try wait(for: "more sound") { output.position.frame > 10_000 }
      #expect(signal.isContiguous)
    }
  }

  @Test func `closing does not wait for ever for a source that is stuck`() async throws {
    try await bounded {
      let signal = Signal()
      let output = try VirtualOutput(source: signal)
      signal.beLate(nanoseconds: 5_000_000_000)
      output.start()
      let start = Date()
      output.close()
      #expect(Date().timeIntervalSince(start) < 60)
    }
  }

  @Test func `an output that nobody holds ends`() async throws {
    try await bounded {
      weak var source: Signal?
      do {
        let signal = Signal()
        source = signal
        let output = try VirtualOutput(source: signal)
        output.start()
        try wait(for: "some sound") { output.position.frame > 100 }
      }
      try wait(for: "the end of the source") { source == nil }
    }
  }
}
