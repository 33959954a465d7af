import AVFoundation
import Combine
import Foundation
import TestSupport
import Testing

@Suite("Clients: a model of a player's transport from before Swift 6")
struct TransportModelTests {
  @Test
  @MainActor
  func `readiness, playing, the reasons of rates, times and seeks are published (PI-02, PI-37, PL-12, PL-34, KO)`()
    async throws
  {
    let model = TransportModel()
    model.observePlayingState()
    model.addPeriodicTimeObserver()
    model.startObservingRateChanges()
    model.playMedia(at: URL(fileURLWithPath: Files.fixture("h264-pcm.mov")))
    for await isReady in model.$isReady.values where isReady { break }
    for await status in model.$status.values where status == .readyToPlay { break }
    let item = try #require(model.player.currentItem)
    #expect(item.automaticallyLoadedAssetKeys == ["tracks", "duration", "commonMetadata"])
    await model.seekPrecisely(to: 0.5)
    for await time in model.$currentTime.values where time > 0 { break }
    // Any tolerance will do here.
    await model.seek(to: 0.5)
    #expect(model.player.currentTime().seconds <= 0.5)
    await model.seekPrecisely(to: item.duration.seconds - 0.3)
    #expect(abs(model.player.currentTime().seconds - (item.duration.seconds - 0.3)) < 0.002)
    #expect(!model.isPlaying)
    // Somebody waits for notifications when one that is posted here has come.
    let name = AVPlayer.rateDidChangeNotification
    let info = [AVPlayer.rateDidChangeReasonKey: AVPlayer.RateDidChangeReason.setRateFailed]
    while model.failedRates == 0 {
      NotificationCenter.default.post(name: name, object: model.player, userInfo: info)
      await Task.yield()
    }
    // Playing may be over before a busy main actor asks for its next value: what was published is kept.
    let playing = Told<Bool>()
    let keeping = model.$isPlaying.sink { playing.append($0) }
    model.player.play()
    while !playing.values.contains(true) || playing.values.last != false { await Task.yield() }
    keeping.cancel()
    for await reasons in model.$reasons.values where reasons.count == 2 { break }
    #expect(model.reasons == [.setRateCalled, .setRateCalled] && model.interruptions == 0 && model.failures == 0)
    for await time in model.$currentTime.values where time == item.duration.seconds { break }
    #expect(model.duration == item.duration.seconds)
    model.close()
  }

  @Test
  @MainActor
  func `a file that is not there is a failure`() async throws {
    let model = TransportModel()
    model.playMedia(at: URL(fileURLWithPath: "/nowhere/at-all.mov"))
    for await failures in model.$failures.values where failures > 0 { break }
    #expect(model.failures == 1 && model.status == .failed && !model.isReady)
  }

  @Test
  @MainActor
  func `the reason of a rate is read as such and as a string (PL-12)`() async throws {
    let player = AVPlayer()
    let told = Told<(AVPlayer.RateDidChangeReason?, String?)>()
    let token = NotificationCenter.default.addObserver(
      forName: AVPlayer.rateDidChangeNotification, object: player, queue: nil
    ) { notification in
      let value = notification.userInfo?[AVPlayer.rateDidChangeReasonKey]
      told.append((value as? AVPlayer.RateDidChangeReason, value as? String))
    }
    player.rate = 1
    while told.values.isEmpty { await Task.yield() }
    #expect(told.values[0] == (.setRateCalled, AVPlayer.RateDidChangeReason.setRateCalled.rawValue))
    NotificationCenter.default.removeObserver(token)
  }
}
