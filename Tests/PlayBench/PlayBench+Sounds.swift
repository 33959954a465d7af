import AVFoundation
import CAllocationCounter
import DeviceInterop
import Foundation
import MediaEngine
import Synchronization

// Sounds without pictures.
extension PlayBench {
  /// Counts what making sound takes from the heap.
  private final class Watched: SoundSource {
    private let source: any SoundSource
    static let renderings = Atomic<Int>(0)

    init(_ source: any SoundSource) { self.source = source }

    func render(_ frames: UnsafeMutableBufferPointer<Float>, frameCount: Int, at frame: Int64) {
      allocation_counter_watch(true)
      source.render(frames, frameCount: frameCount, at: frame)
      allocation_counter_watch(false)
      Self.renderings.wrappingAdd(1, ordering: .relaxed)
    }
  }

  static func playSeveral(_ count: Int, seconds: Double, _ url: URL) throws {
    let device = MixingDevice { try SoundOutputs.open($0, source: Watched($1), handler: $2) }
    let players = try (0..<count).map { number in
      let player = try AVAudioPlayer(AssetSource(url: url), url: url, data: nil) { _ in device }
      player.numberOfLoops = -1
      player.pan = Float(number) / Float(max(1, count - 1)) * 2 - 1
      player.isMeteringEnabled = true
      try player.requireReadiness()
      return player
    }
    let isOver = Atomic<Bool>(false)
    let busy = (0..<4).map { _ in
      let thread = Thread { while !isOver.load(ordering: .relaxed) {} }
      thread.start()
      return thread
    }
    let start = players[0].deviceCurrentTime + 0.2
    for player in players { player.play(atTime: start) }
    Thread.sleep(forTimeInterval: seconds)  // The time that is measured.
    let gaps = players.map(\.gaps)
    let figures: [String: Int64] = [
      "underruns": Int64(gaps.map(\.underruns).max() ?? 0), "starved_frames": gaps.map(\.starvedFrames).max() ?? 0,
      "allocations": allocation_counter_counts() ? Int64(allocation_counter_count()) : -1,
      "renderings": Int64(Watched.renderings.load(ordering: .relaxed)),
    ]
    isOver.store(true, ordering: .relaxed)
    for player in players { player.stop() }
    withExtendedLifetime(busy) {}
    try tell(figures)
  }

  static func tellTimes(seconds: Double, _ url: URL) throws {
    let player = try AVAudioPlayer(contentsOf: url)
    player.numberOfLoops = -1
    player.play()
    var lines = ""
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds)
    while clock.now < end {
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      lines += "\(Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)) \(player.currentTime)\n"
      Thread.sleep(forTimeInterval: 0.001)  // A player's time can only be looked at.
    }
    player.stop()
    FileHandle.standardOutput.write(Data(lines.utf8))
  }

  static func playSteps(minutes: Int, _ url: URL) throws {
    let output = Mutex<VirtualOutput?>(nil)
    let device = MixingDevice { request, source, handler in
      let opened = try VirtualOutput(
        SoundRequest(sampleRate: 48_000, channelCount: 2), pace: .stepped, source: source, handler: handler)
      output.withLock { $0 = opened }
      return opened
    }
    let player = try AVAudioPlayer(AssetSource(url: url), url: url, data: nil) { _ in device }
    player.numberOfLoops = -1
    player.play()
    let opened = output.withLock { $0 }
    for _ in 0..<minutes * 60 * 50 {
      while player.player.isDecodedAhead == false { Thread.sleep(forTimeInterval: 0.0002) }  // Decoding tells nobody.
      opened?.step(frames: 960)
    }
    player.stop()
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }?.split(whereSeparator: { !$0.isNumber })
      .first
    print("{\"peak_kib\": \(peak ?? "0")}")
  }
}
