import AVFoundation
import DeviceInterop
import Foundation
import MediaEngine
import SoundTestSupport
import TestSupport
import Testing

/// `AVAudioPlayer` on a real sound server, judged by a recording of what its sink plays.
@Suite struct ServerPlayerTests {
  private static func url(_ name: String) -> URL { URL(fileURLWithPath: Files.fixture(name)) }

  /// - Parameter latency: in seconds. A test machine may be busier than the usual latency bears.
  private static func device(_ server: PulseServer, latency: Double = 1) -> MixingDevice {
    let address = server.address
    return MixingDevice { request, source, handler in
      var request = request
      request.latency = latency
      return try SoundOutputs.open(request, choice: .pulse(server: address), source: source, handler: handler)
    }
  }

  private static func player(_ url: URL, _ device: MixingDevice) throws -> AVAudioPlayer {
    try AVAudioPlayer(AssetSource(url: url), url: url, data: nil) { _ in device }
  }

  private static func withServer(_ body: @escaping @Sendable (PulseServer) throws -> Void) async throws {
    guard PulseServer.isInstalled(for: "nothing is played through a server") else { return }
    try await bounded { try body(try PulseServer()) }
  }

  private static func wait(until isDone: () -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: hangLimit)
    while !isDone() {
      guard Date() < deadline else { throw SteppedDevice.DidNotEnd() }
      // A player's time can only be looked at.
      Thread.sleep(forTimeInterval: 0.005)
    }
  }

  /// Plays players on a server, and looks for a sound in the recording, which has silence around it.
  ///
  /// A machine that is too busy for a second leaves a gap, which the device or a player counts. It is then no measurement, and
  /// done again: a gap that nobody counted is the player's.
  private static func expect(
    _ sound: [Float], within tolerance: Float, on server: PulseServer,
    play: (MixingDevice) throws -> [AVAudioPlayer]
  ) throws {
    for attempt in 1...5 {
      let device = Self.device(server)
      let recording = try server.record()
      let players = try play(device)
      var starvedFrames: Int64 = 0
      try wait {
        starvedFrames = players.reduce(starvedFrames) { max($0, $1.player.gaps.starvedFrames) }
        return players.allSatisfy { !$0.isPlaying }
      }
      let heard = try heard(recording)
      let isDisturbed = starvedFrames > 0 || device.underrunCount > 0
      if isDisturbed, attempt < 5 { continue }
      #expect(!isDisturbed, "the machine was too busy five times")
      let whole = Self.trimmed(sound)
      #expect(heard.count == whole.count)
      let difference = zip(heard, whole).reduce(Float(0)) { max($0, abs($1.0 - $1.1)) }
      #expect(difference <= tolerance)
      return
    }
  }

  /// Waits until a sound is over, and gives it without the silence around it.
  private static func heard(_ recording: SoundRecording) throws -> ArraySlice<Float> {
    let isHeard = { (samples: ArraySlice<Float>) in samples.contains { $0 != 0 } }
    // A second of silence is the end.
    try recording.wait(for: "end of the sound") {
      let samples = recording.samples
      return isHeard(samples[...]) && !isHeard(samples.suffix(2 * 48_000))
    }
    return trimmed(recording.samples)
  }

  private static func trimmed(_ samples: [Float]) -> ArraySlice<Float> {
    guard let first = samples.firstIndex(where: { $0 != 0 }), let last = samples.lastIndex(where: { $0 != 0 }) else {
      return []
    }
    return samples[first...last]
  }

  /// Codings and the options with which ffmpeg makes them of 48 kHz.
  static let codings: [(name: String, options: [String])] = [
    ("a.wav", ["-c:a", "pcm_s16le"]), ("a.flac", ["-c:a", "flac"]), ("a.m4a", ["-c:a", "alac"]),
    ("b.m4a", ["-c:a", "aac", "-aac_pns", "0"]), ("a.mp3", ["-c:a", "libmp3lame"]), ("a.ogg", ["-c:a", "libvorbis"]),
    ("a.opus", ["-c:a", "libopus"]),
  ]

  @Test(arguments: codings.indices)
  func `the recording is what a reader decodes, three times without a gap`(index: Int) async throws {
    let (name, options) = Self.codings[index]
    guard Tool.ffmpeg.isInstalled(for: "no sound of 48 kHz is played") else { return }
    try await Self.withServer { server in
      let folder = try TemporaryFolder()
      let url = folder.file(name)
      try Tool.ffmpeg.run(
        ["-v", "error", "-t", "1.3", "-i", Self.url("pcm24-stereo.wav").path, "-ar", "48000"] + options + [url.path])
      let sound = try ReadSound(url, sampleRate: 48_000)
      let once = sound.stereo(0..<sound.count)
      try Self.expect(once + once + once, within: 0, on: server) { device in
        let player = try Self.player(url, device)
        player.numberOfLoops = 2
        #expect(player.play())
        return [player]
      }
    }
  }

  @Test func `AP-05: sixteen players that are given one time are at one sample`() async throws {
    try await Self.withServer { server in
      let url = Self.url("speech.wav")
      let sound = try ReadSound(url, sampleRate: 48_000)
      // Eight of an eighth of one sound in each channel are that sound.
      try Self.expect(sound.stereo(0..<sound.count), within: Float(1e-6).nextDown, on: server) { device in
        let players = try (0..<16).map { _ in try Self.player(url, device) }
        for (index, player) in players.enumerated() {
          player.volume = 1 / 8
          player.pan = index % 2 == 0 ? -1 : 1
          #expect(player.prepareToPlay())
        }
        let time = players[0].deviceCurrentTime + 1
        #expect(players.allSatisfy { $0.play(atTime: time) })
        return players
      }
    }
  }

  /// The stretches of a recording whose frames follow each other without silence, and whether each goes on with the frame
  /// behind the stretch before.
  private static func stretches(_ samples: [Float]) -> [(frames: Range<Int>, goesOn: Bool)] {
    var found: [(frames: Range<Int>, goesOn: Bool)] = []
    var isSilent = true
    for index in stride(from: 0, to: samples.count - 1, by: 2) {
      if samples[index] == 0 {
        isSilent = true
        continue
      }
      let frame = Ramp.frame(samples[index])
      let next = found.last?.frames.upperBound
      if let next, next == frame, !isSilent {
        found[found.count - 1].frames = found[found.count - 1].frames.lowerBound..<frame + 1
      } else {
        found.append((frame..<frame + 1, next == frame))
      }
      isSilent = false
    }
    return found
  }

  @Test func `AP-06, AP-08: after pauses and twenty seeks it goes on at the sample that its time names`() async throws {
    try await Self.withServer { server in
      let folder = try TemporaryFolder()
      let url = folder.file("long.wav")
      try Ramp.write(seconds: 20, to: url)
      for attempt in 1...5 {
        let device = Self.device(server, latency: 0.2)
        let recording = try server.record()
        let player = try Self.player(url, device)
        var numbers = SeededGenerator(seed: 20)
        var (starts, pauses): ([Int], [Int]) = ([], [])
        for _ in 0..<20 {
          let start = Int.random(in: 0..<900_000, using: &numbers)
          player.currentTime = Double(start) / 48_000
          #expect(player.play())
          try Self.wait { player.currentTime > Double(start + 2400) / 48_000 }
          player.pause()
          let place = Int((player.currentTime * 48_000).rounded())
          // What was made is heard, and then silence.
          let frame = device.heardFrame
          try Self.wait { device.heardFrame > frame + 14_400 }
          #expect(player.play())
          try Self.wait { player.currentTime > Double(place + 2400) / 48_000 }
          starts.append(start)
          pauses.append(place)
        }
        player.pause()
        let end = Int((player.currentTime * 48_000).rounded())
        try recording.wait(for: "the last sample") {
          recording.samples.suffix(96_000).contains { Ramp.frame($0) == end - 1 }
        }
        let gaps = player.player.gaps
        let isDisturbed = gaps.underruns > 0 || gaps.starvedFrames > 0
        player.stop()
        if isDisturbed, attempt < 5 { continue }
        #expect(!isDisturbed, "the machine was too busy five times")
        let heard = Self.stretches(recording.samples)
        // The frames go on over each pause, and only the seeks break them.
        let begun = heard.filter { !$0.goesOn }.map(\.frames.lowerBound)
        #expect(begun == starts)
        let resumed = heard.filter { $0.goesOn }.map(\.frames.lowerBound)
        #expect(resumed == pauses)
        #expect(heard.last?.frames.upperBound == end)
        return
      }
    }
  }

  @Test func `a server that dies is left for silence, and returned to`() async throws {
    try await Self.withServer { server in
      let folder = try TemporaryFolder()
      let url = folder.file("long.wav")
      // Each frame says which it is.
      try Ramp.write(seconds: 60, to: url)
      let device = Self.device(server, latency: SoundRequest.usualLatency)
      let moves = Told<MixingDevice.Move>()
      device.observe(moves) { moves.append($0) }
      let player = try Self.player(url, device)
      #expect(player.play())
      try Self.wait { player.currentTime > 0.5 }
      var last = player.currentTime
      server.kill()
      try Self.wait {
        #expect(player.currentTime >= last)
        last = player.currentTime
        return !moves.values.isEmpty
      }
      #expect(player.isPlaying && device.playing?.uid == VirtualOutput.uid)
      let then = player.currentTime
      try Self.wait { player.currentTime > then + 0.5 }
      try server.start()
      let recording = try server.record()
      try Self.wait { moves.values.count == 2 }
      try Self.wait { recording.samples.contains { $0 != 0 } }
      last = player.currentTime
      try Self.wait { player.currentTime > last + 0.5 }
      let move = moves.values.last
      let returned: String? = if case .returned(let device) = move { device.uid } else { nil }
      #expect(returned == PulseServer.sink)
      let heard = recording.samples.filter { $0 != 0 }
      let first = try #require(heard.first.map(Ramp.frame))
      // From the sample that was named then on, without a break.
      #expect(Double(first) / 48_000 > then && Double(first) / 48_000 < last)
      let frames = stride(from: 0, to: heard.count - 1, by: 2).map { Ramp.frame(heard[$0]) }
      #expect(zip(frames, frames.dropFirst()).allSatisfy { $1 == $0 + 1 })
      player.stop()
      #expect(device.time == 0)
    }
  }
}

/// A sound of 48 kHz whose every sample says which frame it is.
enum Ramp {
  static func frame(_ sample: Float) -> Int { Int(sample * 16_777_216) - 1 }

  static func write(seconds: Int, to url: URL) throws {
    try SoundWriter.write(seconds: seconds, to: url) { Float($0 + 1) / 16_777_216 }
  }
}
