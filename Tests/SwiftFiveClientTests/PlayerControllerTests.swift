import AVFoundation
import Foundation
import TestSupport
import Testing

@Suite("Clients: a player's controller from before Swift 6")
struct PlayerControllerTests {
  @Test
  @MainActor
  func `blocks, notifications and seeks reach the main thread (PI-31, PL-34, PL-35)`() async throws {
    let controller = PlayerController(url: URL(fileURLWithPath: Files.fixture("h264-pcm.mov")))
    let item = try #require(controller.player.currentItem)
    func wait(until isDone: () -> Bool) async throws {
      let deadline = Date(timeIntervalSinceNow: hangLimit)
      while !isDone(), Date() < deadline {
        try await Task.sleep(nanoseconds: 2_000_000)  // The main thread has to be free for the blocks.
      }
      #expect(isDone())
    }
    try await wait { item.status == .readyToPlay }
    controller.scrub(to: 0.05)
    try await wait { controller.seeks == [true] }
    item.forwardPlaybackEndTime = CMTime(value: 2, timescale: 10)
    controller.player.play()
    try await wait { controller.ends == 1 && controller.player.rate == 0 }
    try await wait { controller.crossed == 1 }
    try await wait { controller.times.last.map { $0.seconds >= 0.2 } == true }
    controller.close()
  }
}
