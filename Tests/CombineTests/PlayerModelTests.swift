import AVFoundation
import Combine
import Foundation
import TestSupport
import Testing

@Suite("Clients: a model that observes a player")
struct PlayerModelTests {
  @Test
  @MainActor
  func `readiness, rate, time, seeks and the end arrive on the main actor (PI-03, PI-21, PI-37, PL-12, PL-34)`()
    async throws
  {
    let model = PlayerModel(url: URL(fileURLWithPath: Files.fixture("h264-pcm.mov")))
    for await status in model.$status.values where status != .unknown { break }
    #expect(model.status == .readyToPlay)
    #expect(await model.seek(to: model.duration - 0.3))
    #expect(abs(model.player.currentTime().seconds - (model.duration - 0.3)) < 0.002)
    // Playing may be over before a busy main actor looks.
    let hasPlayed = CurrentValueSubject<Bool, Never>(false)
    let watching = model.$isPlaying.sink { if $0 { hasPlayed.send(true) } }
    model.player.play()
    for await hasPlayed in hasPlayed.values where hasPlayed { break }
    for await hasEnded in model.$hasEnded.values where hasEnded { break }
    for await isPlaying in model.$isPlaying.values where !isPlaying { break }
    for await changes in model.$rateChanges.values where changes.count == 2 { break }
    #expect(model.rateChanges.allSatisfy { $0 == AVPlayer.RateDidChangeReason.setRateCalled.rawValue })
    #expect(model.player.rate == 0)
    for await time in model.$currentTime.values where time == model.duration { break }
    watching.cancel()
    model.close()
  }

  @Test
  @MainActor
  func `an item's status with its player's rate, and whatever comes of playing (PI-03, PI-21, PL-02)`() async throws {
    let item = AVPlayerItem(url: URL(fileURLWithPath: Files.fixture("h264-pcm.mov")))
    let player = AVPlayer(playerItem: item)
    let center = NotificationCenter.default
    let ends = Publishers.MergeMany(
      [AVPlayerItem.didPlayToEndTimeNotification, AVPlayerItem.failedToPlayToEndTimeNotification]
        .map { center.publisher(for: $0, object: item) })
    let ended = CurrentValueSubject<Notification.Name?, Never>(nil)
    let cancellable = ends.map(\.name).sink { ended.send($0) }
    let states = Publishers.CombineLatest(item.publisher(for: \.status), player.publisher(for: \.rate))
    item.forwardPlaybackEndTime = CMTime(value: 1, timescale: 10)
    // Playing may be over before a busy main actor looks.
    let hasPlayed = CurrentValueSubject<Bool, Never>(false)
    let watching = states.sink { status, rate in if status == .readyToPlay && rate == 2 { hasPlayed.send(true) } }
    player.rate = 2
    for await hasPlayed in hasPlayed.values where hasPlayed { break }
    for await (status, rate) in states.values where status == .readyToPlay && rate == 0 { break }
    for await name in ended.values where name != nil { break }
    #expect(ended.value == AVPlayerItem.didPlayToEndTimeNotification)
    watching.cancel()
    cancellable.cancel()
  }
}
