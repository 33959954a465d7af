package import MediaSupport
internal import Synchronization

/// A device without hardware: it plays in real time by the host's clock, or only when it is stepped, and can record
/// what it plays.
///
/// In real time it renders sound on its own thread, in periods of 10 ms. If the machine was too busy, it catches up,
/// because nobody hears the delay; only after more than a second there is an underrun. Frames that a flush discards are
/// not recorded either.
package final class VirtualOutput: SoundOutput {
  /// The mode in which its time runs.
  package enum Pace: Sendable, Hashable {
    /// Time runs by the host's clock.
    case realTime
    /// Time only advances with `step(frames:)`. The latency is 0, and the host time is 0 when the output is opened.
    case stepped
  }

  package static let uid = "virtual"
  /// The format if the request leaves it open, since no hardware determines it.
  private static let usualFormat = SoundFormat(sampleRate: 48000, channelCount: 2)

  package let pace: Pace
  private let device: VirtualDevice
  private let openedLatency: Double
  private let steppedFrames = Atomic<Int64>(0)
  private let isStepping = Atomic<Bool>(false)

  /// Opens a virtual device, which always exists.
  ///
  /// - Parameter recording: the path of a WAV file of 32-bit floats for the played sound; `nil` to record nothing.
  /// - Throws: `MediaError(.unsupportedSettings)` for a format that no device has, `.outputUnavailable`, `.inputOutput`
  ///   or `.diskFull` for the recording.
  package init(
    _ request: SoundRequest = SoundRequest(), pace: Pace = .realTime, recording: String? = nil,
    source: any SoundSource, handler: @escaping SoundEventHandler = { _ in }
  ) throws {
    let format = try request.format(of: Self.usualFormat)
    self.pace = pace
    openedLatency = pace == .stepped ? 0 : Double(request.latencyNanoseconds) / 1e9
    device = VirtualDevice(
      format: format, latencyNanoseconds: request.latencyNanoseconds, source: source,
      recorder: try recording.map { try WAVRecorder(path: $0, format: format) }, events: SoundEventQueue(handler))
  }

  deinit { close() }

  package var name: String { "virtual device" }
  package var uid: String { Self.uid }
  package var format: SoundFormat { device.format }
  package var isSilent: Bool { true }

  package var latency: Double {
    device.heard.made == 0 ? openedLatency : Double(device.heard.latency(at: HostTime.now)) / 1e9
  }

  package var position: SoundPosition {
    let now =
      pace == .stepped ? format.nanoseconds(frames: steppedFrames.load(ordering: .acquiring)) : HostTime.now
    return SoundPosition(frame: device.heard.frame(at: now), hostTime: now)
  }

  /// The error that ended the recording early; `nil` if it continues, was closed, or was not requested.
  package var recordingError: MediaError? { device.recorder?.error }

  package func start() { set(.playing) }
  package func pause() { set(.paused) }

  package func flush() {
    // A stepped device renders nothing in advance, so it has nothing to flush.
    if pace == .realTime { device.command(nil, flushing: true) }
  }

  package func close(draining: Bool) { set(draining && device.isPlaying && pace == .realTime ? .draining : .closed) }

  /// Advances time by a number of frames, on the caller's thread, in blocks of at most 10 ms. A paused device plays
  /// nothing meanwhile, so that only its host time advances.
  ///
  /// It may only be called for a stepped device, and by one thread at a time.
  ///
  /// - Returns: The number of played frames: all, or 0.
  @discardableResult
  package func step(frames: Int) -> Int {
    guard pace == .stepped, frames > 0, !device.isClosed,
      !isStepping.exchange(true, ordering: .acquiringAndReleasing)
    else { return 0 }
    defer { isStepping.store(false, ordering: .releasing) }
    let before = steppedFrames.load(ordering: .relaxed)
    guard device.isPlaying else {
      steppedFrames.store(before + Int64(frames), ordering: .releasing)
      return 0
    }
    let made = device.heard.made
    device.render(frames) {
      let frame = device.heard.made
      steppedFrames.store(before + frame - made, ordering: .releasing)
      device.heard.report(frame: frame, hostTime: 0, isMoving: false)
    }
    return frames
  }

  private func set(_ goal: VirtualDevice.Goal) {
    switch pace {
    case .stepped: device.setGoal(goal)
    case .realTime: device.command(goal)
    }
  }
}
