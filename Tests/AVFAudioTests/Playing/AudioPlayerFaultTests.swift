import AVFoundation
import DeviceInterop
import Foundation
import MediaEngine
import MediaSupport
import SoundTestSupport
import TestSupport
import Testing

/// Bad files, devices that are not there, and calls in any order.
@Suite struct AudioPlayerFaultTests {
  private static func url(_ name: String) -> URL { URL(fileURLWithPath: Files.fixture(name)) }

  /// Bad files in the shared media; empty where there are none.
  private static let badFiles: [URL] = {
    let folder = URL(fileURLWithPath: Files.shared("bad"))
    let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).sorted { $0.path < $1.path }
  }()

  @Test(.enabled(if: !badFiles.isEmpty, "SKIPPED: needs ../shared/media/bad"), arguments: badFiles)
  func `AP-01: a bad file throws, or is played as far as it goes`(url: URL) async throws {
    let teller = EndTeller()
    try await bounded {
      let data = try Data(contentsOf: url)
      let stage = SteppedDevice()
      for player in [try? stage.player(url), try? stage.player(data)].compactMap({ $0 }) {
        player.delegate = teller
        // Damage that is found before anything is decoded is no sound to play.
        guard player.play() else { continue }
        // As long as the longest of them, which are seconds.
        for _ in 0..<3000 where player.isPlaying { try stage.step(4800, [player]) }
        player.stop()
        #expect(!player.isPlaying)
      }
      #expect(throws: AVError.self) { try AVAudioPlayer(contentsOf: url.appendingPathComponent("none")) }
    }
  }

  @Test(arguments: [Float.nan, .infinity, -1e30])
  func `AP-16: samples that are no sound end it, and are not heard`(bad: Float) async throws {
    try await bounded {
      let folder = try TemporaryFolder()
      let url = folder.file("bad.wav")
      try SoundWriter.write(seconds: 2, to: url) { $0 == 60_000 ? bad : 0.25 }
      let stage = SteppedDevice()
      let player = try stage.player(url)
      #expect(player.play())
      try stage.stepToEnd([player])
      #expect(stage.samples.contains(0.25) && stage.samples.allSatisfy { $0 == 0 || $0 == 0.25 })
    }
  }

  @Test func `AP-03, AP-17: without the device nothing plays, and nothing is held`() throws {
    let device = MixingDevice { _, _, _ in
      throw MediaError(.unsupportedSettings, .opening, "there is no sound device")
    }
    let url = Self.url("speech.wav")
    let player = try AVAudioPlayer(AssetSource(url: url), url: url, data: nil) { _ in device }
    player.currentTime = 0.5
    #expect(!player.prepareToPlay() && !player.play() && !player.play(atTime: 1) && !player.isPlaying)
    player.pause()
    player.stop()
    player.updateMeters()
    #expect(player.currentTime == 0.5 && player.deviceCurrentTime == 0)
  }

  @Test func `a device of another rate and number of channels plays all of it`() async throws {
    try await bounded {
      for (rate, channels) in [(8000, 1), (44_100, 6), (96_000, 2), (192_000, 8)] {
        let stage = SteppedDevice(sampleRate: rate, channelCount: channels)
        let player = try stage.player(Self.url("speech.m4a"))
        let duration = player.duration
        #expect(player.play())
        try stage.stepToEnd([player])
        let frames = stage.samples.count / channels
        let last = (0..<frames).last { frame in (0..<channels).contains { stage.samples[frame * channels + $0] != 0 } }
        #expect(abs(Double(try #require(last)) / Double(rate) - duration) < 0.05, "\(rate) \(channels)")
      }
    }
  }

  @Test func `calls in any order, from many threads, end in order`() async {
    // In a process of its own, whose owners can be counted.
    await #expect(processExitsWith: .success) {
      let device = MixingDevice { request, source, handler in
        try VirtualOutput(request, source: source, handler: handler)
      }
      let owners = LiveObjects.current
      do {
        let players = try ["speech.wav", "speech.mp3", "speech.m4a"].map { name in
          try AVAudioPlayer(AssetSource(url: Self.url(name)), url: nil, data: nil) { _ in device }
        }
        DispatchQueue.concurrentPerform(iterations: 6) { thread in
          var random = SeededGenerator(seed: UInt64(thread) + 190)
          for _ in 0..<120 {
            let player = players[Int.random(in: 0..<players.count, using: &random)]
            switch Int.random(in: 0..<16, using: &random) {
            case 0, 1: player.play()
            case 2: player.play(atTime: player.deviceCurrentTime + 0.01)
            case 3: player.pause()
            case 4: player.stop()
            case 5: player.currentTime = Double.random(in: -1...4, using: &random)
            case 6: player.numberOfLoops = Int.random(in: -1...2, using: &random)
            case 7: player.volume = Float.random(in: -1...2, using: &random)
            case 8: player.setVolume(0.5, fadeDuration: 0.01)
            case 9: player.pan = Float.random(in: -2...2, using: &random)
            case 10: player.enableRate.toggle()
            case 11: player.rate = Float.random(in: 0...3, using: &random)
            case 12: player.isMeteringEnabled.toggle()
            case 13: player.updateMeters()
            case 14: player.prepareToPlay()
            default: #expect(player.currentTime >= 0 && player.deviceCurrentTime >= 0)
            }
          }
        }
        players.forEach { $0.stop() }
        #expect(device.time == 0 && device.playing?.uid == nil)
      }
      // The workers end by themselves.
      let stage = SteppedDevice()
      try stage.wait { LiveObjects.current == owners }
    }
  }

  @Test func `a player that is let go of while it plays gives its device back`() async throws {
    try await bounded {
      let stage = SteppedDevice()
      do {
        let player = try stage.player(Self.url("speech.wav"))
        #expect(player.play())
        try stage.step(960, [player])
        #expect(stage.device.playing?.uid != nil)
      }
      #expect(stage.device.playing?.uid == nil)
    }
  }
}

private final class EndTeller: NSObject, AVAudioPlayerDelegate, Sendable {}
