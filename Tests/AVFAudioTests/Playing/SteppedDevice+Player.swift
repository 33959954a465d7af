import AVFAudio
import Foundation
import MediaEngine
import SoundTestSupport

// Players on a stepped device.
extension SteppedDevice {
  /// A player of a file on this device.
  func player(_ url: URL) throws -> AVAudioPlayer {
    let device = device
    return try AVAudioPlayer(AssetSource(url: url), url: url, data: nil) { _ in device }
  }

  /// A player of data on this device.
  func player(_ data: Data) throws -> AVAudioPlayer {
    let device = device
    let source = AssetSource(url: URL(fileURLWithPath: "/"), suppliedBy: MemoryResource(data))
    return try AVAudioPlayer(source, url: nil, data: data) { _ in device }
  }

  /// Lets time go on, never faster than the players decode.
  func step(_ frames: Int, _ players: [AVAudioPlayer]) throws {
    try step(frames) { players.allSatisfy { $0.player.isDecodedAhead ?? true } }
  }

  /// Lets time go on until none of the players plays any more.
  func stepToEnd(_ players: [AVAudioPlayer]) throws {
    // An end is told by another thread, which may be late.
    var idle = 0
    while players.contains(where: \.isPlaying) {
      try step(960, players)
      idle += 1
      if idle > 100_000 { throw DidNotEnd() }
    }
  }
}
