import AVFoundation
import Foundation
import MediaEngine
import MediaSupport
import SoundTestSupport
import Synchronization
import TestSupport
import Testing

/// Files that lie, played from the disk and from a server: none stops the process, holds it up, or fills its memory.
@Suite struct HostilePlayTests {
  @Test(arguments: HostileMedia.movies + HostileMedia.others)
  func `no file stops the process that plays it, or leaves anything behind`(name: String) async {
    // In a process of its own, whose owners and memory can be counted.
    await #expect(processExitsWith: .success) { [name = name as String] in
      let owners = LiveObjects.current
      let before = HostilePlayTests.peakMegabytes
      do {
        let folder = try TemporaryFolder()
        let server = try MediaServer(folder.url)
        let file = "lie." + URL(fileURLWithPath: name).pathExtension
        for (number, variant) in try HostileMedia.variants(of: name).enumerated() {
          try Data(variant.bytes).write(to: folder.file(file))
          // From the disk and from the server in turn, and from both where there is time.
          let urls = [folder.file(file), server.url(file)]
          for url in number % 2 == 0 ? urls.prefix(Rounds.count(1, full: 2)) : urls.suffix(Rounds.count(1, full: 2)) {
            do {
              try HostilePlayTests.playItem(url)
              try HostilePlayTests.playSound(url)
            } catch {
              Issue.record("\(name), \(variant.name), \(url.scheme ?? ""): \(error)")
            }
          }
        }
      }
      // The workers end by themselves.
      try SteppedDevice().wait { LiveObjects.current == owners }
      let megabytes = HostilePlayTests.peakMegabytes - before
      #expect(megabytes < 200, "\(name)")
    }
  }

  private static var peakMegabytes: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss / 1024
  }

  /// Lets the device's time go on, whatever is decoded.
  private static func step(_ stepped: SteppedPlayer) throws {
    for _ in 0..<4 {
      try stepped.device.step(960) { true }
      stepped.item.lookAtTime()
    }
  }

  private static func playItem(_ url: URL) throws {
    let stepped = SteppedPlayer(url)
    let (player, item) = (stepped.player, stepped.item)
    try stepped.device.wait { item.status != .unknown }
    guard item.status == .readyToPlay else {
      #expect(item.error is AVError)
      return
    }
    for rate in [1, 2, 64, 1e-6, -1, .greatestFiniteMagnitude, .leastNonzeroMagnitude] as [Float] {
      player.playImmediately(atRate: rate)
      try step(stepped)
    }
    let duration = item.duration
    for time in [
      .zero, CMTime(value: 1, timescale: 2), CMTimeMultiplyByRatio(duration, multiplier: 1, divisor: 2), duration,
      CMTime(value: .max, timescale: 1),
    ] as [CMTime] where time.isNumeric {
      let answer = Mutex<Bool?>(nil)
      player.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero) { isThere in
        answer.withLock { $0 = isThere }
      }
      do {
        try stepped.device.wait { answer.withLock { $0 } != nil }
      } catch {
        Issue.record("no answer for \(time.seconds) of \(duration.seconds)")
        throw error
      }
      player.playImmediately(atRate: 1)
      try step(stepped)
    }
    _ = (item.loadedTimeRanges, item.seekableTimeRanges, player.currentTime())
  }

  private static func playSound(_ url: URL) throws {
    let stage = SteppedDevice()
    let device = stage.device
    guard let player = try? AVAudioPlayer(AssetSource(url: url), url: url, data: nil, device: { _ in device }) else {
      return
    }
    player.isMeteringEnabled = true
    player.numberOfLoops = .max
    for time in [0, player.duration / 2, 1e300] {
      player.currentTime = time
      guard player.play() else { return }
      for rate in [1, 0.5] as [Float] {
        player.enableRate = rate != 1
        player.rate = rate
        try stage.step(4800) { true }
      }
      player.updateMeters()
      #expect(player.currentTime >= 0)
    }
    player.stop()
    if let file = try? AVAudioFile(forReading: url) { #expect(file.length >= 0) }
  }
}
