import AVFoundation
import Foundation
import MediaEngine
import SoundTestSupport
import Synchronization
import TestSupport
import Testing

/// Calls of many threads in any order.
@Suite struct PlayerStressTests {
  private static let names = [
    "speech.wav", "h264-aac.mov", "h264-one-frame.mov", "hevc10-hdr10.mp4", "speech.mp3", "vp9-opus.webm",
    "h264-open-gop.ts", "../corrupt/mdat-cut.mp4", "../corrupt/random.mp3",
  ]

  /// How many answers were asked for, and given.
  private final class Answers: Sendable {
    let counts = Mutex((asked: 0, given: 0))
    func ask() -> @Sendable (Bool) -> Void {
      counts.withLock { $0.asked += 1 }
      return { _ in self.counts.withLock { $0.given += 1 } }
    }
    var isComplete: Bool { counts.withLock { $0.asked == $0.given } }
    var isExceeded: Bool { counts.withLock { $0.asked < $0.given } }
  }

  /// What ought to be gone.
  private final class Leftovers: @unchecked Sendable {  // Sendable: one thread at a time uses it.
    weak var player: AVPlayer?
    weak var item: AVPlayerItem?
  }

  @Test("calls of four threads end, get each answer once, and leave nothing behind", arguments: 0..<4)
  func anyOrder(seed: Int) async throws {
    try await bounded {
      let (answers, left) = (Answers(), Leftovers())
      try Self.use(seed, answers, left)
      let deadline = Date(timeIntervalSinceNow: 30)
      while left.player != nil || left.item != nil, Date() < deadline {
        Thread.sleep(forTimeInterval: 0.01)  // Threads end by themselves, and tell nobody.
      }
      #expect(left.player == nil && left.item == nil)
      #expect(answers.isComplete)
    }
  }

  private static func use(_ seed: Int, _ answers: Answers, _ left: Leftovers) throws {
    let stepped = SteppedPlayer([], isQueue: true)
    let player = stepped.player
    left.player = player
    let isOver = Atomic(false)
    let group = DispatchGroup()
    group.enter()
    Thread.detachNewThread {
      while !isOver.load(ordering: .relaxed) {
        try? stepped.device.step(480) { true }
        player.currentItem?.lookAtTime()
        Thread.sleep(forTimeInterval: 0.001)  // The device's time goes ten times as fast as the host's.
      }
      group.leave()
    }
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      var numbers = SeededGenerator(seed: UInt64(seed * 10 + thread))
      for _ in 0..<Rounds.count(150, full: 6000) { call(player, &numbers, answers) }
    }
    isOver.store(true, ordering: .relaxed)
    group.wait()
    left.item = player.currentItem
    player.replaceCurrentItem(with: nil)
    while player.currentItem != nil { player.replaceCurrentItem(with: nil) }
    try stepped.device.wait { answers.isComplete }
  }

  private static func call(_ player: AVPlayer, _ numbers: inout SeededGenerator, _ answers: Answers) {
    let time = CMTime(value: .random(in: -100...3000, using: &numbers), timescale: 1000)
    switch Int.random(in: 0..<17, using: &numbers) {
    case 0, 1: player.seek(to: time, completionHandler: answers.ask())
    case 2: player.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero, completionHandler: answers.ask())
    case 3: player.seek(to: time)
    case 4, 5: player.rate = [0, 1, 2, 0.5, -1, -2, 1][Int.random(in: 0..<7, using: &numbers)]
    case 6: player.pause()
    case 7: player.currentItem?.step(byCount: .random(in: -4...4, using: &numbers))
    case 8: player.currentItem?.cancelPendingSeeks()
    case 9: player.currentItem?.forwardPlaybackEndTime = time
    case 10: player.volume = .random(in: -1...2, using: &numbers)
    case 11:
      let name = names[Int.random(in: names.indices, using: &numbers)]
      player.replaceCurrentItem(with: AVPlayerItem(url: MediaFiles.fixture(name)))
    case 12:
      let output = AVPlayerItemVideoOutput()
      player.currentItem?.add(output)
      _ = output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: nil)
    case 13:
      let token = player.addPeriodicTimeObserver(
        forInterval: CMTime(value: 1, timescale: 30), queue: .global()
      ) { _ in }
      player.removeTimeObserver(token)
    case 15:
      if player.status == .readyToPlay { player.preroll(atRate: 2, completionHandler: answers.ask()) }
    case 14: player.actionAtItemEnd = [.pause, .none, .advance][Int.random(in: 0..<3, using: &numbers)]
    default:
      // What is seen is what the state machine allows.
      let (status, reason) = (player.timeControlStatus, player.reasonForWaitingToPlay)
      _ = (status, reason, player.currentTime(), player.currentItem?.duration, player.currentItem?.tracks.count)
    }
  }
}
