import AVFoundation
import Foundation
import MediaEngine
import SoundTestSupport
import TestSupport
import Testing

/// `AVAudioPlayer` on a device that is stepped: every sample that it plays is looked at.
@Suite struct AudioPlayerTests {
  static let files = [
    "speech.wav", "speech.flac", "speech.m4a", "speech.mp3", "speech-bare.mp3", "speech.opus", "pcm24-stereo.wav",
    "h264-aac.mov", "h264-pcm.mov", "vp9-opus.webm", "h264-flac-srt.mkv",
  ]

  private static func url(_ name: String) -> URL { URL(fileURLWithPath: Files.fixture(name)) }

  private static func rate(_ url: URL) throws -> Int { Int(try AVAudioPlayer(contentsOf: url).format.sampleRate) }

  /// The frames of a stereo recording without the silence around them.
  private static func trimmed(_ samples: [Float]) -> ArraySlice<Float> {
    guard let first = samples.firstIndex(where: { $0 != 0 }), let last = samples.lastIndex(where: { $0 != 0 }) else {
      return []
    }
    return samples[first / 2 * 2...last | 1]
  }

  @Test(arguments: files)
  func `what is heard is what a reader decodes, sample for sample`(name: String) async throws {
    try await bounded {
      let url = Self.url(name)
      let rate = try Self.rate(url)
      let sound = try ReadSound(url, sampleRate: rate)
      let stage = SteppedDevice(sampleRate: rate)
      let player = try stage.player(url)
      #expect(player.prepareToPlay() && player.play() && player.isPlaying)
      try stage.stepToEnd([player])
      #expect(Self.trimmed(stage.samples).elementsEqual(Self.trimmed(sound.stereo(0..<sound.count))))
      #expect(player.currentTime == 0 && player.player.gaps.starvedFrames == 0)
    }
  }

  @Test func `AP-10: repetitions follow without a gap`() async throws {
    try await bounded {
      for name in ["speech.m4a", "speech.mp3", "speech.wav"] {
        let url = Self.url(name)
        let rate = try Self.rate(url)
        let sound = try ReadSound(url, sampleRate: rate)
        let stage = SteppedDevice(sampleRate: rate)
        let player = try stage.player(url)
        player.numberOfLoops = 2
        #expect(player.play())
        try stage.stepToEnd([player])
        let once = sound.stereo(0..<sound.count)
        #expect(stage.samples.starts(with: once + once + once), "\(name)")
        #expect(stage.samples.dropFirst(3 * once.count).allSatisfy { $0 == 0 })
      }
    }
  }

  @Test func `AP-10: without end it goes on until it is stopped, or is given one`() async throws {
    try await bounded {
      let url = Self.url("speech.wav")
      let rate = try Self.rate(url)
      let sound = try ReadSound(url, sampleRate: rate)
      let stage = SteppedDevice(sampleRate: rate)
      let player = try stage.player(url)
      player.numberOfLoops = -1
      #expect(player.play())
      try stage.step(sound.count * 4 + 1000, [player])
      #expect(player.isPlaying && abs(player.currentTime - 1000 / Double(rate)) < 1e-9)
      // The pass that is heard is the last.
      player.numberOfLoops = 0
      try stage.stepToEnd([player])
      let once = sound.stereo(0..<sound.count)
      #expect(stage.samples.starts(with: (0..<5).flatMap { _ in once }))
      #expect(stage.samples.dropFirst(5 * once.count).allSatisfy { $0 == 0 })
    }
  }

  @Test(arguments: [Int.max, .max - 1, 1 << 40])
  func `AP-10: more repetitions than there is time for are repetitions without end`(count: Int) async throws {
    try await bounded {
      let url = Self.url("speech.wav")
      let rate = try Self.rate(url)
      let sound = try ReadSound(url, sampleRate: rate)
      let stage = SteppedDevice(sampleRate: rate)
      let player = try stage.player(url)
      player.numberOfLoops = count
      #expect(player.play())
      try stage.step(sound.count * 2 + 1000, [player])
      #expect(player.isPlaying && stage.samples.starts(with: (0..<2).flatMap { _ in sound.stereo(0..<sound.count) }))
      player.stop()
    }
  }

