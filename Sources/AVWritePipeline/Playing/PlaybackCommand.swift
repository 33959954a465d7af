internal import AVFoundation

/// A command that changes a playback.
package enum PlaybackCommand: Sendable, Hashable {
  /// Pauses playing, or goes on.
  case togglePause
  /// Skips this number of seconds, back where it is negative, within the part that is played.
  case skip(Double)
  /// Changes the volume by this many percent of full scale.
  case changeVolume(Double)
  /// Mutes the sound, or gives it its volume again.
  case toggleMute
  /// Changes the speed by this multiple of the recorded speed.
  case changeRate(Double)
  /// Pauses at the picture that is this many further, or back where it is negative. Without pictures it does nothing.
  case step(Int)
  /// Shows the next subtitles: none after the last, and the first after none.
  case nextSubtitles
  /// Makes the window fill the screen, or gives it its size again.
  case toggleFullScreen
  /// Gives the window its size again.
  case leaveFullScreen
  /// Ends playing.
  case quit
}

/// A reader of commands from the bytes that a terminal sends for keys.
package struct PlaybackKeys: Sendable {
  /// The bytes of a key's sequence whose end has not come yet.
  private var pending: [UInt8] = []

  package init() {}

  /// The list of the keys, for people.
  package static let help =
    "space pauses, left and right skip 5 s, up and down change the volume, m mutes, [ and ] change the speed, "
    + ". and , step one picture forward and back, v switches subtitles, f toggles full screen, q quits"

  private static let escape: UInt8 = 0x1B
  private static let skipSeconds = 5.0
  private static let volumeStep = 5.0
  private static let rateStep = 0.1

  /// Returns the commands of bytes, which follow those of the call before. Keys without a meaning are skipped.
  package mutating func commands(_ bytes: some Sequence<UInt8>) -> [PlaybackCommand] {
    bytes.compactMap { command($0) }
  }

  private mutating func command(_ byte: UInt8) -> PlaybackCommand? {
    switch pending.count {
    // The escape key sends this byte alone, without further ones. Another such byte begins a new sequence.
    case 0 where byte == Self.escape, 1 where byte == Self.escape:
      pending = [byte]
      return nil
    // A sequence of a cursor key is ESC [ A, or ESC O A (ECMA-48, 5.4, and the VT100's application mode).
    case 1 where byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O"):
      pending.append(byte)
      return nil
    case 2...:
      // Parameters come before the byte that ends the sequence.
      if (0x20...0x3F).contains(byte) { return nil }
      pending = []
      return Self.cursorKey(byte)
    default:
      pending = []
      return Self.key(byte)
    }
  }

  private static func cursorKey(_ byte: UInt8) -> PlaybackCommand? {
    switch byte {
    case UInt8(ascii: "A"): .changeVolume(volumeStep)
    case UInt8(ascii: "B"): .changeVolume(-volumeStep)
    case UInt8(ascii: "C"): .skip(skipSeconds)
    case UInt8(ascii: "D"): .skip(-skipSeconds)
    default: nil
    }
  }

  private static func key(_ byte: UInt8) -> PlaybackCommand? {
    switch byte {
    case UInt8(ascii: " "): .togglePause
    case UInt8(ascii: "m"): .toggleMute
    case UInt8(ascii: "["): .changeRate(-rateStep)
    case UInt8(ascii: "]"): .changeRate(rateStep)
    case UInt8(ascii: "."): .step(1)
    case UInt8(ascii: ","): .step(-1)
    case UInt8(ascii: "v"): .nextSubtitles
    case UInt8(ascii: "f"): .toggleFullScreen
    case UInt8(ascii: "q"): .quit
    default: nil
    }
  }

  /// Returns the commands of a key that was pressed in a window.
  static func commands(_ key: AVPlayerWindow.Key) -> [PlaybackCommand] {
    switch key {
    case .text(let text): text.utf8.compactMap { Self.key($0) }
    case .up: [.changeVolume(volumeStep)]
    case .down: [.changeVolume(-volumeStep)]
    case .right: [.skip(skipSeconds)]
    case .left: [.skip(-skipSeconds)]
    case .escape: [.leaveFullScreen]
    }
  }
}
