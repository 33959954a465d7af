import AVFoundation
import Foundation
import TestSupport
import Testing

/// Wrong use of players and their items.
enum PlayerMisuse: String, Misuse {
  case invalidSeek = "PI-30 a seek to no time"
  case indefiniteSeek = "PI-30 a seek to an indefinite time"
  case negativeTolerance = "PI-30 a seek with a negative tolerance"
  case invalidTolerance = "PI-30 a seek with a tolerance that is no time"
  case itemOfTwoPlayers = "PL-21 an item of two players"
  case itemTwice = "PL-50 an item that is twice in a queue"
  case insertedTwice = "PL-52 an item that is put into its queue again"
  case advanceWithoutQueue = "PL-22 advancing without a queue"
  case timedRateWhileWaiting = "PL-31 a timed rate while the player may wait"
  case foreignObserver = "PL-37 an observer of another player"
  case noObserver = "PL-37 what is no observer"
  case emptyOutputSettings = "PI-83 output settings that are empty"
  case compressedOutput = "PI-83 compressed pictures"
  case prerollOfNothing = "PL-32 a preroll without anything"
  case noInterval = "PL-34 an interval of nothing"
  case lateObservation = "PL-43 observation that is enabled when there is a player"
  case emptyLoop = "PL-61 a loop without a length"
  case earlyLoop = "PL-61 a loop that begins before zero"
  case lateLoop = "PL-61 a loop that ends behind an item whose duration is loaded"
  case loopOfNothing = "PL-61 a loop of an item whose duration is zero"
  case unknownAlgorithm = "PI-53 an algorithm that there is none of"

  var exception: (name: ExceptionName, words: [String]) {
    switch self {
    case .invalidSeek, .indefiniteSeek: (.invalidArgument, ["Seeking", "time"])
    case .negativeTolerance, .invalidTolerance: (.invalidArgument, ["Seeking", "tolerance"])
    case .itemOfTwoPlayers: (.invalidArgument, ["more than one instance of AVPlayer"])
    case .itemTwice: (.invalidArgument, ["already"])
    case .insertedTwice: (.invalidArgument, ["already"])
    case .advanceWithoutQueue: (.invalidArgument, ["AVQueuePlayer"])
    case .timedRateWhileWaiting: (.invalidArgument, ["automaticallyWaitsToMinimizeStalling"])
    case .foreignObserver, .noObserver: (.invalidArgument, ["removeTimeObserver"])
    case .emptyOutputSettings: (.invalidArgument, ["outputSettings"])
    case .compressedOutput: (.invalidArgument, ["AVVideoCodecKey"])
    case .prerollOfNothing: (.invalidArgument, ["readyToPlay"])
    case .noInterval: (.invalidArgument, ["interval"])
    case .lateObservation: (.invalidArgument, ["isObservationEnabled"])
    case .emptyLoop, .earlyLoop: (.invalidArgument, ["time range", "duration", "zero"])
    case .lateLoop: (.invalidArgument, ["time range", "ends after the item"])
    case .loopOfNothing: (.invalidArgument, ["duration", "greater than zero"])
    case .unknownAlgorithm: (.invalidArgument, ["algorithm"])
    }
  }

  func commit(in folder: URL) throws {
    let item = AVPlayerItem(url: MediaFiles.fixture("speech.wav"))
    switch self {
    case .invalidSeek: item.seek(to: .invalid)
    case .indefiniteSeek: AVPlayer(playerItem: item).seek(to: .indefinite)
    case .negativeTolerance:
      item.seek(to: .zero, toleranceBefore: CMTime(value: -1, timescale: 1), toleranceAfter: .zero)
    case .invalidTolerance: item.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .invalid)
    case .itemOfTwoPlayers:
      let player = AVPlayer(playerItem: item)
      withExtendedLifetime(player) { _ = AVPlayer(playerItem: item) }
    case .itemTwice: _ = AVQueuePlayer(items: [item, item])
    case .insertedTwice: AVQueuePlayer(items: [item]).insert(item, after: nil)
    case .advanceWithoutQueue: AVPlayer(playerItem: item).actionAtItemEnd = .advance
    case .timedRateWhileWaiting: AVPlayer(playerItem: item).setRate(1, time: .zero, atHostTime: .invalid)
    case .foreignObserver:
      let observer = AVPlayer().addBoundaryTimeObserver(forTimes: [NSValue(time: .zero)], queue: nil) {}
      AVPlayer().removeTimeObserver(observer)
    case .noObserver: AVPlayer().removeTimeObserver("no observer")
    case .emptyOutputSettings: _ = AVPlayerItemVideoOutput(outputSettings: [:])
    case .compressedOutput:
      _ = AVPlayerItemVideoOutput(outputSettings: [AVVideoCodecKey: AVVideoCodecType.h264])
    case .prerollOfNothing: AVPlayer().preroll(atRate: 1)
    case .lateObservation:
      #expect(!AVPlayer.isObservationEnabled)
      AVPlayer.isObservationEnabled = true
    case .unknownAlgorithm: item.audioTimePitchAlgorithm = AVAudioTimePitchAlgorithm(rawValue: "none")
    case .emptyLoop: Self.loop(item, CMTimeRange(start: .zero, duration: .zero))
    case .earlyLoop:
      Self.loop(item, CMTimeRange(start: CMTime(value: -1, timescale: 10), duration: CMTime(value: 1, timescale: 2)))
    case .lateLoop:
      #expect(item.asset.duration > .zero)
      Self.loop(item, CMTimeRange(start: .zero, duration: item.asset.duration + CMTime(value: 1, timescale: 1000)))
    case .loopOfNothing:
      let nothing = AVPlayerItem(url: try Self.movieWithoutTracks(in: folder))
      #expect(nothing.asset.duration == .zero)
      Self.loop(nothing, .invalid)
    case .noInterval: _ = AVPlayer().addPeriodicTimeObserver(forInterval: .zero, queue: nil) { _ in }
    }
  }
}

extension PlayerMisuse {
  private static func loop(_ item: AVPlayerItem, _ range: CMTimeRange) {
    _ = AVPlayerLooper(player: AVQueuePlayer(), templateItem: item, timeRange: range)
  }

  private static func movieWithoutTracks(in folder: URL) throws -> URL {
    func box(_ type: String, _ payload: Data) -> Data {
      Data([0, 0, 0, UInt8(8 + payload.count)]) + Data(type.utf8) + payload
    }
    // A header of 100 units a second and none in all, at its usual speed.
    var header = Data(count: 100)
    (header[15], header[21]) = (100, 1)
    let url = folder.appendingPathComponent("nothing.mov")
    try (box("ftyp", Data("qt  ".utf8) + Data(count: 4) + Data("qt  ".utf8)) + box("moov", box("mvhd", header)))
      .write(to: url)
    return url
  }
}

@Suite struct PlayerMisuseTests {
  @Test(arguments: PlayerMisuse.allCases)
  func `stops the process`(_ misuse: PlayerMisuse) async throws {
    let folder = try TemporaryFolder()
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [misuse = misuse as PlayerMisuse, folder = folder.url as URL] in
      try misuse.commit(in: folder)
    }
    expectException(misuse, result)
  }
}
