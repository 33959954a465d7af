import DeviceInterop
import Foundation
import MediaSupport
import TestSupport
import Testing

/// Sound through a real server, judged by a recording of what its sink plays.
@Suite struct PulseOutputTests {
  /// Runs a test's body with a server of its own, on a thread of its own. Nothing runs where none is installed.
  private func withServer(_ body: @escaping @Sendable (PulseServer) throws -> Void) async throws {
    guard PulseServer.isInstalled(for: "no sound goes through a server") else { return }
    try await bounded { try body(try PulseServer()) }
  }

  @Test func `the recording is what was made, sample for sample`() async throws {
    try await withServer { server in
      let signal = Signal()
      let recording = try server.record()
      // A test machine may be busier than the usual latency bears, and a gap is none of what was made.
      let output = try PulseOutput(SoundRequest(latency: 1), server: server.address, source: signal)
      #expect(output.format == SoundFormat(sampleRate: 48000, channelCount: 2))
      #expect(output.uid == PulseServer.sink && output.isSilent && signal.madeFrames == 0)
      output.start()
      try wait(for: "two seconds") { output.position.frame > 96_000 }
      output.close(draining: true)
      let made = signal.madeFrames
      try recording.wait(for: "end of the sound") { recording.samples.runs().last?.upperBound == made }
      recording.stop()
      let samples = recording.samples
      #expect(samples.runs() == [0..<made])
      let start = try #require(samples.firstIndex { $0 != 0 })
      #expect(Array(samples[start..<start + Int(made) * 2]) == Signal.samples(0..<made))
      #expect(signal.isContiguous)
    }
  }

  @Test func `a pause goes on with the next frame`() async throws {
    try await withServer { server in
      let signal = Signal()
      let recording = try server.record()
      let output = try PulseOutput(server: server.address, source: signal)
      output.start()
      for round in 1...10 {
        let goal = Int64(round) * 4000
        try wait(for: "sound") { output.position.frame > goal }
        output.pause()
        let (paused, made) = (output.position.frame, signal.madeFrames)
        // Time stands still, and what was made waits: nothing tells that nothing happens.
        Thread.sleep(forTimeInterval: 0.03)
        #expect(output.position.frame == paused && signal.madeFrames == made && made >= paused)
        output.start()
      }
      output.close(draining: true)
      let made = signal.madeFrames
      try recording.wait(for: "end of the sound") { recording.samples.runs().last?.upperBound == made }
      #expect(recording.samples.runs() == [0..<made])
      #expect(signal.isContiguous)
    }
  }

  @Test func `a flush leaves out what was not heard, and time moves on past it`() async throws {
    try await withServer { server in
      let signal = Signal()
      let events = Told<SoundEvent>()
      let recording = try server.record()
      let output = try PulseOutput(SoundRequest(latency: 0.5), server: server.address, source: signal) {
        events.append($0)
      }
      output.start()
      try wait(for: "sound") { output.position.frame > 24_000 }
      output.pause()
      let before = output.position.frame
      output.flush()
      let next = signal.madeFrames
      // The sink may still play what it had taken.
      #expect(output.position.frame > before && output.position.frame <= next)
      output.start()
      try wait(for: "sound") { output.position.frame > next + 24_000 }
      output.close(draining: true)
      let made = signal.madeFrames
      try recording.wait(for: "end of the sound") { recording.samples.runs().last?.upperBound == made }
      let runs = recording.samples.runs()
      #expect(runs.count == 2 && runs.first?.lowerBound == 0 && runs.last == next..<made, "\(runs)")
      #expect(signal.isContiguous && events.values.isEmpty)
    }
  }

  @Test func `a flush while it plays is no underrun`() async throws {
    try await withServer { server in
      let signal = Signal()
      let events = Told<SoundEvent>()
      let output = try PulseOutput(server: server.address, source: signal) { events.append($0) }
      output.start()
      var last: Int64 = 0
      for _ in 0..<10 {
        let goal = output.position.frame + 3000
        try wait(for: "sound") { output.position.frame > goal }
        output.flush()
        #expect(output.position.frame >= last)
        last = output.position.frame
      }
      output.close()
      #expect(signal.isContiguous && events.values.isEmpty, "\(events.values)")
    }
  }

  @Test func `time goes on and never back, near what was made`() async throws {
    try await withServer { server in
      let signal = Signal()
      let output = try PulseOutput(server: server.address, source: signal)
      output.start()
      var last = output.position
      try wait(for: "a second") {
        let position = output.position
        #expect(position.frame >= last.frame && position.frame <= signal.madeFrames)
        last = position
        return position.frame > 48_000
      }
      #expect(output.latency > 0 && output.latency < 1)
    }
  }

