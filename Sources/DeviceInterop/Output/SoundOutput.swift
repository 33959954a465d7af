package import MediaSupport

/// An open sound device, or a stand-in for one. It pulls its sound from the `SoundSource` it was opened with.
///
/// It is opened paused, at frame 0. Every method may be called on any thread but the device's own, in any order, and as
/// often as one likes: a call that has nothing to do does nothing. None waits for longer than a few seconds, whatever
/// the device does. A device that does not answer is lost, which is an event; after that, and after `close`, only the
/// properties can be used, and time stands still. An output that nobody holds any more closes itself.
package protocol SoundOutput: AnyObject, Sendable {
  /// The device's name for people.
  var name: String { get }
  /// The device's name for programs, by which it can be opened again.
  var uid: String { get }
  /// The form of the frames that the device takes, which need not be the one that was asked for.
  var format: SoundFormat { get }
  /// A Boolean value that says whether nobody can hear the output: there is no sound hardware and no server with any
  /// behind it.
  var isSilent: Bool { get }
  /// The time in seconds from the making of a frame to its being heard, as of now. Before the first one it is the time
  /// that the device was opened for. Lock-free: also for the device's own thread.
  var latency: Double { get }
  /// The frame that is heard now. Lock-free: also for the device's own thread.
  var position: SoundPosition { get }

  /// Begins to play, or goes on after a pause with the frame that would have been next.
  func start()
  /// Stops the sound, and keeps the frames that were made and not heard for `start`.
  func pause()
  /// Throws away the frames that were made and not heard; `position` moves on past them. It goes on playing if it did.
  func flush()
  /// Gives the device back. No event is told afterwards, except one whose handler runs already.
  ///
  /// - Parameter draining: whether the frames that were made are heard first, if it plays. It takes about `latency`.
  func close(draining: Bool)
}

extension SoundOutput {
  /// Gives the device back at once.
  package func close() { close(draining: false) }
}

/// A frame, and the moment for which it holds.
package struct SoundPosition: Sendable, Hashable {
  /// The number of the device's frame, counted from the opening of the output. It never goes back, and never exceeds
  /// the number of frames made.
  package var frame: Int64
  /// The moment at which that frame is heard, in nanoseconds of `CLOCK_MONOTONIC`. A device that is stepped has a host
  /// clock of its own, which is 0 when it is opened.
  package var hostTime: Int64

  package init(frame: Int64, hostTime: Int64) {
    self.frame = frame
    self.hostTime = hostTime
  }
}

/// An event that a device causes by itself.
package enum SoundEvent: Sendable {
  /// The device had nothing to play for about the time of this many frames; then it went on with the frame that was
  /// next. It is told when that is over.
  case underrun(frames: Int64)
  /// The device or its server went away, for the reason given: no more frames are wanted, and time stands still. Told
  /// once.
  case lost(MediaError)
  /// The server moved the sound to another device, whose name for programs this is. The format stays as it is.
  case changed(uid: String)
}

/// Takes the events of an output, in order, one at a time, on a thread that is nobody's: it may wait, take locks, and call
/// the output, `close` too.
package typealias SoundEventHandler = @Sendable (SoundEvent) -> Void

/// A wish for an output; the device decides what comes of it.
package struct SoundRequest: Sendable, Hashable {
  /// The number of frames in a second, in Hz. Nil is the device's own rate.
  package var sampleRate: Int?
  /// The number of samples in a frame. Nil is the device's own number.
  package var channelCount: Int?
  /// The time in seconds between the making of a frame and its being heard: 0.005 to 2, others are taken for the nearest.
  package var latency: Double
  /// The device's name for programs. Nil is the default device, which follows the user's choice.
  package var device: String?

  package init(
    sampleRate: Int? = nil, channelCount: Int? = nil, latency: Double = SoundRequest.usualLatency, device: String? = nil
  ) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.latency = latency
    self.device = device
  }

  /// The usual latency in seconds. It is short enough for a key to be answered at once, and ten times the delay of a
  /// busy machine.
  package static let usualLatency = 0.05

  /// The latency in its range, in nanoseconds.
  var latencyNanoseconds: Int64 { latency.isNaN ? 50_000_000 : Int64(min(max(latency, 0.005), 2) * 1e9) }

  /// Returns the format, with the device's own values where the wish leaves them open.
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
  /// The name for programs, for `SoundRequest.device`.
  package var uid: String
  /// The name for people.
  package var name: String
  /// The device's own rate and number of channels. Nil where that is not known before it is opened.
  package var format: SoundFormat?
  /// A Boolean value that says whether nobody can hear the device.
  package var isSilent: Bool

  package init(uid: String, name: String, format: SoundFormat? = nil, isSilent: Bool) {
    self.uid = uid
    self.name = name
    self.format = format
    self.isSilent = isSilent
  }
}
