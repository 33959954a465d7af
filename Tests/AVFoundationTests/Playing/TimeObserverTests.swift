import AVFoundation
import Foundation
import SoundTestSupport
import Synchronization
import TestSupport
import Testing

/// Observers of a player's time.
@Suite struct TimeObserverTests {
  @Test func `PL-34, PL-35: observers of time are called at their times`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(MediaFiles.fixture("h264-pcm.mov"))
      try stepped.waitUntilReady()
      let periodic = Mutex<[CMTime]>([])
      let boundary = Mutex(0)
      let queue = DispatchQueue(label: "observers")
      let tenth = CMTime(value: 1, timescale: 10)
      let first = stepped.player.addPeriodicTimeObserver(forInterval: tenth, queue: queue) { time in
        periodic.withLock { $0.append(time) }
      }
      let second = stepped.player.addBoundaryTimeObserver(
        forTimes: [NSValue(time: CMTime(value: 3, timescale: 10)), NSValue(time: CMTime(value: 5, timescale: 10))],
        queue: queue
      ) { boundary.withLock { $0 += 1 } }
      let ended = stepped.countEnds()
      try stepped.play()
      while ended.count == 0 {
        // A hundredth of a second at a time, as soon as what is due was called: timers are the host's.
        try stepped.step(480)
        let due = Int(stepped.player.currentTime().seconds * 10 + 1e-6)
        try stepped.device.wait {
          ended.count > 0 || periodic.withLock { $0.last.map { Int($0.seconds * 10 + 1e-6) >= due } ?? (due == 0) }
        }
      }
      try stepped.device.wait { boundary.withLock { $0 } == 2 }
      stepped.player.removeTimeObserver(first)
      stepped.player.removeTimeObserver(second)
      queue.sync {}
      let times = periodic.withLock { $0 }
      #expect(times == times.sorted())
      let count = Int(stepped.item.duration.seconds * 10)
      for number in 1..<count {
        #expect(times.contains { (0..<0.0101).contains($0.seconds - Double(number) / 10 + 1e-6) }, "\(number)")
      }
      try stepped.seek(to: .zero)
      queue.sync {}
      #expect(periodic.withLock { $0.count } == times.count, "none is called after it was removed")
    }
  }
}
