import AVFoundation
import Foundation
import SoundTestSupport
import TestSupport
import Testing

/// Items of which nothing says how long they are, as what was recorded live.
@Suite(.enabled(if: Tool.ffmpeg.isInstalled(for: "no media of unknown duration is played")))
struct UnknownDurationTests {
  /// Forms that were never finished, and the fixtures they are made of.
  enum Recording: CaseIterable {
    case webm, silentWebm, matroska, rawPictures

    func write(in folder: TemporaryFolder) throws -> URL {
      let (source, name, options) =
        switch self {
        case .webm: ("vp9-opus.webm", "live.webm", ["-live", "1"])
        case .silentWebm: ("vp9-opus.webm", "live.webm", ["-an", "-live", "1"])
        case .matroska: ("h264-aac.mkv", "live.mkv", ["-live", "1"])
        case .rawPictures: ("h264-aac.mkv", "raw.h264", ["-an"])
        }
      let url = folder.file(name)
      try Tool.ffmpeg.run(
        ["-v", "error", "-i", MediaFiles.fixture(source).path, "-c", "copy"] + options + [url.path])
      return url
    }

    var hasSound: Bool { self == .webm || self == .matroska }
  }

  @Test(arguments: Recording.allCases)
  func `PI-10: they are played to their end, which is told once, and their duration stays indefinite`(
    recording: Recording
  ) async throws {
    let folder = try TemporaryFolder()
    let url = try recording.write(in: folder)
    try await bounded {
      let stepped = SteppedPlayer(url)
      let ended = stepped.countEnds()
      try stepped.waitUntilReady()
      #expect(stepped.item.duration.isIndefinite && stepped.item.asset.duration.isIndefinite)
      try stepped.play()
      // Pictures alone go by the host's clock.
      if recording.hasSound { try stepped.step { ended.count == 1 } }
      try stepped.device.wait { ended.count == 1 }
      let end = stepped.player.currentTime()
      #expect(end.seconds > 0.9 && end.seconds < 1.2 && stepped.player.rate == 0, "\(end.seconds)")
      #expect(stepped.item.duration.isIndefinite)
    }
  }

  @Test(arguments: [Recording.webm, .silentWebm])
  func `PI-32: they can be sought, but for an end that nobody knows`(recording: Recording) async throws {
    let folder = try TemporaryFolder()
    let url = try recording.write(in: folder)
    try await bounded {
      let stepped = SteppedPlayer(url)
      let output = stepped.addOutput()
      try stepped.waitUntilReady()
      let expected = try ReadPictures(url)
      for value in [5, 8, 2] {
        let time = CMTime(value: CMTimeValue(value), timescale: 10)
        try stepped.seek(to: time)
        var shown = CMTime.invalid
        let picture = try #require(output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: &shown))
        let wanted = try #require(expected.frame(at: time))
        #expect(stepped.player.currentTime() == time && shown == wanted.time)
        #expect(ReadPictures.digest(picture) == wanted.digest)
      }
      stepped.player.seek(to: .positiveInfinity)
      let answers = Told<Bool>()
      stepped.player.seek(to: .positiveInfinity) { answers.append($0) }
      #expect(answers.values == [false] && stepped.player.currentTime() == CMTime(value: 1, timescale: 5))
      #expect(stepped.item.seekableTimeRanges.first?.timeRangeValue.isIndefinite == true)
    }
  }

  @Test func `PL-60: a looper repeats them`() async throws {
    let folder = try TemporaryFolder()
    let url = try Recording.webm.write(in: folder)
    try await bounded {
      let stepped = SteppedPlayer([], isQueue: true)
      let looper = try AVPlayerLooper(player: stepped.queue, templateItem: AVPlayerItem(url: url))
      try stepped.device.wait { looper.status == .ready }
      stepped.also(looper.loopingPlayerItems)
      try stepped.play()
      try stepped.step { looper.loopCount == 2 }
      looper.disableLooping()
    }
  }
}