  @Test func `a source that is late is an underrun, and no frame is lost`() async throws {
    try await withServer { server in
      let signal = Signal()
      let events = Told<SoundEvent>()
      let recording = try server.record()
      let output = try PulseOutput(server: server.address, source: signal) { events.append($0) }
      output.start()
      try wait(for: "sound") { output.position.frame > 10_000 }
      signal.beLate(nanoseconds: 400_000_000)
      // The source is late by 400 ms, of which the server has 50. A busy machine may be late by less before.
      try wait(for: "an underrun of more than 100 ms") {
        events.values.contains { if case .underrun(let frames) = $0 { frames > 4800 } else { false } }
      }
      let goal = output.position.frame + 10_000
      try wait(for: "more sound") { output.position.frame > goal }
      output.close(draining: true)
      let made = signal.madeFrames
      try recording.wait(for: "end of the sound") { recording.samples.runs().last?.upperBound == made }
      #expect(recording.samples.runs() == [0..<made])
    }
  }

  @Test func `a server that is killed is told of, and opens again when it is back`() async throws {
    try await withServer { server in
      let signal = Signal()
      let events = Told<SoundEvent>()
      let outputs = try (0..<3).map { number in
        try PulseOutput(server: server.address, source: number == 0 ? signal : Signal()) { events.append($0) }
      }
      outputs.forEach { $0.start() }
      try wait(for: "sound") { outputs.allSatisfy { $0.position.frame > 1000 } }
      server.kill()
      try wait(for: "the loss") { events.values.count == 3 }
      for event in events.values {
        guard case .lost(let error) = event else {
          Issue.record("another event: \(event)")
          continue
        }
        #expect(error.kind == .inputOutput)
      }
      let last = outputs[0].position.frame
      outputs.forEach { $0.pause() }
      outputs.forEach { $0.start() }
      outputs.forEach { $0.flush() }
      #expect(outputs[0].position.frame == last)
      #expect(throws: MediaError.self) { try PulseOutput(server: server.address, source: Signal()) }
      try server.start()
      let again = try PulseOutput(server: server.address, source: Signal())
      again.start()
      try wait(for: "sound again") { again.position.frame > 1000 }
      outputs.forEach { $0.close(draining: true) }
      #expect(events.values.count == 3)
    }
  }

  @Test func `a server that answers nobody is lost, and nothing waits for it for long`() async throws {
    try await withServer { server in
      let events = Told<SoundEvent>()
      let output = try PulseOutput(server: server.address, source: Signal()) { events.append($0) }
      output.start()
      try wait(for: "sound") { output.position.frame > 1000 }
      server.freeze()
      let start = Date()
      output.pause()
      try wait(for: "the loss") { !events.values.isEmpty }
      #expect(throws: MediaError.self) { try PulseOutput(server: server.address, source: Signal()) }
      output.close(draining: true)
      #expect(Date().timeIntervalSince(start) < 60)
      server.kill()
    }
  }

  @Test func `no server, and no such device, are errors that say so`() async throws {
    try await withServer { server in
      for name in ["brass band", "null2"] {
        let error = #expect(throws: MediaError.self) {
          try PulseOutput(SoundRequest(device: name), server: server.address, source: Signal())
        }
        #expect(error?.kind == .deviceUnavailable)
        #expect(error?.message == "there is no sound device \"\(name)\"")
      }
      let devices = try PulseOutput.devices(server: server.address)
      #expect(devices.map(\.uid) == [PulseServer.sink, PulseServer.otherSink])
      #expect(devices.allSatisfy { $0.isSilent && $0.format == SoundFormat(sampleRate: 48000, channelCount: 2) })
      let other = try SoundOutputs.open(
        SoundRequest(sampleRate: 44100, channelCount: 6, device: PulseServer.otherSink),
        choice: .pulse(server: server.address), source: Signal(channelCount: 6))
      #expect(other.uid == PulseServer.otherSink)
      #expect(other.format == SoundFormat(sampleRate: 44100, channelCount: 6))
      let nobody = #expect(throws: MediaError.self) {
        try PulseOutput(server: "unix:/nowhere/at/all", source: Signal())
      }
      #expect(nobody?.kind == .deviceUnavailable)
    }
  }

  @Test(arguments: 0..<4) func `commands may come in any order, from several threads`(_ seed: Int) async throws {
    try await withServer { server in
      let signal = Signal()
      let output = try PulseOutput(SoundRequest(latency: 0.02), server: server.address, source: signal)
      expectOrder(of: output, playing: signal, seed: seed, rounds: 25)
    }
  }
}