  @Test func `AP-04, AP-06, AP-08: a pause goes on with the sample that currentTime names`() async throws {
    try await bounded {
      let url = Self.url("speech.m4a")
      let rate = try Self.rate(url)
      let sound = try ReadSound(url, sampleRate: rate)
      let stage = SteppedDevice(sampleRate: rate)
      let player = try stage.player(url)
      var expected: [Float] = []
      var place = 0
      for round in 1...8 {
        #expect(player.play())
        let count = 731 * round
        try stage.step(count, [player])
        expected += sound.stereo(place..<place + count)
        place += count
        #expect(Int((player.currentTime * Double(rate)).rounded()) == place)
        if round % 3 == 0 { player.stop() } else { player.pause() }
        #expect(!player.isPlaying && Int((player.currentTime * Double(rate)).rounded()) == place)
        if round % 3 != 0 {
          try stage.step(500, [player])
          expected += [Float](repeating: 0, count: 1000)
        }
      }
      #expect(stage.samples == expected)
    }
  }

  @Test func `AP-08: a seek goes on with the sample it names, while it plays and while it does not`() async throws {
    try await bounded {
      let folder = try TemporaryFolder()
      // Noise that AAC codes as such is made anew at each place, and this file has none.
      let made = folder.file("made.m4a")
      if Tool.ffmpeg.isInstalled(for: "no AAC is sought in") {
        try Tool.ffmpeg.run(
          ["-v", "error", "-i", Self.url("speech.wav").path, "-c:a", "aac", "-aac_pns", "0", made.path])
      }
      for name in ["made.m4a", "speech.mp3", "speech.opus", "speech.flac", "speech.wav"] {
        let url = name == "made.m4a" ? made : Self.url(name)
        guard FileManager.default.fileExists(atPath: url.path) else { continue }
        let rate = try Self.rate(url)
        let sound = try ReadSound(url, sampleRate: rate)
        let stage = SteppedDevice(sampleRate: rate)
        let player = try stage.player(url)
        var random = SeededGenerator(seed: 19)
        for round in 0..<20 {
          let place = Int.random(in: 0..<sound.count - 2000, using: &random)
          if round % 2 == 0 { player.pause() } else { #expect(player.play()) }
          player.currentTime = Double(place) / Double(rate)
          #expect(Int((player.currentTime * Double(rate)).rounded()) == place)
          #expect(player.play())
          try stage.wait { player.player.isDecodedAhead == true }
          stage.forget()
          try stage.step(1500, [player])
          let isSame = stage.samples == sound.stereo(place..<place + 1500)
          #expect(isSame, "\(name) at \(place)")
          #expect(Int((player.currentTime * Double(rate)).rounded()) == place + 1500)
        }
      }
    }
  }

  @Test func `AP-05: players that are given one time are in step`() async throws {
    try await bounded {
      let url = Self.url("speech.wav")
      let rate = try Self.rate(url)
      let sound = try ReadSound(url, sampleRate: rate)
      let stage = SteppedDevice(sampleRate: rate)
      let players = try (0..<16).map { _ in try stage.player(url) }
      for (index, player) in players.enumerated() {
        player.volume = 1 / 16
        player.pan = index % 2 == 0 ? -1 : 1
        #expect(player.prepareToPlay())
      }
      try stage.step(4800, players)
      let time = players[0].deviceCurrentTime + 0.1
      for player in players {
        #expect(player.play(atTime: time) && player.isPlaying)
        try stage.step(40, players)
      }
      #expect(!players[0].play(atTime: players[0].deviceCurrentTime))
      try stage.stepToEnd(players)
      let start = Int((time * Double(rate)).rounded())
      let played = stage.samples
      #expect(played.prefix(2 * start).allSatisfy { $0 == 0 })
      let whole = sound.stereo(0..<sound.count).map { $0 / 2 }
      let error = zip(played.dropFirst(2 * start), whole).reduce(Float(0)) { max($0, abs($1.0 - $1.1)) }
      #expect(error < 1e-6)
    }
  }

  @Test func `AP-09: the device's time goes on while a player plays or is paused`() async throws {
    try await bounded {
      let stage = SteppedDevice()
      let (first, second) = (try stage.player(Self.url("speech.wav")), try stage.player(Self.url("speech.m4a")))
      #expect(first.deviceCurrentTime == 0)
      #expect(first.play())
      try stage.step(4800, [first])
      #expect(first.deviceCurrentTime == 0.1 && second.deviceCurrentTime == 0.1)
      first.pause()
      try stage.step(4800, [first])
      #expect(second.prepareToPlay())
      first.stop()
      try stage.step(4800, [second])
      #expect(abs(first.deviceCurrentTime - 0.3) < 1e-9)
      second.stop()
      #expect(first.deviceCurrentTime == 0)
    }
  }

  @Test func `AP-11: volume and pan`() async throws {
    try await bounded {
      let url = Self.url("pcm24-stereo.wav")
      let rate = try Self.rate(url)
      let sound = try ReadSound(url, sampleRate: rate)
      for (volume, pan) in [(1, 0), (0.5, 0), (1, -1), (1, 1), (0.25, 0.5)] as [(Float, Float)] {
        let stage = SteppedDevice(sampleRate: rate)
        let player = try stage.player(url)
        #expect(player.volume == 1 && player.pan == 0)
        (player.volume, player.pan) = (volume, pan)
        #expect(player.play())
        try stage.step(4000, [player])
        let (left, right) = (volume * min(1, 1 - pan), volume * min(1, 1 + pan))
        let expected = sound.stereo(0..<4000).enumerated().map { $1 * ($0 % 2 == 0 ? left : right) }
        let error = zip(stage.samples, expected).reduce(Float(0)) { max($0, abs($1.0 - $1.1)) }
        #expect(error < 1e-6, "\(volume) \(pan)")
      }
    }
  }

  @Test func `AP-13: levels are those of the sound`() async throws {
    try await bounded {
      let folder = try TemporaryFolder()
      let url = folder.file("tone.wav")
      try SoundWriter.write(seconds: 2, to: url) { 0.5 * sin(2 * .pi * 1000 * Float($0) / 48_000) }
      let stage = SteppedDevice()
      let player = try stage.player(url)
      #expect(!player.isMeteringEnabled && player.averagePower(forChannel: 0) == -160)
      player.isMeteringEnabled = true
      #expect(player.play())
      try stage.step(24_000, [player])
      #expect(player.peakPower(forChannel: 0) == -160)
      player.updateMeters()
      #expect(abs(player.averagePower(forChannel: 0) - 20 * log10(0.5 / Float(2).squareRoot())) < 0.1)
      #expect(abs(player.peakPower(forChannel: 0) - 20 * log10(Float(0.5))) < 0.1)
      #expect(player.averagePower(forChannel: 7) == -160)
      player.stop()
      player.updateMeters()
      #expect(player.averagePower(forChannel: 0) == -160)
    }
  }

  @Test func `AP-13: levels are those of the sound's own channels, whatever its container says`() async throws {
    guard Tool.ffmpeg.isInstalled(for: "nobody makes AAC whose container leaves the speakers open") else { return }
    try await bounded {
      let folder = try TemporaryFolder()
      let tones = (0..<4).map { "\(Double($0 + 2) * 0.05)*sin(\(300 + 80 * $0)*2*PI*t)" }.joined(separator: "|")
      try Tool.ffmpeg.run([
        "-v", "error", "-f", "lavfi", "-i", "aevalsrc=exprs=\(tones):c=quad:s=48000:d=1", "-c:a", "aac", "-b:a", "512k",
        folder.path("quad.m4a"),
      ])
      let stage = SteppedDevice()
      let player = try stage.player(folder.file("quad.m4a"))
      player.isMeteringEnabled = true
      #expect(player.play())
      try stage.step(24_000, [player])
      player.updateMeters()
      for channel in 0..<4 {
        let level = Float(channel + 2) * 0.05
        #expect(abs(player.averagePower(forChannel: channel) - 20 * log10(level / Float(2).squareRoot())) < 1)
      }
    }
  }

  @Test(arguments: [0.5, 0.8, 1.25, 2] as [Float])
  func `AP-12: a rate changes the length and keeps the pitch`(rate: Float) async throws {
    try await bounded {
      let folder = try TemporaryFolder()
      let url = folder.file("tone.wav")
      try SoundWriter.write(seconds: 4, to: url) { 0.5 * sin(2 * .pi * 440 * Float($0 % 48_000) / 48_000) }
      let stage = SteppedDevice()
      let player = try stage.player(url)
      player.rate = rate
      #expect(!player.enableRate && player.rate == rate)
      player.enableRate = true
      #expect(player.play())
      try stage.stepToEnd([player])
      let left = stride(from: 0, to: stage.samples.count, by: 2).map { stage.samples[$0] }
      let end = (left.lastIndex { $0 != 0 } ?? 0) + 1
      #expect(abs(Double(end) / 48_000 - 4 / Double(rate)) < 0.001)
      // Rising zero crossings, away from the ends.
      let inside = Array(left[4800..<end - 4800])
      let crossings = (1..<inside.count).filter { inside[$0 - 1] < 0 && inside[$0] >= 0 }
      let first = try #require(crossings.first)
      let last = try #require(crossings.last)
      let frequency = Double(crossings.count - 1) * 48_000 / Double(last - first)
      #expect(abs(1200 * log2(frequency / 440)) < 3, "\(frequency)")
    }
  }

  @Test func `AP-15, AP-07: the delegate is told of the end once, and of no stop`() async throws {
    let teller = Teller()
    try await bounded {
      let stage = SteppedDevice()
      let player = try stage.player(Self.url("speech.wav"))
      player.delegate = teller
      player.numberOfLoops = 1
      #expect(player.play())
      try stage.step(4800, [player])
      player.pause()
      player.stop()
      #expect(player.play())
      try stage.stepToEnd([player])
      try stage.wait { !teller.told.values.isEmpty }
      #expect(!player.isPlaying && player.currentTime == 0)
      // It plays again.
      #expect(player.play())
      try stage.stepToEnd([player])
      try stage.wait { teller.told.values.count == 2 }
    }
    #expect(teller.told.values == ["finished true", "finished true"])
  }

  @Test func `AP-15, AP-16: what cannot be decoded ends it, and what came before is heard`() async throws {
    let teller = Teller()
    try await bounded {
      let folder = try TemporaryFolder()
      let whole = try Data(contentsOf: Self.url("speech.flac"))
      var damaged = whole
      for index in whole.count / 2..<whole.count / 2 + 600 { damaged[index] ^= 0x5A }
      let url = folder.file("damaged.flac")
      try damaged.write(to: url)
      let rate = try Self.rate(url)
      let sound = try ReadSound(Self.url("speech.flac"), sampleRate: rate)
      let stage = SteppedDevice(sampleRate: rate)
      let player = try stage.player(url)
      player.delegate = teller
      player.numberOfLoops = -1
      #expect(player.play())
      try stage.stepToEnd([player])
      try stage.wait { teller.told.values.count == 2 }
      let heard = Self.trimmed(stage.samples)
      #expect(heard.count > 2 * rate / 2)
      #expect(Self.trimmed(sound.stereo(0..<sound.count)).starts(with: heard.dropLast(2)))
    }
    #expect(teller.told.values.first?.hasPrefix("error") == true && teller.told.values.last == "finished false")
  }

  @Test func `AP-01, AP-02, AP-14: data, URLs and what they hold`() throws {
    let url = Self.url("speech.m4a")
    let data = try Data(contentsOf: url)
    let player = try AVAudioPlayer(data: data)
    #expect(player.url == nil && player.data == data)
    let other = try AVAudioPlayer(contentsOf: url, fileTypeHint: "public.mp3")
    #expect(other.url == url && other.data == nil)
    #expect(player.numberOfChannels == other.numberOfChannels && player.format == other.format)
    #expect(player.settings[AVFormatIDKey] as? UInt32 == kAudioFormatMPEG4AAC)
    #expect(abs(player.duration - AVURLAsset(url: url).duration.seconds) < 0.001)
    #expect(player.channelAssignments == nil && player.currentDevice == nil)
    for bad in [Data(), Data("no sound at all".utf8), data.prefix(100)] {
      #expect(throws: AVError.self) { try AVAudioPlayer(data: bad) }
    }
    #expect(throws: AVError.self) { try AVAudioPlayer(contentsOf: URL(fileURLWithPath: "/nowhere.wav")) }
  }
}

/// Writes down what it is told.
private final class Teller: NSObject, AVAudioPlayerDelegate, Sendable {
  let told = Told<String>()

  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
    told.append("finished \(flag)")
  }

  func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {
    told.append("error \(error.map { "\($0)" } ?? "none")")
  }
}
