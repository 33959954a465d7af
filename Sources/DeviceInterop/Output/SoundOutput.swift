package import MediaSupport

/// An open sound device, or a substitute for one. It requests its sound from the `SoundSource` that it was opened with.
///
/// It is opened paused, at frame 0. Every method may be called on any thread except the device's own, in any order, and
/// repeatedly: a call without anything to do has no effect. No call waits for longer than a few seconds, whatever the
/// device does. A device that does not answer is lost, which is reported as an event. After that, and after `close`,
/// only the properties can be used, and time stands still. An output closes itself when it is released.
package protocol SoundOutput: AnyObject, Sendable {
  /// The device's display name.
  var name: String { get }
  /// The device's unique identifier, by which it can be opened again.
  var uid: String { get }
  /// The form of the frames that the device accepts, which may differ from the requested one.
  var format: SoundFormat { get }
  /// A Boolean value that says whether the output is inaudible: there is no sound hardware, and no server with
  /// hardware.
  var isSilent: Bool { get }
  /// The current time in seconds from rendering a frame to its being heard. Before the first frame it is the latency
  /// that the device was opened with. It is lock-free, and may be read on the device's own thread.
  var latency: Double { get }
  /// The frame that is heard now. It is lock-free, and may be read on the device's own thread.
  var position: SoundPosition { get }

  /// Begins to play. After a pause, playing continues with the next frame.
  func start()
  /// Stops the sound, and keeps the frames that were rendered but not heard for `start`.
  func pause()
  /// Discards the frames that were rendered but not heard; `position` moves past them. Playing continues if it was
  /// running.
  func flush()
  /// Closes the device. No event is reported afterwards, except one whose handler is already running.
  ///
  /// - Parameter draining: whether the rendered frames are heard first, if it plays. That takes about `latency`.
  func close(draining: Bool)
}

extension SoundOutput {
  /// Closes the device at once.
  package func close() { close(draining: false) }
}

/// A frame, and the moment at which it is heard.
package struct SoundPosition: Sendable, Hashable {
  /// The number of the device's frame, counted from the opening of the output. It never decreases, and never exceeds
  /// the number of rendered frames.
  package var frame: Int64
  /// The moment at which the frame is heard, in nanoseconds of `CLOCK_MONOTONIC`. A stepped device has its own host
  /// clock, which is 0 when it is opened.
  package var hostTime: Int64

  package init(frame: Int64, hostTime: Int64) {
    self.frame = frame
    self.hostTime = hostTime
  }
}

/// An event that a device causes by itself.
package enum SoundEvent: Sendable {
  /// The device had nothing to play for about the duration of this many frames; then it continued with the next frame.
  /// The event is reported after that.
  case underrun(frames: Int64)
  /// The device or its server was lost, for the given reason: no more frames are requested, and time stands still. It
  /// is reported once.
  case lost(MediaError)
  /// The server moved the sound to another device with this unique identifier. The format does not change.
  case changed(uid: String)
}

/// Receives the events of an output, in order, one at a time, on a thread of its own: it may wait, take locks, and call
/// the output, including `close`.
package typealias SoundEventHandler = @Sendable (SoundEvent) -> Void

/// A request for an output. The device may deviate from it.
package struct SoundRequest: Sendable, Hashable {
  /// The number of frames in a second, in Hz; `nil` for the device's own rate.
  package var sampleRate: Int?
  /// The number of samples in a frame; `nil` for the device's own number.
  package var channelCount: Int?
  /// The time in seconds between rendering a frame and its being heard: 0.005 to 2. Other values are limited to that
  /// range.
  package var latency: Double
  /// The device's unique identifier; `nil` for the default device, which follows the user's choice.
  package var device: String?

  package init(
    sampleRate: Int? = nil, channelCount: Int? = nil, latency: Double = SoundRequest.usualLatency, device: String? = nil
  ) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.latency = latency
    self.device = device
  }

  /// The default latency in seconds. It is short enough for an immediate response to a key, and ten times the delay of
  /// a busy machine.
  package static let usualLatency = 0.05

  /// The latency in its range, in nanoseconds.
  var latencyNanoseconds: Int64 { latency.isNaN ? 50_000_000 : Int64(min(max(latency, 0.005), 2) * 1e9) }

  /// Returns the format, with the device's own values for those that the request leaves open.
  ///
  /// - Throws: `MediaError(.unsupportedSettings)` for a number that no device has.
  func format(of device: SoundFormat) throws -> SoundFormat {
    let format = SoundFormat(
      sampleRate: sampleRate ?? device.sampleRate, channelCount: channelCount ?? device.channelCount)
    guard SoundFormat.sampleRates.contains(format.sampleRate) else {
      throw MediaError(.unsupportedSettings, .opening, "a sound device cannot play at \(format.sampleRate) Hz")
    }
    guard SoundFormat.channelCounts.contains(format.channelCount) else {
      throw MediaError(.unsupportedSettings, .opening, "a sound device cannot play \(format.channelCount) channels")
    }
    return format
  }
}

/// A device that can be opened.
package struct SoundDevice: Sendable, Hashable {
  /// The unique identifier, for `SoundRequest.device`.
  package var uid: String
  /// The display name.
  package var name: String
  /// The device's own rate and number of channels; `nil` if they are not known before the device is opened.
  package var format: SoundFormat?
  /// A Boolean value that says whether the device is inaudible.
  package var isSilent: Bool

  package init(uid: String, name: String, format: SoundFormat? = nil, isSilent: Bool) {
    self.uid = uid
    self.name = name
    self.format = format
    self.isSilent = isSilent
  }
}
