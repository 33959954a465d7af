import AVFoundation
import Foundation

/// A controller of a player as programs from before Swift 6 have it: its blocks capture an object that is not Sendable.
final class PlayerController {
  let player: AVPlayer
  private(set) var times: [CMTime] = []
  private(set) var crossed = 0
  private(set) var seeks: [Bool] = []
  private(set) var ends = 0
  private var observers: [Any] = []
  private var endObserver: NSObjectProtocol?

  init(url: URL) {
    player = AVPlayer(playerItem: AVPlayerItem(url: url))
    observers.append(
      player.addPeriodicTimeObserver(forInterval: CMTime(value: 1, timescale: 50), queue: .main) {
        [unowned self] time in
        times.append(time)
      })
    observers.append(
      player.addBoundaryTimeObserver(forTimes: [NSValue(time: CMTime(value: 1, timescale: 10))], queue: .main) {
        [unowned self] in crossed += 1
      })
    endObserver = NotificationCenter.default.addObserver(
      forName: AVPlayerItem.didPlayToEndTimeNotification, object: player.currentItem, queue: .main
    ) { [unowned self] _ in ends += 1 }
  }

  func scrub(to seconds: Double) {
    let time = CMTimeMakeWithSeconds(seconds, preferredTimescale: 600)
    player.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero) { [unowned self] isThere in
      DispatchQueue.main.async { self.seeks.append(isThere) }
    }
  }

  func close() {
    observers.forEach(player.removeTimeObserver)
    endObserver.map(NotificationCenter.default.removeObserver)
  }
}
