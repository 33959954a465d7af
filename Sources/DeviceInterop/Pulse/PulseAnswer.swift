internal import CPulse
internal import Dispatch
internal import Synchronization

/// An answer of the server that a thread waits for. The library's callbacks deliver it on the library's thread.
class PulseAnswer: @unchecked Sendable {
  // Members that a subclass adds are written before `give` and read after `wait`.

  private let given = DispatchSemaphore(value: 0)
  private let success = Atomic<Bool>(false)

  /// A Boolean value that says whether the server did what was requested.
  var isSuccess: Bool { success.load(ordering: .acquiring) }

  /// Ends the wait. Only the first answer counts.
  func give(_ isSuccess: Bool) {
    if isSuccess { success.store(true, ordering: .releasing) }
    given.signal()
  }

  /// - Returns: Whether the answer was given before the deadline.
  func wait(until deadline: DispatchTime) -> Bool { given.wait(timeout: deadline) == .success }

  var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  static func from(_ pointer: UnsafeMutableRawPointer?) -> Self? {
    pointer.map { Unmanaged<Self>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Takes the result of a command to a stream.
  static let streamCallback: CPulseSuccessCallback = { _, success, user in
    PulseAnswer.from(user)?.give(success != 0)
  }
}

/// The answer to `start`: the stream is filled on the library's thread as soon as it plays.
final class PulseStartAnswer: PulseAnswer, @unchecked Sendable {
  // Sendable for the same reason as the class above.
  private let playback: PulsePlayback

  init(_ playback: PulsePlayback) { self.playback = playback }

  static let startCallback: CPulseSuccessCallback = { _, success, user in
    guard let answer = PulseStartAnswer.from(user) else { return }
    answer.playback.fill()
    answer.give(success != 0)
  }
}

/// A server's description of sinks.
final class PulseSinkAnswer: PulseAnswer, @unchecked Sendable {
  // This is written on the library's thread until the answer is given, and read after that.
  private(set) var sinks: [PulseSink] = []

  static let sinkCallback: CPulseSinkCallback = { _, info, end, user in
    guard let answer = PulseSinkAnswer.from(user) else { return }
    if end != 0 {
      answer.give(end > 0)
    } else if let sink = info.map({ PulseSink($0.pointee) }) {
      answer.sinks.append(sink)
    }
  }
}

/// A device of the server.
struct PulseSink {
  var uid: String
  var name: String
  var format: SoundFormat
  /// A Boolean value that says whether the device discards sound, such as the one that a server without sound hardware
  /// creates.
  var isSilent: Bool

  init(_ info: CPulseSinkInfo) {
    uid = info.name.map { String(cString: $0) } ?? ""
    name = info.description.map { String(cString: $0) } ?? uid
    format = SoundFormat(
      sampleRate: Int(info.sample_spec.rate), channelCount: max(1, Int(info.sample_spec.channels)))
    let driver = info.driver.map { String(cString: $0) }
    isSilent = uid == "auto_null" || driver == "module-null-sink.c"
  }
}
